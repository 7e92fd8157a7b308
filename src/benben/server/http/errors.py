"""Errors as responses: each becomes a Fault with a sentence. Also the safety headers of every response."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, ExceptionHandler, Message, Receive, Scope, Send

from benben.core.contract import Illegal, Unreadable
from benben.server import wire
from benben.server.http.requests import HttpError, caller_address, json_response
from benben.server.log_output import from_address
from benben.server.people.bans import ADDRESS_BANNED
from benben.server.storage.errors import OUTCOME_UNKNOWN, OutcomeUnknown, StorageError
from benben.server.storage.writer import HAS_STORED
from benben.server.tables.commands.dispatch import as_sentence
from benben.server.workers.pool import TooBusy
from benben.server.workers.worker_process import WorkerRefusal

SAFETY_HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; "
    "style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # the address of a private table holds its code
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

_LOOK_FIRST = "Look before you try again; a message with an id is safe to send again."

_log = logging.getLogger("benben")


class SafetyHeaders:
    """Adds the safety headers to every answer, and answers an unexpected error with 500.

    The log gets the place of such an error, never the content of the call.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                MutableHeaders(scope=message).update(SAFETY_HEADERS)
            await send(message)

        try:
            await self.app(scope, receive, guarded)
        except Exception as fault:
            where = "".join(traceback.format_tb(fault.__traceback__))
            address = (scope.get("client") or ("",))[0]
            _log.error("%s\n%s", type(fault).__name__, where, extra=from_address(address))
            if scope["type"] == "http" and not begun:
                rest = _LOOK_FIRST if HAS_STORED.get() else "Nothing was changed."
                sorry = _fault(500, f"Something went wrong here. {rest}")
                await sorry(scope, receive, guarded)


class AddressFilter:
    """Answers calls from banned addresses with 403. Sockets check for themselves."""

    def __init__(self, app: ASGIApp, is_banned: Callable[[str], bool]) -> None:
        self.app, self._is_banned = app, is_banned

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = (scope.get("client") or ("",))[0]
        if scope["type"] == "http" and self._is_banned(address):
            await _fault(403, ADDRESS_BANNED)(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _fault(status: int, sentence: str, clause: str = "") -> Response:
    return json_response(wire.Fault(sentence, clause), status)


async def _on_http_error(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HttpError)
    _log.info("%s %d", request.method, fault.status, extra=from_address(caller_address(request)))
    return _fault(fault.status, fault.sentence, fault.clause)


async def _on_illegal(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, Illegal)
    return _fault(409, fault.sentence, fault.clause)


async def _on_unreadable(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, Unreadable)
    return _fault(400, as_sentence(fault))


async def _on_storage_error(request: Request, fault: Exception) -> Response:
    _log.warning("%s", fault, extra=from_address(caller_address(request)))
    if isinstance(fault, OutcomeUnknown) or HAS_STORED.get():
        return _fault(503, f"{OUTCOME_UNKNOWN} {_LOOK_FIRST}")
    return _fault(503, "This could not be stored, so nothing was changed. Please try again.")


async def _on_worker_refusal(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, WorkerRefusal)
    _log.info("%s %s", request.method, type(fault).__name__, extra=from_address(caller_address(request)))
    return _fault(429 if isinstance(fault, TooBusy) else 503, fault.sentence)


async def _on_framework_error(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    known = {404: "There is nothing at this address.", 405: f"This address does not take {request.method}."}
    response = _fault(fault.status_code, known.get(fault.status_code, "That cannot be done."))
    response.headers.update(fault.headers or {})
    return response


HANDLERS: dict[type[Exception], ExceptionHandler] = {
    HttpError: _on_http_error,
    Illegal: _on_illegal,
    Unreadable: _on_unreadable,
    StorageError: _on_storage_error,
    WorkerRefusal: _on_worker_refusal,
    HTTPException: _on_framework_error,
}
