"""Bounds on the unfinished tables that one person and one address may make within a day."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sql

from benben.server.limits import Limit
from benben.server.settings import Limits
from benben.server.storage.database import open_engine
from benben.server.storage.schema import tables
from tests.server.guest import Guest
from tests.server.house import House, run

CALLS = Limit(burst=1_000_000, per_second=5)
NARROW = Limits(calls=CALLS, tables_per_person=3, tables_per_address=5)
WISH = {"game": "senet", "seats": [{"kind": "me"}, {"kind": "open"}]}


async def _refusal(guest: Guest) -> str:
    answer = await guest.ask("POST", "/api/tables", WISH)
    assert answer.status_code == 409, answer.text
    return str(answer.json()["sentence"])


def _change(db: str, **values: Any) -> None:
    """Change every table in the database."""
    engine = open_engine(db)
    with engine.begin() as connection:
        connection.execute(sql.update(tables).values(**values))
    engine.dispose()


def test_a_person_who_made_many_unfinished_tables_makes_no_more_until_one_is_over(db: str) -> None:
    async def story() -> None:
        with House(db, limits=NARROW) as house:
            nefer = await Guest.join(house.url, "Nefer")
            code = await nefer.host("me", "me")
            await nefer.host("me", "open")
            await nefer.host("apprentice", "apprentice")
            sentence = (
                "You made 3 tables within a day that are not over yet. Finish some, or come back tomorrow."
            )
            assert await _refusal(nefer) == sentence
            token = nefer.token
        with House(db, limits=NARROW) as house:  # a restart forgets nothing
            nefer = Guest(house.url, token)
            assert await _refusal(nefer) == sentence
            await nefer.sit(code)
            async with nefer.at(code) as seat:
                await seat.tell("resign", seat=0)
                await seat.see(lambda seat: seat.table["status"] == "over")
            await nefer.host("me", "open")
            assert await _refusal(nefer) == sentence

    run(story())


def test_tables_of_other_days_do_not_count(db: str) -> None:
    async def story(house: House) -> None:
        nefer = await Guest.join(house.url, "Nefer")
        for _ in range(3):
            await nefer.host("me", "open", clock={"kind": "move", "seconds": 86400})
        await _refusal(nefer)
        await asyncio.to_thread(_change, db, changed=1_700_000_000_000)
        await nefer.host("me", "open")

    with House(db, limits=NARROW) as house:
        run(story(house))


def test_many_calls_at_once_make_no_more_tables_than_one_after_the_other(db: str) -> None:
    async def story(house: House) -> None:
        nefer = await Guest.join(house.url, "Nefer")
        answers = await asyncio.gather(*(nefer.ask("POST", "/api/tables", WISH) for _ in range(12)))
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 9

    with House(db, limits=NARROW) as house:
        run(story(house))


def test_an_address_with_many_people_has_its_bound_too(db: str) -> None:
    async def story(house: House) -> None:
        nefer, paser = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Paser")
        for _ in range(3):
            await nefer.host("me", "open")
        for _ in range(2):
            await paser.host("me", "open")
        assert await _refusal(paser) == (
            "From your address 5 tables were made within a day that are not over yet. "
            "Finish some, or come back tomorrow."
        )
        await asyncio.to_thread(_change, db, address="192.0.2.1")
        await paser.host("me", "open")

    with House(db, limits=NARROW) as house:
        run(story(house))


def test_the_address_of_a_table_is_forgotten_when_the_match_is_over(db: str) -> None:
    async def story(house: House) -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("me", "me")
        kept = await asyncio.to_thread(house.wait_for, lambda: house.hub.store.table(code))
        assert kept
        assert kept.address == "127.0.0.1"
        await nefer.sit(code)
        async with nefer.at(code) as seat:
            await seat.tell("resign", seat=0)
            await seat.see(lambda seat: seat.table["status"] == "over")
        kept = await asyncio.to_thread(house.wait_for, lambda: house.hub.store.table(code))
        assert kept
        assert kept.address == ""

    with House(db) as house:
        run(story(house))
