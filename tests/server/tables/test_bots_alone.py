"""Where only bots wait for somebody, a question of Horus stands until it is answered."""

from __future__ import annotations

from typing import Any

import pytest

from benben import games
from benben.core import chance
from benben.core.record.verify import verify_record
from benben.server.tables import schedule
from tests.server.guest import Guest, Seat
from tests.server.house import House, run
from tests.server.tables.test_everyone_acts import passing, together
from tests.server.tables.test_time import Watch

WISH = {"game": "horus", "seating": "choice", "options": {"adventurers": "chosen", "reaction": 30}}


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(schedule, "time", watch)
    monkeypatch.setattr(chance, "fresh_secret", lambda: "5a" * 32)  # always the same dice
    return watch


def _delroy(choices: list[Any]) -> Any:
    """Somebody with Stamina is asked about it before every roll."""
    return next((choice for choice in choices if "delroy" in choice["text"]), choices[0])


async def _asked(seat: Seat) -> None:
    """Until Stamina is asked about, of whoever sits here."""
    while not (seat.now["picture"]["phase"] == "stamina" and seat.now["picture"]["asked"] in seat.yours):
        await seat.move(_delroy)


async def _nothing_is_answered(watch: Watch, seat: Seat) -> None:
    n = seat.now["n"]
    for _ in range(4):
        await passing(watch, seat, 31)
    picture = seat.now["picture"]
    assert (seat.now["n"], picture["phase"], picture["until"]) == (n, "stamina", 0)
    assert seat.table["options"]["reaction"] == 0
    assert "to react" not in seat.table["words"]


def test_nobody_is_answered_for_at_a_table_with_bots_alone(house: House, watch: Watch) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "apprentice", **WISH)
        await nefer.sit(code, "1" * 32)
        async with nefer.at(code) as seat:
            await _asked(seat)
            await _nothing_is_answered(watch, seat)
            await seat.tell("resign", seat=0)
            await seat.see(lambda s: s.table["status"] == "over")
            await seat.tell("rematch")
            await seat.see(lambda s: bool(s.table["rematch"]))
        answer = await nefer.ask("GET", f"/api/tables/{code}/record.txt")
        assert verify_record(answer.content, games.load).good
        listed = next(one for one in (await nefer.call("GET", "/api/me"))["tables"] if one["code"] == code)
        assert listed["options"]["reaction"] == 0

    run(story())


def test_nobody_is_answered_for_where_bots_took_all_seats_that_stayed_free(
    house: House, watch: Watch
) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "open", **WISH)
        await nefer.sit(code, "1" * 32)
        async with nefer.at(code) as seat:
            assert seat.table["options"]["reaction"] == 30  # somebody may still come
            await seat.tell("fill", level="apprentice")
            await seat.see(lambda s: s.table["status"] == "playing")
            await _asked(seat)
            await _nothing_is_answered(watch, seat)

    run(story())


def test_a_table_without_reaction_time_that_nobody_looks_at_is_not_woken(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def story(db: str) -> None:
        with House(db) as house:
            nefer = await Guest.join(house.url, "Nefer")
            code = await nefer.host("me", "apprentice", **WISH)
            await nefer.sit(code)
            assert code not in house.wait_for(house.hub.store.codes_with_running_clock)

    run(story(str(tmp_path_factory.mktemp("own") / "benben.db")))


def test_where_another_person_waits_the_reaction_time_stands(house: House, watch: Watch) -> None:
    async def story() -> None:
        nefer, paser = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Paser")
        code = await nefer.host("me", "open", "apprentice", **WISH)
        await nefer.sit(code, "1" * 32)
        await paser.sit(code, "2" * 32)
        async with nefer.at(code) as one, paser.at(code) as two:
            assert one.table["options"]["reaction"] == 30
            while not one.now["picture"]["until"]:
                mover = next(
                    (s for s in (one, two) if any(s.now["choices"]) or s.now["hand"] in s.yours), one
                )
                await mover.move(_delroy)
                await together(one, two)
            n = one.now["n"]
            await passing(watch, one, 31)
            await one.see(lambda s: s.now["n"] > n)
            assert any(row["words"].startswith("runs out of time") for row in one.log)

    run(story())
