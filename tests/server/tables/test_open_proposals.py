"""Proposals that wait for an answer, and what everybody hears when one is declined or withdrawn."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.server.guest import Guest, Seat
from tests.server.house import House, run
from tests.server.notify.receiver import OK, Receiver
from tests.server.notify.test_webhooks import begun, hooked, story_in
from tests.server.tables.test_proposals import hasty as hasty
from tests.server.tables.test_proposals import match_of, moves, offered, three_of


def remarks(seat: Seat) -> list[tuple[int, str, str]]:
    return [
        (row["by"], row["text"], row["words"]) for row in seat.log if row["text"] in ("refuse", "withdraw")
    ]


async def refuse(one: Seat, two: Seat, what: str, withdrawn: bool = False) -> None:
    """The one proposes, and the other declines or the first withdraws."""
    await one.tell("offer", seat=0, what=what)
    await offered(two)
    answer = await (
        one.tell("answer", seat=0, yes=False) if withdrawn else two.tell("answer", seat=1, yes=False)
    )
    assert answer["type"] == "done"


def test_everybody_at_the_table_hears_who_declined_and_what(house: House) -> None:
    async def story() -> None:
        bek = await Guest.join(house.url, "Bek")
        async with match_of(house, "Nefer", "Hori", "Senbi", game="horus") as (one, two, three):
            async with bek.at(one.table["code"]) as watcher:
                everybody = (one, two, three, watcher)
                await refuse(one, two, "draw")
                for seat in everybody:
                    await seat.see(lambda seat: not seat.table["offer"] and bool(remarks(seat)))
                    assert remarks(seat) == [(1, "refuse", "declines a draw")]
                await refuse(one, two, "end", withdrawn=True)
                for seat in everybody:
                    await seat.see(lambda seat: not seat.table["offer"] and len(remarks(seat)) > 1)
                    assert remarks(seat)[1] == (
                        0,
                        "withdraw",
                        "withdraws the proposal to break off the match",
                    )
                assert not any(seat.now["ending"] for seat in everybody)
            late = await Guest.join(house.url, "Late")
            async with late.at(one.table["code"]) as newcomer:  # it stands in the log, not only in the air
                assert [text for _, text, _ in remarks(newcomer)] == ["refuse", "withdraw"]

    run(story())


def test_a_remark_that_only_repeats_the_last_is_told_again_but_stands_once(house: House) -> None:
    async def story() -> None:
        async with match_of(house, "Nefer", "Hori") as (one, two):
            while not any(row["by"] == 0 for row in one.log):
                await moves([one, two], 1)
            for _ in range(3):
                await refuse(one, two, "undo")
                told = await one.until("news")
                assert [row["words"] for row in told["rows"]] == ["declines to take back"]
            assert remarks(one) == [(1, "refuse", "declines to take back")]
            n = one.now["n"]
            await one.tell("offer", seat=0, what="undo")
            await offered(two)
            await two.tell("answer", seat=1, yes=True)
            await one.see(lambda one: one.now["n"] < n and not one.table["offer"])
            assert remarks(one) == []  # taken back with what it stood behind
            again = await one.guest.call("GET", f"/api/tables/{one.table['code']}")
            assert again["offer"] is None

    run(story())


def test_what_was_declined_is_known_after_a_restart_too(tmp_path: Path) -> None:
    async def before(house: House) -> tuple[Guest, str]:
        async with match_of(house, "Nefer", "Hori") as (one, two):
            await refuse(one, two, "end")
            return one.guest, one.table["code"]

    async def after(house: House, guest: Guest, code: str) -> None:
        guest.url = house.url
        async with guest.at(code) as seat:
            assert remarks(seat) == [(1, "refuse", "declines to break off the match")]

    db = str(tmp_path / "benben.db")
    with House(db) as house:
        guest, code = run(before(house))
    with House(db) as house:
        run(after(house, guest, code))


def test_a_proposal_that_waits_for_you_is_listed_first_with_what_it_waits_for(tmp_path: Path) -> None:
    async def asked(guest: Guest) -> list[tuple[str, list[str]]]:
        tables = (await guest.call("GET", "/api/me"))["tables"]
        turns = await guest.call("GET", "/api/me/turns")
        waiting = {turn["code"] for turn in turns}
        assert {table["code"] for table in tables[: len(turns)]} == waiting  # they stand before the others
        assert all(table["asked"] or table["due"] for table in tables if table["code"] in waiting)
        return [(turn["code"], turn["kinds"]) for turn in turns]

    async def before(house: House) -> tuple[Guest, Guest, str, str]:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        code, other = await begun(nefer, hori), await begun(hori, nefer)
        await begun(nefer, hori)  # waits for Nefer alone
        for each, seat in ((code, 0), (other, 1)):
            async with nefer.at(each) as one:
                await one.tell("offer", seat=seat, what="end")
        assert sorted(await asked(hori)) == sorted([(code, ["proposal"]), (other, ["turn", "proposal"])])
        return nefer, hori, code, other

    async def after(house: House, nefer: Guest, hori: Guest, code: str, other: str) -> None:
        nefer.url = hori.url = house.url
        assert sorted(await asked(hori)) == sorted([(code, ["proposal"]), (other, ["turn", "proposal"])])
        assert house.call(lambda: house.hub.rooms.loaded_tables) == 0  # a glance was enough
        async with nefer.at(code) as one:
            assert not one.table["asked"]  # who asks is not asked
            await one.tell("answer", seat=0, yes=False)
        assert await asked(hori) == [(other, ["turn", "proposal"])]

    db = str(tmp_path / "benben.db")
    with House(db) as house:
        kept = run(before(house))
    with House(db) as house:
        run(after(house, *kept))


def test_who_is_away_is_told_of_a_proposal_once(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        async with Receiver(OK) as receiver:
            await hooked(hori, receiver)
            code = await begun(nefer, hori)
            async with nefer.at(code) as one:
                await one.tell("offer", seat=0, what="end")
                (told,) = await receiver.until(1)
                assert told == {
                    "kind": "proposal",
                    "table": code,
                    "title": "Senet: a proposal waits for your answer",
                    "link": f"{house.url}/t/{code}",
                    "game": "senet",
                }
                await one.tell("answer", seat=0, yes=False)
                await one.tell("offer", seat=0, what="end")  # the same again is no news for who is away
                await one.tell("resign", seat=0)
            assert [notice["kind"] for notice in await receiver.until(2)] == ["proposal", "over"]

    story_in(tmp_path, story)


def test_a_proposal_that_was_withdrawn_in_time_is_not_told(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        async with Receiver(OK) as receiver:
            await hooked(hori, receiver)
            code = await begun(nefer, hori)
            async with nefer.at(code) as one:
                await one.tell("offer", seat=0, what="end")
                await one.tell("answer", seat=0, yes=False)
                waiting = house.call(lambda: list(house.hub.notifier._tasks.values()))
                await asyncio.to_thread(house.wait_for, lambda: _all(waiting))
                assert receiver.notices == []

    story_in(tmp_path, story, away_seconds=1)


async def _all(tasks: list[asyncio.Task[None]]) -> None:
    assert tasks, "nothing was about to be told"
    await asyncio.gather(*tasks)


def test_a_proposal_that_nobody_was_told_of_is_told_after_a_restart(tmp_path: Path) -> None:
    async def before(house: House, receiver: Receiver) -> str:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        await hooked(hori, receiver)
        code = await begun(nefer, hori)
        async with nefer.at(code) as one:
            await one.tell("offer", seat=0, what="end")
        return code

    async def story() -> None:
        async with Receiver(OK) as receiver:
            settings: dict[str, Any] = {"retry_pauses": (), "local_webhooks": True}
            with House(str(tmp_path / "benben.db"), away_seconds=3600, **settings) as house:
                code = await before(house, receiver)
            assert receiver.notices == []
            with House(str(tmp_path / "benben.db"), away_seconds=0, **settings):
                (told,) = await receiver.until(1)
            assert (told["kind"], told["table"]) == ("proposal", code)

    run(story())


def test_a_proposal_that_waits_for_who_has_gone_blocks_nobody(hasty: House) -> None:
    async def story() -> None:
        nefer, hori, senbi, code = await three_of(hasty)
        async with nefer.at(code) as one, hori.at(code) as two:
            async with senbi.at(code):
                await one.see(lambda one: all(seat["here"] for seat in one.table["seats"]))
                await one.tell("offer", seat=0, what="draw")
                await offered(two)
                await two.tell("answer", seat=1, yes=True)
            await two.see(lambda two: two.table["seats"][2]["gone"] and "bot" in two.now["may"])
            assert two.table["offer"]["waits"] == [2]  # it can never come about now
            # Not its author but another asks for a bot in its place; only who is here is asked.
            assert (await two.tell("offer", seat=1, what="bot", absent=2))["type"] == "done"
            await one.see(lambda one: (one.table["offer"] or {}).get("what") == "bot")
            assert (one.table["offer"]["by"], one.table["offer"]["waits"]) == (1, [0])
            await one.tell("answer", seat=0, yes=True)
            await two.see(lambda two: bool(two.table["seats"][2]["level"]))

    run(story())


def test_who_was_asked_about_the_end_and_went_away_holds_nobody(hasty: House) -> None:
    async def story() -> None:
        nefer, hori = await Guest.join(hasty.url, "Nefer"), await Guest.join(hasty.url, "Hori")
        code = await begun(nefer, hori)
        async with nefer.at(code) as one:
            async with hori.at(code) as two:
                await one.tell("offer", seat=0, what="end")
                await offered(two)
            await one.see(lambda one: one.table["seats"][1]["gone"])
            assert one.table["offer"]["waits"] == [1]
            assert (await one.tell("offer", seat=0, what="end"))[
                "type"
            ] == "done"  # asked anew, nobody is left
            await one.see(lambda one: one.table["status"] == "over")

    run(story())
