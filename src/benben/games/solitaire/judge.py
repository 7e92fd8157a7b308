"""The judge of Egyptian Solitaire: the fewest pips that can still be left, before and after every hop.

Values are pips left, below 0. In Quicksand each seat is judged by its own board, in King Tut by all its
games, and a game to come counts as the best that a full board allows. With another goal than a small nothing
but that goal counts, and the value is whether it can still be reached. A hop is charged only with what is
proved.
"""

from __future__ import annotations

from typing import Literal

from benben.core.contract import Event, Outcome, Seat
from benben.core.judge import WHOLE, ChoiceWorth, Outlook, Unit, Worth
from benben.core.match import Match
from benben.games.solitaire.board import NAMES
from benben.games.solitaire.notation.narration import points
from benben.games.solitaire.rules import Options, State, board_moves
from benben.games.solitaire.rules.board_moves import Board, Hop
from benben.games.solitaire.solver import Solver, up_to

FAST, PLAIN = 400_000, 6_000  # hops tried for a position, at most: with machine code, and without
QUICK = 3_000  # likewise, while the match runs

Proof = Literal["exact", "bounded"]


def judge(m: Match) -> BestScore | Goal:
    """The judge of a match."""
    return BestScore() if m.options.goal == "small" else Goal(m.options)


def outlook(s: State, seat: Seat) -> Outlook | None:  # noqa: ARG001
    """Alone: the fewest pips that can still be left, or whether another goal can be reached. Else None."""
    if s.options.mode != "solo":
        return None
    one = BestScore(QUICK) if s.options.goal == "small" else Goal(s.options, QUICK)
    values, label, error = one.first(s)
    return Outlook(one.unit, values, label, error)


class _Solvers:
    """Solvers that remember nothing of other reviews, so that equal matches get equal answers."""

    def __init__(self) -> None:
        self._by_size: dict[tuple[int, int], Solver] = {}

    def of(self, b: Board) -> Solver:
        size = (b.ranks, b.files)
        if size not in self._by_size:
            self._by_size[size] = Solver(*size)
        return self._by_size[size]


class BestScore:
    unit: Unit = "pips"
    method = "Judged by the fewest pips that could still be left."

    def __init__(self, most: int = 0) -> None:
        self._solvers = _Solvers()
        self._most = most  # hops tried for a position; 0: as many as a review may
        self._known: dict[Board, tuple[int, bool, Hop | None]] = {}

    def first(self, s: State) -> Worth:
        return self.position(s, 0)

    def position(self, s: State, number: int) -> Worth:  # noqa: ARG002
        self._proof: Proof = "exact"
        values = tuple(self._value(s, seat) for seat in range(s.seats))
        return Worth(values, self._proof, 0)

    def choice(self, s: State, event: Event, number: int) -> ChoiceWorth | None:  # noqa: ARG002
        board = _board(s, event.by)
        hops = board_moves.actions(board, 0)
        if event.what == "start" or not hops or (event.what != "done" and len(hops) < 2):
            return None
        best, _, better = self._best(board)
        left, proved = board_moves.score(board), True
        if isinstance(event.what, Hop):
            left, proved, _ = self._best(board_moves.play(board, 0, event.what))
        cost = max(0, left - best) if proved else 0
        effects = tuple(-cost if seat == event.by else 0 for seat in range(s.seats))
        return ChoiceWorth(
            better if cost else event.what, -best, effects, "exact" if proved else "bounded", 0
        )

    def result(self, s: State, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return self.position(s, 0).values

    def _value(self, s: State, seat: Seat) -> int:
        """Pips that the seat has left, or will at best, below 0."""
        if s.options.mode != "king-tut":
            return -self._left(_board(s, seat), over=s.phase in ("ringing", "over") or _has_left(s, seat))
        done = [result.points for result in s.results[seat]]
        whole = board_moves.nests(s.options.ranks, s.options.files)
        to_come = s.options.rounds - len(done)
        left = to_come * self._left(whole, over=_has_left(s, seat))
        if s.phase == "running" and seat == s.seat:
            left += self._left(s.boards[0], over=False) - self._left(whole, over=False)
        return -sum(done) - left

    def _left(self, board: Board, *, over: bool) -> int:
        if over:
            return board_moves.score(board)
        left, exact, _ = self._best(board)
        if not exact:
            self._proof = "bounded"
        return left

    def _best(self, board: Board) -> tuple[int, bool, Hop | None]:
        """The fewest pips that can be left, or were found; whether that is proved; and a hop towards it."""
        if board not in self._known:
            own = self._solvers.of(board)
            found = own.best(board, up_to(self._most or (FAST if own.fast else PLAIN)))
            self._known[board] = (found.score, found.exact, next(iter(found.line), None))
        return self._known[board]


class Goal:
    unit: Unit = "chance"

    def __init__(self, options: Options, most: int = 0) -> None:
        self._most = most
        self._size = NAMES.index(options.goal) + 1
        self._solvers = _Solvers()
        self._known: dict[Board, tuple[bool | None, Hop | None]] = {}
        self.method = f"Judged by whether a single {options.goal}, {points(self._size)}, could still be left."

    def first(self, s: State) -> Worth:
        return self.position(s, 0)

    def position(self, s: State, number: int) -> Worth:  # noqa: ARG002
        possible, _ = self._possible(s.boards[0])
        return Worth((0 if possible is False else WHOLE,), "bounded" if possible is None else "exact", 0)

    def choice(self, s: State, event: Event, number: int) -> ChoiceWorth | None:  # noqa: ARG002
        board = s.boards[0]
        hops = board_moves.actions(board, 0)
        before, better = self._possible(board)
        if not hops or (event.what != "done" and len(hops) < 2):
            return None
        after: bool | None = False
        if isinstance(event.what, Hop):
            after, _ = self._possible(board_moves.play(board, 0, event.what))
        lost = before is True and after is False
        best = 0 if before is False else WHOLE
        known = before is False or (before is True and after is not None)
        effect = -WHOLE if lost else 0
        return ChoiceWorth(
            better if lost else event.what, best, (effect,), "exact" if known else "bounded", 0
        )

    def result(self, s: State, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return (WHOLE if outcome.winners else 0,)

    def _possible(self, board: Board) -> tuple[bool | None, Hop | None]:
        """Whether the goal can still be reached, None if undecided; and a hop towards it."""
        if board not in self._known:
            own = self._solvers.of(board)
            found = own.single(board, self._size, up_to(self._most or (FAST if own.fast else PLAIN)))
            self._known[board] = (found.possible, next(iter(found.line), None))
        return self._known[board]


def _board(s: State, seat: Seat) -> Board:
    return s.boards[seat if s.options.mode == "quicksand" else 0]


def _has_left(s: State, seat: Seat) -> bool:
    return bool(s.left) and s.left[seat] is not None
