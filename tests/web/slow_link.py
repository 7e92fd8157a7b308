"""A link that is slow, and now and then slower: between a browser and a server, for sockets alone."""

from __future__ import annotations

import asyncio
import random
import threading
from types import TracebackType

DELAY = 0.3  # seconds, each way
MORE = 0.7  # seconds on top
SHARE = 0.05  # of messages that take so much longer


class SlowLink:
    """Everything arrives, in order, but late. Pages and their files pass as they are."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self.port = 0
        self._draw = random.Random(20261115)
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> SlowLink:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        server.close()
        self._loop.run_until_complete(asyncio.sleep(0))

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(65_536)
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
            part = await reader.read(65_536)
            late = DELAY + (MORE if self._draw.random() < SHARE else 0) if slow else 0
            due = max(due, self._loop.time() + late)  # nothing overtakes
            waiting.put_nowait((due, part))
        await delivery
