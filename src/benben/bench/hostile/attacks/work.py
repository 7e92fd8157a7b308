"""Attacks that order work: puzzles to be made, bots that play each other, checks, hints."""

from __future__ import annotations

import secrets
from datetime import date, timedelta

from benben import games
from benben.bench.hostile.games_list import (
    game_for_two,
    game_with_boxes,
    game_with_strong_bots,
    games_with_puzzles,
)
from benben.bench.hostile.records import long_record
from benben.bench.hostile.stranger import Stranger

BOXES_AT_ONCE = 20
BOT_TABLES_ASKED = 290
BOT_SEATS = 6
CHECKS_AT_ONCE = 12
SMALL_RECORD_BYTES = 8_000


async def boxes(stranger: Stranger) -> None:
    game, token = game_with_boxes(await stranger.games()), await stranger.person()
    await stranger.begin()

    async def open_table(_: int) -> None:
        connection = stranger.connection()
        body = {
            "game": game["name"],
            "seats": [{"kind": "me"}, {"kind": "bot", "level": game["levels"][-1]["name"]}],
            "options": {"box": 1 + secrets.randbelow(900_000)},
        }
        try:
            answer = await stranger.call(connection, "POST", "/api/tables", body, token)
            if answer.good:
                path = f"/api/tables/{answer.value['code']}/sit"
                await stranger.call(connection, "POST", path, {"seed": secrets.token_hex(16)}, token)
        finally:
            connection.close()

    await stranger.all_at_once(BOXES_AT_ONCE, open_table)


async def bot_tables(stranger: Stranger) -> None:
    game, token = game_with_strong_bots(await stranger.games()), await stranger.person()
    seats = [{"kind": "bot", "level": game["levels"][-1]["name"]}] * BOT_SEATS
    await stranger.begin()
    left = [BOT_TABLES_ASKED]
    connections = [stranger.connection() for _ in range(8)]

    async def open_table(number: int) -> None:
        body = {"game": game["name"], "seats": seats}
        if left[0] > 0:
            answer = await stranger.call(connections[number], "POST", "/api/tables", body, token)
            left[0] -= answer.good
        else:
            await stranger.call(connections[number], "GET", "/api/me", token=token)

    await stranger.all_at_once(len(connections), open_table)


async def questions(stranger: Stranger) -> None:
    listed, token = await stranger.games(), await stranger.person()
    game = game_for_two(listed)
    records = [
        long_record(games.load(game["name"]), SMALL_RECORD_BYTES, secrets.token_hex(8))
        for _ in range(CHECKS_AT_ONCE)
    ]
    code = await _table_for_hints(stranger, game["name"], token)
    puzzles = games_with_puzzles(listed)
    await stranger.begin()

    async def ask(number: int) -> None:
        connection = stranger.connection()
        try:
            if number < CHECKS_AT_ONCE:
                await stranger.call(connection, "POST", "/api/verify", records[number])
            elif number % 2:
                body = {"type": "hint", "id": secrets.token_hex(8), "seat": number // 2 % 2}
                await stranger.call(connection, "POST", f"/api/tables/{code}/messages", body, token)
            else:
                day = date(2027, 1, 1) + timedelta(secrets.randbelow(9000))
                name = secrets.choice(puzzles)["name"]
                await stranger.call(connection, "GET", f"/api/games/{name}/daily/{day}")
        finally:
            connection.close()

    await stranger.all_at_once(CHECKS_AT_ONCE + 8, ask)


async def _table_for_hints(stranger: Stranger, game: str, token: str) -> str:
    """The code of a table where the stranger has both seats, after the first throw."""
    code = await stranger.table(token, game, [{"kind": "me"}, {"kind": "me"}])
    connection = stranger.connection()
    try:
        await connection.must("POST", f"/api/tables/{code}/sit", {"seed": secrets.token_hex(16)}, token)
        throw = {"type": "go", "id": secrets.token_hex(8)}
        await connection.must("POST", f"/api/tables/{code}/messages", throw, token)
    finally:
        connection.close()
    return code
