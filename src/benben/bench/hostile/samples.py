"""What honest people saw during one phase: times of moves, bots' replies and calls, and health checks."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple


class Waited(Enum):
    """What honest people wait for."""

    MOVE = auto()  # from due to acknowledged
    REPLY = auto()  # from a bot's turn to its action
    CALL = auto()  # taking a name, opening a table, sitting down


class HonestFigures(NamedTuple):
    """A phase in figures; times in milliseconds, infinite where nothing happened at all."""

    moves: int
    move_p50: float
    move_p99: float
    replies: int
    reply_p50: float
    reply_p90: float
    worst_call: float
    health_checks: int
    health_failures: int
    faults: Counter[str]  # what went wrong for honest people, in words


class Samples:
    """The times of one phase, and what still waits."""

    def __init__(self) -> None:
        self._waiting: dict[object, tuple[Waited, float]] = {}  # since when
        self.begin_phase()

    def begin_phase(self) -> None:
        """Forget what was measured. Whatever waits now counts from now on."""
        self._began = time.perf_counter()
        self._seconds: dict[Waited, list[float]] = {kind: [] for kind in Waited}
        self.health_checks = self.health_failures = 0
        self.faults: Counter[str] = Counter()

    def begin_wait(self, key: object, kind: Waited, since: float | None = None) -> None:
        """Note that somebody waits, unless that is known; `since` may be in the past."""
        if key not in self._waiting:
            self._waiting[key] = (kind, since or time.perf_counter())

    def end_wait(self, key: object) -> None:
        """Note that the wait is over, if there was one."""
        if found := self._waiting.pop(key, None):
            self._note(*found)

    def fail_wait(self, key: object) -> None:
        """Note that what was waited for did not come, and never will: no time is worse."""
        if found := self._waiting.pop(key, None):
            self._seconds[found[0]].append(float("inf"))

    def _note(self, kind: Waited, since: float) -> None:
        self._seconds[kind].append(time.perf_counter() - max(since, self._began))

    def figures(self) -> HonestFigures:
        """The figures of the phase so far. What still waits counts with the time that it has waited."""
        still: dict[Waited, list[float]] = {kind: [] for kind in Waited}
        now = time.perf_counter()
        for kind, since in self._waiting.values():
            still[kind].append(now - max(since, self._began))
        moves, replies, calls = (self._seconds[kind] + still[kind] for kind in Waited)
        return HonestFigures(
            len(self._seconds[Waited.MOVE]),
            percentile(moves, 50),
            percentile(moves, 99),
            len(self._seconds[Waited.REPLY]),
            percentile(replies, 50),
            percentile(replies, 90),
            percentile(calls, 100),
            self.health_checks,
            self.health_failures,
            self.faults.copy(),
        )


def percentile(seconds: Sequence[float], percent: int) -> float:
    """The time, in milliseconds, that this share of the samples did not exceed."""
    if not seconds:
        return float("inf")
    ranked = sorted(seconds)
    return 1000 * ranked[max(0, -(-len(ranked) * percent // 100) - 1)]
