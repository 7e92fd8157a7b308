"""Floods of requests: an address gets answers at a generous rate, then refusals, then nothing at all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from benben.server.limits import Limit
from benben.server.settings import Limits, Settings
from tests.server.guest import Guest
from tests.server.house import House, Lodge, run
from tests.server.transport import stranger

FLOOD_PATHS = ("/", "/api/tables", "/api/games", "/favicon.svg")
PEOPLE = 30  # of a school, behind one address
BROWSER_CONNECTIONS = 6


def _gets(*paths: str) -> bytes:
    return b"".join(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() for path in paths)


def _page_files() -> list[str]:
    folder = Settings("").static
    return [f"/{file.relative_to(folder).as_posix()}" for file in folder.rglob("*") if file.is_file()]


def test_a_school_that_opens_the_page_at_once_is_served(tmp_path: Path) -> None:
    """Everybody loads every file there is, and what the page asks for; nothing is cached."""
    paths = ["/", *_page_files(), "/api/games", "/api/tables", "/api/games", "/api/tables"]
    assert len(paths) > 40
    with House(str(tmp_path / "benben.db")) as house:
        for _ in range(PEOPLE):
            browser = [stranger.connection(house.port) for _ in range(BROWSER_CONNECTIONS)]
            for number, opened in enumerate(browser):
                asked = paths[number::BROWSER_CONNECTIONS]
                last = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                opened.sendall(_gets(*asked) + last)
                answers = stranger.until_end(opened)
                assert answers.count(b"HTTP/1.1 200 ") == len(asked) + 1
                opened.close()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    limits = Limits(requests=Limit(burst=50, per_second=10), penalty_seconds=3.0)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        yield house


def test_too_many_requests_are_refused_with_a_sentence_and_later_served(strict: House) -> None:
    with httpx.Client(base_url=strict.url) as client:
        answers = [client.get("/favicon.svg") for _ in range(200)]
        refused = next(answer for answer in answers if answer.status_code != 200)
        assert refused.status_code == 429
        assert refused.json()["sentence"] == "Too many requests from your address. Please wait a moment."
        assert refused.headers["retry-after"] == "1"
        assert refused.headers["x-content-type-options"] == "nosniff"
        assert 1 < int(answers[-1].headers["retry-after"]) <= 3
        assert answers[-1].headers["connection"] == "close"
        assert client.get("/health").status_code == 200  # on the same machine: whoever watches the server
        time.sleep(3.5)
        assert client.get("/favicon.svg").status_code == 200


def test_an_address_that_goes_on_finds_its_connections_closed(strict: House) -> None:
    for _ in range(3):
        opened = stranger.connection(strict.port)
        opened.sendall(_gets("/favicon.svg") * 60)
        stranger.until_end(opened)
    opened = stranger.connection(strict.port)
    assert stranger.until_end(opened) == b""
    assert httpx.get(f"{strict.url}/favicon.svg").status_code == 200  # from another address


def test_many_requests_at_once_are_answered_one_after_the_other(tmp_path: Path) -> None:
    limits = Limits(prompt_requests=Limit(burst=10, per_second=20))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        began = time.monotonic()
        opened = stranger.connection(house.port)
        opened.sendall(_gets("/favicon.svg") * 40)
        answers = 0
        while answers < 40 and (part := opened.recv(2**18)):
            answers += part.count(b"HTTP/1.1 200 ")
        assert answers == 40
        assert time.monotonic() - began > 1.2


def test_a_file_that_has_not_changed_costs_half(strict: House) -> None:
    with httpx.Client(base_url=strict.url) as client:
        headers = {"if-none-match": client.get("/favicon.svg").headers["etag"]}
        began = time.monotonic()
        answers = [client.get("/favicon.svg", headers=headers).status_code for _ in range(80)]
        assert answers == [304] * 80, time.monotonic() - began


def test_a_flood_of_requests_does_not_stop_the_others(tmp_path: Path) -> None:
    def flood() -> None:
        opened = stranger.connection(lodge.port)
        try:
            opened.sendall(_gets(*FLOOD_PATHS) * 20)
            answers = 0
            while answers < 20 * len(FLOOD_PATHS):
                part = opened.recv(2**18)
                if not part:
                    raise ConnectionResetError
                answers += part.count(b"HTTP/1.1 ")
        finally:
            opened.close()

    async def story() -> None:
        guest = await Guest.join(lodge.url, "Nefer")
        waits: list[float] = []
        async with guest.at(await guest.host("me", "open")) as seat:
            with stranger.Flood(flood) as first, stranger.Flood(flood) as second:
                end = time.monotonic() + 6
                while time.monotonic() < end:
                    began = time.monotonic()
                    await seat.send({"type": "ping", "sent": 1})
                    await seat.until("pong")
                    waits.append(time.monotonic() - began)
                    await asyncio.sleep(0.06)
            assert (await guest.ask("GET", "/health")).status_code == 200
        assert len(waits) > 20, waits
        assert sorted(waits)[len(waits) // 2] < 0.2
        assert first.calls + second.calls > 10

    with Lodge(str(tmp_path / "benben.db")) as lodge:
        run(story())


def test_new_sockets_behind_a_proxy_count_by_the_address_that_it_sends(tmp_path: Path) -> None:
    limits = Limits(new_sockets=Limit(burst=2, per_second=0.1))
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        for _ in range(2):
            stranger.websocket(house.port, "127.0.0.1", "2001:db8::1").close()
        with pytest.raises(ConnectionRefusedError, match=r" 429 (.|\s)*retry-after: 10"):
            stranger.websocket(house.port, "127.0.0.1", "2001:db8::2")
        stranger.websocket(house.port, "127.0.0.1", "2001:db8:0:1::1").close()
