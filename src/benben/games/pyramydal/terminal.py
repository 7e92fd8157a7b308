"""Pyramydal on a terminal, readable without colour: the line in rows, then what everybody has."""

from __future__ import annotations

from benben.core.contract import EVERYONE
from benben.games.pyramydal.views import View, picture
from benben.games.pyramydal.views.picture_types import Collector, Ending, Picture, Scored

ACROSS = 15  # cells a row

_FAINT, _BOLD, _PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[0m"
_COLOURS = {  # 256 colours, near those of the board in the browser
    "r": "\x1b[1;38;5;167m",
    "y": "\x1b[1;38;5;221m",
    "g": "\x1b[1;38;5;72m",
    "b": "\x1b[1;38;5;69m",
    "k": "\x1b[1;38;5;244m",
    "w": "\x1b[1;38;5;230m",
    "c": "\x1b[1;38;5;80m",
    "o": "\x1b[1;38;5;208m",
    "p": "\x1b[1;38;5;140m",
    "m": "\x1b[1;38;5;175m",
}
LEGEND = "r3 a pyramid and its pips   [2] the token of seat 2   . taken   < > the end"


def draw(v: View, colour: bool = False) -> str:
    shown = picture(v)
    rows = [*_line(shown, colour), f"  {_in_colour(LEGEND, _FAINT, colour)}"]
    for seat, one in enumerate(shown.seats):
        rows += _collector(shown, seat, one, colour)
    if shown.ending:
        rows += _ending(shown.ending, colour)
    return "\n".join(rows)


def _line(shown: Picture, colour: bool) -> list[str]:
    queue = [f"[{seat + 1}]" for seat, one in enumerate(shown.seats) if one.token == "queue"]
    rows = [f"  queue: {' '.join(queue)} (the first moves first)"] if queue else []
    tokens = {one.cell: seat for seat, one in enumerate(shown.seats) if one.cell}
    for first in range(0, len(shown.line), ACROSS):
        row = range(first, min(first + ACROSS, len(shown.line)))
        rows.append("  " + "".join(_in_colour(f"{cell + 1:^5}", _FAINT, colour) for cell in row))
        rows.append("  " + "".join(_cell(shown, cell, tokens, colour) for cell in row))
    return rows


def _cell(shown: Picture, at: int, tokens: dict[int, int], colour: bool) -> str:
    """Five columns, if there are fewer than ten seats."""
    left, right = "<>" if at + 1 == len(shown.line) == shown.total else "  "
    if at + 1 in tokens:
        return f"{left}{_in_colour(f'[{tokens[at + 1] + 1}]', _BOLD, colour)}{right}"
    one = shown.line[at]
    return f"{left}{_piece(one, colour) if one else _in_colour(' .', _FAINT, colour)}{right} "


def _piece(one: str, colour: bool) -> str:
    return _in_colour(one, _COLOURS[one[0]], colour)


def _collector(shown: Picture, seat: int, one: Collector, colour: bool) -> list[str]:
    where = {"queue": "in the queue", "retired": "retired", "stuck": f"stuck on {one.cell}"}
    where["out"] = "out of the match"
    virtual = ", virtual pyramid" if one.virtual else ""
    acts = shown.turn == seat or (shown.turn == EVERYONE and one.choice == "due")
    mark = _in_colour(">", _BOLD, colour) if acts else " "
    head = f"{mark} [{seat + 1}] {one.points:3} points, {where.get(one.token, f'on {one.cell}')}{virtual}"
    if one.choice in ("hidden", "known"):
        head += f", has chosen {one.number}" if one.number else ", has chosen"
    if acts:
        head += f"   to {shown.phase}{', the last turn' if shown.last else ''}"
    held = " ".join(_piece(piece, colour) for piece in one.collection) or "-"
    rows = [head, f"        has {held}"]
    if one.statues:
        statues = (" ".join(_piece(piece, colour) for piece in statue.pieces) for statue in one.statues)
        rows.append(f"        built {'  +  '.join(statues)}")
    return rows


def _ending(end: Ending, colour: bool) -> list[str]:
    """The final count, statue by statue."""
    rows = ["  The count:"]
    for seat, tally in enumerate(end.tallies):
        lines = [_score_line(line, colour) for line in tally.lines]
        lines += [f"diagonal {_piece(one.colour, colour)} {one.points}" for one in tally.diagonals]
        rows.append(f"  [{seat + 1}] {tally.points:3} = {' + '.join(lines) or 'nothing'}")
    return [*rows, f"  {end.words[0].upper()}{end.words[1:]}."]


def _score_line(line: Scored, colour: bool) -> str:
    pieces = (
        f"({_piece(one, colour)})" if n == line.virtual else _piece(one, colour)
        for n, one in enumerate(line.pieces)
    )
    return f"{' '.join(pieces)} {line.points}"


def _in_colour(text: str, paint: str, colour: bool) -> str:
    return f"{paint}{text}{_PLAIN}" if colour else text
