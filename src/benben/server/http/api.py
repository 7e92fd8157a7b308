"""The handlers of REST calls. Every refusal is a Fault with a clear sentence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache, partial
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from benben import games
from benben.core.contract import Game
from benben.core.rulebook import summary
from benben.server import wire
from benben.server.http import exercises, rulebook
from benben.server.http.requests import (
    HttpError,
    RequestContext,
    bearer_token,
    caller_address,
    json_response,
)
from benben.server.http.stream import Stream
from benben.server.people.accounts import SIGNED_OUT, device_label
from benben.server.people.deletion import PERSON_DELETED
from benben.server.tables import log, record_import
from benben.server.tables.commands import seating
from benben.server.tables.creation import describe_options
from benben.server.tables.record_files import RecordForm
from benben.server.transport import websocket
from benben.server.workers import tasks

Answer = TypeVar("Answer")


class Api:
    """The handlers of the calls under /api; routes.py says which call goes to which."""

    def __init__(self, context: RequestContext) -> None:
        self.context = context
        self._stream = Stream(context)

    # People

    async def add_guest(self, request: Request) -> Response:
        self.context.charge(request)
        new = await self.context.body(request, wire.NewPerson)
        person = await self.context.hub.accounts.add_guest(new.name, _device_label(request))
        return json_response(person, 201)

    async def recover_account(self, request: Request) -> Response:
        self.context.charge(request, 10)  # so that guessing keys takes too long
        token = (await self.context.body(request, wire.Recovery)).key
        own = bearer_token(request)
        asker = await self.context.hub.accounts.identify(own) if own else None
        person = await self.context.hub.accounts.recover(token, _device_label(request), asker)
        if person is None:
            raise HttpError(401, "This recovery link is not known here. It may have been revoked.")
        self.context.check_person(person.id)
        return json_response(person if person.token else wire.Person(person.id, person.name, own), 201)

    async def me(self, request: Request) -> Response:
        member = await self.context.require_member(request)
        tables = await self.context.hub.lists.tables_of(member, partial(self.context.charge_list, request))
        return json_response(wire.Me(member.id, member.name, tables))

    async def rename_person(self, request: Request) -> Response:
        self.context.charge(request)
        member = await self.context.require_member(request)
        new = await self.context.body(request, wire.NewPerson)
        member = await self.context.hub.rename(member, new.name)
        return json_response(wire.Me(member.id, member.name, await self.context.hub.lists.tables_of(member)))

    async def export_person(self, request: Request) -> Response:
        self.context.charge(request, 10)
        member = await self.context.require_owner(request)
        hub = self.context.hub
        answer = json_response(await hub.deletion.export(member, await hub.notifier.webhook(member)))
        answer.headers["content-disposition"] = 'attachment; filename="benben-export.json"'
        return answer

    async def delete_person(self, request: Request) -> Response:
        self.context.charge(request, 10)
        member = await self.context.require_owner(request)
        await self.context.hub.delete_person(member.id)
        return json_response(wire.DeletedPerson(PERSON_DELETED))

    async def turns(self, request: Request) -> Response:
        member = await self.context.require_member(request)
        charge = partial(self.context.charge_list, request)
        return json_response(await self.context.hub.lists.turns(member, charge))

    async def history(self, request: Request) -> Response:
        member = await self.context.require_member(request)
        return json_response(
            await self.context.hub.lists.history(member, _page_mark(request.query_params.get("before", "")))
        )

    # Keys and webhooks

    async def keys(self, request: Request) -> Response:
        return json_response(await self.context.hub.accounts.keys(await self.context.require_owner(request)))

    async def add_key(self, request: Request) -> Response:
        self.context.charge(request)
        member = await self.context.require_owner(request)
        new = await self.context.body(request, wire.NewKey)
        return json_response(await self.context.hub.accounts.add_key(member, new.kind, new.label), 201)

    async def revoke_key(self, request: Request) -> Response:
        self.context.charge(request)
        member = await self.context.require_owner(request)
        id = request.path_params["id"]
        if not await self.context.hub.accounts.revoke_key(member.id, id):
            raise HttpError(404, "You have no such key.")
        self.context.hub.rooms.close_connections([id], SIGNED_OUT)
        return json_response(await self.context.hub.accounts.keys(member))

    async def webhook(self, request: Request) -> Response:
        return json_response(
            await self.context.hub.notifier.webhook(await self.context.require_owner(request))
        )

    async def set_webhook(self, request: Request) -> Response:
        self.context.charge(request, 5)
        member = await self.context.require_owner(request)
        wish = await self.context.body(request, wire.NewHook)
        return json_response(await self.context.hub.notifier.set_webhook(member, wish.url, _origin(request)))

    async def remove_webhook(self, request: Request) -> Response:
        self.context.charge(request)
        return json_response(
            await self.context.hub.notifier.remove_webhook(await self.context.require_owner(request))
        )

    async def test_webhook(self, request: Request) -> Response:
        self.context.charge(request, 10)
        return json_response(
            await self.context.hub.notifier.send_test(await self.context.require_owner(request))
        )

    # Games

    async def games(self, _: Request) -> Response:
        return json_response([_game_info(name) for name in games.NAMES])

    async def rules(self, request: Request) -> Response:
        return json_response(rulebook.rulebook_message(_game_in_path(request).name))

    async def lesson(self, request: Request) -> Response:
        return json_response(exercises.lesson_message(_game_in_path(request).name))

    async def try_step(self, request: Request) -> Response:
        game, wish = _game_in_path(request), await self.context.body(request, wire.Try)
        self.context.charge_deeds(request, len(wish.done))
        return json_response(exercises.lesson_moment(game.name, request.path_params["step"], wish))

    async def try_case(self, request: Request) -> Response:
        game, wish = _game_in_path(request), await self.context.body(request, wire.CaseTry)
        self.context.charge_deeds(request, len(wish.done))
        return json_response(exercises.case_moment(game.name, request.path_params["case"], wish))

    async def options(self, request: Request) -> Response:
        self.context.charge(request, 0.2)  # asked with every change of a form
        return json_response(
            describe_options(_game_in_path(request), await self.context.body(request, dict[str, Any]))
        )

    async def daily(self, request: Request) -> Response:
        game, day = _game_in_path(request), request.path_params["date"]
        if game.daily is None:
            raise HttpError(404, f"{game.title} has no puzzles of the day.")
        if not _is_day(day):
            raise HttpError(400, "A day is written as in 2026-11-15.")
        if not self.context.hub.daily_puzzles.has(game, day):
            self.context.charge(request, 10)
        owner = await self.context.owner(request)
        return json_response(await self.context.hub.daily_puzzles.puzzles(game, day, owner))

    # Tables

    async def create_table(self, request: Request) -> Response:
        self.context.charge(request)
        member = await self.context.require_member(request)
        wish = await self.context.body(request, wire.NewTable)
        code = await self.context.hub.create_table(wish, member, caller_address(request))
        room = await self.context.room(request, code)
        return json_response(room.broadcaster.table_for(member.id), 201)

    async def open_tables(self, request: Request) -> Response:
        member = await self.context.optional_member(request)
        return json_response(await self.context.hub.lists.open_tables(member.id if member else None))

    async def watch(self, _: Request) -> Response:
        answer = json_response(await self.context.hub.watch_list.matches())
        answer.headers["cache-control"] = f"public, max-age={self.context.limits.watch_seconds:.0f}"
        return answer

    async def table(self, request: Request) -> Response:
        member = await self.context.optional_member(request)
        room = await self.context.room(request)
        return json_response(room.broadcaster.table_for(member.id if member else None))

    async def take_seats(self, request: Request) -> Response:
        self.context.charge(request)
        member = await self.context.require_member(request)
        wish = await self.context.body(request, wire.Sit)
        room = await self.context.room(request)
        return json_response(await room.run(partial(seating.take_seats, room, member, wish)))

    # Play without a socket

    async def open_stream(self, request: Request) -> Response:
        return await self._stream.open_stream(request)

    async def handle_message(self, request: Request) -> Response:
        return await self._stream.handle_message(request)

    # Records

    async def record_text(self, request: Request) -> Response:
        return await self._record(request, "txt", "text/plain; charset=utf-8")

    async def record_json(self, request: Request) -> Response:
        return await self._record(request, "json", "application/json")

    async def _record(self, request: Request, form: RecordForm, kind: str) -> Response:
        table = await self.context.table(request)
        if table.status != "over":
            raise HttpError(409, "The record is available when the match is over.")
        name = f"{log.decode_plan(table.plan).game}-{table.code}.{form}"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        owner, charge = await self.context.owner(request), partial(self.context.charge_lines, request)
        file = await self.context.hub.records.file(table, form, owner, charge)
        self.context.charge_bytes(request, len(file))
        return Response(file, 200, headers, kind)

    async def _sent_record(self, request: Request, cost: float) -> bytes:
        """The record in the body of a request. Checking a long one takes seconds, so it costs more."""
        self.context.charge(request, cost)
        text = await self.context.raw_body(request, self.context.limits.record_bytes)
        self.context.charge(request, len(text) / self.context.limits.record_bytes_per_call)
        return text

    async def _ask_job(self, request: Request, job: Callable[..., Answer], *arguments: Any) -> Answer:
        """The result of a function that is called in a worker, on account of the person who asks."""
        return await self.context.hub.workers.ask(
            job,
            *arguments,
            owner=await self.context.owner(request),
            lane="jobs",
            seconds=self.context.limits.job_seconds,
        )

    async def verify(self, request: Request) -> Response:
        text = await self._sent_record(request, 5)
        return json_response(await self._ask_job(request, tasks.verify, text))

    async def import_record(self, request: Request) -> Response:
        """Make a table out of the record of a finished match, to be replayed and shared."""
        text = await self._sent_record(request, 15)
        most = self.context.limits.record_entries
        made = await self._ask_job(request, record_import.table_from_record, text, most)
        if isinstance(made, record_import.ImportRefused):
            raise HttpError(400 if made.finished else 409, made.sentence)
        code, new = await record_import.save_import(self.context.hub.store, made)
        room = self.context.hub.rooms.loaded(code)
        table = room.broadcaster.table_for(None) if room else msgspec.structs.replace(made.shown, code=code)
        return json_response(table, 201 if new else 200)


def _device_label(request: Request) -> str:
    return device_label(request.headers.get("user-agent", ""))


def _origin(request: Request) -> str:
    """The origin of the page that asks: as the browser says, if that is this host."""
    origin, host = request.headers.get("origin", ""), request.headers.get("host", "")
    if origin and websocket.netloc(origin) == host.lower():
        return origin
    return str(request.base_url.replace(path="")).rstrip("/")


def _page_mark(text: str) -> tuple[int, str] | None:
    """Where a page of the history ends: a moment and a code; None for the first page."""
    at, _, code = text.partition("-")
    if not text:
        return None
    if not at.isdecimal() or not at.isascii() or len(at) > 18 or not code.isprintable() or not code:
        raise HttpError(400, "That is not the mark of a page.")
    return int(at), code


def _game_in_path(request: Request) -> Game:
    name = request.path_params["name"]
    if name not in games.NAMES:
        raise HttpError(404, "There is no game of that name.")
    return games.load(name)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


@cache
def _game_info(name: str) -> wire.GameInfo:
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
        daily=game.daily is not None,
        minutes=exercises.lesson_minutes(name),
        summary=list(summary(game)),
    )
