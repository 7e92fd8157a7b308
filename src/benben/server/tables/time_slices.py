"""Time slices: long work in the event loop, a little at a time, so that no table notices it.

One piece of work goes on at a time. After each slice its owner stands at the end of the line, so the long
work of one person or address never keeps that of another waiting for longer than a few slices.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from benben.server.workers.fair_queue import FairQueue, Owner


class TimeSlices:
    """Gives out slices of the event loop's time. Make it inside the running event loop."""

    def __init__(self, slice_seconds: float, quick_seconds: float) -> None:
        self._slice = slice_seconds
        self._quick = (
            quick_seconds  # work that takes longer pauses after each slice, for as long as the slice
        )
        self._taken = False  # a slice is in use, or a pause after one
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    async def run(self, owner: Owner, steps: Iterator[object]) -> None:
        """Take all steps, as many in one slice as fit."""
        spent = 0.0
        while True:
            await self._turn(owner)
            began = time.perf_counter()
            used, is_done = 0.0, False
            try:
                while not is_done and used < self._slice:
                    is_done = next(steps, self) is self
                    used = time.perf_counter() - began
            finally:
                spent += used
                self._pass_on_after(used if spent > self._quick else 0.0)
            if is_done:
                return

    async def _turn(self, owner: Owner) -> None:
        if not self._taken:
            self._taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put(owner, turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._waiting.discard(owner, turn)
            if turn.done() and not turn.cancelled():  # it came at this very moment
                self._pass_on()
            raise

    def _pass_on_after(self, pause: float) -> None:
        """Give the next slice after a pause in which the event loop does everything else."""
        loop = asyncio.get_running_loop()
        if pause:
            loop.call_later(pause, self._pass_on)
        else:
            loop.call_soon(self._pass_on)

    def _pass_on(self) -> None:
        self._taken = False
        while (turn := self._waiting.take(lambda _: True)) is not None:
            if not turn.done():  # it is not being cancelled
                self._taken = True
                turn.set_result(None)
                return
