"""Checks that boards are what clause 1.3 promises. Every figure of the file is computed again."""

from __future__ import annotations

from collections.abc import Iterator

from benben.games.gate.board import BOARDS, FILES, RANKS, SIDES, SYMBOLS, TILES, extent, solution
from benben.games.gate.puzzles import read
from benben.games.gate.puzzles.generate import Graded, Side, images, is_whole
from benben.games.gate.puzzles.grade import grade
from benben.games.gate.puzzles.printed_set import usage
from benben.solve.cover import Cover, Mask

SPREAD = {"normal": 0.5, "expert": 0.5}  # grades between the easiest and the hardest puzzle of a side
UNEVEN = 0.1  # of the mean: how far the use of a tile may be off


def faults(text: str) -> Iterator[str]:
    """A sentence for every fault of the boards; Unreadable if the text is no list of boards."""
    boards = read(text)
    known: dict[Mask, str] = {}
    cover = Cover(TILES, plain=True)
    for side, sides in boards.items():
        if len(sides) != BOARDS:
            yield f"There are {len(sides)} {side} boards, not {BOARDS}."
        for n, one in enumerate(sides, 1):
            name = f"{n:02} {side}"
            yield from _region_faults(name, one.region, known)
            yield from _set_faults(name, side, one)
            for symbol, puzzle in zip(SYMBOLS, one.puzzles, strict=True):
                yield from _puzzle_faults(f"{name} {symbol}", cover, one.region, puzzle)
        if sides:
            yield from _balance_faults(side, sides)


def _region_faults(name: str, region: Mask, known: dict[Mask, str]) -> Iterator[str]:
    files, ranks = extent(region)
    if files > FILES or ranks > RANKS:
        yield f"{name}: the region has {files} files and {ranks} ranks; the box is {FILES} by {RANKS}."
    elif not is_whole(region):
        yield f"{name}: the region is in pieces or has a hole."
    alike = min(images(region))
    if region not in images(region):
        yield f"{name}: the region does not lie in the corner."
    if alike in known:
        yield f"{name}: the region is that of {known[alike]}, turned or flipped."
    known.setdefault(alike, name)


def _set_faults(name: str, side: str, one: Side) -> Iterator[str]:
    if len({frozenset(puzzle.tiles) for puzzle in one.puzzles}) < len(SYMBOLS):
        yield f"{name}: two symbols have the same tiles."
    for symbol, puzzle in zip(SYMBOLS, one.puzzles, strict=True):
        if len(set(puzzle.tiles)) != SIDES[side] or len(puzzle.tiles) != SIDES[side]:
            yield f"{name} {symbol}: a puzzle of this side has {SIDES[side]} different tiles."


def _puzzle_faults(name: str, cover: Cover, region: Mask, puzzle: Graded) -> Iterator[str]:
    count = cover.count(region, puzzle.tiles)
    if count != 1:
        yield f"{name}: there are {count or 'no'} coverings, not one."
    elif len(set(puzzle.tiles)) == len(puzzle.tiles):
        real = grade(puzzle.tiles, solution(region, puzzle.tiles))
        if f"{real:.2f}" != f"{puzzle.grade:.2f}":
            yield f"{name}: the grade is {real:.2f}, not {puzzle.grade:.2f}."


def _balance_faults(side: str, sides: list[Side]) -> Iterator[str]:
    grades = [puzzle.grade for one in sides for puzzle in one.puzzles]
    if max(grades) - min(grades) > SPREAD[side] + 1e-9:
        yield f"{side}: grades from {min(grades):.2f} to {max(grades):.2f} are not close together."
    uses = usage(sides)
    mean = sum(uses.values()) / len(uses)
    for tile, many in uses.items():
        if abs(many - mean) > UNEVEN * mean:
            yield f"{side}: {tile} is used {many} times, and a tile on average {mean:.0f} times."
