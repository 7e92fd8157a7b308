"""The meter over real sockets: how a match against bots stands, never against people or beside a clock."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benben import bots, games
from benben.core.judge import WHOLE
from benben.core.match import Match
from benben.server.tables.room import Room
from benben.server.workers.fair_queue import Owner
from tests.server.guest import Guest, Seat
from tests.server.house import House, run
from tests.server.workers.errands import wait_for_file

UNFAIR = "There are no hints against other people: that would be unfair."
CLOCK = "Where a clock runs, nobody is told how the match stands."
NO_HELP = "No hints are given at this point of the match."


async def ask(there: Seat, seat: int = 0, id: str = "") -> dict[str, Any]:
    """The answer to the question how the match stands."""
    id = id or f"meter-{len(there.sent)}"
    there.sent[id] = {"type": "meter", "id": id, "seat": seat}
    await there.send(there.sent[id])
    return await there.until("metered", "refused", "done", when=lambda answer: answer["id"] == id)


def room_of(house: House, code: str) -> Room:
    room = house.hub.rooms.loaded(code)
    assert room is not None
    return room


def test_against_a_bot_the_chances_are_told_at_any_moment_and_the_seat_counts_as_helped(
    house: House,
) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "apprentice", options={"pieces": 5}, seating="choice")
        await guest.sit(code)
        async with guest.at(code) as seat:
            assert seat.table["meter"] is True
            assert seat.table["seats"][0]["helped"] == []
            told = 0
            for _ in range(12):
                n = seat.now["n"]
                metered = await ask(seat)
                if metered["type"] == "metered":
                    told += 1
                    assert (metered["unit"], metered["label"]) == ("chance", "estimated")
                    assert sum(metered["values"]) == WHOLE
                    assert metered["error"] > 0
                    assert metered["n"] >= n
                await seat.move()
            assert told >= 4
            assert seat.table["seats"][0]["helped"][0] == 0

    run(story())


def test_alone_the_best_that_can_be_reached_is_told(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        options = {"position": "-,S,S,S,S", "ranks": 1, "files": 5}
        code = await guest.host("me", game="solitaire", options=options)
        await guest.sit(code)
        async with guest.at(code) as seat:
            best = await ask(seat)
            assert (best["unit"], best["values"], best["label"]) == ("pips", [-1], "exact")
            await seat.move(lambda _: {"text": "c1>a1"})
            assert (await ask(seat))["values"] == [-2]
            assert (await seat.tell("undo", seat=0, kept=0))["type"] == "done"
            await seat.see(lambda one: one.now["n"] == 0)
            assert (await ask(seat))["values"] == [-1]

    run(story())


def test_in_practice_a_tile_that_cannot_stay_puts_the_cover_out_of_reach(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", game="gate", options={"mode": "practice", "puzzle": "12 eye"})
        await guest.sit(code)
        async with guest.at(code) as seat:
            while seat.now["picture"]["phase"] != "solve":
                await seat.receive()
            assert (await ask(seat))["values"] == [WHOLE]
            right = (await seat.tell("hint", seat=0))["action"]
            tile = next(one["tile"] for one in seat.now["choices"][0] if one["text"] == right)
            puts = [one["text"] for one in seat.now["choices"][0] if one["tile"] == tile]
            await seat.move(lambda _: {"text": next(text for text in puts if text != right)})
            lost = await ask(seat)
            assert (lost["unit"], lost["values"], lost["label"]) == ("chance", [0], "exact")

    run(story())


def test_nobody_is_told_against_other_people_of_another_seat_or_as_a_spectator(house: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", seating="choice", options={"pieces": 2})
        for guest in (nefer, hori):
            await guest.sit(code)
        async with nefer.at(code) as one, hori.at(code):
            refused = await ask(one)
            assert (refused["type"], refused["sentence"]) == ("refused", UNFAIR)
            assert one.table["seats"][0]["helped"] == []
        code = await nefer.host("me", "apprentice", seating="choice", options={"pieces": 2})
        await nefer.sit(code)
        async with nefer.at(code) as one, hori.at(code) as looker:
            assert (await ask(one, seat=1))["sentence"] == "That seat is not yours."
            assert (await ask(looker))["sentence"] == "That seat is not yours."
            await one.tell("resign", seat=0)
            assert (await ask(one))["sentence"] == "The match is over."

    run(story())


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"clock": {"kind": "bank", "seconds": 600}}, CLOCK),
        ({"clock": {"kind": "move", "seconds": 60}}, CLOCK),
        ({"game": "solitaire", "options": {"mode": "king-tut"}}, NO_HELP),
        ({"game": "solitaire", "options": {"mode": "quicksand"}}, NO_HELP),
        ({"game": "gate"}, NO_HELP),
    ],
    ids=["bank", "time a move", "king tut", "quicksand", "race"],
)
def test_where_time_runs_it_is_neither_offered_nor_told(
    house: House, wish: dict[str, Any], sentence: str
) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "apprentice", seating="choice", **wish)
        await guest.sit(code)
        async with guest.at(code) as seat:
            assert seat.table["meter"] is False
            refused = await ask(seat)
            assert (refused["type"], refused["sentence"]) == ("refused", sentence)
            assert seat.table["seats"][0]["helped"] == []

    run(story())


def test_a_figure_that_waits_delays_no_move_and_is_dropped_when_the_position_has_moved_on(
    house: House, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    somebody = partial(
        house.hub.workers.ask, wait_for_file, str(gate), owner=Owner("192.0.2.1"), lane="meters"
    )

    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        options = {"position": "S,S,-,S", "ranks": 1, "files": 4}
        code = await guest.host("me", game="solitaire", options=options)
        await guest.sit(code)
        busy = asyncio.run_coroutine_threadsafe(somebody(), house.hub.store.loop)  # and comes first
        async with guest.at(code) as seat:
            for id in ("one", "two"):
                await seat.send({"type": "meter", "id": id, "seat": 0})
            assert (await seat.tell("act", seat=0, action="a1>c1"))["type"] == "done"
            assert (await seat.tell("undo", seat=0, kept=0))["type"] == "done"
            await seat.see(lambda one: {"one", "two"} <= one.done)
            assert house.hub.workers.waiting("meters") == 0
            assert not gate.exists()
            gate.touch()
            await asyncio.wrap_future(busy)
            assert (await ask(seat))["type"] == "metered"

    run(story())


def twin_of(m: Match, seat: int) -> Any:
    """Another state that this seat could not tell from the true one; None if it would know."""
    v = m.game.views.view(m.state, seat)
    for n in range(20):
        twin = m.game.views.guess(v, Random(n).randrange)
        if twin != m.state:
            return twin
    return None


def exchanged(m: Match, s: Any) -> Match:
    """The match with another state in place of its own."""
    fields = m.game, m.seats, m.options, s, m.events, m.length, m.at, m.ended, m.draws, None, m.first
    return Match(*fields)


def test_what_is_hidden_from_the_seat_changes_no_figure(house: House) -> None:
    horus = games.load("horus")
    player = bots.level(horus, "apprentice")

    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "apprentice", game="horus", seating="choice")
        await guest.sit(code)
        compared = 0
        async with guest.at(code) as seat:
            room = room_of(house, code)
            while compared < 3 and not seat.now["ending"]:
                if not seat.now["choices"][0]:
                    await seat.move()
                    continue
                true = house.call(lambda: room.state.match)
                twin = twin_of(true, 0)
                if twin is not None:
                    figures = await ask(seat)
                    house.call(partial(setattr, room.state, "match", exchanged(true, twin)))
                    others = await ask(seat)
                    house.call(partial(setattr, room.state, "match", true))
                    assert figures["type"] == "metered"
                    for each in ("n", "values", "label", "error"):
                        assert figures[each] == others[each]
                    compared += 1
                action = player.choose(horus.views.view(true.state, 0), 0, Random(1).randrange)
                await seat.move(lambda _: {"text": horus.notation.name(true.state, action)})  # noqa: B023
        assert compared == 3

    run(story())
