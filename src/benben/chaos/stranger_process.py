"""A hostile client beside the matches, in a process of its own.

The process learns on standard input where the servers are, whenever that changes, and prints what it did as
lines of JSON. It ends with its standard input.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlsplit

from benben.chaos.server_process import Fleet


class StrangerProcess:
    def __init__(self, command: Sequence[str], fleet: Fleet) -> None:
        self.counts: Counter[str] = Counter()  # what it did
        self._command, self._fleet = command, fleet
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        self._reading = asyncio.create_task(self._read())
        self._fleet.on_start = self._tell_ports
        self._tell_ports()
        self._write("begin")

    def _tell_ports(self) -> None:
        ports = [str(urlsplit(server.url).port) for server in self._fleet.servers if server.up.is_set()]
        self._write(f"ports {' '.join(ports)}")

    def _write(self, line: str) -> None:
        if self._process and self._process.stdin and self._process.returncode is None:
            self._process.stdin.write(f"{line}\n".encode())

    async def _read(self) -> None:
        assert self._process
        assert self._process.stdout
        while line := await self._process.stdout.readline():
            if line.startswith(b"{"):
                self.counts.update(json.loads(line)["counts"])

    async def stop(self) -> None:
        """End the process."""
        if self._process is None:
            return
        self._fleet.on_start = lambda: None
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        if self._reading:
            await self._reading
