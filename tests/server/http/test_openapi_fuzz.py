"""The REST side does what its description says, whatever is sent: Schemathesis thinks of what to send."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

from benben.server.http import openapi, routes
from tests.server.guest import Guest
from tests.server.house import House, run

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
SOME = settings(
    max_examples=8,
    phases=[Phase.generate],
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
GOOD: dict[str, Any] = {  # what is hard to think of
    "/people": {"name": "Hori"},
    "/me": {"name": "Hori"},
    "/tables": {"game": "senet", "seats": [{"kind": "me"}, {"kind": "open"}]},
    "/tables/{code}/sit": {"seed": "0" * 32},
    "/tables/{code}/messages": {"type": "look", "n": 0},
}
REACHED = {"/people", "/me", "/games", "/tables", "/tables/{code}", "/tables/{code}/sit", "/verify"}
REACHED |= {"/tables/{code}/messages", "/tables/{code}/record.txt", "/tables/{code}/record.json"}
ENDLESS = "/tables/{code}/stream"  # its good answer does not end; what is refused is tried here


class Site(NamedTuple):
    url: str
    token: str
    playing: str  # code of a table
    over: str


@pytest.fixture(scope="module")
def site(house: House) -> Site:
    async def made() -> Site:
        guest = await Guest.join(house.url, "Nefer")
        codes = [await guest.host("me", "me", options={"pieces": 1}) for _ in range(2)]
        for code in codes:
            await guest.sit(code)
        async with guest.at(codes[1]) as seat:
            await seat.play()
        return Site(house.url, guest.token, *codes)

    found: Site = run(made())
    return found


def _seen(site: Site, call: openapi.Call, document: dict[str, Any]) -> set[int]:
    """Tries it in many ways. Answers every status that came; fails if one is not as described."""
    operation = schemathesis.openapi.from_dict(document)[f"/api{call.path}"][call.method]
    ways = [operation.as_strategy(GenerationMode.POSITIVE)]
    if call.body is not None or "{" in call.path:
        ways.append(operation.as_strategy(GenerationMode.NEGATIVE))
    code = site.over if "record" in call.path else site.playing
    if "{code}" in call.path and call.path != ENDLESS:
        ways += [operation.as_strategy(path_parameters={"code": code})] * 2
    seen: set[int] = set()

    @SOME
    @given(case=some.one_of(ways), known=some.booleans())
    def tried(case: Any, known: bool) -> None:
        send(case, known)

    def send(case: Any, known: bool) -> None:
        headers = {"authorization": f"Bearer {site.token}"} if known else {}
        answer = case.call_and_validate(base_url=site.url, headers=headers, checks=CHECKS)
        seen.add(answer.status_code)

    tried()
    if call.method == "POST" and call.path in GOOD:
        place = {"code": code} if "{code}" in call.path else {}
        body, media = GOOD[call.path], "application/json"
        send(operation.Case(path_parameters=place, body=body, media_type=media), True)
    return seen


@pytest.mark.parametrize("call", routes.CALLS, ids=lambda call: f"{call.method} {call.path}")
def test_every_answer_is_as_described_and_none_is_an_internal_error(site: Site, call: openapi.Call) -> None:
    if (call.method, call.path) == ("DELETE", "/me"):  # the others still need theirs
        site = site._replace(token=run(Guest.join(site.url, "Hori")).token)
    seen = _seen(site, call, openapi.document(routes.CALLS))
    assert seen
    assert call.path not in REACHED or set(call.answers) & seen, "no good answer was tried"


def test_an_answer_that_is_not_described_is_noticed(site: Site) -> None:
    call = next(call for call in routes.CALLS if call.path == "/tables/{code}")
    document = openapi.document(routes.CALLS)
    del document["paths"][f"/api{call.path}"]["get"]["responses"]["404"]
    with pytest.raises(FailureGroup):
        _seen(site, call, document)


def test_an_answer_of_another_shape_is_noticed(site: Site) -> None:
    call = next(call for call in routes.CALLS if call.path == "/games")
    document = openapi.document(routes.CALLS)
    document["components"]["schemas"]["GameInfo"]["properties"]["least"]["type"] = "string"
    with pytest.raises(FailureGroup):
        _seen(site, call, document)
