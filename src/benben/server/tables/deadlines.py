"""What time itself does at a table, if nobody acts: the deadlines of a game, and the clock of a player."""

from __future__ import annotations

from benben.core import clock, match
from benben.core.contract import TIME, Event, Millis
from benben.core.entries import Entry, Flagged
from benben.server.tables.state import TableState

OWNER_GRACE_MS = 3_000  # ms after which somebody else does what a keeper should have done


def expiries(state: TableState) -> list[Entry]:
    """All that it would do, in no order. Nothing where the match has not begun, or is over."""
    found: list[Entry] = []
    if state.never_expires or state.status != "playing":
        return found
    limit = match.deadline(state.match)
    if limit is not None:
        found.append(Event(limit, TIME, None))
    flag = clock.expiry(state.clock)
    if flag is not None and not state.level(flag[0]):  # the pauses of a bot are ours, not its own
        found.append(Flagged(flag[1], flag[0]))
    return found


def next_expiry(state: TableState) -> Millis | None:
    """When it will do something."""
    return min((entry.at for entry in expiries(state)), default=None)


def first_expired(state: TableState, at: Millis) -> Entry | None:
    """What it has to do first, by this moment."""
    over = [entry for entry in expiries(state) if entry.at <= at]
    return min(over, key=lambda entry: entry.at, default=None)
