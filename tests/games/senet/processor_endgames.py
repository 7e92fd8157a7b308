"""The endgames of a graphics processor, swept by this one: so they are tested where there is none."""

from __future__ import annotations

from array import array
from typing import Any

from benben.core.compiled import compiled
from benben.games.senet import rules
from benben.games.senet.board import STICKS
from benben.games.senet.solver.gpu import GpuEndgames, colouring_numbers, colouring_ranks, row_masks
from benben.games.senet.solver.links import squares_of
from benben.games.senet.solver.packing import MOST_PIECES, Packing, packing, pairs, position_class, sides
from benben.games.senet.solver.sweep_bounds import (
    THROWS,
    UNKNOWN,
    WON,
    Row,
    row_number,
    step,
    swept,
    unknown_part,
)
from benben.solve.value_iteration import PositionClass, Swept, words_of


def sweep_rows(
    masks: Any, first: int, last: int, given: Any, numbers: Any, pieces: int, packed: Packing, row_ranks: Any,
    bounds: Any, begin: int, mode: int, little: int, steps: Any,
) -> tuple[bool, int]:  # fmt: skip
    """What the kernel does, row after row and colouring after colouring."""
    changed, widest = False, 0
    for n in range(first, last):
        taken = masks[n]
        number = row_number(taken, packed)
        for piece in range(pieces):
            for throw, _ in STICKS:
                steps[THROWS * piece + throw] = step(taken, number, piece, throw, packed)
        row = Row(taken, number, steps, row_ranks)
        for thread in range(len(given)):
            at = begin + len(given) * number + numbers[thread]
            word = bounds[at]
            if unknown_part(word, mode) > little:
                own = squares_of(taken, given[thread])
                bounds[at] = swept(row, given[thread], own, packed, bounds, word, mode)
                changed = changed or bounds[at] != word
            widest = max(widest, unknown_part(bounds[at], mode))
    return changed, widest


class ProcessorEndgames(GpuEndgames):
    """The bounds of all positions with at most so many pieces a side, in the memory of this machine."""

    def __init__(self, own: int, enemy: int) -> None:
        self.classes = [position_class(*pair) for pair in pairs(own, enemy)]
        self.device = "this processor"
        self.bounds = array("q", [0]) * (self.classes[-1].begin + self.classes[-1].size + 1)
        self._swept = 0
        self._of_rows = compiled(rules).bind(sweep_rows)
        self._clear(UNKNOWN, WON)

    def sweep(self, one: PositionClass, mode: int, little: int) -> Swept:
        pieces = sum(sides(one))
        masks, groups = row_masks(pieces)
        given, numbers = (words_of(array("q", each)) for each in colouring_numbers(*sides(one)))
        packed, ranks = Packing(*map(words_of, packing())), words_of(array("q", colouring_ranks()))
        steps = words_of(array("q", bytes(8 * 2 * MOST_PIECES * THROWS)))
        found = [
            self._of_rows(
                masks, first, last, given, numbers, pieces, packed, ranks,
                words_of(self.bounds), one.begin, mode, little, steps,
            )
            for first, last in groups
        ]  # fmt: skip
        return Swept(any(changed for changed, _ in found), max(widest for _, widest in found))

    def _clear(self, word: int, last: int) -> None:
        self.bounds = array("q", [word]) * len(self.bounds)
        self.bounds[-1] = last
