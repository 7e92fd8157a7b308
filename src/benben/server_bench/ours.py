"""Players at our own server: guests over REST, two at a table, who throw and move at random."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any

import msgspec
from msgspec import Struct

from benben.server_bench.line import Caller, Line
from benben.server_bench.load import Load, Pair


class _Choice(Struct):
    text: str


class _Now(Struct):
    hand: int | None
    choices: list[list[_Choice]]


class _Heard(Struct):
    """As much of a welcome or of news as a player needs."""

    now: _Now
    yours: list[int] = []
    same: bool = False


_heard = msgspec.json.Decoder(_Heard)


class Guest:
    pair: Pair

    def __init__(self, load: Load, hello: bytes, luck: random.Random) -> None:
        self.wish: bytes | None = None
        self.line = Line("/ws", self.hear, self._lost)
        self._load, self._hello, self._luck = load, hello, luck
        self._seat, self._choices, self._moves = 0, list[_Choice](), 0
        self._welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def join(self, port: int, number: int) -> None:
        await self.line.open(port, number)
        self.line.send(self._hello)
        await self._welcome

    def hear(self, text: bytes) -> None:
        if text.startswith(b'{"type":"done"'):
            self.pair.acknowledged()
        elif text.startswith(b'{"type":"news"'):
            self._look(_heard.decode(text))
        elif text.startswith(b'{"type":"welcome"'):
            heard = _heard.decode(text)
            self._seat = heard.yours[0]
            self._look(heard)
            if not self._welcome.done():
                self._welcome.set_result(None)
            return
        elif text.startswith(b'{"type":"refused"') and b'"clause":"match"' in text[:200]:
            self._look(_heard.decode(text))  # sticks that nobody throws for long fall by themselves
            self.pair.overtaken()
        elif text.startswith((b'{"type":"refused"', b'{"type":"closing"')):
            self._load.broken(f"The server refused: {text[:300].decode()}")
        if self._welcome.done():
            self.pair.proceed()

    def _look(self, heard: _Heard) -> None:
        if not heard.same:
            self._choices = heard.now.choices[self._seat]
        self._moves += 1
        if heard.now.hand == self._seat:
            self.wish = b'{"type":"go","id":"%d"}' % self._moves
        elif self._choices:
            text = self._luck.choice(self._choices).text.encode()
            self.wish = b'{"type":"act","id":"%d","seat":%d,"action":"%s"}' % (self._moves, self._seat, text)
        else:
            self.wish = None

    def act(self) -> None:
        wish, self.wish = self.wish, None
        assert wish
        self.line.send(wish)

    def close(self) -> None:
        self._load.closing = True
        self.line.close()

    def _lost(self) -> None:
        if not self._load.closing:
            self._load.broken("The server ended a connection.")


async def pair(load: Load, port: int, game: str, number: int) -> Pair:
    """Makes a match, has two join it and opens their lines."""
    caller = Caller(port, number)

    async def post(path: str, body: Any, token: str = "") -> Any:
        return msgspec.json.decode(await caller.post(path, msgspec.json.encode(body), token))

    try:
        tokens = [(await post("/api/people", {"name": f"Guest {number}"}))["token"] for _ in range(2)]
        plan = {"game": game, "seats": [{"kind": "open"}, {"kind": "open"}]}
        code = (await post("/api/tables", plan, tokens[0]))["code"]
        for token in tokens:
            await post(f"/api/tables/{code}/sit", {"seed": secrets.token_hex(16)}, token)
    finally:
        caller.close()
    luck = random.Random(number)
    guests = [
        Guest(load, msgspec.json.encode({"type": "hello", "table": code, "token": token}), luck)
        for token in tokens
    ]
    both = Pair(load, guests)
    for guest in guests:
        await guest.join(port, number)
    return both
