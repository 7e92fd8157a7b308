"""Evaluation of Senet positions, for bots.

`race` counts steps. `evaluate` estimates the chance to win without looking ahead: a sum of weights for what
stands on the board, brought into 0..1 by the logistic function. The weights were learned from games against
itself. tools/tune_senet.py learns them again; see docs/decisions/0006-senet-is-judged-by-a-learned-sum.md.
"""

from __future__ import annotations

from math import exp

from benben.core.contract import Seat
from benben.games.senet.board import OFF, ROW
from benben.games.senet.rules import State, size

LONG = 256  # steps to go of both sides together; with as many or more, only the early weights count
_HALF = 1 << 31


def table(early: tuple[int, ...], late: tuple[int, ...]) -> tuple[int, ...]:
    """Early and late weights packed into one row: those of a long way to go, and those of the end.

    A weight is in hundredths of a natural logarithm of odds. Sums of such pairs are pairs of sums.
    """
    return tuple(one + (other << 32) for one, other in zip(early, late, strict=True))


# fmt: off
TEMPO = table(  # for the side that throws next
    (  -3,),
    (  16,),
)
PLACE = table(  # a piece, by square; there is no square 0
    (   0,
      -37,  -29,  -17,  -16,  -15,  -15,  -16,  -16,  -16,  -17,
        0,   -1,   -1,   -2,   -3,   -2,   -2,   -1,   -1,    0,
        1,    1,    1,    3,    4,   -9,   -8,  -40,  -47,  -37),
    (   0,
     -123, -110,  -76,  -77,  -80,  -77,  -76,  -73,  -70,  -66,
      -24,  -21,  -18,  -15,  -10,  -11,  -12,  -13,  -15,  -17,
      -20,  -20,  -19,  -23,  -27,    1,  -20,   32,   26,   -3),
)
PAIR = table(  # two neighbours, by the lower square
    (   0,
       16,    5,    4,    4,    3,    3,    3,    3,    5,    4,
        2,    4,    4,    5,    5,    5,    4,    4,    4,    4,
        3,    2,    3,    2,    9,    0,    0,   -4,   -1),
    (   0,
       19,  -11,  -11,   -8,   -7,   -5,   -4,   -5,  -10,  -10,
       -9,   -9,  -10,  -12,  -13,  -11,  -11,  -10,  -10,  -10,
       -8,  -10,  -12,  -26,  -29,    0,    0,  -27,  -15),
)
BLOCK = table(  # three in a row, by the lowest square
    (   0,
       -2,   -2,   -1,   -2,   -2,   -1,   -1,   -1,   -3,   -3,
       -3,   -3,   -4,   -5,   -5,   -5,   -4,   -3,   -3,   -3,
       -3,   -4,   -6,   -3,    0,    0,    0,   22),
    (   0,
       23,   12,    9,   11,   12,   11,    9,    8,   15,   15,
       11,    9,   12,   17,   17,   19,   18,   18,   18,   13,
        9,    8,   12,    0,    0,    0,    0,   -4),
)
GAP = table(  # two pieces, by how many squares they are apart
    (   0,    0,    4,    3,    2,    1,    1,    1,    1),
    (   0,    0,  -14,   -8,   -4,   -2,   -2,   -1,   -1),
)
REAR = table(  # the rearmost piece, by square
    (   0,
       23,   13,    0,   -2,   -3,   -5,   -7,   -9,  -11,  -13,
      -97, -100, -103, -104, -106,  -99,  -99,  -93,  -84,  -72,
      -53,  -30,    6,   85,  168,  279,    0,  241,  193,   80),
    (   0,
       27,   15,  -14,  -11,   -6,   -5,   -2,    0,    3,    5,
      -94,  -89,  -85,  -82,  -77,  -76,  -69,  -64,  -59,  -52,
      -47,  -39,  -35,  -32,  -27,   19,    0,  170,  353,  374),
)
LEFT = table(  # by how many pieces are left on the board
    (   0,   11,  -47,  -80,  -54,    4,   50,  116),
    (   0, -145,  -96,  -37,   11,   55,   84,  126),
)
BACK = table(  # by how many are on the back row
    (  13,  -47,  -27,  -12,    1,   14,   25,   33),
    ( -11,  -75,  -44,   -1,   47,   83,    2,    0),
)
CHASING = table(  # by how many have an enemy ahead
    (   9,   -4,    3,    4,   -1,   -3,   -3,   -3),
    (  14,   -6,  -26,  -30,   -1,   10,   14,   25),
)
HELD = table(  # by how many enemies stand behind the foremost block
    (   0,   -1,    0,    1,    3,    0,    1,    1),
    ( -13,   25,   11,   -4,  -12,   -2,    2,    4),
)
AHEAD = table(  # an enemy ahead of a piece of the thrower, by distance
    (   0,    0,    1,    2,    1,    0,    0,    0,    0),
    (   0,   -2,   -6,   -8,   -3,   -1,    0,    1,    2),
)
BEHIND = table(  # an enemy behind a piece of the thrower, by distance
    (   0,    0,    0,    0,    0,    0,    0,    0,    1),
    (   0,    2,    2,    3,    1,    0,   -1,   -2,   -3),
)
# fmt: on


def race(s: State, seat: Seat) -> int:
    """The steps that the enemy still has to go, less those of the seat."""
    lead = steps(s.spools) - steps(s.cones)
    return lead if seat == 0 else -lead


def evaluate(s: State, seat: Seat) -> float:
    """The estimated chance of a seat to win, 0..1."""
    if s.cones == 0 or s.spools == 0 or s.mover < 0:
        return 0.5 if s.mover < 0 else 1.0 if s.mover == seat else 0.0
    own, enemy = (s.cones, s.spools) if s.mover == 0 else (s.spools, s.cones)
    total = TEMPO[0] + standing(own, enemy) - standing(enemy, own) + meeting(own, enemy)
    early = (total + _HALF & 0xFFFFFFFF) - _HALF
    late = total - early >> 32
    share = min(steps(own) + steps(enemy), LONG) / LONG
    chance = 1.0 / (1.0 + exp(-0.01 * (share * early + (1.0 - share) * late)))
    return chance if s.mover == seat else 1.0 - chance


def standing(own: int, enemy: int) -> int:
    """The weights of a side that do not depend on who throws next."""
    total = REAR[size((own & -own) - 1)] + LEFT[size(own)] + BACK[size(own & ROW)]
    rest = own
    while rest:
        total += PLACE[size((rest & -rest) - 1)]
        rest &= rest - 1
    for apart in range(2, 9):
        total += GAP[apart] * size(own & own >> apart)
    pairs = own & own >> 1
    blocks = pairs & own >> 2
    while pairs:
        total += PAIR[size((pairs & -pairs) - 1)]
        pairs &= pairs - 1
    last = 0
    while blocks:
        last = blocks & -blocks
        total += BLOCK[size(last - 1)]
        blocks ^= last
    if last:
        total += HELD[size(enemy & last - 1)]
    front = enemy
    while front & front - 1:
        front &= front - 1
    return total + CHASING[size(own & front - 1)]


def meeting(own: int, enemy: int) -> int:
    """The weights that depend on who throws next."""
    total = 0
    for apart in range(1, 9):
        total += AHEAD[apart] * size(own << apart & enemy) + BEHIND[apart] * size(own >> apart & enemy)
    return total


def steps(pieces: int) -> int:
    """The steps between these squares and the end. Their numbers are added up bit by bit."""
    numbers = size(pieces & 0xAAAAAAAA) + 2 * size(pieces & 0xCCCCCCCC) + 4 * size(pieces & 0xF0F0F0F0)
    numbers += 8 * size(pieces & 0xFF00FF00) + 16 * size(pieces & 0xFFFF0000)
    return OFF * size(pieces) - numbers
