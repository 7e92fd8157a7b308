"""Whatever arrives by socket or by post, in every game: an answer, a sound match, and no secret told."""

from __future__ import annotations

import itertools
import json
import secrets
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from benben import games
from benben.core.record.verify import verify_record
from benben.server.tables import visibility
from tests.server.guest import Guest, Seat
from tests.server.house import House, run
from tests.server.transport.test_fuzz import FRAMES, IDS

OPTIONS: dict[str, dict[str, Any]] = {"senet": {"pieces": 1}, "solitaire": {"ranks": 3, "files": 3}}
ANSWERS = ("done", "refused", "pong", "past", "hinted", "rated")
TRIES = settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))

WILD = FRAMES.map(lambda frame: frame if isinstance(frame, bytes) else frame.encode())
NEAR = some.tuples(  # close to what could be done now: a choice of any seat, as it is or bent a little
    some.sampled_from(["act", "undo", "rate", "look", "rematch", "say", "go"]),
    some.integers(-1, 3),
    some.integers(0, 400),
    some.sampled_from(["", "?", " ", "x", "\u200b", "'"]),
    IDS,
)


def _near(seat: Seat, near: tuple[str, int, int, str, Any]) -> bytes:
    kind, who, which, bend, id = near
    able = [choice["text"] for choices in seat.now["choices"] for choice in choices]
    action = (able[which % len(able)] if able else "pass") + bend
    fields: dict[str, dict[str, Any]] = {
        "act": {"id": id, "seat": who, "action": action},
        "undo": {"id": id, "seat": who},
        "rate": {"id": id, "seat": who},
        "look": {"n": which % 9},
        "say": {"id": id, "text": action},
    }
    return json.dumps({"type": kind, **fields.get(kind, {"id": id})}).encode()


@pytest.mark.parametrize("name", games.NAMES)
def test_no_message_breaks_a_match_or_wins_a_secret(house: House, name: str) -> None:
    game = games.load(name)
    options = OPTIONS.get(name, {})
    seats = game.seats_for(game.options(**options))[0]

    @TRIES
    @given(frames=some.lists(some.one_of(WILD, NEAR, NEAR), min_size=1, max_size=9), posted=some.booleans())
    def tried(frames: list[Any], posted: bool) -> None:
        run(story(frames, posted))

    async def story(frames: list[Any], posted: bool) -> None:
        guests = [await Guest.join(house.url, f"Guest {seat}") for seat in range(seats)]
        wish = {"game": name, "options": options, "seating": "choice"}
        code = await guests[0].host("me", *["open"] * (seats - 1), **wish)
        seeds = [secrets.token_hex(16) for _ in guests]
        for guest, seed in zip(guests, seeds, strict=True):
            await guest.sit(code, seed)
        async with guests[0].at(code) as seat:
            for frame in frames:
                raw = frame if isinstance(frame, bytes) else _near(seat, frame)
                await _sent(seat, code, raw, posted)
            await _step(seat)
            _check_sight(house, seat, code)
        found = house.hub.rooms.loaded(code)
        assert found is not None
        heard = b"".join(guests[0].bytes)
        hidden = [*seeds[1:], *(guest.token for guest in guests[1:])]
        if found.state.status != "over":
            hidden.append(found.state.secret)
        assert not [secret for secret in hidden if secret.encode() in heard]
        await _finish(guests, code)

    tried()


async def _sent(seat: Seat, code: str, raw: bytes, posted: bool) -> None:
    """Every message gets its answer, and a refusal a sentence."""
    if posted:
        reply = await seat.guest.ask("POST", f"/api/tables/{code}/messages", content=raw)
        assert reply.status_code in (200, 400, 409), reply.text
        answer = reply.json()
        assert reply.status_code != 200 or answer["type"] in ANSWERS
    else:
        await seat.socket.send(raw)
        answer = await seat.until(*ANSWERS)
    if answer.get("type") == "refused" or (posted and reply.status_code == 400):
        assert answer["sentence"].strip().endswith(".")


async def _step(seat: Seat) -> None:
    """The match is not hung: what may be done now can be done."""
    await seat.send({"type": "ping"})
    await seat.until("pong")
    mine = next((each for each in seat.yours if seat.now["choices"][each]), None)
    if seat.now["ending"]:
        return
    if seat.now["hand"] in seat.yours:
        answer = await seat.tell("go")
    elif mine is not None:
        answer = await seat.tell("act", seat=mine, action=seat.now["choices"][mine][0]["text"])
    else:
        return
    assert answer["type"] == "done", answer
    await seat.until("news")


def _check_sight(house: House, seat: Seat, code: str) -> None:
    """The picture is made from this seat's view and from nothing else."""
    found = house.hub.rooms.loaded(code)
    assert found is not None
    state = found.state
    if len(state.match.events) == seat.now["n"]:
        v = state.game.views.view(state.match.state, visibility.own_perspective(state, seat.yours))
        picture = state.game.views.picture(v)
        assert json.loads(msgspec.json.encode(picture)) == seat.now["picture"]


async def _finish(guests: list[Guest], code: str) -> None:
    """Everybody resigns as soon as it can; the record is whole."""
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(guest.at(code)) for guest in guests]
        for seat in itertools.islice(itertools.cycle(seats), 200):
            await seat.send({"type": "ping"})
            await seat.until("pong")
            if seat.now["ending"]:
                break
            if (await seat.tell("resign", seat=seat.yours[0]))["type"] == "refused":
                await _step(seat)
    answer = await guests[0].ask("GET", f"/api/tables/{code}/record.txt")
    assert answer.status_code == 200, answer.text
    assert verify_record(answer.content, games.load).good
