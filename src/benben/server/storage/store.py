"""The store: tables, their append-only logs and people, in SQLite or PostgreSQL.

writer.py has the thread that writes, reader_threads.py those in which queries run.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from benben.server.settings import Limits
from benben.server.storage import rows
from benben.server.storage.errors import DamagedDatabase, StorageError
from benben.server.storage.faults import storage_error
from benben.server.storage.reader_threads import ReaderThreads
from benben.server.storage.rows import Identity, LogRow, TableRow
from benben.server.storage.schema import IMPORTING, entries, people, sitters, tables
from benben.server.storage.statements import (
    INSERT_PERSON,
    RENAME_PERSON,
    Change,
    append_statements,
    new_table_statements,
    probe_statement,
)
from benben.server.storage.writer import Writer

TABLE_COLUMNS = tables.c[TableRow._fields]

Answer = TypeVar("Answer")

_log = logging.getLogger("benben")


class Store(Writer):
    """Reads and writes the database. Make it inside the running event loop."""

    def __init__(self, db: str, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        super().__init__(db, self.limits.outcome_seconds)
        self._readers = ReaderThreads(db, self.limits.read_threads, self.limits.read_seconds, self.file)
        self._unreadable: Callable[[sql.Connection], object] | None = None  # the first read of a damaged part
        self._probe: asyncio.Future[None] | None = None  # a trial write that is under way
        self._probed = -math.inf  # when the last one was written

    async def close(self) -> None:
        """Write what still waits, break off what still reads, then close the database."""
        self._readers.close()
        await super().close()

    @property
    def shared(self) -> bool:
        """Whether other processes may have the database open too."""
        return self.engine.dialect.name != "sqlite"

    # Writing

    async def add_person(self, person: Identity, beside: Sequence[Change] = ()) -> None:
        row = {"id": person.id, "name": person.name, "created": int(time.time())}
        await self.commit([(INSERT_PERSON, row), *beside])

    async def rename(self, id: str, name: str) -> None:
        await self.commit([(RENAME_PERSON, {"of": id, "to": name})])

    async def add_table(self, table: TableRow, persons: Iterable[str], log: Sequence[LogRow]) -> None:
        await self.commit(new_table_statements(table, persons, log))

    async def append(
        self,
        code: str,
        log: Sequence[LogRow],
        status: str | None = None,
        sitter: str | None = None,
        beside: Sequence[Change] = (),
    ) -> None:
        """Append lines to one table's log, with what follows from them, in one transaction."""
        await self.commit(append_statements(code, log, status, sitter, beside))

    # Reading

    async def person(self, id: str) -> Identity | None:
        found = await self.fetch(sql.select(people.c.id, people.c.name).where(people.c.id == id))
        return Identity(*found[0]) if found else None

    async def check(self) -> None:
        """StorageError if the database cannot be read or written now, or the writer has ended."""
        if not self.is_writing():
            raise StorageError("The writer has ended.")
        if self.damage:
            raise self.damage
        await self.fetch(sql.select(sql.literal(1)))
        if self._unreadable:
            await self.run_in_reader(self._unreadable)
            self._unreadable = None
        if self.failing or time.monotonic() - self._probed > self.limits.probe_seconds:
            await self._try_to_write()

    async def _try_to_write(self) -> None:
        """Write something that changes nothing. All who ask at the same time wait for one such write."""
        if self._probe is None or self._probe.done():
            self._probe = asyncio.ensure_future(self.commit([probe_statement(self.shared)]))
            self._probe.add_done_callback(self._note_probe)
        await asyncio.shield(self._probe)

    def _note_probe(self, probe: asyncio.Future[None]) -> None:
        if not probe.cancelled() and probe.exception() is None:
            self._probed = time.monotonic()

    async def table(self, code: str) -> TableRow | None:
        found = await self._tables(
            sql.select(*TABLE_COLUMNS).where(tables.c.code == code, tables.c.status != IMPORTING)
        )
        return found[0] if found else None

    async def tables_of(self, person: str, most: int) -> list[TableRow]:
        """The tables of one person: waiting and playing ones first, then by time."""
        return await self._tables(
            sql.select(*TABLE_COLUMNS)
            .join(sitters, sitters.c.code == tables.c.code)
            .where(sitters.c.person == person)
            .order_by(tables.c.status == "over", tables.c.changed.desc())
            .limit(most)
        )

    async def open_tables(self, codes: Sequence[str], most: int) -> list[TableRow]:
        """The tables among these that are public and wait for players, the oldest first."""
        return await self._tables(
            sql.select(*TABLE_COLUMNS)
            .where(tables.c.code.in_(codes), tables.c.status == "waiting", tables.c.public)
            .order_by(tables.c.changed, tables.c.code)
            .limit(most)
        )

    async def codes_with_running_clock(self) -> list[str]:
        """Codes of matches whose clocks run whether or not somebody is there; not of those that sleep.

        Matches of bots alone are not among them: they wait until somebody looks.
        """
        due = tables.c.wake <= rows.wall_clock_ms()
        has_people = sql.exists().where(sitters.c.code == tables.c.code)
        found = await self.fetch(
            sql.select(tables.c.code).where(tables.c.status == "playing", tables.c.timed, due, has_people)
        )
        return [row[0] for row in found]

    async def log(self, codes: Sequence[str], kinds: Sequence[str] | None = None) -> dict[str, list[LogRow]]:
        """The log lines of these tables in order, all or only some kinds."""
        question = sql.select(entries.c.code, *entries.c[LogRow._fields]).where(entries.c.code.in_(codes))
        if kinds is not None:
            question = question.where(entries.c.kind.in_(kinds))
        found: dict[str, list[LogRow]] = {code: [] for code in codes}
        for row in await self.fetch(question.order_by(entries.c.code, entries.c.n)):
            found[row[0]].append(LogRow._make(row[1:]))
        return found

    async def log_page(self, code: str, n: int) -> list[LogRow]:
        """Some hundred log lines of one table in order, from number n on; none after the last."""
        question = sql.select(*entries.c[LogRow._fields]).where(entries.c.code == code, entries.c.n >= n)
        found = await self.fetch(question.order_by(entries.c.n).limit(self.limits.log_page))
        return [LogRow._make(row) for row in found]

    async def lengths(self, codes: Sequence[str]) -> dict[str, int]:
        """How many log lines these tables have."""
        if not codes:
            return {}
        longest = sql.func.max(entries.c.n) + 1
        question = sql.select(entries.c.code, longest).where(entries.c.code.in_(codes))
        return {row[0]: row[1] for row in await self.fetch(question.group_by(entries.c.code))}

    async def lines_from(self, code: str, n: int) -> list[LogRow]:
        """The log lines of one table from number n on."""
        found = page = await self.log_page(code, n)
        while len(page) == self.limits.log_page:
            page = await self.log_page(code, found[-1].n + 1)
            found += page
        return found

    async def fetch(self, question: sql.Select[Any]) -> Sequence[Sequence[Any]]:
        """The rows that answer a SELECT; StorageError if there are too many, or no answer."""
        most = self.limits.rows_read
        found = await self.run_in_reader(lambda connection: connection.execute(question).fetchmany(most + 1))
        if len(found) > most:
            raise StorageError(f"The answer of the database has more than {most:,} rows.")
        return found

    async def run_in_reader(self, work: Callable[[sql.Connection], Answer]) -> Answer:
        """The result of a short transaction in one of the threads that read."""
        try:
            return await self._readers.run(work)
        except SQLAlchemyError as fault:
            error = storage_error(fault)
            if isinstance(error, DamagedDatabase) and self._unreadable is None:
                _log.error("%s", error)
                self._unreadable = work
            raise error from None

    async def _tables(self, question: sql.Select[Any]) -> list[TableRow]:
        return [TableRow._make(row) for row in await self.fetch(question)]
