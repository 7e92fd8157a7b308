"""A real server in a process of its own, which a test can kill and restart."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import httpx

COMMAND = [sys.executable, "-m", "benben", "serve", "--no-browser"]
# A server with the same arguments whose bots get no machine code, which would take seconds of every start.
COLD = """
import sys
from benben.server.run import run
from benben.server.settings import Settings
given = dict(word.removeprefix("--").split("=", 1) for word in sys.argv[1:])
settings = Settings(
    given["db"],
    pace_ms=int(given["pace"]),
    patience_seconds=float(given["patience"]),
    claim_seconds=float(given["claim"]),
    warm=False,
)
sys.exit(run(settings, port=int(given["port"]), open_browser=False))
"""


class Guest(NamedTuple):
    name: str
    token: str


class Host:
    def __init__(
        self,
        folder: Path,
        pace: int = 0,
        db: str = "",
        patience: int = 60,
        claim: int = 300,
        warm: bool = True,
    ) -> None:
        self.db = db or folder / "benben.db"
        self.pace = pace
        self.patience = patience  # seconds until somebody who is away counts as gone
        self.claim = claim  # seconds until the end can be claimed from an absent player
        self.command = COMMAND if warm else [sys.executable, "-c", COLD]
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self._log = folder / "server.log"

    def start(self) -> Host:
        """Start the server, first on any free port, later on the same, so that open pages find it."""
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                [
                    *self.command,
                    f"--db={self.db}",
                    f"--port={self.port}",
                    f"--pace={self.pace}",
                    f"--patience={self.patience}",
                    f"--claim={self.claim}",
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "CI": "1"},
            )
        assert self.process.stdout
        said = self.process.stdout.readline()
        assert said.startswith("Benben is at http://"), f"the server did not start: {self.log}"
        self.port = int(said.strip().rpartition(":")[2])
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self._log.read_text()

    def kill(self) -> None:
        """Kill the server by SIGKILL: it can tidy nothing up."""
        assert self.process
        self.process.kill()
        self.process.communicate()

    def stop(self) -> int:
        """Stop the server by SIGTERM, so that it says goodbye. Returns the exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=60)
        return self.process.returncode

    def restart(self) -> Host:
        self.kill()
        return self.start()

    def __enter__(self) -> Host:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process and self.process.poll() is None:
            self.kill()

    # Calls that a page would make

    def call(self, method: str, path: str, guest: Guest | None = None, **body: Any) -> Any:
        headers = {"authorization": f"Bearer {guest.token}"} if guest else {}
        answer = httpx.request(method, self.url + path, headers=headers, json=body or None, timeout=60)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def guest(self, name: str) -> Guest:
        return Guest(name, self.call("POST", "/api/people", name=name)["token"])

    def table(
        self,
        host: Guest,
        *others: Guest,
        game: str = "senet",
        bot: str = "",
        options: dict[str, Any] | None = None,
        **plan: Any,
    ) -> str:
        """Make a table where everybody sits down, in this order of seats. Returns its code."""
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
        if bot:
            seats.append({"kind": "bot", "level": bot})
        wish = {"game": game, "seats": seats, "options": options or {}, "seating": "choice", **plan}
        code: str = self.call("POST", "/api/tables", host, **wish)["code"]
        for guest in (host, *others):
            self.call("POST", f"/api/tables/{code}/sit", guest, seed=secrets.token_hex(16))
        return code
