"""A position of Pyramydal with one thing changed: a pyramid, a token, a collection, a statue."""

from __future__ import annotations

from benben.core.contract import Seat
from benben.games.pyramydal.board import MIX, Hands, Line, Statues, Table
from benben.games.pyramydal.rules.state import State, kind_at


def with_statue(given: Statues, seat: Seat, statue: int) -> Statues:
    """The statues with one more, which belongs to a seat."""
    owner = seat + 1
    if statue < MIX:
        monos = given.monos | owner << 4 * statue
        return Statues(monos, given.mixed0, given.mixed1, given.mixed2, given.mixed3)
    at = statue - MIX
    return Statues(
        given.monos,
        given.mixed0 | (owner & 1) << at,
        given.mixed1 | (owner >> 1 & 1) << at,
        given.mixed2 | (owner >> 2 & 1) << at,
        given.mixed3 | (owner >> 3 & 1) << at,
    )


def with_pyramid(line: Line, cell: int, kind: int) -> Line:
    """The line with one more pyramid, laid on a cell that has none."""
    pips, hue = kind % 3 + 1, kind // 3
    return Line(
        line.pips0 | (pips & 1) << cell,
        line.pips1 | (pips >> 1) << cell,
        line.hue0 | (hue & 1) << cell,
        line.hue1 | (hue >> 1 & 1) << cell,
        line.hue2 | (hue >> 2 & 1) << cell,
        line.hue3 | (hue >> 3) << cell,
    )


def without_pyramid(line: Line, cell: int) -> Line:
    """The line without the pyramid on a cell."""
    rest = ~(1 << cell)
    return Line(
        line.pips0 & rest,
        line.pips1 & rest,
        line.hue0 & rest,
        line.hue1 & rest,
        line.hue2 & rest,
        line.hue3 & rest,
    )


def with_token(tokens: int, seat: Seat, at: int) -> int:
    """The tokens with that of a seat on another cell."""
    return tokens & ~(1023 << 10 * seat) | at << 10 * seat


def with_pieces(hands: Hands, table: Table, seat: Seat, more: int) -> Hands:
    """The collections after that of a seat has gained these pyramids, or lost them if `more` is negative."""
    return Hands(
        hands.first + (more if seat == 0 else 0),
        hands.second + (more if seat == 1 else 0),
        hands.third + (more if seat == 2 else 0),
        hands.fourth + (more if seat == 3 else 0),
        hands.rest + (more << (seat - 4) * 9 * table.colours) if seat > 3 else hands.rest,
    )


def take_pyramid(s: State, seat: Seat, cell: int) -> State:
    """Move a token to a cell and give its owner the pyramid there (2.1, 2.2)."""
    more = 1 << 3 * kind_at(s.line, cell)
    return State(
        s.table,
        without_pyramid(s.line, cell),
        s.cells,
        with_token(s.tokens, seat, cell),
        with_pieces(s.hands, s.table, seat, more),
        s.statues,
        s.phase,
        s.seat,
        s.last,
        s.chosen,
        s.queue,
    )
