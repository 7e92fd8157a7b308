"""Attacks with long records: posted, asked for as tables, downloaded."""

from __future__ import annotations

import asyncio
import itertools
import secrets

from benben import games
from benben.bench.hostile.games_list import game_for_two
from benben.bench.hostile.records import long_record
from benben.bench.hostile.stranger import Stranger

RECORD_BYTES = 500_000
POSTED_AT_ONCE = 7
STORED_TABLES = 4
DOWNLOADS_AT_ONCE = 40
IMPORT_SECONDS = 180.0  # that a record may take while an attack is prepared


async def long_records(stranger: Stranger) -> None:
    records = await _records(stranger, POSTED_AT_ONCE)
    await stranger.begin()
    numbers = itertools.count()

    async def post(number: int) -> None:
        connection = stranger.connection()
        try:
            path = "/api/records" if next(numbers) % 3 else "/api/verify"
            await stranger.call(connection, "POST", path, records[number])
        finally:
            connection.close()

    await stranger.all_at_once(POSTED_AT_ONCE, post)


async def stored_tables(stranger: Stranger) -> None:
    codes = await _stored(stranger, STORED_TABLES)
    await stranger.begin()
    numbers = itertools.count()

    async def ask(_: int) -> None:
        connection = stranger.connection()
        try:
            await stranger.call(connection, "GET", f"/api/tables/{codes[next(numbers) % len(codes)]}")
        finally:
            connection.close()

    await stranger.all_at_once(2 * STORED_TABLES, ask)


async def downloads(stranger: Stranger) -> None:
    (code,) = await _stored(stranger, 1)
    await stranger.begin()

    async def download(number: int) -> None:
        connection = stranger.connection()
        ending = "txt" if number % 2 else "json"
        try:
            await stranger.call(connection, "GET", f"/api/tables/{code}/record.{ending}")
        finally:
            connection.close()

    await stranger.all_at_once(DOWNLOADS_AT_ONCE, download)


async def _records(stranger: Stranger, many: int) -> list[bytes]:
    game = games.load(game_for_two(await stranger.games())["name"])
    found = []
    for _ in range(many):
        found.append(long_record(game, RECORD_BYTES, secrets.token_hex(8)))
        await asyncio.sleep(0)
    return found


async def _stored(stranger: Stranger, many: int) -> list[str]:
    """The codes of tables of long records, brought by helpers with addresses of their own."""
    codes = []
    for text in await _records(stranger, many):
        connection = stranger.connection(1 + secrets.randbelow(250))
        try:
            async with asyncio.timeout(IMPORT_SECONDS):
                codes.append((await connection.must("POST", "/api/records", text))["code"])
        finally:
            connection.close()
    return codes
