"""A bad line: messages come late, twice, out of order or not at all, and it breaks now and then."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection

LATE, TWICE, OLD, CUT = 0.15, 0.15, 0.1, 0.01  # how often, by message
LATEST = 0.04  # seconds


class Troubles(Counter[str]):
    """How often what was done: sent, late, twice, old, cut."""


class Line:
    def __init__(self, socket: ClientConnection, rng: Random, troubles: Troubles) -> None:
        self._socket, self._rng, self._troubles = socket, rng, troubles
        self._tasks: set[asyncio.Task[None]] = set()

    async def send(self, message: dict[str, Any], old: list[dict[str, Any]]) -> int:
        """Sends it, and perhaps an old one beside it. Answers how many copies went out."""
        copies = 1
        self._give(message)
        if self._happens(TWICE, "twice"):
            copies = 2
            self._give(message)
        if old and self._happens(OLD, "old"):
            self._give(self._rng.choice(old))
        if self._happens(CUT, "cut"):
            await asyncio.sleep(self._rng.random() * LATEST)
            self._socket.transport.abort()
        return copies

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _happens(self, often: float, what: str) -> bool:
        yes = self._rng.random() < often
        self._troubles[what] += yes
        return yes

    def _give(self, message: dict[str, Any]) -> None:
        """Late ones are overtaken by those that come after them."""
        delay = self._rng.random() * LATEST if self._happens(LATE, "late") else 0.0
        self._troubles["sent"] += 1
        task = asyncio.create_task(self._later(json.dumps(message), delay))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _later(self, text: str, delay: float) -> None:
        if delay:
            await asyncio.sleep(delay)
        try:
            await self._socket.send(text)
        except Exception:  # the line is broken: whoever reads from it notices
            return
