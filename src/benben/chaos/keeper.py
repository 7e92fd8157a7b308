"""Keeps servers in processes of their own, kills them and starts them again.

python -m benben.chaos.keeper DB serves like `benben serve`, at full speed: bots do not pause, and the limits
for one address are lifted, because here all clients have the same.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from random import Random

COMMAND = (sys.executable, "-m", "benben.chaos.keeper")
MANY = 1_000_000


class Unserved(Exception):
    """There is no server; the sentence says why."""


class Keeper:
    def __init__(self, db: str, log: Path, command: Sequence[str] = COMMAND) -> None:
        self.up = asyncio.Event()
        self.url = ""
        self.kills = 0
        self._db, self._log, self._command = db, log, command
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """On any free port: one that was used before may be taken by now."""
        with self._log.open("ab") as log:
            self._process = process = await asyncio.create_subprocess_exec(
                *self._command,
                self._db,
                stdin=asyncio.subprocess.PIPE,  # it ends when this does: it outlives nobody
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env={**os.environ, "CI": "1"},
            )
        assert process.stdout
        said = (await process.stdout.readline()).decode().strip()
        if not said.startswith("Benben is at http://"):
            raise Unserved(f"The server did not start. Its log is {self._log}.")
        self.url = said.removeprefix("Benben is at ")
        self.up.set()

    async def kill(self) -> None:
        """SIGKILL: it can tidy up nothing."""
        self.up.clear()
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def restart(self) -> None:
        await self.kill()
        self.kills += 1
        await self.start()

    async def stop(self) -> int:
        """SIGTERM. Answers the exit code."""
        assert self._process
        self.up.clear()
        self._process.terminate()
        return await asyncio.wait_for(self._process.wait(), 30)

    def traceback(self) -> str:
        """The first fault that the server wrote down; empty if none."""
        lines = self._log.read_text(errors="replace").splitlines()
        at = next((n for n, line in enumerate(lines) if line.startswith('  File "')), None)
        return "" if at is None else "\n".join(lines[max(at - 1, 0) : at + 12])


class Fleet:
    """Several servers of the same tables. Whoever calls gets one that is up, whichever that is."""

    def __init__(self, db: str, folder: Path, many: int, command: Sequence[str] = COMMAND) -> None:
        self.keepers = [Keeper(db, folder / f"server-{n}.log", command) for n in range(many)]

    @property
    def kills(self) -> int:
        return sum(keeper.kills for keeper in self.keepers)

    async def url(self, rng: Random) -> str:
        """As soon as there is one."""
        while not (up := [keeper for keeper in self.keepers if keeper.up.is_set()]):
            waits = [asyncio.create_task(keeper.up.wait()) for keeper in self.keepers]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        return rng.choice(up).url

    async def start(self) -> None:
        """One after the other: the first brings the database up to date."""
        for keeper in self.keepers:
            await keeper.start()

    async def restart(self, rng: Random) -> None:
        await rng.choice(self.keepers).restart()

    async def kill(self) -> None:
        for keeper in self.keepers:
            await keeper.kill()

    async def stop(self) -> bool:
        """SIGTERM to all. Whether all ended well."""
        return not any([await keeper.stop() for keeper in self.keepers])

    def traceback(self) -> str:
        """The first fault that one of them wrote down; empty if none."""
        return next(filter(None, (keeper.traceback() for keeper in self.keepers)), "")


def main(db: str) -> int:
    from benben.server import run
    from benben.server.http import requests
    from benben.server.transport import message_reader, websocket

    threading.Thread(target=_outlive_nobody, daemon=True).start()
    requests.BURST = websocket.SOCKETS = message_reader.BURST = MANY
    return run.run(db=db, port=0, pace=0, open_browser=False, warm=False)


def _outlive_nobody() -> None:
    while os.read(0, 1024):  # not sys.stdin: a thread that waits in it would break the end of the process
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
