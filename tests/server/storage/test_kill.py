"""A server may die at any moment. What it acknowledged stands, and clients go on where they were."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from benben import games
from benben.core.record.verify import verify_record
from benben.server.log_output import log_name
from benben.server.run import run as serve
from benben.server.settings import Limits, Settings
from benben.server.storage.backup import back_up
from benben.server.storage.database import check_database
from benben.server.storage.file_lock import acquire
from benben.server.storage.rows import LogRow
from benben.server.storage.store import Store
from benben.server.tables.room import Room
from benben.server.wire import NewTable, SeatPlan
from tests.server.guest import Guest
from tests.server.house import SERVE, House, Lodge, run


async def _play_until_cut(
    guest: Guest, code: str, throws: list[str], moves: int
) -> dict[str, dict[str, Any]]:
    """Plays on until the connection ends. Answers every message that was acknowledged, by id."""
    done: dict[str, dict[str, Any]] = {}
    try:
        async with guest.at(code) as seat:
            for _ in range(moves):
                if seat.now["ending"]:
                    break
                await seat.move()
                done |= {id: seat.sent[id] for id in seat.done}
                throws[:] = [row["text"] for row in seat.log]
    except (ConnectionClosed, OSError):
        pass
    return done


def test_a_killed_server_keeps_every_acknowledged_move_and_the_match_goes_on(db: str) -> None:
    async def story() -> None:
        with Lodge(db) as lodge:
            guest = await Guest.join(lodge.url, "Nefer")
            code = await guest.host("me", "me", options={"pieces": 1})
            await guest.sit(code)
            texts: list[str] = []
            done: dict[str, dict[str, Any]] = {}
            for _ in range(2):
                playing = asyncio.create_task(_play_until_cut(guest, code, texts, 1000))
                before = len(texts)
                while len(texts) < before + 5 and not playing.done():
                    await asyncio.sleep(0.002)
                await asyncio.to_thread(lodge.kill)
                done |= await playing
                kept = await _log(db, code)
                assert done.keys() <= {entry.id for entry in kept if entry.id}
                told = [entry for entry in kept if entry.kind == "event"]
                assert len(told) >= len(texts)
                await asyncio.to_thread(lodge.start)
                async with guest.at(code) as seat:
                    assert [row["text"] for row in seat.log][: len(texts)] == texts
                    assert len(seat.log) == len(told)
            async with guest.at(code) as seat:
                for some in done.values():  # known after two lives
                    await seat.send(some)
                    assert await seat.until("done", "refused") == {"type": "done", "id": some["id"]}
                await seat.play()
            answer = await guest.ask("GET", f"/api/tables/{code}/record.json")
            assert verify_record(answer.content, games.load).good

    run(story())


async def _log(db: str, code: str) -> list[LogRow]:
    store = Store(db)
    try:
        return (await store.log([code]))[code]
    finally:
        await store.close()


def test_a_bot_that_was_to_move_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        with Lodge(str(tmp_path / "benben.db")) as lodge:
            guest = await Guest.join(lodge.url, "Nefer")
            code = await guest.host("apprentice", "me", seating="choice", options={"pieces": 1})
            await guest.sit(code)
            await asyncio.to_thread(lodge.kill)
            await asyncio.to_thread(lodge.start)
            async with guest.at(code) as seat:
                await seat.play()

    run(story())


def test_the_workers_end_with_a_killed_server(tmp_path: Path) -> None:
    async def story() -> None:
        with Lodge(str(tmp_path / "benben.db")) as lodge:
            guest = await Guest.join(lodge.url, "Nefer")
            code = await guest.host("apprentice", "apprentice", options={"pieces": 1})
            async with guest.at(code) as seat:
                while not seat.now["ending"]:
                    await seat.receive()
            children = _children(lodge.process.pid)
            assert children
            await asyncio.to_thread(lodge.kill)
            for _ in range(500):
                if not any(_alive(child) for child in children):
                    return
                await asyncio.sleep(0.02)
            raise AssertionError("a worker outlived its server")

    run(story())


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_worker_that_dies_is_replaced_and_the_bot_asked_again(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("apprentice", "me", seating="choice", options={"pieces": 2})
        await guest.sit(code)
        async with guest.at(code) as seat:
            while seat.now["hand"] != 1:
                await seat.receive()
            victims = _children(os.getpid())
            for victim in victims:
                if b"spawn_main" in Path(f"/proc/{victim}/cmdline").read_bytes():
                    os.kill(victim, 9)
            await seat.play()

    with House(str(tmp_path / "benben.db")) as house:
        run(story(house))


def test_a_stop_is_told_to_everybody_and_loses_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        with Lodge(str(tmp_path / "benben.db")) as lodge:
            guest = await Guest.join(lodge.url, "Nefer")
            code = await guest.host("me", "me")
            await guest.sit(code)
            async with guest.at(code) as seat:
                await seat.move()
                stopping = asyncio.create_task(asyncio.to_thread(lodge.stop))
                closing = await seat.until("closing")
                assert closing["sentence"].startswith("The server stops.")
                with pytest.raises(ConnectionClosed):
                    await seat.receive()
                exit_code, log = await stopping
            assert exit_code == 0
            assert f"table {log_name(code)}: opened" in log
            for secret in (code, guest.token, guest.token.partition(".")[2], "hello", "throw"):
                assert secret not in log
            await asyncio.to_thread(lodge.start)
            async with guest.at(code) as again:
                assert again.log == seat.log

    run(story())


def test_a_busy_port_gets_one_clear_sentence(house: House, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SERVE, str(tmp_path / "benben.db"), str(house.port)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert ran.returncode == 1
    sentence = (
        f"Port {house.port} is busy. Stop what runs there, or choose another: --port {house.port + 1}\n"
    )
    assert (ran.stdout, ran.stderr) == ("", sentence)


def test_a_second_writer_of_the_same_file_is_refused_by_the_log_and_catches_up(tmp_path: Path) -> None:
    """`benben serve` does not let it come to that; the log itself is the last guard."""

    async def story(one: House, two: House) -> None:
        guest = await Guest.join(one.url, "Nefer")
        code = await guest.host("me", "me")
        await guest.sit(code)
        other = Guest(two.url, guest.token)
        async with guest.at(code) as here, other.at(code) as there:
            await here.move()
            assert there.log == []
            answer: dict[str, Any] = await there.tell("go")
            assert answer["type"] == "refused"
            assert there.log == here.log  # the news came before it
            assert there.now["n"] == answer["now"]["n"] == 1
            await there.move()
            mover = here.now["turn"]
            action = here.now["choices"][mover][0]["text"]
            assert (await here.tell("act", seat=mover, action=action))["type"] == "refused"
            assert here.log == there.log
            await here.move()

    db = str(tmp_path / "benben.db")
    with House(db) as one, House(db) as two:
        run(story(one, two))


def test_a_second_server_on_the_same_file_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(tmp_path / "benben.db")
    check_database(db)
    lock = acquire(db)
    assert lock
    assert serve(Settings(db), port=0, open_browser=False) == 1
    assert capsys.readouterr().err == (
        f"Another Benben serves {db} already. Several processes can share a PostgreSQL database.\n"
    )
    assert back_up(db, tmp_path / "copy.db") == 1  # which is no second server
    lock.close()
    again = acquire(db)
    assert again
    again.close()


def test_a_shared_database_needs_no_lock(postgres: str) -> None:
    assert acquire(postgres) is None


def test_bots_among_themselves_go_on_after_a_restart_when_somebody_looks(db: str) -> None:
    async def story() -> None:
        with House(db, pace_ms=200) as house:
            guest = await Guest.join(house.url, "Nefer")
            code = await guest.host("apprentice", "apprentice", options={"pieces": 1})
            async with guest.at(code) as seat:
                await seat.see(lambda seat: len(seat.log) > 1)
            before = len(await _log(db, code))
        with House(db) as house:
            async with Guest(house.url).at(code):
                while (await _kept(db, code)) != "over":
                    await asyncio.sleep(0.05)
        assert len(await _log(db, code)) > before

    run(story())


async def _kept(db: str, code: str) -> str:
    store = Store(db)
    try:
        kept = await store.table(code)
        assert kept
        return kept.status
    finally:
        await store.close()


def test_an_idle_room_is_put_away_and_comes_back_as_it_was(db: str) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me")
        await guest.sit(code)
        async with guest.at(code) as seat:
            for _ in range(4):
                await seat.move()
            while seat.now["hand"] is not None:  # a throw that is due would keep the room awake
                await seat.move()
            before = (seat.log, seat.now, seat.table)
        for _ in range(500):
            if house.hub.rooms.loaded(code) is None:
                break
            await asyncio.sleep(0.02)
        assert house.hub.rooms.loaded(code) is None
        async with guest.at(code) as again:
            assert (again.log, again.now, again.table) == before
            await again.move()

    with House(db, idle_seconds=0.1) as house:
        run(story(house))


def test_hundreds_of_idle_tables_leave_nothing_behind_and_come_back_when_asked_for(db: str) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        member = house.wait_for(lambda: house.hub.accounts.identify(guest.token))
        wish = NewTable("senet", [SeatPlan("me"), SeatPlan("me")])

        async def make() -> list[str]:
            assert member
            return await asyncio.gather(*(house.hub.create_table(wish, member) for _ in range(300)))

        codes = await asyncio.to_thread(house.wait_for, make)

        async def load() -> tuple[int, list[weakref.ref[Room]]]:
            rooms = await asyncio.gather(*(house.hub.rooms.room(code) for code in codes))
            most = len(house.hub.rooms.loaded_rooms())
            return most, [weakref.ref(room) for room in rooms if room]

        most, rooms = await asyncio.to_thread(house.wait_for, load)
        assert (most, len(rooms)) == (300, 300)
        for _ in range(1000):
            if not house.call(house.hub.rooms.loaded_rooms):
                break
            await asyncio.sleep(0.02)
        gc.collect()
        assert [room for room in rooms if room()] == []
        await guest.sit(codes[0])
        async with guest.at(codes[0]) as seat:
            await seat.move()
            assert len(house.call(house.hub.rooms.loaded_rooms)) == 1

    with House(db, idle_seconds=3, limits=Limits(tables_per_person=300)) as house:  # longer than loading all
        run(story(house))
