"""Subscribers of a room: one for each live connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from benben.server import wire
from benben.server.counters import counters
from benben.server.settings import Limits
from benben.server.storage.rows import Identity
from benben.server.workers.fair_queue import Owner

_encoder = msgspec.json.Encoder()


def encode_message(message: wire.FromServer) -> bytes:
    return _encoder.encode(message)


class Subscriber:
    """A connection and its outbox. If the outbox is full, the client is dropped and may come back."""

    def __init__(self, member: Identity | None, limits: Limits, address: str = "") -> None:
        self.member = member
        self.person = member.id if member else None
        self.owner = Owner(address, self.person or "")  # on whose account its questions are computed
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(limits.queued_messages)
        # Sends a message without the outbox; False if the message must wait there.
        self.send_direct: Callable[[bytes], bool] | None = None
        self.queued = 0  # messages in the outbox that a socket has not sent yet; a stream does not count
        self.queued_bytes = 0  # size of the messages in the outbox
        self._most_messages, self._most_bytes = limits.queued_messages, limits.queued_bytes
        self.closed = False
        self.received = 0  # messages from the client
        self.was_refused = False  # one of them was answered with Refused
        self.pace: wire.BotPace = "normal"  # how fast bots are to play
        self.rating = asyncio.Lock()  # one rating at a time
        self.latest_rating_id = ""  # id of the newest request for one
        self.judgement = asyncio.Lock()  # one judgement at a time
        self.latest_judgement_id = ""  # id of the newest request for one
        self.metering = asyncio.Lock()  # one figure of a meter at a time
        self.latest_meter_id = ""  # id of the newest request for one
        self.choices: list[list[Any]] | None = None  # those that were sent last
        self.on_close: Callable[[], object] = lambda: None

    def send(self, message: wire.FromServer) -> None:
        if type(message) is wire.Refused:
            counters.refusals += 1
            self.was_refused = True
        self.send_bytes(encode_message(message))

    def send_bytes(self, message: bytes) -> None:
        if self.closed:
            return
        if self.queued == 0 and self.send_direct is not None and self.send_direct(message):
            return
        if self.queued_bytes <= self._most_bytes and not self.outbox.full():
            self.outbox.put_nowait(message)
            self.queued += 1
            self.queued_bytes += len(message)
        else:
            counters.dropped += 1
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.close("Your connection could not keep up. Please come back.")

    def close(self, sentence: str) -> None:
        """Send the reason as the last message, and end the connection."""
        if not self.closed:
            self.closed = True
            while self.outbox.qsize() > self._most_messages - 2:
                self.outbox.get_nowait()
            self.outbox.put_nowait(encode_message(wire.Closing(sentence)))
            self.outbox.put_nowait(None)
            self.on_close()
