"""The threads that read the database.

Nothing else runs in them, so no other work keeps a read waiting. A read that takes too long is given up.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sql

from benben.server.storage.database import open_engine
from benben.server.storage.database_file import DatabaseFile
from benben.server.storage.errors import StorageError

Answer = TypeVar("Answer")


class ReaderThreads:
    """A few threads with connections of their own. Make them inside the running event loop."""

    def __init__(self, db: str, threads: int, seconds: float, file: DatabaseFile | None = None) -> None:
        self._engine = _reading_engine(db, seconds)
        self._file = file  # of SQLite: what is read from another would not be true
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[_Read | None] = queue.SimpleQueue()
        self._reads: set[_Read] = set()  # those that wait or run
        self._closed = False
        # Daemons: a database that does not answer must not keep the process from ending.
        self._threads = [
            threading.Thread(target=self._run, name=f"reader {n}", daemon=True) for n in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, work: Callable[[sql.Connection], Answer]) -> Answer:
        """The result of short work with a connection, in a transaction; StorageError if it takes too long."""
        if self._closed:
            raise StorageError("The store is closed.")
        read = _Read(work, self._loop.create_future())
        self._reads.add(read)
        self._queue.put(read)
        try:
            async with asyncio.timeout(self._seconds):
                answer: Answer = await read.answer
                return answer
        except TimeoutError:
            raise StorageError("The database did not answer in time.") from None
        finally:
            read.interrupt()
            self._reads.discard(read)

    def close(self) -> None:
        """Break off what still runs, and end the threads."""
        if self._closed:
            return
        self._closed = True
        for read in self._reads:
            read.interrupt()
            if not read.answer.done():
                read.answer.set_exception(StorageError("The store is closed."))
        for _ in self._threads:
            self._queue.put(None)
        self._engine.dispose()

    def _run(self) -> None:
        while (read := self._queue.get()) is not None:
            result, fault = None, None
            try:
                if self._file:
                    self._file.check()
                result = read.run(self._engine)
            except Exception as error:  # it belongs to whoever asked; the thread must go on
                fault = error
            try:
                self._loop.call_soon_threadsafe(partial(_resolve, read.answer, result, fault))
            except RuntimeError:  # the event loop has ended
                return


class _Read:
    """Work for one of the threads, and the future of its result."""

    def __init__(self, work: Callable[[sql.Connection], Any], answer: asyncio.Future[Any]) -> None:
        self.answer = answer
        self._work = work
        self._lock = threading.Lock()
        self._driver: Any = None  # the connection of the driver while the work runs
        self._given_up = False

    def run(self, engine: sql.Engine) -> Any:
        if self._given_up:
            return None
        with engine.begin() as connection:
            with self._lock:
                self._driver = connection.connection.dbapi_connection
            try:
                return None if self._given_up else self._work(connection)
            finally:
                with self._lock:
                    self._driver = None

    def interrupt(self) -> None:
        """Break the work off if it still runs. PostgreSQL does that by itself: see `_reading_engine`."""
        self._given_up = True
        with self._lock:
            if isinstance(self._driver, sqlite3.Connection):
                self._driver.interrupt()


def _reading_engine(db: str, seconds: float) -> sql.Engine:
    """An engine for the threads; PostgreSQL breaks off what takes too long."""
    engine = open_engine(db)
    if engine.dialect.name == "postgresql":

        @sql.event.listens_for(engine, "connect")
        def limit_time(connection: Any, _: Any) -> None:
            connection.execute(f"SET statement_timeout = {round(seconds * 1000)}")
            connection.commit()

    return engine


def _resolve(answer: asyncio.Future[Any], result: Any, fault: Exception | None) -> None:
    if answer.done():
        return
    if fault is None:
        answer.set_result(result)
    else:
        answer.set_exception(fault)
