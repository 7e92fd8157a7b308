"""A proxy before PostgreSQL that loses a commit: its answer, or the commit itself."""

from __future__ import annotations

import socket
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Literal
from urllib.parse import parse_qs, urlsplit

Loss = Literal["answer", "question"]
SOCKET_NAME = ".s.PGSQL.5432"


class LossyProxy:
    """Forwards every connection. `lose` chooses the commit that is lost, by bytes of its transaction."""

    def __init__(self, db: str) -> None:
        parts = urlsplit(db)
        folder = parse_qs(parts.query)["host"][0]
        self._folder = tempfile.TemporaryDirectory(prefix="benben-proxy-")
        self.db = db.replace(folder, self._folder.name)
        self._target = f"{folder}/{SOCKET_NAME}"
        self._listener = socket.socket(socket.AF_UNIX)
        self._needle, self._loss = b"", "answer"
        self._down_seconds, self._down_until = 0.0, 0.0
        self.lost = threading.Event()
        self._open: list[socket.socket] = []

    def __enter__(self) -> LossyProxy:
        self._listener.bind(str(Path(self._folder.name) / SOCKET_NAME))
        self._listener.listen(50)
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()
        self._cut()
        self._folder.cleanup()

    def lose(self, needle: str, loss: Loss, down_seconds: float) -> None:
        """Lose the commit of the transaction that holds these letters, and take no calls for a while."""
        self.lost.clear()
        self._loss, self._down_seconds = loss, down_seconds
        self._needle = needle.encode()

    def wait_until_up(self) -> None:
        time.sleep(max(0.0, self._down_until - time.monotonic()))

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if time.monotonic() < self._down_until:
                client.close()
                continue
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._target)
            self._open += [client, server]
            threading.Thread(target=self._ask, args=(client, server), daemon=True).start()
            threading.Thread(target=self._answer, args=(client, server), daemon=True).start()

    def _ask(self, client: socket.socket, server: socket.socket) -> None:
        found = False
        with suppress(OSError):
            while data := client.recv(65536):
                found = found or bool(self._needle and self._needle in data)
                if found and b"COMMIT" in data and self._needle:
                    self._needle = b""
                    self._lose_commit(client, server, data)
                    return
                server.sendall(data)
            server.shutdown(socket.SHUT_RDWR)

    def _answer(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)
            client.shutdown(socket.SHUT_RDWR)

    def _lose_commit(self, client: socket.socket, server: socket.socket, data: bytes) -> None:
        self._down_until = time.monotonic() + self._down_seconds
        client.shutdown(socket.SHUT_RDWR)
        if self._loss == "answer":
            server.sendall(data)
            time.sleep(0.05)  # PostgreSQL commits meanwhile
        self._cut()
        self.lost.set()

    def _cut(self) -> None:
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._open.clear()
