"""Metrics for Prometheus, and the health check.

No metric says who plays, where or what.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from benben.server.counters import Histogram, counters
from benben.server.http.requests import HttpError
from benben.server.hub import Hub
from benben.server.settings import MetricsAudience, Settings
from benben.server.storage.errors import StorageError
from benben.server.workers.pool import LANES

STARTED = time.time()
FORWARDED_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip")  # set by a proxy, for a client behind it


class Metrics:
    """The handlers of /health and /metrics."""

    def __init__(self, hub: Callable[[], Hub], settings: Settings) -> None:
        self._hub, self._audience = hub, settings.metrics
        self._health_seconds = settings.limits.health_seconds

    def routes(self) -> list[Route]:
        return [
            Route("/health", self.health, methods=["GET"]),
            Route("/metrics", self.metrics, methods=["GET"]),
        ]

    async def health(self, _: Request) -> Response:
        """200 while the store can be read and written; 503 and why if not, and while the server stops."""
        hub = self._hub()
        try:
            async with asyncio.timeout(self._health_seconds):
                await hub.store.check()
        except TimeoutError:
            return _text_response("The store does not answer.\n", 503)
        except StorageError as fault:
            return _text_response(f"{fault.sentence}\n", 503)
        return _text_response("The server stops.\n", 503) if hub.rooms.leaving else _text_response("well\n")

    async def metrics(self, request: Request) -> Response:
        if not may_read(request, self._audience):
            raise HttpError(404, "There is nothing at this address.")
        return _text_response("".join(f"{line}\n" for line in metric_lines(self._hub())))


def may_read(request: Request, audience: MetricsAudience) -> bool:
    """Whether the caller may read the metrics. Local: on this machine, and not through a proxy."""
    if audience != "local":
        return audience == "all"
    if request.client is None or any(name in request.headers for name in FORWARDED_HEADERS):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def metric_lines(hub: Hub) -> Iterator[str]:
    """All metrics in the text format of Prometheus."""
    yield from _value_lines("benben_tables_loaded", "gauge", "Tables in memory", hub.rooms.loaded_tables)
    sockets = hub.connections.total()
    yield from _value_lines("benben_sockets_open", "gauge", "Sockets and streams that are open", sockets)
    yield from _value_lines("benben_moves_total", "counter", "Moves stored and acknowledged", counters.moves)
    yield from _value_lines(
        "benben_refusals_total", "counter", "Messages that were refused", counters.refusals
    )
    dropped = counters.dropped
    yield from _value_lines(
        "benben_clients_dropped_total", "counter", "Clients that could not keep up", dropped
    )
    asked = counters.questions
    yield from _value_lines("benben_bot_questions_total", "counter", "Questions to bots and solvers", asked)
    replaced = counters.workers_replaced
    yield from _value_lines("benben_workers_replaced_total", "counter", "Workers that ended early", replaced)
    waiting: dict[str, float] = {lane: hub.workers.waiting(lane) for lane in LANES}
    yield from _labelled_lines(
        "benben_questions_waiting", "Questions that wait for a worker", "lane", waiting
    )
    about = "Seconds from a message's arrival until it was dealt with"
    yield from _histogram_lines("benben_message_seconds", about, counters.messages)
    yield from _histogram_lines(
        "benben_commit_seconds", "Seconds of one commit of the store", counters.commits
    )
    yield from _histogram_lines("benben_commit_units", "Changes that shared one commit", counters.batches)
    cpu, memory = time.process_time(), _resident_bytes()
    yield from _value_lines("process_cpu_seconds_total", "counter", "CPU time of this process", cpu)
    yield from _value_lines("process_resident_memory_bytes", "gauge", "Memory of this process", memory)
    yield from _value_lines("process_start_time_seconds", "gauge", "When this process began", STARTED)


def _value_lines(name: str, kind: str, about: str, value: float) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    yield f"{name} {value}"


def _labelled_lines(name: str, about: str, label: str, values: Mapping[str, float]) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} gauge"
    for key, value in values.items():
        yield f'{name}{{{label}="{key}"}} {value}'


def _histogram_lines(name: str, about: str, histogram: Histogram) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} histogram"
    counts, so_far = list(histogram.counts), 0
    for bound, count in zip((*histogram.bounds, "+Inf"), counts, strict=True):
        so_far += count
        yield f'{name}_bucket{{le="{bound}"}} {so_far}'
    yield f"{name}_sum {histogram.sum}"
    yield f"{name}_count {so_far}"


def _resident_bytes() -> int:
    """Resident memory; its peak where the present value cannot be read."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        if sys.platform == "win32":
            return 0
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def _text_response(text: str, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return PlainTextResponse(text, status, headers)
