"""Values that Benben is shipped with: of all Senet positions with up to three pieces a side.

`three.values` has the chance of whoever throws next in each of 12 million positions, rounded to equal steps.
`benben solve senet --pack FILE` makes it from the tables. It is read once for all threads, when it is first
needed, in plain Python.

In the file the positions of a class stand by colouring, then by row (see packing.py): one piece more forward
from one to the next, which changes a value little.
"""

from __future__ import annotations

import warnings
from array import array
from functools import cache
from math import comb
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from benben.core.contract import OVER, KnownChance, Seat, Unreadable
from benben.games.senet.rules import State, actions, play, turn
from benben.games.senet.solver import RULES, Endgames
from benben.games.senet.solver.packing import SQUARES, all_pairs, packing, place, position_class
from benben.solve.packed_values import PackedValues, error_of, nearest_levels, packed_file, read_packed

FILE = Path(__file__).with_name("three.values")
KNOWN_PIECES = 3  # a side, at most
STEPS = 700  # from 0 to 1
NAME = f"up to {KNOWN_PIECES} a side"
IGNORED = "Senet is played and judged without it, as with more pieces"

_lock = Lock()


class ClassPlace(NamedTuple):
    """Where the positions of a class are."""

    number: int  # of the first, as packing.py numbers them
    width: int  # colourings of a row
    rows: int
    begin: int  # of the first in the file


def known_chance(s: State, seat: Seat) -> KnownChance | None:
    """The chance of a seat to win with best play; None if the position is not in the table.

    A game with a cap is in no table, because there the number of throws left matters.
    """
    if s.cap or s.cones.bit_count() > KNOWN_PIECES or s.spools.bit_count() > KNOWN_PIECES:
        return None
    if turn(s) == OVER:
        return KnownChance(float(s.mover == seat), 0.0)
    values = shipped_values()
    if values is None:
        return None
    chance = _chance_of_mover(s, values)
    return KnownChance(chance if s.mover == seat else 1.0 - chance, values.head.error)


def shipped_values() -> PackedValues | None:
    """The values of the file beside this module, read once; None, with a warning, if they cannot be read."""
    with _lock:
        return _values_in(FILE)


def read_known(path: Path) -> PackedValues:
    """Read a file of values; Unreadable if there is none, or if it is damaged or of other rules."""
    return read_packed(path, RULES, NAME, sum(one.rows * one.width for one in class_places()))


def packed_known(tables: Endgames) -> bytes:
    """The contents of a file, made of finished tables."""
    widest = max(head.widest for head in tables.tables.heads.values())
    levels = (levels_of(tables, one, colouring) for one in class_places() for colouring in range(one.width))
    return packed_file(RULES, NAME, STEPS, error_of(STEPS, widest), levels)


def levels_of(tables: Endgames, one: ClassPlace, colouring: int) -> array[int]:
    """The values of all rows of a class with this colouring, in steps."""
    bounds = tables.tables.bounds
    first, end, step = 2 * (one.number + colouring), 2 * (one.number + one.rows * one.width), 2 * one.width
    return nearest_levels(bounds[first:end:step], bounds[first + 1 : end : step], STEPS)


def place_in_file(own: int, enemy: int) -> int:
    """The number in the file of the position in which the owner of the first set throws."""
    number, width, rows, begin = _places_by_pieces()[own.bit_count()][enemy.bit_count()]
    row, colouring = divmod(place(own, enemy, packing()) - number, width)
    return begin + colouring * rows + row


def _chance_of_mover(s: State, values: PackedValues) -> float:
    """The chance of the mover; with a throw to play that of the best way to play it out."""
    own, enemy = (s.cones, s.spools) if s.mover == 0 else (s.spools, s.cones)
    if s.throw == 0:
        return values.value(place_in_file(own, enemy))
    best = 0.0
    for move in actions(s, s.mover):
        after = play(s, s.mover, move)
        if turn(after) == OVER:  # only its owner takes the last piece off
            return 1.0
        chance = _chance_of_mover(after, values)
        best = max(best, chance if after.mover == s.mover else 1.0 - chance)
    return best


@cache
def _values_in(path: Path) -> PackedValues | None:
    try:
        return read_known(path)
    except Unreadable as fault:
        warnings.warn(f"{fault}; {IGNORED}", RuntimeWarning, stacklevel=2)
        return None


@cache
def class_places() -> list[ClassPlace]:
    """The classes of the file, one after the other."""
    found, begin = [], 0
    for own, enemy in all_pairs():
        if own > KNOWN_PIECES:
            continue
        one = position_class(own, enemy)
        rows = comb(len(SQUARES), own + enemy)
        found.append(ClassPlace(one.begin, one.size // rows, rows, begin))
        begin += one.size
    return found


@cache
def _places_by_pieces() -> list[list[ClassPlace]]:
    """The classes by pieces of both sides."""
    pairs = [pair for pair in all_pairs() if pair[0] <= KNOWN_PIECES]
    by_pair = dict(zip(pairs, class_places(), strict=True))
    nothing = ClassPlace(0, 1, 0, 0)
    counts = range(KNOWN_PIECES + 1)
    return [[by_pair.get((max(own, enemy), min(own, enemy)), nothing) for enemy in counts] for own in counts]
