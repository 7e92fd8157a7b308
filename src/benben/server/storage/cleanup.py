"""What is old and empty: tables that never began, and people without a table. Matches are never removed."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sql

from benben.server.storage import rows
from benben.server.storage.schema import (
    achievements,
    entries,
    hooks,
    keys,
    notices,
    people,
    progress,
    sitters,
    tables,
)
from benben.server.storage.statements import Change
from benben.server.storage.store import Store

DAY_SECONDS = 86_400
_REMOVED = "removed"  # the status of a table for a moment, inside the transaction that removes it


async def unused_tables(store: Store, days: int, most: int) -> list[str]:
    """Codes of tables made so many days ago that never began, and whose people were not seen since."""
    now = rows.wall_clock_ms() // 1000
    seen = (
        sql.select(keys.c.id)
        .join(sitters, sitters.c.person == keys.c.person)
        .where(sitters.c.code == tables.c.code, keys.c.used > now // DAY_SECONDS - days)
    )
    found = await store.fetch(
        sql.select(tables.c.code)
        .where(
            tables.c.status == "waiting",
            tables.c.changed < (now - days * DAY_SECONDS) * 1000,
            ~sql.exists(seen),
        )
        .limit(most)
    )
    return [row[0] for row in found]


async def unused_people(store: Store, days: int, most: int) -> list[str]:
    """Ids of people without any table who were not seen for so many days."""
    now = rows.wall_clock_ms() // 1000
    seated = sql.select(sitters.c.code).where(sitters.c.person == people.c.id)
    seen = sql.select(keys.c.id).where(keys.c.person == people.c.id, keys.c.used > now // DAY_SECONDS - days)
    old = people.c.created < now - days * DAY_SECONDS
    found = await store.fetch(
        sql.select(people.c.id).where(old, ~sql.exists(seated), ~sql.exists(seen)).limit(most)
    )
    return [row[0] for row in found]


async def remove_tables(store: Store, codes: Sequence[str]) -> None:
    """Remove these tables in one transaction, except those that have begun meanwhile."""
    marked = sql.select(tables.c.code).where(tables.c.status == _REMOVED)
    mark = sql.update(tables).where(tables.c.code.in_(codes), tables.c.status == "waiting")
    changes: list[Change] = [(mark.values(status=_REMOVED), {})]
    changes += [(sql.delete(part).where(part.c.code.in_(marked)), {}) for part in (entries, sitters, notices)]
    changes.append((sql.delete(tables).where(tables.c.status == _REMOVED), {}))
    if codes:
        await store.commit(changes)


async def remove_people(store: Store, ids: Sequence[str]) -> None:
    """Remove these people, with their keys and webhooks, except those who have a table meanwhile."""
    seated = sql.select(sitters.c.person)
    changes: list[Change] = [
        (sql.delete(part).where(part.c.person.in_(ids), part.c.person.not_in(seated)), {})
        for part in (keys, hooks, notices, progress, achievements)
    ]
    changes.append((sql.delete(people).where(people.c.id.in_(ids), people.c.id.not_in(seated)), {}))
    await store.commit(changes)
