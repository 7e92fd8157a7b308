"""Quick puzzles of Solitaire for a puzzle rush: the last hops of a game that can end with one small.

A position of twelve pyramids is hopped on at random, but only by hops that keep one point within reach, until
the grade's number of pyramids is left. All that can follow from there is visited.
"""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.contract import Draw, Puzzle, PuzzleAnswer
from benben.core.puzzle_days import draws
from benben.games.solitaire import puzzles
from benben.games.solitaire.board import SMALL
from benben.games.solitaire.notation import name, read
from benben.games.solitaire.puzzles import random_position
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board, Hop
from benben.games.solitaire.rules.board_text import board_text
from benben.games.solitaire.rules.state import State

FIRST_PIECES = 12  # of the position that is hopped on
PIECES = (4, 5, 6, 8, 10)  # left, by grade from 1
NUMBERS = {4: "Four", 5: "Five", 6: "Six", 8: "Eight", 10: "Ten"}


def quick_puzzle(label: str, grade: int) -> Puzzle:
    """A puzzle of this grade that follows from the label alone."""
    draw = draws(f"benben solitaire {label}")
    pieces = PIECES[grade - 1]
    while True:
        start = random_position(FIRST_PIECES, draw)
        b = None if start is None else _hopped_on(start, pieces, draw)
        if b is not None and board_moves.score(b) > SMALL:
            return _puzzle(b, grade)


def answer(one: Puzzle, s: State, done: Sequence[str]) -> str | None:  # noqa: ARG001
    """The pips that are left when no hop is, or when the player stops."""
    return _answer(board_moves.score(s.boards[0])).text if s.phase == "over" else None


def _answer(pips: int) -> PuzzleAnswer:
    words = "1 pip" if pips == 1 else f"{pips} pips"
    return PuzzleAnswer(words, -pips, f"leaves {words}")


def _puzzle(b: Board, grade: int) -> Puzzle:
    s = read(board_text(b))
    line = _line(b)
    found = sorted(scores(b))
    return Puzzle(
        question=f"{NUMBERS[board_moves.pieces(b)]} left. Reach one small.",
        grade=grade,
        position=board_text(b),
        seat=0,
        unit="pips",
        answers=tuple(map(_answer, found)),
        line=tuple(name(s, hop) for hop in line),
        proof="All hops that can follow were looked at.",
    )


def _hopped_on(b: Board, pieces: int, draw: Draw) -> Board | None:
    """The position with so many pyramids after hops that keep one point in reach; None if it is not."""
    if puzzles.blind_odds(b).score != SMALL:
        return None
    while board_moves.pieces(b) > pieces:
        keeping = _keeping(b)
        b = board_moves.play(b, 0, keeping[draw(len(keeping))])
    return b


def _keeping(b: Board) -> list[Hop]:
    """The hops after which one point can still be reached."""
    return [
        hop
        for hop in board_moves.actions(b, 0)
        if puzzles.blind_odds(board_moves.play(b, 0, hop)).score == SMALL
    ]


def _line(b: Board) -> list[Hop]:
    """Hops that lead to one point."""
    line = []
    while board_moves.pieces(b) > 1:
        hop = _keeping(b)[0]
        line.append(hop)
        b = board_moves.play(b, 0, hop)
    return line


def scores(b: Board) -> set[int]:
    """The scores of all positions that can follow, and of this one: a player may stop at any time."""
    seen, edge = {b}, [b]
    while edge:
        after = {board_moves.play(one, 0, hop) for one in edge for hop in board_moves.actions(one, 0)} - seen
        seen |= after
        edge = list(after)
    return {board_moves.score(one) for one in seen}
