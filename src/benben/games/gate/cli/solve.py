"""What `benben solve gate` understands and answers.

    benben solve gate "REGION" --tiles I2,L5,Y5         how many coverings there are, and the first
    benben solve gate "..../...#" --tiles I3,L4 --json  the same as JSON

A region has its top rank first, `.` white and `#` black, `/` between ranks, up to 8 x 8. A tile may be named
more than once. Each tile of the first covering is written as its cells, a1a2a3, in the order of the tiles.
A budget ends the search early, and so do a million coverings; the answer then says "exact": false.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from benben.core.contract import Unreadable
from benben.games.gate.board import SIZES, TILES, cells_text, engine, read_region
from benben.solve.cover import Cover

MOST = 1_000_000  # coverings that are counted
SHORT = 60_000  # tiles laid until machine code is worth its loading

Going = Callable[[int], bool]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("region", metavar="REGION", help="such as ..../...#")
    parser.add_argument("--tiles", required=True, metavar="I3,L4", help=f"of {', '.join(TILES)}")


def answer(asked: argparse.Namespace, going: Going, _: Callable[[str], None]) -> dict[str, Any]:
    """The answer as JSON has it."""
    region, tiles = read_region(asked.region), read_tiles(asked.tiles)
    white, size = region.bit_count(), sum(SIZES[tile] for tile in tiles)
    if white != size:
        raise Unreadable(f"these tiles cover {size} cells, and the region has {white}", asked.tiles[:80])
    found = engine().look(region, tiles, MOST, 1, lambda laid: laid < SHORT and going(laid))
    if not found.exact and found.many < MOST and going(SHORT):
        found = Cover(TILES).look(region, tiles, MOST, 1, going)
    told: dict[str, Any] = {"solutions": found.many, "first": []}
    for covering in found.coverings:
        lying = {tile: [cells_text(one.mask) for one in covering if one.tile == tile] for tile in tiles}
        told["first"] = [lying[tile].pop(0) for tile in tiles]
    return told if found.exact else told | {"exact": False}


def read_tiles(text: str) -> tuple[str, ...]:
    """The tiles of I3,L4; upper or lower case."""
    tiles = tuple(part.strip().upper() for part in text.split(","))
    unknown = [part for part in tiles if part not in TILES]
    if unknown:
        what = f"there is no tile {unknown[0][:20]}" if unknown[0] else "a tile is missing"
        raise Unreadable(f"{what}; there are {', '.join(TILES)}", text[:80])
    return tiles
