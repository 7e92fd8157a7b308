"""The opening of seeds, just before a match begins.

The people at a table have committed to their seeds. When every place is taken, everybody is ready and all of
them are connected, they are asked to open the seeds. The match begins when all have. A person who does not in
time loses the seat, and then no seed that was opened is used: its owner commits to a fresh one.
"""

from __future__ import annotations

import time

from benben.core.contract import Illegal
from benben.server.tables.presence import PresenceTracker
from benben.server.tables.state import TableState


class OpeningRound:
    """Whether the seeds of one table are being opened, and since when."""

    def __init__(self, state: TableState, presence: PresenceTracker, seconds: float) -> None:
        self._state = state
        self._presence = presence
        self._seconds = seconds
        self._began_at: float | None = None  # by the monotonic clock; None: no round runs
        self._renewed: set[str] = set()  # people whose fresh commitment voided what others had opened

    @property
    def is_running(self) -> bool:
        return self._began_at is not None

    def refresh(self) -> None:
        """Begin the round when all are there, and end it when the seats have changed or the match begins.

        If somebody has opened a seed, as before a restart, it runs whoever is there.
        """
        seats = self._state.seats
        if self._state.status != "waiting" or not seats.is_complete:
            self._renewed.clear()
        if self._state.status != "waiting" or not seats.is_to_be_opened:
            self._began_at = None
        elif self._began_at is None and (seats.opened or seats.unopened <= self._presence.here):
            self._began_at = time.monotonic()

    @property
    def seconds_left(self) -> float | None:
        """Seconds until people who have not opened their seeds lose their seats; None if no round runs."""
        return None if self._began_at is None else self._began_at + self._seconds - time.monotonic()

    @property
    def late_people(self) -> list[str]:
        """People who should have opened their seeds by now."""
        left = self.seconds_left
        return [] if left is None or left > 0 else sorted(self._state.seats.unopened)

    def note_renewal(self, person: str) -> None:
        """Note a fresh commitment of this person. Illegal if it would void others' seeds once more."""
        if self._state.seats.opened:
            if person in self._renewed:
                raise Illegal("table", "You may replace your part of the dice once. Open the one you gave.")
            self._renewed.add(person)
