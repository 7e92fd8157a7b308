"""Work that would hold up the event loop, done in worker processes: bots, hints, checks of records.

Machine code takes long to make the first time. So the bots begin with workers that do without, which answer
at once but look less deep; others get ready beside them and take over when they are.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib.util import find_spec
from multiprocessing import connection
from typing import Any, TypeVar

from benben import bots, games
from benben.bots.paced import Paced
from benben.core import record
from benben.core.contract import Game, Millis, Rating
from benben.server import wire
from benben.server.counters import meter

Answer = TypeVar("Answer")

TRIES = 3  # a worker that dies is replaced and the question asked again

_log = logging.getLogger("benben")


class Thinkers:
    """A small pool. One worker is always left to the bots: `aside` questions wait for each other."""

    def __init__(self, workers: int = 2) -> None:
        self._workers = max(workers, 1)
        self._fast = False
        self._pool: ProcessPoolExecutor | None = None
        self._next: ProcessPoolExecutor | None = None  # gets ready
        self._aside = asyncio.Semaphore(max(self._workers - 1, 1))

    async def ask(self, question: Callable[..., Answer], *arguments: Any) -> Answer:
        meter.questions += 1
        loop = asyncio.get_running_loop()
        for attempt in range(TRIES):
            pool = self._pool = self._pool or _pool(self._workers, self._fast)
            try:
                return await loop.run_in_executor(pool, question, *arguments)
            except BrokenProcessPool:
                _log.warning("a worker died; it is replaced")
                if self._pool is pool:
                    self._pool = None
                    _end(pool)
                if attempt == TRIES - 1:
                    raise
        raise AssertionError("not reached")

    async def ask_aside(self, question: Callable[..., Answer], *arguments: Any) -> Answer:
        async with self._aside:
            return await self.ask(question, *arguments)

    async def warm(self, names: Sequence[str]) -> None:
        """Has the bots of these games think once, with machine code where there can be any."""
        for name in names:
            await self.ask(warm, name)
        if not names or find_spec("numba") is None:
            return
        loop = asyncio.get_running_loop()
        self._next = pool = _pool(self._workers, fast=True)
        for name in names:
            await loop.run_in_executor(pool, warm, name)  # the first makes it, the others find it on disk
            await asyncio.gather(*(loop.run_in_executor(pool, warm, name) for _ in range(self._workers)))
        slow, self._pool, self._next, self._fast = self._pool, pool, None, True
        if slow:
            slow.shutdown(wait=False)

    def close(self) -> None:
        """At once: a thought that nobody waits for any more is broken off."""
        for pool in (self._pool, self._next):
            if pool:
                _end(pool)
        self._pool = self._next = None


def choose(game: str, level: str, v: Any, seat: int, version: int | None = None) -> tuple[Any, Millis | None]:
    """In a worker: what this bot does, knowing the view and nothing else, and how long it would take."""
    bot, draw = _bot(game, level, version), random.SystemRandom().randrange
    action = bot.choose(v, seat, draw)
    return action, bot.pace(v, seat, action, draw) if isinstance(bot, Paced) else None


def rate(game: str, v: Any, seat: int, version: int | None = None) -> Rating:
    """In a worker: every action of the seat judged. What was found out stays for the next question."""
    rating = _edition(game, version).hints.rate(v, seat)
    assert isinstance(rating, Rating)
    return rating


def daily(game: str, date: str) -> list[wire.DailyPuzzle]:
    """In a worker: the puzzles of that day."""
    return [wire.DailyPuzzle(*each) for each in games.load(game).hints.daily(date)]


def warm(game: str) -> None:
    """In a worker: have each level of the game think once, so that the first move is quick."""
    bots.warm(games.load(game))


def verify(text: bytes) -> wire.Checked:
    """In a worker: what `benben verify` says of a record that somebody sent."""
    try:
        verdict = record.verify(text, games.load)
    except Exception as fault:  # whatever is in it, the sender gets an answer
        _log.warning("a record could not be checked: %s", type(fault).__name__)
        return wire.Checked(False, "This record cannot be read.", None, 0)
    place = f"{verdict.place[:1].upper()}{verdict.place[1:]}: " if verdict.place else ""
    return wire.Checked(verdict.good, f"{place}{verdict.sentence}", verdict.entry, verdict.draws)


@cache
def _bot(game: str, level: str, version: int | None) -> bots.Bot:
    return bots.level(_edition(game, version), level)


def _edition(game: str, version: int | None) -> Game:
    """By the rules of today, or as they were in that version."""
    present = games.load(game)
    return present if version is None else present.edition(version)


def _pool(workers: int, fast: bool) -> ProcessPoolExecutor:
    # Not fork: the server has threads. A spawned worker starts with nothing of them.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(fast,))


def _end(pool: ProcessPoolExecutor) -> None:
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()


def _begin(fast: bool) -> None:
    """In a worker: end with the server, also when it is killed, and never by the keyboard before it."""
    if not fast:
        sys.modules["numba"] = None  # type: ignore[assignment]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_outlive_nobody, args=(parent.sentinel,), daemon=True).start()


def _outlive_nobody(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)
