"""Imported tables: a long log is written in parts, so that nobody's move waits for all of it.

Until the last part is written the table has the status "importing", and nobody finds it. A row of that status
that is not written to any more was left by a process that stopped, and can be removed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import sqlalchemy as sql

from benben.server.storage import rows
from benben.server.storage.rows import LogRow, TableRow
from benben.server.storage.schema import IMPORTING, entries, tables
from benben.server.storage.statements import Change, append_statements
from benben.server.storage.store import Store

_PART_ROWS = 256  # of a log that are written in one transaction
_POLL_SECONDS = 0.1  # between two looks whether another client has finished the same import


async def import_table(store: Store, table: TableRow, log: Sequence[LogRow]) -> None:
    """Store a table with its log. WriteConflict if there is one with its code, or one is being imported."""
    if len(log) <= _PART_ROWS:
        await store.add_table(table, (), log)
        return
    await store.add_table(table._replace(status=IMPORTING), (), ())
    parts = [log[at : at + _PART_ROWS] for at in range(0, len(log), _PART_ROWS)]
    for part in parts[:-1]:
        await store.commit(append_statements(table.code, part, status=IMPORTING))
    await store.commit(append_statements(table.code, parts[-1], status=table.status))


async def finished_import(store: Store, code: str) -> TableRow | None:
    """The table that somebody else is importing, once it is there; None if that was given up."""
    while True:
        if row := await store.table(code):
            return row
        changed = await store.fetch(sql.select(tables.c.changed).where(tables.c.code == code))
        if not changed or changed[0][0] < _abandoned_since(store):
            return None
        await asyncio.sleep(_POLL_SECONDS)


async def remove_abandoned_imports(store: Store) -> None:
    """Remove tables whose import was begun and never finished."""
    old = sql.select(tables.c.code).where(
        tables.c.status == IMPORTING, tables.c.changed < _abandoned_since(store)
    )
    changes: list[Change] = [
        (sql.delete(entries).where(entries.c.code.in_(old)), {}),
        (sql.delete(tables).where(tables.c.code.in_(old)), {}),
    ]
    if await store.fetch(old.limit(1)):
        await store.commit(changes)


def _abandoned_since(store: Store) -> int:
    """Imports that were not written to since then, in milliseconds, are abandoned."""
    return rows.wall_clock_ms() - round(store.limits.import_seconds * 1000)
