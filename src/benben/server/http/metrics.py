"""How the server fares, as numbers that Prometheus reads, and whether it is well.

No number tells who plays, where or what.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from benben.server.counters import Histogram, meter
from benben.server.http.requests import Refusal
from benben.server.storage.errors import StorageError

if TYPE_CHECKING:
    from benben.server.hub import Lobby

Audience: TypeAlias = Literal["local", "all", "off"]  # who may read the numbers

STARTED = time.time()
PATIENCE = 5.0  # seconds in which a store that is well answers
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")  # said by a proxy, which others stand behind


class Metrics:
    def __init__(self, lobby: Callable[[], Lobby], audience: Audience) -> None:
        self._lobby, self._audience = lobby, audience

    def routes(self) -> list[Route]:
        return [
            Route("/health", self.health, methods=["GET"]),
            Route("/metrics", self.metrics, methods=["GET"]),
        ]

    async def health(self, _: Request) -> Response:
        """Well while the store answers; 503 if not, and while the server stops."""
        lobby = self._lobby()
        try:
            async with asyncio.timeout(PATIENCE):
                await lobby.store.check()
        except (StorageError, TimeoutError):
            return _plain("The store does not answer.\n", 503)
        return _plain("The server stops.\n", 503) if lobby.leaving else _plain("well\n")

    async def metrics(self, request: Request) -> Response:
        if not allowed(request, self._audience):
            raise Refusal(404, "There is nothing at this address.")
        return _plain("".join(f"{line}\n" for line in lines(self._lobby())))


def allowed(request: Request, audience: Audience) -> bool:
    """Local: the caller is on this machine and no proxy speaks for somebody else."""
    if audience != "local":
        return audience == "all"
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def lines(lobby: Lobby) -> Iterator[str]:
    """The text format of Prometheus."""
    yield from _one("benben_tables_loaded", "gauge", "Tables in memory", lobby.loaded_tables)
    sockets = lobby.sockets.total()
    yield from _one("benben_sockets_open", "gauge", "Sockets and streams that are open", sockets)
    yield from _one("benben_moves_total", "counter", "Moves stored and acknowledged", meter.moves)
    yield from _one("benben_refusals_total", "counter", "Messages that were refused", meter.refusals)
    dropped = meter.dropped
    yield from _one("benben_clients_dropped_total", "counter", "Clients that could not keep up", dropped)
    asked = meter.questions
    yield from _one("benben_bot_questions_total", "counter", "Questions to bots and solvers", asked)
    about = "Seconds from a message's arrival until it was dealt with"
    yield from _many("benben_message_seconds", about, meter.messages)
    yield from _many("benben_commit_seconds", "Seconds of one commit of the store", meter.commits)
    yield from _many("benben_commit_units", "Changes that shared one commit", meter.batches)
    cpu, memory = time.process_time(), _memory()
    yield from _one("process_cpu_seconds_total", "counter", "CPU time of this process", cpu)
    yield from _one("process_resident_memory_bytes", "gauge", "Memory of this process", memory)
    yield from _one("process_start_time_seconds", "gauge", "When this process began", STARTED)


def _one(name: str, kind: str, about: str, value: float) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    yield f"{name} {value}"


def _many(name: str, about: str, histogram: Histogram) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} histogram"
    counts, so_far = list(histogram.counts), 0
    for bound, count in zip((*histogram.bounds, "+Inf"), counts, strict=True):
        so_far += count
        yield f'{name}_bucket{{le="{bound}"}} {so_far}'
    yield f"{name}_sum {histogram.sum}"
    yield f"{name}_count {so_far}"


def _memory() -> int:
    """Resident bytes; the most there ever were where the present ones cannot be read."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        if sys.platform == "win32":
            return 0
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def _plain(text: str, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return PlainTextResponse(text, status, headers)
