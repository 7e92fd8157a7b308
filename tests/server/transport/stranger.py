"""A stranger with one address of their own, who floods a server from threads beside the honest clients."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from types import TracebackType

ADDRESS = "127.0.0.2"  # not trusted as a proxy, other than 127.0.0.1
PING = b"\x89\x80\0\0\0\0"  # a ping without a body, masked with zeros
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: YmVuYmVuLWJlbmNobWFyaw==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def connection(port: int, address: str = ADDRESS) -> socket.socket:
    """A bare connection from the stranger's address."""
    opened = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return opened


def websocket(port: int, address: str = ADDRESS, forwarded: str = "") -> socket.socket:
    """A socket after its handshake, perhaps in the name of another; ConnectionError if it was refused."""
    opened = connection(port, address)
    header = f"\r\nX-Forwarded-For: {forwarded}\r\n\r\n" if forwarded else "\r\n\r\n"
    opened.sendall(UPGRADE.replace(b"\r\n\r\n", header.encode()))
    head = until_end(opened, b"\r\n\r\n")
    if b" 101 " not in head:
        opened.close()
        raise ConnectionRefusedError(head.decode("latin-1"))
    return opened


def until_end(opened: socket.socket, mark: bytes = b"") -> bytes:
    """Everything that comes until the mark, or until the server closes the connection."""
    parts = b""
    try:
        while not (mark and mark in parts) and (part := opened.recv(65536)):
            parts += part
    except ConnectionError:
        pass
    return parts


class Flood:
    """Calls a function again and again in a thread, as long as the block lasts; counts calls and refusals."""

    def __init__(self, deed: Callable[[], None]) -> None:
        self.calls, self.refusals = 0, 0
        self._deed, self._over = deed, False
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._over:
            try:
                self._deed()
            except OSError:
                self.refusals += 1
                time.sleep(0.01)
            self.calls += 1

    def __enter__(self) -> Flood:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over = True
        self._thread.join(30)
