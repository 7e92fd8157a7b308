"""The stream: play over plain HTTP, for programs without a socket.

What happens comes line by line, messages are posted. The lines are the socket's own messages, a posted
message is judged where the socket's are, and the limits are the same. The token goes in the header, so a
stream needs no hello.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from benben.core.contract import Illegal
from benben.server import wire
from benben.server.counters import counters
from benben.server.http.requests import HttpError, RequestContext, caller_address
from benben.server.limits import TokenBuckets
from benben.server.settings import Limits
from benben.server.storage.errors import OutcomeUnknown, StorageError
from benben.server.storage.rows import Identity
from benben.server.tables.commands import dispatch
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Subscriber, encode_message
from benben.server.transport import message_reader, websocket

LINES = "application/x-ndjson"

_ANY_MESSAGE = cast("type[wire.FromClient]", wire.FromClient)
# Answered when a worker has thought about it.
_ADVICE = (wire.Hint, wire.Rate, wire.Focus, wire.Judge, wire.Meter)


class Stream:
    """The handlers of the two calls by which programs play."""

    def __init__(self, context: RequestContext) -> None:
        self._context, self._limits = context, context.limits
        self._buckets = TokenBuckets(context.limits.messages)  # by person, or by address
        self._asking: set[tuple[str, str]] = set()  # table and person, of those who wait for advice

    async def open_stream(self, request: Request) -> Response:
        """Everything that happens at a table, line by line."""
        member = await self._context.optional_member(request)
        room = await self._context.room(request)
        connections, there = self._context.hub.connections, caller_address(request)
        if connections[there] >= self._limits.connections_per_address:
            raise HttpError(429, "Too many connections from your address.")
        if request.method == "HEAD":
            return Response(None, 200, {"cache-control": "no-store"}, LINES)
        return StreamResponse(room, Subscriber(member, self._limits, there), connections, there, self._limits)

    async def handle_message(self, request: Request) -> Response:
        """The table's answer to one posted message."""
        member = await self._context.optional_member(request)
        room = await self._context.room(request)
        message = await self._context.body(request, _ANY_MESSAGE)
        at = room.schedule.now  # when the message has come whole: a slow body gains no time
        cost = 1 + message_reader.extra_cost(message, self._limits.pictures_per_message)
        await self._wait_for_turn(member.id if member else caller_address(request), cost)
        if isinstance(message, _ADVICE):
            return await self._advice(room, member, message, caller_address(request))
        asker = Subscriber(member, self._limits, caller_address(request))
        return await self._answer(room, asker, message, at)

    async def _advice(
        self, room: Room, member: Identity | None, message: wire.FromClient, address: str
    ) -> Response:
        """The table's answer to a call for advice. A person may wait for one at a time, as on a socket."""
        who = (room.state.code, member.id if member else "")
        if who in self._asking:
            raise HttpError(429, "An answer to your last question is on its way.")
        self._asking.add(who)
        try:
            asker = Subscriber(member, self._limits, address)
            return await self._answer(room, asker, message, room.schedule.now)
        finally:
            self._asking.discard(who)

    async def _answer(
        self, room: Room, subscriber: Subscriber, message: wire.FromClient, at: int
    ) -> Response:
        """The table's answer to a message. A subscriber that has not joined the room gets nothing else."""
        try:
            began = time.perf_counter()
            await room.run(partial(dispatch.handle_message, room, subscriber, message, at))
            counters.messages.add(time.perf_counter() - began)
            async with asyncio.timeout(self._limits.advice_seconds):
                answer = await subscriber.outbox.get()
        except Illegal as fault:
            subscriber.was_refused = True
            answer = encode_message(
                wire.Refused(getattr(message, "id", ""), fault.clause, fault.sentence, None)
            )
        except TimeoutError:
            raise HttpError(503, "There is no answer just now. Please try again.") from None
        assert answer is not None
        if subscriber.closed:
            raise OutcomeUnknown
        status = 409 if subscriber.was_refused else 200
        return Response(answer, status, {"cache-control": "no-store"}, "application/json")

    async def _wait_for_turn(self, who: str, cost: float) -> None:
        """Delay a caller who sends too much, as on a socket; HttpError 429 if the delay would be too long."""
        bucket = self._buckets.of(who)
        wait = bucket.wait(cost)
        if wait > self._limits.message_delay_seconds:
            bucket.wait(-cost)  # a refused message costs nothing
            raise HttpError(429, "Too many messages. Please wait a moment.")
        await asyncio.sleep(wait)


class StreamResponse(Response):
    """One message a line, until the client goes, the room ends, or the client no longer takes any."""

    def __init__(
        self, room: Room, subscriber: Subscriber, connections: Counter[str], address: str, limits: Limits
    ) -> None:
        super().__init__(None, 200, {"cache-control": "no-store", "x-accel-buffering": "no"}, LINES)
        del self.headers["content-length"]
        self._room, self._subscriber = room, subscriber
        self._connections, self._address = connections, address
        self._heartbeat, self._closing = limits.stream_heartbeat_seconds, limits.closing_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        room, subscriber = self._room, self._subscriber
        self._connections[self._address] += 1
        try:
            try:
                await room.run(partial(dispatch.join_room, room, subscriber))
                await self._serve(receive, send)
            finally:
                with suppress(StorageError):  # the room is gone already
                    await room.run(partial(dispatch.leave_room, room, subscriber))
        finally:
            self._connections[self._address] -= 1
            if not self._connections[self._address]:
                del self._connections[self._address]

    async def _serve(self, receive: Receive, send: Send) -> None:
        writer = asyncio.create_task(self._write(send))
        gone = asyncio.create_task(_wait_for_disconnect(receive))
        self._subscriber.on_close = websocket.cancel_later(self._closing, writer)
        try:
            await asyncio.wait((writer, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._subscriber.closed = True
            for task in (writer, gone):
                task.cancel()
            await asyncio.gather(writer, gone, return_exceptions=True)

    async def _write(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        line: bytes | None = b""
        while line is not None:
            try:
                async with asyncio.timeout(self._heartbeat):
                    line = await self._subscriber.outbox.get()
            except TimeoutError:
                line = b""
            rest = b"" if line is None else line + b"\n"
            await send({"type": "http.response.body", "body": rest, "more_body": line is not None})
            self._subscriber.queued_bytes -= len(line or b"")


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
