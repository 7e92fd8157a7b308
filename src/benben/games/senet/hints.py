"""What a bot may be told about Senet.

`race` counts steps. `evaluate` is the chance to win, as far as one can tell without looking ahead: a sum over
what can be seen on the board, bent into 0..1. Its weights were learned from games against itself;
tools/tune_senet.py does that again, and docs/decisions/0008-senet-is-judged-by-a-learned-sum.md tells how.
"""

from __future__ import annotations

from math import exp

from benben.core.contract import Seat
from benben.games.senet.board import OFF, ROW
from benben.games.senet.rules import State, size

LONG = 256  # steps to go of both sides together, from which on it is early
_HALF = 1 << 31


def table(early: tuple[int, ...], late: tuple[int, ...]) -> tuple[int, ...]:
    """Two rows of weights in one: what counts while the way is long, and what counts at the end.

    A weight is in hundredths of a natural logarithm of odds. Sums of such pairs are pairs of sums.
    """
    return tuple(one + (other << 32) for one, other in zip(early, late, strict=True))


# fmt: off
TEMPO = table(  # to throw next
    (  -3,),
    (  16,),
)
PLACE = table(  # a piece, by square; there is no square 0
    (   0,
      -32,  -24,  -15,  -16,  -16,  -17,  -18,  -18,  -21,  -21,
        3,    2,    0,   -1,   -3,   -5,   -7,   -8,   -9,   -9,
       -8,  -10,   -8,   -8,   -6,  -51,   -8,  -99,  -99,  -81),
    (   0,
     -144, -143, -132, -121, -118, -112, -107, -104,  -96,  -92,
      -62,  -57,  -51,  -47,  -42,  -38,  -35,  -34,  -32,  -33,
      -35,  -33,  -33,  -34,  -38,   -1,  -20,   27,   34,   -2),
)
PAIR = table(  # two neighbours, by the lower square
    (   0,
       17,    6,    6,    6,    6,    6,    7,    7,    7,    5,
        6,    7,    8,    9,    9,    8,    8,    5,    4,    4,
        1,   -1,    0,    8,   18,    0,    0,   -7,  -12),
    (   0,
       -6,   -2,   -9,   -7,   -8,   -7,   -7,   -5,   -7,   -7,
      -11,  -12,  -12,  -13,  -13,  -10,  -11,   -9,   -8,   -9,
       -7,   -7,   -9,  -23,  -33,    0,    0,  -21,  -16),
)
BLOCK = table(  # three in a row, by the lowest square
    (   0,
       -5,    2,    4,    2,    1,   -1,   -1,   -4,   -4,   -8,
        2,   -2,   -5,   -9,   -8,  -11,  -10,  -11,  -14,  -15,
      -15,  -24,  -28,  -23,    0,    0,    0,   23),
    (   0,
       31,   -3,  -12,   -3,    4,    9,    6,    6,    7,   16,
       -1,    5,    9,   16,   14,   18,   17,   18,   19,   18,
       15,   23,   29,   19,    0,    0,    0,  -14),
)
GAP = table(  # two pieces so many squares apart
    (   0,    0,    8,    5,    4,    3,    3,    2,    1),
    (   0,    0,  -16,  -10,   -8,   -5,   -5,   -3,   -2),
)
REAR = table(  # the rearmost piece, by square
    (   0,
       28,   17,    6,    4,    1,   -1,   -3,   -7,   -9,  -17,
      -81,  -87,  -91,  -95, -103,  -98,  -99,  -93,  -84,  -72,
      -54,  -30,    3,   82,  158,  279,    0,  221,  152,   72),
    (   0,
        6,    8,    2,   -5,   -4,   -6,   -5,   -3,   -5,    0,
      -77,  -71,  -69,  -65,  -60,  -62,  -60,  -57,  -56,  -51,
      -49,  -42,  -41,  -37,  -32,    4,    0,  153,  329,  356),
)
LEFT = table(  # so many pieces left on the board
    (   0,  -38,  -37,  -37,   21,   92,    0,    0),
    (   0, -113,  -67,    2,   58,  119,    0,    0),
)
BACK = table(  # so many on the back row
    ( -19,  -51,  -18,    5,   30,   53,    0,    0),
    (  12,  -35,  -21,    7,   20,   16,    0,    0),
)
WAITING = table(  # so many on 26 and beyond, kept there by one on the back row (1.2)
    (  -5,    8,    8,    8,    0,    0,    0,    0),
    ( -17,    0,    4,   -1,    1,    0,    0,    0),
)
CHASING = table(  # so many with an enemy ahead
    (  14,    1,    8,    4,  -11,  -16,    0,    0),
    (  19,   -8,  -27,  -21,   14,   24,    0,    0),
)
HELD = table(  # so many enemies behind the foremost block
    (   0,   -9,  -11,   -1,   10,    5,    0,    0),
    ( -12,   31,   22,    1,  -20,   -4,    0,    0),
)
SPARE = table(  # each of them, by the steps that the other pieces can still go; see `spare`
    (   9,    7,    4,    4,    5,   -1,  -10,   19,    7,   -2,   -5,   -4),
    ( -17,    2,   -5,   -4,   -5,    7,    3,  -15,   -6,    3,    7,    8),
)
AHEAD = table(  # an enemy so many squares ahead of a piece of the thrower
    (   0,    1,    3,    3,    1,    0,    0,   -1,   -1),
    (   0,   -3,   -8,   -8,   -3,    0,    0,    1,    2),
)
BEHIND = table(  # and so many behind
    (   0,   -2,   -2,   -2,   -1,    0,    1,    1,    1),
    (   0,    2,    3,    3,    1,    0,   -2,   -2,   -2),
)
# fmt: on


def race(s: State, seat: Seat) -> int:
    """Steps that the enemy still has to go, less one's own."""
    lead = steps(s.spools) - steps(s.cones)
    return lead if seat == 0 else -lead


def evaluate(s: State, seat: Seat) -> float:
    """The chance of a seat to win."""
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
    """How a side stands, whoever throws next."""
    rear, back = (own & -own) - 1, own & ROW
    total = REAR[size(rear)] + LEFT[size(own)] + BACK[size(back)]
    if back:
        total += WAITING[size(own >> 26)]
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
        held = size(enemy & last - 1)
        total += HELD[held] + held * SPARE[spare(own & ~(7 * last), last)]
    front = enemy
    while front & front - 1:
        front &= front - 1
    return total + CHASING[size(own & front - 1)]


def meeting(own: int, enemy: int) -> int:
    """What depends on who throws next."""
    total = 0
    for apart in range(1, 9):
        total += AHEAD[apart] * size(own << apart & enemy) + BEHIND[apart] * size(own >> apart & enemy)
    return total


def spare(others: int, block: int) -> int:
    """How long a block can be held: by the steps of the other pieces, on the back row and beyond it."""
    left = steps(others)
    long = (left > 0) + (left > 6) + (left > 12) + (left > 20) + (left > 30)
    return long if block & ROW else long + 6


def steps(pieces: int) -> int:
    """So many lie between these squares and the end. Their numbers are added up bit by bit."""
    numbers = size(pieces & 0xAAAAAAAA) + 2 * size(pieces & 0xCCCCCCCC) + 4 * size(pieces & 0xF0F0F0F0)
    numbers += 8 * size(pieces & 0xFF00FF00) + 16 * size(pieces & 0xFFFF0000)
    return OFF * size(pieces) - numbers
