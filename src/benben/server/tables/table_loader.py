"""Loading of tables: a state is replayed from the log, page by page and slice by slice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benben.server.settings import Limits
from benben.server.storage.rows import LogRow
from benben.server.storage.store import Store
from benben.server.storage.table_queries import log_pages
from benben.server.tables.preparations import Preparations
from benben.server.tables.state import TableState
from benben.server.tables.time_slices import TimeSlices
from benben.server.workers.fair_queue import Owner

ROWS_WORDED_LATER = 200  # rows of a journal that may be worded when somebody asks; more take too long at once


class TableLoader:
    """Loads the states of tables for their owners in turn, while everything else goes on."""

    def __init__(self, store: Store, preparations: Preparations, limits: Limits) -> None:
        self._store, self._preparations = store, preparations
        self._slices = TimeSlices(limits.slice_seconds, limits.quick_load_seconds)

    async def state(self, code: str, owner: Owner | None = None) -> TableState | None:
        """The state of a table, replayed from its log; None if there is no such table.

        Replayed on account of this owner, else of the person who opened the table. WorkerRefusal if something
        that the match needs cannot be made now.
        """
        table = await self._store.table(code)
        if table is None:
            return None
        state = TableState(table)
        owner = owner or state.owner
        if table.status != "waiting":
            await self._preparations.prepare(state)
        async for page in log_pages(self._store, code):
            await self._slices.run(owner, _apply(state, page))
        if len(state.journal.rows) > ROWS_WORDED_LATER:
            await self._slices.run(owner, state.journal.word_rows(None))
        return state


def _apply(state: TableState, page: Sequence[LogRow]) -> Iterator[int]:
    return (state.apply(entry) for entry in page)
