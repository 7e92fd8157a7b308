"""A receiver of webhooks on this machine."""

from __future__ import annotations

import asyncio
import json
import ssl
from types import TracebackType
from typing import Any

OK = "HTTP/1.1 204 No Content\r\n\r\n"


class Receiver:
    """A small HTTP server on this machine that remembers what it was told and answers as it is bidden."""

    def __init__(self, *answers: str, tls: ssl.SSLContext | None = None) -> None:
        self.answers = list(answers)  # one a call; the last one again and again
        self._tls = tls
        self.heads: list[str] = []
        self.notices: list[dict[str, Any]] = []
        self._news = asyncio.Event()

    async def __aenter__(self) -> Receiver:
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?for=me"

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(int(line[15:]) for line in head.split("\r\n") if line.startswith("Content-Length:"))
        self.heads.append(head)
        self.notices.append(json.loads(await reader.readexactly(length)))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        writer.write(answer.encode())
        await writer.drain()
        writer.close()
        self._news.set()

    async def until(self, count: int) -> list[dict[str, Any]]:
        async with asyncio.timeout(30):
            while len(self.notices) < count:
                self._news.clear()
                await self._news.wait()
        return self.notices
