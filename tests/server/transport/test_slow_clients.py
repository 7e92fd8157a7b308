"""Clients that send a little and wait, or nothing, or do not read: they are closed, and others are served."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from benben.server.limits import Limit
from benben.server.settings import Limits
from tests.server.house import House
from tests.server.transport import stranger

TOO_LARGE = "The headers of the request are too many or too long."
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
WHOLE = b"GET /favicon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def _answered(house: House) -> float:
    """How many seconds an honest client waits for the page."""
    began = time.monotonic()
    assert httpx.get(house.url, timeout=60).status_code == 200
    return time.monotonic() - began


def _is_closed(opened: socket.socket) -> bool:
    opened.setblocking(False)
    try:
        while opened.recv(65536):
            pass
    except BlockingIOError:
        return False
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize("drip", [b"x", b""], ids=["a byte at a time", "nothing"])
def test_three_hundred_slow_clients_are_closed_in_time(tmp_path: Path, drip: bytes) -> None:
    with House(str(tmp_path / "benben.db"), limits=Limits(header_seconds=2.0)) as house:
        opened = [stranger.connection(house.port) for _ in range(300)]
        began = time.monotonic()
        for one in opened:
            one.sendall(HALF if drip else b"")
        open_still = opened
        while open_still and time.monotonic() - began < 20:
            assert _answered(house) < 5
            time.sleep(0.3)
            for one in open_still:
                with suppress(OSError):
                    one.sendall(drip)
            open_still = [one for one in open_still if not _is_closed(one)]
        assert not open_still


def test_half_a_request_is_answered_with_a_sentence_in_the_end(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db"), limits=Limits(header_seconds=0.5)) as house:
        opened = stranger.connection(house.port)
        opened.sendall(HALF)
        answer = stranger.until_end(opened)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"The headers of the request came too slowly." in answer


def test_half_a_second_request_is_not_waited_for_either(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db"), limits=Limits(header_seconds=0.5)) as house:
        opened = stranger.connection(house.port)
        opened.sendall(WHOLE)
        stranger.until_end(opened, b"</svg>")
        opened.sendall(HALF)
        assert b" 408 " in stranger.until_end(opened)


def test_a_body_that_nobody_asked_for_is_not_waited_for(tmp_path: Path) -> None:
    """The answer is given before the body has come; the rest of it may not come for ever."""
    with House(str(tmp_path / "benben.db"), limits=Limits(header_seconds=0.5)) as house:
        opened = stranger.connection(house.port)
        opened.sendall(b"GET /favicon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n")
        stranger.until_end(opened, b"</svg>")
        began = time.monotonic()
        while not _is_closed(opened) and time.monotonic() - began < 20:
            opened.setblocking(True)
            opened.sendall(b"x")
            time.sleep(0.1)
        assert time.monotonic() - began < 10


def test_a_quiet_connection_is_closed_after_its_answer(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db"), limits=Limits(keep_alive_seconds=1)) as house:
        opened = stranger.connection(house.port)
        opened.sendall(WHOLE)
        assert stranger.until_end(opened).startswith(b"HTTP/1.1 200 ")


def test_a_client_that_does_not_read_is_cut(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db"), limits=Limits(unread_seconds=1.0)) as house:
        opened = socket.socket()
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        opened.bind((stranger.ADDRESS, 0))
        opened.connect(("127.0.0.1", house.port))
        largest = max((house.static / "assets").iterdir(), key=lambda file: file.stat().st_size)
        opened.setblocking(False)
        request = f"GET /assets/{largest.name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        opened.send(request * 100)
        time.sleep(0.5)
        assert house.open_connections() == 1
        began = time.monotonic()
        while house.open_connections() and time.monotonic() - began < 20:
            time.sleep(0.1)
        assert not house.open_connections()


def test_one_more_waiting_connection_closes_the_oldest_of_its_address(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db"), limits=Limits(waiting_per_address=3)) as house:
        other = stranger.connection(house.port, "127.0.0.3")
        opened = [stranger.connection(house.port) for _ in range(5)]
        time.sleep(0.5)
        assert [_is_closed(one) for one in opened] == [True, True, False, False, False]
        assert not _is_closed(other)


def test_connections_in_all_are_bounded_and_who_waits_makes_room(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db"), limits=Limits(open_connections=4)) as house:
        opened = [stranger.connection(house.port) for _ in range(8)]
        assert _answered(house) < 5
        time.sleep(0.5)
        assert sum(not _is_closed(one) for one in opened) <= 4


def test_too_many_headers_and_too_long_headers_are_refused(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db")) as house:
        many = httpx.get(house.url, headers={f"x-{n}": "1" for n in range(200)})
        assert (many.status_code, many.json()["sentence"]) == (431, TOO_LARGE)
        assert httpx.get(house.url, headers={"x-long": "x" * 20_000}).status_code == 431
        opened = stranger.connection(house.port)
        opened.sendall(HALF + b"x" * 20_000)
        assert b" 400 " in stranger.until_end(opened)


def test_what_cannot_be_read_counts_for_many_requests(tmp_path: Path) -> None:
    limits = Limits(requests=Limit(burst=50, per_second=1))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        refused = 0
        for _ in range(12):
            opened = stranger.connection(house.port)
            with suppress(ConnectionError):
                opened.sendall(b"\0\0\r\n\r\n")
            refused += not stranger.until_end(opened)
        assert refused
        assert _answered(house) < 5


def test_sockets_that_are_opened_and_closed_are_limited(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db")) as house:
        opened = 0
        with suppress(ConnectionRefusedError):
            while opened < 1000:
                stranger.websocket(house.port).close()
                opened += 1
        assert 120 <= opened < 1000
        assert _answered(house) < 5


def test_connections_that_are_opened_and_closed_are_limited(tmp_path: Path) -> None:
    limits = Limits(new_connections=Limit(burst=20, per_second=1), penalty_seconds=2.0)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        for _ in range(30):
            with suppress(ConnectionError):
                stranger.connection(house.port).close()
        refused = stranger.connection(house.port)
        assert stranger.until_end(refused) == b""
        assert _answered(house) < 5
        time.sleep(3.5)
        later = stranger.connection(house.port)
        later.sendall(WHOLE)
        assert stranger.until_end(later, b"</svg>").startswith(b"HTTP/1.1 200 ")
