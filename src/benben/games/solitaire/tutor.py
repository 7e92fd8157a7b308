"""Words for a learner of Egyptian Solitaire: what a hop keeps in reach, and what it gives away.

All of it is the solver's answer. Where its budget ends before there is a proof, the sentence says so, and no
hop is called a blunder.
"""

from __future__ import annotations

from benben.core.contract import Blunder, Comparison, Seat
from benben.games.solitaire.board import NAMES, SMALL
from benben.games.solitaire.bot import PLAIN, rate
from benben.games.solitaire.notation.narration import points
from benben.games.solitaire.rules import Action, board_moves
from benben.games.solitaire.rules.board_moves import Board, Hop
from benben.games.solitaire.solver import Going, solver, up_to
from benben.games.solitaire.views import View

THOUGHT = 200_000  # hops tried for one sentence, at most
BLUNDER = 3  # points that a hop gives away before it is called a blunder, where a perfect end is lost anyway


def reason(v: View, seat: Seat, action: Action) -> str:
    """Why to hop so: what can still be reached afterwards."""
    board = _board(v, seat)
    if not isinstance(action, Hop):
        left = points(board_moves.score(board))
        return "Say that you are ready." if action == "start" else f"No hop is left that helps: {left} count."
    after = board_moves.play(board, 0, action)
    goal, going = v.options.goal, _budget(board)
    size = NAMES.index(goal) + 1
    if board_moves.pieces(after) == 1 and board_moves.score(after) == size:
        return f"It leaves a single {goal}: that is perfect."
    own = solver(board.ranks, board.files)
    if own.single(after, size, going).possible:
        return f"It keeps a perfect end in reach: a single {goal}."
    found = own.best(after, going)
    if not found.line:
        return f"No hop is left after it: {points(found.score)} count."
    known = "can be reached" if found.exact else "is known"
    return f"The best that {known} after it is {points(found.score)}."


def focus(v: View, seat: Seat) -> str:
    """What matters on this board, before the seat hops; no hop is told."""
    board = _board(v, seat)
    hops = board_moves.actions(board, 0)
    if not hops:
        return "No hop is left: the pips on the board count."
    lonely = _lonely(board)
    if len(hops) == 1:
        return "One hop is left."
    if lonely:
        return f"{lonely} of the squares have no neighbour: what stands there is hard to reach again."
    tops = {board_moves.top(board_moves.code(board, square)) for square in range(board.ranks * board.files)}
    if len(tops - {0}) == 1:
        return "All tops are of one size, so every hop lands: mind what lies beneath."
    return "A pyramid lands on its own size or on an empty square: open squares are worth more than pips now."


def blunder(v: View, seat: Seat, action: Action, compared: Comparison | None) -> Blunder | None:  # noqa: ARG001
    """A hop after which a perfect end, or several points, can no longer be had: proved, else it is none."""
    if not isinstance(action, Hop):
        return None
    rating = rate(v, seat)
    costs = dict(rating.costs)
    cost = costs.get(action)
    better = next((hop for hop, price in rating.costs if price == 0), None)
    if not rating.exact or not cost or better is None:
        return None
    goal = v.options.goal
    if rating.best == NAMES.index(goal) + 1:
        if goal == NAMES[SMALL - 1]:
            left = points(rating.best + cost)
            return Blunder(better, f"A single {goal} can no longer be left: {left} at best from here.")
        return Blunder(better, f"A single {goal} can no longer be left. It could, before this hop.")
    if cost < BLUNDER:
        return None
    return Blunder(
        better, f"It gives away {points(cost)}: {points(rating.best)} could be left before, not now."
    )


def _board(v: View, seat: Seat) -> Board:
    return v.boards[seat if v.options.mode == "quicksand" else 0]


def _budget(board: Board) -> Going:
    return up_to(THOUGHT if solver(board.ranks, board.files).fast else PLAIN)


def _lonely(board: Board) -> int:
    """How many pyramids or stacks have no neighbour in any of the eight directions."""
    ranks, files = board.ranks, board.files
    taken = {square for square in range(ranks * files) if board_moves.code(board, square)}

    def near(square: int) -> set[int]:
        rank, file = divmod(square, files)
        return {
            (rank + up) * files + file + across
            for up in (-1, 0, 1)
            for across in (-1, 0, 1)
            if (up or across) and 0 <= rank + up < ranks and 0 <= file + across < files
        }

    return sum(1 for square in taken if not near(square) & taken)
