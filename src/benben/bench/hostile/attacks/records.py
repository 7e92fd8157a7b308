"""Attacks with records: long ones posted, asked for as tables, downloaded; and many to be reviewed."""

from __future__ import annotations

import asyncio
import itertools
import secrets

from benben import games
from benben.bench.hostile.games_list import GameEntry, game_for_two, game_with_strong_bots
from benben.bench.hostile.records import long_record
from benben.bench.hostile.stranger import Stranger

RECORD_BYTES = 500_000
POSTED_AT_ONCE = 7
STORED_TABLES = 4
DOWNLOADS_AT_ONCE = 40
REVIEWED_TABLES = 30
REVIEWED_BYTES = 8_000  # of a record: a match of usual length
IMPORT_SECONDS = 180.0  # that a record may take while an attack is prepared


async def long_records(stranger: Stranger) -> None:
    records = await _records(game_for_two(await stranger.games()), POSTED_AT_ONCE, RECORD_BYTES)
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
    codes = await _stored_long(stranger, STORED_TABLES)
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
    (code,) = await _stored_long(stranger, 1)
    await stranger.begin()

    async def download(number: int) -> None:
        connection = stranger.connection()
        ending = "txt" if number % 2 else "json"
        try:
            await stranger.call(connection, "GET", f"/api/tables/{code}/record.{ending}")
        finally:
            connection.close()

    await stranger.all_at_once(DOWNLOADS_AT_ONCE, download)


async def reviews(stranger: Stranger) -> None:
    game = game_with_strong_bots(await stranger.games())
    codes = await _stored(stranger, await _records(game, REVIEWED_TABLES, REVIEWED_BYTES))
    await stranger.begin()
    numbers = itertools.count()

    async def ask(_: int) -> None:
        connection = stranger.connection()
        try:
            await stranger.call(connection, "GET", f"/api/tables/{codes[next(numbers) % len(codes)]}/review")
        finally:
            connection.close()

    await stranger.all_at_once(REVIEWED_TABLES, ask)


async def _records(entry: GameEntry, many: int, size: int) -> list[bytes]:
    game, found = games.load(entry["name"]), []
    for _ in range(many):
        found.append(long_record(game, size, secrets.token_hex(8)))
        await asyncio.sleep(0)
    return found


async def _stored_long(stranger: Stranger, many: int) -> list[str]:
    return await _stored(stranger, await _records(game_for_two(await stranger.games()), many, RECORD_BYTES))


async def _stored(stranger: Stranger, records: list[bytes]) -> list[str]:
    """The codes of tables of these records, brought by calls from addresses of their own."""
    codes = []
    for text in records:
        connection = stranger.connection(1 + secrets.randbelow(250))
        try:
            async with asyncio.timeout(IMPORT_SECONDS):
                codes.append((await connection.must("POST", "/api/records", text))["code"])
        finally:
            connection.close()
    return codes
