"""How uvicorn is configured: our own protocols, and the limits that it keeps for us."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Sequence
from typing import Any

import uvicorn
from starlette.applications import Starlette

from benben.server.settings import Limits
from benben.server.transport.frames import Frames
from benben.server.transport.http_protocol import HttpProtocol


def uvicorn_config(app: Starlette, limits: Limits, trust: Sequence[str] = (), **more: Any) -> uvicorn.Config:
    """The configuration for an application. `trust` are proxies on other machines, see `benben serve`."""
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        h11_max_incomplete_event_size=limits.header_bytes,
        timeout_keep_alive=limits.keep_alive_seconds,
        ws=Frames,
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,  # compression costs a third more and 42 kB a socket
        ws_ping_interval=20,
        ws_ping_timeout=60,  # a sleepy phone is not a dead one
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=",".join(_trusted("127.0.0.1", "::1", *trust)),  # proxies that speak for others
        **{"timeout_graceful_shutdown": limits.stop_seconds, **more},
    )


def _trusted(*proxies: str) -> Iterator[str]:
    """Each proxy, and how an IPv4 address looks on a server that listens on IPv6 and IPv4 together."""
    for proxy in proxies:
        yield proxy
        try:
            network = ipaddress.IPv4Network(proxy)
        except ValueError:
            continue
        mapped = f"::ffff:{network.network_address}"
        yield f"{mapped}/{96 + network.prefixlen}" if "/" in proxy else mapped
