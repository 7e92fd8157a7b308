"""`benben serve`: the application on a port, until it is told to stop."""

from __future__ import annotations

import asyncio
import errno
import gc
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from types import FrameType

import platformdirs
import uvicorn

from benben.server.app import GOODBYE, create
from benben.server.log_output import set_up_log, write_at_once
from benben.server.settings import Settings
from benben.server.storage.database import check_database
from benben.server.storage.errors import StorageError
from benben.server.storage.file_lock import acquire
from benben.server.transport.config import uvicorn_config

_MOST_FILES = 65_536  # open files and connections that the system is asked for
_FILES_OF_OUR_OWN = 200  # that are not connections: the database, pipes to workers, libraries

SECOND_SIGNAL = "A second signal: Benben ends at once. Everything that was acknowledged is stored."


def default_db() -> str:
    """The database that is used if none is named: a file in the user's data folder."""
    return str(platformdirs.user_data_path("benben", appauthor=False) / "benben.db")


def run(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    trust: Sequence[str] = (),
    open_browser: bool = True,
) -> int:
    """Serve until SIGINT or SIGTERM, and return the exit code: 1 if the server could not start.

    `trust` are proxies on other machines: the client addresses that they send are believed.
    """
    try:
        lock = acquire(settings.db)
        check_database(settings.db)
        listening = _listening_socket(host, port)
    except (StorageError, OSError) as fault:
        print(_reason(fault, host, port), file=sys.stderr)
        return 1
    set_up_log(settings.log_format, settings.log_level)
    address = _address(host, listening.getsockname()[1])
    notice = _network_notice(listening)
    app = create(settings)
    traffic = app.state.traffic
    traffic.most_open = min(traffic.most_open, _open_files() - _FILES_OF_OUR_OWN)
    server = _Server(
        uvicorn_config(app, settings.limits, trust),
        address,
        notice,
        open_browser and _has_screen(),
        settings.limits.exit_seconds,
    )
    gc.freeze()  # what is loaded by now stays; rooms are many and live long, so full collections are rare
    gc.set_threshold(5_000, 2, 5_000)
    try:
        server.run(sockets=[listening])
    except SystemExit:  # the application could not begin, and the log says why
        return 1
    finally:
        if lock:
            lock.close()
    return 0


class _Server(uvicorn.Server):
    """Prints its address when it is up, and tells every client before it stops."""

    def __init__(
        self, config: uvicorn.Config, address: str, notice: str, open_browser: bool, exit_seconds: float
    ) -> None:
        super().__init__(config)
        self._address = address
        self._notice = notice  # printed below the address; empty if there is nothing to say
        self._open = open_browser
        self._watchdog = threading.Timer(exit_seconds, _end_process)
        self._watchdog.daemon = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(f"Benben is at {self._address}", flush=True)
        if self._notice:
            print(self._notice, flush=True)
        if self._open:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # a client that comes back finds nobody, not a table that will not open
        await self.config.app.state.hub.leave(GOODBYE)  # type: ignore[union-attr]
        for _ in range(20):
            if not self.server_state.connections:
                break
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Stop with exit code 0. A second signal ends the process at once, as the signal does by itself.

        Nothing is lost by that: whatever was acknowledged is in the database already.
        """
        if self.should_exit:
            write_at_once(SECOND_SIGNAL)
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        self._watchdog.start()
        self.should_exit = True


def _end_process() -> None:
    """End a process that was told to stop and cannot: a database that does not answer may hold it up."""
    logging.getLogger("benben").error("the server did not stop in time and is ended now")
    os._exit(1)


def _listening_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    return listening


def _open_files() -> int:
    """How many files and connections may be open. Asks the system for as many as it allows."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard > _MOST_FILES:
        hard = _MOST_FILES
    if soft != resource.RLIM_INFINITY and soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        return hard
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def _reason(fault: StorageError | OSError, host: str, port: int) -> str:
    if isinstance(fault, StorageError):
        return str(fault)
    if fault.errno == errno.EADDRINUSE:
        return f"Port {port} is busy. Stop what runs there, or choose another: --port {port + 1}"
    return f"Benben cannot listen on {host}, port {port}: {fault.strerror or fault}."


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def _network_notice(listening: socket.socket) -> str:
    """What a host should know whose server others can reach; empty if only this machine can."""
    host, port = listening.getsockname()[:2]
    address = ipaddress.ip_address(host.partition("%")[0])
    if address.is_loopback:
        return ""
    outside = _outside_address(listening.family) if address.is_unspecified else host
    friends = (
        f"Friends there open {_address(outside, port)}" if outside else "This machine has no address there"
    )
    return (
        f"Everybody in your network can connect. {friends}. "
        "For the internet, put a proxy with TLS in front of it: see docs/hosting.md."
    )


def _outside_address(family: int) -> str:
    """The address by which other machines reach this one; empty if it has none. Nothing is sent."""
    for kind, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        if kind == socket.AF_INET6 != family:  # a socket for IPv4 alone
            continue
        try:
            with socket.socket(kind, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                return str(probe.getsockname()[0])
        except OSError:
            continue
    return ""


def _has_screen() -> bool:
    if os.environ.get("CI") or not sys.stdout.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
