"""Deadlines and time-outs of a match: of the game itself, and of the clocks of players."""

from __future__ import annotations

from benben.core import clock, match
from benben.core.contract import TIME, Event, Millis
from benben.core.entries import Entry, Flagged
from benben.server.tables.state import TableState

OWNER_GRACE_MS = 3_000  # after which another process does what the owner of a table should have done


def expiries(state: TableState) -> list[Entry]:
    """The entries that time will make, unsorted; none unless the match is running."""
    found: list[Entry] = []
    if state.never_expires or state.status != "playing":
        return found
    limit = match.deadline(state.match)
    if limit is not None:
        found.append(Event(limit, TIME, None))
    flag = clock.expiry(state.clock)
    if flag is not None and not state.level(flag[0]):  # the pauses of a bot are the server's, not its own
        found.append(Flagged(flag[1], flag[0]))
    return found


def next_expiry(state: TableState) -> Millis | None:
    """Match time of the next deadline; None if there is none."""
    return min((entry.at for entry in expiries(state)), default=None)


def first_expired(state: TableState, at: Millis) -> Entry | None:
    """The entry of the earliest deadline up to this moment; None if none has passed."""
    over = [entry for entry in expiries(state) if entry.at <= at]
    return min(over, key=lambda entry: entry.at, default=None)
