"""Who is at a table, who looks on, and who has been away for so long that the others need not wait."""

from __future__ import annotations

import time
from collections.abc import Collection, Set

from benben.core.contract import Seat
from benben.server.tables.state import Desk
from benben.server.tables.subscriber import Listener
from benben.server.tables.visibility import Presence

BY_POST = 3600  # seconds a move from which on nobody is expected to stay


class Attendance:
    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._since = time.monotonic()  # nobody counts as away before
        self._last_seen: dict[str, float] = {}  # by person who was here and went
        self.told: list[Seat] = []  # those gone, as the listeners were told

    def begin(self) -> None:
        """The match begins: only from now on anybody is waited for."""
        self._since = time.monotonic()

    def went(self, person: str) -> None:
        self._last_seen[person] = time.monotonic()

    def seconds_away(self, person: str) -> float:
        """How long somebody who is not connected has been away, as far as this room knows."""
        return time.monotonic() - max(self._last_seen.get(person, 0.0), self._since)

    def presence(self, desk: Desk, listeners: Collection[Listener], here: Set[str]) -> Presence:
        looking = [each.person for each in listeners if not desk.seats_of(each.person)]
        watching = len({person for person in looking if person}) + looking.count(None)
        return Presence(here, self.gone(desk, here), watching, int(self._waits(desk)))

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
