"""Measures one server under one load: acknowledged moves, their latency, and what they cost."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from benben.bench.server.load import Load, MatchPair
from benben.bench.server.processes import MeasuredServer

SETUP_TIMEOUT_SECONDS = 120.0  # for seating all players

PairFactory = Callable[[Load, int, str, int], Awaitable[MatchPair]]  # sets up one match


class LoadPlan(NamedTuple):
    matches: int = 500
    rate: float = 2.0  # moves per second in each match
    seconds: float = 15.0  # at that pace
    loop: float = 10.0  # seconds in a closed loop
    warm: float = 3.0  # seconds before each, not counted


class LoadFigures(NamedTuple):
    moves: int  # acknowledged
    median: float  # ms from sent to acknowledged
    p99: float  # ms from sent to acknowledged
    cost: float  # processor us of the server per move
    database: float  # processor us of the database's own processes per move
    rate: float  # moves per second
    share: float  # of one core that the server used

    @property
    def moves_per_core(self) -> float:
        """The moves that one second of one core pays for."""
        return 1e6 / self.cost


class ServerResult(NamedTuple):
    name: str
    paced: LoadFigures
    loop: LoadFigures
    memory: float  # MB, after both


async def measure_server(
    name: str,
    server: MeasuredServer,
    pair: PairFactory,
    game: str,
    plan: LoadPlan,
    tell: Callable[[str], None],
) -> ServerResult:
    """Run the load at its pace, then in a closed loop, with a warm-up before each."""
    load = Load()
    tell(f"{name}: {2 * plan.matches} sockets in {plan.matches} matches")
    try:
        async with asyncio.timeout(SETUP_TIMEOUT_SECONDS):
            await load.add_pairs(partial(pair, load, server.port, game), plan.matches)
        tell(f"{name}: {plan.matches * plan.rate:g} moves per second, {plan.seconds:g} s")
        await load.run_paced(plan.rate, plan.warm)
        paced = await _measure_phase(load, server, lambda: load.run_paced(plan.rate, plan.seconds))
        tell(f"{name}: as fast as it can on one core, {plan.loop:g} s")
        give_own_core(server)
        await load.run_closed_loop(plan.warm)
        loop = await _measure_phase(load, server, lambda: load.run_closed_loop(plan.loop))
        return ServerResult(name, paced, loop, server.memory)
    finally:
        load.close()
        release_cores()


async def _measure_phase(
    load: Load, server: MeasuredServer, run: Callable[[], Awaitable[None]]
) -> LoadFigures:
    clock = asyncio.get_running_loop().time
    load.times.clear()
    began, moves, cpu, database = clock(), load.moves, server.cpu, server.database_cpu
    await run()
    seconds, moves = clock() - began, load.moves - moves
    cpu, database = server.cpu - cpu, server.database_cpu - database
    if not moves:
        raise OSError("no move was acknowledged in that time")
    times = sorted(load.times)
    return LoadFigures(
        moves,
        1000 * times[len(times) // 2],
        1000 * times[min(len(times) - 1, len(times) * 99 // 100)],
        1e6 * cpu / moves,
        1e6 * database / moves,
        moves / seconds,
        cpu / seconds,
    )


_cores = sorted(os.sched_getaffinity(0))


def give_own_core(server: MeasuredServer) -> None:
    """Give the server the last core, where there are two or more; this client keeps the others."""
    if len(_cores) > 1:
        server.pin(_cores[-1])
        os.sched_setaffinity(0, set(_cores[:-1]))


def release_cores() -> None:
    """Let this client use every core again."""
    os.sched_setaffinity(0, set(_cores))
