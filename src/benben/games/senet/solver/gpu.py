"""Bounds of Senet positions with up to five pieces a side, computed on one graphics processor.

They lie in its memory, eight bytes for each position: 3.5 GB for up to four a side, 68.5 GB for five. Nothing
is kept on disk. Bounds are narrowed by sweeps, class after class, as solve/value_iteration.py tells.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import combinations, pairwise
from math import comb
from typing import Any, NamedTuple

from benben.games.senet.rules import Options, start
from benben.games.senet.solver import Bounds
from benben.games.senet.solver.kernels import fill_kernel, sweep_kernel
from benben.games.senet.solver.packing import (
    MOST_PIECES,
    SQUARES,
    colourings,
    packing,
    pairs,
    place,
    position_class,
    sides,
)
from benben.games.senet.solver.sweep_bounds import END, NARROW, ONE, OPEN, UNKNOWN, WON
from benben.solve.device import cuda_module, graphics_processor
from benben.solve.value_iteration import Going, PositionClass, Swept

LOW_SQUARES = 15  # squares of which a row's first half is made
LEFT_ALONE = 4  # a position is left as it is when its bounds are so many times nearer than they need be
TOLD_SECONDS = 5.0  # between two sentences about a class
WORD = 8  # bytes
FILLING = 4096, 256  # blocks and threads that set all words


class Solved(NamedTuple):
    """What is known of a class after sweeping it."""

    positions: PositionClass
    sweeps: int
    unknown: int  # the most by which the two bounds of a position differ
    seconds: float
    finished: bool  # to the error that was asked for, or a sweep changed nothing

    @property
    def error(self) -> float:
        return self.unknown / ONE / 2


class GpuEndgames:
    """The bounds of all positions with at most so many pieces a side, in the memory of a GPU."""

    def __init__(self, own: int, enemy: int) -> None:
        """Unreadable if there is no GPU, or if its memory has no room."""
        self.classes = [position_class(*pair) for pair in pairs(own, enemy)]
        self._cuda = cuda_module()
        self.device = graphics_processor(self._cuda, needed_bytes(own, enemy))
        import numpy as np  # late: it comes with numba

        self._np = np
        last = self.classes[-1]
        self.bounds = self._cuda.device_array(last.begin + last.size + 1, np.int64)  # and the word of a win
        self.packed = tuple(self._sent(each) for each in packing())
        self._ranks = self._sent(colouring_ranks())
        self._sweep, self._fill = sweep_kernel(), fill_kernel()
        self._rows: dict[int, tuple[Any, list[tuple[int, int]]]] = {}
        self._swept = 0  # positions so far, each sweep counted
        self._clear(UNKNOWN, WON)

    def ends(self, tell: Callable[[str], object] = lambda _: None) -> bool:
        """Whether from every position some throws end the game, however they are played.

        Then no play goes on for ever, so that each position has one value only. Bounds are lost.
        """
        self._clear(OPEN, UNKNOWN)
        try:
            for one in self.classes:
                found, sweeps = Swept(True, ONE), 0
                while found.changed and found.widest:
                    found = self.sweep(one, END, 0)
                    sweeps += 1
                tell(f"{one.words}: {sweeps} sweeps, {'not all end' if found.widest else 'all end'}")
                if found.widest:
                    return False
            return True
        finally:
            self._clear(UNKNOWN, WON)

    def solve(
        self, error: float, seconds: float | None, going: Going, tell: Callable[[str], object]
    ) -> list[Solved]:
        """Sweep class after class until every value is known to this error, or nothing changes any more.

        Of the seconds each class may have as much as its share of the positions that are left, so that a
        class that closes slowly leaves time for those after it.
        """
        end = None if seconds is None else time.monotonic() + seconds
        found = []
        for n, one in enumerate(self.classes):
            share = one.size / sum(each.size for each in self.classes[n:])
            limit = None if end is None else (end - time.monotonic()) * share
            found.append(self.solve_class(one, error, limit, going, tell))
        return found

    def solve_class(
        self,
        one: PositionClass,
        error: float,
        seconds: float | None = None,
        going: Going = lambda _: True,
        tell: Callable[[str], object] = lambda _: None,
    ) -> Solved:
        """Sweep over a class, at least once, until its values are known to this error or the time is over."""
        enough = int(2 * error * ONE)
        began = told = time.monotonic()
        now, more = Solved(one, 0, ONE, 0.0, finished=False), True
        while more and not now.finished:
            found = self.sweep(one, NARROW, enough // LEFT_ALONE)
            clock = time.monotonic()
            finished = found.widest <= enough or not found.changed
            now = Solved(one, now.sweeps + 1, found.widest, clock - began, finished)
            self._swept += one.size
            more = going(self._swept) and (seconds is None or now.seconds < seconds)
            if finished or not more or clock - told > TOLD_SECONDS:
                told = clock
                state = "finished" if finished else "going on" if more else "stopped"
                words = f"{now.sweeps} sweeps, known to {now.error:.9f}, {now.seconds:.1f} s"
                tell(f"{one.words}: {words}, {state}")
        return now

    def sweep(self, one: PositionClass, mode: int, little: int) -> Swept:
        """Sweep over a class once: whether a word has changed, and the most that is unknown of a position."""
        np, pieces = self._np, sum(sides(one))
        rows, groups = self._rows_of(pieces)
        given, numbers = colouring_numbers(*sides(one))
        of_pieces, numbered, told = self._sent(given), self._sent(numbers), self._sent([0, 0])
        threads = -(-max(len(given), 5 * pieces) // 32) * 32
        for first, last in groups:
            self._sweep[last - first, threads](
                *(rows, np.int64(first), of_pieces, numbered, np.int64(pieces), *self.packed, self._ranks),
                *(self.bounds, np.int64(one.begin), np.int64(mode), np.int64(little), told),
            )
        changed, widest = told.copy_to_host()
        return Swept(bool(changed), int(widest))

    def opening(self, pieces: int) -> Bounds:
        """Between which the chance of the player lies who begins a game with so many pieces a side."""
        s = start(2, Options(pieces=pieces))
        word = int(self.bounds[place(s.cones, s.spools, packing())])
        return Bounds((word & ONE) / ONE, (word >> 32 & ONE) / ONE)

    def _clear(self, word: int, last: int) -> None:
        self._fill[FILLING](self.bounds, self._np.int64(word))
        self.bounds[len(self.bounds) - 1] = last

    def _rows_of(self, pieces: int) -> tuple[Any, list[tuple[int, int]]]:
        if pieces not in self._rows:  # those of one class after the other: only the last are kept
            masks, groups = row_masks(pieces)
            self._rows = {pieces: (self._cuda.to_device(masks), groups)}
        return self._rows[pieces]

    def _sent(self, numbers: Any) -> Any:
        return self._cuda.to_device(self._np.array(numbers, self._np.int64))


def needed_bytes(own: int, enemy: int) -> int:
    """The memory for the bounds of so many pieces, and for what a sweep needs beside them."""
    last = position_class(*pairs(own, enemy)[-1])
    return WORD * (last.begin + last.size) * 21 // 20


def colouring_ranks() -> list[int]:
    """The number of each colouring among those with as many pieces, by its bits."""
    found = []
    for bits in range(1 << 2 * MOST_PIECES):
        places = [n for n in range(2 * MOST_PIECES) if bits >> n & 1]
        found.append(sum(comb(n, k) for k, n in enumerate(places, 1)))
    return found


def colouring_numbers(own: int, enemy: int) -> tuple[list[int], list[int]]:
    """Every colouring of a row, and its number there: those in which the smaller side throws come last."""
    ranks, given = colouring_ranks(), list(colourings(own, enemy))
    half = comb(own + enemy, own)
    return given, [ranks[bits] + (half if bits.bit_count() != own else 0) for bits in given]


def row_masks(pieces: int) -> tuple[Any, list[tuple[int, int]]]:
    """Every set of so many squares, those furthest on first, and the groups that are as far as each other.

    They are the rows of packing.py, which makes them one by one: millions take numpy.
    """
    import numpy as np

    halves = SQUARES[:LOW_SQUARES], SQUARES[LOW_SQUARES:]
    found, steps = [], []
    for many in range(max(0, pieces - len(halves[1])), min(pieces, LOW_SQUARES) + 1):
        low, high = (
            np.array([[sum(1 << n for n in each), sum(each)] for each in combinations(half, k)], np.int64)
            for half, k in zip(halves, (many, pieces - many), strict=True)
        )
        both = low.reshape(-1, 2)[:, None, :] + high.reshape(-1, 2)[None, :, :]
        found.append(both[..., 0].ravel())
        steps.append(both[..., 1].ravel())
    masks, sums = np.concatenate(found), np.concatenate(steps)
    order = np.lexsort((masks, -sums))
    masks, sums = masks[order], sums[order]
    edges = [0, *(np.flatnonzero(np.diff(sums)) + 1).tolist(), len(sums)]
    return masks, list(pairwise(edges))
