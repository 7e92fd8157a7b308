"""Tiles, symbols, jewels and the geometry of a puzzle. No rules, and no boards: those are in puzzles.

A set of cells is a mask of 64 bits. Cell b3, file 1 and rank 2 counted from 0, is bit 8 * 2 + 1:

    3 . b3 .      bit 16 17 18
    2 .  . .           8  9 10
    1 .  . .           0  1  2
      a  b c

A region is the mask of its white cells. In text it has its top rank first: `..#/...` is a2 b2 a1 b1 c1.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from benben.core.contract import Unreadable
from benben.solve.cover import Cover, Mask, all_placements

TILES = {  # 1.1
    "I2": "##",
    "I3": "###",
    "V3": "##/#.",
    "I4": "####",
    "O4": "##/##",
    "T4": "###/.#.",
    "S4": ".##/##.",
    "L4": "###/#..",
    "P5": "##/##/#.",
    "L5": "####/#...",
    "Y5": "####/.#..",
    "Z5": "##./.#./.##",
}
SIZES = {tile: picture.count("#") for tile, picture in TILES.items()}

SYMBOLS = ("ankh", "eye", "scarab", "lotus", "falcon", "jackal")  # of the die, 1.2
SIDES = {"normal": 3, "expert": 4}  # and the tiles that a puzzle of it takes
BOARDS = 36
FILES, RANKS = 6, 5  # a region fits into this box as it is printed, 1.3

JEWELS = {"r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "blue", "p": "purple"}  # 1.4
EACH = 13  # jewels of a colour
HEXES = 6  # from the bottom, with a track beside each
ROUNDS = 9
REACH = (3, 2, 1, 1)  # hexes that the first solver may move, the second, ... 4.1

WIDTH = 8  # bits from one rank to the next
MARGIN = 8  # files and ranks that notation knows

_CELL = re.compile(r"[a-h][1-8]")


class Puzzle(NamedTuple):
    """One side of one board under one symbol."""

    region: Mask
    tiles: tuple[str, ...]  # in the order of TILES
    grade: float  # how hard: log2 of the tries that a careful random player needs, 1.3
    solution: tuple[Mask, ...]  # where each of these tiles lies in the only covering


def cells(mask: Mask) -> tuple[str, ...]:
    """The cells by name, sorted by file, then rank."""
    return tuple(
        f"{'abcdefgh'[file]}{rank + 1}"
        for file in range(MARGIN)
        for rank in range(MARGIN)
        if mask >> WIDTH * rank + file & 1
    )


def cells_text(mask: Mask) -> str:
    """The names of the cells in one word: a1a2b2."""
    return "".join(cells(mask))


def read_cells(text: str) -> Mask:
    """The mask of cells such as a1a2b2, in any order; Unreadable if one is named twice."""
    names = _CELL.findall(text)
    if not names or "".join(names) != text:
        raise Unreadable("cells are files a to h and ranks 1 to 8, as in a1a2b2", text[:40])
    mask = 0
    for name in names:
        bit = 1 << WIDTH * (int(name[1]) - 1) + "abcdefgh".index(name[0])
        if mask & bit:
            raise Unreadable(f"the cell {name} is named twice", text[:40])
        mask |= bit
    return mask


def region_text(region: Mask) -> str:
    """A region as text: top rank first, `.` white, `#` black, no wider and no higher than it must be."""
    files, ranks = extent(region)
    rows = [
        "".join("." if region >> WIDTH * rank + file & 1 else "#" for file in range(files))
        for rank in range(ranks)
    ]
    return "/".join(reversed(rows))


def read_region(text: str) -> Mask:
    """The mask of a region's text; Unreadable says what is wrong with it."""
    rows = text.split("/")
    if len({len(row) for row in rows}) > 1:
        raise Unreadable("all ranks of a region are of one length", text[:80])
    if len(rows) > MARGIN or len(rows[0]) > MARGIN:
        raise Unreadable(f"a region has {MARGIN} files and {MARGIN} ranks at most", text[:80])
    strange = set(text) - set(".#/")
    if strange or not rows[0]:
        raise Unreadable("a region is written with . for white, # for black and / between ranks", text[:80])
    mask = 0
    for rank, row in enumerate(reversed(rows)):
        for file, sign in enumerate(row):
            mask |= (sign == ".") << WIDTH * rank + file
    if not mask:
        raise Unreadable("a region has at least one white cell", text[:80])
    return mask


def extent(region: Mask) -> tuple[int, int]:
    """How many files and ranks a region spans, from a1 on."""
    ranks = -(-region.bit_length() // WIDTH)
    files = max((region >> WIDTH * rank & 255).bit_length() for rank in range(ranks)) if ranks else 0
    return files, ranks


@lru_cache(maxsize=4096)
def placements(tile: str, region: Mask) -> tuple[Mask, ...]:
    """Every way in which a tile lies inside the region, or inside its bare cells."""
    return tuple(mask for mask in all_placements(TILES[tile]) if mask & region == mask)


def tile_of(mask: Mask) -> str | None:
    """The tile that has this shape, turned or flipped; None if there is none."""
    return _BY_MASK.get(mask)


_BY_MASK = {mask: tile for tile, picture in TILES.items() for mask in all_placements(picture)}


@lru_cache(maxsize=1)
def engine() -> Cover:
    """The exact-cover engine in plain Python: the quickest for one puzzle at a time."""
    return Cover(TILES, plain=True)


@lru_cache(maxsize=4096)
def solution(region: Mask, tiles: tuple[str, ...]) -> tuple[Mask, ...]:
    """Where each of the tiles lies in the first covering; empty if there is none."""
    found = engine().first(region, tiles)
    if found is None:
        return ()
    by_tile = {one.tile: one.mask for one in found}
    return tuple(by_tile[tile] for tile in tiles)
