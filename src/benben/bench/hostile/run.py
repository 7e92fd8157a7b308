"""`benben bench hostile`: an honest evening on real servers, and a stranger who attacks them in many ways."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from benben.bench.hostile import ATTACKS, HostileDatabase, report
from benben.bench.hostile.honest_people import Evening
from benben.bench.hostile.report import AttackResult
from benben.bench.hostile.samples import HonestFigures
from benben.bench.hostile.servers import STOP_SECONDS, Servers, ServersFailed
from benben.bench.server import processes

SETTLE_SECONDS = 2.0  # after the beginning of an evening or of an attack, not measured
PREPARE_SECONDS = 120.0  # for an attack
CALM_RATIO = 3.0  # of moves, compared with the calm at the beginning: then the server has recovered

DatabaseFactory = Callable[[], str]  # gives an empty database each time


class HostilePlan(NamedTuple):
    seconds: float = 30.0  # of each attack
    calm: float = 15.0  # seconds of the calm that an attack is compared with
    recover: float = 20.0  # seconds that a server has to recover, else a fresh one is started
    ready: float = 60.0  # seconds that a server has to make its bots ready, at most
    attacks: Sequence[str] = tuple(ATTACKS)
    processes: int = 1  # that serve


class HostileRun:
    """Servers, an evening and a stranger."""

    def __init__(
        self, plan: HostilePlan, database: DatabaseFactory, folder: Path, tell: Callable[[str], None]
    ) -> None:
        self._plan, self._database, self._tell = plan, database, tell
        self._servers = Servers(plan.processes, folder)
        self._evening: Evening | None = None
        self._db = ""
        self._ready_seconds = 0.0  # that the servers took to make their bots ready
        self.results: list[AttackResult] = []

    async def run(self, on_row: Callable[[str], None]) -> HonestFigures:
        """Run all attacks, and return the figures of the first calm. `on_row` gets each row of the report.

        Each attack is compared with the calm just before it: what else the machine does may change.
        """
        try:
            await self._begin()
            first = calm = await self._calm()
            on_row(report.calm_row(calm))
            for n, name in enumerate(self._plan.attacks):
                if n:
                    await self._recover(first)
                    calm = await self._calm()
                for result in await self._attack(name):
                    self.results.append(result._replace(calm=calm))
                    on_row(report.attack_row(self.results[-1]))
            return first
        finally:
            await self._end()

    async def _calm(self) -> HonestFigures:
        """What people see while nobody attacks."""
        self._tell(f"calm, {self._plan.calm:g} s")
        self._people.samples.begin_phase()
        await asyncio.sleep(self._plan.calm)
        return self._people.samples.figures()

    async def _begin(self) -> None:
        """Start servers on an empty database, and the evening."""
        self._tell("starting the server")
        self._db = self._database()
        await self._servers.start(self._db)
        began = asyncio.get_running_loop().time()
        await self._servers.wait_until_idle(self._plan.ready)
        self._ready_seconds = asyncio.get_running_loop().time() - began
        self._evening = Evening(self._servers.ports)
        await self._evening.begin()
        await asyncio.sleep(SETTLE_SECONDS)

    async def _end(self) -> float:
        if self._evening:
            await self._evening.end()
            self._evening = None
        return await self._servers.stop()

    async def _attack(self, name: str) -> list[AttackResult]:
        """Run one attack beside the evening, and measure."""
        plan, kind = self._plan, ATTACKS[name]
        self._tell(f"{name}: preparing")
        stranger = await _start_stranger([name], plan.seconds + SETTLE_SECONDS, self._servers.ports)
        try:
            if not await self._is_prepared(stranger):
                seen = self._people.samples.figures()
                note = f"not prepared within {PREPARE_SECONDS:.0f} s"
                return [AttackResult(name, seen, seen, 0.0, {}, note)]
            if kind.needs_restart:
                await self._restart()
            self._tell(f"{name}: {kind.about}, {plan.seconds:g} s")
            figures = await self._measure(stranger)
            async with asyncio.timeout(PREPARE_SECONDS):
                told = json.loads(await _expect_line(stranger, "{"))
        finally:
            await _kill(stranger)
        found = [AttackResult(name, figures, figures, told["share"], told["counts"])]
        if kind.restarts_after:
            found.append(await self._measure_restarted(f"{name}, restarted"))
        return found

    @property
    def _people(self) -> Evening:
        assert self._evening
        return self._evening

    async def _is_prepared(self, stranger: asyncio.subprocess.Process) -> bool:
        """Whether the stranger is ready in time. What people see meanwhile is measured."""
        self._people.samples.begin_phase()
        try:
            async with asyncio.timeout(PREPARE_SECONDS):
                await _expect_line(stranger, "ready")
        except TimeoutError:
            return False
        return True

    async def _measure(self, stranger: asyncio.subprocess.Process) -> HonestFigures:
        assert stranger.stdin
        self._people.samples.begin_phase()
        stranger.stdin.write(b"begin\n")
        await asyncio.sleep(self._plan.seconds)
        return self._people.samples.figures()

    async def _measure_restarted(self, name: str) -> AttackResult:
        """The honest evening after a restart, while what the stranger left is still stored."""
        self._tell(f"{name}: what is left of it, {self._plan.seconds:g} s")
        note = await self._restart()
        self._people.samples.begin_phase()
        await asyncio.sleep(self._plan.seconds)
        seen = self._people.samples.figures()
        return AttackResult(name, seen, seen, 0.0, {}, note)

    async def _restart(self) -> str:
        """Restart the servers on their database, and return a remark if they did not end well."""
        took = await self._servers.stop()
        await self._servers.start(self._db)
        await asyncio.sleep(self._ready_seconds + SETTLE_SECONDS)
        return f"stopping took {took:.0f} s" if took > STOP_SECONDS / 2 else ""

    async def _recover(self, calm: HonestFigures) -> None:
        """Wait until honest people see what they saw in calm; if that takes long, start afresh."""
        self._tell("waiting for calm")
        loop = asyncio.get_running_loop()
        end = loop.time() + self._plan.recover
        while loop.time() < end:
            self._people.samples.begin_phase()
            await asyncio.sleep(min(3.0, self._plan.recover))
            now = self._people.samples.figures()
            slow = now.move_p50 > CALM_RATIO * calm.move_p50 or now.reply_p50 > CALM_RATIO * calm.reply_p90
            if not slow and not now.health_failures:
                return
        await self._end()
        await self._begin()


async def _start_stranger(
    attacks: Sequence[str], seconds: float, ports: Sequence[int]
) -> asyncio.subprocess.Process:
    stranger = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benben.bench.hostile.attacker", f"{seconds:g}", *attacks),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert stranger.stdin
    stranger.stdin.write(f"ports {' '.join(map(str, ports))}\n".encode())
    return stranger


async def _expect_line(stranger: asyncio.subprocess.Process, start: str) -> str:
    """The next line of the stranger that begins like this."""
    assert stranger.stdout
    while line := (await stranger.stdout.readline()).decode().strip():
        if line.startswith(start):
            return line
    raise ServersFailed("The process of the stranger ended early.")


async def _kill(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


def run(plan: HostilePlan, db: HostileDatabase) -> int:
    """Run the attacks and print the report. Returns 1 if a bar is missed."""
    if not Path("/proc/self/stat").exists():
        print("Processor times are read from /proc, which this system does not have.", file=sys.stderr)
        return 2
    if db == "postgres" and not (processes.has_postgres() and find_spec("psycopg")):
        print(
            "benben bench hostile --db postgres needs initdb, pg_ctl and the extra postgres.", file=sys.stderr
        )
        return 2
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{os.cpu_count()} cores, load average {load}, {db}, {plan.processes} server(s)\n")
    print(report.HEAD, flush=True)

    async def everything(database: DatabaseFactory, folder: Path) -> HostileRun:
        hostile = HostileRun(plan, database, folder, _tell)
        await hostile.run(lambda row: print(row, flush=True))
        return hostile

    try:
        with tempfile.TemporaryDirectory(prefix="benben-hostile-") as folder, databases(db, folder) as fresh:
            hostile = asyncio.run(everything(fresh, Path(folder)))
    except ServersFailed as fault:
        print(f"benben bench hostile: {fault}", file=sys.stderr)
        return 2
    print(f"\n{report.BARS}\n\n{report.details(hostile.results)}")
    return int(any(report.missed_bars(one.seen, one.calm) for one in hostile.results))


@contextmanager
def databases(db: HostileDatabase, folder: str) -> Iterator[DatabaseFactory]:
    """A function that gives an empty database each time."""
    if db == "sqlite":
        numbers = iter(range(10**6))
        yield lambda: f"{folder}/benben-{next(numbers)}.db"
        return
    import psycopg

    with processes.run_postgres() as (url, _):
        made: list[Any] = []

        def fresh() -> str:
            made.append(name := f"benben{len(made)}")
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"create database {name}".encode())
            return url.replace("/postgres?", f"/{name}?")

        yield fresh


def _tell(sentence: str) -> None:
    print(f"  {sentence} ...", file=sys.stderr, flush=True)
