"""The REST side described for programs: OpenAPI, made from the types in wire.py and one table of calls.

A schema's description is its docstring, a field's is the comment beside it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from benben import __version__, games
from benben.server import wire
from benben.server.http.stream import LINES

JSON, TEXT = "application/json", "text/plain"
REFERENCE = "#/components/schemas/{name}"

PARAMETERS: dict[str, dict[str, Any]] = {
    "code": {
        "schema": {"type": "string", "minLength": 1, "maxLength": 64},
        "description": "Of a table, as in its link. Capitals and blanks do not matter.",
        "example": "lotus-42-ibis-7q4kx2",
    },
    "name": {"schema": {"type": "string", "enum": list(games.NAMES)}, "description": "Of a game."},
    "id": {
        "schema": {"type": "string", "minLength": 1, "maxLength": 64},
        "description": "Of a key of yours.",
    },
    "date": {"schema": {"type": "string", "format": "date"}, "description": "A day, as in 2026-11-15."},
}
QUERIES: dict[str, dict[str, Any]] = {
    "before": {
        "schema": {"type": "string", "maxLength": 100},
        "description": "The mark that came with the page before; empty for the first.",
    },
}
REFUSALS = {
    400: "It cannot be read.",
    401: "There is no token, or it is not known here.",
    404: "There is no such thing.",
    408: "The body came too slowly.",
    409: "Not now, or not allowed.",
    413: "The body is too long.",
    429: "Too many calls from this address.",
    503: "It could not be stored. Nothing was changed.",
}


class Kind(NamedTuple):
    """A body that is not a single JSON value of ours."""

    media: str
    of: Any = None  # the type of one line
    about: str = ""


class Call(NamedTuple):
    method: str
    path: str  # under /api, as the router has it
    summary: str
    answers: dict[int, Any]  # good ones by status; a type, or a Kind
    body: Any = None
    token: Literal["no", "may", "must"] = "no"
    faults: tuple[int, ...] = ()  # besides those that follow from body, token and path
    refusal: Any = wire.Fault  # the body of a 409
    queries: tuple[str, ...] = ()


RECORD = "The record of a match, see docs/record.md."
CALLS = (
    Call("GET", "/openapi.json", "This description", {200: dict[str, Any]}),
    Call("POST", "/people", "Take a name as a guest", {201: wire.Person}, wire.NewPerson, faults=(409,)),
    Call("GET", "/me", "Who am I, and where do I play?", {200: wire.Me}, token="must"),
    Call("POST", "/me", "Take another name", {200: wire.Me}, wire.NewPerson, "must", (409,)),
    Call(
        "POST",
        "/people/recover",
        "Be known on one more device",
        {201: wire.Person},
        wire.Recovery,
        "may",
    ),
    Call("GET", "/me/turns", "Which matches wait for me?", {200: list[wire.Turn]}, token="must"),
    Call(
        "GET",
        "/me/tables",
        "My finished matches",
        {200: wire.History},
        token="must",
        faults=(400,),
        queries=("before",),
    ),
    Call("GET", "/me/keys", "My keys", {200: list[wire.PersonKey]}, token="must", faults=(409,)),
    Call("POST", "/me/keys", "Make a key", {201: wire.FreshKey}, wire.NewKey, "must", (409,)),
    Call(
        "DELETE",
        "/me/keys/{id}",
        "Revoke a key",
        {200: list[wire.PersonKey]},
        token="must",
        faults=(404, 409),
    ),
    Call("GET", "/me/webhook", "My webhook", {200: wire.Hook}, token="must", faults=(409,)),
    Call("PUT", "/me/webhook", "Set my webhook", {200: wire.Hook}, wire.NewHook, "must", (409,)),
    Call("DELETE", "/me/webhook", "Remove my webhook", {200: wire.Hook}, token="must", faults=(409,)),
    Call("POST", "/me/webhook/test", "Send a test notice", {200: wire.Hook}, token="must", faults=(409,)),
    Call("GET", "/games", "The games, their options and bots", {200: list[wire.GameInfo]}),
    Call("GET", "/games/{name}/rules", "The rulebook of a game", {200: wire.RuleBook}),
    Call("POST", "/games/{name}/options", "What would such a table be?", {200: wire.Fit}, dict[str, Any]),
    Call(
        "GET",
        "/games/{name}/daily/{date}",
        "The puzzles of a day",
        {200: list[wire.DailyPuzzle]},
        faults=(400, 429),
    ),
    Call("POST", "/tables", "Open a table", {201: wire.Table}, wire.NewTable, "must", (409,)),
    Call("GET", "/tables", "Public tables with a free seat", {200: list[wire.Table]}, token="may"),
    Call("GET", "/tables/{code}", "A table", {200: wire.Table}, token="may"),
    Call("POST", "/tables/{code}/sit", "Sit down", {200: wire.Table}, wire.Sit, "must", (409,)),
    Call(
        "GET",
        "/tables/{code}/stream",
        "Everything that happens at a table, line by line, as the socket tells it",
        {200: Kind(LINES, wire.FromServer, "One message a line, the first a Welcome. An empty line: alive.")},
        token="may",
    ),
    Call(
        "POST",
        "/tables/{code}/messages",
        "Send one message, as over the socket",
        {200: wire.Done | wire.Hinted | wire.Rated | wire.Past | wire.Log | wire.Pong},
        wire.FromClient,
        "may",
        (409,),
        wire.Refused,
    ),
    Call(
        "GET",
        "/tables/{code}/record.txt",
        "The record as text, once the match is over",
        {200: Kind(TEXT, about=RECORD)},
        faults=(409,),
    ),
    Call(
        "GET",
        "/tables/{code}/record.json",
        "The record as JSON, once the match is over",
        {200: Kind(JSON, dict[str, Any], about=RECORD)},
        faults=(409,),
    ),
    Call("POST", "/verify", "Check a record, text or JSON", {200: wire.Checked}, Kind(TEXT, about=RECORD)),
    Call(
        "POST",
        "/records",
        "Bring a record, text or JSON: it is verified and becomes a table that can be replayed",
        {201: wire.Table, 200: wire.Table},
        Kind(TEXT, about=RECORD),
        faults=(409,),
    ),
)


async def described(_: Request) -> Response:
    return Response(_encoded(), 200, {"cache-control": "no-cache"}, JSON)


def routes() -> list[Route]:
    """Paths of /api."""
    return [Route("/openapi.json", described, methods=["GET"])]


def told(routes: Sequence[BaseRoute]) -> set[tuple[str, str]]:
    """Method and path of every call that these routes take."""
    return {
        (method, route.path)
        for route in routes
        if isinstance(route, Route)
        for method in (route.methods or ())
        if method != "HEAD"
    }


@cache
def _encoded() -> bytes:
    return msgspec.json.encode(document(CALLS))


def document(calls: Sequence[Call]) -> dict[str, Any]:
    """The whole description, as OpenAPI 3.1 has it."""
    kinds = list(dict.fromkeys([wire.Notice, *(kind for call in calls for kind in _kinds(call))]))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    by_kind = dict(zip(kinds, schemas, strict=True))
    _comment(components)
    paths: dict[str, Any] = {}
    for call in calls:
        paths.setdefault(f"/api{call.path}", {})[call.method.lower()] = _operation(call, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Benben",
            "version": __version__,
            "description": "Five Egyptian tabletop games: tables, people, records, and play for programs.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "webhooks": {"notice": {"post": _notice(by_kind)}},
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "From POST /api/people."}
            },
        },
    }


def _notice(schemas: dict[Any, Any]) -> dict[str, Any]:
    """What the server posts itself, to the address given with PUT /api/me/webhook."""
    return {
        "operationId": "notice",
        "summary": "Somebody who is away is waited for, or a match of theirs is over",
        "requestBody": {"required": True, "content": {JSON: {"schema": schemas[wire.Notice]}}},
        "responses": {
            "2XX": {
                "description": "Taken. After no answer, 429 or 5xx it is sent again, three times at most."
            }
        },
    }


def _kinds(call: Call) -> list[Any]:
    found = [call.body, call.refusal, wire.Fault, *call.answers.values()]
    return [each.of if isinstance(each, Kind) else each for each in found if each is not None]


def _operation(call: Call, schemas: dict[Any, Any]) -> dict[str, Any]:
    answers = {str(status): _answer(kind, schemas) for status, kind in call.answers.items()}
    for status in _faults(call):
        kind = call.refusal if status == 409 else wire.Fault
        answers[str(status)] = {
            "description": REFUSALS[status],
            "content": {JSON: {"schema": schemas[kind]}},
        }
    operation: dict[str, Any] = {
        "operationId": _name(call),
        "summary": call.summary,
        "responses": dict(sorted(answers.items())),
    }
    names = re.findall(r"\{(\w+)\}", call.path)
    given = [{"name": name, "in": "path", "required": True, **PARAMETERS[name]} for name in names]
    given += [{"name": name, "in": "query", "required": False, **QUERIES[name]} for name in call.queries]
    if given:
        operation["parameters"] = given
    if call.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(call.body, schemas)}
    if call.token != "no":
        operation["security"] = [{"token": []}] if call.token == "must" else [{}, {"token": []}]
    return operation


def _faults(call: Call) -> list[int]:
    """How a call may be refused follows from what it takes."""
    found = set(call.faults)
    if call.body is not None:
        found |= {400, 408, 413, 429}
    if call.token != "no":
        found |= {401, 429, 503}
    if "{name}" in call.path:
        found.add(404)
    if "{code}" in call.path:
        found |= {400, 404, 429, 503}
    if call.method == "POST":
        found.add(503)
    return sorted(found)


def _answer(kind: Any, schemas: dict[Any, Any]) -> dict[str, Any]:
    about = kind.about if isinstance(kind, Kind) else ""
    return {"description": about or "Done.", "content": _content(kind, schemas)}


def _content(kind: Any, schemas: dict[Any, Any]) -> dict[str, Any]:
    if not isinstance(kind, Kind):
        return {JSON: {"schema": schemas[kind]}}
    if kind.media == LINES:  # a tool must not take the stream for one value; `itemSchema` is of OpenAPI 3.2
        return {LINES: {"schema": {"type": "string"}, "x-line": schemas[kind.of]}}
    return {kind.media: {"schema": {"type": "string"} if kind.of is None else schemas[kind.of]}}


def _name(call: Call) -> str:
    words = re.findall(r"[a-z]+", call.path.replace(".", " "))
    return "_".join([call.method.lower(), *words])


def _comment(components: dict[str, Any]) -> None:
    """Each field gets the comment that stands beside it in wire.py."""
    for name, schema in components.items():
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])
        for field, comment in _comments().get(name, ()):
            shape = schema["properties"].get(field)
            if shape is not None:
                shape.setdefault("description", comment)


@cache
def _comments() -> dict[str, list[tuple[str, str]]]:
    """By class, the fields and their comments."""
    classes = re.split(r"^class (\w+)", inspect.getsource(wire), flags=re.MULTILINE)[1:]
    fields = re.compile(r"^    (\w+): .*?  # (.+)$", re.MULTILINE)
    return {name: fields.findall(text) for name, text in zip(classes[::2], classes[1::2], strict=True)}
