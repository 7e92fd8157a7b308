"""Coming to a table and being sent away, when that goes wrong in the middle."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from websockets.asyncio.client import connect as open_socket

from benben.server.log_output import log_name
from benben.server.storage.database import open_engine
from benben.server.storage.errors import StorageError
from benben.server.storage.schema import tables
from benben.server.storage.statements import Change
from benben.server.tables import sleep as slumber
from benben.server.tables.registry import RoomRegistry
from benben.server.tables.room import Room
from benben.server.transport.frames import Frames
from tests.server.guest import Guest
from tests.server.house import House, run


def _loaded(house: House, code: str) -> Room:
    room = house.hub.rooms.loaded(code)
    assert room is not None
    return room


async def _two(house: House) -> tuple[Guest, Guest, str]:
    nefer, hori = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Hori")
    code = await nefer.host("me", "open", seating="choice", options={"pieces": 2})
    await nefer.sit(code)
    await hori.sit(code)
    return nefer, hori, code


@pytest.mark.plain
@pytest.mark.parametrize("way", ["socket", "stream"])
def test_who_could_not_come_in_is_not_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Their seat cannot be given back by the bot, since nothing can be stored."""

    def full(_: object, then: Callable[[StorageError], None]) -> None:
        house.hub.store.loop.call_soon(then, StorageError("The disk is full."))

    async def story() -> None:
        nefer, hori, code = await _two(house)
        async with nefer.at(code) as one:
            await one.see(lambda one: one.table["seats"][1]["gone"])
            await one.tell("offer", seat=0, what="bot", absent=1)
            await one.see(lambda one: bool(one.table["seats"][1]["level"]))
            with monkeypatch.context() as patch:
                patch.setattr(house.hub.store, "commit_nowait", full)
                if way == "stream":
                    answer = await hori.ask("GET", f"/api/tables/{code}/stream")
                    assert answer.status_code == 503
                else:
                    async with open_socket(f"ws{house.url[4:]}/ws") as socket:
                        await socket.send(json.dumps({"type": "hello", "table": code, "token": hori.token}))
                        while json.loads(await asyncio.wait_for(socket.recv(), 60))["type"] != "closing":
                            pass
            await one.tell("say", text="Hori?")
            assert len(_loaded(house, code).subscribers) == 1

    with House(str(tmp_path / "benben.db"), patience_seconds=0.1) as house:
        run(story())


@pytest.mark.plain
def test_a_table_that_could_not_be_woken_leaves_no_second_room(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_: list[Change]) -> None:
        raise StorageError("The disk is full.")

    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me", clock={"kind": "move", "seconds": 86_400})
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.move()

        async def sleep() -> None:
            room = _loaded(house, code)
            await room.stop("")
            house.hub.rooms.unload(room)
            await house.hub.store.commit(
                [slumber.sleep_statement(code, room.schedule.now, room.schedule.now + 86_400_000)]
            )

        house.wait_for(sleep)
        with monkeypatch.context() as patch:
            patch.setattr(house.hub.store, "commit", full)
            assert (await guest.ask("GET", f"/api/tables/{code}")).status_code == 503
        assert (await guest.ask("GET", f"/api/tables/{code}")).status_code == 200
        tasks = house.call(lambda: [task.get_name() for task in asyncio.all_tasks()])
        assert tasks.count(f"room {log_name(code)}") == 1

    run(story())


def test_what_comes_in_the_moment_in_which_a_key_is_revoked_is_not_heard(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me")
        await guest.sit(code)
        made = await guest.call("POST", "/api/me/keys", {"kind": "program"})
        program = Guest(house.url, made["token"])
        async with guest.at(code) as seat, program.at(code):
            frames = getattr(_loaded(house, code).subscribers[-1].send_direct, "__self__", None)
            assert isinstance(frames, Frames)

            def moment() -> None:
                house.hub.rooms.close_connections([made["key"]["id"]], "This device was signed out.")
                assert frames.receiver
                frames.receiver(json.dumps({"type": "go", "id": "late"}))

            house.call(moment)
            await seat.tell("say", text="Who threw?")
            assert seat.now["n"] == 0

    run(story())


def test_a_key_that_is_revoked_while_its_client_comes_in_opens_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = RoomRegistry.room

    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me")
        made = await guest.call("POST", "/api/me/keys", {"kind": "program"})

        async def slowly(rooms: RoomRegistry, code: str, *more: Any) -> Any:
            await guest.call("DELETE", f"/api/me/keys/{made['key']['id']}")
            return await load(rooms, code, *more)

        with monkeypatch.context() as patch:
            patch.setattr(RoomRegistry, "room", slowly)
            async with open_socket(f"ws{house.url[4:]}/ws") as socket:
                await socket.send(json.dumps({"type": "hello", "table": code, "token": made["token"]}))
                said = ""
                while said != "closing":
                    said = json.loads(await asyncio.wait_for(socket.recv(), 60))["type"]

    run(story())


def test_a_table_that_cannot_be_read_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    db = str(tmp_path / "benben.db")

    async def before() -> tuple[Guest, list[str]]:
        with House(db) as house:
            guest = await Guest.join(house.url, "Nefer")
            codes = [await guest.host("me", "me", clock={"kind": "move", "seconds": 60}) for _ in range(2)]
            for code in codes:
                await guest.sit(code)
        return guest, codes

    async def after(guest: Guest, codes: list[str]) -> None:
        with House(db) as house:
            guest.url = house.url
            while house.hub.rooms.loaded(codes[1]) is None:  # its clock runs
                await asyncio.sleep(0.02)
            assert [table["code"] for table in (await guest.call("GET", "/api/me"))["tables"]] == [codes[1]]
            async with open_socket(f"ws{house.url[4:]}/ws") as socket:
                await socket.send(json.dumps({"type": "hello", "table": codes[0], "token": guest.token}))
                assert json.loads(await asyncio.wait_for(socket.recv(), 60))["type"] == "closing"

    guest, codes = run(before())
    engine = open_engine(db)
    with engine.begin() as connection:
        connection.execute(
            sql.update(tables).where(tables.c.code == codes[0]).values(plan='{"game":"senet"}')
        )
    engine.dispose()
    run(after(guest, codes))
