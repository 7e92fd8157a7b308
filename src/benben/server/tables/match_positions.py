"""Positions of a finished match from which another match can be played."""

from __future__ import annotations

from collections.abc import Sequence

from benben import games
from benben.core.contract import Game, Illegal, Seat, Unreadable
from benben.core.opening_position import opening_at
from benben.server import wire
from benben.server.storage.rows import TableRow
from benben.server.tables import log_codec
from benben.server.tables.state import TableState


def position_in_log(game: Game, table: TableRow, pages: Sequence[bytes], n: int) -> wire.PositionTable:
    """Where a match can go on from the position after n events. Run in a worker.

    Illegal if there is no such event, or no match can begin there.
    """
    state = TableState(table, game)
    for page in pages:
        for line in log_codec.unpack(page):
            state.apply(line)
    return position_table(state, n)


def position_table(state: TableState, n: int) -> wire.PositionTable:
    """Where a match can go on from the position after n events; Illegal if it cannot."""
    most = len(state.match.events)
    if n > most:
        raise Illegal("match", f"There is no event {n} in this match: it has {most}.")
    present = games.load(state.plan.game)  # by whose rules it will be played
    text = state.game.notation.write(state.states[n])
    try:
        opening = opening_at(present, text)
    except Unreadable:
        raise Illegal("match", "No match can begin at this position.") from None
    levels = [level.name for level in present.levels]
    return wire.PositionTable(text, opening.seats, _next_seat(state, n), levels)


def _next_seat(state: TableState, n: int) -> Seat:
    """The seat that chooses after n events: whose turn it is, or who chose next in the match."""
    turn = state.game.rules.turn(state.states[n])
    return turn if turn >= 0 else next((one.by for one in state.match.events[n:] if one.by >= 0), 0)
