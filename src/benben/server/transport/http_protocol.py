"""HTTP connections with limits of our own, for a server without a proxy in front of it.

Requests are parsed by uvicorn and h11. Here is what they leave open: a time limit for headers that come
slowly, bounds on connections by address, and an end for clients that do not read their answers.
"""

from __future__ import annotations

import asyncio
import math
from http import HTTPStatus
from typing import Any

import h11
import msgspec
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from benben.server import wire
from benben.server.limits import client_network
from benben.server.transport.traffic import TOO_MANY_SOCKETS, traffic_of


class HttpProtocol(H11Protocol):
    """The protocol of one connection, until it becomes a WebSocket."""

    def __init__(self, config: Config, *given: Any, **named: Any) -> None:
        super().__init__(config, *given, **named)
        self._traffic = traffic_of(config)
        self._limits = self._traffic.limits
        self._address = ""
        self._admitted = False
        self._slow: asyncio.TimerHandle | None = None  # runs while headers are expected
        self._unread: asyncio.TimerHandle | None = None  # runs while the client does not take its answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        proxies = getattr(self.config.loaded_app, "trusted_hosts", ())
        host = self.client[0] if self.client else ""
        self._address = "" if host in proxies else client_network(host)
        self._admitted = self._traffic.admit(self, self._address, len(self.connections))
        if self._admitted:
            transport.set_write_buffer_limits(high=0)  # to notice a client that takes nothing at all
            self._expect_headers()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._stop_unread()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._stop_slow()
        if self._admitted:
            self._admitted = False
            self._traffic.leave(self, self._address)

    # Reading

    def data_received(self, data: bytes) -> None:
        if not self._admitted:
            return
        super().data_received(data)
        if self._is_serving:
            self._stop_slow()
            self._traffic.stop_waiting(self, self._address)
        elif self._slow is None and self._admitted:
            self._expect_headers()

    @property
    def _is_serving(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._admitted and not self._is_serving:
            self._traffic.wait(self, self._address)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        wait = self._traffic.socket_delay(self._address, 0) if self._address else 0.0
        if wait:  # refused here already, since to make a socket takes ten times as long
            self._traffic.socket_delay(self._address)
            self.transport.write(_closing_answer(429, TOO_MANY_SOCKETS, wait))
            self.close_waiting()
            return
        self._leave()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        if self._address:
            self._traffic.request_delay(self._address, self._limits.unreadable_cost)
        super().send_400_response(msg)

    def _expect_headers(self) -> None:
        self._slow = self.loop.call_later(self._limits.header_seconds, self._give_up)

    def _stop_slow(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _give_up(self) -> None:
        """Close a connection whose headers did not come in time; with a sentence, if some of them did."""
        if self.conn.our_state is h11.IDLE and self.conn.trailing_data[0]:
            late = "The headers of the request came too slowly."
            self.transport.write(_closing_answer(408, late))
        self.close_waiting()

    def close_waiting(self) -> None:
        """Close the connection: no request is being answered."""
        self._leave()
        self._close()

    def timeout_keep_alive_handler(self) -> None:
        self._close()

    def _close(self) -> None:
        """Close the connection once the client has taken what was written, or takes nothing any more."""
        self._unset_keepalive_if_required()
        if not self.transport.is_closing():
            self.transport.close()

    # Writing

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_unread()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_unread()

    def _watch_unread(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self._limits.unread_seconds, self._check_unread, left)

    def _check_unread(self, before: int) -> None:
        if before - self.transport.get_write_buffer_size() < self._limits.unread_bytes:
            self.transport.abort()
        else:
            self._watch_unread()

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


def _closing_answer(status: int, sentence: str, wait: float = 0) -> bytes:
    """The last answer on a connection, written without the help of the libraries."""
    body = msgspec.json.encode(wire.Fault(sentence, ""))
    head = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "connection: close",
    ]
    if wait:
        head.append(f"retry-after: {math.ceil(wait)}")
    return "\r\n".join((*head, "", "")).encode() + body
