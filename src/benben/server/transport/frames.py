"""WebSocket frames: whole text frames are read and written without a queue or a task.

Nearly everything on a socket is a short text frame. Such frames are parsed and made here, and go straight to
and from the receiver of the connection: no queue, no task that wakes up, no copy. Everything else (the
handshake, pings, closes, messages in several frames, errors) is left to uvicorn and websockets. Once a client
has sent a message in several frames, they handle all its messages, which keeps the order. See decision 30.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

FRAMES_EXTENSION = "benben.frames"  # under this name a connection finds the Frames it runs on

FLUSH_BYTES = 32 * 1024  # of frames that may wait for the end of a turn of the event loop

_OPEN = State.OPEN
_TEXT = 0x81  # the first byte of a whole text frame
_CONTROL = (0x88, 0x89, 0x8A)  # of a close, a ping and a pong


class Frames(WebSocketsSansIOProtocol):
    """The protocol of one connection."""

    receiver: Callable[[str], None] | None = None  # gets each message; None: messages wait in the queue

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._partial = b""  # the beginning of a frame whose end has not arrived
        self._by_library = False  # all further bytes are left to uvicorn
        self._paused = False  # reading is paused by the receiver
        self._out: list[bytes] = []  # frames of this turn of the event loop, written together at its end
        self._size = 0  # bytes of those frames
        self._full = False  # the transport takes no more for now

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][FRAMES_EXTENSION] = {"frames": self}

    # Reading

    def attach(self, receiver: Callable[[str], None]) -> None:
        """Give whole text frames to `receiver` from now on, unless earlier messages wait in the queue."""
        self.receiver = receiver
        if not self.queue.empty():
            self._by_library = True
            rest, self._partial = self._partial, b""  # the beginning of the frame that follows them
            super().data_received(rest)

    def data_received(self, data: bytes) -> None:
        if self._full:
            self._set_reading(False)
        if not self.handshake_complete:
            # What comes before the answer to the handshake may end within a frame.
            self._by_library = self._by_library or self.handshake_initiated or not data.endswith(b"\r\n\r\n")
        if self._by_library or not self.handshake_complete:
            super().data_received(data)
        elif self._partial or self._paused or not 6 <= len(data) < 132 or data[1] != 0x80 + len(data) - 6:
            self._partial = self._partial + data if self._partial else data
            self._split()
        else:  # one short frame and nothing else, as nearly always
            self._handle_frame(data, 0, 6, len(data))

    def _split(self) -> None:
        """Handle the frames that have arrived whole."""
        buffer, at = self._partial, 0
        while not self._paused and not self._by_library and (found := _frame_span(buffer, at)) is not None:
            start, end = found
            if end - start > self.config.ws_max_size:
                self._by_library = True
            elif end > len(buffer):
                break
            else:
                self._handle_frame(buffer, at, start, end)
                at = end
        self._partial = buffer[at:]
        if self._by_library and self._partial:
            rest, self._partial = self._partial, b""
            super().data_received(rest)

    def _handle_frame(self, buffer: bytes, at: int, start: int, end: int) -> None:
        """Give one whole frame to the receiver, or to the library."""
        if buffer[at] == _TEXT and buffer[at + 1] >= 0x80 and self.receiver and not self.close_sent:
            try:
                text = apply_mask(buffer[start:end], buffer[start - 4 : start]).decode()
            except UnicodeDecodeError:
                pass  # the library knows what to answer
            else:
                self.receiver(text)
                return
        if buffer[at] not in _CONTROL and self.receiver:
            self._by_library = True
        super().data_received(buffer[at:end])

    def pause(self, paused: bool) -> None:
        """Pause reading from the client, or resume it."""
        if paused != self._paused and not self.transport.is_closing():
            self._paused = paused
            self._set_reading(not paused)
            if not paused:
                self._split()

    def _set_reading(self, on: bool) -> None:
        """Resume reading, unless there is still a reason to pause, or pause it."""
        on = on and not (self._full or self._paused or self.read_paused)
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

    def resume_writing(self) -> None:
        self._full = False
        super().resume_writing()
        self._set_reading(True)

    async def send(self, message: Any) -> None:
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()


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
