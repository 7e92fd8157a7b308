"""An honest evening: people who play each other and a bot, visitors who open and join tables, health checks.

Everybody has a loopback address of their own, so that limits by address hit only the stranger. Moves are due
at a steady rate. The time counts from then on, also if the person has to connect again first.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from benben.bench.hostile.games_list import game_for_two, game_with_strong_bots
from benben.bench.hostile.honest_socket import HonestSocket
from benben.bench.hostile.http_client import CallRefused, HttpConnection
from benben.bench.hostile.samples import Samples, Waited

PEOPLE_TABLES = 4  # of two people
MOVES_PER_SECOND = 5.0  # at each of them
BOT_TABLES = 2  # of one person and a bot
THINK_SECONDS = 0.1  # of a person who plays a bot
CALL_SECONDS = 10.0  # until a call is given up
HEALTH_SECONDS = 5.0  # in which a healthy server answers
RETRY_SECONDS = 0.1  # before a person who lost the connection tries again
NETWORK_TROUBLE = (OSError, TimeoutError, EOFError, CallRefused)


class Evening:
    def __init__(self, ports: Sequence[int]) -> None:
        self.samples = Samples()
        self._ports = ports  # of the servers; each person connects to any of them
        self._numbers = itertools.count()
        self._tasks: list[asyncio.Task[None]] = []
        self._games: list[dict[str, Any]] = []

    async def begin(self) -> None:
        """Find the games, and let everybody begin."""
        connection = HttpConnection(self._ports[0], self._address())
        self._games = await connection.must("GET", "/api/games")
        connection.close()
        jobs = [_again_and_again(self._two_people, 0.0) for _ in range(PEOPLE_TABLES)]
        jobs += [_again_and_again(self._against_bot, 0.0) for _ in range(BOT_TABLES)]
        jobs += [_again_and_again(self._visit, 1.0), _again_and_again(self._check_health, 1.0)]
        self._tasks = [asyncio.create_task(job) for job in jobs]

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Tables

    async def _two_people(self) -> None:
        """Play one match of two people, with moves at a steady rate."""
        game, key, period = game_for_two(self._games), object(), 1 / MOVES_PER_SECOND
        table = await self._seat(game, [{"kind": "open"}, {"kind": "open"}], 2)
        due = time.perf_counter() + random.random() * period
        while not table.over:
            started = max(due, time.perf_counter())
            await asyncio.sleep(started - time.perf_counter())
            self.samples.begin_wait(key, Waited.MOVE, due)
            await self._connected(table, table.act)
            self.samples.end_wait(key)
            due += period * (1 + int((started - due) / period))
        table.close()

    async def _against_bot(self) -> None:
        """Play one match against the strongest bot of a game, which answers without a pause."""
        game = game_with_strong_bots(self._games)
        seats = [{"kind": "open"}, {"kind": "bot", "level": game["levels"][-1]["name"]}]
        table = await self._seat(game, seats, 1)
        table.watch_bot(self.samples)
        while not table.over:
            await asyncio.sleep(THINK_SECONDS)
            await self._connected(table, table.act)
        self.samples.end_wait(table)
        table.close()

    async def _connected(self, table: HonestTable, act: Callable[[], Awaitable[None]]) -> None:
        """Do something at a table; after a broken connection connect again and repeat it."""
        while True:
            try:
                await table.open()
                return await act()
            except NETWORK_TROUBLE as fault:
                self.samples.faults[f"socket: {type(fault).__name__}"] += 1
                table.close()
                await asyncio.sleep(RETRY_SECONDS)

    async def _seat(self, game: dict[str, Any], seats: list[dict[str, str]], people: int) -> HonestTable:
        """A new table with people at it; tried until it is there."""
        while True:
            try:
                async with asyncio.timeout(2 * CALL_SECONDS):
                    return await self._try_to_seat(game, seats, people)
            except NETWORK_TROUBLE as fault:
                self.samples.faults[f"table: {fault or type(fault).__name__}"] += 1
                await asyncio.sleep(RETRY_SECONDS)

    async def _try_to_seat(
        self, game: dict[str, Any], seats: list[dict[str, str]], people: int
    ) -> HonestTable:
        addresses = [self._address() for _ in range(people)]
        calls = [HttpConnection(self._port(), address) for address in addresses]
        try:
            tokens = [(await one.must("POST", "/api/people", {"name": "Nefer"}))["token"] for one in calls]
            body = {"game": game["name"], "seats": seats}
            code = (await calls[0].must("POST", "/api/tables", body, tokens[0]))["code"]
            for one, token in zip(calls, tokens, strict=True):
                await one.must("POST", f"/api/tables/{code}/sit", {"seed": secrets.token_hex(16)}, token)
        finally:
            for one in calls:
                one.close()
        return HonestTable(code, tokens, addresses, self._port)

    # Visitors

    async def _visit(self) -> None:
        """Take a name, open a table and have somebody else sit down there; time each call."""
        calls = [HttpConnection(self._port(), self._address()) for _ in range(2)]
        try:
            tokens = [(await self._timed(one, "/api/people", {"name": "Senbi"}))["token"] for one in calls]
            body = {"game": game_for_two(self._games)["name"], "seats": [{"kind": "open"}] * 2}
            code = (await self._timed(calls[0], "/api/tables", body, tokens[0]))["code"]
            seed = {"seed": secrets.token_hex(16)}
            await self._timed(calls[1], f"/api/tables/{code}/sit", seed, tokens[1])
        except NETWORK_TROUBLE as fault:
            self.samples.faults[f"visit: {fault or type(fault).__name__}"] += 1
        finally:
            for one in calls:
                one.close()

    async def _timed(self, connection: HttpConnection, path: str, body: Any, token: str = "") -> Any:
        key = object()
        self.samples.begin_wait(key, Waited.CALL)
        try:
            async with asyncio.timeout(CALL_SECONDS):
                value = await connection.must("POST", path, body, token)
        except NETWORK_TROUBLE:
            self.samples.fail_wait(key)
            raise
        self.samples.end_wait(key)
        return value

    async def _check_health(self) -> None:
        """Ask every server whether it is well."""
        for port in self._ports:
            connection = HttpConnection(port, self._address())
            self.samples.health_checks += 1
            try:
                async with asyncio.timeout(HEALTH_SECONDS):
                    answer = await connection.call("GET", "/health")
                if answer.status != 200:
                    self._note_illness(f"health: {answer.status}")
            except NETWORK_TROUBLE as fault:
                self._note_illness(f"health: {type(fault).__name__}")
            finally:
                connection.close()

    def _note_illness(self, fault: str) -> None:
        self.samples.health_failures += 1
        self.samples.faults[fault] += 1

    def _address(self) -> str:
        """The next address that nobody has had yet."""
        number = next(self._numbers)
        return f"127.1.{number // 250 % 250}.{1 + number % 250}"

    def _port(self) -> int:
        return self._ports[next(self._numbers) % len(self._ports)]


class HonestTable:
    """A table with the sockets of the people at it."""

    def __init__(
        self, code: str, tokens: Sequence[str], addresses: Sequence[str], port: Callable[[], int]
    ) -> None:
        self._code, self._tokens, self._addresses, self._port = code, tokens, addresses, port
        self._sockets: list[HonestSocket] = []
        self._samples: Samples | None = None  # where bots' replies are noted
        self._random = random.Random(code)

    def watch_bot(self, samples: Samples) -> None:
        """Have bots play at once, and note how long each reply takes."""
        self._samples = samples

    async def open(self) -> None:
        """Connect those who are not connected."""
        if self._sockets:
            return
        for token, address in zip(self._tokens, self._addresses, strict=True):
            socket = HonestSocket(self._code, token, self._random)
            self._sockets.append(socket)
            if self._samples:
                socket.on_news = self._note_reply
            await socket.open(address, self._port())
            if self._samples:
                socket.send({"type": "pace", "id": secrets.token_hex(8), "pace": "instant"})

    @property
    def over(self) -> bool:
        return any(socket.over for socket in self._sockets)

    async def act(self) -> None:
        """Make the next move of whoever is to act; wait for that turn, or for the end of the match."""
        while not self.over:
            for socket in self._sockets:
                if message := socket.next_message:
                    await socket.act(message)
                    return
            await _first_news(self._sockets)

    def _note_reply(self, by: Sequence[int]) -> None:
        """After news: whose reply that was, and whether a bot is to act now."""
        assert self._samples
        socket = self._sockets[0]
        bots_turn = socket.now is not None and socket.now.turn >= 0 and socket.now.turn not in socket.yours
        if not bots_turn or any(seat >= 0 and seat not in socket.yours for seat in by):
            self._samples.end_wait(self)
        if bots_turn:
            self._samples.begin_wait(self, Waited.REPLY)

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()
        self._sockets = []


async def _first_news(sockets: Sequence[HonestSocket]) -> None:
    """Wait until any of the sockets has news; a fault of one of them is raised."""
    tasks = [asyncio.create_task(socket.news()) for socket in sockets]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _again_and_again(job: Callable[[], Awaitable[None]], period: float) -> None:
    """Run a job again and again, at most once in each period."""
    while True:
        began = time.perf_counter()
        await job()
        await asyncio.sleep(max(0.01, began + period - time.perf_counter()))
