"""What one connection says, message by message: checked before it is heard."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from functools import partial

import msgspec

from benben.core.contract import Illegal, Millis
from benben.server import wire
from benben.server.counters import meter
from benben.server.limits import Bucket
from benben.server.tables.commands import dispatch
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Listener
from benben.server.transport.frames import Frames

STRIKES = 10  # unreadable messages until the connection is ended
WAITING = 8  # messages of one connection that wait for their turn, until no more are read
BURST, RATE = 60, 20  # messages at once, and a second; who sends more is read more slowly
PICTURES = 16  # of the past that cost as much as another message

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what a reader of JSON may raise

decode = msgspec.json.Decoder(wire.FromClient).decode


class _Marked(msgspec.Struct):
    id: str = ""


class Ended(Exception):
    """The connection is over; the sentence says why."""

    def __init__(self, sentence: str, code: int = 1008) -> None:
        super().__init__(sentence)
        self.code = code


def surcharge(message: wire.FromClient) -> float:
    """What it costs besides being a message: many pictures take long to draw."""
    return message.many / PICTURES if isinstance(message, wire.Look) else 0.0


class Reader:
    """The messages of one connection, each heard when the one before it is answered."""

    def __init__(self, room: Room, listener: Listener, frames: Frames | None) -> None:
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # with the reason
        self._room, self._listener, self._frames = room, listener, frames
        self._bucket, self._strikes = Bucket(BURST, RATE), 0
        self._waiting: deque[tuple[str | bytes, Millis]] = deque()  # with the moment it came
        self._busy = False  # one is being heard
        self._message: wire.FromClient | None = None  # that one
        self._began = 0.0  # when
        self._free: asyncio.Future[None] | None = None

    def take(self, text: str | bytes) -> None:
        self._listener.heard += 1
        self._waiting.append((text, self._room.now))
        if not self._busy:
            self._next()
        elif self._frames and len(self._waiting) >= WAITING:
            self._frames.hold(True)

    async def free(self) -> None:
        """Returns when all that was taken is answered."""
        while self._busy:
            self._free = asyncio.get_running_loop().create_future()
            await self._free

    def end(self) -> None:
        self._waiting.clear()
        self._busy = True  # nothing more is heard
        if not self.ended.done():
            self.ended.cancel()

    def _next(self) -> None:
        while self._waiting and not self._busy:
            text, at = self._waiting.popleft()
            wait = self._bucket.wait()
            if wait:
                self._busy = True
                asyncio.get_running_loop().call_later(wait, self._late, text, at)
            else:
                self._hear(text, at)
        if not self._busy:
            if self._free and not self._free.done():
                self._free.set_result(None)
            if self._frames:
                self._frames.hold(False)

    def _late(self, text: str | bytes, at: Millis) -> None:
        if not self.ended.done():
            self._busy = False
            self._hear(text, at)
            self._next()

    def _hear(self, text: str | bytes, at: Millis) -> None:
        if self._listener.closed:  # sent away, though its client may not take the goodbye
            return
        try:
            message = decode(text)
        except UNREADABLE as fault:
            self._strikes += 1
            if self._strikes >= STRIKES:
                self._busy = True
                self.ended.set_exception(Ended("Too many messages could not be read."))
            else:
                sentence = f"That cannot be read: {fault}."
                self._listener.send(wire.Refused(_id(text), "message", sentence, None))
            return
        if isinstance(message, wire.Ping):
            self._listener.send(wire.Pong(message.sent, at))
            return
        if isinstance(message, wire.Look):
            self._bucket.wait(surcharge(message))
        self._busy, self._message, self._began = True, message, time.perf_counter()
        if not dispatch.hear_at_once(self._room, self._listener, message, at, self):
            self._room.put(partial(dispatch.hear, self._room, self._listener, message, at), self)

    # The room's answer to the message that is being heard

    def done(self) -> bool:
        return not self._busy

    def set_result(self, _: None, /) -> None:
        meter.messages.add(time.perf_counter() - self._began)
        if not self.ended.done():
            self._busy = False
            self._next()

    def set_exception(self, fault: Exception, /) -> None:
        sentence = fault.sentence if isinstance(fault, Illegal) else str(fault)
        self._listener.send(wire.Refused(getattr(self._message, "id", ""), "table", sentence, None))
        self.set_result(None)


def _id(text: str | bytes) -> str:
    """The id of a message that cannot be read, if that much can be."""
    try:
        return msgspec.json.decode(text, type=_Marked).id[:40]
    except UNREADABLE:
        return ""
