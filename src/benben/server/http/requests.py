"""What every call over HTTP goes through: who asks, for which table, how often, and with what body."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from benben.server.hub import Lobby
from benben.server.limits import Buckets
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import Identity
from benben.server.tables import log_sync
from benben.server.tables.codes import tidy
from benben.server.tables.room import Room
from benben.server.transport.message_reader import UNREADABLE

LARGEST = 64 * 1024  # bytes of a body
SLOWEST = 30.0  # seconds that a body may take
BURST, RATE = 300, 5  # calls that change something, by one address: at once, and a second

Body = TypeVar("Body")
_encoder = msgspec.json.Encoder()


class Refusal(Exception):
    def __init__(self, status: int, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.clause = status, sentence, clause


def answer(value: Any, status: int = 200) -> Response:
    return Response(_encoder.encode(value), status, {"cache-control": "no-store"}, "application/json")


class Door:
    def __init__(self, lobby: Callable[[], Lobby]) -> None:
        self._lobby = lobby
        self._buckets = Buckets()

    async def member(self, request: Request) -> Identity:
        member = await self.maybe_member(request)
        if member is None:
            raise Refusal(401, "Take a name first: this needs the token of a guest.")
        return member

    async def owner(self, request: Request) -> Identity:
        """Keys and webhooks are for people, not for the programs that play for them."""
        member = await self.member(request)
        if member.kind != "device":
            raise Refusal(409, "This is for a device of yours, not for the key of a program.", "people")
        return member

    async def maybe_member(self, request: Request) -> Identity | None:
        if request.headers.get("authorization") is None:
            return None
        token = bearer(request)
        member = await self._lobby().people.identify(token) if token else None
        if member is None:
            self.spend(request, 2)
            raise Refusal(401, "This token is not known here.")
        return member

    async def room(self, request: Request, code: str | None = None) -> Room:
        room = await self._lobby().room(code or tidy(request.path_params["code"]))
        if room is None:
            self.spend(request, 2)  # nobody guesses codes at leisure
            raise Refusal(404, "There is no such table.")
        if room.lobby.herald:  # whoever was answered by another process finds here what came of it
            await room.do(partial(log_sync.outdated, room))
        return room

    async def is_table(self, request: Request, code: str) -> bool:
        """Is there such a table? Where that cannot be said now, the caller may go on as if there were."""
        if not tidy(code):
            return False
        try:
            await self.room(request, tidy(code))
        except Refusal as refusal:
            return refusal.status != 404
        except StorageError:
            pass
        return True

    def spend(self, request: Request, cost: float = 1) -> None:
        if not self._buckets.of(address(request), BURST, RATE).allows(cost):
            raise Refusal(429, "Too many calls from your address. Please wait a moment.")


def address(request: Request) -> str:
    return request.client.host if request.client else ""


def bearer(request: Request) -> str:
    """The token that came along; empty if none did."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def read(request: Request, largest: int = LARGEST) -> bytes:
    parts, size = [], 0
    try:
        async with asyncio.timeout(SLOWEST):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise Refusal(413, f"A body may have {largest:,} bytes at most.")
                parts.append(part)
    except TimeoutError:
        raise Refusal(408, "The body came too slowly.") from None
    except ClientDisconnect:
        raise Refusal(400, "The call was broken off.") from None
    return b"".join(parts)


async def body(request: Request, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(await read(request), type=kind)
    except UNREADABLE as fault:
        raise Refusal(400, f"That cannot be read: {fault}.") from None
