"""Who is at a table, who looks on, and who has been away for so long that the others need not wait."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection, Set

from benben.core.contract import Millis, Seat
from benben.server.storage import rows
from benben.server.tables.state import Desk
from benben.server.tables.subscriber import Listener
from benben.server.tables.visibility import Presence

BY_POST = 3600  # seconds a move from which on nobody is expected to stay
HOST_GRACE_SECONDS = 5.0  # in which a host who reconnects was never away
MOST_DEPARTURES = 10_000  # that are remembered


class Departures:
    """When people left which table, also after its room was put away. A restart forgets them."""

    def __init__(self) -> None:
        self._left: OrderedDict[tuple[str, str], Millis] = OrderedDict()  # by table and person

    def note(self, code: str, person: str) -> None:
        self._left[code, person] = rows.wall_clock_ms()
        self._left.move_to_end((code, person))
        if len(self._left) > MOST_DEPARTURES:
            self._left.popitem(last=False)

    def moment(self, code: str, person: str) -> Millis:
        """By the calendar; 0: not known."""
        return self._left.get((code, person), 0)


class Attendance:
    def __init__(self, code: str, departures: Departures, patience: float) -> None:
        self._code = code
        self._departures = departures
        self._patience = patience
        self._since = time.monotonic()  # nobody counts as away before
        self._last_seen: dict[str, float] = {}  # by person who was here and went
        self.told: list[Seat] = []  # those gone, as the listeners were told

    def begin(self) -> None:
        """The match begins: only from now on anybody is waited for."""
        self._since = time.monotonic()

    def went(self, person: str) -> None:
        self._last_seen[person] = time.monotonic()
        self._departures.note(self._code, person)

    def was_here(self, person: str) -> bool:
        """Whether somebody went a moment ago, as when a page is loaded again."""
        last = self._last_seen.get(person)
        return last is not None and time.monotonic() - last < HOST_GRACE_SECONDS

    def seconds_away(self, person: str) -> float:
        """How long somebody who is not connected has been away, as far as this room knows."""
        return time.monotonic() - max(self._last_seen.get(person, 0.0), self._since)

    def presence(self, desk: Desk, listeners: Collection[Listener], here: Set[str]) -> Presence:
        looking = [each.person for each in listeners if not desk.seats_of(each.person)]
        watching = len({person for person in looking if person}) + looking.count(None)
        since = {person: self._departures.moment(self._code, person) for person in desk.people - here}
        return Presence(here, self.gone(desk, here), watching, int(self._waits(desk)), since)

    def gone(self, desk: Desk, here: Set[str]) -> list[Seat]:
        return [seat for seat, left in self.away(desk, here) if left <= 0]

    def away(self, desk: Desk, here: Set[str]) -> list[tuple[Seat, float]]:
        """Seats of people who are away, and the seconds until they count as gone."""
        if desk.status != "playing" or desk.people <= here:
            return []
        patience = self._waits(desk)
        if not patience:
            return []
        found = []
        for seat in range(desk.match.seats):
            person = desk.player(seat).person
            if person and person not in here and not desk.level(seat):
                found.append((seat, patience - self.seconds_away(person)))
        return found

    def _waits(self, desk: Desk) -> float:
        """Seconds; 0 where a move may take hours: there nobody counts as gone."""
        plan = desk.plan.clock
        return 0 if plan.kind == "move" and plan.seconds >= BY_POST else self._patience
