"""The writer thread of the store.

One thread writes. It drains its queue into one database transaction, so that many tables share one commit.
Each Transaction is written whole or fails alone. Log lines are keyed (code, n): the database refuses
a second writer of a table.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import cache, partial
from itertools import chain
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from benben.server.counters import counters
from benben.server.storage.database import bring_up_to_date, open_engine
from benben.server.storage.database_file import DatabaseFile, sqlite_path
from benben.server.storage.errors import DamagedDatabase, OutcomeUnknown, StorageError, WriteConflict
from benben.server.storage.faults import short_reason, storage_error
from benben.server.storage.statements import INSERT_ENTRY, NOTIFY, Change, notify_statement

BATCH_ROWS = 512  # rows in one commit, about
COMMIT_GAP_SECONDS = 0.010  # between commits while several tables write: more of them share one
INSERT_ROWS = 64  # log lines in one statement, at most
OUTCOME_PAUSE_SECONDS = 0.1  # until the database is asked again what became of a transaction

_log = logging.getLogger("benben")

_DRIVER_NOTIFY = "SELECT pg_notify('benben', %s), txid_current()"  # with the parameter style of psycopg
_transaction_number = sql.text("SELECT txid_current()")
_transaction_status = sql.text("SELECT txid_status(:number)")

# Whether the present task has stored something. A later fault of it is then no proof that nothing changed.
HAS_STORED: ContextVar[bool] = ContextVar("has_stored", default=False)


class Transaction:
    """Changes that are written together or not at all."""

    def __init__(self, changes: list[Change], then: Callable[[StorageError | None], object]) -> None:
        self.changes = changes
        self.then = then  # called in the event loop, with the error if there was one


class Writer:
    """The engine of a database and the thread that writes to it. Make it inside the running event loop."""

    def __init__(self, db: str, outcome_seconds: float) -> None:
        self.engine = open_engine(db)
        self._outcome_seconds = outcome_seconds
        bring_up_to_date(self.engine)
        path = sqlite_path(self.engine.url)
        self.file = DatabaseFile(path) if path else None
        self.failing = False  # the last transactions could not be written
        self.damage: DamagedDatabase | None = None  # a part that had to be read before a write
        self.loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[Transaction | None] = queue.SimpleQueue()
        self._writer_thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._closed = False
        self._written: asyncio.Future[None] = self.loop.create_future()  # the thread has ended
        self._connection: sql.Connection | None = None  # used by the thread alone
        self._commit_sent: int | None = None  # PostgreSQL's number of the transaction whose commit was sent
        # Messages to the other processes about new log lines: by table, the number of the last. See cluster.
        self.notifications: Callable[[Mapping[str, int]], list[str]] | None = None
        self._writer_thread.start()

    async def close(self) -> None:
        """Write what still waits, then close the database."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            await self._written
            if self._connection:
                self._connection.close()
            self.engine.dispose()

    def is_writing(self) -> bool:
        """Whether the thread is alive."""
        return self._writer_thread.is_alive()

    async def commit(self, changes: list[Change]) -> None:
        """Write one transaction and wait for it; StorageError if it failed."""
        answer: asyncio.Future[None] = self.loop.create_future()
        self.commit_nowait(changes, partial(_resolve, answer))
        await answer
        HAS_STORED.set(True)

    def commit_nowait(self, changes: list[Change], then: Callable[[StorageError | None], object]) -> None:
        """Queue one transaction. `then` is called in the loop when it is stored, or with the error."""
        if self._closed:
            raise StorageError("The store is closed.")
        self._queue.put(Transaction(changes, then))

    def _run(self) -> None:
        """Write until the queue ends, and say that everything is written."""
        try:
            self._write_queued()
        finally:
            with suppress(RuntimeError):  # the event loop has ended
                self.loop.call_soon_threadsafe(_resolve, self._written, None)

    def _write_queued(self) -> None:
        """Write in a loop what waits in the queue, and report the results."""
        last, busy, began = False, False, 0.0
        while not last:
            first = self._queue.get()
            if first is None:
                return
            if busy:
                time.sleep(max(0.0, began + COMMIT_GAP_SECONDS - time.perf_counter()))
            batch, rows = [first], len(first.changes)
            while rows < BATCH_ROWS:
                try:
                    transaction = self._queue.get_nowait()
                except queue.Empty:
                    break
                if transaction is None:
                    last = True
                    break
                batch.append(transaction)
                rows += len(transaction.changes)
            began = time.perf_counter()
            busy = len(batch) > 1
            results = self._write_to_file(batch)
            self._note_faults(results)
            counters.commits.add(time.perf_counter() - began)
            counters.batches.add(len(batch))
            self.loop.call_soon_threadsafe(_call_back, batch, results)

    def _note_faults(self, results: list[StorageError | None]) -> None:
        """Tell the host when transactions begin to fail, and when they no longer do."""
        faults = [fault for fault in results if fault is not None and not isinstance(fault, WriteConflict)]
        if faults and not self.failing:
            _log.warning("%s", faults[0])
        elif self.failing and None in results:
            _log.warning("The database takes changes again.")
        self.damage = next((fault for fault in faults if isinstance(fault, DamagedDatabase)), self.damage)
        self.failing = bool(faults)

    def _write_to_file(self, batch: list[Transaction]) -> list[StorageError | None]:
        """Write the transactions, if what is written now is there after a restart."""
        if self.file is None:
            return self._write(batch)
        try:
            self.file.check()
        except StorageError as gone:
            return [gone] * len(batch)
        results = self._write(batch)
        try:
            self.file.check()
        except StorageError as gone:
            return [fault or OutcomeUnknown(gone.sentence) for fault in results]
        return results

    def _write(self, batch: list[Transaction], retry: bool = True) -> list[StorageError | None]:
        """Write all transactions together, or else one by one; again if only the connection was lost."""
        self._commit_sent = None
        try:
            self._commit_together(batch)
            return [None] * len(batch)
        except Exception as fault:  # also for a value that no database accepts: the thread must go on
            lost = getattr(fault, "connection_invalidated", False)
            if self._commit_sent is not None:
                lost = True
                status = self._status_of(self._commit_sent)
                if status != "aborted":
                    unknown = None if status == "committed" else OutcomeUnknown(reason=short_reason(fault))
                    return [unknown] * len(batch)
            if len(batch) == 1 and not (retry and lost):
                return [storage_error(fault)]
        return [self._write([transaction], len(batch) > 1)[0] for transaction in batch]

    def _status_of(self, number: int) -> str:
        """What became of a transaction of PostgreSQL: committed, aborted, or unknown without an answer."""
        until = time.monotonic() + self._outcome_seconds
        while time.monotonic() < until:
            with suppress(SQLAlchemyError), self.engine.connect() as connection:
                status = connection.execute(_transaction_status, {"number": number}).scalar()
                if status in ("committed", "aborted"):
                    return str(status)
            time.sleep(OUTCOME_PAUSE_SECONDS)
        return "unknown"

    def _commit_together(self, batch: list[Transaction]) -> None:
        if self.notifications:  # processes that write to the same tables do so in one order: no deadlock
            batch = sorted(batch, key=lambda transaction: _code(transaction.changes[0][1]))
        changes = [change for transaction in batch for change in transaction.changes]
        if self.notifications:
            last = {row[0]: row[1] for _, row in changes if isinstance(row, tuple)}
            changes += [notify_statement(message) for message in self.notifications(last)]
        try:
            self._connection = self._connection or self.engine.connect()
            if _is_plain(changes) and self._insert_with_driver(self._connection, changes):
                return
            with self._connection.begin():
                for statement, rows in _runs(changes):
                    if statement is INSERT_ENTRY:
                        execute = self._connection.exec_driver_sql
                        insert_entries(execute, self.engine.dialect.paramstyle, rows)
                    else:
                        self._connection.execute(statement, rows)
                if self.engine.dialect.name == "postgresql":
                    self._commit_sent = self._connection.execute(_transaction_number).scalar()
        except Exception:
            if self._connection:  # the next one comes from the pool, which checks that it works
                if self._commit_sent is not None:
                    self._connection.invalidate()
                self._connection.close()
                self._connection = None
            raise

    def _insert_with_driver(self, connection: sql.Connection, changes: list[Change]) -> bool:
        """Write log lines and notifications with the driver alone, at half the cost.

        False if anything failed. Then all is rolled back, and the caller tries the usual way, which names the
        error. The driver's own error if the commit of PostgreSQL failed: then all may be written.
        """
        driver, style = connection.connection, connection.dialect.paramstyle
        try:
            cursor = driver.cursor()
            insert_entries(cursor.execute, style, [row for _, row in changes if isinstance(row, tuple)])
            for _, row in changes:
                if not isinstance(row, tuple):
                    cursor.execute(_DRIVER_NOTIFY, (row["word"],))
            if connection.dialect.name == "postgresql":
                if isinstance(changes[-1][1], tuple):
                    cursor.execute(str(_transaction_number))
                found = cursor.fetchone()
                self._commit_sent = found[-1] if found else None
            driver.commit()
        except Exception:  # each driver has its own classes of errors
            if self._commit_sent is not None:
                raise
            with suppress(Exception):
                driver.rollback()
            return False
        return True


def _code(row: Mapping[str, Any] | tuple[Any, ...]) -> str:
    """The code of the table that a row belongs to; empty if it belongs to none."""
    return str(row[0] if isinstance(row, tuple) else row.get("code", ""))


def insert_entries(
    execute: Callable[[str, tuple[Any, ...]], object], style: str, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert log lines, up to 64 in one statement. The database keeps all 64 sizes of it prepared.

    With one statement a row, Python's interpreter lock would be released and awaited for each row.
    """
    for at in range(0, len(rows), INSERT_ROWS):
        some = rows[at : at + INSERT_ROWS]
        execute(_insert_text(len(some), style), tuple(chain.from_iterable(some)))


@cache
def _insert_text(size: int, style: str) -> str:
    """The INSERT statement for this number of log lines."""
    row = f"({', '.join(['?' if style == 'qmark' else '%s'] * 6)})"
    return f"INSERT INTO entries (code, n, kind, body, person, id) VALUES {', '.join([row] * size)}"


def _is_plain(changes: list[Change]) -> bool:
    """Whether there are only log lines and notifications, as in nearly every commit."""
    return all(statement is INSERT_ENTRY or statement is NOTIFY for statement, _ in changes)


def _runs(changes: list[Change]) -> Iterable[tuple[sql.Executable, list[Any]]]:
    """Runs of changes with the same statement: the statement and its rows."""
    at = 0
    while at < len(changes):
        statement = changes[at][0]
        end = at
        while end < len(changes) and changes[end][0] is statement:
            end += 1
        yield statement, [row for _, row in changes[at:end]]
        at = end


def _call_back(batch: list[Transaction], results: list[StorageError | None]) -> None:
    for transaction, fault in zip(batch, results, strict=True):
        try:
            transaction.then(fault)
        except Exception:  # the other transactions still need their results
            _log.exception("the callback of a transaction failed")


def _resolve(answer: asyncio.Future[None], fault: StorageError | None) -> None:
    if answer.done():  # the waiting task was cancelled
        return
    if fault is None:
        answer.set_result(None)
    else:
        answer.set_exception(fault)
