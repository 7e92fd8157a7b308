"""The grade of a puzzle: how hard it is, computed.

A careful random player lays one tile after the other, each time any tile that is left, anywhere where it
fits, all ways equally likely. A careful player never leaves a bare part that the tiles left cannot fill by
their sizes. When nothing can be laid, the board is cleared; that was one try. The grade is log2 of the tries
needed on average, which is the inverse of the chance that a try succeeds.

With one covering only, a try succeeds if every tile goes to its place, in whatever order. So the chance
follows from the sets of tiles that already lie right: eight of them with three tiles, sixteen with four.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import log2

from benben.games.gate.board import SIZES, WIDTH, placements
from benben.solve.cover import Mask

LEFT_EDGE = sum(1 << WIDTH * rank for rank in range(8))
RIGHT_EDGE = LEFT_EDGE << 7
ALL = (1 << 64) - 1


def neighbours(mask: Mask) -> Mask:
    """The cells beside these, on a board of eight by eight."""
    sides = (mask & ~RIGHT_EDGE) << 1 | (mask & ~LEFT_EDGE) >> 1
    return (sides | mask << WIDTH | mask >> WIDTH) & ~mask & ALL


def connected_part(mask: Mask) -> Mask:
    """The cells that are connected with the lowest one."""
    found, seen = 0, mask & -mask
    while seen != found:
        found = seen
        seen |= neighbours(seen) & mask
    return found


def careful_placements(bare: Mask, tiles: Sequence[str]) -> list[tuple[str, Mask]]:
    """The ways to lay one of the tiles so that every bare part can still be filled, by its size."""
    found = []
    for tile in tiles:
        sums = _sums(tuple(sorted(SIZES[one] for one in tiles if one != tile)))
        found += [(tile, mask) for mask in placements(tile, bare) if _is_fillable(bare ^ mask, sums)]
    return found


def grade(tiles: Sequence[str], solution: Sequence[Mask]) -> float:
    """Log2 of the expected tries at a puzzle with this covering only; tiles all different."""
    whole = (1 << len(tiles)) - 1
    chance = [0.0] * whole + [1.0]
    for lying in range(whole - 1, -1, -1):
        left = [n for n in range(len(tiles)) if not lying >> n & 1]
        bare = sum(solution[n] for n in left)
        ways = len(careful_placements(bare, [tiles[n] for n in left]))
        chance[lying] = sum(chance[lying | 1 << n] for n in left) / ways
    return -log2(chance[0])


def _is_fillable(bare: Mask, sums: frozenset[int]) -> bool:
    while bare:
        one = connected_part(bare)
        if one.bit_count() not in sums:
            return False
        bare ^= one
    return True


@lru_cache(maxsize=1024)
def _sums(sizes: tuple[int, ...]) -> frozenset[int]:
    """All numbers that some of these sizes add up to."""
    return frozenset(sum(some) for many in range(len(sizes) + 1) for some in combinations(sizes, many))
