"""The quota of tables: how many unfinished ones a person, and an address, may make within a day."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from benben.core.contract import Illegal
from benben.server.settings import Limits
from benben.server.storage import rows
from benben.server.storage.store import Store
from benben.server.storage.table_queries import count_unfinished
from benben.server.workers.fair_queue import Owner

QUOTA_MS = 86_400_000  # a day: what was made earlier does not count

_ADVICE = "Finish some, or come back tomorrow."


class TableQuota:
    """Refuses tables beyond the bounds. The database is counted, so that a restart forgets nothing."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def reserve(self, owner: Owner) -> AsyncIterator[None]:
        """Hold a place for a table that is stored inside the block; Illegal if the owner has too many.

        A person, and an address, make one table after the other.
        """
        async with self._lock(f"person {owner.person}"), self._lock(f"address {owner.address}"):
            await self._check(owner)
            yield

    def _lock(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    async def _check(self, owner: Owner) -> None:
        since, limits = rows.wall_clock_ms() - QUOTA_MS, self._limits
        made = await count_unfinished(self._store, since, maker=owner.person)
        if made >= limits.tables_per_person:
            raise Illegal("table", f"You made {made} tables within a day that are not over yet. {_ADVICE}")
        if not owner.address:
            return
        made = await count_unfinished(self._store, since, address=owner.address)
        if made >= limits.tables_per_address:
            sentence = f"From your address {made} tables were made within a day that are not over yet."
            raise Illegal("table", f"{sentence} {_ADVICE}")
