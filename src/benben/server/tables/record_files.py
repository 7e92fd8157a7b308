"""Files of records: each is written when it is first asked for, and kept for the next call."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from benben.core import record
from benben.core.contract import Game
from benben.server.storage.rows import TableRow
from benben.server.storage.table_queries import log_pages
from benben.server.tables import log_codec
from benben.server.tables.registry import RoomRegistry
from benben.server.tables.state import TableState
from benben.server.workers.fair_queue import Owner

RecordForm: TypeAlias = Literal["txt", "json"]


class RecordKey(NamedTuple):
    """What a file is kept by. A game for one may be taken up again after its end: then its log is longer."""

    code: str
    lines: int  # of the log
    form: RecordForm


class RecordFiles:
    """The records of finished matches, as files. Those that were last asked for are kept in memory."""

    def __init__(self, rooms: RoomRegistry) -> None:
        services = rooms.services
        self._rooms, self._store = rooms, services.store
        self._workers, self._limits = services.workers, services.limits
        self._files: OrderedDict[RecordKey, asyncio.Task[bytes]] = OrderedDict()

    async def file(
        self, table: TableRow, form: RecordForm, owner: Owner, charge: Callable[[int], None]
    ) -> bytes:
        """The record of a finished match; WorkerRefusal if it cannot be written now.

        `charge` is called with the number of lines that are to be read for it, and may refuse by an
        exception. A record that is kept, or just being written, costs nothing.
        """
        lines = (await self._store.lengths([table.code])).get(table.code, 0)
        key = RecordKey(table.code, lines, form)
        task = self._files.get(key)
        if task is None:
            charge(lines)
            write = self._write_in_worker if lines > self._limits.free_lines else self._write_here
            task = self._files[key] = asyncio.create_task(write(table, form, owner))
            task.add_done_callback(lambda done: self._written(key, done))
        self._files.move_to_end(key)
        return await asyncio.shield(task)

    def forget(self) -> None:
        """Forget what is kept: names in it have changed."""
        self._files = OrderedDict((key, task) for key, task in self._files.items() if not task.done())

    async def close(self) -> None:
        """Give up what is still being written."""
        tasks = list(self._files.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _write_here(self, table: TableRow, form: RecordForm, owner: Owner) -> bytes:
        """Write the record of a match of the usual length, which is loaded as for its room."""
        state = await self._rooms.state(table.code, owner)
        assert state is not None, "a table that was found is not removed when it is over"
        return _file(state, form)

    async def _write_in_worker(self, table: TableRow, form: RecordForm, owner: Owner) -> bytes:
        pages = [log_codec.pack(page) async for page in log_pages(self._store, table.code)]
        return await self._workers.ask(
            written_record,
            TableState(table).game,
            table,
            pages,
            form,
            owner=owner,
            lane="jobs",
            seconds=self._limits.job_seconds,
        )

    def _written(self, key: RecordKey, task: asyncio.Task[bytes]) -> None:
        """Forget a record that could not be written, and old ones that take too much memory."""
        if task.cancelled() or task.exception():
            self._files.pop(key, None)
            return
        done = [(key, file) for key, file in self._files.items() if file.done() and not file.cancelled()]
        size = sum(len(file.result()) for _, file in done)
        for old, file in done:
            if size <= self._limits.record_cache_bytes:
                return
            size -= len(file.result())
            del self._files[old]


def written_record(game: Game, table: TableRow, pages: Sequence[bytes], form: RecordForm) -> bytes:
    """The record of a finished match, from its log. A long one is written in a worker."""
    state = TableState(table, game)
    for page in pages:
        for entry in log_codec.unpack(page):
            state.apply(entry)
    return _file(state, form)


def _file(state: TableState, form: RecordForm) -> bytes:
    write = record.write_text if form == "txt" else record.write_json
    return write(state.record()).encode()
