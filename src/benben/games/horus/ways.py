"""Ways through the pyramid as a player weighs them: distances, and how likely blocks cut a space off.

Everything here follows from the blocks that lie, so it is worked out once for each set of them.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from random import Random

from benben.games.horus.board import (
    BLOCK_SPACES,
    BLOCKS,
    DOOR_MASK,
    MARCH,
    NEAR_MASK,
    OUTSIDE,
    reachable,
)

FAR = 99
ORDERS, LIGHT = 48, 6  # orders in which blocks may fall; of those, for a quick look
FADES = 0.75  # beyond that, by block
HORIZON = {ORDERS: 9, LIGHT: 6}  # blocks that are looked ahead

_SOURCE = Random("the order in which the pyramid falls to pieces")
_FALLS = tuple(
    tuple(1 << BLOCK_SPACES[number] for number in _SOURCE.sample(range(1, BLOCKS + 1), BLOCKS))
    for _ in range(ORDERS)
)


@lru_cache(1 << 14)
def steps_from(blocked: int, start: int) -> tuple[int, ...]:
    """By space: how many moves lead there from a space, or from outside; 99 where none do."""
    steps = [FAR] * OUTSIDE
    far = int(start == OUTSIDE)
    edge = DOOR_MASK if start == OUTSIDE else 1 << start
    free = ~blocked
    edge &= free
    seen = edge
    while edge:
        further = 0
        while edge:
            low = edge & -edge
            space = low.bit_length() - 1
            steps[space] = far
            further |= NEAR_MASK[space]
            edge ^= low
        edge = further & free & ~seen
        seen |= edge
        far += 1
    return tuple(steps)


@lru_cache(1 << 12)
def sealings(blocked: int, orders: int) -> tuple[tuple[int, ...], ...]:
    """By number of blocks that fall: in each order, the mask of spaces that still have a way out."""
    columns = []
    now, horizon = reachable(blocked), HORIZON[orders]
    for fall in _FALLS[:orders]:
        mask, lying, column = now, blocked, [now]
        for bit in fall:
            if lying & bit:
                continue
            lying |= bit
            if mask & bit:
                beside = NEAR_MASK[bit.bit_length() - 1] & mask
                if beside & (beside - 1) or bit & DOOR_MASK:
                    mask = reachable.__wrapped__(lying)
                else:  # a dead end: nothing lies behind it
                    mask &= ~bit
            column.append(mask)
            if len(column) > horizon:
                break
        column += [column[-1]] * (horizon + 1 - len(column))
        columns.append(column)
    return tuple(zip(*columns, strict=True))


@lru_cache(1 << 12)
def lasting(blocked: int, orders: int) -> tuple[tuple[float, ...], ...]:
    """By number of blocks that fall and by space: the chance that it still has a way out, about."""
    table = []
    for masks in sealings(blocked, orders):
        every, some = masks[0], 0
        for mask in masks:
            every &= mask
            some |= mask
        shares = [float(every >> space & 1) for space in range(OUTSIDE)]
        some &= ~every
        while some:
            low = some & -some
            shares[low.bit_length() - 1] = sum([mask & low != 0 for mask in masks]) / orders
            some ^= low
        table.append(tuple(shares))
    return tuple(table)


def open_still(blocked: int, space: int, falls: float, orders: int) -> float:
    """The chance that a space still has a way out after so many more blocks, about."""
    table = lasting(blocked, orders)
    whole = int(falls)
    if whole + 1 >= len(table):
        return table[-1][space] * float(FADES ** (falls - len(table) + 1))
    share = table[whole][space]
    return share + (table[whole + 1][space] - share) * (falls - whole)


def _touches(at: int, heading: int) -> tuple[float, ...]:
    chance = [0.0] * OUTSIDE
    for steps, (_, _, mask) in enumerate(MARCH[at, heading]):
        for space in range(OUTSIDE):
            chance[space] += (mask >> space & 1) * comb(5, steps) / 32
    return tuple(chance)


# By a mummy's place and heading, and by space: the chance that it comes there in Phase 4.
TOUCHES = {where: _touches(*where) for where in MARCH}
