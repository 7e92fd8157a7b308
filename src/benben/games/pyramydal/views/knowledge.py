"""What a seat may know of Pyramydal: everything but what others have chosen."""

from __future__ import annotations

from typing import NamedTuple

from benben.core.contract import CHANCE, Draw, Event, Hidden, Seat
from benben.games.pyramydal.board import HIDDEN, Hands, Line, Statues, Table
from benben.games.pyramydal.rules.state import CHOOSE, State


class View(NamedTuple):
    """A state in which the choices of others read HIDDEN. The rules answer for it too."""

    table: Table
    line: Line
    cells: int
    tokens: int
    hands: Hands
    statues: Statues
    phase: int
    seat: int
    last: int
    chosen: int  # four bits a seat: 0 none, HIDDEN somebody else's
    queue: int


def view(s: State, seat: Seat | None) -> View:
    chosen = 0
    for other in range(s.table.seats):
        number = s.chosen >> 4 * other & 15
        chosen |= (HIDDEN if number and other != seat else number) << 4 * other
    return View(
        table=s.table,
        line=s.line,
        cells=s.cells,
        tokens=s.tokens,
        hands=s.hands,
        statues=s.statues,
        phase=s.phase,
        seat=s.seat,
        last=s.last,
        chosen=chosen,
        queue=s.queue,
    )


def opened(s: State) -> View:
    """The view in which nothing is hidden, for replay after the end."""
    return View(*s)


def seen(s: State, event: Event, seat: Seat | None) -> Event:  # noqa: ARG001
    """An event as a seat sees it: that another seat has chosen, but not what (5.1)."""
    if event.by not in (seat, CHANCE) and event.what.verb == CHOOSE:
        return event._replace(what=Hidden("choose ?"))
    return event


def guess(v: View, draw: Draw) -> State:
    """A state with the choices of others drawn, each number equally likely."""
    chosen = v.chosen
    for seat in range(v.table.seats):
        if chosen >> 4 * seat & 15 == HIDDEN:
            chosen ^= (HIDDEN ^ 1 + draw(v.table.die)) << 4 * seat
    return State(*v[:9], chosen, v.queue)


def thrower(v: View) -> Seat | None:  # noqa: ARG001
    """None: no seat lays the line or reveals the choices (1.2, 5.1)."""
    return None
