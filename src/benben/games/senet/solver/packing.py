"""How Senet's positions are numbered, so that a table has no gaps. The owner of the first set throws next.

A row is a set of occupied squares; rows are numbered by combinations of the 29 squares on which a piece can
stand. All colourings of a row, which say what pieces are the thrower's, follow each other. A capture stays in
its row. A class has the positions with so many pieces of one side and so many of the other, whoever
throws; where both have as many, a row has each colouring once.

    23 x, 25 o, 30 o:   the row of {23, 25, 30}, and in it the colouring {first of the three}
"""

from __future__ import annotations

from array import array
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from benben.games.senet.board import LAST, WATER
from benben.games.senet.rules import size
from benben.solve.value_iteration import PositionClass

MOST_PIECES = 5  # a side
COUNTS = MOST_PIECES + 1  # numbers of pieces that a side can have, none included
SQUARES = tuple(n for n in range(1, LAST + 1) if n != WATER)  # on which a piece can stand
LINE = 30  # entries of a line of `ways`


class Packing(NamedTuple):
    """What the numbers of positions are computed from: arrays, so that machine code reads them too."""

    ways: Any  # of choosing k from n, by LINE * k + n
    starts: Any  # number of the first position, by COUNTS * own + enemy, the colourings of this thrower
    widths: Any  # colourings in a row, likewise


def pairs(own: int, enemy: int) -> list[tuple[int, int]]:
    """The classes that must be known for this one, as they are solved; the larger side comes first."""
    most, least = max(own, enemy), min(own, enemy)
    return [(one, other) for one, other in all_pairs() if (one <= most and other <= least)]


def all_pairs() -> list[tuple[int, int]]:
    """Every class, after those that it leads to: pieces only ever leave the board.

    Those with fewer pieces on the larger side come first, so that more pieces change no number of a position.
    """
    return [(own, enemy) for own in range(1, MOST_PIECES + 1) for enemy in range(1, own + 1)]


@cache
def packing() -> Packing:
    ways = array("q", [comb(n, k) for k in range(2 * COUNTS) for n in range(LINE)])
    starts, widths = array("q", bytes(8 * COUNTS**2)), array("q", bytes(8 * COUNTS**2))
    begin = 0
    for own, enemy in all_pairs():
        width = _width(own, enemy)
        starts[COUNTS * own + enemy] = begin
        starts[COUNTS * enemy + own] = begin + width - comb(own + enemy, own)
        widths[COUNTS * own + enemy] = widths[COUNTS * enemy + own] = width
        begin += comb(len(SQUARES), own + enemy) * width
    return Packing(ways, starts, widths)


def position_class(own: int, enemy: int) -> PositionClass:
    begin = packing().starts[COUNTS * own + enemy]
    size = comb(len(SQUARES), own + enemy) * _width(own, enemy)
    return PositionClass(f"{own}-{enemy}", f"{own} against {enemy}", begin, size)


def sides(one: PositionClass) -> tuple[int, int]:
    """How many pieces the two sides of a class have."""
    own, enemy = one.name.split("-")
    return int(own), int(enemy)


@cache
def rows(pieces: int) -> array[int]:
    """Every set of so many squares, those furthest on first: what follows is then known when it is needed.

    A move forward leads to a row that was swept before, and no move to another row of the same group.
    """
    return array("q", [row for group in _rows_by_steps(pieces) for row in group])


@cache
def groups(pieces: int) -> list[tuple[int, int]]:
    """Rows that are as far on as each other, from a first to before a last."""
    found, first = [], 0
    for group in _rows_by_steps(pieces):
        found.append((first, first + len(group)))
        first += len(group)
    return found


def colourings(own: int, enemy: int) -> array[int]:
    """Every way to give the pieces of a row to the thrower; bit 0 is the piece on the lowest square."""
    sides = {own, enemy}
    return array("q", [bits for bits in range(1 << own + enemy) if bits.bit_count() in sides])


def place(own: int, enemy: int, packed: Packing) -> int:
    """The number of a position among all."""
    taken = own | enemy
    row, colouring, piece, mine = 0, 0, 0, 0
    while taken:
        lowest = taken & -taken
        at = size(lowest - 1) - 1
        if at >= WATER:
            at -= 1
        piece += 1
        row += packed.ways[LINE * piece + at]
        if own & lowest:
            mine += 1
            colouring += packed.ways[LINE * mine + piece - 1]
        taken &= taken - 1
    pair = COUNTS * mine + piece - mine
    number: int = packed.starts[pair] + packed.widths[pair] * row + colouring
    return number


def _width(own: int, enemy: int) -> int:
    return comb(own + enemy, own) * (1 if own == enemy else 2)


def _rows_by_steps(pieces: int) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for squares in combinations(SQUARES, pieces):
        found.setdefault(sum(squares), []).append(sum([1 << n for n in squares]))
    return [sorted(found[steps]) for steps in sorted(found, reverse=True)]
