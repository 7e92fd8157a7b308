"""Input that no page would send: bytes that are no text, numbers without end, names that no disk knows."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benben.server.limits import Limit
from benben.server.settings import Limits
from tests.server.guest import Guest
from tests.server.house import House, run

ENDLESS = "9" * 4300  # a number that can be read, and no larger one can be written


def test_a_body_that_is_no_text_gets_a_sentence(house: House) -> None:
    async def story() -> None:
        answer = await Guest(house.url).ask("POST", "/api/people", content=b'{"name":"\xff"}')
        assert (answer.status_code, answer.json()["sentence"][:20]) == (400, "That cannot be read:")

    run(story())


def test_a_message_that_is_no_text_is_refused_and_the_connection_stays(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        async with guest.at(await guest.host("me", "open")) as seat:
            await seat.socket.send(b'{"type":"act","id":"\xff"}')
            assert (await seat.until("refused"))["clause"] == "message"
            await seat.socket.send(json.dumps({"type": "ping", "sent": 7}).encode())
            assert (await seat.until("pong"))["sent"] == 7

    run(story())


@pytest.mark.parametrize("hello", ['{"x":' + "[" * 30_000, b'{"type":"hello","table":"\xff"}'])
def test_a_hello_that_cannot_be_read_is_answered_with_a_sentence(house: House, hello: str | bytes) -> None:
    async def story() -> None:
        async with open_socket(f"ws{house.url[4:]}/ws") as socket:
            await socket.send(hello)
            said = json.loads(await asyncio.wait_for(socket.recv(), 60))
            assert said["sentence"] == "The first message must be a hello with the code of a table."
            with pytest.raises(ConnectionClosed) as ended:
                await asyncio.wait_for(socket.recv(), 60)
            assert ended.value.rcvd is not None
            assert ended.value.rcvd.code == 1008

    run(story())


def test_a_path_longer_than_any_file_name_is_the_page_or_nothing(house: House) -> None:
    async def story() -> None:
        plain = await Guest(house.url).ask("GET", "/somewhere")
        assert (await Guest(house.url).ask("GET", "/" + "a" * 300)).status_code == plain.status_code
        assert (await Guest(house.url).ask("GET", f"/{'a' * 300}.js")).status_code == 404

    run(story())


def test_an_origin_that_is_no_address_is_a_foreign_one(house: House) -> None:
    async def story() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with open_socket(f"ws{house.url[4:]}/ws", additional_headers={"Origin": "http://["}):
                pass
        assert refused.value.response.status_code == 403
        guest = await Guest.join(house.url, "Nefer")
        wish = {"url": "http://127.0.0.1/"}
        answer = await guest.ask("PUT", "/api/me/webhook", wish, headers={"origin": "http://["})
        assert answer.status_code == 409

    run(story())


@pytest.mark.parametrize("wish", ['"look","n":0,"eye"', '"read","eye"'])
def test_who_looks_on_cannot_hold_up_a_table_with_a_number_without_end(house: House, wish: str) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me")
        await guest.sit(code)
        async with Guest(house.url).at(code) as watcher:
            await watcher.socket.send(f'{{"type":{wish}:{ENDLESS}}}')
            refused = await watcher.until("refused")
            assert "Something went wrong" not in refused["sentence"]
            room = house.hub.rooms.loaded(code)
            assert room is not None
            assert not room.schedule.is_held  # what happens by itself goes on

    run(story())


def test_a_player_gets_a_plain_refusal_for_a_number_without_end(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "open")
        other = await guest.host("me", "me")
        await guest.sit(other)
        async with guest.at(code) as seat:
            await seat.socket.send(f'{{"type":"free","id":"a","seat":{ENDLESS}}}')
            assert "Something went wrong" not in (await seat.until("refused"))["sentence"]
        async with guest.at(other) as seat:
            await seat.move()
            await seat.move()
            mover = seat.log[-1]["by"]
            await seat.socket.send(f'{{"type":"undo","id":"b","seat":{mover},"kept":{ENDLESS}}}')
            assert "Something went wrong" not in (await seat.until("refused"))["sentence"]

    run(story())


def test_signs_that_a_database_cannot_hold_name_no_table_and_no_key(postgres: str) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        assert (await guest.ask("GET", "/api/tables/lotus%00")).status_code == 404
        assert (await guest.ask("GET", "/api/me/tables?before=1-%00")).status_code == 400
        async with open_socket(f"ws{house.url[4:]}/ws") as socket:
            await socket.send(json.dumps({"type": "hello", "table": "x", "token": "\0.x"}))
            assert "not known" in str(await asyncio.wait_for(socket.recv(), 60))
        code = await guest.host("me", "me")
        await guest.sit(code)
        async with guest.at(code) as seat:
            await seat.send({"type": "go", "id": "a\0b"})
            assert (await seat.until("refused"))["clause"] == "message"

    with House(postgres) as house:
        run(story(house))


def test_who_asks_for_many_pictures_at_once_is_heard_more_slowly(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "me")
        await guest.sit(code)
        look, path = {"type": "look", "n": 0, "many": 64}, f"/api/tables/{code}/messages"
        posted = [(await guest.ask("POST", path, look)).status_code for _ in range(3)]
        assert posted == [200, 200, 429]
        async with guest.at(code) as seat:
            for _ in range(2):
                await seat.send(look)
                await seat.until("past")
            for _ in range(3):
                await seat.send({"type": "ping"})
            for _ in range(2):
                await seat.until("pong")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(seat.until("pong"), 0.5)

    limits = Limits(messages=Limit(burst=12, per_second=0.001))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))
