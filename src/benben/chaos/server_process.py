"""Servers in processes of their own, to be killed and started again, cheaply.

`python -m benben.chaos.server_process DB` serves like `benben serve`, at full speed: bots do not pause, and
the limits for one address and one player are lifted; with "limits" after DB they hold.

Most of a start is loading modules. So that process loads them once and serves nothing itself: for each line
"start" it forks a server. That server is a process like any other, and dies like one.
"""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

COMMAND = (sys.executable, "-m", "benben.chaos.server_process")
UNLIMITED = 1_000_000  # more than an experiment ever uses
STOP_SECONDS = 30.0  # in which a server that was told to stop has ended

_TRACEBACK = re.compile(
    r'^.*\n(?:  File ".*\n(?:    .*\n)*)+.*$', re.MULTILINE
)  # with its first and last line
_WORKER_START, _NOTHING_TO_READ = "in spawn_main", "EOFError: Ran out of input"


class ServerNotStarted(Exception):
    """A server did not start; the sentence says where its log is."""


class ServerProcess:
    """A server, and the process that forks it."""

    def __init__(
        self, db: str, log: Path, command: Sequence[str] = COMMAND, flags: Sequence[str] = ()
    ) -> None:
        self.up = asyncio.Event()
        self.url = ""
        self.kills = 0
        self._log, self._command = log, (*command, db, *flags)
        self._parent: asyncio.subprocess.Process | None = None
        self._pid = 0  # of the server; 0: it does not run

    async def start(self) -> None:
        """Start the server on any free port: its former port may be in use by now."""
        if self._parent is None:
            with self._log.open("ab") as log:
                self._parent = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=asyncio.subprocess.PIPE,  # both processes end when this pipe does
                    stdout=asyncio.subprocess.PIPE,
                    stderr=log,
                    env={**os.environ, "CI": "1"},
                )
        assert self._parent.stdin
        self._parent.stdin.write(b"start\n")
        self._pid = int((await self._line("pid ")) or 0)
        self.url = await self._line("Benben is at ")
        if not self.url:
            raise ServerNotStarted(f"The server did not start. Its log is {self._log}.")
        self.up.set()

    async def _line(self, word: str) -> str:
        """What follows this word on the next line; empty if the line begins with another."""
        assert self._parent
        assert self._parent.stdout
        line = (await self._parent.stdout.readline()).decode().strip()
        return line.removeprefix(word) if line.startswith(word) else ""

    async def kill(self) -> None:
        """Kill the server with SIGKILL, so that it cannot clean up."""
        self.up.clear()
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)  # nobody else gets its number: its parent waits for us
            self._pid = 0
            await self._line("ended ")

    async def restart(self) -> None:
        await self.kill()
        self.kills += 1
        await self.start()

    async def stop(self) -> int:
        """Stop the server with SIGTERM, and return its exit code; 1 also if it does not end in time."""
        self.up.clear()
        os.kill(self._pid, signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                code = await self._line("ended ")
        except TimeoutError:
            return 1
        self._pid = 0
        return int(code or 1)

    async def close(self) -> None:
        """End the server, however it is, and the process that forks it."""
        if self._parent and self._parent.returncode is None:
            assert self._parent.stdin
            self._parent.stdin.close()
            await self._parent.wait()

    def traceback(self) -> str:
        """The first traceback in the server's log; empty if there is none."""
        return first_traceback(self._log.read_text(errors="replace"))


def first_traceback(log: str) -> str:
    """The first traceback in a log; empty if there is none.

    A worker that was just starting when its server was killed finds nothing to read. That is no fault.
    """
    for found in _TRACEBACK.finditer(log):
        if not (_WORKER_START in found[0] and found[0].endswith(_NOTHING_TO_READ)):
            return found[0]
    return ""


class Fleet:
    """Several servers of the same tables. A client gets any one that is up."""

    def __init__(
        self, db: str, folder: Path, many: int, command: Sequence[str] = COMMAND, flags: Sequence[str] = ()
    ) -> None:
        self.on_start: Callable[[], None] = lambda: None  # called when a server has started
        self.servers = [ServerProcess(db, folder / f"server-{n}.log", command, flags) for n in range(many)]

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
        self.on_start()

    async def restart(self, rng: Random) -> None:
        """Kill a random server and start it again."""
        await rng.choice(self.servers).restart()
        self.on_start()

    async def close(self) -> None:
        for server in self.servers:
            await server.close()

    async def stop(self) -> bool:
        """Stop all servers with SIGTERM, and return whether all ended well."""
        return not any([await server.stop() for server in self.servers])

    def traceback(self) -> str:
        """The first traceback in the log of any server; empty if there is none."""
        return next(filter(None, (server.traceback() for server in self.servers)), "")


def main(db: str, *, lift_limits: bool = True) -> int:
    """Load everything, then fork a server for each line "start" and say how it ended."""
    from benben import games
    from benben.server import run  # noqa: F401  the servers find it loaded
    from benben.server.storage.database import open_engine
    from benben.server.storage.errors import StorageError

    for name in games.NAMES:
        games.load(name)
    with suppress(StorageError):  # the server will say what is wrong
        open_engine(db).dispose()  # loads the driver, and connects to nothing
    watched, held = os.pipe()  # servers watch the one end; only this process holds the other
    while os.read(0, 64):
        ending, life = os.pipe()  # the server holds `life` as long as it lives
        pid = os.fork()
        if pid == 0:
            os.close(held)
            threading.Thread(target=_exit_with_parent, args=(watched,), daemon=True).start()
            print(f"pid {os.getpid()}", flush=True)
            os._exit(_serve(db, lift_limits))
        os.close(life)
        asked, _, _ = select.select([0, ending], [], [])
        if 0 in asked:  # nobody is there any more who could want this server
            os.kill(pid, signal.SIGKILL)
        os.close(ending)
        _, status = os.waitpid(pid, 0)
        print(f"ended {os.waitstatus_to_exitcode(status)}", flush=True)
    return 0


def _exit_with_parent(watched: int) -> None:
    while os.read(watched, 1024):
        pass
    os._exit(1)


def _serve(db: str, lift_limits: bool) -> int:
    """Serve until the end, and return the exit code."""
    from benben.server import run
    from benben.server.limits import Limit
    from benben.server.settings import Limits, Settings

    limits = Limits()
    if lift_limits:  # all clients of an experiment may have one address
        limits = Limits(
            new_connections=Limit(UNLIMITED, UNLIMITED),
            requests=Limit(UNLIMITED, UNLIMITED),
            prompt_requests=Limit(UNLIMITED, UNLIMITED),
            new_sockets=Limit(UNLIMITED, UNLIMITED),
            socket_bytes=Limit(UNLIMITED * 10_000, UNLIMITED),
            address_bytes=Limit(UNLIMITED * 10_000, UNLIMITED),
            calls=Limit(UNLIMITED, limits.calls.per_second),
            reads=Limit(UNLIMITED, limits.reads.per_second),
            messages=Limit(UNLIMITED, limits.messages.per_second),
            connections_per_address=UNLIMITED,
            tables_per_person=UNLIMITED,
            tables_per_address=UNLIMITED,
        )
    code = run.run(Settings(db, pace_ms=0, warm=False, limits=limits), port=0, open_browser=False)
    sys.stdout.flush()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], lift_limits="limits" not in sys.argv[2:]))
