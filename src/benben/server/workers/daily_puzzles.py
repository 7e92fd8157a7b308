"""The puzzles of a day, made once and shared by everybody."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from benben.core.contract import Game
from benben.server import wire
from benben.server.workers import tasks
from benben.server.workers.pool import WorkerPool

DAYS_CACHED = 32  # puzzles of a game and a day that are kept


class DailyPuzzles:
    """Makes the puzzles of a day in workers, and keeps them in memory."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._made: OrderedDict[tuple[str, str], asyncio.Task[list[wire.DailyPuzzle]]] = OrderedDict()

    async def puzzles(self, game: Game, date: str) -> list[wire.DailyPuzzle]:
        """The puzzles of this game and day."""
        made = self._made.get((game.name, date))
        if made is None or (made.done() and (made.cancelled() or made.exception())):
            made = asyncio.create_task(self._workers.ask_low_priority(tasks.daily_puzzles, game.name, date))
            self._made[game.name, date] = made
        self._made.move_to_end((game.name, date))
        while len(self._made) > DAYS_CACHED:
            self._made.popitem(last=False)
        return await asyncio.shield(made)

    def has(self, game: Game, date: str) -> bool:
        """Whether the puzzles of this day are made already, or being made."""
        return (game.name, date) in self._made

    async def close(self) -> None:
        """Cancel what is still being made."""
        for task in self._made.values():
            task.cancel()
        await asyncio.gather(*self._made.values(), return_exceptions=True)
