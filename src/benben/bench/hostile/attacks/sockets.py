"""Attacks over sockets: control frames, big messages, chat, proposals, connections without end."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from benben.bench.hostile.games_list import game_for_two, game_with_strong_bots
from benben.bench.hostile.http_client import HOST
from benben.bench.hostile.stranger import Stranger

PINGS_AT_ONCE, PINGS_PER_SECOND = 2_000, 100_000
PING = b"\x89\x80\0\0\0\0"  # a ping without a body, masked with zeros
LISTENERS = 50
BIG_MESSAGE_BYTES = 65_000
BIG_SOCKETS = 10
SOCKETS_AT_ONCE = 20
PROPOSALS_IN_A_ROW = 150
UPGRADE = (
    f"GET /ws HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: YmVuYmVuLWJlbmNobWFyaw==\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def text_frame(message: dict[str, Any]) -> bytes:
    """A whole text frame, masked with zeros."""
    body = msgspec.json.encode(message)
    size = len(body)
    if size < 126:
        head = bytes((0x81, 0x80 | size))
    elif size < 65536:
        head = b"\x81\xfe" + struct.pack(">H", size)
    else:
        head = b"\x81\xff" + struct.pack(">Q", size)
    return head + b"\0\0\0\0" + body


@asynccontextmanager
async def joined(stranger: Stranger, code: str, token: str = "") -> AsyncIterator[Streams]:
    """A socket at a table, after its hello. Whatever the server sends is thrown away."""
    async with stranger.streams() as (reader, writer):
        writer.write(UPGRADE)
        async with asyncio.timeout(10):
            head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            raise ConnectionError("no socket was opened")
        stranger.counts["sockets"] += 1
        writer.write(text_frame({"type": "hello", "table": code, "token": token}))
        await writer.drain()
        reading = asyncio.create_task(_discard(reader))
        try:
            yield reader, writer
        finally:
            reading.cancel()


async def _discard(reader: asyncio.StreamReader) -> None:
    while await reader.read(2**18):
        pass


async def _own_table(stranger: Stranger) -> tuple[str, str]:
    """The code of a table of the stranger's own, and the token of its host."""
    token, game = await stranger.person(), game_for_two(await stranger.games())
    return await stranger.table(token, game["name"], [{"kind": "me"}, {"kind": "open"}]), token


async def pings(stranger: Stranger) -> None:
    code, _ = await _own_table(stranger)
    await stranger.begin()

    async def ping(_: int) -> None:
        async with joined(stranger, code) as (reader, writer):
            while not writer.is_closing() and not reader.at_eof():
                writer.write(PING * PINGS_AT_ONCE)
                await writer.drain()
                stranger.counts["frames"] += PINGS_AT_ONCE
                await asyncio.sleep(PINGS_AT_ONCE / PINGS_PER_SECOND)
                await stranger.breathe()

    await stranger.all_at_once(1, ping)


async def big_messages(stranger: Stranger) -> None:
    code, token = await _own_table(stranger)
    await stranger.begin()
    block = text_frame({"type": "say", "id": "big", "text": "x" * BIG_MESSAGE_BYTES})

    async def send(_: int) -> None:
        async with joined(stranger, code, token) as (reader, writer):
            while not writer.is_closing() and not reader.at_eof():
                writer.write(block)
                await writer.drain()
                stranger.counts["frames"] += 1
                await stranger.breathe()

    await stranger.all_at_once(BIG_SOCKETS, send)


async def chat(stranger: Stranger) -> None:
    code, token = await _own_table(stranger)
    connection = stranger.connection()
    await connection.must("POST", f"/api/tables/{code}/sit", {"seed": secrets.token_hex(16)}, token)
    connection.close()
    await stranger.begin()
    numbers = itertools.count()

    async def talk(number: int) -> None:
        async with joined(stranger, code, token if number < 5 else "") as (reader, writer):
            while not writer.is_closing() and not reader.at_eof():
                if number < 5:
                    said = {"type": "say", "id": f"{next(numbers)}", "text": "x" * 200}
                    writer.write(text_frame(said))
                    await writer.drain()
                    stranger.counts["frames"] += 1
                await asyncio.sleep(0.02)
                await stranger.breathe()

    await stranger.all_at_once(LISTENERS, talk)


async def proposals(stranger: Stranger) -> None:
    game = game_with_strong_bots(await stranger.games())
    tokens = [await stranger.person() for _ in range(2)]
    code = await stranger.table(tokens[0], game["name"], [{"kind": "open"}, {"kind": "open"}])
    connection = stranger.connection()
    for token in tokens:
        await connection.must("POST", f"/api/tables/{code}/sit", {"seed": secrets.token_hex(16)}, token)
    connection.close()
    await stranger.begin()

    async def propose(number: int) -> None:
        async with joined(stranger, code, tokens[number]) as (reader, writer):
            for n in range(PROPOSALS_IN_A_ROW):
                if writer.is_closing() or reader.at_eof():
                    return
                for seat in range(2):
                    offer = {
                        "type": "offer",
                        "id": f"{secrets.token_hex(4)}-{n}",
                        "seat": seat,
                        "what": "draw",
                    }
                    writer.write(text_frame(offer))
                await writer.drain()
                stranger.counts["frames"] += 2
                await asyncio.sleep(0.02)
                await stranger.breathe()

    await stranger.all_at_once(2, propose)


async def sockets(stranger: Stranger) -> None:
    code, _ = await _own_table(stranger)
    await stranger.begin()

    async def open_and_close(_: int) -> None:
        async with joined(stranger, code):
            await asyncio.sleep(0.01)

    await stranger.all_at_once(SOCKETS_AT_ONCE, open_and_close)
