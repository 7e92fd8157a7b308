"""The REST side. Every refusal is a Fault with a clear sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from benben import games
from benben.core import record
from benben.core.contract import Game
from benben.server import wire
from benben.server.http import rulebook
from benben.server.http.requests import Door, Refusal, answer, bearer, body, read
from benben.server.hub import Lobby
from benben.server.people.accounts import SIGNED_OUT, device_label
from benben.server.tables import record_import
from benben.server.tables.commands import seating
from benben.server.tables.creation import fit
from benben.server.transport import websocket
from benben.server.workers import tasks

AS_ONE = 20_000  # bytes of a record that count as one call


class Rest:
    def __init__(self, lobby: Callable[[], Lobby], door: Door) -> None:
        self._lobby, self._door = lobby, door

    def routes(self) -> list[Route]:
        """Paths of /api."""
        post, get, put, delete = ["POST"], ["GET"], ["PUT"], ["DELETE"]
        return [
            Route("/people", self.join, methods=post),
            Route("/people/recover", self.recover, methods=post),
            Route("/me", self.me, methods=get),
            Route("/me", self.rename, methods=post),
            Route("/me/turns", self.turns, methods=get),
            Route("/me/tables", self.history, methods=get),
            Route("/me/keys", self.keys, methods=get),
            Route("/me/keys", self.add_key, methods=post),
            Route("/me/keys/{id}", self.revoke, methods=delete),
            Route("/me/webhook", self.hook, methods=get),
            Route("/me/webhook", self.set_hook, methods=put),
            Route("/me/webhook", self.remove_hook, methods=delete),
            Route("/me/webhook/test", self.test_hook, methods=post),
            Route("/games", self.games, methods=get),
            Route("/games/{name}/rules", self.rules, methods=get),
            Route("/games/{name}/options", self.options, methods=post),
            Route("/games/{name}/daily/{date}", self.daily, methods=get),
            Route("/tables", self.create, methods=post),
            Route("/tables", self.tables, methods=get),
            Route("/tables/{code}", self.table, methods=get),
            Route("/tables/{code}/sit", self.sit, methods=post),
            Route("/tables/{code}/record.txt", self.record_text, methods=get),
            Route("/tables/{code}/record.json", self.record_json, methods=get),
            Route("/verify", self.verify, methods=post),
            Route("/records", self.bring, methods=post),
        ]

    # People

    async def join(self, request: Request) -> Response:
        self._door.spend(request)
        new = await body(request, wire.NewPerson)
        return answer(await self._lobby().people.join(new.name, _device(request)), 201)

    async def recover(self, request: Request) -> Response:
        self._door.spend(request, 10)  # nobody tries keys at leisure
        token = (await body(request, wire.Recovery)).key
        own = bearer(request)
        asker = await self._lobby().people.identify(own) if own else None
        person = await self._lobby().people.recover(token, _device(request), asker)
        if person is None:
            raise Refusal(401, "This recovery link is not known here. It may have been revoked.")
        return answer(person if person.token else wire.Person(person.id, person.name, own), 201)

    async def me(self, request: Request) -> Response:
        member = await self._door.member(request)
        return answer(wire.Me(member.id, member.name, await self._lobby().lists.tables_of(member)))

    async def rename(self, request: Request) -> Response:
        self._door.spend(request)
        member = await self._door.member(request)
        new = await body(request, wire.NewPerson)
        member = await self._lobby().rename(member, new.name)
        return answer(wire.Me(member.id, member.name, await self._lobby().lists.tables_of(member)))

    async def turns(self, request: Request) -> Response:
        return answer(await self._lobby().lists.turns(await self._door.member(request)))

    async def history(self, request: Request) -> Response:
        member = await self._door.member(request)
        return answer(
            await self._lobby().lists.history(member, _mark(request.query_params.get("before", "")))
        )

    # Keys and webhooks

    async def keys(self, request: Request) -> Response:
        return answer(await self._lobby().people.keys(await self._door.owner(request)))

    async def add_key(self, request: Request) -> Response:
        self._door.spend(request)
        member = await self._door.owner(request)
        new = await body(request, wire.NewKey)
        return answer(await self._lobby().people.add_key(member, new.kind, new.label), 201)

    async def revoke(self, request: Request) -> Response:
        self._door.spend(request)
        lobby, member = self._lobby(), await self._door.owner(request)
        id = request.path_params["id"]
        if not await lobby.people.revoke_key(member.id, id):
            raise Refusal(404, "You have no such key.")
        lobby.hang_up([id], SIGNED_OUT)
        return answer(await lobby.people.keys(member))

    async def hook(self, request: Request) -> Response:
        return answer(await self._lobby().hooks.shown(await self._door.owner(request)))

    async def set_hook(self, request: Request) -> Response:
        self._door.spend(request, 5)
        member = await self._door.owner(request)
        wish = await body(request, wire.NewHook)
        return answer(await self._lobby().hooks.set(member, wish.url, _origin(request)))

    async def remove_hook(self, request: Request) -> Response:
        self._door.spend(request)
        return answer(await self._lobby().hooks.remove(await self._door.owner(request)))

    async def test_hook(self, request: Request) -> Response:
        self._door.spend(request, 10)
        return answer(await self._lobby().hooks.test(await self._door.owner(request)))

    # Games

    async def games(self, _: Request) -> Response:
        return answer([_game(name) for name in games.NAMES])

    async def rules(self, request: Request) -> Response:
        return answer(rulebook.book(_named(request).name))

    async def options(self, request: Request) -> Response:
        self._door.spend(request, 0.2)  # asked with every change of a form
        return answer(fit(_named(request), await body(request, dict[str, Any])))

    async def daily(self, request: Request) -> Response:
        game, day = _named(request), request.path_params["date"]
        if not hasattr(game.hints, "daily"):
            raise Refusal(404, f"{game.title} has no puzzles of the day.")
        if not _is_day(day):
            raise Refusal(400, "A day is written as in 2026-11-15.")
        if not self._lobby().daily_puzzles.has(game, day):
            self._door.spend(request, 10)
        return answer(await self._lobby().daily_puzzles.puzzles(game, day))

    # Tables

    async def create(self, request: Request) -> Response:
        self._door.spend(request)
        member = await self._door.member(request)
        code = await self._lobby().create(await body(request, wire.NewTable), member)
        room = await self._door.room(request, code)
        return answer(room.voice.table(member.id), 201)

    async def tables(self, request: Request) -> Response:
        member = await self._door.maybe_member(request)
        return answer(await self._lobby().lists.open_tables(member.id if member else None))

    async def table(self, request: Request) -> Response:
        member = await self._door.maybe_member(request)
        room = await self._door.room(request)
        return answer(room.voice.table(member.id if member else None))

    async def sit(self, request: Request) -> Response:
        self._door.spend(request)
        member = await self._door.member(request)
        wish = await body(request, wire.Sit)
        room = await self._door.room(request)
        return answer(await room.do(partial(seating.sit, room, member, wish.seed, wish.ready)))

    # Records

    async def record_text(self, request: Request) -> Response:
        return await self._record(request, "txt", "text/plain; charset=utf-8")

    async def record_json(self, request: Request) -> Response:
        return await self._record(request, "json", "application/json")

    async def _record(self, request: Request, ending: str, kind: str) -> Response:
        room = await self._door.room(request)
        if room.desk.status != "over":
            raise Refusal(409, "The record can be had when the match is over.")
        name = f"{room.desk.game.name}-{room.desk.code}.{ending}"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        write = record.write_text if ending == "txt" else record.write_json
        text = await asyncio.to_thread(lambda: write(room.desk.record()))
        return Response(text, 200, headers, kind)

    async def _given(self, request: Request, cost: float) -> bytes:
        """A record that somebody sent. To check a long one takes seconds."""
        self._door.spend(request, cost)
        text = await read(request, record.LARGEST)
        self._door.spend(request, len(text) / AS_ONE)
        return text

    async def verify(self, request: Request) -> Response:
        text = await self._given(request, 5)
        return answer(await self._lobby().workers.ask_low_priority(tasks.verify, text))

    async def bring(self, request: Request) -> Response:
        """A finished match from a file becomes a table of its own, to be replayed and shared."""
        text = await self._given(request, 15)
        made = await self._lobby().workers.ask_low_priority(record_import.made, text)
        if isinstance(made, record_import.Refused):
            raise Refusal(400 if made.finished else 409, made.sentence)
        code, new = await record_import.stored(self._lobby().store, made)
        room = await self._door.room(request, code)
        return answer(room.voice.table(None), 201 if new else 200)


def _device(request: Request) -> str:
    return device_label(request.headers.get("user-agent", ""))


def _origin(request: Request) -> str:
    """Where the page of whoever asks is: as the browser says, if that is here."""
    origin, host = request.headers.get("origin", ""), request.headers.get("host", "")
    if origin and websocket.netloc(origin) == host.lower():
        return origin
    return str(request.base_url.replace(path="")).rstrip("/")


def _mark(text: str) -> tuple[int, str] | None:
    """Where a page of the history ends: a moment and a code."""
    at, _, code = text.partition("-")
    if not text:
        return None
    if not at.isdecimal() or not at.isascii() or len(at) > 18 or not code.isprintable() or not code:
        raise Refusal(400, "That is no mark of a page.")
    return int(at), code


def _named(request: Request) -> Game:
    name = request.path_params["name"]
    if name not in games.NAMES:
        raise Refusal(404, "There is no game of that name.")
    return games.load(name)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _game(name: str) -> wire.GameInfo:
    game = games.load(name)
    (_,), parts = msgspec.json.schema_components([game.Options])
    return wire.GameInfo(
        name=game.name,
        title=game.title,
        least=game.seats[0],
        most=game.seats[-1],
        version=game.version,
        options=parts[game.Options.__name__],
        levels=[wire.LevelInfo(level.name, level.about) for level in game.levels],
        daily=hasattr(game.hints, "daily"),
    )
