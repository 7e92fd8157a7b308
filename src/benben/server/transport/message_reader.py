"""The reader of one connection's messages: decodes them, limits their rate, and passes them to the room."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from functools import partial

import msgspec

from benben.core.contract import Illegal, Millis
from benben.server import wire
from benben.server.counters import counters
from benben.server.limits import TokenBucket
from benben.server.settings import Limits
from benben.server.storage.errors import OUTCOME_UNKNOWN, OutcomeUnknown, StorageError
from benben.server.tables.commands import dispatch
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Subscriber
from benben.server.transport.frames import Frames

DECODE_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what decoding JSON may raise

decode = msgspec.json.Decoder(wire.FromClient).decode


class _WithId(msgspec.Struct):
    id: str = ""


class ConnectionEnded(Exception):
    """The connection is to be closed; the sentence says why."""

    def __init__(self, sentence: str, code: int = 1008) -> None:
        super().__init__(sentence)
        self.code = code


def extra_cost(message: wire.FromClient, pictures_per_message: int) -> float:
    """What a message costs beyond 1, by the rate limit: many pictures take long to draw."""
    return message.many / pictures_per_message if isinstance(message, wire.Look) else 0.0


class MessageReader:
    """Gives the messages of one connection to its room, each when the one before it is answered."""

    def __init__(self, room: Room, subscriber: Subscriber, frames: Frames | None, limits: Limits) -> None:
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # with the reason
        self._room, self._subscriber, self._frames = room, subscriber, frames
        self._bucket, self._unreadable = TokenBucket(limits.messages), 0
        self._most_unreadable, self._most_waiting = limits.unreadable_messages, limits.unanswered_messages
        self._pictures_per_message = limits.pictures_per_message
        self._waiting: deque[tuple[str | bytes, Millis]] = deque()  # each with the match time of its arrival
        self._busy = False  # the room has a message that is not answered
        self._message: wire.FromClient | None = None  # the message that the room has
        self._began = 0.0  # when the room got it, by the performance counter
        self._free: asyncio.Future[None] | None = None

    def receive(self, text: str | bytes) -> None:
        """Take a message that has arrived; it may wait for those before it."""
        self._subscriber.received += 1
        self._waiting.append((text, self._room.schedule.now))
        if not self._busy:
            self._handle_waiting()
        elif self._frames and len(self._waiting) >= self._most_waiting:
            self._frames.pause(True)

    async def wait_until_free(self) -> None:
        """Return when all messages are answered."""
        while self._busy:
            self._free = asyncio.get_running_loop().create_future()
            await self._free

    def end(self) -> None:
        """Drop what still waits: the connection is closed."""
        self._waiting.clear()
        self._busy = True  # nothing more is given to the room
        if not self.ended.done():
            self.ended.cancel()

    def _handle_waiting(self) -> None:
        """Give the messages that wait to the room, until one is not answered yet."""
        while self._waiting and not self._busy:
            text, at = self._waiting.popleft()
            wait = self._bucket.wait()
            if wait:
                self._busy = True
                asyncio.get_running_loop().call_later(wait, self._handle_late, text, at)
            else:
                self._handle(text, at)
        if not self._busy:
            if self._free and not self._free.done():
                self._free.set_result(None)
            if self._frames:
                self._frames.pause(False)

    def _handle_late(self, text: str | bytes, at: Millis) -> None:
        if not self.ended.done():
            self._busy = False
            self._handle(text, at)
            self._handle_waiting()

    def _handle(self, text: str | bytes, at: Millis) -> None:
        if self._subscriber.closed:  # the client may not have read the close yet
            return
        try:
            message = decode(text)
        except DECODE_ERRORS as fault:
            self._unreadable += 1
            if self._unreadable >= self._most_unreadable:
                self._busy = True
                self.ended.set_exception(ConnectionEnded("Too many messages could not be read."))
            else:
                sentence = f"That cannot be read: {fault}."
                self._subscriber.send(wire.Refused(_message_id(text), "message", sentence, None))
            return
        if isinstance(message, wire.Ping):
            self._subscriber.send(wire.Pong(message.sent, at))
            return
        if isinstance(message, wire.Look):
            self._bucket.wait(extra_cost(message, self._pictures_per_message))
        self._busy, self._message, self._began = True, message, time.perf_counter()
        if not dispatch.handle_inline(self._room, self._subscriber, message, at, self):
            self._room.enqueue(
                partial(dispatch.handle_message, self._room, self._subscriber, message, at), self
            )

    # The room's answer to the message that it has

    def done(self) -> bool:
        return not self._busy

    def set_result(self, _: None, /) -> None:
        counters.messages.add(time.perf_counter() - self._began)
        if not self.ended.done():
            self._busy = False
            self._handle_waiting()

    def set_exception(self, fault: Exception, /) -> None:
        if isinstance(fault, OutcomeUnknown):
            self._subscriber.close(f"{OUTCOME_UNKNOWN} It is safe to send it again.")
        else:
            sentence = fault.sentence if isinstance(fault, Illegal | StorageError) else str(fault)
            self._subscriber.send(wire.Refused(getattr(self._message, "id", ""), "table", sentence, None))
        self.set_result(None)


def _message_id(text: str | bytes) -> str:
    """The id of an unreadable message; empty if not even that can be read."""
    try:
        return msgspec.json.decode(text, type=_WithId).id[:40]
    except DECODE_ERRORS:
        return ""
