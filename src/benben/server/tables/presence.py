"""Presence at a table: who is connected, who watches, and which players have been away for long."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from benben.core.contract import Millis, Seat
from benben.server.storage import rows
from benben.server.tables.state import TableState
from benben.server.tables.subscriber import Subscriber
from benben.server.tables.visibility import Presence

if TYPE_CHECKING:
    from benben.server.tables.services import Ownership

CORRESPONDENCE_SECONDS = 3600  # a move: with a clock this slow nobody is expected to stay
DEPARTURES_REMEMBERED = 10_000  # of people and tables


class Departures:
    """When people left which table, also after its room was unloaded. A restart forgets them."""

    def __init__(self) -> None:
        self._left: OrderedDict[tuple[str, str], Millis] = OrderedDict()  # by table and person

    def note(self, code: str, person: str) -> None:
        self._left[code, person] = rows.wall_clock_ms()
        self._left.move_to_end((code, person))
        if len(self._left) > DEPARTURES_REMEMBERED:
            self._left.popitem(last=False)

    def moment(self, code: str, person: str) -> Millis:
        """When a person left a table, by the wall clock; 0 if that is not known."""
        return self._left.get((code, person), 0)


class PresenceTracker:
    """Who is connected to one table."""

    def __init__(
        self,
        state: TableState,
        departures: Departures,
        ownership: Ownership,
        *,
        patience: float,
        host_grace: float,
    ) -> None:
        self._state = state
        self._departures = departures
        self._ownership = ownership
        self._patience = patience
        self._host_grace = host_grace
        self.subscribers: list[Subscriber] = []
        self.here: frozenset[str] = frozenset()  # people who are connected to any process
        self._since = time.monotonic()  # before this nobody counts as away
        self._last_seen: dict[str, float] = {}  # by person who was here and left
        self.reported_gone: list[Seat] = []  # seats that the subscribers know to be gone

    def begin(self) -> None:
        """Count absence from now on: the match begins."""
        self._since = time.monotonic()

    def add(self, subscriber: Subscriber) -> None:
        self.subscribers.append(subscriber)
        self._refresh()

    def remove(self, subscriber: Subscriber) -> None:
        self.subscribers.remove(subscriber)
        self._refresh()
        if subscriber.person and subscriber.person not in self.here:
            self._note_departure(subscriber.person)

    def elsewhere_changed(self) -> None:
        """Update presence after people came or left at another process."""
        before = self.here
        self._refresh()
        for person in before - self.here:
            self._note_departure(person)

    def _refresh(self) -> None:
        here = frozenset(subscriber.person for subscriber in self.subscribers if subscriber.person)
        self.here = here | self._ownership.people_elsewhere

    def _note_departure(self, person: str) -> None:
        self._last_seen[person] = time.monotonic()
        self._departures.note(self._state.code, person)

    @property
    def host_is_here(self) -> bool:
        """Whether the person who made this table is connected to it, or was a moment ago."""
        hosts = self._state.hosts
        return not hosts.isdisjoint(self.here) or any(map(self._was_here, hosts))

    def _was_here(self, person: str) -> bool:
        """Whether a person left a moment ago, as when a page is loaded again."""
        last = self._last_seen.get(person)
        return last is not None and time.monotonic() - last < self._host_grace

    def seconds_away(self, person: str) -> float:
        """How long a person who is not connected has been away, as far as this room knows."""
        return time.monotonic() - max(self._last_seen.get(person, 0.0), self._since)

    def snapshot(self) -> Presence:
        """Who is here, gone and watching now."""
        state, here = self._state, self.here
        looking = [each.person for each in self.subscribers if not state.seats_of(each.person)]
        watching = len({person for person in looking if person}) + looking.count(None)
        since = {person: self._departures.moment(state.code, person) for person in state.people - here}
        return Presence(
            here=here,
            gone=self.gone,
            watching=watching + self._ownership.watchers_elsewhere(),
            patience=int(self._patience_seconds),
            since=since,
        )

    @property
    def gone(self) -> list[Seat]:
        """Seats whose players have been away for long: the others need not wait."""
        return [seat for seat, left in self.away() if left <= 0]

    def away(self) -> list[tuple[Seat, float]]:
        """Seats of people who are away, and the seconds until they count as gone."""
        state, here = self._state, self.here
        if state.status != "playing" or state.people <= here:
            return []
        patience = self._patience_seconds
        if not patience:
            return []
        found = []
        for seat in range(state.match.seats):
            person = state.player(seat).person
            if person and person not in here and not state.level(seat):
                found.append((seat, patience - self.seconds_away(person)))
        return found

    @property
    def _patience_seconds(self) -> float:
        """Seconds until an absent player counts as gone; 0 where a move may take hours, and nobody does."""
        plan = self._state.plan.clock
        return 0 if plan.kind == "move" and plan.seconds >= CORRESPONDENCE_SECONDS else self._patience
