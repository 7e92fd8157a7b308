"""Reads positions of Egyptian Solitaire. Everything that `write` never writes is refused, with its place."""

from __future__ import annotations

import re
from typing import TypeAlias

from msgspec.structs import replace

from benben.core.contract import Millis, Seat
from benben.core.text_span import TextSpan
from benben.games.solitaire.board import LETTERS, NAMES
from benben.games.solitaire.rules import MOST_SEATS, Options, State, board_moves, contenders, start
from benben.games.solitaire.rules.board_moves import Board
from benben.games.solitaire.rules.board_text import read_board
from benben.games.solitaire.rules.state import WIDEST, Result, all_stuck, round_order

_MS = r"(0|[1-9][0-9]{0,11})"
_PLAIN = Options()

Left: TypeAlias = tuple[Millis | None, ...]


def read(text: str) -> State:
    """The one position with this text. A hidden bell may be `?`, as in a view."""
    first, *rest = TextSpan(text, 0).split(" ; ")
    if not rest:
        return _solo(first)
    mode, _, state = rest[0].text.partition(" ")
    if mode not in ("king-tut", "quicksand"):
        raise rest[0].fault("a timed game is king-tut or quicksand")
    gone = rest.pop(2) if len(rest) > 2 and rest[2].text.startswith("left ") else None
    if not 2 <= len(rest) <= 3:
        words = "a timed game is boards, state, results, perhaps seats that have left, and perhaps an option"
        raise TextSpan(text, 0).fault(words, len(text))
    if not state:
        raise rest[0].fault("the state of the game is missing", len(mode))
    phase = TextSpan(state, rest[0].at + len(mode) + 1)
    option = rest[2] if len(rest) == 3 else None
    many = len(rest[1].split(","))
    left = _left(gone, many) if gone is not None else (None,) * many
    return (_king_tut if mode == "king-tut" else _quicksand)(first, phase, rest[1], option, left)


def _left(part: TextSpan, many: int) -> Left:
    """When each seat has left; None for a seat that is still playing."""
    left: list[Millis | None] = [None] * many
    before = 0
    for one in TextSpan(part.text.removeprefix("left "), part.at + len("left ")).split(","):
        found = re.fullmatch(rf"([1-6])@{_MS}", one.text)
        if not found or not before < int(found[1]) <= many:
            raise one.fault("a seat that has left is written as in 2@61200, the lowest seat first")
        before = int(found[1])
        left[before - 1] = int(found[2])
    if None not in left:
        raise part.fault("somebody is still playing")
    return tuple(left)


def _solo(part: TextSpan) -> State:
    found = re.fullmatch(r"(?P<board>[^ ]*)(?: goal (?P<goal>[ML]))?(?P<done> done)?", part.text)
    if not found:
        raise part.fault("after the board come only goal M or goal L, and done", _tail(part.text))
    b = read_board(TextSpan(found["board"], part.at))
    goal = NAMES[LETTERS.index(found["goal"])] if found["goal"] else "small"
    s = replace(start(1, replace(_options_for(b), goal=goal)), boards=(b,))
    if board_moves.is_stuck(b):
        if found["done"]:
            raise part.fault("no hop is left, so the game ends by itself", found.start("done") + 1)
        return replace(s, phase="over")
    return replace(s, phase="over") if found["done"] else s


def _tail(text: str) -> int:
    return text.find(" ") if " " in text else len(text)


def _options_for(b: Board) -> Options:
    return Options(ranks=b.ranks, files=b.files)


def _king_tut(
    first: TextSpan, phase: TextSpan, results: TextSpan, option: TextSpan | None, left: Left
) -> State:
    b = read_board(first)
    own = replace(_options_for(b), mode="king-tut")
    if option is not None:
        own = replace(own, limit=_number(option, "limit ", 60, 3600, _PLAIN.limit))
    by_seat = [_results(part, b) for part in results.split(",")]
    if not 2 <= len(by_seat) <= MOST_SEATS:
        raise results.fault(f"there are two to {MOST_SEATS} seats")
    found = re.fullmatch(
        r"([1-9][0-9]?)/([1-9][0-9]?) "
        rf"(?:(over)|([1-6]) (?:(ready)(?: ([1-9][0-9]{{0,11}}))?|running {_MS}))",
        phase.text,
    )
    if not found or int(found[2]) > 20 or int(found[1]) > int(found[2]):
        raise phase.fault("a state is as in 2/3 1 ready, 2/3 1 running 61200 or 3/3 over")
    own, seats = replace(own, rounds=int(found[2])), len(by_seat)
    s = replace(start(seats, own), boards=(b,), results=tuple(by_seat), round=int(found[1]), left=left)
    if found[3]:
        return _king_tut_over(s, phase, option, results)
    seat = next((one for one in contenders(s) if _fits(s, one)), None)
    if seat is None:
        raise results.fault("this number of games does not fit the round")
    if int(found[4]) != seat + 1:
        raise phase.fault(f"seat {seat + 1} is due", found.start(4))
    if found[5] and b != board_moves.nests(b.ranks, b.files):
        raise first.fault("before the start every square has its nest")
    if not found[5] and board_moves.is_stuck(b):
        raise first.fault("no hop is left, so the clock has stopped")
    since = int(found[6] or found[7] or 0)
    return replace(s, phase="ready" if found[5] else "running", seat=seat, since=since)


def _fits(s: State, due: Seat | None) -> bool:
    """Whether everybody has played as many games as the round and the seat that is due say (2.5).

    With nobody due the last round is over. A seat that has left may have played fewer (1.10).
    """
    order = round_order(s.seats, s.round)
    before = order if due is None else order[: order.index(due)]
    for seat, own in enumerate(s.results):
        most = s.round - 1 + (seat in before)
        if len(own) > most or (len(own) < most and s.left[seat] is None):
            return False
    return True


def _king_tut_over(s: State, phase: TextSpan, option: TextSpan | None, results: TextSpan) -> State:
    if option is not None:
        raise option.fault("a finished game has no limit")
    if s.round != s.options.rounds or not _fits(s, None):
        raise phase.fault("not all games have been played")
    last = round_order(s.seats, s.round)[-1]
    if s.left == (None,) * s.seats and s.results[last][-1].points != board_moves.score(s.boards[0]):
        raise results.fault("the last game ended with the points of this board")
    return replace(s, phase="over")


def _results(part: TextSpan, b: Board) -> tuple[Result, ...]:
    if part.text == "-":
        return ()
    found = []
    for one in part.split("+"):
        numbers = re.fullmatch(rf"{_MS}:([1-9][0-9]{{0,2}})", one.text)
        if not numbers or int(numbers[2]) > 6 * b.ranks * b.files:
            raise one.fault("a result is milliseconds and points, as in 61200:5, or -")
        found.append(Result(int(numbers[1]), int(numbers[2])))
    return tuple(found)


def _quicksand(
    first: TextSpan, phase: TextSpan, hops: TextSpan, option: TextSpan | None, left: Left
) -> State:
    boards = tuple(read_board(part) for part in first.split(" | "))
    if not 2 <= len(boards) <= MOST_SEATS:
        raise first.fault(f"there are two to {MOST_SEATS} boards")
    if len({(b.ranks, b.files) for b in boards}) > 1:
        raise first.fault("all boards have the same size")
    own = replace(_options_for(boards[0]), mode="quicksand")
    if option is not None:
        own = _sand(own, option)
    s = replace(start(len(boards), own), boards=boards, last=_hops(hops, boards), left=left)
    word, _, rest = phase.text.partition(" ")
    times = TextSpan(rest, phase.at + len(word) + 1)
    if word == "over" and not rest:
        if option is not None:
            raise option.fault("a finished game has no sand")
        return replace(s, phase="over", said=())
    if word == "ready":
        return _ready(s, times, hops)
    if word == "drawing":
        if not re.fullmatch(_MS, rest) or not own.hidden or any(last is not None for last in s.last):
            raise phase.fault("hidden sand is drawn before the first hop, as in drawing 5000")
        return replace(s, phase="drawing", since=int(rest), said=())
    if word not in ("running", "ringing"):
        raise phase.fault("a state is ready, drawing, running, ringing or over")
    return _running(s, word, times, first, option)


def _sand(own: Options, option: TextSpan) -> Options:
    found = re.fullmatch(r"hidden ([1-9][0-9]{1,3})-([1-9][0-9]{1,3})", option.text)
    if not found:
        return replace(own, sand=_number(option, "sand ", 10, 3600, _PLAIN.sand))
    least, most = int(found[1]), int(found[2])
    if not 10 <= least <= most <= 3600 or most - least > WIDEST:
        raise option.fault(f"hidden sand is a range within 10-3600, at most {WIDEST} wide")
    return replace(own, hidden=True, least=least, most=most)


def _ready(s: State, part: TextSpan, hops: TextSpan) -> State:
    words, _, since = part.text.partition(" ")
    names = words.split(",")
    said = tuple(name == str(seat + 1) for seat, name in enumerate(names))
    if len(said) != s.seats or any(not yes and name != "-" for yes, name in zip(said, names, strict=True)):
        raise part.fault("the seats that said start are listed as in 1,-")
    if all(said[seat] for seat in contenders(s)):
        raise part.fault("everybody has said start, so the sand runs")
    if since and (not any(said) or not re.fullmatch(r"[1-9][0-9]{0,11}", since)):
        raise part.fault("only the milliseconds of the first start may follow", len(words) + 1)
    if part.text != words and not since:
        raise part.fault("only the milliseconds of the first start may follow", len(words))
    if any(last is not None for last in s.last):
        raise hops.fault("nobody hops before the sand runs")
    return replace(s, said=said, since=int(since or 0))


def _running(s: State, word: str, part: TextSpan, first: TextSpan, option: TextSpan | None) -> State:
    found = re.fullmatch(rf"{_MS} (?:{_MS}|(\?))", part.text)
    if not found:
        raise part.fault("start and bell follow in milliseconds, as in 5000 185000")
    if option is not None and not s.options.hidden:
        raise option.fault("running sand is told by start and bell")
    since = int(found[1])
    if found[3] and not (s.options.hidden and word == "running"):
        raise part.fault("only the bell of hidden sand that runs is not known", found.start(3))
    bell = None if found[3] else int(found[2])
    if word == "running" and all_stuck(s):
        raise first.fault("no hop is left, so the bell has rung")
    if word == "ringing" and not s.options.hidden:
        raise part.fault("only hidden sand is told after the bell")
    if bell is not None:
        seconds, part_of_one = divmod(bell - since, 1000)
        least, most = (s.options.least, s.options.most) if s.options.hidden else (10, 3600)
        if part_of_one or not least <= seconds <= most:
            raise part.fault(f"sand runs for {least} to {most} whole seconds", found.start(2))
        if not s.options.hidden:
            s = replace(s, options=replace(s.options, sand=seconds))
    latest = since + 1000 * s.options.most if bell is None else bell
    if any(last is not None and not since <= last < latest for last in s.last):
        raise part.fault("all hops lie between start and bell")
    return replace(s, phase=word, since=since, bell=bell, said=())


def _hops(part: TextSpan, boards: tuple[Board, ...]) -> tuple[Millis | None, ...]:
    times: list[Millis | None] = []
    parts = part.split(",")
    if len(parts) != len(boards):
        raise part.fault("there is one last hop a board")
    for one, b in zip(parts, boards, strict=True):
        if one.text != "-" and not re.fullmatch(_MS, one.text):
            raise one.fault("a last hop is its milliseconds, or - for none")
        if (one.text == "-") != (b == board_moves.nests(b.ranks, b.files)):
            raise one.fault("a board has changed if and only if somebody hopped on it")
        times.append(None if one.text == "-" else int(one.text))
    return tuple(times)


def _number(part: TextSpan, word: str, least: int, most: int, usual: int) -> int:
    found = re.fullmatch(rf"{word}([1-9][0-9]*)", part.text[:20])
    if not found or len(part.text) > 20 or not least <= int(found[1]) <= most:
        raise part.fault(f"an option is as in {word}{least}, up to {most}")
    if int(found[1]) == usual:
        raise part.fault(f"{word}{usual} is usual and not written")
    return int(found[1])
