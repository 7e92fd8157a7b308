"""Beam search: the kernel that finds. Positions of a level have equally many pyramids; the best few go on.

A beam finds lines and proves nothing, so it may drop positions and take two for one if their random numbers
agree. Every line it finds is made of legal hops.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from benben.games.solitaire.solver.tables import BoardTables

MOST = 1 << 12  # values are sorted by counting; worse ones count as equal


class Front(NamedTuple):
    """One level of the beam, the next one, and how each position came about."""

    width: int
    codes: Any  # by position and square, of this level
    fresh: Any  # by position and square, of the next level
    traits: Any  # by position: its value, the lower the better; its pips; its random number
    children: Any  # by child: position it comes from, hop, value, random number
    chosen: Any  # by position of the next level: child
    slots: Any  # random numbers of the children met on this level
    stamps: Any  # by slot: the level that wrote it
    tally: Any  # by value: how many children
    past: Any  # by level and position: number of the position before it
    made: Any  # by level and position: the hop made


def first_level(g: BoardTables, f: Front) -> int:
    """Make the one position in `codes` level 0; gives its pips."""
    value = 0
    pips = 0
    salt = 0
    for square in range(g.squares):
        code = f.codes[square]
        salt ^= g.salts[square * g.codes + code]
        while code:
            value += g.weights[square]
            pips += g.tops[code]
            code = g.pops[code]
    f.traits[0] = value
    f.traits[1] = pips
    f.traits[2] = salt
    for slot in range(len(f.stamps)):
        f.stamps[slot] = -1
    return pips


def climb(
    g: BoardTables, f: Front, many: int, level: int, levels: int, target: int
) -> tuple[int, int, int, int, int]:
    """Go on from a level with `many` positions, for some levels, or until `target` pips are reached.

    Gives how many positions the last level has and its number; the fewest pips met on the way, and where:
    level and number of the position.
    """
    fewest = 1 << 30
    where = 0
    best = 0
    for _ in range(levels):
        many = next_level(g, f, many, level)
        if many == 0:
            break
        level += 1
        for number in range(many):
            if f.traits[3 * number + 1] < fewest:
                fewest = f.traits[3 * number + 1]
                where = level
                best = number
        if fewest <= target:
            break
    return many, level, fewest, where, best


def next_level(g: BoardTables, f: Front, many: int, level: int) -> int:
    """Make every hop from every position and keep the best children; gives how many are kept."""
    tally, children, chosen = f.tally, f.children, f.chosen
    for value in range(MOST):
        tally[value] = 0
    born = list_children(g, f, many, level)
    if born == 0:
        return 0
    kept = 0
    edge = 0
    while edge < MOST and kept + tally[edge] <= f.width:
        kept += tally[edge]
        edge += 1
    room = f.width - kept  # for the earlier ones of the children on the edge
    kept = 0
    for child in range(born):
        value = children[4 * child + 2]
        if value < edge or (value == edge and room > 0):
            if value == edge:
                room -= 1
            chosen[kept] = child
            kept += 1
    keep_children(g, f, kept, level)
    return kept


def list_children(g: BoardTables, f: Front, many: int, level: int) -> int:
    """Write down the children of all positions, each once; gives how many there are."""
    starts, overs, ends, tops, pops = g.starts, g.overs, g.ends, g.tops, g.pops
    codes, traits, children, tally = f.codes, f.traits, f.children, f.tally
    weights, salts = g.weights, g.salts
    slots, stamps, mask = f.slots, f.stamps, len(f.slots) - 1
    born = 0
    for one in range(many):
        base = one * g.squares
        for hop in range(g.hops):
            first, over, end = starts[hop], overs[hop], ends[hop]
            code, between, landing = codes[base + first], codes[base + over], codes[base + end]
            size = tops[code]
            if size == 0 or between == 0 or (landing != 0 and tops[landing] != size):
                continue
            landed = landing + 1 if landing else (size - 1) * g.run + 1
            salt = traits[3 * one + 2]
            salt ^= salts[first * g.codes + code] ^ salts[first * g.codes + pops[code]]
            salt ^= salts[over * g.codes + between] ^ salts[over * g.codes + pops[between]]
            salt ^= salts[end * g.codes + landing] ^ salts[end * g.codes + landed]
            slot = salt >> 7 & mask
            while stamps[slot] == level and slots[slot] != salt:
                slot = slot + 1 & mask
            if stamps[slot] == level:
                continue
            stamps[slot] = level
            slots[slot] = salt
            value = traits[3 * one] + weights[end] - weights[first] - weights[over]
            value = min(max(value, 0), MOST - 1)
            tally[value] += 1
            children[4 * born] = one
            children[4 * born + 1] = hop
            children[4 * born + 2] = value
            children[4 * born + 3] = salt
            born += 1
    return born


def keep_children(g: BoardTables, f: Front, kept: int, level: int) -> None:
    """Make the chosen children the level."""
    codes, fresh, traits, children = f.codes, f.fresh, f.traits, f.children
    for number in range(kept):
        child = 4 * f.chosen[number]
        one, hop = children[child], children[child + 1]
        base, there = one * g.squares, number * g.squares
        for square in range(g.squares):
            fresh[there + square] = codes[base + square]
        first, over, end = g.starts[hop], g.overs[hop], g.ends[hop]
        size, taken = g.tops[codes[base + first]], g.tops[codes[base + over]]
        landing = codes[base + end]
        fresh[there + first] = g.pops[codes[base + first]]
        fresh[there + over] = g.pops[codes[base + over]]
        fresh[there + end] = landing + 1 if landing else (size - 1) * g.run + 1
        f.past[level * f.width + number] = one
        f.made[level * f.width + number] = hop
        children[child + 1] = traits[3 * one + 1] - taken  # the hop is in `made` now
    for at in range(kept * g.squares):
        codes[at] = fresh[at]
    for number in range(kept):
        child = 4 * f.chosen[number]
        traits[3 * number] = children[child + 2]
        traits[3 * number + 1] = children[child + 1]
        traits[3 * number + 2] = children[child + 3]
