"""A flaky connection: messages come late, twice, out of order or not at all, and it breaks now and then."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection

LATE, TWICE, OLD, CUT = 0.15, 0.15, 0.1, 0.01  # probability of each fault, for each message
MAX_DELAY_SECONDS = 0.04


class TrafficCounts(Counter[str]):
    """Messages sent, done and refused, and how often each fault happened: late, twice, old, cut."""


class FlakyConnection:
    def __init__(self, socket: ClientConnection, rng: Random, counts: TrafficCounts) -> None:
        self._socket, self._rng, self._counts = socket, rng, counts
        self._tasks: set[asyncio.Task[None]] = set()

    async def send(self, message: dict[str, Any], old: list[dict[str, Any]]) -> int:
        """Send a message, and now and then an old one as well. Returns how many copies were sent."""
        copies = 1
        self._send_copy(message)
        if self._happens(TWICE, "twice"):
            copies = 2
            self._send_copy(message)
        if old and self._happens(OLD, "old"):
            self._send_copy(self._rng.choice(old))
        if self._happens(CUT, "cut"):
            await asyncio.sleep(self._rng.random() * MAX_DELAY_SECONDS)
            self._socket.transport.abort()
        return copies

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _happens(self, probability: float, fault: str) -> bool:
        yes = self._rng.random() < probability
        self._counts[fault] += yes
        return yes

    def _send_copy(self, message: dict[str, Any]) -> None:
        """Send one copy, perhaps late, so that later messages overtake it."""
        delay = self._rng.random() * MAX_DELAY_SECONDS if self._happens(LATE, "late") else 0.0
        self._counts["sent"] += 1
        task = asyncio.create_task(self._send_after(json.dumps(message), delay))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_after(self, text: str, delay: float) -> None:
        if delay:
            await asyncio.sleep(delay)
        try:
            await self._socket.send(text)
        except Exception:  # the connection is broken: the reader notices
            return
