"""The printed set: 36 boards of two sides, chosen from many regions so that all tiles are used alike.

`benben gate generate` writes them to boards.txt, from nothing but a seed. First a pool of regions is made for
each side, every one with six sets or more whose grades lie in the window of that side. Then boards and sets
are exchanged, one at a time, as long as that makes the use of the tiles more even.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from benben.core.contract import Draw
from benben.games.gate.board import BOARDS, SIDES, SYMBOLS, TILES, region_text
from benben.games.gate.puzzles.generate import (
    Graded,
    Side,
    graded_sets,
    grow_region,
    stream,
    upright_images,
)
from benben.solve.cover import Cover, Mask

SEED = 2026
POOL = 160  # regions of a side to choose from
STEPS = 30_000  # exchanges that are tried
WINDOWS = {"normal": (2.0, 2.5), "expert": (3.75, 4.25)}  # grades: close together, 1.3
HEAD = """\
# The boards of The Gate of the Pyramid. Each has two sides; a side is a region and, for each symbol, the
# tiles to use and how hard that is: log2 of the tries that a careful random player needs. Every puzzle
# has exactly one covering. Written by `benben gate generate`, checked by `benben gate verify`.
"""

Tell = Callable[[str], None]
Key = str | tuple[str, ...]  # a tile, or a set of them


def choose_boards(seed: int, tell: Tell) -> dict[str, list[Side]]:
    """The boards of a seed, by side. `tell` is given sentences on the way."""
    cover, taken = Cover(TILES), set[Mask]()
    found = {}
    for side in SIDES:
        draw = stream(f"benben gate {seed} {side}")
        pool = make_pool(cover, draw, side, taken, tell)
        found[side] = balance(pool, draw)
        taken |= {upright_images(one.region)[0] for one in found[side]}
        uses = usage(found[side])
        tell(f"{side}: {BOARDS} boards, each tile used {min(uses.values())} to {max(uses.values())} times")
    return found


def make_pool(cover: Cover, draw: Draw, side: str, taken: set[Mask], tell: Tell) -> list[Side]:
    """Regions with six puzzles or more, no two alike and none like those taken."""
    pool: list[Side] = []
    known, seen = set(taken), 0
    while len(pool) < POOL:
        region = grow_region(draw, side)
        if not region:
            continue
        alike = upright_images(region)
        if alike[0] in known:
            continue
        known.add(alike[0])
        seen += 1
        puzzles = graded_sets(cover, region, side, *WINDOWS[side])
        if len(puzzles) >= len(SYMBOLS):
            pool.append(Side(alike[draw(len(alike))], tuple(puzzles)))
            if len(pool) % 20 == 0:
                tell(f"{side}: {len(pool)} of {POOL} regions, {seen:,} looked at")
    return pool


def balance(pool: list[Side], draw: Draw) -> list[Side]:
    """Boards from the pool, with six puzzles each.

    The cost is the sum of squares of how often each tile is used, and, at a quarter, of how often each set is
    used. A step that costs nothing is taken too: it may lead on.
    """
    boards = [_with_six_puzzles(one, draw) for one in pool[:BOARDS]]
    spare = list(pool[BOARDS:])
    whole = {one.region: one for one in pool}
    uses: Counter[Key] = Counter()
    for board in boards:
        _add_uses(uses, board, 1)
    for _ in range(STEPS):
        at, out = draw(BOARDS), -1
        before = boards[at]
        if draw(4) == 0:
            out = draw(len(spare))
            boards[at] = _with_six_puzzles(spare[out], draw)
        else:
            boards[at] = _with_another_puzzle(before, whole[before.region], draw)
        more = _add_uses(uses, before, -1) + _add_uses(uses, boards[at], 1)
        if more > 0:
            _add_uses(uses, boards[at], -1)
            _add_uses(uses, before, 1)
            boards[at] = before
        elif out >= 0:
            spare[out] = whole[before.region]
    return boards


def _add_uses(uses: Counter[Key], board: Side, sign: int) -> int:
    """Add a board to the uses, or with sign -1 take it away; gives what that costs."""
    cost = 0
    for puzzle in board.puzzles:
        for tile in puzzle.tiles:
            cost += 4 * (2 * sign * uses[tile] + 1)
            uses[tile] += sign
        cost += 2 * sign * uses[puzzle.tiles] + 1
        uses[puzzle.tiles] += sign
    return cost


def usage(boards: list[Side]) -> dict[str, int]:
    """How often each tile is used."""
    return {tile: sum(tile in puzzle.tiles for board in boards for puzzle in board.puzzles) for tile in TILES}


def boards_text(found: dict[str, list[Side]]) -> str:
    """The text of boards.txt."""
    lines = [HEAD]
    for n in range(BOARDS):
        for side in SIDES:
            board = found[side][n]
            lines.append(f"{n + 1:02} {side} {region_text(board.region)}\n")
            for symbol, puzzle in zip(SYMBOLS, board.puzzles, strict=True):
                lines.append(f"   {symbol:6}  {' '.join(puzzle.tiles)}  {puzzle.grade:.2f}\n")
    return "".join(lines)


def _with_six_puzzles(one: Side, draw: Draw) -> Side:
    """A side with six of its puzzles, in random order."""
    left = list(one.puzzles)
    return Side(one.region, tuple(left.pop(draw(len(left))) for _ in SYMBOLS))


def _with_another_puzzle(board: Side, whole: Side, draw: Draw) -> Side:
    """A side with one puzzle exchanged for another, if the region has more than six."""
    others = [one for one in whole.puzzles if one not in board.puzzles]
    if not others:
        return board
    puzzles: list[Graded] = list(board.puzzles)
    puzzles[draw(len(puzzles))] = others[draw(len(others))]
    return Side(board.region, tuple(puzzles))
