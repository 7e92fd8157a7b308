"""Every way to play throws of Senet out, for many positions at once: what tools/train_senet.py learns from.

The dialect of the functions is numba's: they run on processors and on GPUs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from benben.core.compiled import compiled
from benben.games.senet import rules
from benben.games.senet.board import STICKS
from benben.games.senet.rules import backward, forward, size
from benben.games.senet.solver.gpu import GpuEndgames
from benben.games.senet.solver.packing import Packing, place
from benben.games.senet.solver.sweep_bounds import ONE, backward_move, halves, play_out
from benben.solve.device import DeviceFunctions, cuda_module

MOST_WAYS = 32  # to play a throw out; what is beyond them is not looked at
THROWS = len(STICKS)
ERROR = 1e-6  # of a chance: how well values are to be solved
BLOCK = 128  # threads


def write_ways(own: int, enemy: int, throw: int, found: Any, at: int) -> int:
    """Write both sides after every way to play a throw out; how many they are. A pass has none."""
    many, able = 0, forward(own, enemy, throw, 0)
    if able == 0:
        able = backward(own, enemy, throw)
        while able:
            piece = able & -able
            able ^= piece
            found[at + 2 * many], found[at + 2 * many + 1] = backward_move(own, enemy, throw, piece)
            many += 1
        return many
    way = 0
    while way >= 0 and many < MOST_WAYS:
        mine, theirs, way = play_out(own, enemy, throw, able, way)
        found[at + 2 * many], found[at + 2 * many + 1] = mine, theirs
        many += 1
    return many


def write_all_ways(own: Any, enemy: Any, found: Any, counts: Any) -> None:
    for n in range(len(own)):
        for which in range(THROWS):
            at = n * THROWS + which
            counts[at] = write_ways(own[n], enemy[n], STICKS[which][0], found, 2 * MOST_WAYS * at)


def solved_chance(own: int, enemy: int, most: int, packed: Packing, bounds: Any) -> float:
    """The chance of the thrower; -1 if the position was not solved."""
    if own == 0 or enemy == 0 or size(own) > most or size(enemy) > most:
        return -1.0
    low, high = halves(bounds[place(own, enemy, packed)], 0)
    return (low + high) / 2 / ONE


class Processor:
    """Plays throws out on a processor. Nothing is solved."""

    device, most = "cpu", 0

    def __init__(self) -> None:
        self._write = compiled(rules).bind(write_all_ways)

    def ways(self, own: Any, enemy: Any) -> tuple[Any, Any]:
        """Both sides after every way to play each throw out, and how many ways there are."""
        found = np.zeros(len(own) * THROWS * MOST_WAYS * 2, np.int64)
        counts = np.zeros(len(own) * THROWS, np.int64)
        self._write(own.numpy(), enemy.numpy(), found, counts)
        return (
            torch.from_numpy(found).view(-1, THROWS, MOST_WAYS, 2),
            torch.from_numpy(counts).view(-1, THROWS),
        )

    def solved(self, own: Any, enemy: Any) -> Any:  # noqa: ARG002
        return torch.full((len(own),), -1.0)


class GraphicsProcessor:
    """Plays throws out on a GPU, and knows the positions that it solved first."""

    device = "cuda"

    def __init__(self, most: int, seconds: float, tell: Callable[[str], object]) -> None:
        self._cuda, self.most = cuda_module(), most
        self._endgames = GpuEndgames(max(most, 1), max(most, 1))
        if most:
            self._endgames.solve(ERROR, seconds, lambda _: True, tell)
        self._write, self._read = self._kernels()

    def _kernels(self) -> tuple[Any, Any]:
        cuda, functions = self._cuda, DeviceFunctions()
        ways, chance = functions.function(write_ways), functions.function(solved_chance)

        @cuda.jit
        def write(own, enemy, found, counts):  # type: ignore[no-untyped-def]
            at = cuda.grid(1)
            if at < len(counts):
                n, which = at // THROWS, at % THROWS
                counts[at] = ways(own[n], enemy[n], STICKS[which][0], found, 2 * MOST_WAYS * at)

        @cuda.jit
        def read(own, enemy, chances, most, bounds, lines, starts, widths):  # type: ignore[no-untyped-def]
            n = cuda.grid(1)
            if n < len(own):
                chances[n] = chance(own[n], enemy[n], most, Packing(lines, starts, widths), bounds)

        return write, read

    def ways(self, own: Any, enemy: Any) -> tuple[Any, Any]:
        """Both sides after every way to play each throw out, and how many ways there are."""
        many = len(own) * THROWS
        found = torch.zeros(many * MOST_WAYS * 2, dtype=torch.int64, device="cuda")
        counts = torch.zeros(many, dtype=torch.int64, device="cuda")
        self._run(self._write, many, own, enemy, found, counts)
        return found.view(-1, THROWS, MOST_WAYS, 2), counts.view(-1, THROWS)

    def solved(self, own: Any, enemy: Any) -> Any:
        """The chance of the thrower in each position; -1 where it was not solved."""
        chances = torch.full((len(own),), -1.0, device="cuda")
        bounds = self._endgames.bounds
        self._run(self._read, len(own), own, enemy, chances, self.most, bounds, *self._endgames.packed)
        return chances

    def _run(self, kernel: Any, many: int, *given: Any) -> None:
        if many:
            torch.cuda.synchronize()
            kernel[-(-many // BLOCK), BLOCK](*given)
            self._cuda.synchronize()
