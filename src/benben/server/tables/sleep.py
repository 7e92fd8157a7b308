"""Sleep of tables: match time is saved, and a table whose clock runs for long may be unloaded.

While a table is loaded, its room counts match time, which stands still while the server is down. Every minute
and when the server stops it is saved, so that a restart takes no time from a player and gives none more than
a minute.

A table that nobody looks at and whose clock runs for long need not stay in memory. It is unloaded with the
moment at which to load it again, and until then its match time goes on by the wall clock.
"""

from __future__ import annotations

from benben.core.contract import Millis
from benben.server.storage import rows
from benben.server.storage.statements import Change, elapsed_statement
from benben.server.tables.state import TableState

UNLOAD_BEYOND_MS = 600_000  # a clock that runs for longer is not waited for in memory
CLOCK_CHECK_SECONDS = 60.0  # between saving match time, and loading tables whose moment has come

WOKEN_BY_WATCHERS_MS = 253_402_300_799_000  # ms of the wall clock, in the year 9999


def match_time_on_load(state: TableState, expiry: Millis | None) -> Millis:
    """Match time of a table that is loaded again; `expiry` is when its clock runs out."""
    at = max(state.match.at, state.saved_time)
    if state.wake_at and expiry is not None:
        at = max(at, expiry - max(state.wake_at - rows.wall_clock_ms(), 0))
    return at


def sleep_statement(code: str, at: Millis, expiry: Millis) -> Change:
    """The change that saves that a table sleeps until its clock runs out, or until somebody asks for it."""
    return elapsed_statement(code, at, rows.wall_clock_ms() + expiry - at)


def pause_statement(code: str, at: Millis) -> Change:
    """Saves that a table sleeps until it is asked for: bots alone play there, and no clock runs."""
    return elapsed_statement(code, at, WOKEN_BY_WATCHERS_MS)


def awake_statement(code: str, at: Millis) -> Change:
    """The change that saves the match time of a table that stays loaded."""
    return elapsed_statement(code, at, 0)
