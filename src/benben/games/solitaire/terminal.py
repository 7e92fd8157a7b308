"""Egyptian Solitaire on a terminal, readable without colour: every stack is spelt out, bottom to top."""

from __future__ import annotations

from itertools import zip_longest

from benben.games.solitaire.board import LETTERS
from benben.games.solitaire.notation.narration import points, seconds
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board
from benben.games.solitaire.rules.state import time_score
from benben.games.solitaire.views import View

LEGEND = "S small 1   M medium 2   L large 3; the last letter is on top"

_FAINT, _PLAIN = "\x1b[2m", "\x1b[0m"
_SIZES = {"S": "\x1b[1;33m", "M": "\x1b[1;36m", "L": "\x1b[1;34m"}
_ACROSS = 90  # columns that boards beside each other may take


def draw(v: View, colour: bool = False) -> str:
    """One board, or all of them beside each other as far as there is room."""
    drawn = [_board(b, colour) for b in v.boards]
    if len(drawn) > 1:
        drawn = [[f"  seat {seat + 1}", *lines] for seat, lines in enumerate(drawn)]
    wide = max(_length(line) for lines in drawn for line in lines) + 2
    each = max(1, _ACROSS // wide)
    rows = [
        "".join(line + " " * (wide - _length(line)) for line in beside).rstrip()
        for first in range(0, len(drawn), each)
        for beside in zip_longest(*drawn[first : first + each], fillvalue="")
    ]
    return "\n".join([*rows, f"  {_in_colour(LEGEND, _FAINT, colour)}", *_state(v)])


def _board(b: Board, colour: bool) -> list[str]:
    stacks = board_moves.stacks(b)
    wide = max(3, *map(len, stacks)) + 2
    wall = "    " + ("+" + "-" * wide) * b.files + "+"
    lines = [wall]
    for rank in reversed(range(b.ranks)):
        row = stacks[rank * b.files : (rank + 1) * b.files]
        lines.append(f"  {rank + 1} |" + "|".join(_square(stack, wide, colour) for stack in row) + "|")
        lines.append(wall)
    files = "".join(f" {'abcdefgh'[file]:^{wide}}" for file in range(b.files))
    lines.append(f"    {files}")
    lines.append(f"    {points(board_moves.score(b))}, {_many(board_moves.pieces(b))}")
    return lines


def _many(n: int) -> str:
    return "1 pyramid" if n == 1 else f"{n} pyramids"


def _square(stack: str, wide: int, colour: bool) -> str:
    if not stack:
        return _in_colour(f"{'.':^{wide}}", _FAINT, colour)
    left = (wide - len(stack)) // 2
    letters = "".join(_in_colour(letter, _SIZES[letter], colour) for letter in stack)
    return " " * left + letters + " " * (wide - left - len(stack))


def _state(v: View) -> list[str]:
    if v.options.mode == "solo":
        return [f"  goal: a single {v.options.goal}"]
    if v.options.mode == "king-tut":
        played = [
            f"  seat {seat + 1}: "
            + (", ".join(seconds(time_score(one)) for one in own) or "not played yet")
            + ("" if v.left[seat] is None else ", out of the match")
            for seat, own in enumerate(v.results)
        ]
        at_play = "over" if v.phase == "over" else f"seat {v.seat + 1}, {v.phase}"
        return [f"  round {v.round} of {v.options.rounds}: {at_play}", *played]
    if v.phase == "running":
        return ["  the sand runs" + ("" if v.bell is None else f" until {seconds(v.bell)} of the match")]
    return [f"  {v.phase}"]


def _length(line: str) -> int:
    """Columns, without what only changes the colour."""
    for paint in (_FAINT, _PLAIN, *(_SIZES[letter] for letter in LETTERS)):
        line = line.replace(paint, "")
    return len(line)


def _in_colour(text: str, paint: str, colour: bool) -> str:
    return f"{paint}{text}{_PLAIN}" if colour else text
