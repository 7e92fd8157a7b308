"""Attacks over HTTP: slow clients, floods of cheap calls, guesses."""

from __future__ import annotations

import asyncio
import secrets

from benben.bench.hostile.games_list import game_for_two
from benben.bench.hostile.http_client import request_head
from benben.bench.hostile.stranger import Stranger

SLOW_HEADERS, SLOW_BODIES = 1200, 300  # connections; the server may have 1,024 files open
SLOW_SECONDS = 2.0  # between two bytes
FLOOD_CONNECTIONS = 20
FLOOD_CALLS = 20  # sent together on each
FLOOD_PATHS = ("/", "/api/tables", "/api/games", "/favicon.svg")
FLOOD_ANSWER_SECONDS = 10.0
CALLERS = 4


async def slow_headers(stranger: Stranger) -> None:
    await stranger.begin()
    await stranger.all_at_once(SLOW_HEADERS, lambda _: _drip(stranger, b"GET / HTTP/1.1\r\nX-Slow: "))


async def slow_bodies(stranger: Stranger) -> None:
    await stranger.begin()
    head = request_head("POST", "/api/people", size=60_000)
    await stranger.all_at_once(SLOW_BODIES, lambda _: _drip(stranger, head))


async def _drip(stranger: Stranger, head: bytes) -> None:
    """Send the beginning of a call, then a byte now and then, until the server ends the connection."""
    async with stranger.streams() as (reader, writer):
        stranger.counts["connections"] += 1
        writer.write(head)
        while not reader.at_eof() and not writer.is_closing():
            writer.write(b"a")
            await writer.drain()
            try:
                async with asyncio.timeout(SLOW_SECONDS):
                    if await reader.read(2**16):
                        stranger.counts["answers"] += 1
            except TimeoutError:
                pass
            await stranger.breathe()


async def page_flood(stranger: Stranger) -> None:
    await stranger.begin()

    async def flood(number: int) -> None:
        block = request_head("GET", FLOOD_PATHS[number % len(FLOOD_PATHS)]) * FLOOD_CALLS
        async with stranger.streams() as (reader, writer):
            while not reader.at_eof():
                writer.write(block)
                await writer.drain()
                answers = 0
                async with asyncio.timeout(FLOOD_ANSWER_SECONDS):  # a head that comes in two parts is missed
                    while answers < FLOOD_CALLS and (part := await reader.read(2**18)):
                        answers += part.count(b"HTTP/1.1 ")
                stranger.counts["answers"] += answers
                await stranger.breathe()

    await stranger.all_at_once(FLOOD_CONNECTIONS, flood)


async def new_tables(stranger: Stranger) -> None:
    game = game_for_two(await stranger.games())
    await stranger.begin()
    body = {"game": game["name"], "seats": [{"kind": "open"}, {"kind": "open"}], "public": True}

    async def open_table(_: int) -> None:
        connection = stranger.connection()
        try:
            answer = await stranger.call(connection, "POST", "/api/people", {"name": secrets.token_hex(6)})
            if answer.good:
                await stranger.call(connection, "POST", "/api/tables", body, answer.value["token"])
        finally:
            connection.close()

    await stranger.all_at_once(CALLERS, open_table)


async def unknown_tokens(stranger: Stranger) -> None:
    await stranger.begin()

    async def guess(_: int) -> None:
        connection = stranger.connection()
        try:
            for _ in range(20):
                await stranger.call(connection, "GET", "/api/me", token=secrets.token_hex(20))
                await stranger.call(connection, "GET", f"/api/tables/lotus-{secrets.token_hex(4)}")
                body = {"key": secrets.token_hex(20)}
                await stranger.call(connection, "POST", "/api/people/recover", body)
        finally:
            connection.close()

    await stranger.all_at_once(CALLERS, guess)
