"""The schedule of a room: match time, and when something happens at the table without a message.

It only answers questions. The room sets the timer, and `tick` acts.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from benben.core.contract import CHANCE, Millis, Seat
from benben.server.storage.statements import Change
from benben.server.tables import deadlines, sleep
from benben.server.tables.deadlines import OWNER_GRACE_MS
from benben.server.tables.opening_round import OpeningRound
from benben.server.tables.presence import PresenceTracker
from benben.server.tables.proposals import Absence
from benben.server.tables.state import TableState

if TYPE_CHECKING:
    from benben.server.tables.bot_turns import BotTurns
    from benben.server.tables.services import Ownership

THROW_AFTER_MS = 20_000  # until a throw happens by itself, if its player is away or a clock runs


class Schedule:
    """What is due at one table, and when."""

    def __init__(
        self,
        state: TableState,
        presence: PresenceTracker,
        opening: OpeningRound,
        bot_turns: BotTurns,
        ownership: Ownership,
        *,
        idle_seconds: float,
        house_moves: int,
    ) -> None:
        self._state = state
        self._presence = presence
        self._opening = opening
        self._bot_turns = bot_turns
        self._ownership = ownership
        self._idle_seconds = idle_seconds  # after which a room that nobody uses is unloaded
        self._house_moves = house_moves  # that are made in a house match before anybody looks
        self._held_until = 0.0  # nothing is tried by itself before this moment, by the monotonic clock
        self._last_used_at = time.monotonic()  # when somebody asked for the room, or left it
        self._stands_still = False  # match time, while bots alone wait for somebody who looks
        self.set_time(sleep.match_time_on_load(state, deadlines.next_expiry(state)))

    # Match time

    @property
    def now(self) -> Millis:
        """Match time. It stands still before the start, in a pause and while the room is not loaded."""
        if self._state.status == "waiting":
            return 0
        if self._stands_still:
            return self._at
        return self._at + int((time.monotonic() - self._measured_at) * 1000)

    def set_time(self, at: Millis) -> None:
        """Let match time go on from this moment."""
        self._at, self._measured_at = at, time.monotonic()
        self.changed_at = at  # match time at which the match last changed

    def set_owner_time(self, at: Millis, measured_at: float) -> None:
        """Take over match time from the owner of the table. For subscribers it never goes back."""
        theirs = at + int((time.monotonic() - measured_at) * 1000)
        if theirs > self.now or not self._presence.subscribers:
            self._at, self._measured_at = max(theirs, self._state.match.at), time.monotonic()

    def catch_up_with_match(self) -> None:
        """Let match time be no earlier than the last entry, which another process wrote."""
        if self._state.match.at > self.now:
            self._at, self._measured_at = self._state.match.at, time.monotonic()
        self.changed_at = self.now

    # Bots alone

    @property
    def is_paused(self) -> bool:
        """Whether bots alone play here and nobody looks: then the match waits until somebody does.

        A house match waits after some moves, so that there is something to see.
        """
        state = self._state
        if self._presence.subscribers or not state.is_played_by_bots_alone:
            return False
        return not state.plan.is_house_match or sum(state.own_events) >= self._house_moves

    def note_pause(self) -> bool:
        """Stop match time in a pause, or let it go on. Returns whether a pause has just begun or ended."""
        if self.is_paused == self._stands_still:
            return False
        self._at, self._measured_at = self.now, time.monotonic()
        self._stands_still = not self._stands_still
        return True

    # What is due

    def hold(self, seconds: float) -> None:
        """Let nothing happen by itself for some seconds."""
        self._held_until = time.monotonic() + seconds

    def release(self) -> None:
        """Let things happen by themselves again, after `hold`."""
        self._held_until = 0.0

    @property
    def is_held(self) -> bool:
        return self._held_until > time.monotonic()

    @property
    def nothing_pending(self) -> bool:
        """Whether nothing happens by itself: people alone play, without a clock, and all are here."""
        state = self._state
        if not state.never_expires or self._bot_turns.was_asked or state.has_bots:
            return False
        if state.turn == CHANCE and state.thrower is None:
            return False
        playing = state.status == "playing" and self._ownership.owned_here
        return playing and state.people <= self._presence.here

    def delay(self) -> float | None:
        """Seconds until something happens without a message; None if nothing will."""
        state, presence, mine = self._state, self._presence, self._ownership.owned_here
        moments: list[Millis] = []
        if state.status == "playing" and (mine or presence.subscribers) and not self.is_paused:
            late = 0 if mine else OWNER_GRACE_MS
            moments += [entry.at + late for entry in deadlines.expiries(state)]
            throw = self.throw_at
            if throw is not None:
                moments.append(throw + late)
            if mine and self._bot_turns.was_asked:
                moments += [one.at for _, one in self._bot_turns.ready_answers]
        delays: list[float] = []
        if moments:
            delays.append(max((min(moments) - self.now) / 1000, self._held_until - time.monotonic(), 0))
        opening = self._opening.seconds_left
        if opening is not None:
            delays.append(max(opening, self._held_until - time.monotonic(), 0))
        if self._lacks_owner:
            delays.append(max(self._ownership.claim_again_at() - time.monotonic(), 0))
        if presence.subscribers:
            reported = presence.reported_gone  # a player who is gone and not among these is reported now
            delays += [max(left, 0) for seat, left in presence.away() if left > 0 or seat not in reported]
            overdue = presence.reported_overdue
            delays += [max(left, 0) for seat, left in self._overdue() if left > 0 or seat not in overdue]
        elif not (
            any(moment - self.now <= sleep.UNLOAD_BEYOND_MS for moment in moments)
            or (mine and self._bot_turns.is_busy and not self.is_paused)
        ):
            delays.append(max(self._last_used_at + self._idle_seconds - time.monotonic(), 0))
        return min(delays, default=None)

    @property
    def absence(self) -> Absence:
        """Whom the others need not wait for, and from whom they may claim the end."""
        return Absence(self._presence.gone, [seat for seat, left in self._overdue() if left <= 0])

    def _overdue(self) -> list[tuple[Seat, float]]:
        return self._presence.overdue((self.now - self.changed_at) / 1000)

    @property
    def throw_at(self) -> Millis | None:
        """Match time at which chance acts without a message; None if it waits for a player or is not due."""
        state, hand = self._state, self._state.thrower
        if state.turn != CHANCE:
            return None
        if hand is None:
            return self.changed_at
        if state.level(hand):
            return self.changed_at + self._bot_turns.pause
        if state.clock.kind != "none":
            return self.changed_at + THROW_AFTER_MS
        person = state.player(hand).person
        if person in self._presence.here or len(state.people) == 1:
            return None
        left = self.now - int(self._presence.seconds_away(person) * 1000)
        return max(self.changed_at, left) + THROW_AFTER_MS

    # Owning and unloading

    @property
    def _lacks_owner(self) -> bool:
        """Whether a bot is to act, and another process should ask it."""
        state = self._state
        if self._ownership.owned_here or not self._presence.subscribers or state.status != "playing":
            return False
        return any(state.level(seat) for seat in state.seats_to_act)

    @property
    def claim_is_due(self) -> bool:
        """Whether to claim the table, since its owner has not asked a bot for a while."""
        return self._lacks_owner and time.monotonic() >= self._ownership.claim_again_at()

    def note_use(self) -> None:
        """Keep the room loaded for a while: somebody asked for it, or has just left."""
        self._last_used_at = time.monotonic()

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is here, and nobody came for a while."""
        return not self._presence.subscribers and time.monotonic() - self._last_used_at >= self._idle_seconds

    @property
    def may_unload(self) -> bool:
        """Whether nothing will happen here by itself, at least not soon."""
        if self._state.status != "playing" or not self._ownership.owned_here or self.is_paused:
            return True
        expiry = deadlines.next_expiry(self._state)
        soon = expiry is not None and expiry - self.now <= sleep.UNLOAD_BEYOND_MS
        return not (self._bot_turns.is_busy or soon or self.throw_at is not None)

    @property
    def elapsed_statement(self) -> Change | None:
        """The change that saves match time; None if no clock runs, or another process runs the table."""
        state = self._state
        if (
            state.status != "playing"
            or not self._ownership.owned_here
            or deadlines.next_expiry(state) is None
        ):
            return None
        return sleep.awake_statement(state.code, self.now)
