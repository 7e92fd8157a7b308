"""How likely it is that blocks cut a space off from the door, and that a mummy comes to a space.

Chances of being cut off follow from the blocks that lie, so they are worked out once for each set of blocks.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from random import Random

from benben.games.horus.board import (
    BLOCK_SPACES,
    BLOCKS,
    DOORS,
    MARCH,
    NEAR,
    OUTSIDE,
)

ORDERS, LIGHT = 48, 6  # orders in which blocks may fall; of those, for a quick look
FADES = 0.75  # what is left of a chance with each block beyond the horizon
HORIZON = {ORDERS: 9, LIGHT: 6}  # blocks that are looked ahead

_SOURCE = Random("the order in which the pyramid falls to pieces")
_FALLS = tuple(
    tuple(BLOCK_SPACES[number] for number in _SOURCE.sample(range(1, BLOCKS + 1), BLOCKS))
    for _ in range(ORDERS)
)
# By order and number of blocks: the bits of that number and all higher ones.
_LATER = {
    orders: tuple(
        tuple(
            sum(1 << number * orders + order for number in range(fallen, horizon + 1))
            for fallen in range(horizon + 1)
        )
        for order in range(orders)
    )
    for orders, horizon in HORIZON.items()
}


@lru_cache(1 << 14)
def open_chances(blocked: int, orders: int) -> tuple[tuple[float, ...], ...]:
    """By number of blocks that fall and by space: the estimated chance that a way out is left.

    All orders and numbers are flooded at once: each has one bit of an integer, and each space an integer.
    """
    horizon = HORIZON[orders]
    every = (1 << orders * (horizon + 1)) - 1
    free = [0 if blocked >> space & 1 else every for space in range(OUTSIDE)]
    for falls, later in zip(_FALLS[:orders], _LATER[orders], strict=True):
        fallen = 0
        for space in falls:
            if free[space]:
                fallen += 1
                free[space] &= ~later[fallen]
                if fallen == horizon:
                    break
    reached = [0] * OUTSIDE
    for door in DOORS:
        reached[door] = free[door]
    edge = list(DOORS)
    while edge:
        further: list[int] = []
        for space in edge:
            here = reached[space]
            for other in NEAR[space]:
                more = reached[other] | here & free[other]
                if more != reached[other]:
                    reached[other] = more
                    if other not in further:
                        further.append(other)
        edge = further
    row = (1 << orders) - 1
    return tuple(
        tuple([(bits >> number * orders & row).bit_count() / orders for bits in reached])
        for number in range(horizon + 1)
    )


def open_chance(blocked: int, space: int, falls: float, orders: int) -> float:
    """The estimated chance that a space still has a way out after this number of further blocks."""
    table = open_chances(blocked, orders)
    whole = int(falls)
    if whole + 1 >= len(table):
        return table[-1][space] * float(FADES ** (falls - len(table) + 1))
    share = table[whole][space]
    return share + (table[whole + 1][space] - share) * (falls - whole)


def _touch_chances(at: int, heading: int) -> tuple[float, ...]:
    chance = [0.0] * OUTSIDE
    for steps, (_, _, mask) in enumerate(MARCH[at, heading]):
        for space in range(OUTSIDE):
            chance[space] += (mask >> space & 1) * comb(5, steps) / 32
    return tuple(chance)


# By a mummy's place and heading, and by space: the chance that it comes there in Phase 4.
TOUCH_CHANCES = {where: _touch_chances(*where) for where in MARCH}
