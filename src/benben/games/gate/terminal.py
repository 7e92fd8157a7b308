"""The Gate on a terminal, readable without colour: tiles are letters, and the letters are named below."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from benben.core.contract import Seat
from benben.games.gate.board import HEXES, JEWELS, WIDTH, extent, tile_of
from benben.games.gate.notation.narration import seconds
from benben.games.gate.rules import state
from benben.games.gate.views import View

LEGEND = "[ ] bare   . black   capital letters are tiles as they lie"

_FAINT, _PLAIN = "\x1b[2m", "\x1b[0m"
_PAINTS = {"r": "31", "o": "33", "y": "93", "g": "32", "b": "34", "p": "35"}
_LETTERS = "ABCD"


def draw(v: View, colour: bool = False) -> str:
    """The boards side by side while they are solved, the tracks in a race, and how it stands."""
    parts = [[f"  seat {seat + 1}", *_board(v, seat)] for seat in range(v.seats) if v.boards[seat]]
    wide = max((len(line) for lines in parts for line in lines), default=0) + 3
    rows = [
        "".join(f"{line:{wide}}" for line in beside).rstrip() for beside in zip_longest(*parts, fillvalue="")
    ]
    if parts:
        rows.append(f"  {_in_colour(LEGEND, _FAINT, colour)}")
    if v.options.mode == "race":
        rows += ["", *_tracks(v, colour), "", *_standings(v)]
    return "\n".join([*rows, f"  {_state(v)}"])


def _board(v: View, seat: Seat) -> Iterator[str]:
    number, one = v.boards[seat], state.puzzle(v, seat)
    assert number is not None
    region = state.region(v, number)
    files, ranks = extent(region)
    letters = dict(zip(one.tiles, _LETTERS, strict=False)) if one else {}
    by_cell = {
        bit: letters[tile_of(mask) or ""] for mask in v.tiles[seat] for bit in range(64) if mask >> bit & 1
    }
    for rank in reversed(range(ranks)):
        bits = range(WIDTH * rank, WIDTH * rank + files)
        row = [by_cell[bit] * 3 if bit in by_cell else "[ ]" if region >> bit & 1 else " . " for bit in bits]
        yield f"  {rank + 1} {''.join(row)}"
    yield "    " + "".join(f" {'abcdefgh'[file]} " for file in range(files))
    lying = {tile_of(mask) for mask in v.tiles[seat]}
    for tile, letter in letters.items():
        yield f"    {letter} {tile}{' lies' if tile in lying else ''}"


def _tracks(v: View, colour: bool) -> Iterator[str]:
    for hex in range(HEXES, 0, -1):
        standing = "".join(str(seat + 1) for seat in range(v.seats) if v.hexes[seat] == hex)
        jewels = "".join(f"{_in_colour(one, _jewel_paint(one), colour)} " for one in v.tracks[hex - 1])
        yield f"  {hex} {standing:4}  {jewels}".rstrip()


def _standings(v: View) -> Iterator[str]:
    for seat in range(v.seats):
        held = [f"{n} {name}" for n, name in zip(v.jewels[seat], JEWELS.values(), strict=True) if n]
        gone = ", resigned" if v.resigned[seat] else ""
        time = next((f", covered in {seconds(one.time)}" for one in v.solved if one.seat == seat), "")
        yield f"  seat {seat + 1}: {', '.join(held) or 'no jewels'}{time}{gone}"


def _state(v: View) -> str:
    if v.options.mode == "practice":
        solved = sum(one.time is not None for one in v.tried) + len(v.solved)
        return f"practice, puzzle {v.round}, {solved} solved"
    until = "" if v.until is None else f", until {seconds(v.until)} of the match"
    symbol = f", the {v.symbol}" if v.symbol else ""
    sand = f", sand {v.sand}" if v.sand else ""
    return f"round {v.round} of 9: {v.phase}{symbol}{sand}{until}"


def _jewel_paint(jewel: str) -> str:
    return f"\x1b[1;{_PAINTS[jewel]}m" if jewel in _PAINTS else _FAINT


def _in_colour(text: str, paint: str, colour: bool) -> str:
    return f"{paint}{text}{_PLAIN}" if colour else text
