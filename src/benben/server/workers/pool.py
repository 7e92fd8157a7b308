"""The pool of worker processes, for work that would block the event loop: bots, hints, checks of records.

Making machine code takes long the first time. So the first workers run plain Python: they answer quickly but
look less deep. Others make machine code in the background and take over when they are ready.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from multiprocessing import connection
from typing import Any, TypeVar

from benben.server.counters import counters
from benben.server.workers.tasks import warm_bots

Answer = TypeVar("Answer")

QUESTION_ATTEMPTS = 3  # when a worker dies, it is replaced and the question is asked again

_log = logging.getLogger("benben")


class WorkerPool:
    """A small pool. Low-priority questions wait for each other, so one worker is always left to the bots."""

    def __init__(self, workers: int = 2) -> None:
        self._workers = max(workers, 1)
        self._fast = False
        self._pool: ProcessPoolExecutor | None = None
        self._next: ProcessPoolExecutor | None = None  # makes its machine code, then takes over
        self._low_priority = asyncio.Semaphore(max(self._workers - 1, 1))

    async def ask(self, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """The result of a function that is called in a worker."""
        counters.questions += 1
        loop = asyncio.get_running_loop()
        for attempt in range(QUESTION_ATTEMPTS):
            pool = self._pool = self._pool or _new_pool(self._workers, self._fast)
            try:
                return await loop.run_in_executor(pool, question, *arguments)
            except BrokenProcessPool:
                _log.warning("a worker died; it is replaced")
                if self._pool is pool:
                    self._pool = None
                    _kill(pool)
                if attempt == QUESTION_ATTEMPTS - 1:
                    raise
        raise AssertionError("not reached")

    async def ask_low_priority(self, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """The result of a function that is called in a worker, with low priority: bots go first."""
        async with self._low_priority:
            return await self.ask(question, *arguments)

    async def warm(self, names: Sequence[str]) -> None:
        """Have the bots of these games choose once, with machine code where numba is installed."""
        for name in names:
            await self.ask(warm_bots, name)
        if not names or find_spec("numba") is None:
            return
        loop = asyncio.get_running_loop()
        self._next = pool = _new_pool(self._workers, fast=True)
        for name in names:
            # The first worker makes the machine code, the others find it on disk.
            await loop.run_in_executor(pool, warm_bots, name)
            await asyncio.gather(*(loop.run_in_executor(pool, warm_bots, name) for _ in range(self._workers)))
        slow, self._pool, self._next, self._fast = self._pool, pool, None, True
        if slow:
            slow.shutdown(wait=False)

    def close(self) -> None:
        """Kill the workers: nobody waits for their answers any more."""
        for pool in (self._pool, self._next):
            if pool:
                _kill(pool)
        self._pool = self._next = None


def _new_pool(workers: int, fast: bool) -> ProcessPoolExecutor:
    # Not fork: the server has threads. A spawned worker starts with nothing of them.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, initializer=_set_up_worker, initargs=(fast,))


def _kill(pool: ProcessPoolExecutor) -> None:
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()


def _set_up_worker(fast: bool) -> None:
    """Make this worker end with the server, also if the server is killed, and ignore Ctrl-C."""
    if not fast:
        sys.modules["numba"] = None  # type: ignore[assignment]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def _exit_with_parent(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)
