"""A person who is deleted is nowhere any more, and the others play on; what is kept can be exported."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from benben.server.storage.administration import open_administration
from tests.server.guest import Guest
from tests.server.house import House, run

NAME = "Merit-Neith"


def kept_rows(db: Path) -> str:
    """Everything in the database, as text."""
    with sqlite3.connect(db) as connection:
        return "\n".join(connection.iterdump())


def test_a_deleted_person_leaves_seats_matches_and_names(tmp_path: Path) -> None:
    db = tmp_path / "benben.db"

    async def story(house: House) -> None:
        merit, paser = await Guest.join(house.url, NAME), await Guest.join(house.url, "Paser")
        key = await merit.call("POST", "/api/me/keys", {"kind": "program", "label": "my program"})
        waiting = await merit.host("me", "open")
        await merit.sit(waiting)
        over = await merit.host("me", "open")
        await merit.sit(over)
        await paser.sit(over)
        async with paser.at(over) as one, merit.at(over) as two:
            await two.tell("say", text="secret words of Merit")
            await one.tell("resign", seat=one.yours[0])
        before = (await paser.ask("GET", f"/api/tables/{over}/record.txt")).text
        assert NAME in before
        running = await paser.host("me", "open")
        await paser.sit(running)
        await merit.sit(running)

        kept = await merit.call("GET", "/api/me/export")
        assert (kept["name"], {table["code"] for table in kept["tables"]}) == (NAME, {waiting, over, running})
        assert kept["chat"] == [{"table": over, "text": "secret words of Merit"}]
        assert "Everything that this server keeps of you" in kept["about"]
        assert merit.token.partition(".")[2] not in json.dumps(kept)
        program = Guest(house.url, key["token"])
        assert (await program.ask("DELETE", "/api/me")).status_code == 409

        async with paser.at(running) as one:
            assert (await merit.call("DELETE", "/api/me"))["sentence"] == "This account was deleted."
            await one.see(lambda seat: seat.table["status"] == "over")
            assert "Somebody" in {seat["name"] for seat in one.table["seats"]}
        for guest in (merit, program):
            assert (await guest.ask("GET", "/api/me")).status_code == 401
        table = await paser.call("GET", f"/api/tables/{waiting}")
        assert table["status"] == "waiting"
        record = (await paser.ask("GET", f"/api/tables/{over}/record.txt")).text
        assert NAME not in record
        assert "Somebody" in record
        for text in (before, record):
            answer = await paser.ask("POST", "/api/verify", content=text.encode())
            assert answer.json()["good"], answer.text
        async with paser.at(over) as one:
            assert [line["text"] for line in one.talk] == ["(deleted)"]

    with House(str(db)) as house:
        run(story(house))
    rows = kept_rows(db)
    assert "Paser" in rows
    assert NAME not in rows
    assert "secret words" not in rows


def test_a_person_whom_the_host_removes_is_deleted_by_the_server(tmp_path: Path) -> None:
    db = tmp_path / "benben.db"

    async def story(house: House) -> None:
        merit, paser = await Guest.join(house.url, NAME), await Guest.join(house.url, "Paser")
        running = await paser.host("me", "open")
        await paser.sit(running)
        await merit.sit(running)
        id = (await merit.call("GET", "/api/me"))["id"]
        async with paser.at(running) as one:
            with open_administration(str(db)) as administration:
                administration.remove_person(id)
            await one.see(lambda seat: seat.table["status"] == "over")

    with House(str(db)) as house:
        run(story(house))
    assert NAME not in kept_rows(db)


def test_a_removed_table_and_a_deleted_person_are_gone_from_any_database(db: str) -> None:
    async def story(house: House) -> None:
        merit, paser = await Guest.join(house.url, NAME), await Guest.join(house.url, "Paser")
        running = await paser.host("me", "open")
        await paser.sit(running)
        await merit.sit(running)
        async with paser.at(running) as one:
            await merit.call("DELETE", "/api/me")
            await one.see(lambda seat: seat.table["status"] == "over")
            with open_administration(db) as administration:
                administration.remove_table(running)
            await one.until("closing")
        house.wait_for(house.hub.check_bans)
        assert (await paser.ask("GET", f"/api/tables/{running}")).status_code == 403
        with open_administration(db) as administration:
            assert administration.tables(10) == []
            assert [row["name"] for row in administration.people(10)] == ["Paser"]

    with House(db) as house:
        run(story(house))
