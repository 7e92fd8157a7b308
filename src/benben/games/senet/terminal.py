"""Senet on a terminal, readable without colour.

The track runs like a snake: left to right, right to left, left to right. It turns where a line has a gap.
"""

from __future__ import annotations

from benben.core.contract import OVER
from benben.games.senet.board import LAST, OFF, SAFE, SHORE, WATER
from benben.games.senet.rules import PIECES, State, turn
from benben.games.senet.views import View

LEGEND = "* safe   ~ water, back to 15   ^ where a piece comes ashore"

_FAINT, _PLAIN = "\x1b[2m", "\x1b[0m"
_SIDES = {"x": "\x1b[1;33m", "o": "\x1b[1;36m"}


def draw(v: View, colour: bool = False) -> str:
    rows = (range(1, 11), range(20, 10, -1), range(21, 31))
    walls = ("+---" * 10 + "+", "+---" * 9 + "+   +", "+   " + "+---" * 9 + "+", "+---" * 10 + "+")
    lines = []
    for wall, row in zip(walls, rows, strict=False):
        lines.append(f"  {wall}")
        lines.append("  |" + "|".join(_in_colour(f"{square:<3}", _FAINT, colour) for square in row) + "|")
        lines.append("  |" + "|".join(_square(v, square, colour) for square in row) + "|")
    lines.append(f"  {walls[3]}")
    lines.append(f"  {_in_colour(LEGEND, _FAINT, colour)}")
    lines += [f"  {_side(v, seat)}" for seat in (0, 1)]
    return "\n".join(lines)


def _square(v: State, square: int, colour: bool) -> str:
    mark = "~" if square == WATER else "^" if square == SHORE else "*" if SAFE >> square & 1 else " "
    piece = "x" if v.cones >> square & 1 else "o" if v.spools >> square & 1 else mark
    if piece == mark:
        return _in_colour(f" {mark} ", _FAINT, colour)
    used = ">" if v.used >> square & 1 else mark
    return f"{used}{_in_colour(piece, _SIDES[piece], colour)}{mark}"


def _side(v: State, seat: int) -> str:
    own = v.cones if seat == 0 else v.spools
    left = sum(OFF - square for square in range(1, LAST + 1) if own >> square & 1)
    home = f"{v.pieces - own.bit_count()} of {v.pieces} home"
    due = _due_text(v) if v.mover == seat else ""
    return f"{'xo'[seat]} {PIECES[seat] + 's':7} {home}, {left:3} steps to go{due}"


def _due_text(v: State) -> str:
    """What the mover is to do."""
    if turn(v) == OVER:
        return "  wins"
    if v.throw == 0:
        return "  to throw"
    left = "" if v.steps == v.throw else f", {v.steps} left"
    return f"  to play {v.throw}{left}"


def _in_colour(text: str, paint: str, colour: bool) -> str:
    return f"{paint}{text}{_PLAIN}" if colour else text
