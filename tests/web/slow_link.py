"""A proxy that delays WebSocket messages between a browser and a server, some of them longer."""

from __future__ import annotations

import asyncio
import random

from tests.web.passage import MOST, Passage

DELAY = 0.3  # seconds, each way
MORE = 0.7  # further seconds for some messages
SHARE = 0.05  # share of messages with that further delay


class SlowLink(Passage):
    """Everything arrives, in order, but late. Pages and their files pass as they are."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._server_port = port
        self._draw = random.Random(20261115)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(MOST)
        there, back = await asyncio.open_connection("127.0.0.1", self._server_port)
        slow = b"upgrade: websocket" in first.lower()
        back.write(first)
        await asyncio.gather(
            self._pump(reader, back, slow), self._pump(there, writer, slow), return_exceptions=True
        )

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, slow: bool) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, part = await waiting.get()
                await asyncio.sleep(due - self._loop.time())
                writer.write(part)
                if not part:
                    writer.close()
                    return

        delivery = asyncio.create_task(deliver())
        part, due = b".", 0.0
        while part:
            part = await reader.read(MOST)
            late = DELAY + (MORE if self._draw.random() < SHARE else 0) if slow else 0
            due = max(due, self._loop.time() + late)  # nothing overtakes
            waiting.put_nowait((due, part))
        await delivery
