"""Players at our own server: guests over REST, two at a table, who throw and move at random."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any

import msgspec
from msgspec import Struct

from benben.bench.server.load import Load, MatchPair
from benben.bench.server.websocket_client import HttpClient, WebSocketClient


class _Choice(Struct):
    text: str


class _Now(Struct):
    hand: int | None
    choices: list[list[_Choice]]


class _Update(Struct):
    """The parts of a welcome, of news or of a refusal that a player needs."""

    now: _Now
    yours: list[int] = []
    same: bool = False


_update = msgspec.json.Decoder(_Update)


class BenbenPlayer:
    pair: MatchPair

    def __init__(self, load: Load, hello: bytes, rng: random.Random) -> None:
        self.next_message: bytes | None = None
        self.socket = WebSocketClient("/ws", self.on_text, self._on_lost)
        self._load, self._hello, self._random = load, hello, rng
        self._seat, self._choices, self._moves = 0, list[_Choice](), 0
        self._welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def join(self, port: int, number: int) -> None:
        await self.socket.open(port, number)
        self.socket.send(self._hello)
        await self._welcome

    def on_text(self, text: bytes) -> None:
        if text.startswith(b'{"type":"done"'):
            self.pair.on_acknowledged()
        elif text.startswith(b'{"type":"news"'):
            self._choose_next(_update.decode(text))
        elif text.startswith(b'{"type":"welcome"'):
            update = _update.decode(text)
            self._seat = update.yours[0]
            self._choose_next(update)
            if not self._welcome.done():
                self._welcome.set_result(None)
            return
        elif text.startswith(b'{"type":"refused"') and b'"clause":"match"' in text[:200]:
            self._choose_next(_update.decode(text))  # the server throws by itself if nobody does for long
            self.pair.on_outdated()
        elif text.startswith((b'{"type":"refused"', b'{"type":"closing"')):
            self._load.fail(f"The server refused: {text[:300].decode()}")
        if self._welcome.done():
            self.pair.send_next()

    def _choose_next(self, update: _Update) -> None:
        if not update.same:
            self._choices = update.now.choices[self._seat]
        self._moves += 1
        if update.now.hand == self._seat:
            self.next_message = b'{"type":"go","id":"%d"}' % self._moves
        elif self._choices:
            text = self._random.choice(self._choices).text.encode()
            self.next_message = b'{"type":"act","id":"%d","seat":%d,"action":"%s"}' % (
                self._moves,
                self._seat,
                text,
            )
        else:
            self.next_message = None

    def act(self) -> None:
        message, self.next_message = self.next_message, None
        assert message
        self.socket.send(message)

    def close(self) -> None:
        self._load.closing = True
        self.socket.close()

    def _on_lost(self) -> None:
        if not self._load.closing:
            self._load.fail("The server ended a connection.")


async def seat_pair(load: Load, port: int, game: str, number: int) -> MatchPair:
    """Make a match, have two players join it, and open their connections."""
    http = HttpClient(port, number)

    async def post(path: str, body: Any, token: str = "") -> Any:
        return msgspec.json.decode(await http.post(path, msgspec.json.encode(body), token))

    try:
        tokens = [(await post("/api/people", {"name": f"Guest {number}"}))["token"] for _ in range(2)]
        plan = {"game": game, "seats": [{"kind": "open"}, {"kind": "open"}]}
        code = (await post("/api/tables", plan, tokens[0]))["code"]
        for token in tokens:
            await post(f"/api/tables/{code}/sit", {"seed": secrets.token_hex(16)}, token)
    finally:
        http.close()
    rng = random.Random(number)
    guests = [
        BenbenPlayer(load, msgspec.json.encode({"type": "hello", "table": code, "token": token}), rng)
        for token in tokens
    ]
    both = MatchPair(load, guests)
    for guest in guests:
        await guest.join(port, number)
    return both
