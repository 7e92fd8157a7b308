"""`benben admin` beside a running server: what is banned or removed is closed within seconds."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed

from benben.server.log_output import log_name
from tests.cli.command import benben
from tests.cli.test_serve import serving
from tests.server.guest import Guest
from tests.server.house import run

FAR = {"x-forwarded-for": "203.0.113.7"}  # as a proxy on this machine sends it


async def admin(db: Path, *words: str, code: int = 0) -> Any:
    """What the command prints as JSON; on another exit code its error."""
    ended = await asyncio.to_thread(benben, "admin", "--db", db, "--json", *words)
    assert ended.returncode == code, ended.stderr
    return json.loads(ended.stdout) if code == 0 else ended.stderr


async def closed(seat: Any) -> str:
    """The sentence with which a connection is closed."""
    sentence = (await seat.until("closing"))["sentence"]
    with pytest.raises(ConnectionClosed):
        await seat.receive()
    return str(sentence)


async def status(guest: Guest, path: str, wanted: int, **headers: str) -> str:
    """The sentence of a refusal, as soon as a call is answered with this status."""
    for _ in range(60):
        answer = await guest.ask("GET", path, headers=headers)
        if answer.status_code == wanted:
            return str(answer.json().get("sentence", "")) if answer.content[:1] == b"{" else ""
        await asyncio.sleep(0.2)
    raise AssertionError(f"{answer.status_code} {answer.text}")


def test_a_banned_or_removed_table_is_closed_and_refused(tmp_path: Path) -> None:
    db = tmp_path / "benben.db"

    async def story(url: str) -> None:
        guest = await Guest.join(url, "Nefer")
        code, other = await guest.host("me", "me"), await guest.host("me", "me")
        listed = {row["code"]: row for row in await admin(db, "tables")}
        assert listed[code]["log"] == log_name(code)
        assert not listed[code]["banned"]
        async with guest.at(code) as seat:
            await admin(db, "ban", "table", log_name(code), "--reason", "noise")
            assert await closed(seat) == "This table was closed by the host of this server."
        path = f"/api/tables/{code}"
        assert "closed by the host" in await status(guest, path, 403)
        with pytest.raises(ConnectionClosed) as refused:
            async with guest.at(code):
                pass
        assert refused.value.rcvd
        assert refused.value.rcvd.code == 4403
        await admin(db, "unban", "table", code)
        await status(guest, path, 200)
        assert "Nothing was changed" in await admin(db, "remove", "table", other, code=1)
        async with guest.at(other) as seat:
            await guest.sit(other)
            await admin(db, "remove", "table", other, "--yes")
            assert "closed by the host" in await closed(seat)
        assert "closed by the host" in await status(guest, f"/api/tables/{other}", 403)
        assert [row["code"] for row in await admin(db, "tables")] == [code]
        assert "There is no table" in await admin(db, "ban", "table", "no-such-table", code=1)

    with serving(db) as (process, said):
        run(story(said[0].rpartition(" ")[2]))
        process.terminate()
        _, log = process.communicate(timeout=30)
    assert log.count("banned: table ") == 2
    assert "Traceback" not in log


def test_a_banned_person_and_a_banned_address_are_refused(tmp_path: Path) -> None:
    db = tmp_path / "benben.db"

    async def story(url: str) -> None:
        nefer, paser = await Guest.join(url, "Nefer"), await Guest.join(url, "Paser")
        code = await nefer.host("me", "open")
        people = {row["name"]: row["id"] for row in await admin(db, "people")}
        async with paser.at(code) as seat:
            await admin(db, "ban", "person", people["Paser"])
            assert await closed(seat) == "You were shut out by the host of this server."
        assert "shut out" in await status(paser, "/api/me", 403)
        await status(nefer, "/api/me", 200)
        shown = await admin(db, "show", "person", people["Paser"])
        assert "hash" not in shown["keys"][0]

        async with open_socket(f"ws{url[4:]}/ws", additional_headers=FAR) as socket:
            await socket.send(json.dumps({"type": "hello", "table": code, "token": nefer.token}))
            await socket.recv()
            await admin(db, "ban", "address", "203.0.113.9/24")
            while json.loads(message := await asyncio.wait_for(socket.recv(), 60))["type"] != "closing":
                pass
            assert json.loads(message)["sentence"] == "Your address was shut out by the host of this server."
        assert "Your address" in await status(nefer, "/api/me", 403, **FAR)
        await status(nefer, "/api/me", 200)
        assert [row["subject"] for row in await admin(db, "bans") if row["kind"] == "address"] == [
            "203.0.113.0/24"
        ]
        assert "cannot be banned" in await admin(db, "ban", "address", "127.0.0.1", code=2)
        assert "is not an address" in await admin(db, "ban", "address", "nowhere", code=2)
        await admin(db, "unban", "address", "203.0.113.0/24")
        await status(nefer, "/api/me", 200, **FAR)

    with serving(db) as (process, said):
        run(story(said[0].rpartition(" ")[2]))
        process.terminate()
        _, log = process.communicate(timeout=30)
    assert "banned: address 203.0.113.0/24" in log
    assert "Traceback" not in log


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    ended = benben("admin", "--db", tmp_path / "benben.db", "tables")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "there is no database" in ended.stderr
    assert list(tmp_path.iterdir()) == []
