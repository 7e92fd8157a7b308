"""Whatever arrives, the server answers, stays up and keeps the match sound."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed

from benben import games
from benben.core.record.verify import verify_record
from tests.server.guest import Guest
from tests.server.house import House, run

IDS = some.sampled_from(["a", "b", "c", "", "x" * 41, 5, None])
SEATS = some.one_of(some.sampled_from([0, 1]), some.integers(), some.sampled_from(["0", None, 1.5]))
ACTIONS = some.one_of(
    some.sampled_from(["10-14", "1-2", "2x3", "decline", "throw 4", "28-off", "24-27~15", "10", "99-off"]),
    some.text(max_size=30),
)
KINDS = some.sampled_from(
    ["act", "go", "undo", "resign?", "rematch", "hint", "look", "say", "ping", "hello", "?"]
)
FIELDS = some.fixed_dictionaries(
    {"type": KINDS},
    optional={
        "id": IDS,
        "seat": SEATS,
        "action": ACTIONS,
        "n": some.one_of(some.integers(-2, 40), some.integers(), some.none()),
        "text": some.text(max_size=20),
        "table": some.text(max_size=10),
        "token": some.text(max_size=10),
        "more": some.booleans(),
    },
)
FRAMES = some.one_of(
    FIELDS.map(json.dumps),
    some.recursive(
        some.none() | some.booleans() | some.integers() | some.text(max_size=5),
        lambda inner: (
            some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3)
        ),
        max_leaves=8,
    ).map(json.dumps),
    some.text(max_size=40),
    some.binary(max_size=40),
)
QUIET = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@QUIET
@given(frames=some.lists(FRAMES, min_size=1, max_size=8))
def test_no_message_goes_unanswered_and_none_breaks_the_match(
    house: House, frames: list[str | bytes]
) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me", options={"pieces": 2})
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.move()
            for frame in frames:
                await seat.socket.send(frame)
            answers = 0
            while answers < len(frames):
                message = await seat.receive()
                answers += message["type"] in ("done", "refused", "pong", "past", "hinted")
                if message["type"] == "refused":
                    assert message["sentence"].strip().endswith(".")
        async with guest.at(code) as seat:
            await seat.tell("resign", seat=0)
        answer = await guest.ask("GET", f"/api/tables/{code}/record.txt")
        assert verify_record(answer.content, games.load).good

    run(story())


@QUIET
@given(frames=some.lists(FRAMES, min_size=1, max_size=3))
def test_a_stranger_gets_a_sentence_and_a_close(house: House, frames: list[str | bytes]) -> None:
    async def story() -> None:
        async with open_socket(f"ws{house.url[4:]}/ws", max_size=None) as socket:
            for frame in frames:
                await socket.send(frame)
            heard: list[Any] = []
            try:
                while True:
                    heard.append(json.loads(await asyncio.wait_for(socket.recv(), 60)))
            except ConnectionClosed:
                pass
            assert [message["type"] for message in heard] == ["closing"]

    run(story())


BODIES = some.one_of(
    some.fixed_dictionaries(
        {},
        optional={
            "game": some.sampled_from(["senet", "chess", "", 5]),
            "name": some.text(max_size=30),
            "seed": some.sampled_from(["0" * 32, "x", 7]),
            "seats": some.lists(
                some.fixed_dictionaries(
                    {"kind": some.sampled_from(["me", "open", "bot", "dog"])},
                    optional={"level": some.text(max_size=5)},
                ),
                max_size=4,
            ),
            "options": some.dictionaries(
                some.sampled_from(["pieces", "cap", "self", ""]),
                some.integers() | some.text(max_size=3),
                max_size=2,
            ),
            "clock": some.fixed_dictionaries(
                {}, optional={"kind": some.text(max_size=5), "seconds": some.integers()}
            ),
            "public": some.booleans() | some.none(),
        },
    ).map(lambda body: json.dumps(body).encode()),
    some.binary(max_size=60),
)


@QUIET
@given(
    path=some.sampled_from(["/api/people", "/api/tables", "/api/tables/x/sit", "/api/verify", "/api/me"]),
    body=BODIES,
)
def test_no_body_is_an_internal_error(house: House, path: str, body: bytes) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        answer = await guest.ask("POST", path, content=body)
        assert answer.status_code < 500
        if not answer.is_success:
            assert set(answer.json()) == {"sentence", "clause"}

    run(story())
