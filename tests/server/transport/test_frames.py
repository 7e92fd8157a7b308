"""Frames as clients may send them: in pieces, cut anywhere, many at once, broken."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from benben.server.limits import Limit
from benben.server.settings import Limits
from benben.server.transport.frames import Frames
from tests.server.guest import Guest, Seat
from tests.server.house import House, run


def _ping(number: int) -> str:
    return json.dumps({"type": "ping", "sent": number})


def _bytes(*texts: str) -> bytes:
    return b"".join(Frame(Opcode.TEXT, text.encode()).serialize(mask=True) for text in texts)


async def _numbers(seat: Seat, count: int) -> list[float]:
    return [(await seat.until("pong"))["sent"] for _ in range(count)]


def test_a_message_in_pieces_is_heard_in_its_turn(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        async with guest.at(await guest.host("me", "open")) as seat:
            await seat.socket.send(_ping(1))
            await seat.socket.send([_ping(2)[:9], _ping(2)[9:]])
            await seat.socket.send(_ping(3))
            assert await _numbers(seat, 3) == [1, 2, 3]

    run(story())


def test_a_message_cut_anywhere_is_heard(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        async with guest.at(await guest.host("me", "open")) as seat:
            text = json.dumps({"type": "ping", "sent": 7}) + " " * 200  # long enough for a longer head
            whole = _bytes(text)
            for cut in (1, 2, 3, 5, 8, 100, len(whole) - 1):
                seat.socket.transport.write(whole[:cut])
                await asyncio.sleep(0.01)
                seat.socket.transport.write(whole[cut:])
                assert await _numbers(seat, 1) == [7]

    run(story())


def test_many_messages_at_once_are_answered_in_order(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        async with guest.at(await guest.host("me", "open")) as seat:
            seat.socket.transport.write(_bytes(*map(_ping, range(50))))
            assert await _numbers(seat, 50) == list(range(50))

    run(story())


def test_more_than_may_wait_are_read_when_there_is_room_again(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        async with guest.at(await guest.host("me", "open")) as seat:
            looks = [json.dumps({"type": "look", "n": 0}) for _ in range(40)]
            seat.socket.transport.write(_bytes(*looks, _ping(1)))
            for _ in looks:
                await seat.until("past")
            assert await _numbers(seat, 1) == [1]

    run(story())


@pytest.mark.parametrize(
    ("body", "code"), [(b'{"type":"\xff\xfe"}', 1007), (b" " * (Limits().message_bytes + 1), 1009)]
)
def test_text_that_is_none_and_a_frame_that_is_too_long_end_the_connection(
    house: House, body: bytes, code: int
) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        async with guest.at(await guest.host("me", "open")) as seat:
            seat.socket.transport.write(Frame(Opcode.TEXT, body).serialize(mask=True))
            with pytest.raises(ConnectionClosed) as ended:
                await seat.until("pong")
            assert ended.value.rcvd is not None
            assert ended.value.rcvd.code == code

    run(story())


def test_a_ping_of_the_line_itself_is_answered(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        async with guest.at(await guest.host("me", "open")) as seat:
            await asyncio.wait_for(await seat.socket.ping(), 30)

    run(story())


def test_what_comes_right_after_the_hello_may_end_within_a_message(house: House) -> None:
    async def story() -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "open")
        async with open_socket(f"ws{house.url[4:]}/ws", max_size=None) as socket:
            seat = Seat(guest, socket)
            hello = json.dumps({"type": "hello", "table": code, "token": guest.token})
            whole = _bytes(hello, _ping(1), _ping(2))
            socket.transport.write(whole[:-5])
            assert await _numbers(seat, 1) == [1]
            socket.transport.write(whole[-5:])
            assert await _numbers(seat, 1) == [2]

    run(story())


def test_who_takes_nothing_is_not_read_either_and_later_goes_on(tmp_path: Path) -> None:
    """Else the answers to pings of the line itself would pile up without end."""

    async def story(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        code = await guest.host("me", "open")
        async with guest.at(code) as seat:
            room = house.hub.rooms.loaded(code)
            assert room is not None
            frames = getattr(room.subscribers[-1].send_direct, "__self__", None)
            assert isinstance(frames, Frames)
            transport = frames.transport
            seat.socket.transport.pause_reading()
            pings = Frame(Opcode.PING, b"x" * 125).serialize(mask=True) * 800
            for _ in range(120):  # 12 MB
                seat.socket.transport.write(pings)
            while house.call(transport.is_reading):
                assert house.call(transport.get_write_buffer_size) < 1_000_000
                await asyncio.sleep(0.01)
            seat.socket.transport.resume_reading()
            await seat.socket.send(_ping(7))
            assert await _numbers(seat, 1) == [7]
            seat.socket.transport.abort()  # so many answers are not waited for

    many = Limit(burst=1_000_000_000, per_second=1)  # the flood itself is none here
    limits = Limits(socket_bytes=many, address_bytes=many)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        run(story(house))
