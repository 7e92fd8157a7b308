"""The boards in the box: the printed set, or a fresh one by number; and graded ones for practice.

    puzzle(0, "normal", 12, "eye")              board 12 of the printed set, boards.txt
    puzzle(77, "normal", 12, "eye")             board 12 of box 77
    puzzle(77, "normal", 12, "eye", "hard")     board 12 of the hard ones of box 77, for practice

A board that is not printed is made when it is first asked for, from these words alone, so it is the same for
everybody and no board waits for another. That takes a tenth of a second in plain Python, seldom a whole one.
No two boards of a box are alike: a region has a class that turning and flipping do not change, and board n
takes only regions of class n.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from benben.core.contract import Unreadable
from benben.games.gate.board import (
    BOARDS,
    SIDES,
    SYMBOLS,
    TILES,
    WIDTH,
    Puzzle,
    engine,
    extent,
    read_region,
    solution,
)
from benben.games.gate.generate import Graded, Side, graded, grown, stream, upright
from benben.solve.cover import Mask

FILE = Path(__file__).with_name("boards.txt")
PRINTED = 0  # the box of the printed set
FIRST_FILE = sum(1 << WIDTH * rank for rank in range(8))

RACE = "any"  # not graded: the boards of a race, close together
WINDOWS = {  # grades, least and most
    "normal": {RACE: (1.75, 2.6), "easy": (0.5, 1.5), "medium": (1.75, 2.6), "hard": (2.6, 4.0)},
    "expert": {RACE: (3.25, 4.5), "easy": (1.5, 3.0), "medium": (3.25, 4.5), "hard": (4.5, 6.0)},
}


def region(box: int, side: str, board: int, grade: str = RACE) -> Mask:
    """The white cells of a side; boards are numbered from 1."""
    return _side(box, side, board, grade).region


@lru_cache(maxsize=4096)
def puzzle(box: int, side: str, board: int, symbol: str, grade: str = RACE) -> Puzzle:
    """What a seat has to cover, how hard that is, and the only way to do it."""
    whole = _side(box, side, board, grade)
    one = whole.puzzles[SYMBOLS.index(symbol)]
    return Puzzle(whole.region, one.tiles, one.grade, solution(whole.region, one.tiles))


@lru_cache(maxsize=4096)
def _side(box: int, side: str, board: int, grade: str) -> Side:
    if not 1 <= board <= BOARDS:
        raise ValueError(f"there is no board {board}")
    return printed()[side][board - 1] if (box, grade) == (PRINTED, RACE) else made(box, side, board, grade)


@cache
def printed() -> dict[str, list[Side]]:
    return read(FILE.read_text("utf-8"))


def read(text: str) -> dict[str, list[Side]]:
    """The boards of a file, by side; Unreadable names the line that is wrong."""
    found: dict[str, list[Side]] = {side: [] for side in SIDES}
    rows = [
        (n, line.split())
        for n, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.startswith("#")
    ]
    for at in range(0, len(rows), 1 + len(SYMBOLS)):
        (n, head), puzzles = rows[at], rows[at + 1 : at + 1 + len(SYMBOLS)]
        if len(head) != 3 or head[1] not in SIDES:
            raise Unreadable("a board begins with its number, its side and its region", f"line {n}")
        side = found[head[1]]
        if head[0] != f"{len(side) + 1:02}":
            raise Unreadable(f"this should be board {len(side) + 1:02}", f"line {n}")
        side.append(Side(read_region(head[2]), tuple(_graded(*row) for row in puzzles)))
        if [words[0] for _, words in puzzles] != list(SYMBOLS):
            raise Unreadable(f"a board has the symbols {', '.join(SYMBOLS)}, in this order", f"line {n}")
    return found


def made(box: int, side: str, board: int, grade: str = RACE) -> Side:
    """A board that follows from these words alone."""
    draw = stream(f"benben gate box {box} {side} {grade} {board}")
    least, most = WINDOWS[side][grade]
    while True:
        white = grown(draw, side)
        if not white or kind(white) != board - 1:
            continue
        puzzles = graded(engine(), white, side, least, most)
        if len(puzzles) >= len(SYMBOLS):
            alike = upright(white)
            six = tuple(puzzles.pop(draw(len(puzzles))) for _ in SYMBOLS)
            return Side(alike[draw(len(alike))], six)


def kind(white: Mask) -> int:
    """One of as many classes as there are boards, the same for all images of a region.

    It is made from the cells of each rank and of each file, read from either end and in either order.
    """
    files, ranks = extent(white)
    down = [(white >> WIDTH * rank & 255).bit_count() for rank in range(ranks)]
    across = [(white >> file & FIRST_FILE).bit_count() for file in range(files)]
    ends = sorted((min(down, down[::-1]), min(across, across[::-1])))
    number = 0
    for count in (*ends[0], 7, *ends[1]):
        number = (8 * number + count) % 1_000_003
    return number % BOARDS


def _graded(n: int, words: list[str]) -> Graded:
    tiles, grade = tuple(words[1:-1]), words[-1]
    if any(tile not in TILES for tile in tiles) or not grade.replace(".", "", 1).isdecimal():
        raise Unreadable("a puzzle is a symbol, its tiles and a grade, as in eye I2 L4 Y5 2.25", f"line {n}")
    return Graded(tiles, float(grade))
