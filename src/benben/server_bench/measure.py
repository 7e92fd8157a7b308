"""One server under one load: acknowledged moves, how late they were, and what they cost."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from benben.server_bench.load import Load, Pair
from benben.server_bench.served import Served

LONGEST = 120.0  # seconds until everybody sits

Seat = Callable[[Load, int, str, int], Awaitable[Pair]]  # makes one match


class Plan(NamedTuple):
    matches: int = 500
    rate: float = 2.0  # moves a second in each match
    seconds: float = 15.0  # at that pace
    loop: float = 10.0  # seconds in a closed loop
    warm: float = 3.0  # seconds before each, not counted


class Figures(NamedTuple):
    moves: int  # acknowledged
    middle: float  # ms from sent to acknowledged
    slow: float  # ms: 99 of 100 are faster
    cost: float  # us of processor a move
    database: float  # us of the database's own processor a move
    rate: float  # moves a second
    share: float  # of one core that the server had

    @property
    def a_core(self) -> float:
        """Moves that one second of processor pays for."""
        return 1e6 / self.cost


class Result(NamedTuple):
    name: str
    paced: Figures
    loop: Figures
    memory: float  # MB, after both


async def measured(
    name: str, served: Served, seat: Seat, game: str, plan: Plan, tell: Callable[[str], None]
) -> Result:
    load = Load()
    tell(f"{name}: {2 * plan.matches} sockets in {plan.matches} matches")
    try:
        async with asyncio.timeout(LONGEST):
            await load.gather(partial(seat, load, served.port, game), plan.matches)
        tell(f"{name}: {plan.matches * plan.rate:g} moves a second, {plan.seconds:g} s")
        await load.at_pace(plan.rate, plan.warm)
        paced = await _figures(load, served, lambda: load.at_pace(plan.rate, plan.seconds))
        tell(f"{name}: as many as it can on one core, {plan.loop:g} s")
        with_own_core(served)
        await load.in_a_loop(plan.warm)
        loop = await _figures(load, served, lambda: load.in_a_loop(plan.loop))
        return Result(name, paced, loop, served.memory)
    finally:
        load.close()
        with_any_core()


async def _figures(load: Load, served: Served, run: Callable[[], Awaitable[None]]) -> Figures:
    clock = asyncio.get_running_loop().time
    load.times.clear()
    began, moves, cpu, database = clock(), load.moves, served.cpu, served.database_cpu
    await run()
    seconds, moves = clock() - began, load.moves - moves
    cpu, database = served.cpu - cpu, served.database_cpu - database
    if not moves:
        raise OSError("no move was acknowledged in that time")
    times = sorted(load.times)
    return Figures(
        moves,
        1000 * times[len(times) // 2],
        1000 * times[min(len(times) - 1, len(times) * 99 // 100)],
        1e6 * cpu / moves,
        1e6 * database / moves,
        moves / seconds,
        cpu / seconds,
    )


_cores = sorted(os.sched_getaffinity(0))


def with_own_core(served: Served) -> None:
    """The server alone on the last core, where there are two or more; this client on the others."""
    if len(_cores) > 1:
        served.pin(_cores[-1])
        os.sched_setaffinity(0, set(_cores[:-1]))


def with_any_core() -> None:
    os.sched_setaffinity(0, set(_cores))
