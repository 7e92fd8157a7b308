"""The puzzles of a day, and those of puzzle rushes, made once and shared by everybody."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from benben.core.contract import Game, Puzzle
from benben.server import wire
from benben.server.workers import tasks
from benben.server.workers.fair_queue import SERVER, Owner
from benben.server.workers.made_once import MadeOnce
from benben.server.workers.pool import WorkerPool

RESULTS_CACHED = 256  # some eight a day: those of thirty days
RUSH_CACHED = 1024  # puzzles of puzzle rushes that are kept
PUZZLES_A_GRADE = 4  # of a puzzle rush, until they get harder
HARDEST = 5  # the last grade


class DailyPuzzles:
    """Makes the puzzles of a day in workers, and keeps them in memory."""

    def __init__(self, workers: WorkerPool, seconds: float) -> None:
        self._days = MadeOnce(workers, seconds, RESULTS_CACHED)
        self._rushes = MadeOnce(workers, seconds, RUSH_CACHED)

    async def puzzles(self, game: Game, date: str, owner: Owner) -> list[wire.DailyPuzzle]:
        """The puzzles of this game and day that are played at tables."""
        key = ("tables", game.name, date)
        return await self._days.get(key, _payer(date, owner), tasks.daily_puzzles, game.name, date)

    async def pictures(self, game: Game, date: str, owner: Owner) -> list[Any]:
        """The pictures with which the tables of these puzzles begin."""
        options = [one.options for one in await self.puzzles(game, date, owner)]
        key = ("pictures", game.name, date)
        return await self._days.get(key, _payer(date, owner), tasks.first_pictures, game.name, options)

    async def puzzle(self, game: Game, date: str, owner: Owner) -> Puzzle:
        """The puzzle of this game and day that is played from a position, with its answers."""
        key = ("puzzle", game.name, date)
        return await self._days.get(key, _payer(date, owner), tasks.day_puzzle, game.name, date)

    def has(self, game: Game, date: str) -> bool:
        """Whether the puzzles of this game and day are made already, or being made."""
        return self._days.has(("puzzle" if game.puzzles else "tables", game.name, date))

    async def rush_puzzle(self, game: Game, seed: str, number: int, owner: Owner) -> Puzzle:
        """A puzzle of a puzzle rush, counted from 0: the further on, the harder."""
        grade = min(1 + number // PUZZLES_A_GRADE, HARDEST)
        label = f"rush {seed} {number}"
        return await self._rushes.get((game.name, label), owner, tasks.rush_puzzle, game.name, label, grade)

    def has_rush_puzzle(self, game: Game, seed: str, number: int) -> bool:
        """Whether this puzzle is made already, or being made."""
        return self._rushes.has((game.name, f"rush {seed} {number}"))

    async def close(self) -> None:
        """Cancel what is still being made."""
        await self._days.close()
        await self._rushes.close()


def _payer(day: str, owner: Owner) -> Owner:
    """On whose account puzzles are made: those of today somewhere on earth are for everybody."""
    present = abs((date.fromisoformat(day) - datetime.now(UTC).date()).days) <= 1
    return SERVER if present else owner
