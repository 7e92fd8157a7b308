"""A small HTTP client: any call, over one connection, from any loopback address."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import msgspec

HOST = "127.0.0.1"  # where the servers listen


class HttpAnswer(NamedTuple):
    status: int
    body: bytes

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300

    @property
    def value(self) -> Any:
        """The body, read as JSON."""
        return msgspec.json.decode(self.body)


class CallRefused(Exception):
    """A call that had to succeed was refused; the sentence says which and how."""


class HttpConnection:
    """Calls one after the other from one address; a broken connection is opened again for the next call."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: Any = None, token: str = "") -> HttpAnswer:
        """The answer to a call. A body of bytes is sent as it is, any other as JSON."""
        text = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        try:
            if self._streams is None:
                self._streams = await asyncio.open_connection(
                    HOST, self.port, local_addr=(self.address, 0), limit=2**20
                )
            reader, writer = self._streams
            writer.write(request_head(method, path, token, len(text)) + text)
            return await read_answer(reader)
        except BaseException:
            self.close()
            raise

    async def must(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """The value that a call answers; CallRefused if it does not succeed."""
        answer = await self.call(method, path, body, token)
        if not answer.good:
            raise CallRefused(
                f"{method} {path}: {answer.status} {answer.body[:200].decode(errors='replace')}"
            )
        return answer.value

    def close(self) -> None:
        if self._streams:
            self._streams[1].transport.abort()
            self._streams = None


def request_head(method: str, path: str, token: str = "", size: int = 0) -> bytes:
    """The head of a request with a body of this many bytes."""
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    length = (
        f"Content-Length: {size}\r\nContent-Type: application/json\r\n" if size or method != "GET" else ""
    )
    return f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{bearer}{length}\r\n".encode()


async def read_answer(reader: asyncio.StreamReader) -> HttpAnswer:
    """The next answer on a connection; ConnectionError if the server ends it."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lines = head.split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        length = fields.get("content-length")
        body = await reader.read() if length is None else await reader.readexactly(int(length))
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as fault:
        raise ConnectionError(f"the answer broke off: {fault}") from None
    return HttpAnswer(int(lines[0].split(" ")[1]), body)
