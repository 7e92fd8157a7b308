"""Lists of tables: finished matches page by page, and the matches that wait for a person."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from benben.server.settings import Limits
from benben.server.storage.schema import metadata
from tests.server.guest import Guest
from tests.server.house import House, run


def test_finished_matches_are_paged_with_their_results(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        codes, begun = [], int(time.time() * 1000)
        for _ in range(5):
            code = await nefer.host("me", "open", seating="choice")
            await nefer.sit(code)
            await hori.sit(code)
            async with hori.at(code) as seat:
                await seat.tell("resign", seat=1)
            codes.append(code)
        running = await nefer.host("me", "scribe")
        await nefer.sit(running)
        found, mark = [], ""
        for most in (2, 2, 1):
            page = await nefer.call("GET", f"/api/me/tables?before={mark}")
            assert len(page["matches"]) == most
            found += page["matches"]
            mark = page["before"]
        assert mark == ""
        assert [one["table"]["code"] for one in found] == codes[::-1]
        for one in found:
            assert (one["yours"], one["ending"]["winners"]) == ([0], [0])
            assert "resign" in one["ending"]["reason"].lower()
            assert begun <= one["ended"] <= time.time() * 1000
        for bad in ("x", "1", "-a", "9" * 30 + "-a", "\u0661-a"):
            assert (await nefer.ask("GET", f"/api/me/tables?before={bad}")).status_code == 400
        assert (await Guest(house.url).ask("GET", "/api/me/tables")).status_code == 401

    with House(str(tmp_path / "benben.db"), limits=Limits(history_page=2)) as house:
        run(story(house))


def test_a_result_that_was_never_written_down_is_worked_out_once(db: str) -> None:
    async def play(house: House) -> Guest:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "scribe", seating="choice")
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.tell("resign", seat=0)
        return guest

    async def look(house: House, guest: Guest) -> Any:
        guest.url = house.url
        (one,) = (await guest.call("GET", "/api/me/tables"))["matches"]
        return one["ending"], one["ended"], one["yours"]

    with House(db) as house:
        guest = run(play(house))
        before = run(look(house, guest))
        engine = house.hub.store.engine
    (tables,) = [table for table in metadata.sorted_tables if table.name == "tables"]
    with engine.begin() as connection:
        assert connection.execute(sql.select(tables.c.ending)).scalar()
        connection.execute(sql.update(tables).values(ending=""))  # as a store of version 1 has it
    with House(db) as house:
        assert run(look(house, guest)) == before
        with house.hub.store.engine.connect() as connection:
            assert "resign" in str(connection.execute(sql.select(tables.c.ending)).scalar()).lower()


def test_turns_are_told_without_loading_a_single_room(tmp_path: Path) -> None:
    async def play(house: House) -> tuple[Guest, Guest, list[str]]:
        nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
        codes = []
        for n in range(6):
            code = await nefer.host("me", "open", seating="choice")
            await nefer.sit(code)
            await hori.sit(code)
            if n % 2:
                async with nefer.at(code) as seat:
                    while seat.now["hand"] == 0 or seat.now["choices"][0]:
                        await seat.move()
            codes.append(code)
        return nefer, hori, codes

    async def look(house: House, guest: Guest) -> tuple[list[str], list[str]]:
        guest.url = house.url
        turns = await guest.call("GET", "/api/me/turns")
        for turn in turns:
            assert (turn["game"], turn["title"], len(turn["against"])) == ("senet", "Senet", 1)
        tables = (await guest.call("GET", "/api/me"))["tables"]
        assert [table["due"] for table in tables] == sorted((table["due"] for table in tables), reverse=True)
        assert {table["code"] for table in tables if table["due"]} == {turn["code"] for turn in turns}
        return sorted(turn["code"] for turn in turns), [table["turn"] for table in tables]

    db = str(tmp_path / "benben.db")
    with House(db) as house:
        nefer, hori, codes = run(play(house))
        live = [run(look(house, each)) for each in (nefer, hori)]
        assert [turns for turns, _ in live] == [sorted(codes[::2]), sorted(codes[1::2])]
    with House(db) as house:  # as it was written at the end
        assert [run(look(house, each)) for each in (nefer, hori)] == live
        assert not house.hub.rooms._rooms
    _wipe(db)
    with House(db) as house:  # and where it was not written, after a kill
        assert [run(look(house, each)) for each in (nefer, hori)] == live
        assert not house.hub.rooms._rooms


def _wipe(db: str) -> None:
    engine = sql.create_engine(f"sqlite:///{db}")
    with engine.begin() as connection:
        assert len(connection.exec_driver_sql("select due from tables where due <> ''").all()) == 6
        connection.exec_driver_sql("update tables set due = '1 0'")
    engine.dispose()


def test_a_match_that_waits_for_its_player_is_not_lost_behind_many_newer_ones(tmp_path: Path) -> None:
    async def story(db: str) -> None:
        with House(db, limits=Limits(tables_per_person=60)) as house:
            nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
            code = await nefer.host("me", "open", seating="choice")
            await nefer.sit(code)
            await hori.sit(code)
            newer = [await nefer.host("me", "open") for _ in range(51)]
            for one in newer:
                await nefer.sit(one)
            tables = (await nefer.call("GET", "/api/me"))["tables"]
            assert len(tables) == 50
            assert (tables[0]["code"], tables[0]["due"]) == (code, True)

    run(story(str(tmp_path / "benben.db")))
