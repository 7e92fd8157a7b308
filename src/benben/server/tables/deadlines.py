"""What time itself does at a table, if nobody acts: the deadlines of a game, and the clock of a player."""

from __future__ import annotations

from benben.core import clock, match
from benben.core.contract import TIME, Event, Millis
from benben.core.entries import Entry, Flagged
from benben.server.tables.state import Desk

LATE = 3_000  # ms after which somebody else does what a keeper should have done


def ahead(desk: Desk) -> list[Entry]:
    """All that it would do, in no order. Nothing where the match has not begun, or is over."""
    found: list[Entry] = []
    if desk.timeless or desk.status != "playing":
        return found
    limit = match.deadline(desk.match)
    if limit is not None:
        found.append(Event(limit, TIME, None))
    flag = clock.expiry(desk.clock)
    if flag is not None and not desk.level(flag[0]):  # the pauses of a bot are ours, not its own
        found.append(Flagged(flag[1], flag[0]))
    return found


def soonest(desk: Desk) -> Millis | None:
    """When it will do something."""
    return min((entry.at for entry in ahead(desk)), default=None)


def due(desk: Desk, at: Millis) -> Entry | None:
    """What it has to do first, by this moment."""
    over = [entry for entry in ahead(desk) if entry.at <= at]
    return min(over, key=lambda entry: entry.at, default=None)
