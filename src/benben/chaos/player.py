"""A player who acts at random, reconnects after every cut, and sends again what was not answered.

It notices if something that the server told it is no longer so.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benben.chaos.flaky_connection import FlakyConnection, TrafficCounts
from benben.chaos.server_process import Fleet
from benben.core import chance

QUIET_SECONDS = 0.3  # without a message, until the player looks whether it can act
STUCK_SECONDS = 90.0  # without progress, while the server is up most of the time
MAX_TRIES = 600  # of a REST call
CALL_SECONDS = 20.0  # until a REST call counts as unanswered


class PromiseBroken(Exception):
    """The server broke a promise; the sentence says which."""


async def call(
    fleet: Fleet, rng: Random, method: str, path: str, token: str = "", body: Any = None, address: str = ""
) -> Any:
    """The answer to a REST call, which is repeated until it is answered; from this address, if any."""
    for _ in range(MAX_TRIES):
        url = await fleet.url(rng)
        try:
            status, text = await asyncio.to_thread(_response, url, method, path, token, body, address)
            if status < 400:
                return json.loads(text)
        except (OSError, HTTPException, ValueError):
            pass
        else:
            if status != 503:
                raise PromiseBroken(f"{method} {path} was refused: {text.decode(errors='replace')}")
        await asyncio.sleep(0.05)
    raise PromiseBroken(f"{method} {path} was never answered.")


def _response(url: str, method: str, path: str, token: str, body: Any, address: str) -> tuple[int, bytes]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    text = None if body is None else json.dumps(body).encode()
    source = (address, 0) if address else None
    connection = HTTPConnection(urlsplit(url).netloc, timeout=CALL_SECONDS, source_address=source)
    try:
        connection.request(method, path, text, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


class ChaosPlayer:
    def __init__(
        self, fleet: Fleet, name: str, rng: Random, counts: TrafficCounts, address: str = ""
    ) -> None:
        self.name = name
        self.address = address  # that the player connects from; empty: any
        self.id = self.token = self.code = ""
        self.sent: dict[str, dict[str, Any]] = {}  # every message, by id
        self.copies: dict[str, int] = {}  # how often it went out
        self.done: set[str] = set()  # ids acknowledged
        self.refused: set[str] = set()
        self.now: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.yours: list[int] = []
        self._fleet, self._rng, self._counts = fleet, rng, counts
        self._waiting: dict[str, Any] | None = None  # the message that has no answer yet
        self._stale = False  # the message was answered, but its news has not arrived yet
        self._seeds: dict[str, str] = {}  # by commitment

    async def join(self) -> None:
        body = {"name": self.name}
        told = await call(self._fleet, self._rng, "POST", "/api/people", "", body, self.address)
        self.id, self.token = told["id"], told["token"]

    async def sit(self, code: str, committed: str) -> None:
        """Sit down with a commitment to a seed. `committed` is the table's commitment to its secret."""
        self.code = code
        body = {"commitment": self._fresh_commitment(committed)}
        path = f"/api/tables/{code}/sit"
        await call(self._fleet, self._rng, "POST", path, self.token, body, self.address)

    async def play(self) -> None:
        """Play until the match is over and the table says so."""
        seen, since = -1, asyncio.get_running_loop().time()
        while not self.over:
            url = await self._fleet.url(self._rng)
            try:
                await self._play_connected(url)
            except (OSError, WebSocketException, EOFError, TimeoutError):
                await asyncio.sleep(0.02)
            moment = asyncio.get_running_loop().time()
            if len(self.log) != seen:
                seen, since = len(self.log), moment
            elif moment - since > STUCK_SECONDS:
                raise PromiseBroken(
                    f"Table {self.code} hangs: nothing happened for {STUCK_SECONDS:.0f} seconds."
                )

    @property
    def over(self) -> bool:
        return bool(self.now.get("ending")) and self.table.get("status") == "over"

    async def _play_connected(self, url: str) -> None:
        """Play over one connection, until it ends or the match does."""
        source: dict[str, Any] = {"local_addr": (self.address, 0)} if self.address else {}
        async with connect(f"ws{url[4:]}/ws", max_size=None, close_timeout=1, **source) as socket:
            connection = FlakyConnection(socket, self._rng, self._counts)
            try:
                await socket.send(json.dumps({"type": "hello", "table": self.code, "token": self.token}))
                quiet = 0
                while not self.over and quiet * QUIET_SECONDS < STUCK_SECONDS:
                    try:
                        async with asyncio.timeout(QUIET_SECONDS):
                            told = json.loads(await socket.recv())
                    except TimeoutError:
                        self._stale, quiet = False, quiet + 1
                    else:
                        quiet = 0
                        self._receive(told)
                        if told["type"] == "welcome" and self._waiting:
                            # Was it stored? The server knows by its id
                            await self._send(connection, self._waiting)
                    if self.now:
                        await self._act(connection)
            finally:
                connection.close()

    async def _act(self, connection: FlakyConnection) -> None:
        if self._waiting or self._stale or self.now["ending"] or self.table["status"] == "over":
            return
        message: dict[str, Any] = {"id": secrets.token_hex(8)}
        if self.table["status"] == "waiting":
            if not self.yours:  # a kill came between commitment and opening, and the limit passed
                await self.sit(self.code, self.table["commitment"])
            if not self.table["dice"]:
                return
            message |= self._part_of_dice()
        elif self.now["hand"] in self.yours:
            message["type"] = "go"
        else:
            able = [seat for seat in self.yours if self.now["choices"][seat]]
            if not able:
                return
            seat = self._rng.choice(able)
            action = self._rng.choice(self.now["choices"][seat])["text"]
            message |= {"type": "act", "seat": seat, "action": action}
        self._waiting = self.sent[message["id"]] = message
        await self._send(connection, message)

    def _part_of_dice(self) -> dict[str, Any]:
        """The seed, or a commitment to a fresh one, as the table asks."""
        if self.table["dice"] == "commit":
            return {"type": "commit", "commitment": self._fresh_commitment(self.table["commitment"])}
        mine = next(seat["commitment"] for seat in self.table["seats"] if seat["you"])
        return {"type": "open", "seed": self._seeds[mine]}

    def _fresh_commitment(self, committed: str) -> str:
        seed = chance.fresh_seed()
        commitment = chance.seed_commitment(committed, seed)
        self._seeds[commitment] = seed
        return commitment

    async def _send(self, connection: FlakyConnection, message: dict[str, Any]) -> None:
        old = [self.sent[id] for id in self.done]
        self.copies[message["id"]] = self.copies.get(message["id"], 0) + await connection.send(message, old)

    def _receive(self, told: dict[str, Any]) -> None:
        kind = told["type"]
        if kind == "welcome":
            self._check_unchanged(told["log"], len(self.log))
            self.log = told["log"]
        elif kind == "news":
            if told["kept"] > len(self.log):
                raise PromiseBroken(f"Table {self.code}: a piece of the log was left out.")
            self._check_unchanged(told["rows"], len(self.log), told["kept"])
            self.log = [*self.log[: told["kept"]], *told["rows"]]
        elif kind in ("done", "refused"):
            self._counts[kind] += 1
            (self.done if kind == "done" else self.refused).add(told["id"])
            if self._waiting and self._waiting["id"] == told["id"]:
                self._waiting, self._stale = None, kind == "done"
        if kind in ("welcome", "table"):
            self.table, self.yours = told["table"], told["yours"]
        if told.get("now"):
            had = self.now.get("choices", [])
            self.now = told["now"]
            self._stale = False
            if told.get("same"):
                self.now["choices"] = had

    def _check_unchanged(self, rows: list[dict[str, Any]], most: int, kept: int = 0) -> None:
        """PromiseBroken if rows that were told before differ now: these players never undo."""
        again = rows[: most - kept]
        if again != self.log[kept:most]:
            raise PromiseBroken(f"Table {self.code}: something that was told to {self.name} is no longer so.")
