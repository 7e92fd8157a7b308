"""The fields of a position of the Gate, and what lies on the boards in it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple, cast

from msgspec.structs import replace

from benben.core.contract import Seat, Unreadable
from benben.games.gate.board import BOARDS, SYMBOLS, cells_text, read_cells, tile_of
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Finish, State, Symbol
from benben.solve.cover import Mask

MS = r"0|[1-9][0-9]{0,11}"


class Fields(NamedTuple):
    """The fields of a position and how far they have been read."""

    found: dict[str, str]

    def fault(self, key: str, sentence: str) -> Unreadable:
        return Unreadable(sentence, key)

    def row(self, key: str, many: int) -> list[str]:
        """The entries of a field that has one a seat; all `-` if the field is left out."""
        if key not in self.found:
            return ["-"] * many
        entries = self.found[key].split(",")
        if len(entries) != many:
            raise self.fault(key, f"there is one entry a seat, {many} in all")
        return entries

    def some(self, key: str, pattern: str, sentence: str) -> list[re.Match[str]]:
        """The entries of a field joined by commas, each of this pattern; `-` for none."""
        text = self.found.get(key, "-")
        if text == "-":
            return []
        entries = [re.fullmatch(pattern, part) for part in text.split(",")]
        if not all(entries):
            raise self.fault(key, sentence)
        return [entry for entry in entries if entry]


def _boards(s: State, fields: Fields) -> tuple[int | None, ...]:
    row = fields.row("boards", s.seats)
    if not all(re.fullmatch("[0-9]{2}|-", one) for one in row):
        raise fields.fault("boards", "a board has two digits, or is -")
    boards = tuple(None if one == "-" else int(one) for one in row)
    there = [board for board in boards if board is not None]
    if len({*there, *s.discarded}) != len(there) + len(s.discarded) or not all(
        1 <= board <= BOARDS for board in there
    ):
        raise fields.fault("boards", f"a board is 01 to {BOARDS}, and none is there twice")
    return boards


def with_boards(s: State, fields: Fields) -> State:
    """The state with boards, symbol, the tiles on them, and the seats that have covered them."""
    s = replace(s, boards=_boards(s, fields))
    symbol = fields.found.get("symbol", "-")
    if symbol != "-" and symbol not in SYMBOLS:
        raise fields.fault("symbol", f"it is one of {', '.join(SYMBOLS)}, or -")
    s = replace(s, symbol=None if symbol == "-" else cast(Symbol, symbol))
    there = [board is not None for board in s.boards]
    if s.symbol is not None and not any(there):
        raise fields.fault("symbol", "the die is thrown when boards are dealt")
    if s.symbol is None and any(there) and s.phase != "deal":
        raise fields.fault("symbol", "the die is thrown for these boards")
    s = replace(
        s,
        tiles=tuple(_tiles(s, fields, seat, text) for seat, text in enumerate(fields.row("tiles", s.seats))),
    )
    s = replace(s, solved=_finishes(s, fields))
    finished = {seat for seat in range(s.seats) if s.tiles[seat] and not state.bare_cells(s, seat)}
    if finished != {finish.seat for finish in s.solved}:
        raise fields.fault("solved", "those have solved whose boards are covered")
    return s


def _tiles(s: State, fields: Fields, seat: Seat, text: str) -> tuple[Mask, ...]:
    if text == "-":
        return ()
    one = state.puzzle(s, seat)
    if one is None:
        raise fields.fault("tiles", f"seat {seat + 1} has no puzzle")
    masks, left, tiles = [], one.region, list(one.tiles)
    for part in text.split("+"):
        mask = read_cells(part)
        if cells_text(mask) != part:
            raise fields.fault("tiles", f"cells are sorted by file, then rank: {cells_text(mask)}")
        tile = tile_of(mask)
        if tile not in tiles or mask & left != mask:
            raise fields.fault("tiles", f"no tile of this puzzle can lie on {part}")
        tiles.remove(tile)
        left &= ~mask
        masks.append(mask)
    return tuple(masks)


def _finishes(s: State, fields: Fields) -> tuple[Finish, ...]:
    found = fields.some("solved", "[1-4]", "seats are listed in order, as in 2,1")
    order = [int(one[0]) - 1 for one in found]
    if len(set(order)) != len(order) or any(seat >= s.seats for seat in order):
        raise fields.fault("solved", f"seats from 1 to {s.seats}, each once")
    times = _entries_of_solvers(fields, "times", MS, len(order), "0")
    taken = _entries_of_solvers(fields, "taken", "[roygbp]{1,2}|-", len(order), "-")
    solved = tuple(
        Finish(seat, int(time), took.replace("-", ""))
        for seat, time, took in zip(order, times, taken, strict=True)
    )
    if any(b.time < a.time for a, b in pairwise(solved)):
        raise fields.fault("times", "times grow in the order of finishing")
    return solved


def _entries_of_solvers(fields: Fields, key: str, pattern: str, many: int, plain: str) -> list[str]:
    """The entries of a field that has one for each seat that has solved."""
    text = fields.found.get(key)
    if text is None:
        return [plain] * many
    entries = text.split(",")
    if not many or len(entries) != many or not all(re.fullmatch(pattern, one) for one in entries):
        raise fields.fault(key, "there is one entry for each seat that has solved")
    return entries
