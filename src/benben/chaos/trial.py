"""Many matches over bad lines with a server that dies: then every promise is checked."""

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
from benben.chaos.audit import audit
from benben.chaos.keeper import COMMAND, Fleet, Unserved
from benben.chaos.line import Troubles
from benben.chaos.player import Broken, Player, call
from benben.server.storage.store import Store

LIFE = (1, 80)  # messages that a server hears before it is killed: so every kill comes amid play


class Plan(NamedTuple):
    matches: int
    kills: int
    seconds: float  # after which nothing new begins
    seed: str
    at_once: int = 8  # matches
    games: Sequence[str] = games.NAMES  # one after the other
    options: Mapping[str, Mapping[str, Any]] = MappingProxyType({})  # by game; else as they come
    processes: int = 1  # that serve; each kill is of one of them


class Verdict(NamedTuple):
    fault: str  # the first broken promise; empty: none
    matches: Counter[str]  # by game
    kills: int
    actions: int  # acknowledged, and found in the log exactly once
    troubles: Troubles
    seconds: float


class Trial:
    def __init__(
        self,
        plan: Plan,
        db: str,
        folder: Path,
        command: Sequence[str] = COMMAND,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._plan, self._db, self._tell = plan, db, tell
        self._fleet = Fleet(db, folder, plan.processes, command)
        self._troubles = Troubles()
        self._tables: dict[str, list[Player]] = {}  # that came to an end
        self._matches: Counter[str] = Counter()
        self._begun = 0
        self._began = time.monotonic()

    async def run(self) -> Verdict:
        fault, actions = "", 0
        try:
            await self._fleet.start()
            self._began = time.monotonic()
            await self._chaos()
            if not await self._fleet.stop():
                raise Broken("The server did not end well when it was told to stop.")
            actions = await self._audit()
            wrong = self._fleet.traceback()
            if wrong:
                raise Broken(f"The server wrote down a fault of its own:\n{wrong}")
        except (Broken, Unserved) as broken:
            fault = str(broken)
        finally:
            await self._fleet.kill()
        spent = time.monotonic() - self._began
        return Verdict(fault, self._matches, self._fleet.kills, actions, self._troubles, spent)

    async def _chaos(self) -> None:
        """Matches and kills side by side; the first fault ends all."""
        progress = asyncio.create_task(self._watch())
        try:
            await _together([*(self._play_on() for _ in range(self._plan.at_once)), self._kill_on()])
        finally:
            progress.cancel()

    @property
    def _late(self) -> bool:
        return time.monotonic() - self._began > self._plan.seconds

    async def _play_on(self) -> None:
        """One match after the other, until there were enough of them and enough kills."""
        while not self._late and (self._begun < self._plan.matches or self._fleet.kills < self._plan.kills):
            self._begun += 1
            await self._match(self._begun)

    async def _match(self, number: int) -> None:
        rng = Random(f"{self._plan.seed} match {number}")
        game = games.load(self._plan.games[number % len(self._plan.games)])
        options = dict(self._plan.options.get(game.name, {}))
        seats = rng.choice(game.seats_for(game.options(**options))[:2])
        players = [Player(self._fleet, f"Player {seat}", rng, self._troubles) for seat in range(seats)]
        await _together([player.join() for player in players])
        plans = [{"kind": "me"}, *({"kind": "open"} for _ in players[1:])]
        wish = {"game": game.name, "seats": plans, "options": options}
        code = (await call(self._fleet, rng, "POST", "/api/tables", players[0].token, wish))["code"]
        await _together([player.sit(code) for player in players])
        await _together([player.play() for player in players])
        self._tables[code] = players
        self._matches[game.title] += 1

    async def _kill_on(self) -> None:
        rng = Random(f"{self._plan.seed} kills")
        while self._fleet.kills < self._plan.kills and not self._late:
            enough = self._troubles["sent"] + rng.randrange(*LIFE)
            while self._troubles["sent"] < enough or self._ahead:
                await asyncio.sleep(0.01)
            await asyncio.sleep(rng.random() * 0.02)
            await self._fleet.restart(rng)

    @property
    def _ahead(self) -> bool:
        """More has been killed than played, by the plan: kills are spread over the whole of it."""
        played = self._matches.total() + self._plan.at_once
        return self._fleet.kills * self._plan.matches > played * self._plan.kills

    async def _audit(self) -> int:
        """From the database, as another process finds it."""
        store = Store(self._db)
        try:
            return sum([await audit(store, code, players) for code, players in self._tables.items()])
        finally:
            await store.close()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(1)
            self._tell(
                f"{self._matches.total()} of {self._plan.matches} matches, "
                f"{self._fleet.kills} of {self._plan.kills} kills, {self._troubles['sent']:,} messages"
            )


async def _together(errands: Sequence[Coroutine[Any, Any, None]]) -> None:
    """All of them; the first fault ends the others."""
    tasks = [asyncio.create_task(errand) for errand in errands]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
