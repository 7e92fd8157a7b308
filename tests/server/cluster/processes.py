"""Helpers for tests of several server processes: guests at each of them, and looks into the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import psycopg

from tests.server.guest import Guest, Seat
from tests.server.house import House, Lodge


async def met(pair: tuple[Lodge, Lodge], *names: str) -> list[Guest]:
    """A guest for each name, at the two processes in turn."""
    return [await Guest.join(pair[i % 2].url, name) for i, name in enumerate(names)]


def elsewhere(guest: Guest, lodge: Lodge | House) -> Guest:
    """The same person at another process."""
    return Guest(lodge.url, guest.token, guest.name)


async def until(seat: Seat, true: Callable[[Seat], Any]) -> None:
    while not true(seat):
        await seat.receive()


def can_act(seat: Seat) -> bool:
    return any(seat.now["choices"])


def here(seat: Seat) -> list[bool]:
    return [each["here"] for each in seat.table["seats"]]


def number(house: House) -> int:
    assert house.hub.bus
    return house.hub.bus.id


def status(database: str, code: str) -> str:
    with psycopg.connect(database) as connection:
        row = connection.execute("select status from tables where code = %s", (code,)).fetchone()
    assert row
    return str(row[0])


def kinds(database: str, code: str) -> list[str]:
    with psycopg.connect(database) as connection:
        rows = connection.execute("select kind from entries where code = %s order by n", (code,)).fetchall()
    return [str(row[0]) for row in rows]


def keepers(database: str) -> dict[str, int]:
    with psycopg.connect(database) as connection:
        return dict(connection.execute("select code, keeper from awake").fetchall())


async def over(database: str, code: str) -> None:
    """Wait for the end of a match. Reads the database, so that nobody is connected to the table."""
    while await asyncio.to_thread(status, database, code) != "over":
        await asyncio.sleep(0.1)
