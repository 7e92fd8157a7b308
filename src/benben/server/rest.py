"""The REST side. Every refusal is a Fault with a clear sentence."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from benben import games
from benben.core import record
from benben.core.contract import Game
from benben.server import bringing, following, rulebook, seating, thinking, wire
from benben.server.codes import tidy
from benben.server.listener import Bucket
from benben.server.lobby import SIGNED_OUT, Lobby, fit
from benben.server.people import device_label
from benben.server.room import Room
from benben.server.store import Member

LARGEST = 64 * 1024  # bytes of a body
SLOWEST = 30.0  # seconds that a body may take
BURST, RATE = 300, 5  # calls that change something, by one address: at once, and a second
ADDRESSES = 10_000  # remembered

Body = TypeVar("Body")
_encoder = msgspec.json.Encoder()


class Refusal(Exception):
    def __init__(self, status: int, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.clause = status, sentence, clause


def answer(value: Any, status: int = 200) -> Response:
    return Response(_encoder.encode(value), status, {"cache-control": "no-store"}, "application/json")


class Rest:
    def __init__(self, lobby: Callable[[], Lobby]) -> None:
        self._lobby = lobby
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

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
        self._spend(request)
        new = await _body(request, wire.NewPerson)
        return answer(await self._lobby().people.join(new.name, _device(request)), 201)

    async def recover(self, request: Request) -> Response:
        self._spend(request, 10)  # nobody tries keys at leisure
        token = (await _body(request, wire.Recovery)).key
        bearer = _bearer(request)
        asker = await self._lobby().people.whose(bearer) if bearer else None
        person = await self._lobby().people.recover(token, _device(request), asker)
        if person is None:
            raise Refusal(401, "This recovery link is not known here. It may have been revoked.")
        return answer(person if person.token else wire.Person(person.id, person.name, bearer), 201)

    async def me(self, request: Request) -> Response:
        member = await self._member(request)
        return answer(wire.Me(member.id, member.name, await self._lobby().tables_of(member)))

    async def rename(self, request: Request) -> Response:
        self._spend(request)
        member = await self._member(request)
        new = await _body(request, wire.NewPerson)
        member = await self._lobby().people.rename(member, new.name)
        return answer(wire.Me(member.id, member.name, await self._lobby().tables_of(member)))

    async def turns(self, request: Request) -> Response:
        return answer(await self._lobby().turns(await self._member(request)))

    async def history(self, request: Request) -> Response:
        member = await self._member(request)
        return answer(await self._lobby().history(member, _mark(request.query_params.get("before", ""))))

    # Keys and webhooks

    async def keys(self, request: Request) -> Response:
        return answer(await self._lobby().people.keys(await self._owner(request)))

    async def add_key(self, request: Request) -> Response:
        self._spend(request)
        member = await self._owner(request)
        new = await _body(request, wire.NewKey)
        return answer(await self._lobby().people.add_key(member, new.kind, new.label), 201)

    async def revoke(self, request: Request) -> Response:
        self._spend(request)
        lobby, member = self._lobby(), await self._owner(request)
        id = request.path_params["id"]
        if not await lobby.people.revoke(member.id, id):
            raise Refusal(404, "You have no such key.")
        lobby.hang_up([id], SIGNED_OUT)
        return answer(await lobby.people.keys(member))

    async def hook(self, request: Request) -> Response:
        return answer(await self._lobby().hooks.shown(await self._owner(request)))

    async def set_hook(self, request: Request) -> Response:
        self._spend(request, 5)
        member = await self._owner(request)
        wish = await _body(request, wire.NewHook)
        return answer(await self._lobby().hooks.set(member, wish.url, _origin(request)))

    async def remove_hook(self, request: Request) -> Response:
        self._spend(request)
        return answer(await self._lobby().hooks.remove(await self._owner(request)))

    async def test_hook(self, request: Request) -> Response:
        self._spend(request, 10)
        return answer(await self._lobby().hooks.test(await self._owner(request)))

    # Games

    async def games(self, _: Request) -> Response:
        return answer([_game(name) for name in games.NAMES])

    async def rules(self, request: Request) -> Response:
        return answer(rulebook.book(_named(request).name))

    async def options(self, request: Request) -> Response:
        self._spend(request, 0.2)  # asked with every change of a form
        return answer(fit(_named(request), await _body(request, dict[str, Any])))

    async def daily(self, request: Request) -> Response:
        game, day = _named(request), request.path_params["date"]
        if not hasattr(game.hints, "daily"):
            raise Refusal(404, f"{game.title} has no puzzles of the day.")
        if not _is_day(day):
            raise Refusal(400, "A day is written as in 2026-11-15.")
        if not self._lobby().knows(game, day):
            self._spend(request, 10)
        return answer(await self._lobby().daily(game, day))

    # Tables

    async def create(self, request: Request) -> Response:
        self._spend(request)
        member = await self._member(request)
        code = await self._lobby().create(await _body(request, wire.NewTable), member)
        room = await self._room(request, code)
        return answer(room.voice.table(member.id), 201)

    async def tables(self, request: Request) -> Response:
        member = await self._maybe_member(request)
        return answer(await self._lobby().open_tables(member.id if member else None))

    async def table(self, request: Request) -> Response:
        member = await self._maybe_member(request)
        room = await self._room(request)
        return answer(room.voice.table(member.id if member else None))

    async def sit(self, request: Request) -> Response:
        self._spend(request)
        member = await self._member(request)
        wish = await _body(request, wire.Sit)
        room = await self._room(request)
        return answer(await room.do(partial(seating.sit, room, member, wish.seed, wish.ready)))

    # Records

    async def record_text(self, request: Request) -> Response:
        return await self._record(request, "txt", "text/plain; charset=utf-8")

    async def record_json(self, request: Request) -> Response:
        return await self._record(request, "json", "application/json")

    async def _record(self, request: Request, ending: str, kind: str) -> Response:
        room = await self._room(request)
        if room.desk.status != "over":
            raise Refusal(409, "The record can be had when the match is over.")
        name = f"{room.desk.game.name}-{room.desk.code}.{ending}"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        write = record.write_text if ending == "txt" else record.write_json
        text = await asyncio.to_thread(lambda: write(room.desk.record()))
        return Response(text, 200, headers, kind)

    async def verify(self, request: Request) -> Response:
        self._spend(request, 5)
        text = await _bytes(request, record.LARGEST)
        return answer(await self._lobby().thinkers.ask_aside(thinking.verify, text))

    async def bring(self, request: Request) -> Response:
        """A finished match from a file becomes a table of its own, to be replayed and shared."""
        self._spend(request, 15)
        text = await _bytes(request, record.LARGEST)
        made = await self._lobby().thinkers.ask_aside(bringing.made, text)
        if isinstance(made, bringing.Refused):
            raise Refusal(400 if made.finished else 409, made.sentence)
        code, new = await bringing.stored(self._lobby().store, made)
        room = await self._room(request, code)
        return answer(room.voice.table(None), 201 if new else 200)

    # Who asks, and for what

    async def _member(self, request: Request) -> Member:
        member = await self._maybe_member(request)
        if member is None:
            raise Refusal(401, "Take a name first: this needs the token of a guest.")
        return member

    async def _owner(self, request: Request) -> Member:
        """Keys and webhooks are for people, not for the programs that play for them."""
        member = await self._member(request)
        if member.kind != "device":
            raise Refusal(409, "This is for a device of yours, not for the key of a program.", "people")
        return member

    async def _maybe_member(self, request: Request) -> Member | None:
        if request.headers.get("authorization") is None:
            return None
        token = _bearer(request)
        member = await self._lobby().people.whose(token) if token else None
        if member is None:
            self._spend(request, 2)
            raise Refusal(401, "This token is not known here.")
        return member

    async def _room(self, request: Request, code: str | None = None) -> Room:
        room = await self._lobby().room(code or tidy(request.path_params["code"]))
        if room is None:
            self._spend(request, 2)  # nobody guesses codes at leisure
            raise Refusal(404, "There is no such table.")
        if room.lobby.herald:  # whoever was answered by another process finds here what came of it
            await room.do(partial(following.outdated, room))
        return room

    def _spend(self, request: Request, cost: float = 1) -> None:
        address = request.client.host if request.client else ""
        bucket = self._buckets.setdefault(address, Bucket(BURST, RATE))
        self._buckets.move_to_end(address)
        while len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        if not bucket.allows(cost):
            raise Refusal(429, "Too many calls from your address. Please wait a moment.")


def _bearer(request: Request) -> str:
    """The token that came along; empty if none did."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _device(request: Request) -> str:
    return device_label(request.headers.get("user-agent", ""))


def _origin(request: Request) -> str:
    """Where the page of whoever asks is: as the browser says, if that is here."""
    origin, host = request.headers.get("origin", ""), request.headers.get("host", "")
    if urlsplit(origin).netloc == host:
        return origin
    return str(request.base_url.replace(path="")).rstrip("/")


def _mark(text: str) -> tuple[int, str] | None:
    """Where a page of the history ends: a moment and a code."""
    at, _, code = text.partition("-")
    if not text:
        return None
    if not at.isdecimal() or not at.isascii() or len(at) > 18 or not code:
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


async def _bytes(request: Request, largest: int = LARGEST) -> bytes:
    parts, size = [], 0
    try:
        async with asyncio.timeout(SLOWEST):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise Refusal(413, f"A body may have {largest:,} bytes at most.")
                parts.append(part)
    except TimeoutError:
        raise Refusal(408, "The body came too slowly.") from None
    except ClientDisconnect:
        raise Refusal(400, "The call was broken off.") from None
    return b"".join(parts)


async def _body(request: Request, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(await _bytes(request), type=kind)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Refusal(400, f"That cannot be read: {fault}.") from None
