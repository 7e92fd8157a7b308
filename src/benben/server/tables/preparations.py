"""Preparations: what the rules of a match will ask for and takes long is made in a worker beforehand."""

from __future__ import annotations

from benben.server.settings import Limits
from benben.server.tables.state import TableState
from benben.server.workers import tasks
from benben.server.workers.fair_queue import Owner
from benben.server.workers.pool import WorkerPool


class Preparations:
    """Has workers make what matches need, on account of the people who opened their tables."""

    def __init__(self, workers: WorkerPool, limits: Limits) -> None:
        self._workers, self._limits = workers, limits

    async def prepare(self, state: TableState) -> None:
        """Have at hand what the match of this table needs; WorkerRefusal if it cannot be made now."""
        preparation, options = state.game.preparation, state.options
        if preparation is None or preparation.is_kept(options):
            return
        made = await self._workers.ask(
            tasks.made_preparation,
            state.game.name,
            state.game.version,
            options,
            owner=Owner("", state.plan.hosted),
            lane="jobs",
            seconds=self._limits.job_seconds,
        )
        preparation.keep(options, made)
