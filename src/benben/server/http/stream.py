"""Play over plain HTTP, for programs without a socket: what happens comes line by line, messages are posted.

The lines are the socket's own messages, a message is judged where the socket's are, and the limits are the
same. The token goes in the header, so a stream needs no hello.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from benben.core.contract import Illegal
from benben.server import wire
from benben.server.counters import meter
from benben.server.http.requests import Door, Refusal, address, body
from benben.server.hub import Lobby
from benben.server.limits import Buckets
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import Identity
from benben.server.tables.commands import dispatch
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Listener, encoded
from benben.server.transport import message_reader, websocket

BEAT = 15.0  # seconds between two empty lines, so that both ends know the line is alive
PATIENCE = 5.0  # seconds that a message may be held back; whoever sends still more is refused
ADVICE = 60.0  # seconds until a hint or a rating is given up
LINES = "application/x-ndjson"
REFUSED = b'{"type":"refused"'  # how such a message begins

_ANY = cast("type[wire.FromClient]", wire.FromClient)


class Stream:
    def __init__(self, lobby: Callable[[], Lobby], door: Door) -> None:
        self._lobby, self._door = lobby, door
        self._buckets = Buckets()  # by person, or by address
        self._asking: set[tuple[str, str]] = set()  # table and person, who wait for advice

    def routes(self) -> list[Route]:
        """Paths of /api."""
        return [
            Route("/tables/{code}/stream", self.stream, methods=["GET"]),
            Route("/tables/{code}/messages", self.message, methods=["POST"]),
        ]

    async def stream(self, request: Request) -> Response:
        member = await self._door.maybe_member(request)
        room = await self._door.room(request)
        sockets, there = self._lobby().sockets, address(request)
        if sockets[there] >= websocket.SOCKETS:
            raise Refusal(429, "Too many connections from your address.")
        if request.method == "HEAD":
            return Response(None, 200, {"cache-control": "no-store"}, LINES)
        return Lines(room, Listener(member), sockets, there)

    async def message(self, request: Request) -> Response:
        member = await self._door.maybe_member(request)
        room = await self._door.room(request)
        message = await body(request, _ANY)
        at = room.now  # not before it has come whole: nobody acts with a foot in the door
        await self._wait(member.id if member else address(request), 1 + message_reader.surcharge(message))
        if isinstance(message, wire.Hint | wire.Rate):
            return await self._advice(room, member, message)
        return await self._told(room, member, message, at)

    async def _advice(self, room: Room, member: Identity | None, message: wire.Hint | wire.Rate) -> Response:
        """One at a time for a person, as at a socket."""
        who = (room.desk.code, member.id if member else "")
        if who in self._asking:
            raise Refusal(429, "An answer to your last question is on its way.")
        self._asking.add(who)
        try:
            return await self._told(room, member, message, room.now)
        finally:
            self._asking.discard(who)

    async def _told(self, room: Room, member: Identity | None, message: wire.FromClient, at: int) -> Response:
        """What the table answers. A listener that nobody else tells anything gets only that."""
        listener = Listener(member)
        try:
            began = time.perf_counter()
            await room.do(partial(dispatch.hear, room, listener, message, at))
            meter.messages.add(time.perf_counter() - began)
            async with asyncio.timeout(ADVICE):
                told = await listener.outbox.get()
        except Illegal as fault:
            told = encoded(wire.Refused(getattr(message, "id", ""), fault.clause, fault.sentence, None))
        except TimeoutError:
            raise Refusal(503, "There is no answer just now. Please try again.") from None
        assert told is not None
        status = 409 if told.startswith(REFUSED) else 200
        return Response(told, status, {"cache-control": "no-store"}, "application/json")

    async def _wait(self, who: str, cost: float) -> None:
        """Who sends too much is heard more slowly, as at a socket, and after that refused."""
        bucket = self._buckets.of(who, message_reader.BURST, message_reader.RATE)
        wait = bucket.wait(cost)
        if wait > PATIENCE:
            bucket.wait(-cost)  # it was not heard, so it costs nothing
            raise Refusal(429, "Too many messages. Please wait a moment.")
        await asyncio.sleep(wait)


class Lines(Response):
    """One message a line, until the client goes, the room ends, or the client no longer takes any."""

    def __init__(self, room: Room, listener: Listener, sockets: Counter[str], address: str) -> None:
        super().__init__(None, 200, {"cache-control": "no-store", "x-accel-buffering": "no"}, LINES)
        del self.headers["content-length"]
        self._room, self._listener = room, listener
        self._sockets, self._address = sockets, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        room, listener = self._room, self._listener
        self._sockets[self._address] += 1
        try:
            try:
                await room.do(partial(dispatch.join, room, listener))
                await self._attend(receive, send)
            finally:
                with suppress(StorageError):  # the room is gone already
                    await room.do(partial(dispatch.leave, room, listener))
        finally:
            self._sockets[self._address] -= 1
            if not self._sockets[self._address]:
                del self._sockets[self._address]

    async def _attend(self, receive: Receive, send: Send) -> None:
        writer = asyncio.create_task(self._write(send))
        gone = asyncio.create_task(_gone(receive))
        self._listener.on_close = websocket.after_grace(writer)
        try:
            await asyncio.wait((writer, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._listener.closed = True
            for task in (writer, gone):
                task.cancel()
            await asyncio.gather(writer, gone, return_exceptions=True)

    async def _write(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        line: bytes | None = b""
        while line is not None:
            try:
                async with asyncio.timeout(BEAT):
                    line = await self._listener.outbox.get()
            except TimeoutError:
                line = b""
            rest = b"" if line is None else line + b"\n"
            await send({"type": "http.response.body", "body": rest, "more_body": line is not None})
            self._listener.weight -= len(line or b"")


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
