"""Servers in processes of their own, to be killed and started again.

`python -m benben.chaos.server_process DB` serves like `benben serve`, at full speed: bots do not pause, and
the limits for one address are lifted, because all clients of an experiment share one.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from random import Random

COMMAND = (sys.executable, "-m", "benben.chaos.server_process")
UNLIMITED = 1_000_000  # more than an experiment ever uses


class ServerNotStarted(Exception):
    """A server did not start; the sentence says where its log is."""


class ServerProcess:
    def __init__(self, db: str, log: Path, command: Sequence[str] = COMMAND) -> None:
        self.up = asyncio.Event()
        self.url = ""
        self.kills = 0
        self._db, self._log, self._command = db, log, command
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the server on any free port: its former port may be in use by now."""
        with self._log.open("ab") as log:
            self._process = process = await asyncio.create_subprocess_exec(
                *self._command,
                self._db,
                stdin=asyncio.subprocess.PIPE,  # the server ends when this pipe does
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env={**os.environ, "CI": "1"},
            )
        assert process.stdout
        line = (await process.stdout.readline()).decode().strip()
        if not line.startswith("Benben is at http://"):
            raise ServerNotStarted(f"The server did not start. Its log is {self._log}.")
        self.url = line.removeprefix("Benben is at ")
        self.up.set()

    async def kill(self) -> None:
        """Kill the server with SIGKILL, so that it cannot clean up."""
        self.up.clear()
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def restart(self) -> None:
        await self.kill()
        self.kills += 1
        await self.start()

    async def stop(self) -> int:
        """Stop the server with SIGTERM, and return its exit code."""
        assert self._process
        self.up.clear()
        self._process.terminate()
        return await asyncio.wait_for(self._process.wait(), 30)

    def traceback(self) -> str:
        """The first traceback in the server's log; empty if there is none."""
        lines = self._log.read_text(errors="replace").splitlines()
        at = next((n for n, line in enumerate(lines) if line.startswith('  File "')), None)
        return "" if at is None else "\n".join(lines[max(at - 1, 0) : at + 12])


class Fleet:
    """Several servers of the same tables. A client gets any one that is up."""

    def __init__(self, db: str, folder: Path, many: int, command: Sequence[str] = COMMAND) -> None:
        self.servers = [ServerProcess(db, folder / f"server-{n}.log", command) for n in range(many)]

    @property
    def kills(self) -> int:
        return sum(server.kills for server in self.servers)

    async def url(self, rng: Random) -> str:
        """The address of a random server that is up; waits until there is one."""
        while not (up := [server for server in self.servers if server.up.is_set()]):
            waits = [asyncio.create_task(server.up.wait()) for server in self.servers]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        return rng.choice(up).url

    async def start(self) -> None:
        """Start the servers one after the other: the first migrates the database."""
        for server in self.servers:
            await server.start()

    async def restart(self, rng: Random) -> None:
        """Kill a random server and start it again."""
        await rng.choice(self.servers).restart()

    async def kill(self) -> None:
        for server in self.servers:
            await server.kill()

    async def stop(self) -> bool:
        """Stop all servers with SIGTERM, and return whether all ended well."""
        return not any([await server.stop() for server in self.servers])

    def traceback(self) -> str:
        """The first traceback in the log of any server; empty if there is none."""
        return next(filter(None, (server.traceback() for server in self.servers)), "")


def main(db: str) -> int:
    from benben.server import run
    from benben.server.limits import Limit
    from benben.server.settings import Limits, Settings

    threading.Thread(target=_exit_with_parent, daemon=True).start()
    calls, reads, messages = Limits().calls, Limits().reads, Limits().messages
    limits = Limits(
        requests=Limit(UNLIMITED, UNLIMITED),
        new_sockets=Limit(UNLIMITED, UNLIMITED),
        socket_bytes=Limit(UNLIMITED * 10_000, UNLIMITED),
        address_bytes=Limit(UNLIMITED * 10_000, UNLIMITED),
        calls=Limit(UNLIMITED, calls.per_second),
        reads=Limit(UNLIMITED, reads.per_second),
        messages=Limit(UNLIMITED, messages.per_second),
        connections_per_address=UNLIMITED,
        tables_per_person=UNLIMITED,
        tables_per_address=UNLIMITED,
    )
    settings = Settings(db, pace_ms=0, warm=False, limits=limits)
    return run.run(settings, port=0, open_browser=False)


def _exit_with_parent() -> None:
    while os.read(0, 1024):  # not sys.stdin: a thread that waits in it would break the end of the process
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
