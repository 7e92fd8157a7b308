"""The rules of Egyptian Solitaire: the solo game, and two games against time around it. Clauses: RULES.md.

One board and its hops are in puzzle.py. A timed game is boards and a few times in milliseconds of the match.
Between two events a state knows no present time; `advance` tells it when the next event happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from benben.core.contract import CHANCE, EVERYONE, OVER, Illegal, Millis, Outcome, Seat, Unreadable
from benben.core.text_span import Part
from benben.games.solitaire.board import LEAST, LONG, MOST, NAMES
from benben.games.solitaire.rules import board_moves, board_text
from benben.games.solitaire.rules.board_moves import Board, Hop

GRACE = 60_000  # ms until a King Tut clock runs by itself (2.4)
GATHER = 20_000  # ms from the first `start` until the sand runs anyway (3.4)
PENALTY = 3_000  # ms for every point above 1 (2.2)
WIDEST = 600  # seconds between the ends of a hidden range
MOST_SEATS = 6
SHARED = True  # the first place may be (2.3, 3.3)

Side: TypeAlias = Annotated[int, Meta(ge=LEAST, le=MOST)]
Sands: TypeAlias = Annotated[int, Meta(ge=10, le=3600)]
Goal: TypeAlias = Literal["small", "medium", "large"]
Mode: TypeAlias = Literal["solo", "king-tut", "quicksand"]
Phase: TypeAlias = Literal["ready", "drawing", "running", "ringing", "over"]

# When an option matters, and the clause by which it is refused: published with the options.
_BOARD = {"clause": "solitaire 1.1"}
_SOLO = {"when": {"mode": "solo"}}
_KING_TUT = {"when": {"mode": "king-tut"}}
_QUICKSAND = {"when": {"mode": "quicksand"}}
_OPEN_SAND = {"when": {"mode": "quicksand", "hidden": False}}
_HIDDEN_SAND = {"when": {"mode": "quicksand", "hidden": True}, "clause": "solitaire 3.1"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    ranks: Annotated[Side, Meta(description="Ranks of the board", extra_json_schema=_BOARD)] = 3
    files: Annotated[
        Side,
        Meta(description="Files of the board; ranks or files must be 3 or more", extra_json_schema=_BOARD),
    ] = 4
    goal: Annotated[
        Goal, Meta(description="Solo: end with a single pyramid of this size", extra_json_schema=_SOLO)
    ] = "small"
    mode: Annotated[
        Mode, Meta(description="Alone, by turns against the clock, or all at once against the sand")
    ] = "solo"
    rounds: Annotated[
        int, Meta(ge=1, le=20, description="King Tut: games a player", extra_json_schema=_KING_TUT)
    ] = 1
    limit: Annotated[
        int,
        Meta(ge=60, le=3600, description="King Tut: seconds a game, at most", extra_json_schema=_KING_TUT),
    ] = 600
    sand: Annotated[
        Sands, Meta(description="Quicksand: seconds until the bell", extra_json_schema=_OPEN_SAND)
    ] = 180
    hidden: Annotated[
        bool, Meta(description="Quicksand: nobody knows when the bell rings", extra_json_schema=_QUICKSAND)
    ] = False
    least: Annotated[
        Sands, Meta(description="Hidden sand: seconds, at least", extra_json_schema=_HIDDEN_SAND)
    ] = 60
    most: Annotated[
        Sands, Meta(description="Hidden sand: seconds, at most", extra_json_schema=_HIDDEN_SAND)
    ] = 300
    position: Annotated[
        str,
        Meta(
            max_length=800,
            description="Solo: begin from this position, with ranks and files of its own; else from nests",
            examples=["SM,M,-,SM/SM,-,-,S/M,L,S,S"],
            extra_json_schema={**_SOLO, "clause": "solitaire 1.9"},
        ),
    ] = ""


class Result(NamedTuple):
    """One finished game of King Tut."""

    time: Millis  # from start to done
    points: int  # pips left


class Sand(NamedTuple):
    """How long the sand runs: drawn when it starts, and told when it has stopped."""

    seconds: int


class State(Struct, frozen=True):
    """A game of any mode. What its mode has no use for is as at the start.

    Solo has the phases running and over. In King Tut every game is ready, then running. Quicksand is ready,
    drawing if the sand is hidden, running, ringing if it was hidden, and over.
    """

    options: Options  # those that still matter; others are as by default
    seats: int
    boards: tuple[Board, ...]  # by seat in Quicksand, else the one at play
    phase: Phase
    seat: Seat  # King Tut: at play
    round: int  # King Tut: from 1
    since: Millis  # ready: the turn came, or the first seat said start; running: the clock or sand runs
    bell: Millis | None  # Quicksand, while running or ringing: when the sand runs out
    said: tuple[bool, ...]  # Quicksand, while ready: by seat, whether it said start
    results: tuple[tuple[Result, ...], ...]  # King Tut: by seat, its games so far
    last: tuple[Millis | None, ...]  # Quicksand: by seat, when it hopped last
    now: Millis  # when the event to come happens; 0 between events
    left: tuple[Millis | None, ...] = ()  # timed games: by seat, when it left; None: it is still playing


Action: TypeAlias = Hop | Literal["start", "done", "resign"]
Chance = Sand
RESIGN: Action = "resign"  # a seat leaves a timed game, and the others play on (1.10); in no list of actions


def start(seats: int, options: Options) -> State:
    """A nest on every square (1.1); in timed games nobody has said start yet."""
    board = _laid(options)
    own = _trimmed(options, board)
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
    """Hops by the square they start from, then done (1.2, 1.4, 2.1, 2.4, 3.4)."""
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


def contenders(s: State) -> list[Seat]:
    """The seats that may still win: those that have not left (1.10)."""
    return [seat for seat in range(s.seats) if not s.left or s.left[seat] is None]


def play(s: State, seat: Seat, action: Action) -> State:
    if action == "resign":
        return _left(s, seat)
    if action == "start":
        return _begun(s, s.now) if s.options.mode == "king-tut" else _gathered(s, seat)
    if isinstance(action, Hop):
        mine = seat if s.options.mode == "quicksand" else 0
        board = board_moves.play(s.boards[mine], 0, action)
        s = replace(s, boards=(*s.boards[:mine], board, *s.boards[mine + 1 :]))
        if s.options.mode == "quicksand":
            s = replace(s, last=(*s.last[:seat], s.now, *s.last[seat + 1 :]))
            return _rung(s) if all_stuck(s) else _rested(s)  # 3.4
        if not board_moves.stuck(board):
            return _rested(s)
    # Done, or no hop is left (1.4, 2.1).
    return replace(s, phase="over", now=0) if s.options.mode == "solo" else _finished(s, s.now)


def chances(s: State) -> Sequence[tuple[Sand, int]]:
    """Hidden sand is drawn when it starts; when it has stopped the draw is told (3.1)."""
    if s.phase == "drawing":
        return [(Sand(seconds), 1) for seconds in range(s.options.least, s.options.most + 1)]
    if s.phase == "ringing" and s.bell is not None:
        return [(Sand((s.bell - s.since) // 1000), 1)]
    return []


def settle(s: State, chance: Sand) -> State:
    if s.phase == "ringing":
        return _over(s)
    return replace(s, phase="running", bell=s.since + 1000 * chance.seconds, now=0)


def outcome(s: State) -> Outcome:
    if s.options.mode == "king-tut":
        return _reign(s)
    points = tuple(map(board_moves.score, s.boards))
    if s.options.mode == "quicksand":
        return _outlasted(s, points)
    left, size = board_moves.pieces(s.boards[0]), NAMES.index(s.options.goal) + 1
    won = left == 1 and points[0] == size  # 1.6
    words = f"{_many(points[0], 'point')} in {_many(left, 'pyramid')}"
    words = f"a single {s.options.goal} is left" if won else f"{words}, no hop is left"
    if not board_moves.stuck(s.boards[0]):
        words = f"stopped with {_many(points[0], 'point')} in {_many(left, 'pyramid')}"
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
    """When time itself acts: the clock or the sand starts (2.4, 3.4), or stops (2.4, 3.2)."""
    if s.options.mode == "king-tut":
        if s.phase == "ready":
            return s.since + GRACE
        return s.since + 1000 * s.options.limit if s.phase == "running" else None
    if s.options.mode == "quicksand":
        if s.phase == "ready":
            return s.since + GATHER if any(s.said) else None
        return s.bell if s.phase == "running" else None
    return None


def advance(s: State, now: Millis) -> State:
    """The state in which an event at this time finds the game; at the deadline time has acted."""
    due = deadline(s)
    if due is None or now < due:
        return replace(s, now=now) if s.options.mode != "solo" else s
    if s.options.mode == "king-tut":
        return _begun(s, due) if s.phase == "ready" else _finished(s, due)
    return _poured(s, due) if s.phase == "ready" else _rung(s)


def seats(options: Options) -> range:
    """How many may play with these options (1.8)."""
    return range(1, 2) if options.mode == "solo" else range(2, MOST_SEATS + 1)


def all_stuck(s: State) -> bool:
    """Quicksand: nobody who is still playing has a hop left (3.4)."""
    return all(board_moves.stuck(s.boards[seat]) for seat in contenders(s))


def free(s: State) -> bool:
    """Undo and hints are free in the solo game and off in the timed ones (1.7)."""
    return s.options.mode == "solo"


def time_score(result: Result) -> Millis:
    """Time, and three seconds for every point above 1 (2.2)."""
    return result.time + PENALTY * (result.points - 1)


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


def _laid(options: Options) -> Board:
    """The board to begin with: nests, or in the solo game any position (1.1, 1.9)."""
    if not options.position:
        if not LEAST <= min(options.ranks, options.files) <= max(options.ranks, options.files) <= MOST:
            raise Illegal("solitaire 1.1", f"Ranks and files are {LEAST} to {MOST}.")
        return board_moves.nests(options.ranks, options.files)
    if options.mode != "solo":
        raise Illegal("solitaire 1.9", "Only the solo game begins from another position.")
    try:
        board = board_text.board(Part(options.position, 0))
    except Unreadable as fault:
        raise Illegal("solitaire 1.9", f"That is no position: {fault}.") from None
    if board_moves.stuck(board):
        raise Illegal("solitaire 1.9", "Nothing can hop in that position.")
    return board


def _trimmed(options: Options, board: Board) -> Options:
    """Only what the mode has a use for."""
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


def _rested(s: State) -> State:
    return replace(s, now=0)


def _begun(s: State, now: Millis) -> State:
    """King Tut: the clock runs (2.1, 2.4)."""
    return replace(s, phase="running", since=now, now=0)


def _finished(s: State, now: Millis) -> State:
    """King Tut: the clock stops, and the next seat is due (2.1, 2.5)."""
    result = Result(now - s.since, board_moves.score(s.boards[0]))
    results = tuple((*own, result) if seat == s.seat else own for seat, own in enumerate(s.results))
    return _next_game(replace(s, results=results, since=0, now=0), now)


def _next_game(s: State, now: Millis) -> State:
    """King Tut: the next seat still playing is due, in this round or the next; or all is over (2.5, 1.10)."""
    stay = contenders(s)
    order = [seat for seat in round_order(s.seats, s.round) if seat in stay or seat == s.seat]
    after = order[order.index(s.seat) + 1 :]
    if not after and s.round == s.options.rounds:
        return replace(s, options=replace(s.options, limit=Options().limit), phase="over", seat=0)
    number = s.round if after else s.round + 1
    return replace(
        s,
        boards=(board_moves.nests(s.options.ranks, s.options.files),),
        phase="ready",
        seat=after[0] if after else next(seat for seat in round_order(s.seats, number) if seat in stay),
        round=number,
        since=now,
    )


def round_order(seats: int, number: int) -> list[Seat]:
    """King Tut: who plays in which order, in round 1, 2, 3 ... (2.5)."""
    return [(number - 1 + n) % seats for n in range(seats)]


def _left(s: State, seat: Seat) -> State:
    """A seat is out: its game does not count, and it is not waited for (1.10)."""
    s = replace(s, left=(*s.left[:seat], s.now, *s.left[seat + 1 :]))
    if s.options.mode == "king-tut":
        return _next_game(replace(s, since=0, now=0), s.now) if seat == s.seat else _rested(s)
    if s.phase == "ready":
        return _poured(s, s.now) if _all_ready(s) else _rested(s)
    return _rung(s) if all_stuck(s) else _rested(s)


def _all_ready(s: State) -> bool:
    """Quicksand: everybody who is still playing has said start (3.4)."""
    return all(s.said[seat] for seat in contenders(s))


def _gathered(s: State, seat: Seat) -> State:
    """Quicksand: a seat said start; with the last of them the sand runs (3.4)."""
    since = s.since if any(s.said) else s.now
    s = replace(s, said=(*s.said[:seat], True, *s.said[seat + 1 :]), since=since)
    return _poured(s, s.now) if _all_ready(s) else _rested(s)


def _poured(s: State, now: Millis) -> State:
    """Quicksand: the sand runs; how long is drawn if it is hidden (3.1)."""
    s = replace(s, said=(), since=now, now=0)
    if s.options.hidden:
        return replace(s, phase="drawing")
    return replace(s, phase="running", bell=now + 1000 * s.options.sand)


def _rung(s: State) -> State:
    """Quicksand: the bell; if it was hidden, it is still to be told how long the sand would run (3.1)."""
    return replace(s, phase="ringing", now=0) if s.options.hidden else _over(s)


def _over(s: State) -> State:
    """The bell has rung; how long the sand ran is in the log and no longer matters."""
    own = Options(s.options.ranks, s.options.files, mode="quicksand")
    return replace(s, options=own, phase="over", since=0, bell=None, now=0)


def _reign(s: State) -> Outcome:
    """Lowest total; then fewer points, then the best single game (2.3)."""
    totals = tuple(sum(map(time_score, own)) for own in s.results)
    keys = {
        seat: (totals[seat], sum(result.points for result in own), min(map(time_score, own), default=0))
        for seat, own in enumerate(s.results)
        if s.left[seat] is None
    }
    places = _places(keys, s.seats)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    best = totals[winners[0]]
    words = f"{best // 1000}.{best % 1000:03} seconds reign"
    if [key[0] for key in keys.values()].count(best) > 1:
        words += _tie(keys, winners, ("on fewer points", "on the best single game"))
    return Outcome(places, winners, totals, words)


def _outlasted(s: State, points: tuple[int, ...]) -> Outcome:
    """Lowest score; then who reached it earlier, without a hop at 0 (3.3)."""
    keys = {seat: (points[seat], s.last[seat] or 0) for seat in contenders(s)}
    places = _places(keys, s.seats)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    words = f"{_many(points[winners[0]], 'point')} at the bell"
    if [key[0] for key in keys.values()].count(points[winners[0]]) > 1:
        words += _tie(keys, winners, ("reached first",))
    return Outcome(places, winners, points, words)


def _places(keys: Mapping[Seat, tuple[int, ...]], seats: int) -> tuple[int, ...]:
    """Places by the keys of those still playing; who has left comes after all of them (1.10)."""
    last = 1 + len(keys)
    return tuple(
        1 + sum(other < keys[seat] for other in keys.values()) if seat in keys else last
        for seat in range(seats)
    )


def _tie(keys: Mapping[Seat, tuple[int, ...]], winners: Sequence[Seat], breakers: Sequence[str]) -> str:
    """What told apart those who are equal in the first count."""
    if len(winners) > 1:
        return ", shared"
    best = keys[winners[0]]
    rivals = [key for key in keys.values() if key[0] == best[0] and key != best]
    deepest = max(next(n for n, part in enumerate(key) if part != best[n]) for key in rivals)
    return f", {breakers[deepest - 1]}"


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


def _many(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n} {what}s"
