"""OpenAPI: the REST calls described for programs, made from the types in wire and the table of calls.

A schema's description is its docstring, a field's is the comment beside it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from benben import __version__, games
from benben.server import wire
from benben.server.http.api import Api
from benben.server.http.stream import LINES
from benben.server.wire import common, exercises, progress, puzzles, rest, review, socket

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
    "step": {
        "schema": {"type": "string", "minLength": 1, "maxLength": 64},
        "description": "Of a lesson, by its name.",
        "example": "pair",
    },
    "case": {
        "schema": {"type": "string", "minLength": 1, "maxLength": 64},
        "description": "Of a rulebook, by its name.",
        "example": "pair",
    },
    "seed": {
        "schema": {"type": "string", "pattern": "^[a-z0-9]{1,32}$"},
        "description": "Of a puzzle rush: small letters and digits.",
        "example": "ibis42",
    },
    "n": {
        "schema": {"type": "integer", "minimum": 0, "maximum": 999},
        "description": "Of a puzzle in a puzzle rush, from 0.",
    },
    "date": {"schema": {"type": "string", "format": "date"}, "description": "A day, as in 2026-11-15."},
}
QUERIES: dict[str, dict[str, Any]] = {
    "before": {
        "schema": {"type": "string", "maxLength": 100},
        "description": "The mark that came with the page before; empty for the first.",
    },
    "at": {
        "schema": {"type": "integer", "minimum": 0},
        "description": "After how many events of the match.",
    },
    "table": {
        "schema": {"type": "string"},
        "description": "The code of a match that has just ended: the answer waits until it was read.",
    },
}
REFUSALS = {
    400: "It cannot be read.",
    401: "There is no token, or it is not known here.",
    403: "The host of this server has banned you, your address or this table.",
    404: "There is no such thing.",
    408: "The body came too slowly.",
    409: "Not now, or not allowed.",
    413: "The body is too long.",
    429: "Too many calls from this address.",
    503: "The store did not answer. Nothing was changed, or the sentence says that this is not known.",
}


class BodyKind(NamedTuple):
    """A body that is not one JSON value of a wire type: text, or a value on each line."""

    media: str
    of: Any = None  # the type of one line
    about: str = ""


Handler: TypeAlias = Callable[[Api, Request], Awaitable[Response]]


class Call(NamedTuple):
    """One call of the API: its route, its handler and its description."""

    method: str
    path: str  # under /api, as the router has it
    handler: Handler
    summary: str
    answers: dict[int, Any]  # good ones by status; a type, or a BodyKind
    body: Any = None
    token: Literal["no", "may", "must"] = "no"
    faults: tuple[int, ...] = ()  # besides those that follow from body, token and path
    refusal: Any = wire.Fault  # the body of a 409
    queries: tuple[str, ...] = ()


def document(calls: Sequence[Call]) -> dict[str, Any]:
    """The description of these calls in OpenAPI 3.1."""
    kinds = list(dict.fromkeys([wire.Notice, *(kind for call in calls for kind in _kinds(call))]))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    by_kind = dict(zip(kinds, schemas, strict=True))
    _add_comments(components)
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
        "webhooks": {"notice": {"post": _webhook_operation(by_kind)}},
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "From POST /api/people."}
            },
        },
    }


def _webhook_operation(schemas: dict[Any, Any]) -> dict[str, Any]:
    """The description of what the server posts itself, to the address given with PUT /api/me/webhook."""
    return {
        "operationId": "notice",
        "summary": "A match waits for somebody who is away, or has ended",
        "requestBody": {"required": True, "content": {JSON: {"schema": schemas[wire.Notice]}}},
        "responses": {
            "2XX": {
                "description": "Accepted. After no answer, 429 or 5xx it is sent again, three times at most."
            }
        },
    }


def _kinds(call: Call) -> list[Any]:
    found = [call.body, call.refusal, wire.Fault, *call.answers.values()]
    return [each.of if isinstance(each, BodyKind) else each for each in found if each is not None]


def _operation(call: Call, schemas: dict[Any, Any]) -> dict[str, Any]:
    answers = {str(status): _good_answer(kind, schemas) for status, kind in call.answers.items()}
    for status in _faults(call):
        kind = call.refusal if status == 409 else wire.Fault
        answers[str(status)] = {
            "description": REFUSALS[status],
            "content": {JSON: {"schema": schemas[kind]}},
        }
    operation: dict[str, Any] = {
        "operationId": _operation_id(call),
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
    """The statuses with which a call may be refused: they follow from what it takes."""
    found = {*call.faults, 403}  # for whatever the host of the server has banned
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


def _good_answer(kind: Any, schemas: dict[Any, Any]) -> dict[str, Any]:
    about = kind.about if isinstance(kind, BodyKind) else ""
    return {"description": about or "Done.", "content": _content(kind, schemas)}


def _content(kind: Any, schemas: dict[Any, Any]) -> dict[str, Any]:
    if not isinstance(kind, BodyKind):
        return {JSON: {"schema": schemas[kind]}}
    if kind.media == LINES:  # a tool must not take the stream for one value; `itemSchema` is of OpenAPI 3.2
        return {LINES: {"schema": {"type": "string"}, "x-line": schemas[kind.of]}}
    return {kind.media: {"schema": {"type": "string"} if kind.of is None else schemas[kind.of]}}


def _operation_id(call: Call) -> str:
    words = re.findall(r"[a-z]+", call.path.replace(".", " "))
    return "_".join([call.method.lower(), *words])


def _add_comments(components: dict[str, Any]) -> None:
    """Add to each field the comment that stands beside it in the wire modules."""
    for name, schema in components.items():
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])
        for field, comment in _comments().get(name, ()):
            shape = schema["properties"].get(field)
            if shape is not None:
                shape.setdefault("description", comment)


@cache
def _comments() -> dict[str, list[tuple[str, str]]]:
    """The fields of each class with their comments."""
    source = "\n".join(map(inspect.getsource, (common, exercises, progress, puzzles, rest, review, socket)))
    classes = re.split(r"^class (\w+)", source, flags=re.MULTILINE)[1:]
    fields = re.compile(r"^    (\w+): .*?  # (.+)$", re.MULTILINE)
    return {name: fields.findall(text) for name, text in zip(classes[::2], classes[1::2], strict=True)}
