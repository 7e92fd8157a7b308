"""The stranger: what all attacks share. One address, few connections, and a bounded share of a processor.

An attacker is far away: its processor time is not the server's. Here both have the same cores, so the
stranger uses a quarter of one at most.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from benben.bench.hostile.http_client import HOST, CallRefused, HttpAnswer, HttpConnection

PROCESSOR_SHARE = 0.25  # of one core, at most
CALL_SECONDS = 60.0  # until the stranger gives up a call
REFUSED_PAUSE_SECONDS = 0.05  # after a call that was refused
LONGEST_PAUSE_SECONDS = 3.0
TROUBLE = (OSError, TimeoutError, EOFError, CallRefused)


class Stranger:
    def __init__(self, begin: Callable[[], Awaitable[None]]) -> None:
        self.ports: list[int] = []  # of the servers, as they are now
        self.address = ""  # that everything comes from
        self.counts: Counter[str] = Counter()  # what was done, and how it was answered
        self.begin = begin  # to be called when everything is prepared
        self._numbers = itertools.count()
        self._began, self._used = time.monotonic(), time.process_time()

    @property
    def port(self) -> int:
        """The port of any server, each in turn."""
        return self.ports[next(self._numbers) % len(self.ports)]

    def start_clock(self) -> None:
        """Count processor time from now on."""
        self._began, self._used = time.monotonic(), time.process_time()

    @property
    def processor_share(self) -> float:
        """The part of one core that was used since the clock was started."""
        return (time.process_time() - self._used) / max(time.monotonic() - self._began, 0.001)

    async def breathe(self) -> None:
        """Let others run, and wait while too much processor time was used."""
        await asyncio.sleep(0)
        while self.processor_share > PROCESSOR_SHARE:
            await asyncio.sleep(random.uniform(0.1, 0.5))  # not all connections at the same moment

    def connection(self, helper: int = 0) -> HttpConnection:
        """A connection from the stranger's address, or from that of a helper who prepares an attack."""
        return HttpConnection(self.port, f"127.2.0.{helper}" if helper else self.address)

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A bare connection."""
        reader, writer = await asyncio.open_connection(
            HOST, self.port, local_addr=(self.address, 0), limit=2**20
        )
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def call(
        self, connection: HttpConnection, method: str, path: str, body: Any = None, token: str = ""
    ) -> HttpAnswer:
        """The answer to a call, counted by its status; a refusal is followed by a short pause."""
        async with asyncio.timeout(CALL_SECONDS):
            answer = await connection.call(method, path, body, token)
        self.counts[f"{answer.status}"] += 1
        await self.breathe()
        if answer.status == 429:
            await asyncio.sleep(REFUSED_PAUSE_SECONDS)
        return answer

    async def games(self) -> list[dict[str, Any]]:
        """The games that the server lists."""
        connection = self.connection()
        try:
            found: list[dict[str, Any]] = await connection.must("GET", "/api/games")
            return found
        finally:
            connection.close()

    async def person(self, helper: int = 0) -> str:
        """The token of a new guest."""
        connection = self.connection(helper)
        try:
            return str((await connection.must("POST", "/api/people", {"name": "Apep"}))["token"])
        finally:
            connection.close()

    async def table(self, token: str, game: str, seats: list[dict[str, str]], **options: Any) -> str:
        """The code of a new table."""
        connection = self.connection()
        try:
            body = {"game": game, "seats": seats, "options": options}
            return str((await connection.must("POST", "/api/tables", body, token))["code"])
        finally:
            connection.close()

    async def all_at_once(self, many: int, job: Callable[[int], Awaitable[None]]) -> None:
        """Run a job many times side by side, each again and again.

        After a broken connection there is a pause, which grows: whoever hammers at a door that was shut
        reaches less than somebody who waits until it is open again.
        """

        async def on_and_on(number: int) -> None:
            pause = REFUSED_PAUSE_SECONDS
            while True:
                try:
                    await job(number)
                    pause = REFUSED_PAUSE_SECONDS
                except TROUBLE as fault:
                    self.counts[type(fault).__name__] += 1
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
                await self.breathe()

        await asyncio.gather(*(on_and_on(number) for number in range(many)))
