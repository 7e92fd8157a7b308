"""Regions, the sets of tiles that cover them in one way only, and how hard that is.

Everything follows from a label: the same words give the same regions everywhere, with numba and without.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from benben.core.contract import Draw
from benben.games.gate.board import FILES, RANKS, SIDES, SIZES, TILES, WIDTH, placements, solution
from benben.games.gate.puzzles.grade import connected_part, grade, neighbours
from benben.solve.cover import Cover, Mask

BOX = sum((1 << FILES) - 1 << WIDTH * rank for rank in range(RANKS))


class Graded(NamedTuple):
    tiles: tuple[str, ...]
    grade: float


class Side(NamedTuple):
    """One side of a board."""

    region: Mask
    puzzles: tuple[Graded, ...]  # by symbol; in a pool: all that the region has


def stream(label: str) -> Draw:
    """A function draw(n) whose numbers follow from the label alone."""
    source = Random(label)
    return lambda n: source.getrandbits(32) * n >> 32


def is_whole(region: Mask) -> bool:
    """Whether a region is connected and has no holes: black cells that white ones enclose."""
    if not region or connected_part(region) != region:
        return False
    framed = sum((region >> WIDTH * rank & 255) << WIDTH * (rank + 1) + 1 for rank in range(RANKS + 1))
    frame = sum((1 << FILES + 2) - 1 << WIDTH * rank for rank in range(RANKS + 2))
    outside = frame & ~framed
    return connected_part(outside) == outside


def images(region: Mask) -> list[Mask]:
    """The region turned and flipped, eight times, each with its lower left in the corner."""
    found = []
    cells = [divmod(bit, WIDTH) for bit in range(64) if region >> bit & 1]
    for _ in range(2):
        for _ in range(4):
            cells = [(file, -rank) for rank, file in cells]
            low, left = min(rank for rank, _ in cells), min(file for _, file in cells)
            found.append(sum(1 << WIDTH * (rank - low) + file - left for rank, file in cells))
        cells = [(rank, -file) for rank, file in cells]
    return found


def upright_images(region: Mask) -> list[Mask]:
    """The images of a region that lie in the printed box, each once, smallest first."""
    return sorted({one for one in images(region) if one & BOX == one})


@cache
def tile_sets(side: str) -> dict[int, list[tuple[str, ...]]]:
    """The sets of tiles of a side, by the cells that they cover."""
    found: dict[int, list[tuple[str, ...]]] = {}
    for tiles in combinations(TILES, SIDES[side]):
        found.setdefault(sum(SIZES[tile] for tile in tiles), []).append(tiles)
    return found


def grow_region(draw: Draw, side: str) -> Mask:
    """A random region of a side: tiles laid side by side. 0 if it got stuck or has a hole."""
    left = list(TILES)
    region = 0
    for _ in range(SIDES[side]):
        tile = left.pop(draw(len(left)))
        near = neighbours(region) & BOX if region else BOX
        fitting = [mask for mask in placements(tile, BOX) if mask & near and not mask & region]
        if not fitting:
            return 0
        region |= fitting[draw(len(fitting))]
    return region if is_whole(region) else 0


def unique_sets(cover: Cover, region: Mask, side: str) -> list[tuple[str, ...]]:
    """The sets of tiles that cover the region in exactly one way."""
    fitting = tile_sets(side).get(region.bit_count(), [])
    counts = cover.counts([(region, tiles) for tiles in fitting], 2)
    return [tiles for tiles, count in zip(fitting, counts, strict=True) if count == 1]


def graded_sets(cover: Cover, region: Mask, side: str, least: float, most: float) -> list[Graded]:
    """The sets with one covering whose grade lies between these."""
    found = [
        Graded(tiles, grade(tiles, solution(region, tiles))) for tiles in unique_sets(cover, region, side)
    ]
    return [one for one in found if least <= one.grade <= most]
