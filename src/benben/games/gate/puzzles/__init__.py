"""The boards in the box: the printed set, or a fresh one by number; and graded ones for practice.

    puzzle(0, "normal", 12, "eye")              board 12 of the printed set, boards.txt
    puzzle(77, "normal", 12, "eye")             board 12 of box 77
    puzzle(77, "normal", 12, "eye", "hard")     board 12 of the hard ones of box 77, for practice

A board that is not printed is made when it is first asked for, from these words alone, so it is the same for
everybody. No two boards of a box are alike: board n has the region of no board before it, be it moved, turned
or flipped. So those are made too, a whole box in about a second, hard normal boards in some seconds.

Boards of the first series were told apart by a class of their region instead, and two could be alike. They
are still made for records and days of that time.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

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
from benben.games.gate.puzzles.generate import (
    Graded,
    Side,
    graded_sets,
    grow_region,
    images,
    stream,
    upright_images,
)
from benben.solve.cover import Mask

FILE = Path(__file__).with_name("boards.txt")
PRINTED = 0  # the box of the printed set
FIRST_FILE = sum(1 << WIDTH * rank for rank in range(8))

RACE = "any"  # not graded: the boards of a race, close together
BOARDS_KEPT = 16_384  # boards that are not printed, in memory: some 450 boxes
FIRST_SERIES = 1  # of boards that are not printed: two of a box can be alike
SERIES = 2  # made now
WINDOWS = {  # grades, least and most
    "normal": {RACE: (1.75, 2.6), "easy": (0.5, 1.5), "medium": (1.75, 2.6), "hard": (2.6, 4.0)},
    "expert": {RACE: (3.25, 4.5), "easy": (1.5, 3.0), "medium": (3.25, 4.5), "hard": (4.5, 6.0)},
}


def region(box: int, side: str, board: int, grade: str = RACE, series: int = SERIES) -> Mask:
    """The white cells of a side; boards are numbered from 1."""
    return _board(box, side, board, grade, series).region


@lru_cache(maxsize=4096)
def puzzle(box: int, side: str, board: int, symbol: str, grade: str = RACE, series: int = SERIES) -> Puzzle:
    """The puzzle of a board under a symbol: what to cover, how hard that is, and the only way to do it."""
    whole = _board(box, side, board, grade, series)
    one = whole.puzzles[SYMBOLS.index(symbol)]
    return Puzzle(whole.region, one.tiles, one.grade, solution(whole.region, one.tiles))


class BoardKey(NamedTuple):
    """The words from which a board follows."""

    box: int
    side: str
    board: int
    grade: str
    series: int

    @property
    def is_printed(self) -> bool:
        return (self.box, self.grade) == (PRINTED, RACE)


_made: OrderedDict[BoardKey, Side] = OrderedDict()  # boards that are not printed, the last used at the end


def board(key: BoardKey) -> Side:
    """One side of a board, which is made now if it is not at hand."""
    if not 1 <= key.board <= BOARDS:
        raise ValueError(f"there is no board {key.board}")
    if key.is_printed:
        return printed_boards()[key.side][key.board - 1]
    found = _made.get(key)
    if found is None:
        found = fresh_board(*key)
    keep_board(key, found)
    return found


def keep_board(key: BoardKey, made: Side) -> None:
    """Keep a board that was made here or elsewhere."""
    if not key.is_printed:
        _made[key] = made
        _made.move_to_end(key)
        while len(_made) > BOARDS_KEPT:
            _made.popitem(last=False)


def has_board(key: BoardKey) -> bool:
    """Whether a board is at hand, printed or made."""
    return key.is_printed or key in _made


def _board(box: int, side: str, number: int, grade: str, series: int) -> Side:
    return board(BoardKey(box, side, number, grade, series))


@cache
def printed_boards() -> dict[str, list[Side]]:
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
        side.append(Side(read_region(head[2]), tuple(_read_puzzle(*row) for row in puzzles)))
        if [words[0] for _, words in puzzles] != list(SYMBOLS):
            raise Unreadable(f"a board has the symbols {', '.join(SYMBOLS)}, in this order", f"line {n}")
    return found


def fresh_board(box: int, side: str, board: int, grade: str = RACE, series: int = SERIES) -> Side:
    """A board that is not printed: it follows from these words alone."""
    draw = stream(f"benben gate box {box} {side} {grade} {board}")
    least, most = WINDOWS[side][grade]
    first = series == FIRST_SERIES
    before = () if first else [region(box, side, other, grade, series) for other in range(1, board)]
    taken = {min(images(one)) for one in before}
    while True:
        white = grow_region(draw, side)
        if not white or (first and first_class(white) != board - 1):
            continue
        puzzles = graded_sets(engine(), white, side, least, most)
        if len(puzzles) >= len(SYMBOLS) and min(images(white)) not in taken:
            alike = upright_images(white)
            six = tuple(puzzles.pop(draw(len(puzzles))) for _ in SYMBOLS)
            return Side(alike[draw(len(alike))], six)


def first_class(white: Mask) -> int:
    """The class of a region, of as many as there are boards: so boards of the first series were told apart.

    It is made from the cells of each rank and file, read from either end and in either order. They count from
    a1 on, where the region has grown: one that is moved has another class.
    """
    files, ranks = extent(white)
    down = [(white >> WIDTH * rank & 255).bit_count() for rank in range(ranks)]
    across = [(white >> file & FIRST_FILE).bit_count() for file in range(files)]
    ends = sorted((min(down, down[::-1]), min(across, across[::-1])))
    number = 0
    for count in (*ends[0], 7, *ends[1]):
        number = (8 * number + count) % 1_000_003
    return number % BOARDS


def _read_puzzle(n: int, words: list[str]) -> Graded:
    tiles, grade = tuple(words[1:-1]), words[-1]
    if any(tile not in TILES for tile in tiles) or not grade.replace(".", "", 1).isdecimal():
        raise Unreadable("a puzzle is a symbol, its tiles and a grade, as in eye I2 L4 Y5 2.25", f"line {n}")
    return Graded(tiles, float(grade))
