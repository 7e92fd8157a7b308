"""Changes to the database: SQL statements with their values, for the writer."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import sqlalchemy as sql

from benben.server.storage import rows
from benben.server.storage.rows import LogRow, TableRow
from benben.server.storage.schema import entries, people, schema, sitters, tables

Change: TypeAlias = tuple[sql.Executable, Mapping[str, Any] | tuple[Any, ...]]

INSERT_PERSON = sql.insert(people)
RENAME_PERSON = sql.update(people).where(people.c.id == sql.bindparam("of")).values(name=sql.bindparam("to"))
INSERT_ENTRY = sql.insert(entries)  # its values are a tuple, not a mapping
NOTIFY = sql.text("SELECT pg_notify('benben', :word)")
_insert_table = sql.insert(tables)
_insert_sitter = sql.insert(sitters)
_set_elapsed = (
    sql.update(tables)
    .where(tables.c.code == sql.bindparam("of"))
    .values(noted=sql.bindparam("passed"), wake=sql.bindparam("until"))
)
_delete_sitter = sql.delete(sitters).where(
    sitters.c.code == sql.bindparam("of"), sitters.c.person == sql.bindparam("who")
)
_set_status = (
    sql.update(tables)
    .where(tables.c.code == sql.bindparam("of"))
    .values(status=sql.bindparam("to"), changed=sql.bindparam("on"))
)
_forget_address = sql.update(tables).where(tables.c.code == sql.bindparam("of")).values(address="")
_set_timed = sql.update(tables).where(tables.c.code == sql.bindparam("of")).values(timed=sql.bindparam("to"))
_set_due = sql.update(tables).where(tables.c.code == sql.bindparam("of")).values(due=sql.bindparam("to"))
_set_ending = (
    sql.update(tables).where(tables.c.code == sql.bindparam("of")).values(ending=sql.bindparam("to"))
)


def append_statements(
    code: str,
    log: Sequence[LogRow],
    status: str | None = None,
    sitter: str | None = None,
    beside: Sequence[Change] = (),
) -> list[Change]:
    """The changes that new lines of one table's log make."""
    changes: list[Change] = [(INSERT_ENTRY, (code, *entry)) for entry in log]
    if sitter:
        changes.append((_insert_sitter, {"code": code, "person": sitter}))
    if status:
        changes.append((_set_status, {"of": code, "to": status, "on": rows.wall_clock_ms()}))
    if status == "over":
        changes.append((_forget_address, {"of": code}))
    changes += beside
    return changes


def new_table_statements(table: TableRow, persons: Iterable[str], log: Sequence[LogRow]) -> list[Change]:
    """The changes that add a table, with the people who have a seat there and its first lines."""
    return [
        (_insert_table, {**table._asdict(), "changed": rows.wall_clock_ms()}),
        *((_insert_sitter, {"code": table.code, "person": person}) for person in persons),
        *((INSERT_ENTRY, (table.code, *entry)) for entry in log),
    ]


def notify_statement(message: str) -> Change:
    """A message to the other processes, delivered when the transaction is committed. PostgreSQL only."""
    return NOTIFY, {"word": message}


def probe_statement(shared: bool) -> Change:
    """The change that shows whether the database can be written. No table of Benben is different after it.

    SQLite leaves a page alone that gets the same row again, so it gets a number in the header of the file.
    """
    if shared:
        return sql.update(schema).values(version=schema.c.version), {}
    return sql.text(f"PRAGMA user_version = {int(time.monotonic() * 1000) & 0x7FFFFFFF}"), {}


def elapsed_statement(code: str, at: int, wake: int) -> Change:
    """The change that saves match time, in ms. If `wake` is not 0, the table sleeps until then."""
    return _set_elapsed, {"of": code, "passed": at, "until": wake}


def remove_sitter_statement(code: str, person: str) -> Change:
    """The change that removes a table from the list of a person who no longer has a seat there."""
    return _delete_sitter, {"of": code, "who": person}


def timed_statement(code: str, timed: bool) -> Change:
    """The change that saves whether a clock runs at a table while nobody is there."""
    return _set_timed, {"of": code, "to": timed}


def due_statement(code: str, waiting: str) -> Change:
    """The change that saves which seats a table waits for, as TableState.waiting_summary has it."""
    return _set_due, {"of": code, "to": waiting}


def ending_statement(code: str, ending: str) -> Change:
    """The change that saves the ending of a match, as JSON; empty while it runs."""
    return _set_ending, {"of": code, "to": ending}
