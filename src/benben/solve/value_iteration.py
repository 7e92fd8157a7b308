"""Value iteration from two sides: bounds between which the value of every position of a game surely lies.

A value is the chance of the player to move. The lower bound counts a game that is not over after so many
moves as lost, the upper one as won. A sweep computes both bounds of each position from those of the positions
that may follow, and never widens them. So they are true after any sweep, a run may be stopped at any time,
and what is left between them is the error: no small change from sweep to sweep is taken for the end.

Positions are split into classes, so that a match goes from class to class and never returns. Those at the end
of a match are solved first. In a class, groups of rows are swept one after the other. Rows of one group do
not follow from each other, so they are swept side by side, on all processors.

The game says what its classes are, and by its rules what may follow the positions of some rows: that is its
PositionGraph. What follows is kept for the next sweep as far as memory allows.
"""

from __future__ import annotations

import os
import time
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from benben.core.compiled import machine
from benben.solve import position_links
from benben.solve.position_links import ONE, Words
from benben.solve.value_files import FORMAT, DamagedTable, Head, prepare_folder, read_values, write_values

KEPT_SECONDS = 30.0  # between two writings of a table that is being made
LINK_BYTES = 500 << 20  # of what follows, kept in memory; beyond it the rules are asked in every sweep
_LEAST_ROWS = 64  # that are worth a thread


class PositionClass(NamedTuple):
    """Positions that are solved together."""

    name: str  # also of its file: "3-2"
    words: str  # "3 against 2"
    begin: int  # number of its first position among all
    size: int  # positions


class Swept(NamedTuple):
    """What came of sweeping some rows."""

    changed: bool
    widest: int  # the most by which the two bounds of a position still differ


class PositionGraph(Protocol):
    """What a game knows of its classes."""

    @property
    def weights(self) -> Sequence[int]: ...  # of the outcomes of chance

    # Rows that do not follow from each other, from a first to before a last, in the order to sweep them in
    def groups(self, one: PositionClass, /) -> Sequence[tuple[int, int]]: ...
    def links(self, one: PositionClass, first: int, last: int, /) -> Words: ...  # of the rows to last - 1


Going = Callable[[int], bool]  # asked now and then with the positions swept so far: shall it go on?


class ValueTables:
    """The bounds of all positions of some classes, and their files."""

    def __init__(
        self,
        rules: str,
        classes: Sequence[PositionClass],
        folder: Path | None,
        link_bytes: int = LINK_BYTES,
    ) -> None:
        self.rules = rules  # by which the values are computed; a file of other rules is not read
        self.classes = classes  # in the order in which they are solved
        self.folder = folder  # None: nothing is kept
        self._link_bytes = link_bytes
        total = max(one.begin + one.size for one in classes)
        self.bounds = array("I", [0, ONE]) * total  # lower and upper, one position after the other
        self.heads = {one.name: self._head(one, 0, ONE, finished=False) for one in classes}

    @property
    def finished(self) -> bool:
        return all(head.finished for head in self.heads.values())

    def read(self, refused: Callable[[DamagedTable], object] | None = None) -> None:
        """Read what is kept; Unreadable if a table is damaged, unless somebody is told of it instead."""
        for one in self.classes if self.folder else ():
            try:
                head = read_values(self._path(one), self.rules, one.name, self._words(one))
            except DamagedTable as fault:
                if refused is None:
                    raise
                refused(fault)
                continue
            if head is not None:
                self.heads[one.name] = head

    def solve(self, graph: PositionGraph, error: float, going: Going, tell: Callable[[str], object]) -> bool:
        """Sweep until every value is known to this error, or nothing changes any more.

        False if `going` ended it before. What was found is kept in any case: the next run goes on there.
        """
        waiting = [one for one in self.classes if not self.heads[one.name].finished]
        if self.folder and waiting:
            sizes = [one.size for one in waiting]
            prepare_folder(
                self.folder, sum(sizes) + max(sizes)
            )  # an old table goes when the new one is there
        count, enough = _Counter(going), int(2 * error * ONE)
        with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            return all(
                self._solve_class(
                    one, _Workers(graph, self.bounds, threads, self._link_bytes), enough, count, tell
                )
                for one in waiting
            )

    def _solve_class(
        self,
        one: PositionClass,
        workers: _Workers,
        enough: int,
        count: _Counter,
        tell: Callable[[str], object],
    ) -> bool:
        kept = time.monotonic()
        try:
            while not self.heads[one.name].finished:
                found = workers.sweep(one, count)
                if found is None:
                    return False
                sweeps = self.heads[one.name].sweeps + 1
                finished = found.widest <= enough or not found.changed
                self.heads[one.name] = self._head(one, sweeps, found.widest, finished)
                tell(f"{one.words}: {sweeps} sweeps, known to {found.widest / ONE / 2:.9f}")
                if time.monotonic() - kept > KEPT_SECONDS and not finished:
                    self._keep(one)
                    kept = time.monotonic()
            return True
        finally:
            self._keep(one)

    def _keep(self, one: PositionClass) -> None:
        if self.folder:
            write_values(self._path(one), self.heads[one.name], self._words(one))

    def _head(self, one: PositionClass, sweeps: int, widest: int, finished: bool) -> Head:
        return Head(FORMAT, self.rules, one.name, one.size, sweeps, widest, finished)

    def _words(self, one: PositionClass) -> memoryview:
        return memoryview(self.bounds)[2 * one.begin : 2 * (one.begin + one.size)]

    def _path(self, one: PositionClass) -> Path:
        assert self.folder
        return self.folder / f"{one.name}.values"


class _Counter:
    """Positions swept so far, and whether to go on."""

    def __init__(self, going: Going) -> None:
        self._going = going
        self._positions = 0

    def __call__(self, more: int) -> bool:
        self._positions += more
        return self._going(self._positions)


class _Workers:
    """Threads that sweep the rows of one group side by side. Machine code does not hold them up."""

    def __init__(self, graph: PositionGraph, bounds: Words, threads: ThreadPoolExecutor, room: int) -> None:
        self._graph, self._threads = graph, threads
        self._many = os.cpu_count() or 1
        engine = machine(position_links)
        self._sweep = engine.bind(position_links.sweep)
        self._bounds = words_of(bounds) if engine.fast else bounds
        self._weights = tuple(graph.weights)
        self._links: dict[tuple[str, int, int], Words] = {}  # by class and rows
        self._room = room  # bytes that are left for links

    def sweep(self, one: PositionClass, count: Callable[[int], bool]) -> Swept | None:
        """Sweep over a class once; None if there was no time to end it."""
        changed, widest = False, 0
        groups = self._graph.groups(one)
        width = one.size // groups[-1][1]
        for first, last in groups:
            for moved, open_ in self._sweep_group(one, first, last):
                changed, widest = changed or moved, max(widest, open_)
            if not count(width * (last - first)):
                return None
        return Swept(changed, widest)

    def _sweep_group(self, one: PositionClass, first: int, last: int) -> list[tuple[bool, int]]:
        step = max(_LEAST_ROWS, -(-(last - first) // self._many))
        parts = [(at, min(at + step, last)) for at in range(first, last, step)]
        if len(parts) == 1:
            return [self._sweep_rows(one, first, last)]
        futures = [self._threads.submit(self._sweep_rows, one, *part) for part in parts]
        try:
            return [future.result() for future in futures]
        finally:
            wait(futures)  # who interrupts has the bounds kept at once, so nobody may change them any more

    def _sweep_rows(self, one: PositionClass, first: int, last: int) -> tuple[bool, int]:
        place = one.name, first, last
        links = self._links.get(place)
        if links is None:
            links = self._graph.links(one, first, last)
            size = len(links) * links.itemsize
            if size <= self._room:
                self._room -= size
                self._links[place] = links
        return self._sweep(links, self._weights, self._bounds)


def words_of(words: array[int]) -> Any:
    """An array for machine code, in the memory of this one."""
    import numpy as np  # late: comes with numba, and only machine code needs it

    return np.frombuffer(words, np.dtype(words.typecode))
