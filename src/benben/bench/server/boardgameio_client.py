"""Players at boardgame.io's server: the WebSocket client of this package, with socket.io's frames by hand."""

from __future__ import annotations

import asyncio
import random

import msgspec
from msgspec import Struct

from benben.bench.server.load import Load, MatchPair
from benben.bench.server.websocket_client import HttpClient, WebSocketClient

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


class BoardgameioPlayer:
    pair: MatchPair

    def __init__(
        self, load: Load, game: str, match: str, seat: int, credentials: str, rng: random.Random
    ) -> None:
        self.next_message: bytes | None = None
        self.socket = WebSocketClient(PATH, self.on_text, self._on_lost)
        self._load, self._match, self._seat = load, match, str(seat)
        self._space = f"/{game},".encode()
        self._credentials, self._random = credentials, rng
        self._acted = False
        self._welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def join(self, port: int, number: int) -> None:
        await self.socket.open(port, number)
        await self._welcome

    def on_text(self, text: bytes) -> None:
        event = b"42" + self._space
        if text.startswith(event + b'["update"'):
            self._choose_next(_update.decode(text[len(event) :])[2])
            if self._acted:
                self._acted = False
                self.pair.on_acknowledged()
            self.pair.send_next()
        elif text.startswith(event + b'["sync"'):
            self._choose_next(_sync.decode(text[len(event) :])[2].state)
            if not self._welcome.done():
                self._welcome.set_result(None)
        elif text == b"2":
            self.socket.send(b"3")  # answers a ping
        elif text.startswith(b"0"):
            self.socket.send(b"40" + self._space)
        elif text.startswith(b"40" + self._space):
            self._emit("sync", self._match, self._seat, self._credentials, 2)
        elif text.startswith((event + b'["error"', b"44", b"1")):
            self._load.fail(f"boardgame.io refused: {text[:300].decode()}")

    def _choose_next(self, state: _State) -> None:
        self.next_message = None
        if state.ctx.currentPlayer == self._seat:
            move, arguments = "cast", list[int]()
            if state.G.throw:
                move, arguments = "move", [self._random.choice(state.G.able)]
            message = {
                "type": "MAKE_MOVE",
                "payload": {
                    "type": move,
                    "args": arguments,
                    "playerID": self._seat,
                    "credentials": self._credentials,
                },
            }
            body = msgspec.json.encode(["update", message, state._stateID, self._match, self._seat])
            self.next_message = b"42" + self._space + body

    def _emit(self, *parts: object) -> None:
        self.socket.send(b"42" + self._space + msgspec.json.encode(parts))

    def act(self) -> None:
        message, self.next_message = self.next_message, None
        assert message
        self._acted = True
        self.socket.send(message)

    def close(self) -> None:
        self._load.closing = True
        self.socket.close()

    def _on_lost(self) -> None:
        if not self._load.closing:
            self._load.fail("boardgame.io ended a connection.")


async def seat_pair(load: Load, port: int, game: str, number: int) -> MatchPair:
    """Make a match, have two players join it, and open their connections."""
    http = HttpClient(port, number)
    rng = random.Random(number)
    try:
        made = await http.post(f"/games/{game}/create", b'{"numPlayers":2}')
        match = str(msgspec.json.decode(made)["matchID"])
        clients = []
        for seat in range(2):
            body = msgspec.json.encode({"playerID": str(seat), "playerName": f"Guest {number}"})
            given = msgspec.json.decode(await http.post(f"/games/{game}/{match}/join", body))
            clients.append(BoardgameioPlayer(load, game, match, seat, given["playerCredentials"], rng))
    finally:
        http.close()
    both = MatchPair(load, clients)
    for client in clients:
        await client.join(port, number)
    return both
