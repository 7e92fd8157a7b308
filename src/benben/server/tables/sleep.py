"""Match time that outlives a room: it is written down, and a table whose clock runs for long may sleep.

While a table is loaded its match time is counted there; once a minute, and when the server stops, it is
written down, so that a restart costs no player more than nothing and gives none more than a minute. Match
time stands still while the server is down.

A table that nobody looks at and whose clock will not run out for long need not stay in memory. It is put away
with the moment at which to wake it, and until then its time is that of the calendar.
"""

from __future__ import annotations

from benben.core.contract import Millis
from benben.server.storage import rows
from benben.server.storage.statements import Change, elapsed_statement
from benben.server.tables.state import TableState

UNLOAD_BEYOND_MS = 600_000  # ms: a clock that runs for longer than this is not waited for in memory
CLOCK_CHECK_SECONDS = 60.0  # seconds between two looks at what has passed and who is to be woken


def match_time_on_load(state: TableState, expiry: Millis | None) -> Millis:
    """Match time of a table that is loaded again; `expiry` is when its clock runs out."""
    at = max(state.match.at, state.saved_time)
    if state.wake_at and expiry is not None:
        at = max(at, expiry - max(state.wake_at - rows.wall_clock_ms(), 0))
    return at


def sleep_statement(code: str, at: Millis, expiry: Millis) -> Change:
    """It is put away until its clock runs out, or somebody comes."""
    return elapsed_statement(code, at, rows.wall_clock_ms() + expiry - at)


def awake_statement(code: str, at: Millis) -> Change:
    """So much has passed; its clock is watched in memory."""
    return elapsed_statement(code, at, 0)
