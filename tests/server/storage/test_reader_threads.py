"""Reads of the database have threads of their own and bounds."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sql

from benben.server.settings import Limits
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import LogRow, TableRow
from benben.server.storage.store import Store
from benben.server.storage.table_queries import log_pages
from tests.server.house import run

# Counts to a billion: for minutes.
ENDLESS = sql.text(
    "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000000000) "
    "SELECT max(n) FROM number"
)


def test_reads_are_answered_while_every_default_thread_is_taken(db: str) -> None:
    async def story() -> None:
        store = Store(db)
        release = threading.Event()
        taken = [asyncio.create_task(asyncio.to_thread(release.wait, 60)) for _ in range(64)]
        try:
            await asyncio.sleep(0)
            assert await asyncio.wait_for(store.table("none"), 60) is None
            await asyncio.wait_for(store.check(), 60)
            await asyncio.wait_for(store.close(), 60)
        finally:
            release.set()
            await asyncio.gather(*taken)

    run(story())


def test_a_read_that_takes_too_long_is_given_up_and_its_thread_reads_on(db: str) -> None:
    async def story() -> None:
        store = Store(db, Limits(read_threads=1, read_seconds=0.5))
        with pytest.raises(StorageError):
            await store.run_in_reader(lambda connection: connection.execute(ENDLESS).all())
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                assert await store.table("none") is None
                break
            except StorageError:  # the thread is just being freed
                await asyncio.sleep(0.1)
        else:
            raise AssertionError("the thread is lost")
        await store.close()

    run(story())


def test_an_answer_of_too_many_rows_is_refused_and_logs_come_in_pages(db: str) -> None:
    async def story() -> None:
        store = Store(db, Limits(rows_read=50, log_page=20))
        lines = [LogRow(n, "event", "{}") for n in range(130)]
        await store.add_table(TableRow("a", "{}", "secret", False, False, "over"), (), lines)
        with pytest.raises(StorageError, match="more than 50 rows"):
            await store.log(["a"])
        assert [len(page) async for page in log_pages(store, "a")] == [20] * 6 + [10]
        assert await store.lines_from("a", 5) == lines[5:]
        await store.close()

    run(story())


def test_closing_breaks_off_what_still_reads(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(str(tmp_path / "benben.db"))
        reading = asyncio.create_task(
            store.run_in_reader(lambda connection: connection.execute(ENDLESS).all())
        )
        await asyncio.sleep(0.3)
        await asyncio.wait_for(store.close(), 5)
        with pytest.raises(StorageError):
            await reading
        deadline = time.monotonic() + 10
        while any(thread.name.startswith("reader") for thread in threading.enumerate()):
            assert time.monotonic() < deadline, "a thread still reads"
            await asyncio.sleep(0.05)

    run(story())
