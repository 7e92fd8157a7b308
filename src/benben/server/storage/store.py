"""The append-only log, in SQLite or PostgreSQL.

One thread writes. It drains its queue into one transaction, so that many tables share one commit. Each unit
stands whole or fails alone. Entries are keyed (code, n): the database refuses a second writer of a table.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import chain
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from benben.server.counters import meter
from benben.server.storage import rows as ledger
from benben.server.storage.database import opened, prepare, short
from benben.server.storage.rows import (
    Change,
    Kept,
    Member,
    Taken,
    Unstored,
    Written,
    add_entry,
    add_person,
    appended,
    new_table,
    say,
    set_name,
    speak,
)
from benben.server.storage.schema import entries, people, sitters, tables

BATCH = 512  # rows in one transaction, about
APART = 0.010  # seconds between commits while several tables write at once: more of them share one
ROWS = 64  # of entries in one statement, at most

_log = logging.getLogger("benben")

_SAY = "SELECT pg_notify('benben', %s)"  # as psycopg has it


class Unit:
    """All of it is written, or nothing."""

    def __init__(self, changes: list[Change], then: Callable[[Unstored | None], object]) -> None:
        self.changes = changes
        self.then = then  # called in the loop, with what hindered it


class Store:
    """Open it inside the running loop; `close` writes what is still waiting."""

    def __init__(self, db: str) -> None:
        self.engine = opened(db)
        prepare(self.engine)
        self.loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[Unit | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._closed = False
        self._line: sql.Connection | None = None  # of the writer
        self.words: Callable[[Mapping[str, int]], list[str]] | None = (
            None  # to other processes, see herald.py
        )
        self._writer.start()

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            if self._line:
                self._line.close()
            self.engine.dispose()

    @property
    def shared(self) -> bool:
        """Whether other processes may have it open too."""
        return self.engine.dialect.name != "sqlite"

    # Writing

    async def add_person(self, member: Member, beside: Sequence[Change] = ()) -> None:
        person = {"id": member.id, "name": member.name, "created": int(time.time())}
        await self.put([(add_person, person), *beside])

    async def rename(self, id: str, name: str) -> None:
        await self.put([(set_name, {"of": id, "to": name})])

    async def add_table(self, kept: Kept, persons: Iterable[str], log: Sequence[Written]) -> None:
        await self.put(new_table(kept, persons, log))

    async def append(
        self,
        code: str,
        log: Sequence[Written],
        status: str | None = None,
        sitter: str | None = None,
        beside: Sequence[Change] = (),
    ) -> None:
        """Entries of one table, and what follows from them, all or nothing."""
        await self.put(appended(code, log, status, sitter, beside))

    async def put(self, changes: list[Change]) -> None:
        """One unit: all or nothing."""
        answer: asyncio.Future[None] = self.loop.create_future()
        self.put_then(changes, partial(_resolve, answer))
        await answer

    def put_then(self, changes: list[Change], then: Callable[[Unstored | None], object]) -> None:
        """The same for who does not wait: `then` is called in the loop when it is stored, or was refused."""
        if self._closed:
            raise Unstored("The store is closed.")
        self._queue.put(Unit(changes, then))

    def _write(self) -> None:
        """The writer thread."""
        last, busy, began, failing = False, False, 0.0, False
        while not last:
            first = self._queue.get()
            if first is None:
                return
            if busy:
                time.sleep(max(0.0, began + APART - time.perf_counter()))
            units, rows = [first], len(first.changes)
            while rows < BATCH:
                try:
                    unit = self._queue.get_nowait()
                except queue.Empty:
                    break
                if unit is None:
                    last = True
                    break
                units.append(unit)
                rows += len(unit.changes)
            began = time.perf_counter()
            busy = len(units) > 1
            results = self._settled(units)
            faults = [fault for fault in results if fault is not None and not isinstance(fault, Taken)]
            if faults and not failing:
                _log.warning("%s", faults[0])
            failing = bool(faults)
            meter.commits.add(time.perf_counter() - began)
            meter.batches.add(len(units))
            self.loop.call_soon_threadsafe(_answer, units, results)

    def _settled(self, units: list[Unit], again: bool = True) -> list[Unstored | None]:
        """All together, else one by one; once more if only the connection was lost."""
        try:
            self._commit(units)
            return [None] * len(units)
        except Exception as fault:  # also a value that no database takes: the writer goes on
            lost = again and getattr(fault, "connection_invalidated", False)
            if len(units) == 1 and not lost:
                return [_named(fault)]
        return [self._settled([unit], len(units) > 1)[0] for unit in units]

    def _commit(self, units: list[Unit]) -> None:
        if self.words:  # two processes that write to the same tables do so in one order
            units = sorted(units, key=lambda unit: _code(unit.changes[0][1]))
        changes = [change for unit in units for change in unit.changes]
        if self.words:
            last = {row[0]: row[1] for _, row in changes if isinstance(row, tuple)}
            changes += [say(word) for word in self.words(last)]
        try:
            self._line = self._line or self.engine.connect()
            if _plain(changes) and _written(self._line, changes):
                return
            with self._line.begin():
                for statement, rows in _runs(changes):
                    if statement is add_entry:
                        add_entries(self._line.exec_driver_sql, self.engine.dialect.paramstyle, rows)
                    else:
                        self._line.execute(statement, rows)
        except SQLAlchemyError:
            if self._line:  # the next comes out of the pool, which looks whether it lives
                self._line.close()
                self._line = None
            raise

    # Reading, off the loop

    async def person(self, id: str) -> Member | None:
        rows = await self.ask(sql.select(people.c.id, people.c.name).where(people.c.id == id))
        return Member(*rows[0]) if rows else None

    async def check(self) -> None:
        """Unstored if the database does not answer, or nothing is written any more."""
        if not self._writer.is_alive():
            raise Unstored("The writer has ended.")
        await self._rows(sql.select(sql.literal(1)))

    async def table(self, code: str) -> Kept | None:
        found = await self._tables(sql.select(*_kept).where(tables.c.code == code))
        return found[0] if found else None

    async def tables_of(self, person: str, most: int = 50) -> list[Kept]:
        """Waiting and playing first, then by time."""
        return await self._tables(
            sql.select(*_kept)
            .join(sitters, sitters.c.code == tables.c.code)
            .where(sitters.c.person == person)
            .order_by(tables.c.status == "over", tables.c.changed.desc())
            .limit(most)
        )

    async def open_tables(self, codes: Sequence[str], most: int = 50) -> list[Kept]:
        """Which of these are public and wait for somebody, the oldest first."""
        return await self._tables(
            sql.select(*_kept)
            .where(tables.c.code.in_(codes), tables.c.status == "waiting", tables.c.public)
            .order_by(tables.c.changed, tables.c.code)
            .limit(most)
        )

    async def ticking(self) -> list[str]:
        """Codes of matches whose clocks run, whether or not somebody is there; not of those that sleep."""
        due = tables.c.wake <= ledger.now()
        rows = await self._rows(
            sql.select(tables.c.code).where(tables.c.status == "playing", tables.c.timed, due)
        )
        return [row[0] for row in rows]

    async def log(self, codes: Sequence[str], kinds: Sequence[str] | None = None) -> dict[str, list[Written]]:
        """The entries of these tables in order, all or only some kinds."""
        question = sql.select(
            entries.c.code, entries.c.n, entries.c.kind, entries.c.body, entries.c.person, entries.c.id
        ).where(entries.c.code.in_(codes))
        if kinds is not None:
            question = question.where(entries.c.kind.in_(kinds))
        found: dict[str, list[Written]] = {code: [] for code in codes}
        for row in await self._rows(question.order_by(entries.c.code, entries.c.n)):
            found[row[0]].append(Written._make(row[1:]))
        return found

    async def lengths(self, codes: Sequence[str]) -> dict[str, int]:
        """How many entries these tables have."""
        if not codes:
            return {}
        longest = sql.func.max(entries.c.n) + 1
        question = sql.select(entries.c.code, longest).where(entries.c.code.in_(codes))
        return {row[0]: row[1] for row in await self.ask(question.group_by(entries.c.code))}

    async def ask(self, question: sql.Select[Any]) -> Sequence[Sequence[Any]]:
        """Any other question."""
        return await self._rows(question)

    async def since(self, code: str, n: int) -> list[Written]:
        """The entries of one table from n on."""
        question = sql.select(
            entries.c.n, entries.c.kind, entries.c.body, entries.c.person, entries.c.id
        ).where(entries.c.code == code, entries.c.n >= n)
        return [Written._make(row) for row in await self._rows(question.order_by(entries.c.n))]

    async def _tables(self, question: sql.Select[Any]) -> list[Kept]:
        return [Kept._make(row) for row in await self._rows(question)]

    async def _rows(self, question: sql.Select[Any]) -> Sequence[Sequence[Any]]:
        def read() -> Sequence[Sequence[Any]]:
            with self.engine.connect() as connection:
                return connection.execute(question).all()

        try:
            return await asyncio.to_thread(read)
        except SQLAlchemyError as fault:
            raise _named(fault) from None


_kept = (
    tables.c.code,
    tables.c.plan,
    tables.c.secret,
    tables.c.public,
    tables.c.timed,
    tables.c.status,
    tables.c.noted,
    tables.c.wake,
    tables.c.due,
    tables.c.ending,
)


def _code(row: Mapping[str, Any] | tuple[Any, ...]) -> str:
    """The table that a row belongs to; of an entry it comes first."""
    return str(row[0] if isinstance(row, tuple) else row.get("code", ""))


def add_entries(
    execute: Callable[[str, tuple[Any, ...]], object], style: str, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Rows of entries, as many as go into one statement. The database keeps all 64 sizes of it prepared.

    A statement a row would let go of the interpreter at each, and wait for it at each.
    """
    for at in range(0, len(rows), ROWS):
        some = rows[at : at + ROWS]
        execute(_entries(len(some), style), tuple(chain.from_iterable(some)))


@cache
def _entries(size: int, style: str) -> str:
    """The statement for so many rows."""
    row = f"({', '.join(['?' if style == 'qmark' else '%s'] * 6)})"
    return f"INSERT INTO entries (code, n, kind, body, person, id) VALUES {', '.join([row] * size)}"


def _plain(changes: list[Change]) -> bool:
    """Entries and words to others, nothing else: so it is at nearly every commit."""
    return all(statement is add_entry or statement is speak for statement, _ in changes)


def _written(line: sql.Connection, changes: list[Change]) -> bool:
    """Writes what is plain with the driver alone, at half the cost.

    False if anything hindered it. Then all is undone, and the usual way, which names the fault, is tried.
    """
    driver, style = line.connection, line.dialect.paramstyle
    try:
        cursor = driver.cursor()
        add_entries(cursor.execute, style, [row for _, row in changes if isinstance(row, tuple)])
        for _, row in changes:
            if not isinstance(row, tuple):
                cursor.execute(_SAY, (row["word"],))
        driver.commit()
    except Exception:  # a driver's own sort
        with suppress(Exception):
            driver.rollback()
        return False
    return True


def _runs(changes: list[Change]) -> Iterable[tuple[sql.Executable, list[Any]]]:
    """Neighbours with the same statement go together."""
    at = 0
    while at < len(changes):
        statement = changes[at][0]
        end = at
        while end < len(changes) and changes[end][0] is statement:
            end += 1
        yield statement, [row for _, row in changes[at:end]]
        at = end


def _answer(units: list[Unit], results: list[Unstored | None]) -> None:
    for unit, fault in zip(units, results, strict=True):
        try:
            unit.then(fault)
        except Exception:  # the others still wait for their answers
            _log.exception("an answer of the store was not taken")


def _resolve(answer: asyncio.Future[None], fault: Unstored | None) -> None:
    if answer.done():  # the asker was cancelled
        return
    if fault is None:
        answer.set_result(None)
    else:
        answer.set_exception(fault)


def _named(fault: Exception) -> Unstored:
    if isinstance(fault, IntegrityError):
        return Taken("Something else happened at this table first.")
    return Unstored(f"The database did not answer: {short(fault)}")
