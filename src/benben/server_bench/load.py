"""A load: pairs of players, each with a line of its own, who move at a pace or as fast as they are answered.

A player of any server can say what it would send next (`wish`, None while it is not to act) and tells its
pair when its move was acknowledged. The pair makes the next move when the last was acknowledged and the
player whose turn it is has heard of it.
"""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

AT_ONCE = 16  # matches that are set up at the same time


class Broken(Exception):
    """A server did not do what it should; the sentence says what."""


class Player(Protocol):
    pair: Pair
    wish: bytes | None  # what it would send now

    @abstractmethod
    def act(self) -> None:
        """Sends its wish."""

    @abstractmethod
    def close(self) -> None: ...


class Pair:
    """Two players of one match."""

    def __init__(self, load: Load, players: Sequence[Player]) -> None:
        self.load, self.players = load, players
        self._since = 0.0  # when the move on its way was sent, or due; 0: none is
        self._due = 0.0  # when the next may be sent; 0: no sooner than the pace says
        for player in players:
            player.pair = self

    def acknowledged(self) -> None:
        if self._since:
            self.load.count(time.perf_counter() - self._since)
            self._since = 0.0

    def overtaken(self) -> None:
        """What it sent was no longer possible when it came. It counts for nothing, but must be rare."""
        self._since = 0.0
        self.load.overtaken += 1
        if self.load.overtaken > 20 + self.load.moves / 100:
            self.load.broken("The server refused more than one move in a hundred.")

    def proceed(self) -> None:
        """Something was heard: move, if it is time and somebody can."""
        if self._since or not self._due:
            return
        for player in self.players:
            if player.wish is not None:
                if self.load.paced:
                    self._since, self._due = self._due, 0.0
                else:
                    self._since = time.perf_counter()
                player.act()
                return

    def due(self) -> None:
        """Its moment has come. A move that has to wait for the one before counts from now on, too."""
        if not self._due:
            self._due = time.perf_counter()
        self.proceed()

    def rest(self) -> None:
        self._due = 0.0


class Load:
    def __init__(self) -> None:
        self.paced = True
        self.times: list[float] = []  # seconds from sent to acknowledged
        self.moves = 0
        self.overtaken = 0
        self.fault: str | None = None
        self.closing = False  # connections end because we end them
        self.pairs: list[Pair] = []

    async def gather(self, pair: Callable[[int], Awaitable[Pair]], matches: int) -> None:
        """Pairs for so many matches, a few at a time."""
        few = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> Pair:
            async with few:
                return await pair(number)

        self.pairs += await asyncio.gather(*(one(number) for number in range(matches)))

    def count(self, seconds: float) -> None:
        self.moves += 1
        self.times.append(seconds)

    def broken(self, sentence: str) -> None:
        self.fault = self.fault or sentence

    async def at_pace(self, rate: float, seconds: float) -> None:
        """Each pair so many moves a second, spread evenly over time."""
        self.paced, period = True, 1 / rate
        began = time.perf_counter()
        waiting = deque((began + period * n / len(self.pairs), pair) for n, pair in enumerate(self.pairs))
        while (now := time.perf_counter()) < began + seconds:
            while waiting[0][0] <= now:
                moment, pair = waiting.popleft()
                pair.due()
                waiting.append((moment + period, pair))
            self._check()
            await asyncio.sleep(min(waiting[0][0], began + seconds) - now)
        self._rest()

    async def in_a_loop(self, seconds: float) -> None:
        """Each pair the next move as soon as the last was acknowledged."""
        self.paced = False
        for pair in self.pairs:
            pair.due()
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._check()
            await asyncio.sleep(min(left, 0.2))
        self._rest()

    def _rest(self) -> None:
        for pair in self.pairs:
            pair.rest()

    def _check(self) -> None:
        if self.fault:
            raise Broken(self.fault)

    def close(self) -> None:
        for pair in self.pairs:
            for player in pair.players:
                player.close()
