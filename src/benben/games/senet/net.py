"""A small net that estimates the chance to win, and for how many throws a game will go on.

It sees the squares of both sides, their pairs and blocks, and how many pieces each has left. Few of these are
there at a time, so the first layer is a sum of few rows. It learned from games against itself and from solved
positions: tools/train_senet.py, docs/decisions/0047-senet-is-judged-by-a-net.md.

`evaluate` is for machine code; `plain_evaluate` gives the same in plain Python, where sums over whole rows
are quicker than steps through them.
"""

from __future__ import annotations

import hashlib
from array import array
from functools import cache, lru_cache
from math import exp, log1p
from operator import add, mul
from pathlib import Path
from typing import Any

from benben.core.contract import Seat
from benben.games.senet.rules import State, size

FILE = Path(__file__).with_name("net.weights")
# Machine code holds the weights. Their hash stands here so that it is made anew when they change.
SHA256 = "ece37ac1525e528d5c3f7bb0f06a84d5f21fd8a5dca78dc47554607b742acdc3"
SCALE = 4096  # what a weight of 1 is in the file

BITS = 31  # of a set of squares
MOST_LEFT = 8  # numbers of pieces that a side can have left, none included
FIELDS = 6 * BITS + 2 * MOST_LEFT
HIDDEN, SECOND = 128, 16
KEPT = 4096  # sums of sides that are remembered

Row = tuple[float, ...]


def read_weights(path: Path) -> list[list[float]]:
    """The weights and biases of the three layers; ValueError if the file is not the one of this source."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ValueError(f"{path.name} is damaged, or is not the one of this version of Benben")
    numbers = array("h", data[data.index(b"\n") + 1 :])
    found, at = [], 0
    for many in (HIDDEN * FIELDS, HIDDEN, HIDDEN * SECOND, SECOND, 2 * SECOND, 2):
        found.append([number / SCALE for number in numbers[at : at + many]])
        at += many
    return found


def evaluate(s: State, seat: Seat) -> float:
    """The estimated chance of a seat to win, 0..1."""
    if s.cones == 0 or s.spools == 0 or s.mover < 0:
        return 0.5 if s.mover < 0 else 1.0 if s.mover == seat else 0.0
    own, enemy = (s.cones, s.spools) if s.mover == 0 else (s.spools, s.cones)
    hidden = FIRST_BIAS.copy()
    add_squares(hidden, own, 0)
    add_squares(hidden, enemy, BITS)
    add_squares(hidden, own & own >> 1, 2 * BITS)
    add_squares(hidden, enemy & enemy >> 1, 3 * BITS)
    add_squares(hidden, own & own >> 1 & own >> 2, 4 * BITS)
    add_squares(hidden, enemy & enemy >> 1 & enemy >> 2, 5 * BITS)
    add_row(hidden, 6 * BITS + size(own))
    add_row(hidden, 6 * BITS + MOST_LEFT + size(enemy))
    logit = THIRD_BIAS[0]
    for k in range(SECOND):
        total = SECOND_BIAS[k]
        for n in range(HIDDEN):
            total += SECOND_ROWS[k * HIDDEN + n] * max(hidden[n], 0.0)
        logit += THIRD[k] * max(total, 0.0)
    chance = 1.0 / (1.0 + exp(-logit))
    return chance if s.mover == seat else 1.0 - chance


def add_squares(hidden: Any, squares: int, begin: int) -> None:
    while squares:
        add_row(hidden, begin + size((squares & -squares) - 1))
        squares &= squares - 1


def add_row(hidden: Any, field: int) -> None:
    at = field * HIDDEN
    for n in range(HIDDEN):
        hidden[n] += FIRST[at + n]


def plain_evaluate(s: State, seat: Seat) -> float:
    """The estimated chance of a seat to win, 0..1, as `evaluate` gives it."""
    if s.cones == 0 or s.spools == 0 or s.mover < 0:
        return 0.5 if s.mover < 0 else 1.0 if s.mover == seat else 0.0
    own, enemy = (s.cones, s.spools) if s.mover == 0 else (s.spools, s.cones)
    chance = 1.0 / (1.0 + exp(-_answers(own, enemy)[0]))
    return chance if s.mover == seat else 1.0 - chance


def throws_left(s: State) -> float:
    """For how many throws the game will go on, by estimate, between players who do not tarry."""
    if s.cones == 0 or s.spools == 0 or s.mover < 0:
        return 0.0
    own, enemy = (s.cones, s.spools) if s.mover == 0 else (s.spools, s.cones)
    answer = _answers(own, enemy)[1]
    return 100 * (max(answer, 0.0) + log1p(exp(-abs(answer))))


@lru_cache(KEPT)
def _answers(own: int, enemy: int) -> tuple[float, float]:
    """The logit of the thrower's chance, and what the throws left are made of."""
    plain = _plain_layers()
    sums = map(add, _side(own, 0), _side(enemy, 1))
    hidden = [total if total > 0.0 else 0.0 for total in sums]
    second = [sum(map(mul, row, hidden)) for row in plain.second]
    second = [total if total > 0.0 else 0.0 for total in map(add, second, plain.second_bias)]
    logit, left = (sum(map(mul, row, second)) for row in plain.third)
    return logit + plain.third_bias[0], left + plain.third_bias[1]


@lru_cache(KEPT)
def _side(squares: int, other: int) -> Row:
    """What the fields of a side add to the first layer. The bias comes with the side that throws."""
    plain = _plain_layers()
    rows = [] if other else [plain.bias]
    pairs = squares & squares >> 1
    for begin, there in enumerate((squares, pairs, pairs & squares >> 2)):
        while there:
            rows.append(plain.first[(2 * begin + other) * BITS + (there & -there).bit_length() - 1])
            there &= there - 1
    rows.append(plain.first[6 * BITS + MOST_LEFT * other + squares.bit_count()])
    return tuple(map(sum, zip(*rows, strict=True)))


class _PlainLayers:
    """The weights as rows."""

    def __init__(self) -> None:
        first, bias, second, self.second_bias, third, self.third_bias = read_weights(FILE)
        self.first, self.second, self.third = (
            _rows(first, HIDDEN),
            _rows(second, HIDDEN),
            _rows(third, SECOND),
        )
        self.bias = tuple(bias)


@cache
def _plain_layers() -> _PlainLayers:
    return _PlainLayers()


def _rows(flat: list[float], width: int) -> list[Row]:
    return [tuple(flat[at : at + width]) for at in range(0, len(flat), width)]


try:
    import numpy as np  # comes with numba; machine code can hold its arrays
except ImportError:
    pass
else:
    FIRST, FIRST_BIAS, SECOND_ROWS, SECOND_BIAS, THIRD, THIRD_BIAS = map(np.array, read_weights(FILE))
