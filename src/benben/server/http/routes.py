"""The calls of the REST API: one table of their routes, handlers and descriptions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from types import MethodType
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from benben.server import wire
from benben.server.http import achievement_calls, puzzle_calls, review_calls
from benben.server.http.api import Api
from benben.server.http.openapi import JSON, TEXT, BodyKind, Call, document
from benben.server.http.stream import LINES


async def description(_: Api, __: Request) -> Response:
    """The OpenAPI document."""
    return Response(_encoded_document(), 200, {"cache-control": "no-cache"}, JSON)


RECORD = "The record of a match, see docs/record.md."
CALLS = (
    Call("GET", "/openapi.json", description, "This description", {200: dict[str, Any]}),
    Call(
        "POST",
        "/people",
        Api.add_guest,
        "Take a name as a guest",
        {201: wire.Person},
        wire.NewPerson,
        faults=(409,),
    ),
    Call("GET", "/me", Api.me, "Who am I, and where do I play?", {200: wire.Me}, token="must"),
    Call(
        "POST", "/me", Api.rename_person, "Take another name", {200: wire.Me}, wire.NewPerson, "must", (409,)
    ),
    Call(
        "DELETE",
        "/me",
        Api.delete_person,
        "Delete me and what is kept of me",
        {200: wire.DeletedPerson},
        token="must",
        faults=(409,),
    ),
    Call(
        "GET",
        "/me/export",
        Api.export_person,
        "Everything that is kept of me",
        {200: wire.PersonExport},
        token="must",
        faults=(409,),
    ),
    Call(
        "POST",
        "/people/recover",
        Api.recover_account,
        "Be known on one more device",
        {201: wire.Person},
        wire.Recovery,
        "may",
    ),
    Call("GET", "/me/turns", Api.turns, "Which matches wait for me?", {200: list[wire.Turn]}, token="must"),
    Call(
        "GET",
        "/me/tables",
        Api.history,
        "My finished matches",
        {200: wire.History},
        token="must",
        faults=(400,),
        queries=("before",),
    ),
    Call(
        "GET",
        "/me/progress",
        puzzle_calls.progress,
        "What I have learned and solved",
        {200: wire.PersonProgress},
        token="must",
    ),
    Call(
        "PUT",
        "/me/progress",
        puzzle_calls.add_progress,
        "Add what I have learned and solved",
        {200: wire.PersonProgress},
        wire.PersonProgress,
        "must",
        (409,),
    ),
    Call(
        "GET",
        "/me/achievements",
        achievement_calls.achievements,
        "What I have earned, and what there is to earn",
        {200: list[wire.GameAchievements]},
        token="may",
        queries=("table",),
    ),
    Call("GET", "/me/keys", Api.keys, "My keys", {200: list[wire.PersonKey]}, token="must", faults=(409,)),
    Call("POST", "/me/keys", Api.add_key, "Make a key", {201: wire.FreshKey}, wire.NewKey, "must", (409,)),
    Call(
        "DELETE",
        "/me/keys/{id}",
        Api.revoke_key,
        "Revoke a key",
        {200: list[wire.PersonKey]},
        token="must",
        faults=(404, 409),
    ),
    Call("GET", "/me/webhook", Api.webhook, "My webhook", {200: wire.Hook}, token="must", faults=(409,)),
    Call(
        "PUT",
        "/me/webhook",
        Api.set_webhook,
        "Set my webhook",
        {200: wire.Hook},
        wire.NewHook,
        "must",
        (409,),
    ),
    Call(
        "DELETE",
        "/me/webhook",
        Api.remove_webhook,
        "Remove my webhook",
        {200: wire.Hook},
        token="must",
        faults=(409,),
    ),
    Call(
        "POST",
        "/me/webhook/test",
        Api.test_webhook,
        "Send a test notice",
        {200: wire.Hook},
        token="must",
        faults=(409,),
    ),
    Call("GET", "/games", Api.games, "The games, their options and bots", {200: list[wire.GameInfo]}),
    Call("GET", "/games/{name}/rules", Api.rules, "The rulebook of a game", {200: wire.RuleBook}),
    Call("GET", "/games/{name}/lessons", Api.lesson, "The lesson of a game", {200: wire.Lesson}),
    Call(
        "POST",
        "/games/{name}/lessons/{step}",
        Api.try_step,
        "Try something in a step of a lesson",
        {200: wire.LessonMoment},
        wire.Try,
        faults=(409,),
    ),
    Call(
        "POST",
        "/games/{name}/cases/{case}",
        Api.try_case,
        "Try something in a case of the rulebook",
        {200: wire.CaseMoment},
        wire.CaseTry,
        faults=(409,),
    ),
    Call(
        "POST",
        "/games/{name}/options",
        Api.options,
        "What would such a table be?",
        {200: wire.Fit},
        dict[str, Any],
    ),
    Call(
        "GET",
        "/games/{name}/daily/{date}",
        Api.daily,
        "The puzzles of a day",
        {200: list[wire.DailyPuzzle]},
        token="may",
        faults=(400, 429),
    ),
    Call(
        "GET",
        "/puzzles/{date}",
        puzzle_calls.puzzle_day,
        "The puzzles of a day, one for each game",
        {200: wire.PuzzleDay},
        token="may",
        faults=(400, 404, 409, 429),
    ),
    Call(
        "GET",
        "/puzzles/{date}/results",
        puzzle_calls.puzzle_results,
        "How people did on a day",
        {200: wire.PuzzleResults},
        faults=(400, 404, 409, 429, 503),
    ),
    Call(
        "POST",
        "/puzzles/{date}/{name}",
        puzzle_calls.try_puzzle,
        "Try something in a puzzle of a day",
        {200: wire.PuzzleMoment},
        wire.PuzzleTry,
        "may",
        (404, 409),
    ),
    Call(
        "POST",
        "/puzzles/{date}/{name}/result",
        puzzle_calls.count_result,
        "Count my result of a puzzle, without my name",
        {200: wire.CountedResult},
        wire.PuzzleResult,
        "may",
        (404, 409),
    ),
    Call(
        "GET",
        "/rush/{name}/{seed}/{n}",
        puzzle_calls.rush_puzzle,
        "A puzzle of a puzzle rush",
        {200: wire.RushPuzzle},
        token="may",
        faults=(400, 429),
    ),
    Call(
        "POST",
        "/rush/{name}/{seed}/{n}",
        puzzle_calls.try_rush_puzzle,
        "Try something in a puzzle of a puzzle rush",
        {200: wire.PuzzleMoment},
        wire.PuzzleTry,
        "may",
        (409,),
    ),
    Call(
        "POST", "/tables", Api.create_table, "Open a table", {201: wire.Table}, wire.NewTable, "must", (409,)
    ),
    Call(
        "GET",
        "/tables",
        Api.open_tables,
        "Public tables with a free seat",
        {200: list[wire.Table]},
        token="may",
    ),
    Call(
        "GET",
        "/watch",
        Api.watch,
        "Public matches that are played now or are over, as an onlooker sees them",
        {200: list[wire.WatchedMatch]},
    ),
    Call("GET", "/tables/{code}", Api.table, "A table", {200: wire.Table}, token="may"),
    Call(
        "POST", "/tables/{code}/sit", Api.take_seats, "Sit down", {200: wire.Table}, wire.Sit, "must", (409,)
    ),
    Call(
        "GET",
        "/tables/{code}/stream",
        Api.open_stream,
        "Everything that happens at a table, line by line, as over the socket",
        {
            200: BodyKind(
                LINES, wire.FromServer, "One message a line, the first a Welcome. An empty line: alive."
            )
        },
        token="may",
    ),
    Call(
        "POST",
        "/tables/{code}/messages",
        Api.handle_message,
        "Send one message, as over the socket",
        {
            200: wire.Done
            | wire.Hinted
            | wire.Rated
            | wire.Focused
            | wire.Metered
            | wire.Judged
            | wire.Past
            | wire.Log
            | wire.Pong
        },
        wire.FromClient,
        "may",
        (409,),
        wire.Refused,
    ),
    Call(
        "GET",
        "/tables/{code}/record.txt",
        Api.record_text,
        "The record as text, once the match is over",
        {200: BodyKind(TEXT, about=RECORD)},
        token="may",
        faults=(409,),
    ),
    Call(
        "GET",
        "/tables/{code}/record.json",
        Api.record_json,
        "The record as JSON, once the match is over",
        {200: BodyKind(JSON, dict[str, Any], about=RECORD)},
        token="may",
        faults=(409,),
    ),
    Call(
        "GET",
        "/tables/{code}/review",
        review_calls.review,
        "The review of a match that is over, or how far it is; ask again until it is there",
        {200: wire.ReviewState},
        token="may",
        faults=(409,),
    ),
    Call(
        "GET",
        "/tables/{code}/position",
        review_calls.position,
        "A position of a match that is over, from which another can be played",
        {200: wire.PositionTable},
        token="may",
        faults=(409,),
        queries=("at",),
    ),
    Call(
        "POST",
        "/verify",
        Api.verify,
        "Check a record, text or JSON",
        {200: wire.Checked},
        BodyKind(TEXT, about=RECORD),
        "may",
    ),
    Call(
        "POST",
        "/records",
        Api.import_record,
        "Import a record, text or JSON: it is verified and becomes a table that can be replayed",
        {201: wire.Table, 200: wire.Table},
        BodyKind(TEXT, about=RECORD),
        "may",
        faults=(409,),
    ),
)


def routes(api: Api) -> list[Route]:
    """The routes under /api."""
    return [Route(call.path, _endpoint(call, api), methods=[call.method]) for call in CALLS]


def _endpoint(call: Call, api: Api) -> Callable[[Request], Awaitable[Response]]:
    """The handler of a call. One that only reads is counted here, others by themselves."""
    handler: Callable[[Request], Awaitable[Response]] = MethodType(call.handler, api)
    if call.method != "GET":
        return handler

    async def read(request: Request) -> Response:
        api.context.charge_read(request)
        return await handler(request)

    return read


@cache
def _encoded_document() -> bytes:
    return msgspec.json.encode(document(CALLS))
