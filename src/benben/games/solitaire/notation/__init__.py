"""Positions and actions of Egyptian Solitaire as text, both ways, and events in words.

The grammar is in RULES.md. A time of 0 and options as by default are not written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from benben.core.contract import Unreadable
from benben.games.solitaire.board import square_name
from benben.games.solitaire.notation.narration import remark, summary, tell
from benben.games.solitaire.notation.parser import read
from benben.games.solitaire.rules import Action, Options, State, board_moves
from benben.games.solitaire.rules.board_moves import Hop
from benben.games.solitaire.rules.board_text import board_text
from benben.games.solitaire.rules.state import Sand

if TYPE_CHECKING:
    from benben.games.solitaire.views import View

Position: TypeAlias = "State | View"

_HOP = re.compile(r"([a-h])([1-8])>([a-h])([1-8])")
_PLAIN = Options()

__all__ = ["find", "name", "read", "remark", "summary", "tell", "write"]


def write(s: Position) -> str:
    """The text of a position. In a view, the bell of hidden sand is `?`."""
    boards = " | ".join(map(board_text, s.boards))
    if s.options.mode == "solo":
        goal = "" if s.options.goal == "small" else f" goal {s.options.goal[0].upper()}"
        stopped = s.phase == "over" and not board_moves.is_stuck(s.boards[0])
        return f"{boards}{goal}{' done' if stopped else ''}"
    if s.options.mode == "king-tut":
        by_seat = ["+".join(f"{time}:{points}" for time, points in own) or "-" for own in s.results]
    else:
        by_seat = ["-" if last is None else str(last) for last in s.last]
    return (
        f"{boards} ; {s.options.mode} {_state_text(s)} ; {','.join(by_seat)}{_left_text(s)}{_options_text(s)}"
    )


def _state_text(s: Position) -> str:
    since = f" {s.since}" if s.since else ""
    if s.options.mode == "king-tut":
        played = f"{s.round}/{s.options.rounds}"
        if s.phase == "over":
            return f"{played} over"
        return f"{played} {s.seat + 1} {f'running {s.since}' if s.phase == 'running' else f'ready{since}'}"
    if s.phase == "ready":
        return f"ready {','.join(str(seat + 1) if said else '-' for seat, said in enumerate(s.said))}{since}"
    if s.phase == "drawing":
        return f"drawing {s.since}"
    bell = "?" if s.bell is None else str(s.bell)
    return "over" if s.phase == "over" else f"{s.phase} {s.since} {bell}"


def _left_text(s: Position) -> str:
    """The seats that have left, and when: ` ; left 2@61200`."""
    gone = ",".join(f"{seat + 1}@{at}" for seat, at in enumerate(s.left) if at is not None)
    return f" ; left {gone}" if gone else ""


def _options_text(s: Position) -> str:
    own = s.options
    if own.hidden:
        return f" ; hidden {own.least}-{own.most}"
    if own.mode == "king-tut" and own.limit != _PLAIN.limit:
        return f" ; limit {own.limit}"
    if s.phase == "ready" and own.sand != _PLAIN.sand:
        return f" ; sand {own.sand}"
    return ""  # running sand shows in start and bell


def name(s: Position, what: Action | Sand) -> str:
    if isinstance(what, Hop):
        files = s.boards[0].files
        return f"{square_name(what.start, files)}>{square_name(what.end, files)}"
    return f"sand {what.seconds}" if isinstance(what, Sand) else what


def find(s: Position, text: str) -> Action | Sand:
    """The action or chance of this text, legal or not."""
    if text == "start":
        return "start"
    if text == "done":
        return "done"
    if text == "resign":
        return "resign"
    sand = re.fullmatch(r"sand ([1-9][0-9]{1,3})", text)
    if sand and 10 <= int(sand[1]) <= 3600:
        return Sand(int(sand[1]))
    found = _HOP.fullmatch(text)
    if not found:
        raise Unreadable("that is no action; write a1>c1, done, start or resign", text[:40])
    ranks, files = s.boards[0].ranks, s.boards[0].files
    (file, rank), (end_file, end_rank) = ((ord(found[n]) - ord("a"), int(found[n + 1]) - 1) for n in (1, 3))
    for column, square in ((1, (file, rank)), (4, (end_file, end_rank))):
        if square[0] >= files or square[1] >= ranks:
            raise Unreadable(f"there is no {text[column - 1 : column + 1]} on this board", f"column {column}")
    gap = abs(end_file - file), abs(end_rank - rank)
    first, end = rank * files + file, end_rank * files + end_file
    return Hop(first, (first + end) // 2 if gap in ((2, 0), (0, 2), (2, 2)) else -1, end)
