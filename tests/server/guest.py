"""A client for the tests: a guest with a name, and a connection to a table that keeps every byte it got."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket

from benben.core import chance


class Guest:
    """Over REST."""

    def __init__(self, url: str, token: str = "", name: str = "") -> None:
        self.url, self.token, self.name = url, token, name
        self.bytes: list[bytes] = []  # every body and every frame it received

    @classmethod
    async def join(cls, url: str, name: str) -> Guest:
        answer = await cls(url).call("POST", "/api/people", {"name": name})
        return cls(url, answer["token"], answer["name"])

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        content: bytes | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> httpx.Response:
        if self.token:
            headers = {"authorization": f"Bearer {self.token}", **headers}
        if body is not None:
            content = json.dumps(body).encode()
        # It is plain HTTP; to load certificates for each call would take longer than the call.
        async with httpx.AsyncClient(base_url=self.url, timeout=60, verify=False) as client:
            answer = await client.request(
                method,
                path,
                headers=[(key.encode(), value.encode("latin-1")) for key, value in headers.items()],
                content=content,
            )
        self.bytes.append(answer.content)
        return answer

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """The answer, which must be a good one."""
        answer = await self.ask(method, path, body)
        assert answer.is_success, answer.text
        return answer.json()

    async def host(self, *seats: str, **wish: Any) -> str:
        """A new table; seats are "me", "open" or a level. Answers its code."""
        plans = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats
        ]
        table = await self.call("POST", "/api/tables", {"game": "senet", "seats": plans, **wish})
        return str(table["code"])

    async def sit(self, code: str, seed: str = "") -> Any:
        return await self.call("POST", f"/api/tables/{code}/sit", {"seed": seed or secrets.token_hex(16)})

    async def commit(self, code: str, seed: str) -> Any:
        """Sits down with the hash of a seed, which is to be opened when all have sat down."""
        table = await self.call("GET", f"/api/tables/{code}")
        body = {"commitment": chance.seed_commitment(table["commitment"], seed)}
        return await self.call("POST", f"/api/tables/{code}/sit", body)

    @asynccontextmanager
    async def at(self, code: str) -> AsyncIterator[Seat]:
        """A connection to the table; the welcome has come."""
        async with open_socket(f"ws{self.url[4:]}/ws", max_size=None) as socket:
            seat = Seat(self, socket)
            await seat.send({"type": "hello", "table": code, "token": self.token})
            await seat.until("welcome")
            yield seat


class Seat:
    """At a table. Holds what the messages told: table, now, log."""

    def __init__(self, guest: Guest, socket: ClientConnection) -> None:
        self.guest, self.socket = guest, socket
        self.yours: list[int] = []
        self.log: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {}  # as it came, less the moment
        self.at = 0  # that moment, ms of match time
        self.table: dict[str, Any] = {}
        self.talk: list[dict[str, Any]] = []
        self.done: set[str] = set()  # ids acknowledged
        self.sent: dict[str, dict[str, Any]] = {}  # by id
        self._next = 0

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        frame = await asyncio.wait_for(self.socket.recv(), 60)
        raw = frame if isinstance(frame, bytes) else frame.encode()
        self.guest.bytes.append(raw)
        message: dict[str, Any] = json.loads(raw)
        self._take(message)
        return message

    async def until(self, *kinds: str, when: Callable[[dict[str, Any]], bool] = bool) -> dict[str, Any]:
        while True:
            message = await self.receive()
            if message["type"] in kinds and when(message):
                return message

    async def see(self, that: Callable[[Seat], bool]) -> None:
        """Until it is so."""
        while not that(self):
            await self.receive()

    async def tell(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a message with a fresh id and waits for its answer."""
        self._next += 1
        id = f"{secrets.token_hex(4)}-{self._next}"
        self.sent[id] = {"type": kind, "id": id, **fields}
        await self.send(self.sent[id])
        return await self.until("done", "refused", "hinted", when=lambda answer: answer["id"] == id)

    async def open(self, seed: str) -> dict[str, Any]:
        """Opens the seed as soon as the table asks for it."""
        await self.see(lambda seat: seat.table["dice"] == "open")
        return await self.tell("open", seed=seed)

    async def commit(self, seed: str) -> dict[str, Any]:
        """Commits to a fresh seed in place of the one before."""
        return await self.tell("commit", commitment=chance.seed_commitment(self.table["commitment"], seed))

    async def move(self, pick: Callable[[list[Any]], Any] = lambda choices: choices[0]) -> None:
        """Throws or plays, if it is mine to do so; else waits for the next news."""
        if self.now["ending"]:
            return
        n = self.now["n"]
        mine = next((seat for seat in self.yours if self.now["choices"][seat]), None)
        if self.now["hand"] in self.yours:
            answer = await self.tell("go")
        elif mine is not None:
            answer = await self.tell("act", seat=mine, action=pick(self.now["choices"][mine])["text"])
        else:
            await self.until("news")
            return
        assert answer["type"] == "done", answer
        while self.now["n"] == n:
            await self.receive()

    async def play(self) -> None:
        """To the end of the match, and until the table says so."""
        while not self.now["ending"]:
            await self.move()
        while self.table["status"] != "over":
            await self.receive()

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "done":
            self.done.add(message["id"])
        if message["type"] == "welcome":
            self.log, self.talk = message["log"], message["talk"]
        if message["type"] == "news":
            assert len(self.log) >= message["kept"], "a piece of the log is missing"
            self.log = [*self.log[: message["kept"]], *message["rows"]]
        if message["type"] == "talk":
            self.talk.append(message)
        if message["type"] in ("welcome", "table"):
            self.table, self.yours = message["table"], message["yours"]
        if message.get("now"):
            had = self.now.get("choices")
            self.now = dict(message["now"])
            if message.get("same"):
                assert not any(self.now["choices"])
                self.now["choices"] = had
            at, self.at = self.at, self.now.pop("at")
            assert self.at >= at
            others = [seat for seat in range(len(self.now["choices"])) if seat not in self.yours]
            assert not any(self.now["choices"][seat] or self.now["undo"][seat] for seat in others)
