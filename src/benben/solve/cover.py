"""Exact cover by polyominoes: every white cell covered once, every tile used once.

A board is at most 64 cells: `width` files, bit `width * rank + file`, files and ranks from 0. A region and a
tile that lies are masks of such bits. Up to 8 x 8 the width is 8, whatever the region, so one table serves
all regions; 6 x 10 is a board of width 6.

    . 6 . .      The lowest bare cell, @, must be covered by somebody, so only tiles are tried whose lowest
    3 4 5 .      cell lies there. The table lists them by that cell, by which of the six cells around it are
    . @ 1 2      bare, and by tile. What is listed nearly always fits.

The search is written in what numba compiles, with a stack of its own. Without numba it runs as it is, and a
single small puzzle is quicker so: the way into machine code costs more than the answer. Machine code knows
only signed numbers, so there the 64th cell is the sign; nothing here minds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import Any, NamedTuple

from benben.core.compiled import machine

Mask = int  # a set of cells
Cell = tuple[int, int]  # file, rank
Going = Callable[[int], bool]

CELLS = 64  # of a board, at most
PATTERNS = 64  # six cells, bare or not
TOP = 1 << 63
REMEMBERED = 10_000  # sets of tiles
SLAB = {True: 2_000_000, False: 20_000}  # tiles laid between two questions, in machine code and without it


class CoverTable(NamedTuple):
    """Tiles as they can lie, by lowest cell, pattern and tile. Entries of all three stand together."""

    width: int
    starts: Any  # by (64 * cell + pattern) * tiles + tile: the first entry; one more at the end
    masks: Any  # by entry


class Stack(NamedTuple):
    """The state of a search that can be interrupted, with more levels than there are cells."""

    left: Any  # by tile: how often it may still be laid
    kinds: Any  # the tiles that there are, each once
    entries: Any  # by depth: the entry that lies
    ends: Any  # by depth: where the entries of its tile end
    turns: Any  # by depth: how many kinds were tried, its own included
    cells: Any  # by depth: the lowest cell that was bare
    places: Any  # by depth: where in `starts` the entries of that cell stand
    registers: Any  # what the loop of `search` has in hand while it is interrupted


class Laid(NamedTuple):
    """A tile on the board."""

    tile: str
    mask: Mask


class CoverResult(NamedTuple):
    many: int  # coverings met
    exact: bool  # there are no others
    coverings: list[tuple[Laid, ...]]  # the first of them, lowest cells first


FREE, MANY, DEPTH, CELL, PLACE, ENTRY, END, TURN, KINDS, PIECES, SUM = range(11)  # registers
DONE, PAUSED = 1, 0


def begin(table: CoverTable, stack: Stack, region: int) -> None:
    """Set the search to the beginning: to cover a region with the tiles that are left."""
    left, registers = stack.left, stack.registers
    pieces, kinds, total, cell, at = 0, 0, 0, 0, 0
    for tile in range(len(left)):
        if left[tile]:
            stack.kinds[kinds] = tile
            kinds += 1
            pieces += left[tile]
            total += left[tile] * tile
    if region:
        while not region >> cell & 1:
            cell += 1
        at = place(table.width, cell, region >> cell) * len(left)
    registers[FREE] = region
    registers[MANY] = 0 if region or pieces else 1
    registers[DEPTH] = 0
    registers[CELL] = cell
    registers[PLACE] = at
    registers[ENTRY] = 0
    registers[END] = 0
    registers[TURN] = 0
    registers[KINDS] = kinds if region else 0
    registers[PIECES] = pieces
    registers[SUM] = total


def place(width: int, cell: int, around: int) -> int:
    """The number of a cell and of the pattern of bare cells around it."""
    return cell << 6 | around >> 1 & 3 | (around >> width - 1 & 7) << 2 | (around >> 2 * width & 1) << 5


def search(table: CoverTable, stack: Stack, nodes: int, most: int, found: Any, room: int) -> int:
    """Count coverings up to `most`, or until `nodes` tiles were laid: DONE or PAUSED, the count in MANY.

    A covering uses all that is left. The first `room` of them are written to `found` as their entries, in as
    many places as there are tiles. The last tile is not laid: either it is what is bare, or not. Which one it
    is tells SUM, the sum of the numbers of the tiles that are left.
    """
    starts, masks, width = table.starts, table.masks, table.width
    left, entries, ends, turns = stack.left, stack.entries, stack.ends, stack.turns
    kinds, cells, places, registers = stack.kinds, stack.cells, stack.places, stack.registers
    free, many, depth, cell = registers[FREE], registers[MANY], registers[DEPTH], registers[CELL]
    at, entry, end, turn = registers[PLACE], registers[ENTRY], registers[END], registers[TURN]
    several, pieces, total = registers[KINDS], registers[PIECES], registers[SUM]
    state, number = DONE, len(left)
    while many != most:
        covered = ~free
        while True:
            while entry < end and masks[entry] & covered:
                entry += 1
            if entry < end or turn == several:
                break
            tile = kinds[turn]
            turn += 1
            if left[tile]:
                entry, end = starts[at + tile], starts[at + tile + 1]
        if entry == end:
            if depth == 0:
                break
            depth -= 1
            entry, end, turn, cell, at = (
                entries[depth],
                ends[depth],
                turns[depth],
                cells[depth],
                places[depth],
            )
            free |= masks[entry]
            tile = kinds[turn - 1]
            left[tile] += 1
            total += tile
            entry += 1
            continue
        bare = free ^ masks[entry]
        if bare == 0 or depth + 1 == pieces:
            if bare == 0 and depth + 1 == pieces:
                if many < room:
                    found[many * pieces] = entry  # there is one tile only
                many += 1
            entry += 1
            continue
        if nodes == 0:
            state = PAUSED
            break
        nodes -= 1
        tile = kinds[turn - 1]
        lowest = cell + 1
        while not bare >> lowest & 1:
            lowest += 1
        there = place(width, lowest, bare >> lowest) * number
        if depth + 2 == pieces:
            last = starts[there + total - tile]
            while last < starts[there + total - tile + 1]:
                if masks[last] == bare:
                    if many < room:
                        for level in range(depth):
                            found[many * pieces + level] = entries[level]
                        found[many * pieces + depth] = entry
                        found[many * pieces + depth + 1] = last
                    many += 1
                    break
                last += 1
            entry += 1
            continue
        entries[depth], ends[depth], turns[depth], cells[depth], places[depth] = entry, end, turn, cell, at
        left[tile] -= 1
        total -= tile
        free, cell, at = bare, lowest, there
        depth += 1
        entry, end, turn = 0, 0, 0
    registers[FREE], registers[MANY], registers[DEPTH], registers[CELL] = free, many, depth, cell
    registers[PLACE], registers[ENTRY], registers[END], registers[TURN] = at, entry, end, turn
    registers[SUM] = total
    return state


def tally(
    table: CoverTable, stack: Stack, regions: Any, numbers: Any, sets: Any, most: int, counts: Any
) -> None:
    """Count the coverings of many puzzles. Puzzle n has set number numbers[n]; a set is a row of `sets`."""
    left = stack.left
    for n in range(len(regions)):
        row = numbers[n] * len(left)
        for tile in range(len(left)):
            left[tile] = sets[row + tile]
        begin(table, stack, regions[n])
        search(table, stack, -1, most, counts, 0)
        counts[n] = stack.registers[MANY]


class Cover:
    """The coverings of regions on a board of `width` files, by tiles of these shapes.

    Shapes are pictures such as "###/#..", by name. Tiles are named; one named twice is used twice.
    """

    def __init__(self, shapes: Mapping[str, str], width: int = 8, plain: bool = False) -> None:
        self.names = tuple(shapes)
        self.width = width
        self.turns = tuple(orientations(picture) for picture in shapes.values())
        self.sizes = tuple(len(turns[0]) for turns in self.turns)
        self._begin, self._search, self._tally, self.fast = begin, search, tally, False
        if not plain:
            made = machine(sys.modules[__name__])
            self._begin, self._search, self._tally = made.bind(begin), made.bind(search), made.bind(tally)
            self.fast = made.fast
        starts, self._masks, self._tiles = _table_columns(self.turns, width)
        self._table = CoverTable(width, self._array(starts), self._array(self._masks))
        levels = [CELLS + 1] * 5
        self._stack = Stack(*(self._array([0] * size) for size in (len(shapes), len(shapes), *levels, 11)))
        self._nowhere = self._array([0])
        self._rows: dict[tuple[str, ...], tuple[int, list[int]]] = {}
        self._sets: dict[tuple[str, ...], int] = {}  # their numbers in `_heard`, which machine code reads
        self._heard = self._nowhere
        self._lock = Lock()  # there is one stack

    def count(self, region: Mask, tiles: Sequence[str], most: int = 0) -> int:
        """How many coverings there are; counted no further than `most`, if that is not 0."""
        white, row = self._row(tuple(tiles))
        if region.bit_count() != white:
            return 0
        with self._lock:
            self._stack.left[:] = row
            self._begin(self._table, self._stack, _signed(region) if self.fast else region)
            self._search(self._table, self._stack, -1, most or -1, self._nowhere, 0)
            return int(self._stack.registers[MANY])

    def first(self, region: Mask, tiles: Sequence[str]) -> tuple[Laid, ...] | None:
        """A covering, lowest cells first; None if there is none."""
        found = self.look(region, tiles, 1, 1).coverings
        return found[0] if found else None

    def all(self, region: Mask, tiles: Sequence[str]) -> list[tuple[Laid, ...]]:
        """Every covering, in the order in which the search meets them."""
        return self.look(region, tiles, 0, self.count(region, tiles)).coverings

    def look(
        self, region: Mask, tiles: Sequence[str], most: int = 0, room: int = 0, going: Going | None = None
    ) -> CoverResult:
        """The number of coverings, up to `most` if that is not 0, and the first `room` of them.

        `going` is asked now and then with the number of tiles laid so far: shall the search go on?
        """
        white, row = self._row(tuple(tiles))
        if region.bit_count() != white:
            return CoverResult(0, True, [])
        size, laid = len(tiles), 0
        found = self._array([0] * (room * size)) if room else self._nowhere
        with self._lock:
            self._stack.left[:] = row
            self._begin(self._table, self._stack, _signed(region) if self.fast else region)
            slab = -1 if going is None else SLAB[self.fast]
            while self._search(self._table, self._stack, slab, most or -1, found, room) == PAUSED:
                laid += slab
                if going is not None and not going(laid):
                    break
            registers = self._stack.registers
            many = int(registers[MANY])
            done = registers[ENTRY] == registers[END] and registers[TURN] == registers[KINDS]
            done = done and registers[DEPTH] == 0
        coverings = [self._read(found[n * size : (n + 1) * size]) for n in range(min(many, room))]
        return CoverResult(many, bool(done), coverings)

    def counts(self, puzzles: Sequence[tuple[Mask, tuple[str, ...]]], most: int = 0) -> list[int]:
        """The `count` of each puzzle; in machine code with one call for all."""
        if not self.fast:
            return [self.count(region, tiles, most) for region, tiles in puzzles]
        with self._lock:
            try:
                numbers = [self._sets[tiles] for _, tiles in puzzles]
            except KeyError:
                numbers = self._set_numbers([tiles for _, tiles in puzzles])
            regions, counts = self._array([region for region, _ in puzzles]), self._array([0] * len(numbers))
            self._tally(
                self._table, self._stack, regions, self._array(numbers), self._heard, most or -1, counts
            )
        found: list[int] = counts.tolist()
        return found

    def _set_numbers(self, sets: Sequence[tuple[str, ...]]) -> list[int]:
        """The numbers of these sets, after adding new ones to the table that machine code reads."""
        if len(self._sets) > REMEMBERED:
            self._sets.clear()
        numbers = [self._sets.setdefault(tiles, len(self._sets)) for tiles in sets]
        self._heard = self._array([count for tiles in self._sets for count in self._row(tiles)[1]])
        return numbers

    def _row(self, tiles: tuple[str, ...]) -> tuple[int, list[int]]:
        """How many cells the tiles cover, and how often each shape is among them."""
        if tiles not in self._rows:
            unknown = [tile for tile in tiles if tile not in self.names]
            if unknown:
                raise ValueError(f"there is no tile {unknown[0]}")
            if len(self._rows) > REMEMBERED:
                self._rows.clear()
            row = [tiles.count(name) for name in self.names]
            self._rows[tiles] = sum(count * size for count, size in zip(row, self.sizes, strict=True)), row
        return self._rows[tiles]

    def _read(self, found: Any) -> tuple[Laid, ...]:
        entries = [int(one) for one in found]
        return tuple(Laid(self.names[self._tiles[one]], self._masks[one]) for one in entries)

    def _array(self, numbers: Sequence[int]) -> Any:
        """The numbers as an array for machine code; as a list without machine code."""
        return _arrays().array(numbers, dtype="uint64").view("int64") if self.fast else list(numbers)


@lru_cache(maxsize=256)
def orientations(picture: str) -> tuple[tuple[Cell, ...], ...]:
    """All distinct rotations and mirror images of a shape: cells from the lower left, lowest rank first."""
    rows = picture.split("/")
    cells = [(x, y) for y, row in enumerate(reversed(rows)) for x, sign in enumerate(row) if sign == "#"]
    found = set()
    for _ in range(2):
        for _ in range(4):
            cells = [(y, -x) for x, y in cells]
            left, low = min(x for x, _ in cells), min(y for _, y in cells)
            found.add(tuple(sorted(((x - left, y - low) for x, y in cells), key=lambda one: one[::-1])))
        cells = [(-x, y) for x, y in cells]
    return tuple(sorted(found))


@lru_cache(maxsize=256)
def all_placements(picture: str, width: int = 8) -> tuple[Mask, ...]:
    """Every way in which a tile can lie on an empty board, lowest cell first."""
    found = []
    for cells in orientations(picture):
        files, ranks = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
        mask = sum(1 << width * y + x for x, y in cells)
        found += [
            mask << width * rank + file
            for rank in range(CELLS // width - ranks + 1)
            for file in range(width - files + 1)
        ]
    return tuple(sorted(found, key=lambda mask: (mask & -mask, mask)))


@cache
def _table_columns(
    shapes: tuple[tuple[tuple[Cell, ...], ...], ...], width: int
) -> tuple[list[int], list[int], list[int]]:
    """The columns of the CoverTable: starts, masks, and the tile of each mask."""
    ranks = CELLS // width
    needs = (1, 2, width - 1, width, width + 1, 2 * width)  # in the order of the pattern's bits
    starts: list[int] = []
    masks: list[int] = []
    tiles: list[int] = []
    for cell in range(CELLS):
        rank, file = divmod(cell, width)
        fitting: list[list[tuple[int, int]]] = [[] for _ in shapes]
        for tile, turns in enumerate(shapes):
            for cells in turns:
                low = cells[0][0]  # cells[0] is the lowest: its rank is 0
                if all(0 <= file - low + x < width and rank + y < ranks for x, y in cells):
                    near = sum(1 << width * y + x - low for x, y in cells)
                    need = sum((near >> step & 1) << n for n, step in enumerate(needs))
                    fitting[tile].append((need, near << cell))
        for pattern in range(PATTERNS):
            for tile, those in enumerate(fitting):
                starts.append(len(masks))
                fits = [mask for need, mask in those if need & pattern == need]
                masks += fits
                tiles += [tile] * len(fits)
    starts.append(len(masks))
    return starts, masks, tiles


def _signed(region: Mask) -> int:
    return region - (1 << 64) if region >= TOP else region


@cache
def _arrays() -> Any:
    import numpy

    return numpy
