"""What a seat may know of Egyptian Solitaire, everything but a hidden bell, and how a client draws it."""

from __future__ import annotations

from typing import Literal, cast

from msgspec import Struct

from benben.core.contract import Draw, Event, Hidden, Millis, Seat
from benben.games.solitaire.board import LETTERS, NAMES, minimum, square_name
from benben.games.solitaire.notation import name
from benben.games.solitaire.rules import Action, Options, State, board_moves, deadline, turn
from benben.games.solitaire.rules.board_moves import Board, Hop
from benben.games.solitaire.rules.state import Phase, Result, Sand, all_stuck, time_score


class View(Struct, frozen=True):
    """A state without the bell where that is hidden. The rules answer for it too: it has the same fields."""

    options: Options
    seats: int
    boards: tuple[Board, ...]
    phase: Phase
    seat: Seat
    round: int
    since: Millis
    bell: Millis | None  # None while it is hidden
    said: tuple[bool, ...]
    results: tuple[tuple[Result, ...], ...]
    last: tuple[Millis | None, ...]
    now: Millis
    left: tuple[Millis | None, ...] = ()


class BoardPicture(Struct, frozen=True):
    squares: tuple[str, ...]  # stacks bottom to top, "SML" or "": from a1 along the ranks
    score: int  # pips left
    pieces: int  # pyramids left
    stuck: bool  # no hop is left
    last: int | None  # Quicksand: ms of the last hop


class Standing(Struct, frozen=True):
    """The finished games of a seat in King Tut."""

    times: tuple[int, ...]  # ms, by round
    points: tuple[int, ...]  # by round
    scores: tuple[int, ...]  # ms with penalties, by round
    total: int  # ms with penalties


class Picture(Struct, frozen=True):
    mode: Literal["solo", "king-tut", "quicksand"]
    phase: Literal["ready", "drawing", "running", "ringing", "over"]
    ranks: int
    files: int
    goal: Literal["small", "medium", "large"]
    minimum: int  # the lowest score that this board is known to allow from the start
    boards: tuple[BoardPicture, ...]  # by seat in Quicksand, else the one at play
    turn: int  # a seat, -1 chance, -2 everyone, -3 over
    seat: int  # at play; 0 in Quicksand
    round: int  # King Tut: from 1
    rounds: int
    since: int  # ms of match time: ready: the turn came or the first start was said; running: the clock began
    until: int | None  # ms of match time: when time acts next; null if never or not to be known
    limit: int  # King Tut: seconds a game
    hidden: bool  # Quicksand: nobody knows when the bell rings
    said: tuple[bool, ...]  # Quicksand, while ready: by seat
    standings: tuple[Standing, ...]  # King Tut: by seat
    left: tuple[bool, ...]  # timed games: by seat, whether it has left the match


class Choice(Struct, frozen=True):
    text: str  # in notation, what Act sends
    kind: Literal["hop", "start", "done"]
    start: str  # square: "a1"; "" if it is no hop
    over: str  # square
    end: str  # square
    size: str  # of the pyramid that hops: S, M or L; "" if it is no hop
    taken: str  # size of the pyramid that leaves
    left: int  # pips left afterwards
    words: str  # a question for the dock: "Hop from a1 over b1 to c1?"
    more: str  # its effect: "The large on b1 leaves the board."; may be empty
    clause: str  # "1.2"


def view(s: State, seat: Seat | None) -> View:  # noqa: ARG001 - the same for everybody
    return _view(s, s.bell if _is_bell_known(s) else None)


def opened(s: State) -> View:
    """The view with the bell, for replay after the end."""
    return _view(s, s.bell)


def _view(s: State, bell: Millis | None) -> View:
    return View(
        options=s.options,
        seats=s.seats,
        boards=s.boards,
        phase=s.phase,
        seat=s.seat,
        round=s.round,
        since=s.since,
        bell=bell,
        said=s.said,
        results=s.results,
        last=s.last,
        now=s.now,
        left=s.left,
    )


def _is_bell_known(s: State) -> bool:
    """Whether the bell is known: an open one always, a hidden one when it has rung by itself (3.1)."""
    return not s.options.hidden or (s.phase == "ringing" and not all_stuck(s))


def seen(s: State, event: Event, seat: Seat | None) -> Event:  # noqa: ARG001
    """An event as a seat sees it: the draw of hidden sand is not shown until the end (3.1)."""
    if isinstance(event.what, Sand) and s.phase == "drawing":
        return event._replace(what=Hidden("sand ?"))
    return event


def guess(v: View, draw: Draw) -> State:
    """A state with a bell that has not rung yet, all possible ones equally likely."""
    bell = v.bell
    if v.options.hidden and bell is None and v.phase in ("running", "ringing"):
        heard = max([v.since, v.now, *(one for one in (*v.last, *v.left) if one is not None)])
        least = max(v.options.least, (heard - v.since) // 1000 + 1)
        bell = v.since + 1000 * (least + draw(v.options.most - least + 1))
    return State(
        options=v.options,
        seats=v.seats,
        boards=v.boards,
        phase=v.phase,
        seat=v.seat,
        round=v.round,
        since=v.since,
        bell=bell,
        said=v.said,
        results=v.results,
        last=v.last,
        now=v.now,
        left=v.left,
    )


def apart(options: Options) -> str:
    """Why several people cannot share a device; empty: they can."""
    if options.mode == "quicksand":
        return "In Quicksand all hop at once, so everybody needs a device."
    return ""


def thrower(v: View) -> Seat | None:  # noqa: ARG001
    """None: no seat draws the length of the sand (3.1)."""
    return None


def picture(v: View) -> Picture:
    own = v.options
    return Picture(
        mode=own.mode,
        phase=v.phase,
        ranks=own.ranks,
        files=own.files,
        goal=own.goal,
        minimum=1 if own.position else minimum(own.ranks, own.files),
        boards=tuple(
            BoardPicture(
                squares=board_moves.stacks(board),
                score=board_moves.score(board),
                pieces=board_moves.pieces(board),
                stuck=board_moves.is_stuck(board),
                last=v.last[seat] if v.last else None,
            )
            for seat, board in enumerate(v.boards)
        ),
        turn=turn(cast(State, v)),
        seat=v.seat,
        round=v.round,
        rounds=own.rounds,
        since=v.since,
        until=deadline(cast(State, v)),
        limit=own.limit,
        hidden=own.hidden,
        said=v.said,
        standings=tuple(
            Standing(
                times=tuple(result.time for result in results),
                points=tuple(result.points for result in results),
                scores=tuple(map(time_score, results)),
                total=sum(map(time_score, results)),
            )
            for results in v.results
        ),
        left=tuple(at is not None for at in v.left),
    )


def choice(v: View, seat: Seat, action: Action) -> Choice:
    text = name(v, action)
    board = v.boards[seat if v.options.mode == "quicksand" else 0]
    if isinstance(action, Hop):
        start, over, end = (square_name(square, board.files) for square in action)
        size, taken = (board_moves.top(board_moves.code(board, square)) for square in action[:2])
        landing = "its own size" if board_moves.code(board, action.end) else "an empty square"
        return Choice(
            text=text,
            kind="hop",
            start=start,
            over=over,
            end=end,
            size=LETTERS[size - 1],
            taken=LETTERS[taken - 1],
            left=board_moves.score(board) - taken,
            words=f"Hop from {start} over {over} to {end}?",
            more=f"It lands on {landing}; the {NAMES[taken - 1]} on {over} leaves the board.",
            clause="1.2",
        )
    score = board_moves.score(board)
    if action == "done":
        more = f"{score} point{'' if score == 1 else 's'} count."
        clause = "1.4" if v.options.mode == "solo" else "2.1"
        return Choice(text, "done", "", "", "", "", "", score, "Stop here?", more, clause)
    more = (
        "Your clock runs from then on." if v.options.mode == "king-tut" else "The sand waits for everybody."
    )
    clause = "2.1" if v.options.mode == "king-tut" else "3.4"
    return Choice(text, "start", "", "", "", "", "", score, "Start?", more, clause)
