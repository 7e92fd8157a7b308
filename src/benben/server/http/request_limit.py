"""The limit for requests of any kind: beyond a generous rate an address is refused, with a sentence."""

from __future__ import annotations

import asyncio
import ipaddress
import math

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from benben.server import wire
from benben.server.http.requests import caller_address, json_response
from benben.server.transport.traffic import TOO_MANY_SOCKETS, Traffic

QUERY_COST = 4.0  # of a call that only reads: it takes four times as long as a file
PLAIN_COST = 1.0  # of a file, and of a call that changes something, which has a limit of its own
NOT_MODIFIED_COST = 0.5  # of a file that the client has already


class RequestLimit:
    """Charges every request and every new socket to the address of its client."""

    def __init__(self, app: ASGIApp, traffic: Traffic) -> None:
        self._app, self._traffic = app, traffic

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = caller_address(HTTPConnection(scope))
        if self._has_large_head(scope):
            await _refuse(
                431, "The headers of the request are too many or too long.", 0, scope, receive, send
            )
        elif scope["type"] == "websocket":
            wait = self._traffic.socket_delay(address)
            if wait:
                await _refuse(429, TOO_MANY_SOCKETS, wait, scope, receive, send)
            else:
                await self._app(scope, receive, send)
        else:
            await self._handle_request(address, scope, receive, send)

    def _has_large_head(self, scope: Scope) -> bool:
        limits, headers = self._traffic.limits, scope["headers"]
        size = sum(len(name) + len(value) for name, value in headers)
        return len(headers) > limits.headers or size > limits.header_bytes

    async def _handle_request(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, unless its address has sent too many."""
        is_query = scope["path"].startswith("/api/") and scope["method"] in ("GET", "HEAD")
        cost = QUERY_COST if is_query else PLAIN_COST

        async def note_status(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 304:
                self._traffic.request_delay(address, NOT_MODIFIED_COST - cost)
            await send(message)

        wait = self._traffic.request_delay(address, cost)
        if _is_own_health_check(scope):
            await self._app(scope, receive, send)
        elif not wait:
            if pause := self._traffic.prompt_delay(address, cost):
                await asyncio.sleep(pause)
            await self._app(scope, receive, note_status)
        else:
            close = wait > self._traffic.limits.told_seconds
            sentence = "Too many requests from your address. Please wait a moment."
            await _refuse(429, sentence, wait, scope, receive, send, close)


async def _refuse(
    status: int, sentence: str, wait: float, scope: Scope, receive: Receive, send: Send, close: bool = False
) -> None:
    answer = json_response(wire.Fault(sentence, ""), status)
    if wait:
        answer.headers["retry-after"] = f"{math.ceil(wait)}"
    if close:
        answer.headers["connection"] = "close"
    await answer(scope, receive, send)


def _is_own_health_check(scope: Scope) -> bool:
    """Whether somebody on this machine asks for /health: who is refused would restart the server."""
    client = scope.get("client")
    if scope["path"] != "/health" or not client:
        return False
    try:
        return ipaddress.ip_address(client[0]).is_loopback
    except ValueError:
        return False
