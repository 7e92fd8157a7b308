"""Long work in the event loop is cut into slices, and owners take turns."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from benben.server.tables.time_slices import TimeSlices
from benben.server.workers.fair_queue import Owner
from tests.server.house import run

GREEDY, MODEST = Owner("10.0.0.1"), Owner("10.0.0.2")


def busy(steps: int, seconds: float = 0.001) -> Iterator[None]:
    for _ in range(steps):
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            pass
        yield


def test_other_tasks_go_on_between_slices() -> None:
    async def story() -> None:
        slices = TimeSlices(0.002, 0.02)
        work = asyncio.create_task(slices.run(GREEDY, busy(300)))
        turns = 0
        while not work.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > 100

    run(story())


def test_short_work_of_one_owner_does_not_wait_for_long_work_of_another() -> None:
    async def story() -> None:
        slices = TimeSlices(0.002, 0.02)
        long = [asyncio.create_task(slices.run(GREEDY, busy(2000))) for _ in range(5)]
        await asyncio.sleep(0.01)
        await slices.run(MODEST, busy(20))
        assert not any(task.done() for task in long)
        for task in long:
            task.cancel()
        await asyncio.gather(*long, return_exceptions=True)
        await slices.run(MODEST, busy(5))  # nothing is left behind by those

    run(story())


def test_work_that_fails_or_is_cancelled_gives_its_turn_away() -> None:
    def failing() -> Iterator[None]:
        yield
        raise ValueError("broken")

    async def story() -> None:
        slices = TimeSlices(0.002, 0.02)
        for _ in range(3):
            with pytest.raises(ValueError, match="broken"):
                await slices.run(GREEDY, failing())
        waiting = [asyncio.create_task(slices.run(GREEDY, busy(50))) for _ in range(4)]
        await asyncio.sleep(0.005)
        for task in waiting[1:]:
            task.cancel()
        await asyncio.wait_for(waiting[0], 60)
        await asyncio.wait_for(slices.run(MODEST, busy(3)), 60)

    run(story())
