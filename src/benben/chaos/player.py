"""One who plays at random, comes back after every cut, and sends again what was not answered.

It notices at once if something that it was told is no longer so.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from http.client import HTTPException
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benben.chaos.keeper import Fleet
from benben.chaos.line import Line, Troubles

AGAIN = 0.3  # seconds without a word until it looks whether there is something to do
STUCK = 90.0  # seconds without progress, while the server is up most of the time
TRIES = 600


class Broken(Exception):
    """A promise was broken; the sentence says which."""


async def call(fleet: Fleet, rng: Random, method: str, path: str, token: str = "", body: Any = None) -> Any:
    """A REST call, tried until it is answered."""
    for _ in range(TRIES):
        url = await fleet.url(rng)
        try:
            return await asyncio.to_thread(_called, f"{url}{path}", method, token, body)
        except urllib.error.HTTPError as refused:
            if refused.code != 503:
                raise Broken(f"{method} {path} was refused: {refused.read().decode()}") from None
        except (OSError, HTTPException, ValueError):
            pass
        await asyncio.sleep(0.05)
    raise Broken(f"{method} {path} was never answered.")


def _called(url: str, method: str, token: str, body: Any) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    text = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, text, headers, method=method), timeout=20) as got:
        return json.load(got)


class Player:
    def __init__(self, fleet: Fleet, name: str, rng: Random, troubles: Troubles) -> None:
        self.name = name
        self.id = self.token = self.code = ""
        self.sent: dict[str, dict[str, Any]] = {}  # every message, by id
        self.copies: dict[str, int] = {}  # how often it went out
        self.done: set[str] = set()  # ids acknowledged
        self.refused: set[str] = set()
        self.now: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.yours: list[int] = []
        self._fleet, self._rng, self._troubles = fleet, rng, troubles
        self._waiting: dict[str, Any] | None = None  # the message that has no answer yet
        self._stale = False  # it was answered, but what came of it was not told yet

    async def join(self) -> None:
        told = await call(self._fleet, self._rng, "POST", "/api/people", body={"name": self.name})
        self.id, self.token = told["id"], told["token"]

    async def sit(self, code: str) -> None:
        self.code = code
        body = {"seed": secrets.token_hex(16)}
        await call(self._fleet, self._rng, "POST", f"/api/tables/{code}/sit", self.token, body)

    async def play(self) -> None:
        """Until the match is over and the table says so."""
        seen, since = -1, asyncio.get_running_loop().time()
        while not self.over:
            url = await self._fleet.url(self._rng)
            try:
                await self._visit(url)
            except (OSError, WebSocketException, EOFError, TimeoutError):
                await asyncio.sleep(0.02)
            moment = asyncio.get_running_loop().time()
            if len(self.log) != seen:
                seen, since = len(self.log), moment
            elif moment - since > STUCK:
                raise Broken(f"Table {self.code} hangs: nothing happened for {STUCK:.0f} seconds.")

    @property
    def over(self) -> bool:
        return bool(self.now.get("ending")) and self.table.get("status") == "over"

    async def _visit(self, url: str) -> None:
        """One connection, until it ends or the match does."""
        async with connect(f"ws{url[4:]}/ws", max_size=None, close_timeout=1) as socket:
            line = Line(socket, self._rng, self._troubles)
            try:
                await socket.send(json.dumps({"type": "hello", "table": self.code, "token": self.token}))
                quiet = 0
                while not self.over and quiet * AGAIN < STUCK:
                    try:
                        async with asyncio.timeout(AGAIN):
                            told = json.loads(await socket.recv())
                    except TimeoutError:
                        self._stale, quiet = False, quiet + 1
                    else:
                        quiet = 0
                        self._take(told)
                        if told["type"] == "welcome" and self._waiting:
                            await self._send(line, self._waiting)  # was it stored? The same id asks
                    if self.now:
                        await self._act(line)
            finally:
                line.close()

    async def _act(self, line: Line) -> None:
        if self._waiting or self._stale or self.now["ending"] or self.table["status"] != "playing":
            return
        message: dict[str, Any] = {"id": secrets.token_hex(8)}
        if self.now["hand"] in self.yours:
            message["type"] = "go"
        else:
            able = [seat for seat in self.yours if self.now["choices"][seat]]
            if not able:
                return
            seat = self._rng.choice(able)
            action = self._rng.choice(self.now["choices"][seat])["text"]
            message |= {"type": "act", "seat": seat, "action": action}
        self._waiting = self.sent[message["id"]] = message
        await self._send(line, message)

    async def _send(self, line: Line, message: dict[str, Any]) -> None:
        old = [self.sent[id] for id in self.done]
        self.copies[message["id"]] = self.copies.get(message["id"], 0) + await line.send(message, old)

    def _take(self, told: dict[str, Any]) -> None:
        kind = told["type"]
        if kind == "welcome":
            self._check_kept(told["log"], len(self.log))
            self.log = told["log"]
        elif kind == "news":
            if told["kept"] > len(self.log):
                raise Broken(f"Table {self.code}: a piece of the log was left out.")
            self._check_kept(told["rows"], len(self.log), told["kept"])
            self.log = [*self.log[: told["kept"]], *told["rows"]]
        elif kind in ("done", "refused"):
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

    def _check_kept(self, rows: list[dict[str, Any]], most: int, kept: int = 0) -> None:
        """Nobody takes back here, so what was told once stands."""
        again = rows[: most - kept]
        if again != self.log[kept:most]:
            raise Broken(f"Table {self.code}: something that was told to {self.name} is no longer so.")
