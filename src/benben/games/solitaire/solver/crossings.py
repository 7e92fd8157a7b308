"""A bound from counting: how many inner pyramids it takes to leave only a few, by what is odd and even.

A line is three squares in a row; a hop along it, in either direction, changes the number of pyramids on each
of the three by one. So from the squares whose number must change between odd and even follows, up to a few
choices, along which lines an odd number of hops must still be made: one at least.

The inner squares are those that are not on the edge. They never gain pyramids, and most lines over them cost
them one a hop. On 3 x 4 there are two, b2 and c2, and six such lines, two upright and four diagonal:

    rank 3    .  \\|/ \\|/  .
    rank 2    .  b2   c2  .
    rank 1    .  /|\\ /|\\  .

If more of these lines must be used than there are pyramids on b2 and c2, there is no way. Neither sizes nor
the order of hops come into it, so a position is looked up by two numbers: which squares are odd, and how many
pyramids are inside. What was said here of a single pyramid that is left holds of two or three likewise.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

MOST_SQUARES = 12  # of a board with this bound: there is an entry for every set of squares
MOST_LEFT = 3  # pyramids left, of which the bound knows

Line = tuple[int, int, int]  # squares: an end, the one between, the other end


class Crossings(NamedTuple):
    """What the bound knows of a board size. A board without inner squares, or too large, needs nothing."""

    bits: tuple[int, ...]  # by square: its bit in a set of squares; 0 on a board without this bound
    inner: tuple[int, ...]  # by square: 1 if it is not on the edge
    needs: tuple[int, ...]  # by pyramids left, from 1, and set of odd squares: inner pyramids, at least


@cache
def crossings(ranks: int, files: int, lines: tuple[Line, ...]) -> Crossings:
    """The bound of a board size with these lines."""
    squares = ranks * files
    inner = tuple(
        int(0 < square // files < ranks - 1 and 0 < square % files < files - 1) for square in range(squares)
    )
    if squares > MOST_SQUARES or not any(inner):
        return Crossings((0,) * squares, (0,) * squares, (0,) * MOST_LEFT)
    sets = range(1 << squares)
    need = [0 if odd == 0 else squares * squares for odd in sets]  # to leave nothing
    for first, over, end in lines:
        turned = 1 << first | 1 << over | 1 << end
        cost = inner[over] - abs(inner[first] - inner[end])  # a hop costs the inner squares this, at least
        need = [min(need[odd], need[odd ^ turned] + cost) for odd in sets]
    needs: list[int] = []
    fewest = [squares * squares] * len(need)
    for _ in range(MOST_LEFT):
        left = [squares * squares] * len(need)  # to leave one pyramid more
        for square in range(squares):
            left = [min(left[odd], need[odd ^ 1 << square] + inner[square]) for odd in sets]
        need = left
        fewest = [min(pair) for pair in zip(fewest, need, strict=True)]
        needs += fewest
    return Crossings(tuple(1 << square for square in range(squares)), inner, tuple(needs))
