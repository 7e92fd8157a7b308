"""Open tables: those whose host is there, the longest waiting first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benben.server.limits import Limit
from benben.server.settings import Limits
from tests.server.guest import Guest
from tests.server.house import House, run


@pytest.fixture
def brief_house(tmp_path: Path) -> Iterator[House]:
    """Where a host who reconnects must be faster than usual."""
    limits = Limits(calls=Limit(burst=1_000_000, per_second=5), host_grace_seconds=0.3)
    with House(str(tmp_path / "benben.db"), limits=limits) as house:
        yield house


async def opened(host: Guest, **wish: object) -> str:
    code = await host.host("me", "open", public=True, **wish)
    await host.sit(code)
    return code


async def listed(house: House) -> list[str]:
    return [table["code"] for table in await Guest(house.url).call("GET", "/api/tables")]


async def unlisted(house: House, code: str) -> None:
    while code in await listed(house):
        await asyncio.sleep(0.05)


def test_a_table_is_listed_while_its_host_is_there(brief_house: House) -> None:
    house = brief_house

    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await opened(nefer)
        assert code not in await listed(house)  # the host has not opened it yet
        async with nefer.at(code):
            assert code in await listed(house)
        await unlisted(house, code)
        async with Guest(house.url).at(code):  # somebody who looks on is no host
            assert code not in await listed(house)
        async with nefer.at(code):
            assert code in await listed(house)

    run(story())


def test_a_table_stays_listed_while_its_page_is_loaded_again(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await opened(nefer)
        async with nefer.at(code):
            pass
        assert code in await listed(house)

    run(story())


def test_the_host_who_waits_for_longest_is_listed_first(house: House) -> None:
    async def story() -> None:
        nefer, paser = await Guest.join(house.url, "Nefer"), await Guest.join(house.url, "Paser")
        first = await opened(nefer)
        second = await opened(paser)
        third = await opened(nefer)
        async with nefer.at(third), paser.at(second), nefer.at(first):
            found = await listed(house)
            assert [code for code in found if code in (first, second, third)] == [first, second, third]

    run(story())


def test_ghosts_crowd_nobody_out(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await opened(nefer)
        async with nefer.at(code):
            for _ in range(51):
                await nefer.host("me", "open", public=True)
            assert code in await listed(house)

    run(story())


def test_whoever_comes_is_told_since_when_a_player_is_away(house: House) -> None:
    async def story() -> None:
        nefer = await Guest.join(house.url, "Nefer")
        code = await opened(nefer)
        async with nefer.at(code) as one:
            assert (one.table["seats"][0]["here"], one.table["seats"][0]["away"]) == (True, 0)
        async with Guest(house.url).at(code) as watcher:
            await watcher.see(lambda s: not s.table["seats"][0]["here"])
            since = watcher.table["seats"][0]["away"]
            assert abs(since - time.time() * 1000) < 10_000
            async with nefer.at(code):
                await watcher.see(lambda s: s.table["seats"][0]["here"])
                assert watcher.table["seats"][0]["away"] == 0

    run(story())


def test_since_when_a_player_is_away_is_known_after_the_table_was_put_away(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def story(db: str) -> None:
        with House(db, idle_seconds=0.1) as house:
            nefer = await Guest.join(house.url, "Nefer")
            code = await opened(nefer)
            async with nefer.at(code):
                pass
            while house.call(lambda: code in house.hub.rooms._rooms):
                await asyncio.sleep(0.02)
            table = await Guest(house.url).call("GET", f"/api/tables/{code}")
            assert abs(table["seats"][0]["away"] - time.time() * 1000) < 10_000

    run(story(str(tmp_path_factory.mktemp("own") / "benben.db")))
