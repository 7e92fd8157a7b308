"""A load: pairs of players, each with its own connection, who move at a pace or as fast as they are answered.

A player of any server says what it would send next (`next_message`, None while it is not its turn) and tells
its pair when its move was acknowledged. The pair makes the next move when the last one was acknowledged and
the player whose turn it is knows of it.
"""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

CONCURRENT_SETUPS = 16  # matches that are set up at the same time


class LoadFailed(Exception):
    """A server did not do what it should; the sentence says what."""


class LoadPlayer(Protocol):
    pair: MatchPair
    next_message: bytes | None  # what it would send now

    @abstractmethod
    def act(self) -> None:
        """Send the next message."""

    @abstractmethod
    def close(self) -> None: ...


class MatchPair:
    """Two players of one match."""

    def __init__(self, load: Load, players: Sequence[LoadPlayer]) -> None:
        self.load, self.players = load, players
        self._since = 0.0  # when the move under way was sent, or was due; 0: none is under way
        self._due = 0.0  # since when the next move is due; 0: not yet
        for player in players:
            player.pair = self

    def on_acknowledged(self) -> None:
        if self._since:
            self.load.count_move(time.perf_counter() - self._since)
            self._since = 0.0

    def on_outdated(self) -> None:
        """Note that a move was no longer legal when it arrived. It is not counted, and must be rare."""
        self._since = 0.0
        self.load.outdated += 1
        if self.load.outdated > 20 + self.load.moves / 100:
            self.load.fail("The server refused more than one move in a hundred.")

    def send_next(self) -> None:
        """Send the next move, if it is due and a player can make one."""
        if self._since or not self._due:
            return
        for player in self.players:
            if player.next_message is not None:
                if self.load.paced:
                    self._since, self._due = self._due, 0.0
                else:
                    self._since = time.perf_counter()
                player.act()
                return

    def make_due(self) -> None:
        """Note that the next move is due now. If it has to wait for the one before, that wait counts too."""
        if not self._due:
            self._due = time.perf_counter()
        self.send_next()

    def pause(self) -> None:
        self._due = 0.0


class Load:
    def __init__(self) -> None:
        self.paced = True
        self.times: list[float] = []  # seconds from sent to acknowledged
        self.moves = 0
        self.outdated = 0
        self.fault: str | None = None
        self.closing = False  # we close the connections ourselves
        self.pairs: list[MatchPair] = []

    async def add_pairs(self, pair: Callable[[int], Awaitable[MatchPair]], matches: int) -> None:
        """Set up a pair for each match, a few at a time."""
        few = asyncio.Semaphore(CONCURRENT_SETUPS)

        async def one(number: int) -> MatchPair:
            async with few:
                return await pair(number)

        self.pairs += await asyncio.gather(*(one(number) for number in range(matches)))

    def count_move(self, seconds: float) -> None:
        self.moves += 1
        self.times.append(seconds)

    def fail(self, sentence: str) -> None:
        self.fault = self.fault or sentence

    async def run_paced(self, rate: float, seconds: float) -> None:
        """Have each pair make `rate` moves a second, spread evenly over time."""
        self.paced, period = True, 1 / rate
        began = time.perf_counter()
        waiting = deque((began + period * n / len(self.pairs), pair) for n, pair in enumerate(self.pairs))
        while (now := time.perf_counter()) < began + seconds:
            while waiting[0][0] <= now:
                moment, pair = waiting.popleft()
                pair.make_due()
                waiting.append((moment + period, pair))
            self._check()
            await asyncio.sleep(min(waiting[0][0], began + seconds) - now)
        self._pause()

    async def run_closed_loop(self, seconds: float) -> None:
        """Have each pair make its next move as soon as the last was acknowledged."""
        self.paced = False
        for pair in self.pairs:
            pair.make_due()
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self._check()
            await asyncio.sleep(min(left, 0.2))
        self._pause()

    def _pause(self) -> None:
        for pair in self.pairs:
            pair.pause()

    def _check(self) -> None:
        if self.fault:
            raise LoadFailed(self.fault)

    def close(self) -> None:
        for pair in self.pairs:
            for player in pair.players:
                player.close()
