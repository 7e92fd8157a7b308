"""Senet's sweeps on a graphics processor: a block of threads for a row, a thread for a colouring."""

from __future__ import annotations

from typing import Any

from benben.games.senet.board import STICKS
from benben.games.senet.solver import sweep_bounds
from benben.games.senet.solver.links import squares_of
from benben.games.senet.solver.packing import MOST_PIECES, Packing
from benben.games.senet.solver.sweep_bounds import THROWS, Row
from benben.solve.device import DeviceFunctions, cuda_module

MOST_STEPS = 2 * MOST_PIECES * THROWS  # of a row


def sweep_kernel() -> Any:
    """The kernel that computes some rows once, in one of the modes of `swept`.

    Positions of which at most `little` is unknown are left as they are. It tells in `told` whether any word
    has changed, and the most that is unknown of a position.
    """
    cuda = cuda_module()
    functions = DeviceFunctions()
    swept, unknown_part = (
        functions.function(sweep_bounds.swept),
        functions.function(sweep_bounds.unknown_part),
    )
    step, row_number = functions.function(sweep_bounds.step), functions.function(sweep_bounds.row_number)
    squares = functions.function(squares_of)

    @cuda.jit
    def sweep(  # type: ignore[no-untyped-def]
        rows,
        first,
        colourings,
        numbers,
        pieces,
        ways,
        starts,
        widths,
        ranks,
        bounds,
        begin,
        mode,
        little,
        told,
    ):
        packed = Packing(ways, starts, widths)
        steps = cuda.shared.array(MOST_STEPS, "int64")
        taken = rows[first + cuda.blockIdx.x]
        number = row_number(taken, packed)
        thread = cuda.threadIdx.x
        if thread < pieces * len(STICKS):
            piece, which = thread // len(STICKS), thread % len(STICKS)
            throw = STICKS[which][0]
            steps[THROWS * piece + throw] = step(taken, number, piece, throw, packed)
        cuda.syncthreads()
        if thread >= len(colourings):
            return
        at = begin + len(colourings) * number + numbers[thread]
        word = bounds[at]
        unknown = unknown_part(word, mode)
        if unknown > little:
            row = Row(taken, number, steps, ranks)
            own = squares(taken, colourings[thread])
            new = swept(row, colourings[thread], own, packed, bounds, word, mode)
            if new != word:
                bounds[at] = new
                told[0] = 1
                unknown = unknown_part(new, mode)
        if unknown > told[1]:
            cuda.atomic.max(told, 1, unknown)

    return sweep


def fill_kernel() -> Any:
    """The kernel that sets all words to one value."""
    cuda = cuda_module()

    @cuda.jit
    def fill(words, value):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        while at < len(words):
            words[at] = value
            at += cuda.gridsize(1)

    return fill
