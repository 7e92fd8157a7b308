"""Server processes that die, hang, stop or lose their connection leave their tables to the others."""

from __future__ import annotations

import asyncio
import os
import signal
import time

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from benben.server.settings import Limits
from tests.server.cluster.processes import (
    can_act,
    elsewhere,
    keepers,
    kinds,
    met,
    number,
    over,
    status,
    until,
)
from tests.server.guest import Guest
from tests.server.house import House, Lodge, run


def test_a_lost_bus_connection_is_opened_again_and_nothing_is_missed(
    pair: tuple[Lodge, Lodge], database: str
) -> None:
    def held() -> set[int]:
        with psycopg.connect(database, autocommit=True) as connection:
            rows = connection.execute(
                "select pid from pg_locks where locktype = 'advisory' and objsubid = 2"
            ).fetchall()
        return {row[0] for row in rows}

    def cut(pids: set[int]) -> None:
        with psycopg.connect(database, autocommit=True) as connection:
            for pid in pids:
                connection.execute("select pg_terminate_backend(%s)", (pid,))

    async def story() -> None:
        nefer, paser = await met(pair, "Nefer", "Paser")
        code = await nefer.host("me", "open", options={"pieces": 1})
        await nefer.sit(code)
        await paser.sit(code)
        async with nefer.at(code) as one, paser.at(code) as two:
            done, before = 0, set[int]()
            for _ in range(2):
                # Both have their connection, and the second time a fresh one.
                while len(lines := await asyncio.to_thread(held)) != 2 or lines & before:
                    await asyncio.sleep(0.05)
                await asyncio.to_thread(cut, lines)
                before = lines
                moves = [seat for seat in (one, two) if seat.now["hand"] in seat.yours or can_act(seat)]
                await moves[0].move()
                for seat in (one, two):
                    while len(seat.log) <= done:
                        await seat.receive()
                done = len(one.log)
            await asyncio.gather(one.play(), two.play())
            assert one.log == two.log

    run(story())


def test_a_killed_process_leaves_its_tables_to_the_other(postgres: str) -> None:
    async def story() -> None:
        with Lodge(postgres) as one, House(postgres) as two:
            nefer = await Guest.join(one.url, "Nefer")
            paser = await Guest.join(two.url, "Paser")
            # A clock that runs out while nobody is there.
            clock = {"kind": "move", "seconds": 5}
            timed = await nefer.host("me", "open", clock=clock)
            # Somebody at the other process, who sees it happen, and a bot that is to answer.
            seen = await paser.host("apprentice", "me", seating="choice", options={"pieces": 1})
            for code in (timed, seen):
                await elsewhere(paser, one).sit(code)  # loaded and kept where it will be killed
            await nefer.sit(timed)
            async with paser.at(timed) as seat, paser.at(seen) as other:
                for each in (seat, other):
                    assert each.table["status"] == "playing"
                # Only bots play, without a clock, and somebody watches through one process, then the other.
                bots = await nefer.host("apprentice", "apprentice", "apprentice", game="pyramydal")
                async with nefer.at(bots) as watcher:
                    await watcher.see(lambda watcher: len(watcher.log) > 1)
                    await asyncio.to_thread(one.kill)
                assert await asyncio.to_thread(status, postgres, bots) == "playing"
                await until(seat, lambda s: s.now["ending"])
                await other.play()
            async with paser.at(bots):
                await over(postgres, bots)
            assert "flagged" in await asyncio.to_thread(kinds, postgres, timed)

    run(story())


def test_a_process_that_hangs_leaves_its_bots_to_the_other_and_finds_its_way_back(postgres: str) -> None:
    usual = Limits().silent_process_seconds

    async def story() -> None:
        impatient = Limits(silent_process_seconds=3.0)  # the other process has its usual patience
        with Lodge(postgres) as one, House(postgres, limits=impatient) as two:
            paser = await Guest.join(two.url, "Paser")
            stranger = elsewhere(paser, one)
            code = await stranger.host("apprentice", "me", seating="choice", options={"pieces": 1})
            await stranger.sit(code)  # loaded and kept where it will hang
            while (theirs := (await asyncio.to_thread(keepers, postgres)).get(code)) is None:
                await asyncio.sleep(0.02)
            assert theirs != number(two)
            async with paser.at(code) as seat, stranger.at(code) as there:
                os.kill(one.process.pid, signal.SIGSTOP)
                try:
                    began = time.monotonic()
                    await seat.play()  # nobody else would ask the bot
                    await asyncio.sleep(usual / 2 + 1 - (time.monotonic() - began))
                finally:
                    os.kill(one.process.pid, signal.SIGCONT)
                await until(there, lambda there: there.now["ending"])
                assert there.log == seat.log
            other = await stranger.host("apprentice", "me", seating="choice", options={"pieces": 1})
            await stranger.sit(other)
            async with stranger.at(other) as again:  # it is as good as before
                await again.play()
            while theirs not in two.call(lambda: two.hub.bus.living if two.hub.bus else ()):
                await asyncio.sleep(0.05)

    run(story())


def test_a_stopped_process_says_so_and_its_players_go_on_at_the_other(postgres: str) -> None:
    async def story() -> None:
        with House(postgres) as one, House(postgres) as two:
            nefer = await Guest.join(one.url, "Nefer")
            code = await nefer.host("apprentice", "me", seating="choice", options={"pieces": 1})
            await nefer.sit(code)
            async with nefer.at(code) as seat:
                stopping = asyncio.create_task(asyncio.to_thread(one.__exit__))
                with pytest.raises(ConnectionClosed):
                    await seat.until("never")
            async with elsewhere(nefer, two).at(code) as again:
                assert again.log[: len(seat.log)] == seat.log
                await stopping
                await again.play()
                assert keepers(postgres) == {code: number(two)}
        assert keepers(postgres) == {}  # nothing there goes on by itself

    run(story())


def test_a_table_unloaded_by_one_process_is_owned_by_the_other(postgres: str) -> None:
    async def story() -> None:
        with House(postgres, idle_seconds=0.2) as one, House(postgres) as two:
            nefer = await Guest.join(one.url, "Nefer")
            code = await nefer.host("apprentice", "me", seating="choice", options={"pieces": 1})
            await nefer.sit(code)
            while keepers(postgres) != {code: number(one)}:
                await asyncio.sleep(0.02)
            async with elsewhere(nefer, two).at(code) as seat:
                while seat.now["hand"] != 1 and not can_act(seat):
                    await seat.receive()
                if seat.now["hand"] == 1:  # else the throw would keep it awake
                    await seat.move()
                while keepers(postgres) != {code: number(two)}:
                    await asyncio.sleep(0.05)
                assert one.hub.rooms.loaded(code) is None
                await seat.play()

    run(story())
