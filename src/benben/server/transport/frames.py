"""Whole text frames, read and written without a detour.

Nearly all that comes and goes on a socket are short text frames. They are taken apart and put together here,
and go straight to and from whoever attends the connection: no queue, no task that wakes up, no copy.
Everything else (the handshake, pings, closes, frames in pieces, faults) is left to the libraries that do it
well. A client that sends a message in pieces is served by them alone from then on, so that nothing overtakes.
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

EXTENSION = "benben.frames"  # under this name a connection finds the Frames it runs on

TOGETHER = 32 * 1024  # bytes that may wait for the end of a turn of the loop

_OPEN = State.OPEN
_TEXT = 0x81  # the first byte of a whole text frame
_CONTROL = (0x88, 0x89, 0x8A)  # of a close, a ping and a pong


class Frames(WebSocketsSansIOProtocol):
    take: Callable[[str], None] | None = None  # who attends; None: messages wait to be received

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._rest = b""  # of a frame that has not all come
        self._plain = False  # all is left to the libraries
        self._held = False  # reading is paused by who attends
        self._out: list[bytes] = []  # frames of this turn of the loop; they go out together
        self._size = 0  # of them
        self._full = False  # the line takes no more for now

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = {"frames": self}

    # Reading

    def attend(self, take: Callable[[str], None]) -> None:
        """From now on whole text frames go to `take`, unless others still wait to be received."""
        self.take = take
        if not self.queue.empty():
            self._plain = True
            rest, self._rest = self._rest, b""  # of the one after those
            super().data_received(rest)

    def data_received(self, data: bytes) -> None:
        if self._full:
            self._read(False)
        if not self.handshake_complete:
            # What comes before the answer to the handshake may end within a frame.
            self._plain = self._plain or self.handshake_initiated or not data.endswith(b"\r\n\r\n")
        if self._plain or not self.handshake_complete:
            super().data_received(data)
        elif self._rest or self._held or not 6 <= len(data) < 132 or data[1] != 0x80 + len(data) - 6:
            self._rest = self._rest + data if self._rest else data
            self._cut()
        else:  # one short frame and nothing else: so nearly all come
            self._heed(data, 0, 6, len(data))

    def _cut(self) -> None:
        """Heeds the frames that have all come."""
        buffer, at = self._rest, 0
        while not self._held and not self._plain and (found := _frame(buffer, at)) is not None:
            start, end = found
            if end - start > self.config.ws_max_size:
                self._plain = True
            elif end > len(buffer):
                break
            else:
                self._heed(buffer, at, start, end)
                at = end
        self._rest = buffer[at:]
        if self._plain and self._rest:
            rest, self._rest = self._rest, b""
            super().data_received(rest)

    def _heed(self, buffer: bytes, at: int, start: int, end: int) -> None:
        """One whole frame."""
        if buffer[at] == _TEXT and buffer[at + 1] >= 0x80 and self.take and not self.close_sent:
            try:
                text = apply_mask(buffer[start:end], buffer[start - 4 : start]).decode()
            except UnicodeDecodeError:
                pass  # the library knows what to answer
            else:
                self.take(text)
                return
        if buffer[at] not in _CONTROL and self.take:
            self._plain = True
        super().data_received(buffer[at:end])

    def hold(self, held: bool) -> None:
        """Read no more for now, or go on."""
        if held != self._held and not self.transport.is_closing():
            self._held = held
            self._read(not held)
            if not held:
                self._cut()

    def _read(self, on: bool) -> None:
        """Goes on reading, unless something still stands against it, or stops."""
        on = on and not (self._full or self._held or self.read_paused)
        if on == self.transport.is_reading() or self.transport.is_closing():
            return
        if on:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    # Writing

    def send_at_once(self, message: bytes) -> bool:
        """A text frame; False if it must wait, or nobody is there."""
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
        if self._size > TOGETHER:
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
        self._read(False)  # who takes nothing is not read: answers to its pings would pile up

    def resume_writing(self) -> None:
        self._full = False
        super().resume_writing()
        self._read(True)

    async def send(self, message: Any) -> None:
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()


def _frame(buffer: bytes, at: int) -> tuple[int, int] | None:
    """Where the body of the frame at this place begins and ends; None until its head has come."""
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
