"""The application: REST under /api, the socket at /ws, the page everywhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router, WebSocketRoute
from starlette.websockets import WebSocket

from benben.server.http.api import Api
from benben.server.http.errors import HANDLERS, AddressFilter, SafetyHeaders
from benben.server.http.metrics import Metrics
from benben.server.http.request_limit import RequestLimit
from benben.server.http.requests import HttpError, RequestContext
from benben.server.http.routes import routes
from benben.server.http.static_files import StaticFiles
from benben.server.hub import Hub
from benben.server.settings import Settings
from benben.server.transport import websocket
from benben.server.transport.traffic import Traffic

GOODBYE = "The server stops. Your match is stored and goes on when it is back."


def create(settings: Settings) -> Starlette:
    """Make the application. Its hub is at `app.state.hub` between start-up and shut-down.

    `app.state.traffic` counts for the protocols of connections what every address sends.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.hub = Hub(settings)
        await hub().open()
        try:
            yield
        finally:
            await hub().close(GOODBYE)

    def hub() -> Hub:
        found = app.state.hub
        assert isinstance(found, Hub)
        return found

    async def socket(connection: WebSocket) -> None:
        await websocket.connect(connection, hub())

    async def nowhere(_: Request) -> Response:
        raise HttpError(404, "There is nothing at this address.")

    context, traffic = RequestContext(hub, settings.limits), Traffic(settings.limits)
    api = Api(context)
    any_method = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    app = Starlette(
        routes=[
            Mount("/api", app=Router(routes(api), redirect_slashes=False)),
            Route("/api", nowhere, methods=any_method),
            WebSocketRoute("/ws", socket),
            *Metrics(hub, settings).routes(),
            Route(
                "/{path:path}", StaticFiles(context.is_table, settings.static).serve, methods=["GET", "HEAD"]
            ),
        ],
        lifespan=lifespan,
        middleware=[
            Middleware(SafetyHeaders),
            Middleware(RequestLimit, traffic=traffic),
            Middleware(AddressFilter, is_banned=lambda a: hub().bans.has_address(a)),
        ],
        exception_handlers=HANDLERS,
    )
    app.state.traffic = traffic
    return app
