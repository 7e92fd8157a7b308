"""What needs the consent of others: taking back beyond a throw, a draw, a bot for who is gone, the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from benben import games
from benben.core.record.verify import verify_record
from benben.server.limits import Limit
from benben.server.settings import Limits
from tests.server.guest import Guest, Seat
from tests.server.house import House, run


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where who goes is gone at once."""
    limits = Limits(calls=Limit(burst=1_000_000, per_second=5))
    db = str(tmp_path_factory.mktemp("hasty") / "benben.db")
    with House(db, patience_seconds=0.05, limits=limits) as house:
        yield house


@asynccontextmanager
async def match_of(house: House, *names: str, **wish: Any) -> AsyncIterator[list[Seat]]:
    """People at a table that has begun, by seat."""
    guests = [await Guest.join(house.url, name) for name in names]
    bots = wish.pop("bots", [])
    seats = ["me", *["open"] * (len(names) - 1), *bots]
    code = await guests[0].host(*seats, seating="choice", **wish)
    for guest in guests:
        await guest.sit(code)
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(guest.at(code)) for guest in guests]


async def moves(seats: list[Seat], count: int) -> None:
    """So many events, whoever is to act."""
    for _ in range(count):
        n = seats[0].now["n"]
        one = next(
            seat
            for seat in seats
            if seat.now["hand"] in seat.yours or any(seat.now["choices"][mine] for mine in seat.yours)
        )
        await one.move()
        for seat in seats:
            while seat.now["n"] == n:
                await seat.receive()


async def three_of(house: House) -> tuple[Guest, Guest, Guest, str]:
    """Three people who have sat down to Horus, in this order, and the code of their table."""
    nefer, hori, senbi = [await Guest.join(house.url, name) for name in ("Nefer", "Hori", "Senbi")]
    code = await nefer.host("me", "open", "open", seating="choice", game="horus")
    for guest in (nefer, hori, senbi):
        await guest.sit(code)
    return nefer, hori, senbi, code


async def offered(seat: Seat) -> dict[str, Any]:
    await seat.see(lambda seat: seat.table["offer"] is not None)
    proposal: dict[str, Any] = seat.table["offer"]
    return proposal


async def sound(guest: Guest, code: str) -> str:
    """The record, which must verify."""
    answer = await guest.ask("GET", f"/api/tables/{code}/record.txt")
    verdict = verify_record(answer.content, games.load)
    assert verdict.good, verdict.sentence
    return answer.text


def test_what_lies_behind_a_throw_is_taken_back_by_consent_and_the_throw_falls_the_same(house: House) -> None:
    async def story() -> None:
        async with match_of(house, "Nefer", "Hori") as (one, two):
            while one.now["n"] < 6 or not any(row["by"] == 0 for row in one.log):
                await moves([one, two], 1)
            n = max(row["n"] for row in one.log if row["by"] == 0) - 1
            before = [(row["by"], row["text"]) for row in one.log if row["by"] == -1]
            assert "undo" in one.now["may"]
            assert (await one.tell("offer", seat=0, what="undo"))["type"] == "done"
            proposal = await offered(two)
            assert (proposal["by"], proposal["what"], proposal["kept"]) == (0, "undo", n)
            later = " and what came after" if n + 1 < one.now["n"] else ""
            assert (
                proposal["words"] == f"asks to take back {one.log[n]['text']}{later}"
            )  # as the log names it
            assert proposal["waits"] == [1]
            assert (await two.tell("answer", seat=1, yes=True))["type"] == "done"
            for seat in (one, two):
                await seat.see(lambda seat: seat.now["n"] == n and not seat.table["offer"])
            while len([row for row in one.log if row["by"] == -1]) < len(before):
                await moves([one, two], 1)
            after = [(row["by"], row["text"]) for row in one.log if row["by"] == -1]
            assert after[: len(before)] == before
            await one.tell("resign", seat=0)
            await one.see(lambda seat: seat.table["status"] == "over")
            assert f"takes back all after event {n}" in await sound(one.guest, one.table["code"])

    run(story())


def test_no_means_no_and_acting_instead_of_answering_too(house: House) -> None:
    async def story() -> None:
        async with match_of(house, "Nefer", "Hori") as (one, two):
            while not any(row["by"] == 0 for row in one.log):
                await moves([one, two], 1)
            n = one.now["n"]
            await one.tell("offer", seat=0, what="undo")
            await offered(two)
            stranger = await one.tell("answer", seat=0, yes=True)
            assert stranger["sentence"] == "This proposal does not need your answer."
            await two.tell("answer", seat=1, yes=False)
            await one.see(lambda one: not one.table["offer"])
            late = await two.tell("answer", seat=1, yes=True)
            assert late["sentence"] == "There is no proposal to answer any more."
            await one.tell("offer", seat=0, what="end")
            await offered(two)
            await one.tell("answer", seat=0, yes=False)  # takes it back
            await two.see(lambda two: not two.table["offer"])
            assert one.now["n"] == n
            await one.tell("offer", seat=0, what="end")
            await offered(two)
            while not any(row["by"] >= 0 and row["n"] > n for row in two.log):
                await moves([one, two], 1)
            await two.see(lambda two: not two.table["offer"])
            assert two.table["status"] == "playing"

    run(story())


def test_a_match_is_broken_off_when_all_agree(house: House) -> None:
    async def story() -> None:
        async with match_of(house, "Nefer", "Hori") as (one, two):
            await one.tell("offer", seat=0, what="end")
            await offered(two)
            await two.tell("answer", seat=1, yes=True)
            await one.see(lambda seat: seat.table["status"] == "over")
            assert one.now["ending"]["reason"] == "broken off"
            assert one.now["ending"]["winners"] == []
            await sound(one.guest, one.table["code"])

    run(story())


def test_a_draw_is_agreed_where_the_first_place_can_be_shared_and_not_elsewhere(house: House) -> None:
    async def story() -> None:
        async with match_of(house, "Nefer", "Hori") as (one, _):
            assert "draw" not in one.now["may"]
            refused = await one.tell("offer", seat=0, what="draw")
            assert refused["sentence"] == "A draw cannot be agreed on in this match."
        async with match_of(house, "Nefer", "Hori", game="horus") as (one, two):
            assert "draw" in one.now["may"]
            await one.tell("offer", seat=0, what="draw")
            await offered(two)
            await two.tell("answer", seat=1, yes=True)
            await one.see(lambda seat: seat.table["status"] == "over")
            assert one.now["ending"]["places"] == [1, 1]
            assert one.now["ending"]["reason"] == "a draw was agreed"
            assert "agrees to a draw" in await sound(one.guest, one.table["code"])

    run(story())


def test_bots_agree_at_once(house: House) -> None:
    async def story() -> None:
        async with match_of(house, "Nefer", bots=["apprentice"]) as (one,):
            while not any(row["by"] == 0 for row in one.log):
                await one.move()
            n = max(row["n"] for row in one.log if row["by"] == 0) - 1
            assert (await one.tell("offer", seat=0, what="undo", kept=n))["type"] == "done"
            await one.see(lambda one: any(row["text"] == "undo" for row in one.log))
            assert one.table["offer"] is None
            assert "draw" not in one.now["may"]

    run(story())


def test_a_yes_is_for_the_proposal_that_was_read_and_for_no_other(house: House) -> None:
    async def story() -> None:
        async with match_of(house, "Nefer", "Hori", options={"pieces": 2}) as seats:
            one, two = seats
            await moves(seats, 4)
            await one.tell("offer", seat=0, what="undo", kept=3)
            read = await offered(two)
            await one.tell(
                "offer", seat=0, what="undo", kept=0
            )  # on its way to Hori, who says yes to the first
            answer = await two.tell("answer", seat=1, yes=True, what=read["what"], kept=read["kept"])
            assert answer["sentence"] == "There is a newer proposal. Read it first."
            await one.tell("offer", seat=0, what="end")
            answer = await two.tell("answer", seat=1, yes=True, what="undo", kept=0)
            assert answer["type"] == "refused"
            assert (await two.tell("answer", seat=1, yes=True, what="end", kept=0))["type"] == "done"
            await one.see(lambda one: one.table["status"] == "over")

    run(story())


def test_three_people_must_all_agree(house: House) -> None:
    async def story() -> None:
        async with match_of(house, "Nefer", "Hori", "Senbi", game="horus") as seats:
            one, two, three = seats
            await one.tell("offer", seat=0, what="draw")
            for other in (two, three):
                await offered(other)
            await two.tell("answer", seat=1, yes=True)
            await three.see(lambda three: three.table["offer"]["waits"] == [2])
            twice = await two.tell("answer", seat=1, yes=True)
            assert twice["sentence"] == "This proposal does not need your answer."
            assert three.table["status"] == "playing"
            await three.tell("answer", seat=2, yes=True)
            await one.see(lambda seat: seat.table["status"] == "over")

    run(story())


def test_a_bot_stands_in_for_who_is_gone_and_gives_the_seat_back(hasty: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(hasty.url, "Nefer"), await Guest.join(hasty.url, "Hori")
        code = await nefer.host("me", "open", seating="choice", options={"pieces": 2})
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            async with hori.at(code):
                present = await one.tell("offer", seat=0, what="bot", absent=1)
                assert present["sentence"].startswith("Nobody is gone")
            await one.see(lambda one: one.table["seats"][1]["gone"] and "bot" in one.now["may"])
            wrong = await one.tell("offer", seat=0, what="bot", absent=0)
            assert wrong["sentence"] == "A bot can only stand in for somebody who is gone."
            answer = await one.tell("offer", seat=0, what="bot", absent=1, level="apprentice")
            assert answer["type"] == "done"
            await one.see(lambda one: one.table["seats"][1]["level"] == "apprentice")
            assert one.table["seats"][1]["name"] == "Hori"
            while not any(row["by"] == 1 for row in one.log):
                await one.move()  # throws and moves for Nefer; the bot moves for Hori
            async with hori.at(code) as two:
                await two.see(lambda two: two.table["seats"][1]["level"] == "")
                assert two.yours == [1]
                await one.see(lambda one: not one.table["seats"][1]["level"])
                n = one.now["n"]
                while one.now["n"] < n + 6 and not one.now["ending"]:
                    await moves([one, two], 1)
                await two.tell("resign", seat=1)
                await one.see(lambda seat: seat.table["status"] == "over")
        text = await sound(nefer, code)
        assert 'seat 2 is now bot "Apprentice", level "apprentice"' in text
        assert 'seat 2 is now person "Hori"' in text

    run(story())


def test_who_is_gone_is_not_asked_about_the_end(hasty: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(hasty.url, "Nefer"), await Guest.join(hasty.url, "Hori")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            await one.see(lambda one: one.table["seats"][1]["gone"])
            assert (await one.tell("offer", seat=0, what="end"))["type"] == "done"
            await one.see(lambda seat: seat.table["status"] == "over")

    run(story())


def test_nobody_counts_as_gone_where_a_move_takes_days(hasty: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(hasty.url, "Nefer"), await Guest.join(hasty.url, "Hori")
        code = await nefer.host("me", "open", clock={"kind": "move", "seconds": 3 * 86400})
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            assert one.table["patience"] == 0
            await asyncio.sleep(0.2)
            await one.tell("say", text="Take your time.")
            table = await nefer.call("GET", f"/api/tables/{code}")
            assert not any(seat["gone"] for seat in table["seats"])

    run(story())


def test_a_proposal_outlives_a_restart(tmp_path: Any) -> None:
    db = str(tmp_path / "benben.db")

    async def before(house: House) -> tuple[Guest, Guest, str]:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code = await nefer.host("me", "open", seating="choice")
        await nefer.sit(code)
        await hori.sit(code)
        async with nefer.at(code) as one:
            await one.tell("offer", seat=0, what="end")
        return nefer, hori, code

    async def after(house: House, hori: Guest, code: str) -> None:
        hori.url = house.url
        async with hori.at(code) as two:
            assert two.table["offer"]["words"] == "proposes to break off the match without a result"
            assert (await two.tell("answer", seat=1, yes=True))["type"] == "done"
            await two.see(lambda two: two.table["status"] == "over")

    with House(db) as house:
        _, hori, code = run(before(house))
    with House(db) as house:
        run(after(house, hori, code))


@pytest.mark.parametrize("what", ["bot", "end"])
def test_who_was_not_asked_and_is_back_is_not_passed_over(hasty: House, what: str) -> None:
    async def story() -> None:
        nefer, hori, senbi, code = await three_of(hasty)
        async with nefer.at(code) as one, hori.at(code) as two:
            await one.see(lambda one: one.table["seats"][2]["gone"])
            assert (await one.tell("offer", seat=0, what=what, absent=2))["type"] == "done"
            await offered(two)
            async with senbi.at(code) as three:
                answer = await two.tell("answer", seat=1, yes=True)
                assert answer["type"] == "refused"
                assert answer["sentence"] == "Senbi is back and was not asked. Propose it again."
                assert (three.table["status"], three.table["seats"][2]["level"]) == ("playing", "")
            await two.see(lambda two: two.table["seats"][2]["gone"])
            assert (await two.tell("answer", seat=1, yes=True))["type"] == "done"

    run(story())
