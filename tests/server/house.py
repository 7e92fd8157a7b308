"""A real server: in a thread, or in a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, TypeVar

import uvicorn

from benben.server.app import create
from benben.server.hub import Hub
from benben.server.settings import Limits, Settings
from benben.server.transport.config import uvicorn_config

Answer = TypeVar("Answer")

SERVE = """
import sys
from benben.server.run import run
from benben.server.settings import Settings
settings = Settings(sys.argv[1], pace_ms=0, warm=False)
sys.exit(run(settings, port=int(sys.argv[2]), open_browser=False))
"""


class House:
    """In a thread. Settings can be given, and the hub looked into."""

    def __init__(self, db: str, host: str = "127.0.0.1", **settings: Any) -> None:
        patient = Limits(achievement_seconds=60)  # a busy machine is slow, not wrong
        chosen = Settings(db, **{"pace_ms": 0, "workers": 1, "warm": False, "limits": patient, **settings})
        self.app, self.static = create(chosen), chosen.static
        config = uvicorn_config(self.app, chosen.limits, host=host, port=0, timeout_graceful_shutdown=3)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._started = threading.Event()

    def __enter__(self) -> House:
        self._thread.start()
        while not self._server.started:
            if not self._thread.is_alive():
                raise RuntimeError("the server did not start")
            self._started.wait(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive(), "the server did not stop"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def call(self, deed: Callable[[], Answer]) -> Answer:
        """What a function gives that is called in the server's own thread."""

        async def done() -> Answer:
            return deed()

        return asyncio.run_coroutine_threadsafe(done(), self.hub.store.loop).result(60)

    def wait_for(self, deed: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """What a coroutine gives that runs in the server's own thread."""
        return asyncio.run_coroutine_threadsafe(deed(), self.hub.store.loop).result(60)

    def open_connections(self) -> int:
        """Connections of any kind that are open."""
        return len(self._server.server_state.connections)

    @property
    def hub(self) -> Hub:
        hub = self.app.state.hub
        assert isinstance(hub, Hub)
        return hub


class Lodge:
    """In a process of its own."""

    def __init__(self, db: str) -> None:
        self.db, self.port = db, 0

    def start(self) -> Lodge:
        """The first time on any port, later on the same, so that clients come back to it."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, self.db, str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "CI": "1"},
        )
        assert self.process.stdout
        said = self.process.stdout.readline()
        if not said.startswith("Benben is at http://"):
            raise RuntimeError(f"the server did not start: {self.process.communicate()}")
        self.port = int(said.strip().rpartition(":")[2])
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """SIGKILL: it cannot do anything about it."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        """SIGTERM; answers the exit code and what it wrote to its log."""
        self.process.send_signal(signal.SIGTERM)
        _, log = self.process.communicate(timeout=20)
        return self.process.returncode, log

    def __enter__(self) -> Lodge:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()


def run(coroutine: Any) -> Any:
    """One test's coroutine; what hangs fails after ten minutes."""
    return asyncio.run(asyncio.wait_for(coroutine, 600))
