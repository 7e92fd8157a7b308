"""The application: REST under /api, the socket at /ws, the page everywhere else."""

from __future__ import annotations

import logging
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from benben.core.contract import Illegal, Millis, Unreadable
from benben.server import wire
from benben.server.http import openapi
from benben.server.http.api import Rest
from benben.server.http.metrics import Audience, Metrics
from benben.server.http.requests import Door, Refusal, answer
from benben.server.http.static_files import STATIC, Pages
from benben.server.http.stream import Stream
from benben.server.hub import IDLE, PATIENCE, Lobby
from benben.server.notify.turn_notifier import AWAY, PAUSES
from benben.server.storage.errors import StorageError
from benben.server.storage.store import Store
from benben.server.tables.commands.dispatch import in_full
from benben.server.transport import websocket as connection

HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; "
    "style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # the code of a private table stands in the address
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
GOODBYE = "The server stops. Your match is stored and goes on when it is back."

_log = logging.getLogger("benben")


class Settings(Struct, frozen=True):
    db: str  # a file or a URL
    pace: Millis = 900
    origins: tuple[str, ...] = ()  # besides its own, pages that may connect to the socket
    idle: float = IDLE
    patience: float = PATIENCE
    workers: int = 2
    warm: bool = True  # have the bots think once in the background
    static: Path = STATIC
    metrics: Audience = "local"  # who may read /metrics
    away: float = AWAY  # seconds until somebody who is not there is told by webhook
    pauses: tuple[float, ...] = PAUSES  # between the attempts
    local_hooks: bool = False  # webhooks may go to this machine and to private networks


def create(settings: Settings) -> Starlette:
    """The application. Its lobby is open between start-up and shut-down."""
    held: list[Lobby] = []

    def lobby() -> Lobby:
        return held[0]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = Store(settings.db)
        lobby = Lobby(
            store,
            settings.pace,
            settings.idle,
            settings.workers,
            settings.warm,
            settings.patience,
            settings.away,
            settings.pauses,
            settings.local_hooks,
        )
        held.append(lobby)
        app.state.lobby = held[0]
        await held[0].open()
        try:
            yield
        finally:
            await held[0].close(GOODBYE)
            held.clear()

    async def socket(websocket: WebSocket) -> None:
        await connection.connect(websocket, lobby(), settings.origins)

    async def nowhere(_: Request) -> Response:
        raise Refusal(404, "There is nothing at this address.")

    door = Door(lobby)
    api = [*openapi.routes(), *Rest(lobby, door).routes(), *Stream(lobby, door).routes()]
    anything = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    return Starlette(
        routes=[
            Mount("/api", app=Router(api, redirect_slashes=False)),
            Route("/api", nowhere, methods=anything),
            WebSocketRoute("/ws", socket),
            *Metrics(lobby, settings.metrics).routes(),
            Route("/{path:path}", Pages(door.is_table, settings.static).page, methods=["GET", "HEAD"]),
        ],
        lifespan=lifespan,
        middleware=[Middleware(Guard)],
        exception_handlers={
            Refusal: _refusal,
            Illegal: _illegal,
            Unreadable: _unreadable,
            StorageError: _unstored,
            HTTPException: _http,
        },
    )


class Guard:
    """Puts the safety headers on every answer, and stands between a surprise and the log.

    What a call held is not written down, only where it went wrong.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            await self.app(scope, receive, guarded)
        except Exception as fault:
            where = "".join(traceback.format_tb(fault.__traceback__))
            _log.error("%s\n%s", type(fault).__name__, where)
            if scope["type"] == "http" and not begun:
                sorry = _fault(500, "Something went wrong here. Nothing was changed.")
                await sorry(scope, receive, guarded)


def _fault(status: int, sentence: str, clause: str = "") -> Response:
    return answer(wire.Fault(sentence, clause), status)


async def _refusal(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Refusal)
    _log.info("%s %d", request.method, fault.status)
    return _fault(fault.status, fault.sentence, fault.clause)


async def _illegal(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, Illegal)
    return _fault(409, fault.sentence, fault.clause)


async def _unreadable(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, Unreadable)
    return _fault(400, in_full(fault))


async def _unstored(_: Request, fault: Exception) -> Response:
    _log.warning("%s", fault)
    return _fault(503, "This could not be stored, so nothing was changed. Please try again.")


async def _http(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    known = {404: "There is nothing at this address.", 405: f"This address does not take {request.method}."}
    response = _fault(fault.status_code, known.get(fault.status_code, "That cannot be done."))
    response.headers.update(fault.headers or {})
    return response
