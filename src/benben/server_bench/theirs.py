"""Players at boardgame.io's server: the same lines, with socket.io's frames written by hand."""

from __future__ import annotations

import asyncio
import random

import msgspec
from msgspec import Struct

from benben.server_bench.line import Caller, Line
from benben.server_bench.load import Load, Pair

PATH = "/socket.io/?EIO=4&transport=websocket"


class _Track(Struct):
    throw: int
    able: list[int]


class _Turn(Struct):
    currentPlayer: str


class _State(Struct):
    G: _Track
    ctx: _Turn
    _stateID: int


class _Sync(Struct):
    state: _State


_update = msgspec.json.Decoder(tuple[str, str, _State, object])
_sync = msgspec.json.Decoder(tuple[str, str, _Sync])


class Client:
    pair: Pair

    def __init__(
        self, load: Load, game: str, match: str, seat: int, credentials: str, luck: random.Random
    ) -> None:
        self.wish: bytes | None = None
        self.line = Line(PATH, self.hear, self._lost)
        self._load, self._match, self._seat = load, match, str(seat)
        self._space = f"/{game},".encode()
        self._credentials, self._luck = credentials, luck
        self._acted = False
        self._welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def join(self, port: int, number: int) -> None:
        await self.line.open(port, number)
        await self._welcome

    def hear(self, text: bytes) -> None:
        event = b"42" + self._space
        if text.startswith(event + b'["update"'):
            self._look(_update.decode(text[len(event) :])[2])
            if self._acted:
                self._acted = False
                self.pair.acknowledged()
            self.pair.proceed()
        elif text.startswith(event + b'["sync"'):
            self._look(_sync.decode(text[len(event) :])[2].state)
            if not self._welcome.done():
                self._welcome.set_result(None)
        elif text == b"2":
            self.line.send(b"3")  # its ping
        elif text.startswith(b"0"):
            self.line.send(b"40" + self._space)
        elif text.startswith(b"40" + self._space):
            self._emit("sync", self._match, self._seat, self._credentials, 2)
        elif text.startswith((event + b'["error"', b"44", b"1")):
            self._load.broken(f"boardgame.io refused: {text[:300].decode()}")

    def _look(self, state: _State) -> None:
        self.wish = None
        if state.ctx.currentPlayer == self._seat:
            move, words = "cast", list[int]()
            if state.G.throw:
                move, words = "move", [self._luck.choice(state.G.able)]
            deed = {
                "type": "MAKE_MOVE",
                "payload": {
                    "type": move,
                    "args": words,
                    "playerID": self._seat,
                    "credentials": self._credentials,
                },
            }
            body = msgspec.json.encode(["update", deed, state._stateID, self._match, self._seat])
            self.wish = b"42" + self._space + body

    def _emit(self, *words: object) -> None:
        self.line.send(b"42" + self._space + msgspec.json.encode(words))

    def act(self) -> None:
        wish, self.wish = self.wish, None
        assert wish
        self._acted = True
        self.line.send(wish)

    def close(self) -> None:
        self._load.closing = True
        self.line.close()

    def _lost(self) -> None:
        if not self._load.closing:
            self._load.broken("boardgame.io ended a connection.")


async def pair(load: Load, port: int, game: str, number: int) -> Pair:
    """Makes a match, has two join it and opens their lines."""
    caller = Caller(port, number)
    luck = random.Random(number)
    try:
        made = await caller.post(f"/games/{game}/create", b'{"numPlayers":2}')
        match = str(msgspec.json.decode(made)["matchID"])
        clients = []
        for seat in range(2):
            body = msgspec.json.encode({"playerID": str(seat), "playerName": f"Guest {number}"})
            given = msgspec.json.decode(await caller.post(f"/games/{game}/{match}/join", body))
            clients.append(Client(load, game, match, seat, given["playerCredentials"], luck))
    finally:
        caller.close()
    both = Pair(load, clients)
    for client in clients:
        await client.join(port, number)
    return both
