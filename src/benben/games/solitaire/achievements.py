"""Achievements of Egyptian Solitaire. Clauses: RULES.md."""

from __future__ import annotations

from benben.core.achievements import Achievement, PlayedMatch
from benben.core.contract import Seat
from benben.games.solitaire.board import SMALL
from benben.games.solitaire.rules import State, board_moves
from benben.games.solitaire.rules.board_moves import Board

MANY = 18  # pyramids, as in a hard puzzle of the day (1.9)
WIDE = 12  # squares, as on the usual board (1.1)
FEW = 5  # points left in a timed game

ACHIEVEMENTS = (
    Achievement(
        "perfect",
        "Perfect",
        "Begin with a nest on every square and leave a single small pyramid.",
        ("1.1", "1.5"),
    ),
    Achievement(
        "out-of-eighteen",
        "One out of eighteen",
        "Begin from a position of eighteen pyramids or more, such as a hard puzzle of the day, and leave a "
        "single small one.",
        ("1.5", "1.9"),
    ),
    Achievement(
        "quick-hands",
        "Quick hands",
        "Win King Tut or Quicksand on twelve squares or more with five points or fewer left on your board.",
        ("2.3", "3.3"),
    ),
)


def earned(played: PlayedMatch, seat: Seat) -> list[str]:
    """The achievements of a seat in a match that is over."""
    first, last = played.states[0], played.last
    if last.options.mode != "solo":
        quick = played.is_won_by(seat) and _squares(first.boards[0]) >= WIDE and _least(last, seat) <= FEW
        return ["quick-hands"] if quick else []
    if board_moves.score(last.boards[0]) != SMALL:
        return []
    board = first.boards[0]
    if board == board_moves.nests(board.ranks, board.files):
        return ["perfect"]
    return ["out-of-eighteen"] if board_moves.pieces(board) >= MANY else []


def _squares(board: Board) -> int:
    return board.ranks * board.files


def _least(s: State, seat: Seat) -> int:
    """The fewest points that a seat had left in a game of King Tut, or on its board of Quicksand."""
    if s.options.mode == "quicksand":
        return int(board_moves.score(s.boards[seat]))
    return min(result.points for result in s.results[seat])
