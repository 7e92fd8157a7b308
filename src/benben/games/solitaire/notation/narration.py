"""Events of Egyptian Solitaire in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benben.core.contract import TIME, Event, Hidden, Millis, Seat, Told
from benben.core.text_span import TextSpan
from benben.games.solitaire.board import NAMES, minimum, square_name
from benben.games.solitaire.rules import Options, board_moves, board_text
from benben.games.solitaire.rules.board_moves import Hop
from benben.games.solitaire.rules.state import Result, Sand, time_score

if TYPE_CHECKING:
    from benben.games.solitaire.views import View


def tell(v: View, event: Event) -> Told:
    """An event in words; v is what is known before it."""
    if isinstance(event.what, Hidden):
        return Told(None, "the sand runs, and nobody knows how long", "sand", "3.1")
    if isinstance(event.what, Sand):
        return Told(None, f"the sand was for {event.what.seconds} seconds", "sand", "3.1")
    if event.by == TIME:
        return _tell_time(v, event.at)
    if isinstance(event.what, Hop):
        return _tell_hop(v, event.by, event.what, event.at)
    if event.what == "start":
        return _tell_start(v, event.by)
    if event.what == "resign":
        return Told(event.by, "resigns", "resigned", "1.10")
    score = board_moves.score(v.boards[0])
    if v.options.mode == "solo":
        return Told(event.by, f"stops with {points(score)}", "done", "1.4")
    return Told(event.by, f"is done: {_result(v, event.at, score)}", "done", "2.1")


def _tell_hop(v: View, seat: Seat, hop: Hop, at: Millis) -> Told:
    sandy = v.options.mode == "quicksand"
    board = v.boards[seat if sandy else 0]
    first, over, end = (square_name(square, board.files) for square in hop)
    taken = board_moves.top(board_moves.code(board, hop.over))
    words = f"hops from {first} over {over} to {end} and takes a {NAMES[taken - 1]}"
    after = board_moves.play(board, 0, hop)
    score = board_moves.score(after)
    if not board_moves.is_stuck(after):
        return Told(seat, words, f"over {over}, -{taken}", "1.2")
    if v.options.mode == "solo":
        won = board_moves.pieces(after) == 1 and score == NAMES.index(v.options.goal) + 1
        if won:
            return Told(seat, f"{words}: a single {v.options.goal} is left", "reached", "1.6")
        return Told(seat, f"{words}, and no hop is left: {points(score)}", "end", "1.4")
    if not sandy:
        return Told(seat, f"{words}, and no hop is left: {_result(v, at, score)}", "end", "2.1")
    others = (one for n, one in enumerate(v.boards) if n != seat and v.left[n] is None)
    if all(map(board_moves.is_stuck, others)):
        return Told(seat, f"{words}, nobody has a hop left, and the bell rings", "bell", "3.4")
    return Told(seat, f"{words}, and has no hop left: {points(score)}", "stuck", "3.2")


def _tell_start(v: View, seat: Seat) -> Told:
    if v.options.mode == "king-tut":
        return Told(seat, "starts the clock", "start", "2.1")
    last = all(said or other == seat or v.left[other] is not None for other, said in enumerate(v.said))
    return Told(seat, "says start, and the sand runs" if last else "says start", "start", "3.4")


def _tell_time(v: View, at: Millis) -> Told:
    if v.options.mode == "king-tut":
        if v.phase == "ready":
            return Told(v.seat, "has waited a minute, and the clock runs by itself", "clock", "2.4")
        return Told(
            v.seat, f"is at the limit: {_result(v, at, board_moves.score(v.boards[0]))}", "limit", "2.4"
        )
    if v.phase == "ready":
        return Told(None, "the sand runs, though not everybody has said start", "sand", "3.4")
    return Told(None, "the bell rings", "bell", "3.2")


def _result(v: View, at: Millis, score: int) -> str:
    """Time, points and what they make together."""
    result = Result(at - v.since, score)
    return f"{seconds(result.time)} and {points(score)} make {seconds(time_score(result))}"


def points(score: int) -> str:
    return "1 point" if score == 1 else f"{score} points"


def seconds(time: Millis) -> str:
    return f"{time // 1000}.{time % 1000:03} s"


def remark(options: Options) -> str:
    """What a player should know of the chosen board: the true minimum where 1 cannot be reached (1.7)."""
    if options.position:
        return ""
    least = minimum(options.ranks, options.files)
    if least == 1:
        return ""
    board = f"On {options.ranks} by {options.files}"
    if options.mode == "solo":
        return f"{board} the lowest score there is is {least}: nobody ends with a single {options.goal}."
    return f"{board} the lowest score there is is {least}."


def summary(options: Options) -> str:
    """The options that matter, in a few words: "3 by 4", "3 by 4, Quicksand, the sand hidden"."""
    laid = (
        board_text.read_board(TextSpan(options.position, 0)) if options.position else options
    )  # it brings its own size (1.9)
    words = [f"{laid.ranks} by {laid.files}"]
    if options.mode == "king-tut":
        words += ["King Tut", f"{options.rounds} rounds" if options.rounds > 1 else "one round"]
    elif options.mode == "quicksand":
        words += ["Quicksand", "the sand hidden" if options.hidden else f"{options.sand} s of sand"]
    elif options.goal != "small":
        words.append(f"end with a single {options.goal}")
    if options.position:
        words.append("from a set position")
    return ", ".join(words)
