"""What people have earned is stored once, with the first match, whatever happens to the server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from benben.server.settings import Limits
from benben.server.storage import migrations
from benben.server.storage.administration import open_administration
from benben.server.storage.database import open_engine
from benben.server.tables.database_check import examine_database
from tests.games.solitaire.perfect_lines import EIGHTEEN, HARD, SEVEN, TWELVE
from tests.server.guest import Guest
from tests.server.house import House, Lodge, run

ROW = {"ranks": 1, "files": 7}  # a board that the twenty hops of SEVEN lead to a single small


async def solo(guest: Guest, hops: Sequence[str] = SEVEN, **options: Any) -> str:
    """A solo game that is played with these hops; answers its code."""
    code = await guest.host("me", game="solitaire", options=ROW | options)
    await guest.sit(code)
    async with guest.at(code) as seat:
        await act(seat, *hops)
    return code


async def act(seat: Any, *texts: str) -> None:
    for text in texts:
        answer = await seat.tell("act", seat=seat.yours[0], action=text)
        assert answer["type"] == "done", answer


async def earned(guest: Guest, code: str = "") -> dict[str, str]:
    """What this guest has earned, as game/id, with the table; asked for when the match of `code` was read."""
    games = await guest.call("GET", "/api/me/achievements" + (f"?table={code}" if code else ""))
    return {
        f"{game['game']}/{one['id']}": one["table"]
        for game in games
        for one in game["achievements"]
        if one["at"]
    }


def test_everybody_sees_what_there_is_to_earn(house: House) -> None:
    async def story() -> None:
        for guest in (Guest(house.url), await Guest.join(house.url, "Meret")):
            games = await guest.call("GET", "/api/me/achievements")
            assert [game["game"] for game in games] == ["senet", "gate", "solitaire", "pyramydal", "horus"]
            assert all(2 <= len(game["achievements"]) <= 4 for game in games)
            first = games[0]["achievements"][0]
            assert first == {
                "id": "three-in-one-throw",
                "title": "Three in one throw",
                "sentence": "Take three pieces off the board with a single throw.",
                "clauses": ["9.1", "9.2"],
                "table": "",
                "at": 0,
            }
        assert (await Guest(house.url, "no such token").ask("GET", "/api/me/achievements")).status_code == 401

    run(story())


@pytest.mark.parametrize("free_lines", [500, 5], ids=["read in its room", "read in a worker"])
def test_a_perfect_game_is_remembered_with_its_first_match(db: str, free_lines: int) -> None:
    async def story(house: House) -> None:
        meret, paser = await Guest.join(house.url, "Meret"), await Guest.join(house.url, "Paser")
        near = await solo(meret, [*SEVEN[:-1], "done"])
        assert await earned(meret, near) == {}
        first = await solo(meret)
        assert await earned(meret, first) == {"solitaire/perfect": first}
        second = await solo(meret)
        assert await earned(meret, second) == {"solitaire/perfect": first}
        assert await earned(paser, first) == {}
        own = await solo(paser)
        assert await earned(paser, own) == {"solitaire/perfect": own}
        (kept,) = (await meret.call("GET", "/api/me/export"))["achievements"]
        assert (kept["game"], kept["id"], kept["table"]) == ("solitaire", "perfect", first)
        await paser.call("DELETE", "/api/me")

    with House(db, limits=Limits(free_lines=free_lines)) as house:
        run(story(house))
    rows = stored(db)
    assert [row[1:3] for row in rows] == [("solitaire", "perfect")]
    faults: list[str] = []
    examine_database(db, faults.append)
    assert faults == []


def stored(db: str) -> list[tuple[Any, ...]]:
    """The rows of the database about achievements; none are still to be read."""
    engine = open_engine(db)
    with engine.connect() as connection:
        assert connection.execute(sql.text("SELECT * FROM unread_matches")).all() == []
        rows = connection.execute(sql.text("SELECT * FROM achievements")).all()
    engine.dispose()
    return [tuple(row) for row in rows]


def test_what_the_server_had_no_time_to_read_is_read_at_its_next_start(db: str) -> None:
    """As a kill between the end of the match and the storing leaves it."""

    async def play(house: House) -> tuple[Guest, str]:
        meret = await Guest.join(house.url, "Meret")
        code = await solo(meret)
        assert await earned(meret, code) == {"solitaire/perfect": code}
        return meret, code

    async def come_back(house: House, meret: Guest, code: str) -> None:
        meret.url = house.url
        assert await earned(meret, code) == {"solitaire/perfect": code}

    with House(db) as house:
        meret, code = run(play(house))
    before = stored(db)
    engine = open_engine(db)
    with engine.begin() as connection:
        connection.execute(sql.text("DELETE FROM achievements"))
        connection.execute(sql.text("INSERT INTO unread_matches VALUES (:code, 99)"), {"code": code})
    engine.dispose()
    with House(db) as house:
        run(come_back(house, meret, code))
    assert stored(db) == before


def test_a_server_that_is_killed_at_the_end_of_a_match_forgets_nothing(tmp_path: Path) -> None:
    async def play(url: str) -> tuple[Guest, str]:
        meret = await Guest.join(url, "Meret")
        return meret, await solo(meret)

    async def come_back(meret: Guest, code: str) -> None:
        assert await earned(meret, code) == {"solitaire/perfect": code}

    with Lodge(str(tmp_path / "benben.db")) as lodge:
        meret, code = run(play(lodge.url))
        lodge.kill()
        lodge.start()
        run(come_back(meret, code))


def test_matches_that_ended_before_there_were_achievements_are_read(db: str) -> None:
    async def play(house: House) -> tuple[Guest, str]:
        meret = await Guest.join(house.url, "Meret")
        code = await solo(meret)
        await earned(meret, code)
        return meret, code

    async def come_back(house: House, meret: Guest, code: str) -> None:
        meret.url = house.url
        assert await earned(meret, code) == {"solitaire/perfect": code}

    with House(db) as house:
        meret, code = run(play(house))
    step = next(one for one in migrations.MIGRATIONS if one.__name__ == "_add_achievements")
    engine = open_engine(db)
    with engine.begin() as connection:
        for words in ("DROP TABLE achievements", "DROP TABLE unread_matches"):
            connection.execute(sql.text(words))
        step(connection)
    engine.dispose()
    with House(db) as house:
        run(come_back(house, meret, code))


@pytest.mark.parametrize("shared", [False, True], ids=["two people", "one person on both seats"])
def test_of_two_people_the_winner_earns_it_and_nobody_against_themselves(house: House, shared: bool) -> None:
    async def story() -> None:
        meret, paser = await Guest.join(house.url, "Meret"), await Guest.join(house.url, "Paser")
        wish: dict[str, Any] = {"game": "solitaire", "options": {"mode": "king-tut"}, "seating": "choice"}
        code = await meret.host("me", "me" if shared else "open", **wish)
        await meret.sit(code)
        if not shared:
            await paser.sit(code)
        async with meret.at(code) as first, (meret if shared else paser).at(code) as second:
            for text in ("start", *TWELVE):
                assert (await first.tell("act", seat=0, action=text))["type"] == "done"
            for text in ("start", "done"):
                assert (await second.tell("act", seat=1, action=text))["type"] == "done"
        assert await earned(meret, code) == ({} if shared else {"solitaire/quick-hands": code})
        assert await earned(paser, code) == {}

    run(story())


def test_a_position_that_somebody_chose_earns_nothing_and_a_puzzle_does(house: House) -> None:
    async def story() -> None:
        meret = await Guest.join(house.url, "Meret")
        chosen = await meret.host("me", game="solitaire", position=HARD)
        puzzle = await meret.host("me", game="solitaire", options={"position": HARD})
        for code, found in ((chosen, {}), (puzzle, {"solitaire/out-of-eighteen": puzzle})):
            await meret.sit(code)
            async with meret.at(code) as seat:
                await act(seat, *EIGHTEEN)
            assert await earned(meret, code) == found

    run(story())


def test_help_and_an_imported_record_earn_nothing(house: House) -> None:
    async def story() -> None:
        meret = await Guest.join(house.url, "Meret")
        code = await meret.host("me", game="solitaire", options=ROW)
        await meret.sit(code)
        async with meret.at(code) as seat:
            await act(seat, *SEVEN[:-1])
            assert (await seat.tell("hint", seat=0))["type"] in ("done", "hinted")
            await act(seat, SEVEN[-1])
        assert await earned(meret, code) == {}
        done = await solo(meret)
        assert await earned(meret, done) == {"solitaire/perfect": done}
        record = (await meret.ask("GET", f"/api/tables/{done}/record.txt")).content
        await meret.call("DELETE", "/api/me")
        hori = await Guest.join(house.url, "Meret")
        brought = (await hori.ask("POST", "/api/records", content=record)).json()["code"]
        assert await earned(hori, brought) == {}

    run(story())


def test_a_match_that_begins_at_a_position_earns_nothing(house: House) -> None:
    position = "........r1.. | 4,=,6 | r3r3r3,-,b1b1 | -,-,- | 1 move last"

    async def story() -> None:
        meret = await Guest.join(house.url, "Meret")
        bots = ("apprentice", "apprentice")
        code = await meret.host("me", *bots, game="pyramydal", seating="choice", position=position)
        await meret.sit(code)
        async with meret.at(code) as seat:
            await act(seat, "decline", "build r3r3r3")
            await seat.see(lambda seat: seat.table["status"] == "over")
        assert await earned(meret, code) == {}

    run(story())


def test_a_game_that_is_taken_up_again_is_read_again(house: House) -> None:
    async def story() -> None:
        meret = await Guest.join(house.url, "Meret")
        code = await solo(meret, [*SEVEN[:-1], "done"])
        assert await earned(meret, code) == {}
        async with meret.at(code) as seat:
            assert (await seat.tell("undo", seat=0, kept=len(SEVEN) - 1))["type"] == "done"
            await act(seat, SEVEN[-1])
        assert await earned(meret, code) == {"solitaire/perfect": code}

    run(story())


def test_a_removed_table_takes_with_it_what_was_earned_there(db: str) -> None:
    async def story(house: House) -> None:
        meret = await Guest.join(house.url, "Meret")
        code = await solo(meret)
        assert await earned(meret, code) == {"solitaire/perfect": code}
        with open_administration(db) as administration:
            administration.remove_table(code)
        assert await earned(meret) == {}

    with House(db) as house:
        run(story(house))


def test_an_answer_does_not_wait_for_a_match_that_goes_on(house: House) -> None:
    async def story() -> None:
        meret = await Guest.join(house.url, "Meret")
        code = await meret.host("me", game="solitaire", options=ROW)
        await meret.sit(code)
        for asked in (code, "no-such-table", "%00", "a" * 500):
            await asyncio.wait_for(meret.call("GET", f"/api/me/achievements?table={asked}"), 4)

    run(story())
