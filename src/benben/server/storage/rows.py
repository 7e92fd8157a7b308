"""Rows of the database as values: tables, lines of their logs, and people."""

from __future__ import annotations

import time
from typing import NamedTuple


class LogRow(NamedTuple):
    """One line of a table's log, as the database holds it."""

    n: int
    kind: str
    body: str
    person: str | None = None
    id: str | None = None


class TableRow(NamedTuple):
    """One table, as the database holds it."""

    code: str
    plan: str
    secret: str
    public: bool
    timed: bool
    status: str
    noted: int = 0  # ms of match time that had passed when this was last written
    wake: int = 0  # when to load the table again, ms of the wall clock; 0: it does not sleep
    due: str = ""
    ending: str = ""
    maker: str = ""  # the person who made it
    address: str = ""  # from which it was made; empty when the match is over


class Identity(NamedTuple):
    """A person with a name, and the key that the call was made with."""

    id: str
    name: str
    key: str = ""  # the id of the key, never the token
    kind: str = "device"


def wall_clock_ms() -> int:
    """The wall clock in milliseconds, as the columns `changed` and `wake` hold it."""
    return int(time.time() * 1000)
