"""Think-time clocks as pure values. Time is an argument; nothing here looks at a real clock.

Three kinds: `none`; `move`, a time for every action (days for play by post); `bank`, a time for the whole
match, with an increment whenever the turn passes on to another seat. A clock runs for one seat at most. Where
everybody may act, no clock runs: the game has its own sand for that.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from benben.core.contract import Millis, Seat

Kind = Literal["none", "move", "bank"]


class Clock(Struct, frozen=True):
    kind: Kind
    budget: Millis  # for a move, or the bank at the start
    increment: Millis  # of a bank
    rest: tuple[Millis, ...]  # by seat, as it was at `since`
    running: Seat | None = None  # whose time passes
    since: Millis = 0  # when that began
    owner: Seat | None = None  # whose turn it is, or was before nobody's clock ran
    before: Seat | None = None  # whose turn it was before that
    kept: Millis = 0  # what that seat had left when it acted, before it was given more


def begin(kind: Kind, seats: int, budget: Millis, increment: Millis = 0) -> Clock:
    """A clock before the match, running for nobody."""
    return Clock(kind, budget, increment, (budget,) * seats)


def after(clock: Clock, seat: Seat | None, now: Millis, undo: bool = False) -> Clock:
    """The clock after something happened at `now`; from then on this seat is to act, or nobody.

    With `undo` the last action was taken back: its seat goes on with the time that it had left when it acted,
    so nobody gains time by acting and taking back.
    """
    if clock.kind == "none":
        return clock
    rest = tuple(left(clock, one, now) for one in range(len(clock.rest)))
    clock = replace(clock, rest=rest, running=seat, since=now)
    if undo:
        return _action_undone(clock, seat)
    if clock.kind == "move":
        return _next_move(clock, seat)
    return _turn_passed(clock, seat) if seat is not None and seat != clock.owner else clock


def left(clock: Clock, seat: Seat, now: Millis) -> Millis:
    """How long this seat can still think; never below 0."""
    if clock.kind == "none" or seat != clock.running:
        return clock.rest[seat]
    return max(0, clock.rest[seat] - max(0, now - clock.since))


def expiry(clock: Clock) -> tuple[Seat, Millis] | None:
    """The seat whose time runs out next, and when, if nothing happens before."""
    if clock.kind == "none" or clock.running is None:
        return None
    return clock.running, clock.since + clock.rest[clock.running]


def _next_move(clock: Clock, seat: Seat | None) -> Clock:
    """The clock of kind `move` after an action: every seat has the whole time for its next one."""
    acted = clock.owner
    kept = clock.rest[acted] if acted is not None else 0
    rest = (clock.budget,) * len(clock.rest)
    return replace(clock, rest=rest, owner=seat, before=acted, kept=kept)


def _turn_passed(clock: Clock, seat: Seat) -> Clock:
    """The clock of kind `bank` after the turn passed on: the seat that acted gets its increment."""
    if clock.owner is None:
        return replace(clock, owner=seat)
    kept = clock.rest[clock.owner]
    rest = _with(clock.rest, clock.owner, kept + clock.increment)
    return replace(clock, rest=rest, owner=seat, before=clock.owner, kept=kept)


def _action_undone(clock: Clock, seat: Seat | None) -> Clock:
    if seat is None or seat != clock.before or (clock.kind == "bank" and seat == clock.owner):
        return replace(clock, owner=clock.owner if seat is None else seat)
    since = clock.budget - clock.rest[seat] if clock.owner == seat else 0  # thought after acting, too
    return replace(clock, rest=_with(clock.rest, seat, max(0, clock.kept - since)), owner=seat, before=None)


def _with(rest: tuple[Millis, ...], seat: Seat, value: Millis) -> tuple[Millis, ...]:
    return (*rest[:seat], value, *rest[seat + 1 :])
