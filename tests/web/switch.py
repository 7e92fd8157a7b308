"""A proxy before several server processes: it leads to one of them, and can be switched to another."""

from __future__ import annotations

import asyncio

from tests.web.passage import MOST, Passage


class Switch(Passage):
    """A switch cuts every open connection, like a proxy that loses a server."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._target = port
        self._writers: set[asyncio.StreamWriter] = set()

    def turn(self, port: int) -> None:
        async def turned() -> None:
            self._target = port
            for writer in list(self._writers):
                writer.close()

        asyncio.run_coroutine_threadsafe(turned(), self._loop).result(10)

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
        while part := await reader.read(MOST):
            writer.write(part)
            await writer.drain()
    except OSError:
        pass
    finally:
        writers.discard(writer)
        writer.close()
