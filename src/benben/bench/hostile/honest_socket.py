"""An honest person's socket: knows what may be done now, and waits for what the server says."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from benben.bench.server.websocket_client import WebSocketClient

ANSWER_SECONDS = 10.0  # until a person gives up a message and connects again


class _Choice(Struct):
    text: str


class _Now(Struct):
    turn: int
    hand: int | None
    choices: list[list[_Choice]]
    ending: object | None


class _Row(Struct):
    by: int


class _Told(Struct):
    """The parts of any message that a person needs."""

    type: str
    id: str = ""
    now: _Now | None = None
    yours: list[int] | None = None
    same: bool = False
    rows: list[_Row] = []
    sentence: str = ""


_told = msgspec.json.Decoder(_Told)


class HonestSocket:
    def __init__(self, code: str, token: str, rng: random.Random) -> None:
        self.now: _Now | None = None
        self.yours: list[int] = []
        self.on_news: Callable[[list[int]], None] = lambda _: None  # gets the seats that acted
        self._socket = WebSocketClient("/ws", self._on_text, self._on_lost)
        self._hello, self._random = {"type": "hello", "table": code, "token": token}, rng
        self._choices: list[list[_Choice]] = []
        self._news = asyncio.Event()
        self._answered: set[str] = set()
        self._number = 0
        self._fresh = False  # the position is known: nothing was done since it was told
        self._connected = self._lost = False

    async def open(self, address: str, port: int) -> None:
        """Connect, and wait for the welcome."""
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._socket.open_from(address, port)
            self._connected = True
            self.send(self._hello)
            while self.now is None:
                await self.news()

    def send(self, message: Mapping[str, object]) -> None:
        self._socket.send(msgspec.json.encode(message))

    async def news(self) -> None:
        """Wait until the server says something; ConnectionError if the connection is gone."""
        if self._lost:
            raise ConnectionError("the server ended a connection")
        self._news.clear()
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._news.wait()

    @property
    def over(self) -> bool:
        return self.now is not None and self.now.ending is not None

    @property
    def next_message(self) -> dict[str, object] | None:
        """What this person does next, chosen at random; None while it is not their turn."""
        if self.now is None or self._lost or not self._fresh:
            return None
        if self.now.hand in self.yours:
            return {"type": "go"}
        able = [seat for seat in self.yours if self._choices[seat]]
        if not able:
            return None
        seat = self._random.choice(able)
        return {"type": "act", "seat": seat, "action": self._random.choice(self._choices[seat]).text}

    async def act(self, message: dict[str, object]) -> None:
        """Send a message and wait until it is answered."""
        self._number += 1
        id = f"{time.monotonic_ns()}-{self._number}"
        self._fresh = False
        self.send({**message, "id": id})
        while id not in self._answered:
            await self.news()
        self._answered.clear()

    def _on_text(self, text: bytes) -> None:
        told = _told.decode(text)
        if told.yours is not None:
            self.yours = told.yours
        if told.now is not None:
            self.now, self._fresh = told.now, True
            if not told.same:
                self._choices = told.now.choices
        if told.type in ("news", "welcome"):
            self.on_news([row.by for row in told.rows])
        if told.type in ("done", "refused"):
            self._answered.add(told.id)
        self._news.set()

    def _on_lost(self) -> None:
        self._lost = True
        self._news.set()

    def close(self) -> None:
        self._lost = True
        if self._connected:
            self._socket.close()
