"""A minimal WebSocket client for a load: whole text frames both ways, at little cost; and an HTTP client.

One client talks to every server that is measured, so that none of them has the better client.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

HOST = "127.0.0.1"
ADDRESSES = 50  # loopback addresses that clients use: a server may limit what one address does

_KEY = "YmVuYmVuLWJlbmNobWFyaw=="
_NO_MASK = b"\0\0\0\0"  # a mask of zeros is a mask, and costs nothing
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class WebSocketClient(asyncio.Protocol):
    def __init__(self, path: str, on_text: Callable[[bytes], None], on_lost: Callable[[], None]) -> None:
        self._path, self._on_text, self._on_lost = path, on_text, on_lost
        self._buffer = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, port: int, number: int) -> None:
        """Connect to this port, from the loopback address that falls to client `number`."""
        await self.open_from(f"127.0.1.{1 + number % ADDRESSES}", port)

    async def open_from(self, address: str, port: int) -> None:
        """Connect to this port, from this loopback address."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, HOST, port, local_addr=(address, 0))
        await self.opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's transport is not a subclass
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            self._open = True
            if head.startswith(b"HTTP/1.1 101 "):
                self.opened.set_result(None)
            else:
                self.opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
        at = 0
        while (span := _body_span(buffer, at)) is not None:
            start, stop = span
            self._handle_frame(buffer[at] & 15, buffer[start:stop])
            at = stop
        self._buffer = buffer[at:]

    def _handle_frame(self, kind: int, body: bytes) -> None:
        if kind == _TEXT:
            self._on_text(body)
        elif kind == _PING:
            self._write(_PONG, body)
        elif kind == _CLOSE:
            self._transport.close()

    def connection_lost(self, fault: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(fault or ConnectionError("the server hung up"))
        self._on_lost()

    def send(self, body: bytes) -> None:
        self._write(_TEXT, body)

    def _write(self, kind: int, body: bytes) -> None:
        size = len(body)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes((0x80 | kind,)) + length + _NO_MASK + body)

    def close(self) -> None:
        self._transport.abort()


def _body_span(buffer: bytes, at: int) -> tuple[int, int] | None:
    """The start and end of the body of the frame at this place; None if the frame is not complete."""
    if len(buffer) < at + 2:
        return None
    size, start = buffer[at + 1], at + 2
    if size >= 126:
        start += 2 if size == 126 else 8
        size = int.from_bytes(buffer[at + 2 : start], "big")
    return (start, start + size) if len(buffer) >= start + size else None


class HttpClient:
    """Sends POST requests one after the other over one connection."""

    def __init__(self, port: int, number: int) -> None:
        self._port, self._address = port, (f"127.0.1.{1 + number % ADDRESSES}", 0)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes, token: str = "") -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self._port, local_addr=self._address)
        reader, writer = self._streams
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n{bearer}"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(row.lower().split(": ", 1) for row in head.split("\r\n")[1:] if row)
        answer = await reader.readexactly(int(fields["content-length"]))
        if not head.split(" ")[1].startswith("2"):
            raise ConnectionError(f"{path}: {head.split(chr(13))[0]} {answer[:200].decode()}")
        return answer

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
