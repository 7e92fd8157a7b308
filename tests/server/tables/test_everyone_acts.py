"""A race over real sockets: nobody waits for the absent, and the log's order is the order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from benben.games.gate import puzzles
from benben.games.gate.board import cells_text
from benben.games.gate.tutor import TILE_WORDS
from benben.server.tables import schedule
from tests.server.guest import Guest, Seat
from tests.server.house import House, run
from tests.server.tables.test_time import Watch

SAND = 30


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(schedule, "time", watch)
    return watch


async def seated(house: House, *others: str) -> tuple[list[Guest], str]:
    """The host, whoever else is named, and a table with a seat for each; bots are named by level."""
    names = ["Nefer", *(name for name in others if name[0].isupper())]
    guests = [await Guest.join(house.url, name) for name in names]
    seats = ["me", *("open" if name[0].isupper() else name for name in others)]
    code = await guests[0].host(*seats, game="gate", seating="choice", options={"sand": SAND})
    for guest in guests:
        await guest.sit(code)
    return guests, code


async def until(seat: Seat, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Waits for news after which the picture is so."""
    while not true(seat.now["picture"]):
        await seat.receive()
    picture: dict[str, Any] = seat.now["picture"]
    return picture


async def passing(watch: Watch, seat: Seat, seconds: float) -> None:
    """Time passes, and the room is made to look at its watch."""
    watch.seconds += seconds
    await seat.send({"type": "look", "n": 0})
    await seat.until("past")


async def act(seat: Seat, action: str) -> None:
    n = seat.now["n"]
    answer = await seat.tell("act", seat=seat.yours[0], action=action)
    assert answer["type"] == "done", answer
    while seat.now["n"] == n:
        await seat.receive()


async def together(*seats: Seat) -> None:
    """All have heard what one has heard."""
    n = max(seat.now["n"] for seat in seats)
    for seat in seats:
        while seat.now["n"] < n:
            await seat.receive()


def cover(seat: Seat) -> list[str]:
    """The puts that cover the board of this seat."""
    picture = seat.now["picture"]
    board = picture["seats"][seat.yours[0]]["board"]
    one = puzzles.puzzle(0, picture["side"], board, picture["symbol"])
    return [f"put {cells_text(mask)}" for mask in one.solution]


async def raced(watch: Watch, one: Seat, other: Seat) -> None:
    """Both have placed their pyramids and the sand of round 1 runs."""
    await until(one, lambda p: p["phase"] == "start")
    await until(other, lambda p: p["phase"] == "start")
    for action in ("start 3", "start 3", "roll"):
        await act(one if one.now["turn"] in one.yours else other, action)
        await together(one, other)
    for seat in (one, other):
        await until(seat, lambda p: p["phase"] == "solve")
    watch.seconds += 1


def test_two_covers_within_the_same_millisecond_both_count_in_the_order_of_the_log(
    house: House, watch: Watch
) -> None:
    async def story() -> None:
        (nefer, tiye), code = await seated(house, "Tiye")
        async with nefer.at(code) as one, tiye.at(code) as other:
            await raced(watch, one, other)
            puts, others = cover(one), cover(other)
            for put in puts[:-1]:
                await act(one, put)
            for put in others[:-1]:
                await act(other, put)
            await until(
                one, lambda p: all(sum(bool(t["cells"]) for t in s["tiles"]) == 2 for s in p["seats"])
            )
            await other.send({"type": "act", "id": "o", "seat": other.yours[0], "action": others[-1]})
            await other.until("done")
            await one.send({"type": "act", "id": "i", "seat": one.yours[0], "action": puts[-1]})
            await one.until("done")
            picture = await until(one, lambda p: p["phase"] == "reward")
            assert one.log[-1]["at"] == one.log[-2]["at"]
            mine, theirs = picture["seats"][one.yours[0]], picture["seats"][other.yours[0]]
            assert (theirs["rank"], mine["rank"]) == (1, 2)
            assert theirs["time"] == mine["time"] == 1000
            assert picture["turn"] == other.yours[0]

    run(story())


def test_the_race_is_not_held_up_by_who_has_left_and_who_comes_back_plays_on(
    house: House, watch: Watch
) -> None:
    async def story() -> None:
        (nefer, tiye), code = await seated(house, "Tiye")
        async with nefer.at(code) as one:
            async with tiye.at(code) as other:
                await raced(watch, one, other)
                await act(other, cover(other)[0])
            for put in cover(one):
                await act(one, put)
            assert one.now["picture"]["phase"] == "solve"  # the absent seat has its sand
            await passing(watch, one, SAND)
            await until(one, lambda p: p["phase"] == "reward")
            await act(one, f"move {one.now['picture']['seats'][one.yours[0]]['hex']}")
            for _ in range(2):  # the absent seat may be the starter
                await passing(watch, one, 20)
            await until(one, lambda p: p["round"] == 2 and p["phase"] == "solve")
            async with tiye.at(code) as other:
                puts = cover(other)
                for put in puts:
                    await act(other, put)
                assert other.now["picture"]["seats"][other.yours[0]]["rank"] == 1

    run(story())


def test_an_empty_table_plays_its_rounds_by_itself_to_the_end(house: House, watch: Watch) -> None:
    async def story() -> None:
        (nefer, _tiye), code = await seated(house, "Tiye")
        watcher = await Guest.join(house.url, "Bek")
        async with watcher.at(code) as seat:
            while not seat.now["ending"]:
                await passing(watch, seat, 20)
            assert seat.now["picture"]["round"] == 9
            assert seat.now["ending"]["winners"] == [0, 1]
        assert nefer.name == "Nefer"

    run(story())


def test_choices_that_somebody_has_already_are_not_sent_again(house: House, watch: Watch) -> None:
    async def story() -> None:
        (nefer, tiye), code = await seated(house, "Tiye")
        async with nefer.at(code) as one, tiye.at(code) as other:
            await raced(watch, one, other)
            had = one.now["choices"][one.yours[0]]
            assert len(had) > 5
            await other.tell("act", seat=other.yours[0], action=cover(other)[0])
            news = await one.until("news")
            assert news["same"] is True
            assert one.now["choices"][one.yours[0]] == had  # the guest keeps them
            await one.send({"type": "act", "id": "p", "seat": one.yours[0], "action": cover(one)[0]})
            news = await one.until("news")
            assert news["same"] is False
            assert len(one.now["choices"][one.yours[0]]) < len(had)
            refused = await one.tell("act", seat=one.yours[0], action="put a1")
            assert refused["clause"] == "gate 3.8"
            assert refused["now"]["choices"][one.yours[0]] == one.now["choices"][one.yours[0]]

    run(story())


def test_who_resigns_leaves_the_others_to_play_on(house: House, watch: Watch) -> None:
    async def story() -> None:
        (nefer, tiye, bek), code = await seated(house, "Tiye", "Bek")
        async with nefer.at(code) as one, tiye.at(code) as other, bek.at(code) as third:
            for _ in range(4):
                await passing(watch, one, 20)
            await until(one, lambda p: p["phase"] == "solve")
            answer = await third.tell("resign", seat=third.yours[0])
            assert answer["type"] == "done"
            picture = await until(one, lambda p: p["seats"][third.yours[0]]["resigned"])
            assert picture["phase"] == "solve"
            await until(other, lambda p: p["phase"] == "solve")
            for put in cover(other):
                await act(other, put)
            answer = await third.tell("resign", seat=third.yours[0])
            assert (answer["type"], answer["clause"]) == ("refused", "gate 3.7")
            answer = await one.tell("resign", seat=one.yours[0])
            assert answer["type"] == "done"
            while not one.now["ending"]:
                await one.receive()
            assert one.now["ending"]["winners"] == other.yours

    run(story())


def test_a_person_and_three_bots_play_a_round(house: House) -> None:
    async def story() -> None:
        (nefer,), code = await seated(house, "apprentice", "scribe", "vizier")
        async with nefer.at(code) as one:
            while one.now["picture"]["round"] < 1 or one.now["picture"]["phase"] != "solve":
                mine = one.now["choices"][one.yours[0]]
                if mine:
                    await act(one, mine[0]["text"])
                else:
                    await one.receive()
            for put in cover(one):
                await act(one, put)
            picture = await until(one, lambda p: p["phase"] == "reward")
            assert [seat["rank"] for seat in picture["seats"]].count(None) == 0
            while one.now["picture"]["round"] == 1:
                mine = one.now["choices"][one.yours[0]]
                if mine:
                    await act(one, mine[0]["text"])
                else:
                    await one.receive()
            assert all(sum(seat["jewels"]) == 2 for seat in one.now["picture"]["seats"])

    run(story())


def test_in_practice_a_hint_says_where_a_tile_belongs_and_moves_can_be_taken_back(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        options = {"mode": "practice", "side": "expert"}
        code = await guest.host("me", game="gate", options=options)
        await guest.sit(code)
        async with guest.at(code) as seat:
            await until(seat, lambda p: p["phase"] == "solve")
            for n in range(4):
                hint = await seat.tell("hint", seat=0)
                assert hint["type"] == "hinted", hint
                assert hint["action"] in cover(seat)
                tile = next(each for each in seat.now["choices"][0] if each["text"] == hint["action"])["tile"]
                start = f"The {TILE_WORDS[tile]} "
                assert hint["sentence"].startswith(
                    (f"{start}belongs in the marked cells: ", f"{start}completes")
                )
                await act(seat, hint["action"])
                if n == 0:
                    assert (await seat.tell("undo", seat=0))["type"] == "done"
                    await until(seat, lambda p: not any(tile["cells"] for tile in p["seats"][0]["tiles"]))
                    await act(seat, hint["action"])
            assert seat.now["picture"]["phase"] == "solved"
            assert seat.now["picture"]["puzzles"][0]["time"] is not None

    run(story())
