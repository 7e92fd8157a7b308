"""Queries about the log of a table, about the tables of one person and public ones, and columns of lists."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from typing import NamedTuple

import sqlalchemy as sql

from benben.server.storage.rows import LogRow, TableRow
from benben.server.storage.schema import awake, entries, sitters, tables
from benben.server.storage.statements import due_statement, ending_statement
from benben.server.storage.store import TABLE_COLUMNS, Store


class LastLine(NamedTuple):
    """The last line of some kinds in the log of a table."""

    lines: int  # of the log up to it, with it
    kind: str


async def log_pages(store: Store, code: str) -> AsyncIterator[list[LogRow]]:
    """The log lines of one table in order, some hundred at a time."""
    page = await store.log_page(code, 0)
    while page:
        yield page
        page = await store.log_page(code, page[-1].n + 1)


async def last_line(store: Store, code: str, kinds: Collection[str]) -> LastLine | None:
    """The last line of these kinds in the log of a table; None if there is none."""
    question = sql.select(entries.c.n, entries.c.kind).where(
        entries.c.code == code, entries.c.kind.in_(kinds)
    )
    found = await store.fetch(question.order_by(entries.c.n.desc()).limit(1))
    return LastLine(found[0][0] + 1, found[0][1]) if found else None


async def playing_tables(store: Store, person: str, most: int) -> list[TableRow]:
    """Tables of this person whose match runs, the newest first."""
    found = await store.fetch(
        sql.select(*TABLE_COLUMNS)
        .join(sitters, sitters.c.code == tables.c.code)
        .where(sitters.c.person == person, tables.c.status == "playing")
        .order_by(tables.c.changed.desc())
        .limit(most)
    )
    return [TableRow._make(row) for row in found]


async def finished_tables(
    store: Store, person: str, before: tuple[int, str] | None, most: int
) -> list[tuple[TableRow, int]]:
    """Tables of this person whose match is over, each with the moment of the end, the newest first.

    `before` is the moment and the code of the last table on the previous page.
    """
    question = (
        sql.select(*TABLE_COLUMNS, tables.c.changed)
        .join(sitters, sitters.c.code == tables.c.code)
        .where(sitters.c.person == person, tables.c.status == "over")
    )
    if before is not None:
        earlier = sql.or_(
            tables.c.changed < before[0],
            sql.and_(tables.c.changed == before[0], tables.c.code < before[1]),
        )
        question = question.where(earlier)
    question = question.order_by(tables.c.changed.desc(), tables.c.code.desc()).limit(most)
    return [(TableRow._make(row[:-1]), row[-1]) for row in await store.fetch(question)]


async def public_finished_tables(store: Store, most: int) -> list[tuple[TableRow, int]]:
    """Public tables whose match is over, each with the moment of the end, the newest first."""
    found = await store.fetch(
        sql.select(*TABLE_COLUMNS, tables.c.changed)
        .where(tables.c.public, tables.c.status == "over")
        .order_by(tables.c.changed.desc())
        .limit(most)
    )
    return [(TableRow._make(row[:-1]), row[-1]) for row in found]


async def public_loaded_tables(store: Store, searched: int, most: int) -> list[TableRow]:
    """Public tables where people play and that some process has loaded, the newest first.

    Only the newest `searched` public matches that are not over are looked at.
    """
    newest = (
        sql.select(*TABLE_COLUMNS, tables.c.changed)
        .where(tables.c.public, tables.c.status == "playing")
        .order_by(tables.c.changed.desc())
        .limit(searched)
        .subquery()
    )
    is_loaded = sql.exists().where(awake.c.code == newest.c.code)
    has_people = sql.exists().where(sitters.c.code == newest.c.code)
    found = await store.fetch(
        sql.select(*newest.c[TableRow._fields])
        .where(is_loaded, has_people)
        .order_by(newest.c.changed.desc())
        .limit(most)
    )
    return [TableRow._make(row) for row in found]


async def last_table_made_by(store: Store, maker: str) -> tuple[TableRow, int] | None:
    """The table of this maker whose status changed last, with that moment."""
    found = await store.fetch(
        sql.select(*TABLE_COLUMNS, tables.c.changed)
        .where(tables.c.maker == maker)
        .order_by(tables.c.changed.desc())
        .limit(1)
    )
    return (TableRow._make(found[0][:-1]), found[0][-1]) if found else None


async def count_unfinished(store: Store, since: int, *, maker: str = "", address: str = "") -> int:
    """How many tables that are not over this person made, or were made from this address.

    Only those whose status changed after `since` count, in ms of the wall clock.
    """
    made_by = tables.c.maker == maker if maker else tables.c.address == address
    question = sql.select(sql.func.count()).where(
        made_by, tables.c.changed > since, tables.c.status != "over"
    )
    return int((await store.fetch(question))[0][0])


async def set_due(store: Store, waiting: Mapping[str, str]) -> None:
    """Save which seats these tables wait for, by code."""
    await store.commit([due_statement(code, seats) for code, seats in waiting.items()])


async def set_ending(store: Store, code: str, ending: str) -> None:
    """Save the ending of a match, as JSON."""
    await store.commit([ending_statement(code, ending)])
