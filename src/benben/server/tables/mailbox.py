"""The mailbox of a task: a queue with one receiver, which can be paused."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Mailbox(Generic[Item]):
    """Like asyncio's queue, without what a single receiver does not need."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._receiver: asyncio.Future[None] | None = None  # waits for the next item
        self._is_held = False  # the receiver gets nothing for now

    def put_nowait(self, item: Item) -> None:
        self._items.append(item)
        self._wake()

    async def get(self) -> Item:
        """Wait for the next item. One task at a time may do so."""
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
        """Whether the receiver waits, and there is nothing for it."""
        return self._receiver is not None and not self._items and not self._is_held

    def hold(self) -> None:
        """Give out nothing until `release` is called."""
        self._is_held = True

    def release(self) -> None:
        self._is_held = False
        if self._items:
            self._wake()

    def _wake(self) -> None:
        if self._receiver is not None and not self._is_held and not self._receiver.done():
            self._receiver.set_result(None)
