"""The timed games from phase to phase: the clock of King Tut, the sand of Quicksand. Clauses: RULES.md."""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Millis, Seat
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.state import Options, Result, State, all_stuck, contenders, round_order


def end_event(s: State) -> State:
    """Forget the present time: between events a state knows none."""
    return replace(s, now=0)


def start_clock(s: State, now: Millis) -> State:
    """King Tut: start the clock (2.1, 2.4)."""
    return replace(s, phase="running", since=now, now=0)


def finish_game(s: State, now: Millis) -> State:
    """King Tut: stop the clock and go on to the next seat (2.1, 2.5)."""
    result = Result(now - s.since, board_moves.score(s.boards[0]))
    results = tuple((*own, result) if seat == s.seat else own for seat, own in enumerate(s.results))
    return next_game(replace(s, results=results, since=0, now=0), now)


def next_game(s: State, now: Millis) -> State:
    """King Tut: go on to the next seat still playing, in this round or the next, or end (2.5, 1.10)."""
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


def leave(s: State, seat: Seat) -> State:
    """Take a seat out of the match: its game does not count, and it is not waited for (1.10)."""
    s = replace(s, left=(*s.left[:seat], s.now, *s.left[seat + 1 :]))
    if s.options.mode == "king-tut":
        return next_game(replace(s, since=0, now=0), s.now) if seat == s.seat else end_event(s)
    if s.phase == "ready":
        return pour_sand(s, s.now) if _all_ready(s) else end_event(s)
    return ring_bell(s) if all_stuck(s) else end_event(s)


def _all_ready(s: State) -> bool:
    """Quicksand: whether everybody who is still playing has said start (3.4)."""
    return all(s.said[seat] for seat in contenders(s))


def say_start(s: State, seat: Seat) -> State:
    """Quicksand: note that a seat said start; with the last of them the sand runs (3.4)."""
    since = s.since if any(s.said) else s.now
    s = replace(s, said=(*s.said[:seat], True, *s.said[seat + 1 :]), since=since)
    return pour_sand(s, s.now) if _all_ready(s) else end_event(s)


def pour_sand(s: State, now: Millis) -> State:
    """Quicksand: let the sand run; how long is drawn if it is hidden (3.1)."""
    s = replace(s, said=(), since=now, now=0)
    if s.options.hidden:
        return replace(s, phase="drawing")
    return replace(s, phase="running", bell=now + 1000 * s.options.sand)


def ring_bell(s: State) -> State:
    """Quicksand: ring the bell; after hidden sand it is still to be told how long it would run (3.1)."""
    return replace(s, phase="ringing", now=0) if s.options.hidden else end_quicksand(s)


def end_quicksand(s: State) -> State:
    """Quicksand: end the match; how long the sand ran is in the log and no longer matters."""
    own = Options(s.options.ranks, s.options.files, mode="quicksand")
    return replace(s, options=own, phase="over", since=0, bell=None, now=0)
