"""Outcomes that no rules give: a draw that was agreed on, a seat that left, a match that was broken off."""

from __future__ import annotations

from benben.core.contract import Outcome, Seat

BROKEN_OFF = "broken off"  # the reason of an outcome


def broken_off(seats: int) -> Outcome:
    """The outcome without a result."""
    return Outcome((1,) * seats, (), (0,) * seats, BROKEN_OFF)


def shared_place(winners: tuple[Seat, ...], seats: int, reason: str) -> Outcome:
    """The outcome in which some seats share the first place and all others the next. Nothing is scored."""
    places = tuple(1 if seat in winners else len(winners) + 1 for seat in range(seats))
    alone = len(winners) == 1
    return Outcome(places, winners, tuple(int(alone and seat in winners) for seat in range(seats)), reason)


def loss(loser: Seat, seats: int, how: str) -> Outcome:
    """The outcome in which one seat is last and all others win."""
    others = tuple(seat for seat in range(seats) if seat != loser)
    places = tuple(seats if seat == loser else 1 for seat in range(seats))
    points = tuple(int(seat != loser) for seat in range(seats))
    return Outcome(places, others, points, f"seat {loser + 1} {how}")
