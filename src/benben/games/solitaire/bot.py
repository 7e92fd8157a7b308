"""The bots of Egyptian Solitaire, ratings of hops in the solo game, and the puzzles of the day.

Bots of the timed games hop at a human pace: `choose` says what, `pace` how long they think about it.
"""

from __future__ import annotations

from benben.core.contract import Daily, Draw, Millis, Rating, Seat
from benben.games.solitaire import puzzles
from benben.games.solitaire.board import NAMES
from benben.games.solitaire.notation.narration import points
from benben.games.solitaire.rules import Action, State, actions, board_moves
from benben.games.solitaire.rules.board_moves import Board, Hop
from benben.games.solitaire.rules.board_text import board_text
from benben.games.solitaire.solver import Going, Solver, solver, up_to
from benben.games.solitaire.views import View

PACES = ((3_200, 6_400), (2_200, 4_200), (1_300, 2_600))  # ms a hop, by level: at least, at most
HEED = (0, 6, 10)  # hops of ten that are chosen with care, by level
THOUGHT = (0, 3_000, 200_000)  # hops tried in a search, at most, by level
PLAIN = 6_000  # hops tried in a search without machine code, at most
RATED = 3_000_000  # hops tried for a rating, at most: some seconds


def choose(v: View, seat: Seat, level: int, draw: Draw) -> Action:
    """The action of a bot of level 1, 2 or 3: at random, half blind, or along the best line it can find.

    In King Tut they all play to the end: a hop takes less time than a point costs.
    """
    able = actions(_as_state(v), seat)
    hops = [action for action in able if isinstance(action, Hop)]
    if not hops:
        return able[0]
    board = v.boards[seat if v.options.mode == "quicksand" else 0]
    if draw(10) >= HEED[level - 1]:
        return hops[draw(len(hops))]
    own = Solver(board.ranks, board.files, memory=2 << 20)  # a bot remembers nothing between two calls
    thought = THOUGHT[level - 1] if own.fast else min(THOUGHT[level - 1], PLAIN)
    line = own.best(board, up_to(thought)).line
    return line[0] if line else hops[draw(len(hops))]


def pace(v: View, seat: Seat, action: Action, level: int, draw: Draw) -> Millis:  # noqa: ARG001
    """How long a bot of this level thinks before it acts; every hop takes as long."""
    least, most = PACES[level - 1]
    if v.phase == "ready":
        return 800 + draw(1_500)
    return least + draw(most - least + 1)


def rate(v: View, seat: Seat) -> Rating:
    """Every hop of a seat, by the points that it gives away. One table serves the whole game.

    With another goal than a small, nothing but that goal counts: a hop keeps it and costs nothing, or it is a
    dead end and costs all that is left on the board.
    """
    board = v.boards[seat if v.options.mode == "quicksand" else 0]
    own = solver(board.ranks, board.files)
    going = up_to(RATED if own.fast else PLAIN)
    if v.options.goal != "small":
        return _rate_goal(board, v.options.goal, going)
    found = own.rate(board, going)
    sentence = _standing(board, v.options.goal, going)
    best = min((rated.score for rated in found), default=board_moves.score(board))
    costs = tuple(
        (rated.hop, rated.score - best if rated.exact or rated.score == best else None) for rated in found
    )
    exact = all(rated.exact for rated in found if rated.score == best)
    return Rating(best, exact, costs, sentence)


def _rate_goal(board: Board, goal: str, going: Going) -> Rating:
    own, size = solver(board.ranks, board.files), NAMES.index(goal) + 1
    found = own.rate_single(board, size, going)
    singles = [possible for _, possible in found]
    best, exact = size, True
    sentence = f"A single {goal} can still be reached (exact)."
    if True not in singles:
        whole = own.best(board, going)
        best, exact = whole.score, whole.exact and None not in singles
        sentence = f"No line to a single {goal} was found, which proves nothing."
        if None not in singles:
            sentence = _standing(board, goal, going)
    costs: list[tuple[Hop, int | None]] = []
    for hop, possible in found:
        left = board_moves.score(board_moves.play(board, 0, hop))
        costs.append((hop, None if possible is None else 0 if possible else max(1, left - best)))
    return Rating(best, exact, tuple(costs), sentence)


def daily(date: str) -> tuple[Daily, ...]:
    """The three puzzles of a day, such as 2026-11-15; Unreadable if that is no day."""
    return tuple(_puzzle(grade, puzzles.daily(date, grade)) for grade in puzzles.LEVELS)


def _puzzle(grade: str, found: puzzles.Puzzle) -> Daily:
    board = found.board
    about = (
        f"{board_moves.pieces(board)} pyramids, {board_moves.score(board)} pips. A single small can be left."
    )
    options = {"ranks": board.ranks, "files": board.files, "goal": "small", "position": board_text(board)}
    return Daily(grade, about, options)


def _standing(board: Board, goal: str, going: Going) -> str:
    """A sentence about what can still be reached, labelled exact or best found."""
    own, size, nodes, lost = solver(board.ranks, board.files), NAMES.index(goal) + 1, 0, ""
    if size > 1:
        single = own.single(board, size, going)
        if single.possible:
            return f"A single {goal} can still be reached (exact)."
        nodes = single.nodes
        lost = f"A single {goal} can no longer be reached (exact). "
    found = own.best(board, lambda more: going(nodes + more))
    label = "exact" if found.exact else "best found"
    if not found.line:
        return f"{lost}No hop is left: {points(board_moves.score(board))}."
    if found.score == 1 and size == 1:
        return "Still perfect: a line to 1 exists (exact)."
    return f"{lost}The best that can be reached is {points(found.score)} ({label})."


def _as_state(v: View) -> State:
    """A view as a state: the rules ask a state only for what a view has too."""
    return v  # type: ignore[return-value]
