"""Matches of bots alone: they wait while nobody looks, and go on when somebody does."""

from __future__ import annotations

import asyncio

from benben.server.counters import counters
from benben.server.storage.store import Store
from tests.server.guest import Guest
from tests.server.house import House, Lodge, run

QUIET_SECONDS = 0.7  # in which bots of one piece, who do not pause, would play most of a match


async def _log_length(db: str, code: str) -> int:
    store = Store(db)
    try:
        return (await store.lengths([code]))[code]
    finally:
        await store.close()


async def _nothing_happens(db: str, code: str) -> None:
    length = await _log_length(db, code)
    await asyncio.sleep(QUIET_SECONDS)
    assert await _log_length(db, code) == length


def test_bots_alone_wait_until_somebody_watches(db: str) -> None:
    async def story(house: House) -> None:
        nefer, asked = await Guest.join(house.url, "Nefer"), counters.questions
        code = await nefer.host("apprentice", "apprentice", options={"pieces": 1})
        await _nothing_happens(db, code)
        assert counters.questions == asked
        async with Guest(house.url).at(code) as watcher:  # who need not have a name
            await watcher.see(lambda seat: seat.table["status"] == "over")

    with House(db) as house:
        run(story(house))


def test_bots_alone_stop_when_the_last_watcher_leaves_and_go_on_with_the_next(db: str) -> None:
    async def story(house: House) -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("apprentice", "apprentice", options={"pieces": 3})
        async with nefer.at(code) as seat:
            await seat.see(lambda seat: len(seat.log) > 2)
        await asyncio.sleep(0.1)  # what was being stored is stored
        await _nothing_happens(db, code)
        async with nefer.at(code) as again:
            assert again.table["status"] == "playing"
            await again.see(lambda seat: seat.table["status"] == "over")

    with House(db) as house:
        run(story(house))


def test_match_time_stands_still_while_bots_alone_wait(db: str) -> None:
    async def story(house: House) -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("apprentice", "apprentice", game="horus")
        async with nefer.at(code) as seat:
            await seat.see(lambda seat: len(seat.log) > 2)
            at = seat.at
        await asyncio.sleep(3)
        async with nefer.at(code) as again:
            assert again.at < at + 2500

    with House(db, pace_ms=5000) as house:
        run(story(house))


def test_bots_who_play_with_a_person_go_on_although_nobody_looks(db: str) -> None:
    async def story(house: House) -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await nefer.host("apprentice", "me", seating="choice")
        await nefer.sit(code)
        length = await _log_length(db, code)
        while await _log_length(db, code) == length:
            await asyncio.sleep(0.05)

    with House(db) as house:
        run(story(house))


def test_a_restart_loads_no_match_of_bots_alone(db: str) -> None:
    async def story() -> None:
        with Lodge(db) as lodge:
            nefer = await Guest.join(lodge.url, "Nefer")
            clock = {"kind": "move", "seconds": 30}
            codes = [
                await nefer.host("apprentice", "apprentice", options={"pieces": 5}, **wish)
                for wish in ({}, {"clock": clock})
            ]
            for code in codes:
                async with nefer.at(code) as seat:
                    await seat.see(lambda seat: len(seat.log) > 2)
                    if code == codes[-1]:
                        await asyncio.to_thread(lodge.kill)
                        break
        with House(db) as house:
            await asyncio.sleep(0.5)
            await asyncio.to_thread(house.wait_for, house.hub.check_clocks)
            assert house.call(lambda: house.hub.rooms.loaded_tables) == 0
            async with Guest(house.url, nefer.token).at(codes[0]) as seat:
                await seat.see(lambda seat: seat.table["status"] == "over")

    run(story())


def test_bots_alone_are_asked_by_the_process_through_which_somebody_looks(postgres: str) -> None:
    async def story() -> None:
        with House(postgres) as one, House(postgres) as two:
            nefer = await Guest.join(one.url, "Nefer")
            code = await nefer.host("apprentice", "apprentice", options={"pieces": 3})
            async with nefer.at(code) as seat:
                await seat.see(lambda seat: len(seat.log) > 1)
                async with Guest(two.url, nefer.token).at(code) as there:
                    await there.see(lambda there: len(there.log) > 3)
                    await seat.socket.close()
                    await there.see(lambda there: there.table["status"] == "over")

    run(story())
