"""The rules of Egyptian Solitaire: the solo game, and two games against time around it. Clauses: RULES.md.

One board and its hops are in board_moves.py, the state in state.py, how a timed game goes on in phases.py.
A timed game is boards and a few times in milliseconds of the match. Between two events a state has no
present time; `advance` sets it for the next event.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from benben.core.contract import CHANCE, EVERYONE, OVER, Illegal, Millis, Outcome, Seat, Unreadable
from benben.core.text_span import TextSpan
from benben.games.solitaire.board import LEAST, LONG, MOST, NAMES
from benben.games.solitaire.rules import board_moves, board_text
from benben.games.solitaire.rules.board_moves import Board, Hop
from benben.games.solitaire.rules.outcomes import amount, king_tut_outcome, quicksand_outcome
from benben.games.solitaire.rules.phases import (
    end_event,
    end_quicksand,
    finish_game,
    leave,
    pour_sand,
    ring_bell,
    say_start,
    start_clock,
)
from benben.games.solitaire.rules.state import (
    GATHER,
    GRACE,
    MOST_SEATS,
    WIDEST,
    Action,
    Chance,
    Options,
    Sand,
    State,
    all_stuck,
    contenders,
)

RESIGN: Action = "resign"  # a seat leaves a timed game, and the others play on (1.10); in no list of actions

__all__ = [
    "MOST_SEATS",
    "RESIGN",
    "Action",
    "Chance",
    "Options",
    "State",
    "actions",
    "advance",
    "allows_help",
    "chances",
    "contenders",
    "deadline",
    "leaves",
    "moment",
    "outcome",
    "play",
    "seats",
    "settle",
    "start",
    "turn",
    "why",
]


def start(seats: int, options: Options) -> State:
    """The state with a nest on every square (1.1); in timed games nobody has said start yet."""
    board = _starting_board(options)
    own = _relevant_options(options, board)
    _check(seats, own)
    solo, sandy = own.mode == "solo", own.mode == "quicksand"
    return State(
        options=own,
        seats=seats,
        boards=(board,) * (seats if sandy else 1),
        phase="running" if solo else "ready",
        seat=0,
        round=1,
        since=0,
        bell=None,
        said=(False,) * seats if sandy else (),
        results=() if solo or sandy else ((),) * seats,
        last=(None,) * seats if sandy else (),
        now=0,
        left=() if solo else (None,) * seats,
    )


def turn(s: State) -> int:
    if s.phase == "over":
        return OVER
    if s.phase in ("drawing", "ringing"):
        return CHANCE
    return EVERYONE if s.options.mode == "quicksand" else s.seat


def actions(s: State, seat: Seat) -> Sequence[Action]:
    """The hops of a seat by the square they start from, then done; or start (1.2, 1.4, 2.1, 2.4, 3.4)."""
    if s.options.mode == "quicksand":
        if not 0 <= seat < s.seats or s.left[seat] is not None:
            return ()
        if s.phase == "ready":
            return () if s.said[seat] else ("start",)
        return board_moves.actions(s.boards[seat], 0) if s.phase == "running" else ()
    if seat != s.seat or s.phase == "over":
        return ()
    if s.phase == "ready":
        return ("start",)
    return (*board_moves.actions(s.boards[0], 0), "done")


def leaves(s: State, seat: Seat) -> bool:
    """Whether a seat may resign now: in a timed game, while anybody is waited for (1.10)."""
    return s.phase in ("ready", "running") and seat in contenders(s) and s.options.mode != "solo"


def play(s: State, seat: Seat, action: Action) -> State:
    if action == "resign":
        return leave(s, seat)
    if action == "start":
        return start_clock(s, s.now) if s.options.mode == "king-tut" else say_start(s, seat)
    if isinstance(action, Hop):
        mine = seat if s.options.mode == "quicksand" else 0
        board = board_moves.play(s.boards[mine], 0, action)
        s = replace(s, boards=(*s.boards[:mine], board, *s.boards[mine + 1 :]))
        if s.options.mode == "quicksand":
            s = replace(s, last=(*s.last[:seat], s.now, *s.last[seat + 1 :]))
            return ring_bell(s) if all_stuck(s) else end_event(s)  # 3.4
        if not board_moves.is_stuck(board):
            return end_event(s)
    # Done, or no hop is left (1.4, 2.1).
    return replace(s, phase="over", now=0) if s.options.mode == "solo" else finish_game(s, s.now)


def chances(s: State) -> Sequence[tuple[Sand, int]]:
    """The lengths of hidden sand when it starts; when it has stopped, the one that was drawn (3.1)."""
    if s.phase == "drawing":
        return [(Sand(seconds), 1) for seconds in range(s.options.least, s.options.most + 1)]
    if s.phase == "ringing" and s.bell is not None:
        return [(Sand((s.bell - s.since) // 1000), 1)]
    return []


def settle(s: State, chance: Sand) -> State:
    if s.phase == "ringing":
        return end_quicksand(s)
    return replace(s, phase="running", bell=s.since + 1000 * chance.seconds, now=0)


def outcome(s: State) -> Outcome:
    if s.options.mode == "king-tut":
        return king_tut_outcome(s)
    points = tuple(map(board_moves.score, s.boards))
    if s.options.mode == "quicksand":
        return quicksand_outcome(s, points)
    left, size = board_moves.pieces(s.boards[0]), NAMES.index(s.options.goal) + 1
    won = left == 1 and points[0] == size  # 1.6
    words = f"{amount(points[0], 'point')} in {amount(left, 'pyramid')}"
    words = f"a single {s.options.goal} is left" if won else f"{words}, no hop is left"
    if not board_moves.is_stuck(s.boards[0]):
        words = f"stopped with {amount(points[0], 'point')} in {amount(left, 'pyramid')}"
    return Outcome((1,), (0,) if won else (), points, words)


def why(s: State, seat: Seat, action: Action) -> tuple[str, str]:
    mode = s.options.mode
    if s.phase == "over":
        return {
            "solo": ("solitaire 1.4", "The game has ended."),
            "king-tut": ("solitaire 2.3", "All games have been played."),
            "quicksand": ("solitaire 3.2", "The bell has rung."),
        }[mode]
    if not isinstance(action, Hop | str):
        return "solitaire 3.1", "The sand is not for a player to set."
    if s.left and 0 <= seat < s.seats and s.left[seat] is not None:
        return "solitaire 1.10", "You are out of the match."
    if action == "resign":
        if mode == "solo":
            return "solitaire 1.4", "Say done to end the solo game."
        return "solitaire 1.10", "You can resign when the sand is set."
    if mode == "quicksand":
        return _why_sand(s, seat, action)
    if seat != s.seat:
        who = "There is one player." if mode == "solo" else f"Seat {s.seat + 1} is at play."
        return ("solitaire 1.8" if mode == "solo" else "solitaire 2.1"), who
    if action == "start":
        if mode == "solo":
            return "solitaire 1.4", "The solo game needs no start: it runs already."
        return "solitaire 2.1", "The clock is running already."
    if s.phase == "ready":
        return "solitaire 2.1", "Say start first: the clock must run."
    assert isinstance(action, Hop)
    return board_moves.why(s.boards[0], 0, action)


def deadline(s: State) -> Millis | None:
    """The time at which time itself acts: clock or sand start (2.4, 3.4), or stop (2.4, 3.2)."""
    if s.options.mode == "king-tut":
        if s.phase == "ready":
            return s.since + GRACE
        return s.since + 1000 * s.options.limit if s.phase == "running" else None
    if s.options.mode == "quicksand":
        if s.phase == "ready":
            return s.since + GATHER if any(s.said) else None
        return s.bell if s.phase == "running" else None
    return None


def moment(s: State) -> Millis:
    """The earliest match time at which the state can stand: the last one of which it tells."""
    rung = s.bell if s.phase == "ringing" else None
    return max(s.since, *(at for at in (*s.last, *s.left, rung) if at is not None), 0)


def advance(s: State, now: Millis) -> State:
    """The state in which an event at this time finds the game; at the deadline time has acted."""
    due = deadline(s)
    if due is None or now < due:
        return replace(s, now=now) if s.options.mode != "solo" else s
    if s.options.mode == "king-tut":
        return start_clock(s, due) if s.phase == "ready" else finish_game(s, due)
    return pour_sand(s, due) if s.phase == "ready" else ring_bell(s)


def seats(options: Options) -> range:
    """How many may play with these options (1.8)."""
    return range(1, 2) if options.mode == "solo" else range(2, MOST_SEATS + 1)


def allows_help(s: State) -> bool:
    """Whether undo and hints are allowed: in the solo game they are, in the timed ones not (1.7)."""
    return s.options.mode == "solo"


def _check(many: int, options: Options) -> None:
    if max(options.ranks, options.files) < LONG:
        raise Illegal("solitaire 1.1", "A board needs three ranks or three files: nothing could hop.")
    if many not in seats(options):
        solo = options.mode == "solo"
        words = "is for one player; choose king-tut or quicksand" if solo else "is for two to six players"
        raise Illegal("solitaire 1.8", f"The {'solo' if solo else 'timed'} game {words}.")
    if options.mode == "quicksand" and options.hidden:
        if options.least > options.most:
            raise Illegal("solitaire 3.1", "The least of hidden sand cannot be more than the most.")
        if options.most - options.least > WIDEST:
            raise Illegal("solitaire 3.1", f"Hidden sand is uncertain by {WIDEST} seconds at most.")


def _starting_board(options: Options) -> Board:
    """The board to begin with: nests, or in the solo game any position (1.1, 1.9)."""
    if not options.position:
        if not LEAST <= min(options.ranks, options.files) <= max(options.ranks, options.files) <= MOST:
            raise Illegal("solitaire 1.1", f"Ranks and files are {LEAST} to {MOST}.")
        return board_moves.nests(options.ranks, options.files)
    if options.mode != "solo":
        raise Illegal("solitaire 1.9", "Only the solo game begins from another position.")
    try:
        board = board_text.read_board(TextSpan(options.position, 0))
    except Unreadable as fault:
        raise Illegal("solitaire 1.9", f"That is no position: {fault}.") from None
    if board_moves.is_stuck(board):
        raise Illegal("solitaire 1.9", "Nothing can hop in that position.")
    return board


def _relevant_options(options: Options, board: Board) -> Options:
    """The options that matter in their mode; the others are as by default."""
    own = Options(board.ranks, board.files, mode=options.mode)
    if options.mode == "solo":
        return replace(own, goal=options.goal)
    if options.goal != "small":
        raise Illegal("solitaire 1.6", "The challenges are for the solo game; timed games count points.")
    if options.mode == "king-tut":
        return replace(own, rounds=options.rounds, limit=options.limit)
    if options.hidden:
        return replace(own, hidden=True, least=options.least, most=options.most)
    return replace(own, sand=options.sand)


def _why_sand(s: State, seat: Seat, action: Action) -> tuple[str, str]:
    if not 0 <= seat < s.seats:
        return "solitaire 3.1", f"There is no seat {seat + 1}."
    if action == "done":
        return "solitaire 3.4", "In Quicksand nobody is done before the bell."
    if action == "start":
        waiting = s.phase == "ready"
        return "solitaire 3.4", "You have said start." if waiting else "The sand is running already."
    if s.phase == "ready":
        return "solitaire 3.4", "The sand does not run yet."
    if s.phase != "running":
        return "solitaire 3.1", "The sand is being set." if s.phase == "drawing" else "The bell has rung."
    assert isinstance(action, Hop)
    return board_moves.why(s.boards[seat], 0, action)
