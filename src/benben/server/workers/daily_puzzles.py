"""The puzzles of a day, made once for all who ask."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from benben.core.contract import Game
from benben.server import wire
from benben.server.workers import pool
from benben.server.workers.pool import Thinkers

DAYS = 32  # days whose puzzles are kept


class Days:
    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._made: OrderedDict[tuple[str, str], asyncio.Task[list[wire.DailyPuzzle]]] = OrderedDict()

    async def puzzles(self, game: Game, date: str) -> list[wire.DailyPuzzle]:
        """Made off the loop; the last days asked for are kept."""
        made = self._made.get((game.name, date))
        if made is None or (made.done() and (made.cancelled() or made.exception())):
            made = asyncio.create_task(self._thinkers.ask_aside(pool.daily, game.name, date))
            self._made[game.name, date] = made
        self._made.move_to_end((game.name, date))
        while len(self._made) > DAYS:
            self._made.popitem(last=False)
        return await asyncio.shield(made)

    def knows(self, game: Game, date: str) -> bool:
        """Whether the puzzles of this day need not be made any more."""
        return (game.name, date) in self._made

    async def close(self) -> None:
        """What is still being made is not wanted."""
        for task in self._made.values():
            task.cancel()
        await asyncio.gather(*self._made.values(), return_exceptions=True)
