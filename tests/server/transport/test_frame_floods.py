"""Frames without end on one socket: it is closed with a sentence, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from benben.server.limits import Limit
from benben.server.settings import Limits
from benben.server.transport.frames import FLOOD
from tests.server.guest import Guest, Seat
from tests.server.house import House, Lodge, run
from tests.server.transport import stranger

SECONDS = 4.0


@pytest.fixture(scope="module")
def lodge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lodge]:
    with Lodge(str(tmp_path_factory.mktemp("floods") / "benben.db")) as lodge:
        yield lodge


async def _answered(seat: Seat, seconds: float) -> list[float]:
    """How long each message of an honest player waited for its answer, one after the other."""
    waits: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        await seat.send({"type": "ping", "sent": 1})
        await seat.until("pong")
        waits.append(time.monotonic() - began)
        await asyncio.sleep(0.06)  # within the limit of messages
    return waits


def test_pings_without_end_do_not_stop_the_others(lodge: Lodge) -> None:
    def flood() -> None:
        opened = stranger.websocket(lodge.port)
        try:
            while True:
                opened.sendall(stranger.PING * 2_000)
        finally:
            opened.close()

    async def story() -> None:
        guest = await Guest.join(lodge.url, "Nefer")
        async with guest.at(await guest.host("me", "open")) as seat:
            with stranger.Flood(flood) as flooding:
                waits = await _answered(seat, SECONDS)
            assert len(waits) > 20, waits
            assert sorted(waits)[len(waits) // 2] < 0.1
            assert flooding.refusals > 1

    run(story())


def _frames(opcode: Opcode, body: bytes = b"", many: int = 5_000, fin: bool = True) -> bytes:
    return Frame(opcode, body, fin=fin).serialize(mask=True) * many


@pytest.mark.parametrize(
    "flood",
    [
        _frames(Opcode.PING),
        _frames(Opcode.PONG, b"x"),
        Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True) + _frames(Opcode.CONT, fin=False),
        Frame(Opcode.BINARY, b"x", fin=False).serialize(mask=True) + _frames(Opcode.PING),
    ],
    ids=["pings", "pongs", "pieces of one message", "pings within a message"],
)
@pytest.mark.parametrize("hello", [False, True], ids=["before the hello", "at a table"])
def test_too_many_frames_of_any_kind_close_the_socket(house: House, flood: bytes, hello: bool) -> None:
    code = run(_table(house))
    opened = _at_table(house, code) if hello else stranger.websocket(house.port)
    opened.sendall(flood)
    assert stranger.until_end(opened).endswith(
        Frame(Opcode.CLOSE, b"\x03\xf0" + FLOOD.encode()).serialize(mask=False)
    )


async def _table(house: House) -> str:
    return await (await Guest.join(house.url, "Nefer")).host("me", "open")


def _at_table(house: House, code: str) -> socket.socket:
    opened = stranger.websocket(house.port)
    text = b'{"type":"hello","table":"%s"}' % code.encode()
    opened.sendall(Frame(Opcode.TEXT, text).serialize(mask=True))
    stranger.until_end(opened, b"welcome")
    return opened


def test_too_many_bytes_close_the_socket(tmp_path: Path) -> None:
    limits = Limits(socket_bytes=Limit(burst=200_000, per_second=1))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        opened = _at_table(house, run(_table(house)))
        opened.sendall(_frames(Opcode.TEXT, b"x" * 60_000, many=4))
        assert FLOOD.encode() in stranger.until_end(opened)


def test_a_message_that_comes_a_byte_at_a_time_counts_for_more(tmp_path: Path) -> None:
    limits = Limits(socket_bytes=Limit(burst=200_000, per_second=1))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        opened = stranger.websocket(house.port)
        for byte in _frames(Opcode.TEXT, b"x" * 2_000, many=1):
            try:
                opened.sendall(bytes((byte,)))
            except ConnectionError:
                break
            time.sleep(0.001)
        assert FLOOD.encode() in stranger.until_end(opened)


def test_an_address_that_floods_gets_no_new_sockets_for_a_while(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db")) as house:
        for _ in range(3):
            opened = stranger.websocket(house.port)
            opened.sendall(_frames(Opcode.PING))
            assert FLOOD.encode() in stranger.until_end(opened)
        with pytest.raises(ConnectionRefusedError, match=r"429(.|\s)*retry-after: "):
            stranger.websocket(house.port)
        stranger.websocket(house.port, "127.0.0.3").close()


def test_all_sockets_of_an_address_together_are_read_more_slowly(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        async with guest.at(await guest.host("me", "open")) as seat, guest.at(seat.table["code"]) as second:
            began = time.monotonic()
            ping = json.dumps({"type": "ping", "sent": 1})
            for _ in range(10):
                await second.socket.send(ping + " " * 10_000)
                await second.until("pong")
            for _ in range(2):
                await seat.socket.send(ping + " " * 60_000)
                await seat.until("pong")
            assert time.monotonic() - began > 0.5

    limits = Limits(address_bytes=Limit(burst=100_000, per_second=100_000))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))
