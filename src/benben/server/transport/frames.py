"""WebSocket frames: whole text frames are read and written without a queue or a task.

Nearly everything on a socket is a short text frame. Such frames are parsed and made here, and go straight to
and from the receiver of the connection: no queue, no task that wakes up, no copy. Everything else (the
handshake, pings, closes, messages in several frames, errors) is left to uvicorn and websockets, a frame at a
time. Once a client has sent a message in several frames, they handle all its messages, which keeps the order.
See decision 30.

Every read and every frame of any kind is counted, whoever handles it. A client that sends too much is closed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from benben.server.limits import TokenBucket, client_network
from benben.server.transport.traffic import traffic_of

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

FRAMES_EXTENSION = "benben.frames"  # under this name a connection finds the Frames it runs on

FLUSH_BYTES = 32 * 1024  # of frames that may wait for the end of a turn of the event loop

FLOOD = "Too much came on this connection. Please wait a moment."  # the reason of a close

_log = logging.getLogger("benben")

_OPEN = State.OPEN
_CREDIT = 64 * 1024  # bytes that may come until they are paid for, which takes a look at the clock
_FLOOD_SECONDS = 1.0  # that a client has to read why it is closed
_TEXT = 0x81  # the first byte of a whole text frame
_CONTROL = (0x88, 0x89, 0x8A)  # of a close, a ping and a pong


class Frames(WebSocketsSansIOProtocol):
    """The protocol of one connection."""

    receiver: Callable[[str], None] | None = None  # gets each message; None: messages wait in the queue

    def __init__(self, config: Config, *given: Any, **named: Any) -> None:
        super().__init__(config, *given, **named)
        self._partial = b""  # the beginning of a frame whose end has not arrived, or frames that wait
        self._by_library = False  # all further messages are left to uvicorn
        self._paused = False  # reading is paused by the receiver
        self._slowed = False  # reading is paused since the address has sent too much
        self._flooded = False  # the client has sent too much and is not read any more
        self._held = True  # one of these three, or the handshake is not complete
        self._out: list[bytes] = []  # frames of this turn of the event loop, written together at its end
        self._size = 0  # bytes of those frames
        self._full = False  # the transport takes no more for now
        self._traffic = traffic_of(config)
        limits = self._traffic.limits
        self._bucket = TokenBucket(limits.socket_bytes)
        self._frame_cost, self._read_cost = limits.frame_bytes, limits.read_bytes
        self._credit = _CREDIT  # what may come until it is paid for
        self._unread: asyncio.TimerHandle | None = None  # runs while the client takes nothing

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][FRAMES_EXTENSION] = {"frames": self}

    # Reading

    def attach(self, receiver: Callable[[str], None]) -> None:
        """Give whole text frames to `receiver` from now on, unless earlier messages wait in the queue."""
        self.receiver = receiver
        self._by_library = self._by_library or not self.queue.empty()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._credit -= len(data) + self._read_cost
        if self._credit < 0:
            self._pay()
        if self._partial or self._held or not 6 <= len(data) < 132 or data[1] != 0x80 + len(data) - 6:
            self._partial = self._partial + data if self._partial else data
            self._split()
        else:  # one short frame and nothing else, as nearly always
            self._handle_frame(data, 0, 6, len(data))
        if self._full or self._held:
            self._set_reading(False)

    def _split(self) -> None:
        """Handle the frames that have arrived whole."""
        buffer, at = self._partial, 0
        while not (self._held or self.read_paused) and (found := _frame_span(buffer, at)) is not None:
            start, end = found
            if end - start > self.config.ws_max_size:
                super().data_received(buffer[at:])  # the library refuses it as soon as it has read the head
                end = len(buffer)
            elif end > len(buffer):
                break
            else:
                self._handle_frame(buffer, at, start, end)
            at = end
        self._partial = b"" if self._flooded else buffer[at:]

    def _handle_frame(self, buffer: bytes, at: int, start: int, end: int) -> None:
        """Give one whole frame to the receiver, or to the library."""
        self._credit -= self._frame_cost
        if self._credit < 0:
            self._pay()
            if self._flooded:
                return
        receiver = None if self._by_library or self.close_sent else self.receiver
        if receiver and buffer[at] == _TEXT and buffer[at + 1] >= 0x80:
            try:
                text = apply_mask(buffer[start:end], buffer[start - 4 : start]).decode()
            except UnicodeDecodeError:
                pass  # the library knows what to answer
            else:
                receiver(text)
                return
        if buffer[at] not in _CONTROL and self.receiver:
            self._by_library = True
        super().data_received(buffer[at:end])

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._go_on()
        return message

    def pause(self, paused: bool) -> None:
        """Pause reading from the client, or resume it."""
        if paused != self._paused and not self.transport.is_closing():
            self._paused = paused
            self._go_on()

    def _go_on(self) -> None:
        """Handle what waits and resume reading, unless there is still a reason to pause; then pause."""
        self._held = self._paused or self._slowed or self._flooded or not self.handshake_complete
        if not self._held and self._partial:
            self._split()
        self._set_reading(not self._held)

    # Too much

    def _pay(self) -> None:
        """Charge what has come to the connection and to its address: the one is closed, the other slowed."""
        used, self._credit = _CREDIT - self._credit, _CREDIT
        client = self.scope["client"]
        address = client_network(client[0]) if client else ""
        if self._bucket.wait(used):
            self._close_flood(address)
        elif not self._slowed and (wait := self._traffic.bytes_delay(address, used)):
            self._slowed = True
            self._go_on()
            self.loop.call_later(wait, self._end_slowness)

    def _end_slowness(self) -> None:
        self._slowed = False
        self._go_on()

    def _close_flood(self, address: str) -> None:
        """Close the connection with a sentence. Nothing more is read, and it is cut after a moment."""
        if self._flooded:
            return
        self._flooded = True
        self._go_on()
        self._traffic.charge_flood(address)
        _log.info("socket closed: %s", FLOOD)
        if self.conn.state is _OPEN and not self.transport.is_closing():
            self._flush()
            self.conn.send_close(1008, FLOOD)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008, "reason": FLOOD})
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(_FLOOD_SECONDS, self.transport.abort)

    def _set_reading(self, on: bool) -> None:
        """Resume reading, unless there is still a reason to pause, or pause it."""
        on = on and not (self._full or self._held or self.read_paused)
        if on == self.transport.is_reading() or self.transport.is_closing():
            return
        if on:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    # Writing

    def send_direct(self, message: bytes) -> bool:
        """Send a text frame in this turn of the event loop; False if it must wait, or the client is gone."""
        if self._full or self.disconnected or self.conn.state is not _OPEN:
            return False
        size = len(message)
        if size < 126:
            head = bytes((_TEXT, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        if not self._out:
            self.loop.call_soon(self._flush)
        self._out += (head, message)
        self._size += size
        if self._size > FLUSH_BYTES:
            self._flush()
        return True

    def _flush(self) -> None:
        if self._out:
            whole = b"".join(self._out)
            self._out.clear()
            self._size = 0
            if not self.transport.is_closing():  # else nobody is there to read it
                self.transport.write(whole)

    def pause_writing(self) -> None:
        self._full = True
        super().pause_writing()
        self._set_reading(False)  # not read from a client that takes nothing: answers to pings would pile up
        self._watch_unread()

    def resume_writing(self) -> None:
        self._full = False
        super().resume_writing()
        self._set_reading(True)
        self._stop_unread()

    def _watch_unread(self) -> None:
        """Cut the connection if the client takes nothing for too long, even if it is being closed."""
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self._traffic.limits.unread_seconds, self._check_unread, left)

    def _check_unread(self, before: int) -> None:
        if self.transport.get_write_buffer_size() >= before:
            self.transport.abort()
        else:
            self._watch_unread()

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    async def send(self, message: Any) -> None:
        self._flush()
        await super().send(message)
        if message["type"] != "websocket.send":  # frames may have waited for the handshake, or for the close
            self._go_on()
        if message["type"] == "websocket.close":
            self._cut_later()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_later()

    def _cut_later(self) -> None:
        """Cut a connection that is being closed, if the client does not take what was written."""
        self.loop.call_later(self._traffic.limits.unread_seconds, self.transport.abort)

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_unread()
        super().connection_lost(exc)


def _frame_span(buffer: bytes, at: int) -> tuple[int, int] | None:
    """Where the body of the frame at this place begins and ends; None until its head has arrived."""
    head = len(buffer) - at
    if head < 2:
        return None
    size, start = buffer[at + 1] & 0x7F, at + 2
    if size >= 126:
        start += 2 if size == 126 else 8
        size = int.from_bytes(buffer[at + 2 : start], "big")
    if buffer[at + 1] & 0x80:
        start += 4
    return (start, start + size) if len(buffer) >= start else None
