"""The servers under attack: `benben serve` as anybody starts it, one process or two, on ports that stay."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benben.bench.server.processes import processor_seconds, with_children

STOP_SECONDS = 15.0  # until a server that was told to stop is killed
IDLE_SHARE = 0.1  # of one core: what a server uses that has made its bots ready, at most
START_SECONDS = 60.0
OPEN_FILES = 1024


def _limit_open_files() -> None:
    """Give a server as many open files as a login shell gives, so that connections can use them up."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(OPEN_FILES, most), most))


class ServersFailed(Exception):
    """A server did not start; the sentence says what its log says."""


class Servers:
    """One or two processes on the same database."""

    def __init__(self, many: int, folder: Path, options: Sequence[str] = ()) -> None:
        self.ports = [0] * many
        self._folder, self._options = folder, options
        self._processes: list[asyncio.subprocess.Process] = []

    async def start(self, db: str) -> None:
        """Start the processes, on the ports of before if there were any."""
        for n, port in enumerate(self.ports):
            self._processes.append(await self._started(db, n, port))

    async def _started(self, db: str, n: int, port: int) -> asyncio.subprocess.Process:
        command = [sys.executable, "-m", "benben", "serve", "--no-browser", "--port", str(port), "--db", db]
        log_path = self._folder / f"server-{n}.log"
        with log_path.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *command,
                *self._options,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                preexec_fn=_limit_open_files,
                env={**os.environ, "CI": "1"},
            )
        assert process.stdout
        try:
            async with asyncio.timeout(START_SECONDS):
                line = (await process.stdout.readline()).decode().strip()
        except TimeoutError:
            line = ""
        if not line.startswith("Benben is at "):
            process.kill()
            await process.wait()
            raise ServersFailed(f"A server did not start: {log_path.read_text(errors='replace')[-500:]}")
        self.ports[n] = int(line.rpartition(":")[2])
        return process

    async def stop(self) -> float:
        """Stop all with SIGTERM, and kill what does not end. Returns how many seconds the slowest took."""
        began = time.monotonic()
        for process in self._processes:
            if process.returncode is None:
                process.terminate()
        for process in self._processes:
            try:
                left = began + STOP_SECONDS - time.monotonic()
                await asyncio.wait_for(process.wait(), max(left, 0.01))
            except TimeoutError:
                process.kill()
                await process.wait()
        self._processes = []
        return time.monotonic() - began

    async def wait_until_idle(self, seconds: float) -> None:
        """Wait until the servers have made their bots ready, but not longer than this."""
        end, used = time.monotonic() + seconds, self._used
        while time.monotonic() < end:
            await asyncio.sleep(min(2.0, seconds))
            before, used = used, self._used
            if used - before < 2.0 * IDLE_SHARE:
                return

    @property
    def _used(self) -> float:
        """Processor seconds of the servers and their workers."""
        pids = [pid for process in self._processes for pid in with_children(process.pid)]
        return sum(processor_seconds(pid) for pid in pids)
