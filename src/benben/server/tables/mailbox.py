"""What waits for one task: a queue without the parts of asyncio's that a single taker does not need."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Mailbox(Generic[Item]):
    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._receiver: asyncio.Future[None] | None = None  # waits for the next item
        self._is_held = False  # nothing is given out for now

    def put_nowait(self, item: Item) -> None:
        self._items.append(item)
        self._wake()

    async def get(self) -> Item:
        """One task at a time may wait here."""
        while self._is_held or not self._items:
            self._receiver = asyncio.get_running_loop().create_future()
            try:
                await self._receiver
            finally:
                self._receiver = None
        return self._items.popleft()

    def get_nowait(self) -> Item:
        return self._items.popleft()

    def empty(self) -> bool:
        return not self._items

    @property
    def idle(self) -> bool:
        """The taker waits, and there is nothing for it."""
        return self._receiver is not None and not self._items and not self._is_held

    def hold(self) -> None:
        """Gives out nothing until it is let go."""
        self._is_held = True

    def release(self) -> None:
        self._is_held = False
        if self._items:
            self._wake()

    def _wake(self) -> None:
        if self._receiver is not None and not self._is_held and not self._receiver.done():
            self._receiver.set_result(None)
