"""A match of the Gate from phase to phase. Clauses: RULES.md.

A race has the phases gems, first, start (seat by seat), then nine times roll, deal, solve and reward (solver
by solver), then over. Practice repeats deal, solve and solved.

Boards, symbol, tiles and solvers stay in the state until the next roll, so that everybody can look at
them. Between two events a state has no present time; `advance` sets it for the next event.
"""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Millis, Seat
from benben.games.gate.board import ROUNDS
from benben.games.gate.rules.state import (
    DECISION,
    TAKEN,
    Finish,
    State,
    Symbol,
    Tried,
    is_locked,
    next_jewels,
    reach,
    remaining_seats,
    revealed_at,
)

# What a state means


# How one phase leads to the next


def place_pyramid(s: State, seat: Seat, hex: int, now: Millis) -> State:
    """Place a seat's pyramid on a hex; then the next seat places, or the first round begins (2.2)."""
    return _ask_for_pyramid(replace(s, hexes=with_entry(s.hexes, seat, hex)), seat, now)


def begin_round(s: State) -> State:
    """Discard the boards of the last round, so that new ones are dealt (3.1, 3.6)."""
    old = [board for board in s.boards if board is not None]
    return replace(
        s,
        phase="deal",
        until=None,
        discarded=tuple(sorted([*s.discarded, *old])),
        boards=(None,) * s.seats,
        symbol=None,
        tiles=((),) * s.seats,
        solved=(),
        results=(*s.results, s.solved) if old else s.results,
        now=0,
    )


def pour_sand(s: State, symbol: Symbol) -> State:
    """Reveal boards and symbol, and let the sand run from this moment (3.1); practice has no sand (6.1)."""
    s = replace(s, phase="solve", symbol=symbol, tiles=((),) * s.seats)
    if s.options.mode == "practice":
        return replace(s, since=s.now, now=0)
    return replace(s, sand=1, until=s.now + 1000 * s.options.sand, now=0)


def complete_cover(s: State, seat: Seat) -> State:
    """Lock a covered board: that alone claims it (3.3, 3.10). When all have solved, the sand stops (3.4)."""
    s = replace(s, solved=(*s.solved, Finish(seat, s.now - revealed_at(s), "")))
    if s.options.mode == "practice":
        return replace(s, phase="over" if s.options.puzzle else "solved", now=0)
    return _stop_if_all_solved(s, s.now) or replace(s, now=0)


def leave(s: State, seat: Seat) -> State:
    """Take a seat out of the match; with one seat left the match is over (3.7)."""
    s = replace(s, resigned=with_entry(s.resigned, seat, True))
    if len(remaining_seats(s)) == 1:
        unrolled = s.phase == "roll" and s.round > 1  # the boards of the round before lie there
        last = s.round - 1 if unrolled else s.round
        return replace(s, phase="over", seat=0, round=last, sand=0, until=None, now=0)
    if s.phase == "solve":
        return _stop_if_all_solved(s, s.now) or replace(s, now=0)
    if s.phase == "roll" and seat == s.starter:
        return replace(s, starter=_next_seat(s, seat), until=s.now + DECISION, now=0)
    if s.phase == "start" and seat == s.seat:
        return _ask_for_pyramid(s, seat, s.now)
    if s.phase == "reward" and seat == s.seat:
        return end_reward(s, s.now)
    return replace(s, now=0)


def end_sand(s: State, now: Millis) -> State:
    """Go on to the rewards when the sand has run out, or flip it once if nobody has solved (3.5, 3.7)."""
    if any(not s.resigned[finish.seat] for finish in s.solved):
        return _ask_solver(s, 0, now)
    if s.sand == 1:
        return replace(s, sand=2, until=now + 1000 * s.options.sand, now=0)
    return _end_round(s, now)


def take_reward(s: State, seat: Seat, hex: int, now: Millis) -> State:
    """Move a solver to a hex, give it the jewels there, and ask the next solver (4.1)."""
    return end_reward(take_jewels(s, seat, hex), now)


def take_jewels(s: State, seat: Seat, hex: int) -> State:
    """Move a seat's pyramid to a hex and give the seat the two leftmost jewels there (4.1)."""
    took, track = next_jewels(s, hex), s.tracks[hex - 1]
    gone = len(track) - len(track.replace(TAKEN, ""))  # taken holes are the leftmost
    track = TAKEN * (gone + len(took)) + track[gone + len(took) :]
    held = tuple(n + took.count(colour) for n, colour in zip(s.jewels[seat], "roygbp", strict=True))
    return replace(
        s,
        hexes=with_entry(s.hexes, seat, hex),
        tracks=with_entry(s.tracks, hex - 1, track),
        jewels=with_entry(s.jewels, seat, held),
        solved=tuple(one._replace(took=took) if one.seat == seat else one for one in s.solved),
    )


def end_reward(s: State, now: Millis) -> State:
    """Ask the next solver: the one who was asked has decided or left (4.1)."""
    return _ask_solver(s, [finish.seat for finish in s.solved].index(s.seat) + 1, now)


def lay_aside(s: State) -> State:
    """Practice: note the puzzle as tried, so that the next one is drawn (6.2)."""
    board, symbol = s.boards[0], s.symbol
    assert board is not None
    assert symbol is not None
    time = s.solved[0].time if s.solved else None
    return replace(
        s,
        phase="deal",
        round=s.round + 1,
        since=0,
        boards=(None,),
        symbol=None,
        tiles=((),),
        solved=(),
        tried=(*s.tried, Tried(board, symbol, time)),
        now=0,
    )


def _ask_for_pyramid(s: State, seat: Seat, now: Millis) -> State:
    """Ask the next seat after this one to place its pyramid; when all stand, the first round begins (2.2)."""
    for n in range(1, s.seats):
        other = (seat + n) % s.seats
        if s.hexes[other] is None and not s.resigned[other]:
            return replace(s, seat=other, until=now + DECISION, now=0)
    starter = s.starter if not s.resigned[s.starter] else _next_seat(s, s.starter)
    return replace(s, phase="roll", seat=0, round=1, starter=starter, until=now + DECISION, now=0)


def _stop_if_all_solved(s: State, now: Millis) -> State | None:
    """Stop the sand and begin the rewards if everybody still playing has solved; else None (3.4)."""
    return _ask_solver(s, 0, now) if all(is_locked(s, seat) for seat in remaining_seats(s)) else None


def _ask_solver(s: State, rank: int, now: Millis) -> State:
    """Ask the solver of this rank, or the next one who has a choice, or end the round (4.1, 4.3)."""
    s = replace(s, phase="reward", sand=0)
    for seat in [finish.seat for finish in s.solved[rank:] if not s.resigned[finish.seat]]:
        if reach(s, seat):
            return replace(s, seat=seat, until=now + DECISION, now=0)
        s = take_jewels(s, seat, s.hexes[seat] or 1)
    return _end_round(s, now)


def _end_round(s: State, now: Millis) -> State:
    """Pass the starter clockwise; after nine rounds the match is over (3.6, 3.7, 5.1)."""
    if s.round == ROUNDS:
        return replace(s, phase="over", seat=0, sand=0, until=None, now=0)
    return replace(
        s,
        phase="roll",
        seat=0,
        round=s.round + 1,
        starter=_next_seat(s, s.starter),
        sand=0,
        until=now + DECISION,
        now=0,
    )


def _next_seat(s: State, seat: Seat) -> Seat:
    """The next seat still playing, clockwise (3.7)."""
    return next(
        other for other in ((seat + n) % s.seats for n in range(1, s.seats + 1)) if not s.resigned[other]
    )


def with_entry(row: tuple, at: int, value: object) -> tuple:  # type: ignore[type-arg]
    """A row in which one entry has another value."""
    return (*row[:at], value, *row[at + 1 :])
