"""What stands before several server processes: it leads to one of them, and can be turned to another."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType


class Switch:
    """Turned, it cuts every open connection, as a proxy does that loses a server."""

    def __init__(self, port: int) -> None:
        self._target = port
        self.port = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def turn(self, port: int) -> None:
        async def turned() -> None:
            self._target = port
            for writer in list(self._writers):
                writer.close()

        asyncio.run_coroutine_threadsafe(turned(), self._loop).result(10)

    def __enter__(self) -> Switch:
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
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(_pump(self._writers, reader, back), _pump(self._writers, there, writer))


async def _pump(
    writers: set[asyncio.StreamWriter], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    writers.add(writer)
    try:
        while part := await reader.read(65_536):
            writer.write(part)
            await writer.drain()
    except OSError:
        pass
    finally:
        writers.discard(writer)
        writer.close()
