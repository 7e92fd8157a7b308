"""The Pyramid of Horus at a real table when somebody is away, or leaves: the others play on."""

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


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(schedule, "time", watch)
    monkeypatch.setattr(chance, "fresh_secret", lambda: "5a" * 32)  # always the same dice
    return watch


async def seated(house: House, many: int, **options: Any) -> tuple[list[Guest], str]:
    guests = [await Guest.join(house.url, name) for name in ("Ani", "Bek", "Cha")[:many]]
    seats = ["me", *["open"] * (many - 1)]
    code = await guests[0].host(*seats, game="horus", seating="choice", options=options)
    for n, guest in enumerate(guests):
        await guest.sit(code, str(n) * 32)
    return guests, code


def _wish(choices: list[Any]) -> Any:
    texts = {choice["text"]: choice for choice in choices}
    return next((texts[text] for text in ("search", "go e1", "go e2", "go e3") if text in texts), choices[-1])


async def _move(*seats: Seat) -> None:
    """Whoever is due acts once, and all have heard of it; if nobody is, more news will come."""
    for seat in seats:
        if seat.now["hand"] in seat.yours or any(seat.now["choices"][mine] for mine in seat.yours):
            await seat.move(_wish)
            break
    else:
        await seats[0].receive()
    await together(*seats)


def test_a_question_that_nobody_answers_is_answered_by_time(house: House, watch: Watch) -> None:
    async def story() -> None:
        (ani, bek), code = await seated(house, 2, reaction=30)
        async with ani.at(code) as one, bek.at(code) as two:
            while one.now["picture"]["phase"] != "load":
                await _move(one, two)
            picture = one.now["picture"]
            asked = picture["asked"]
            assert picture["until"] - one.at <= picture["reaction"] == 30_000
            await passing(watch, one, 29)
            assert one.now["picture"]["asked"] == asked
            await passing(watch, one, 2)
            await together(one, two)
            row = next(row for row in two.log if row["words"].startswith("runs out of time"))
            assert (row["seat"], row["by"], row["at"], row["clause"]) == (asked, -4, picture["until"], "4.12")
            for seat in (one, two):
                await seat.tell("resign", seat=seat.yours[0])
            while one.table["status"] != "over":
                await one.receive()
        answer = await ani.ask("GET", f"/api/tables/{code}/record.txt")
        verdict = verify_record(answer.content, games.load)
        assert verdict.good, verdict.sentence

    run(story())


def test_without_a_reaction_time_a_question_stands_for_ever(house: House, watch: Watch) -> None:
    async def story() -> None:
        (ani, bek), code = await seated(house, 2)
        async with ani.at(code) as one, bek.at(code) as two:
            while one.now["picture"]["phase"] != "load":
                await _move(one, two)
            asked, n = one.now["picture"]["asked"], one.now["n"]
            await passing(watch, one, 100_000)
            assert (one.now["picture"]["asked"], one.now["n"], one.now["picture"]["until"]) == (asked, n, 0)

    run(story())


@pytest.mark.usefixtures("watch")
def test_who_resigns_out_of_turn_is_out_and_the_others_play_on(house: House) -> None:
    async def story() -> None:
        (ani, bek, cha), code = await seated(house, 3)
        async with ani.at(code) as one, bek.at(code) as two, cha.at(code) as three:
            seats = (one, two, three)
            while one.now["picture"]["phase"] != "turn":
                await _move(*seats)
            asked = one.now["picture"]["asked"]
            leaver = next(seat for seat in seats if seat.yours != [asked])
            n = leaver.now["n"]
            assert (await leaver.tell("resign", seat=leaver.yours[0]))["type"] == "done"
            while leaver.now["n"] == n:
                await leaver.receive()
            await together(*seats)
            for seat in seats:
                assert seat.now["picture"]["seats"][leaver.yours[0]]["place"] == "dead"
                assert seat.now["picture"]["asked"] == asked
                assert seat.log[-1]["words"] == "resigns"
                assert not seat.now["ending"]
            again = await leaver.tell("resign", seat=leaver.yours[0])
            assert (again["type"], again["clause"]) == ("refused", "horus 7.6")
            away = await leaver.tell("act", seat=asked, action="resign")
            assert (away["type"], away["sentence"]) == ("refused", "That seat is not yours.")
            while one.now["picture"]["round"] == 1:
                await _move(*seats)
            assert sum(seat["playing"] for seat in one.now["picture"]["seats"]) == 2

    run(story())
