"""An experiment: many matches over flaky connections, with a server that dies; then promises are checked."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from benben import games
from benben.chaos.audit import audit_table
from benben.chaos.flaky_connection import TrafficCounts
from benben.chaos.player import ChaosPlayer, PromiseBroken, call
from benben.chaos.server_process import COMMAND, Fleet, ServerNotStarted
from benben.chaos.stranger_process import StrangerProcess
from benben.server.storage.store import Store

MESSAGES_PER_LIFE = (1, 80)  # that a server receives before it is killed, so that it dies during play
LIFE_SECONDS = 0.4  # until it is killed though fewer have come,
PROGRESS_PER_LIFE = 5  # if this many were acknowledged: so matches come to an end however slow the machine is


class ExperimentPlan(NamedTuple):
    matches: int
    kills: int
    seconds: float  # after which nothing new begins
    seed: str
    at_once: int = 8  # matches at the same time
    games: Sequence[str] = games.NAMES  # one after the other
    options: Mapping[str, Mapping[str, Any]] = MappingProxyType({})  # by game; else the defaults
    processes: int = 1  # that serve; each kill is of one
    database_restarts: int = 0  # among the kills
    limits: bool = False  # the limits for one address hold, and each player has an address of their own


class ExperimentResult(NamedTuple):
    fault: str  # the first broken promise; empty: none
    matches: Counter[str]  # by game
    kills: int
    database_restarts: int
    actions: int  # acknowledged, and found in the log exactly once
    counts: TrafficCounts
    seconds: float
    hostile: Counter[str]  # what the stranger did


class Experiment:
    def __init__(
        self,
        plan: ExperimentPlan,
        db: str,
        folder: Path,
        command: Sequence[str] = COMMAND,
        tell: Callable[[str], None] = lambda _: None,
        restart_database: Callable[[], None] = lambda: None,
        stranger: Sequence[str] = (),
    ) -> None:
        self._plan, self._db, self._tell = plan, db, tell
        self._fleet = Fleet(db, folder, plan.processes, command, ("limits",) if plan.limits else ())
        self._restart_database = restart_database
        self._database_restarts = 0
        self._stranger = StrangerProcess(stranger, self._fleet) if stranger else None
        self._counts = TrafficCounts()
        self._tables: dict[str, list[ChaosPlayer]] = {}  # whose match is over
        self._matches: Counter[str] = Counter()
        self._begun = 0
        self._addresses = 0  # given to players
        self._began = time.monotonic()

    async def run(self) -> ExperimentResult:
        fault, actions = "", 0
        try:
            await self._fleet.start()
            if self._stranger:
                await self._stranger.start()
            self._began = time.monotonic()
            await self._play_and_kill()
            if self._stranger:
                await self._stranger.stop()
            if not await self._fleet.stop():
                raise PromiseBroken("The server did not end well when it was told to stop.")
            actions = await self._audit()
            wrong = self._fleet.traceback()
            if wrong:
                raise PromiseBroken(f"The server logged a fault of its own:\n{wrong}")
        except (PromiseBroken, ServerNotStarted) as failure:
            fault = str(failure)
        finally:
            if self._stranger:
                await self._stranger.stop()
            await self._fleet.close()
        spent = time.monotonic() - self._began
        return ExperimentResult(
            fault,
            self._matches,
            self._fleet.kills,
            self._database_restarts,
            actions,
            self._counts,
            spent,
            self._stranger.counts if self._stranger else Counter(),
        )

    async def _play_and_kill(self) -> None:
        """Run matches and kills side by side; the first fault ends all."""
        progress = asyncio.create_task(self._report_progress())
        try:
            await _run_together(
                [*(self._play_matches() for _ in range(self._plan.at_once)), self._kill_servers()]
            )
        finally:
            progress.cancel()

    @property
    def _time_is_up(self) -> bool:
        return time.monotonic() - self._began > self._plan.seconds

    async def _play_matches(self) -> None:
        """Play one match after the other, until there were enough matches and enough kills."""
        while not self._time_is_up and (
            self._begun < self._plan.matches or self._fleet.kills < self._plan.kills
        ):
            self._begun += 1
            await self._play_match(self._begun)

    async def _play_match(self, number: int) -> None:
        rng = Random(f"{self._plan.seed} match {number}")
        game = games.load(self._plan.games[number % len(self._plan.games)])
        options = dict(self._plan.options.get(game.name, {}))
        seats = rng.choice(game.seats_for(game.options(**options))[:2])
        players = [
            ChaosPlayer(self._fleet, f"Player {seat}", rng, self._counts, self._address())
            for seat in range(seats)
        ]
        await _run_together([player.join() for player in players])
        seats_wanted = [{"kind": "me"}, *({"kind": "open"} for _ in players[1:])]
        body = {"game": game.name, "seats": seats_wanted, "options": options}
        host = players[0]
        table = await call(self._fleet, rng, "POST", "/api/tables", host.token, body, host.address)
        code, committed = table["code"], table["commitment"]
        await _run_together([player.sit(code, committed) for player in players])
        await _run_together([player.play() for player in players])
        self._tables[code] = players
        self._matches[game.title] += 1

    async def _kill_servers(self) -> None:
        rng = Random(f"{self._plan.seed} kills")
        while self._fleet.kills < self._plan.kills and not self._time_is_up:
            await self._wait_for_messages(rng.randrange(*MESSAGES_PER_LIFE))
            await asyncio.sleep(rng.random() * 0.02)
            if self._database_restarts_due:
                self._database_restarts += 1
                await asyncio.to_thread(self._restart_database)
            else:
                await self._fleet.restart(rng)

    async def _wait_for_messages(self, many: int) -> None:
        """Wait until this many more messages were sent; not so long if the matches went on a little."""
        sent, done, began = self._counts["sent"], self._counts["done"], time.monotonic()
        while self._kills_ahead:
            await asyncio.sleep(0.01)
        while self._counts["sent"] < sent + many and (
            self._counts["done"] < done + PROGRESS_PER_LIFE or time.monotonic() - began < LIFE_SECONDS
        ):
            await asyncio.sleep(0.01)

    @property
    def _database_restarts_due(self) -> bool:
        """Whether the database is next: its restarts are spread over the kills."""
        due = (self._fleet.kills + 1) * self._plan.database_restarts
        return self._database_restarts * (self._plan.kills + 1) < due - self._plan.database_restarts

    def _address(self) -> str:
        """An address for the next player; empty where none is needed."""
        if not self._plan.limits:
            return ""
        self._addresses += 1
        return f"127.3.{self._addresses // 250 % 250}.{1 + self._addresses % 250}"

    @property
    def _kills_ahead(self) -> bool:
        """Whether kills are ahead of matches: they are spread over the whole experiment."""
        played = self._matches.total() + self._plan.at_once
        return self._fleet.kills * self._plan.matches > played * self._plan.kills

    async def _audit(self) -> int:
        """Audit every table from the database, as another process finds it."""
        store = Store(self._db)
        try:
            return sum([await audit_table(store, code, players) for code, players in self._tables.items()])
        finally:
            await store.close()

    async def _report_progress(self) -> None:
        while True:
            await asyncio.sleep(1)
            self._tell(
                f"{self._matches.total()} of {self._plan.matches} matches, "
                f"{self._fleet.kills} of {self._plan.kills} kills, {self._counts['sent']:,} messages"
            )


async def _run_together(jobs: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Run all jobs at the same time; the first fault ends the others."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
