"""Turns of bots: each is asked in a worker when it is to act, and acts after a pause."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from benben.core.contract import CHANCE, EVERYONE, TIME, Millis, Seat
from benben.server.log_output import log_name
from benben.server.workers import tasks

if TYPE_CHECKING:
    from benben.server.tables.room import Room

BOT_RETRY_SECONDS = 2.0  # until a bot that failed is asked again; twice as long after each further failure
BOT_RETRY_DOUBLINGS = 6  # at most
PAUSE_FACTORS = {
    "slow": 2.5,
    "normal": 1.0,
    "fast": 0.35,
    "instant": 0.0,
}  # of the server's pause, by the pace that a player chose

_log = logging.getLogger("benben")


class BotAnswer(NamedTuple):
    """The action that a bot chose."""

    position: int  # that it thought about, see BotTurns._position
    action: Any
    at: Millis  # match time at which it acts


class BotTurns:
    """Asks the bots of one room, and keeps their answers until their pauses are over."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._asked: dict[Seat, int] = {}  # by seat: the position that its bot thinks about
        self._answers: dict[Seat, BotAnswer] = {}
        self._failures = 0  # of bots here, since one last answered

    def forget(self, seat: Seat) -> None:
        """Drop what the bot of this seat was asked and answered."""
        self._asked.pop(seat, None)
        self._answers.pop(seat, None)

    def player_changed(self, seat: Seat) -> None:
        """Note that a bot plays for this seat now, or no longer."""
        self.forget(seat)
        self.room.ownership.note_bots()

    def _position(self, seat: Seat) -> int:
        """A number for the decision of this seat. Where everybody acts, other seats do not change it."""
        m = self.room.state.match
        if self.room.state.turn != EVERYONE:
            return m.length
        return -1 - sum(event.by in (seat, CHANCE, TIME) for event in m.events)

    def requeue(self, seat: Seat, answer: BotAnswer) -> None:
        """Put back an answer that could not be stored, and may still be right."""
        self._asked[seat], self._answers[seat] = answer.position, answer

    @property
    def pause(self) -> Millis:
        """How long a bot waits, so that people can follow: the slowest pace that a connected player chose.

        If no player is connected, the slowest pace of a watcher counts.
        """
        room = self.room
        players = [one for one in room.subscribers if room.state.seats_of(one.person)]
        parts = [PAUSE_FACTORS[one.pace] for one in players or room.subscribers]
        return round(room.services.pace_ms * max(parts, default=1.0))

    @property
    def was_asked(self) -> bool:
        """Whether any bot was asked since the table was loaded."""
        return bool(self._asked)

    @property
    def is_busy(self) -> bool:
        """Whether a bot thinks about the present position, or has an answer to it."""
        return any(position == self._position(seat) for seat, position in self._asked.items())

    @property
    def ready_answers(self) -> list[tuple[Seat, BotAnswer]]:
        """Answers to the present position, by seat."""
        return [(seat, one) for seat, one in self._answers.items() if one.position == self._position(seat)]

    def ask_due_bots(self, since: Millis) -> None:
        """Ask every bot that is to act and was not asked yet. Its pause begins at match time `since`."""
        state = self.room.state
        if state.status != "playing" or state.turn == CHANCE or not self.room.ownership.owned_here:
            return
        if self.room.schedule.is_paused:
            return
        for seat in state.seats_to_act:
            if not state.levels[seat]:
                continue
            position = self._position(seat)
            if self._asked.get(seat) != position:
                self._asked[seat] = position
                self._answers.pop(seat, None)
                v = state.game.views.view(state.match.state, seat)
                self.room.spawn(self._ask_bot(seat, position, since, v))

    async def _ask_bot(self, seat: Seat, position: int, since: Millis, v: Any) -> None:
        state, services = self.room.state, self.room.services
        try:
            action, pace = await services.workers.ask(
                tasks.choose,
                state.game.name,
                state.level(seat),
                v,
                seat,
                state.game.version,
                owner=state.owner,
                lane="bots",
                seconds=services.limits.bot_seconds,
                urgent=bool(self.room.subscribers or self.room.presence.here),
            )
        except Exception as fault:  # a broken bot must not end the room; it is asked again
            _log.error(
                "table %s: the bot of seat %d failed: %s", log_name(state.code), seat, type(fault).__name__
            )
            delay = BOT_RETRY_SECONDS * 2 ** min(self._failures, BOT_RETRY_DOUBLINGS)
            self._failures += 1
            await asyncio.sleep(delay)
            self._asked.pop(seat, None)
        else:
            self._failures = 0
            pause = self.room.services.pace_ms and (pace or self.pause)
            self._answers[seat] = BotAnswer(position, action, since + pause)
        self.room.wake()
