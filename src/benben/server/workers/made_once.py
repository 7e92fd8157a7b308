"""What workers make once and the server keeps for everybody who asks later."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from benben.server.workers.fair_queue import SERVER, Owner
from benben.server.workers.pool import WorkerPool

Made = TypeVar("Made")
Key = tuple[str, ...]


class MadeOnce:
    """Results of tasks in workers, the last used of them kept in memory."""

    def __init__(self, workers: WorkerPool, seconds: float, most: int) -> None:
        self._workers = workers
        self._seconds = seconds  # for one task
        self._most = most  # results that are kept
        self._made: OrderedDict[Key, asyncio.Task[Any]] = OrderedDict()

    async def get(self, key: Key, owner: Owner, task: Callable[..., Made], *arguments: Any) -> Made:
        """The result with this key. If there is none, a worker makes it, on account of this owner.

        What the server makes for everybody is not given up on a busy machine: nobody could order more of it.
        """
        made = self._made.get(key)
        if made is None or _has_failed(made):
            seconds = None if owner == SERVER else self._seconds
            work = self._workers.ask(task, *arguments, owner=owner, lane="jobs", seconds=seconds)
            made = self._made[key] = asyncio.create_task(work)
        self._made.move_to_end(key)
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        found: Made = await asyncio.shield(made)
        return found

    def has(self, key: Key) -> bool:
        """Whether there is such a result, or it is being made."""
        made = self._made.get(key)
        return made is not None and not _has_failed(made)

    async def close(self) -> None:
        """Cancel what is still being made."""
        for task in self._made.values():
            task.cancel()
        await asyncio.gather(*self._made.values(), return_exceptions=True)


def _has_failed(made: asyncio.Task[Any]) -> bool:
    return made.done() and (made.cancelled() or made.exception() is not None)
