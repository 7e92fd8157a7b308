"""Who resigns or runs out of time at a table of three: out of the match, and the others play on."""

from __future__ import annotations

from typing import Any

import pytest

from benben import games
from benben.core.record.verify import verify_record
from benben.server.tables import schedule
from tests.server.guest import Guest
from tests.server.house import House, run
from tests.server.tables.test_everyone_acts import passing, together
from tests.server.tables.test_time import Watch


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(schedule, "time", watch)
    return watch


async def seated(house: House, game: str, **more: Any) -> tuple[list[Guest], str]:
    guests = [await Guest.join(house.url, name) for name in ("Ani", "Bek", "Cha")]
    code = await guests[0].host("me", "open", "open", game=game, seating="choice", **more)
    for n, guest in enumerate(guests):
        await guest.sit(code, str(n) * 32)
    return guests, code


async def sound(guest: Guest, code: str) -> str:
    answer = await guest.ask("GET", f"/api/tables/{code}/record.txt")
    verdict = verify_record(answer.content, games.load)
    assert verdict.good, verdict.sentence
    return str(answer.text)


def test_whose_clock_runs_out_is_out_and_the_last_one_left_wins(house: House, watch: Watch) -> None:
    async def story() -> None:
        (ani, bek, cha), code = await seated(house, "pyramydal", clock={"kind": "move", "seconds": 30})
        async with ani.at(code) as one, bek.at(code) as two, cha.at(code) as three:
            await one.see(lambda seat: seat.now["turn"] == 0)
            assert one.now["resign"] == [True, False, False]  # those of others are no business of hers
            await passing(watch, one, 31)
            for seat in (one, two, three):
                await seat.see(lambda seat: seat.now["turn"] == 1)
                assert seat.now["out"] == [True, False, False]
                assert seat.now["picture"]["seats"][0]["token"] == "out"
                assert seat.log[-1]["words"] == "runs out of time"
                assert not seat.now["ending"]
            assert (one.now["resign"], one.now["may"]) == ([False] * 3, [])
            await one.send({"type": "look", "n": one.now["n"]})
            past = await one.until("past")
            assert past["picture"]["seats"][0]["token"] == "out"
            again = await one.tell("resign", seat=0)
            assert (again["type"], again["clause"]) == ("refused", "pyramydal 4.7")
            assert (await three.tell("resign", seat=2))["type"] == "done"
            await two.see(lambda seat: seat.now["ending"] is not None)
            assert two.now["ending"]["winners"] == [1]
        assert "seat 1 is out of time" in await sound(ani, code)

    run(story())


def test_who_is_out_has_no_say_and_what_was_before_stands(house: House) -> None:
    async def story() -> None:
        (ani, bek, cha), code = await seated(house, "horus", options={"adventurers": "chosen"})
        async with ani.at(code) as one, bek.at(code) as two, cha.at(code) as three:
            await one.tell("act", seat=0, action="choose edgar")
            await two.see(lambda seat: seat.now["turn"] == 1)
            assert (await two.tell("resign", seat=1))["type"] == "done"
            await three.see(lambda seat: seat.now["turn"] == 2)
            await together(one, two, three)
            assert "undo" not in one.now["may"]
            refused = await one.tell("offer", seat=0, what="undo")
            assert refused["type"] == "refused"
            refused = await two.tell("offer", seat=1, what="draw")
            assert (refused["type"], two.now["may"]) == ("refused", [])
            assert (await one.tell("offer", seat=0, what="draw"))["type"] == "done"
            await three.see(lambda seat: seat.table["offer"] is not None)
            assert three.table["offer"]["waits"] == [2]
            assert (await three.tell("answer", seat=2, yes=True))["type"] == "done"
            await one.see(lambda seat: seat.now["ending"] is not None)
            assert one.now["ending"]["places"] == [1, 3, 1]
            assert one.now["ending"]["winners"] == [0, 2]
        await sound(ani, code)

    run(story())
