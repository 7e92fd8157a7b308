"""The puzzles of a day, made once and shared by everybody."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from datetime import UTC, date, datetime

from benben.core.contract import Game
from benben.server import wire
from benben.server.workers import tasks
from benben.server.workers.fair_queue import SERVER, Owner
from benben.server.workers.pool import WorkerPool

DAYS_CACHED = 32  # puzzles of a game and a day that are kept


class DailyPuzzles:
    """Makes the puzzles of a day in workers, and keeps them in memory."""

    def __init__(self, workers: WorkerPool, seconds: float) -> None:
        self._workers = workers
        self._seconds = seconds  # for the puzzles of one day
        self._made: OrderedDict[tuple[str, str], asyncio.Task[list[wire.DailyPuzzle]]] = OrderedDict()

    async def puzzles(self, game: Game, date: str, owner: Owner) -> list[wire.DailyPuzzle]:
        """The puzzles of this game and day, made for this owner if nobody asked for them before."""
        made = self._made.get((game.name, date))
        if made is None or _has_failed(made):
            work = self._workers.ask(
                tasks.daily_puzzles,
                game.name,
                date,
                owner=SERVER if _is_present(date) else owner,
                lane="jobs",
                seconds=self._seconds,
            )
            made = asyncio.create_task(work)
            self._made[game.name, date] = made
        self._made.move_to_end((game.name, date))
        while len(self._made) > DAYS_CACHED:
            self._made.popitem(last=False)
        return await asyncio.shield(made)

    def has(self, game: Game, date: str) -> bool:
        """Whether the puzzles of this day are made already, or being made."""
        made = self._made.get((game.name, date))
        return made is not None and not _has_failed(made)

    async def close(self) -> None:
        """Cancel what is still being made."""
        for task in self._made.values():
            task.cancel()
        await asyncio.gather(*self._made.values(), return_exceptions=True)


def _has_failed(made: asyncio.Task[list[wire.DailyPuzzle]]) -> bool:
    return made.done() and (made.cancelled() or made.exception() is not None)


def _is_present(day: str) -> bool:
    """Whether this is today somewhere on earth: then the puzzles are for everybody."""
    return abs((date.fromisoformat(day) - datetime.now(UTC).date()).days) <= 1
