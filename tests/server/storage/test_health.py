"""The health check says the truth, and nothing is acknowledged that a restart would lose."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest

from benben.server.settings import Limits
from tests.server.guest import Guest, Seat
from tests.server.house import House, Lodge, run

FILE_GONE = "The database file was deleted, moved or replaced"
NOT_STORED = ("refused", "table")
QUICK = Limits(probe_seconds=0.0, health_seconds=1.0)  # every call tries a write


def _health(url: str) -> tuple[int, str]:
    answer = httpx.get(f"{url}/health", timeout=30)
    return answer.status_code, answer.text


def _wait_for_health(url: str, status: int) -> str:
    """The text of the health check once it has this status."""
    until = time.monotonic() + 40
    while (found := _health(url))[0] != status:
        assert time.monotonic() < until, found
        time.sleep(0.2)
    return found[1]


async def _try_move(seat: Seat) -> tuple[str, str]:
    """The type of the answer to one more move, and the clause that refuses it."""
    if seat.now["hand"] in seat.yours:
        answer = await seat.tell("go")
    else:
        mine = next(own for own in seat.yours if seat.now["choices"][own])
        answer = await seat.tell("act", seat=mine, action=seat.now["choices"][mine][0]["text"])
    return answer["type"], answer.get("clause", "")


async def _table(url: str) -> tuple[Guest, str]:
    guest = await Guest.join(url, "Nefer")
    code = await guest.host("me", "me")
    await guest.sit(code)
    return guest, code


def _delete(db: Path) -> None:
    for end in ("", "-wal", "-shm"):
        Path(f"{db}{end}").unlink(missing_ok=True)


def _replace(db: Path) -> None:
    shutil.copy(db, f"{db}.copy")
    Path(f"{db}.copy").rename(db)


def _delete_wal(db: Path) -> None:
    Path(f"{db}-wal").unlink()


@pytest.mark.parametrize("harm", [_delete, _replace, _delete_wal])
def test_no_move_is_acknowledged_once_the_file_is_gone(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    db = tmp_path / "benben.db"

    async def story() -> None:
        with Lodge(str(db)) as lodge:
            guest, code = await _table(lodge.url)
            async with guest.at(code) as seat:
                for _ in range(3):
                    await seat.move()
                assert _health(lodge.url) == (200, "well\n")
                harm(db)
                assert [await _try_move(seat) for _ in range(5)] == [NOT_STORED] * 5
            status, sentence = _health(lodge.url)
            assert status == 503
            assert sentence.startswith(FILE_GONE)
            assert str(tmp_path) not in sentence
            assert (await guest.ask("POST", "/api/people", {"name": "Ani"})).status_code == 503
            _, log = lodge.stop()
            assert FILE_GONE in log
            assert "Put the same file back" in log

    run(story())


def test_matches_go_on_when_the_file_is_back(tmp_path: Path) -> None:
    db = tmp_path / "benben.db"

    async def story() -> None:
        with Lodge(str(db)) as lodge:
            guest, code = await _table(lodge.url)
            async with guest.at(code) as seat:
                for _ in range(3):
                    await seat.move()
                db.rename(tmp_path / "elsewhere")
                assert await _try_move(seat) == NOT_STORED
                assert _health(lodge.url)[0] == 503
                (tmp_path / "elsewhere").rename(db)
                for _ in range(3):
                    await seat.move()
                assert _health(lodge.url) == (200, "well\n")
                texts = [row["text"] for row in seat.log]
            lodge.kill()
            lodge.start()
            async with guest.at(code) as seat:
                assert [row["text"] for row in seat.log] == texts

    run(story())


def test_a_full_disk_is_noticed_without_a_move_and_the_matches_go_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        with Lodge(str(tmp_path / "benben.db")) as lodge:
            guest, code = await _table(lodge.url)
            async with guest.at(code) as seat:
                await seat.move()
                _, hard = resource.prlimit(lodge.process.pid, resource.RLIMIT_FSIZE)
                resource.prlimit(lodge.process.pid, resource.RLIMIT_FSIZE, (1, hard))  # no byte more
                assert "cannot be written" in _wait_for_health(lodge.url, 503)
                assert await _try_move(seat) == NOT_STORED
                resource.prlimit(lodge.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
                await seat.move()
                assert _wait_for_health(lodge.url, 200) == "well\n"
                assert len(seat.log) == 2

    run(story())


def test_a_read_only_database_is_not_well(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db"), limits=QUICK) as house:
        assert _health(house.url) == (200, "well\n")
        connection = house.hub.store._connection
        assert connection
        driver = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute("PRAGMA query_only=ON")
        assert _health(house.url) == (503, "The database is read-only.\n")
        driver.execute("PRAGMA query_only=OFF")
        assert _health(house.url) == (200, "well\n")


def test_a_read_only_postgresql_is_not_well(postgres: str) -> None:
    name = urlsplit(postgres).path.strip("/")

    def set_read_only(value: str) -> None:
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}".encode())
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    with House(postgres, limits=QUICK) as house:
        assert _health(house.url) == (200, "well\n")
        set_read_only("on")
        assert _wait_for_health(house.url, 503) == "The database is read-only.\n"
        set_read_only("off")
        assert _wait_for_health(house.url, 200) == "well\n"


def test_a_page_that_cannot_be_read_is_not_well(tmp_path: Path) -> None:
    db = tmp_path / "benben.db"
    codes: list[str] = []

    async def fill(house: House) -> None:
        guest = await Guest.join(house.url, "Nefer")
        for _ in range(3):
            codes.append(await guest.host("me", "me"))
            await guest.sit(codes[-1])
            async with guest.at(codes[-1]) as seat:
                for _ in range(30):
                    await seat.move()

    with House(str(db)) as house:
        run(fill(house))
    with sqlite3.connect(db) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        pages = connection.execute("SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf'")
        leaves = [row[0] for row in pages]
    connection.close()
    assert len(leaves) > 2
    with db.open("r+b") as file:
        for page in leaves:
            file.seek((page - 1) * size)
            file.write(os.urandom(size))

    with House(str(db), limits=QUICK) as house:
        assert _health(house.url) == (200, "well\n")
        assert httpx.get(f"{house.url}/api/tables/{codes[0]}", timeout=30).status_code == 503
        status, sentence = _health(house.url)
        assert (status, sentence) == (503, "A part of the database cannot be read. Run `benben check`.\n")


def test_a_page_that_the_writer_cannot_read_is_not_well(tmp_path: Path) -> None:
    db = tmp_path / "benben.db"
    with House(str(db)) as house:
        run(Guest.join(house.url, "Nefer"))
    with sqlite3.connect(db) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'people'").fetchone()[0]
    connection.close()
    with db.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(os.urandom(size))
    with House(str(db), limits=QUICK) as house:
        assert _health(house.url) == (200, "well\n")
        assert httpx.post(f"{house.url}/api/people", json={"name": "Ani"}, timeout=30).status_code == 503
        assert _health(house.url) == (503, "A part of the database cannot be read. Run `benben check`.\n")


def test_a_writer_that_is_stuck_is_not_well(tmp_path: Path) -> None:
    db = tmp_path / "benben.db"
    with House(str(db), limits=QUICK) as house:
        assert _health(house.url) == (200, "well\n")
        other = sqlite3.connect(db, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            assert _health(house.url) == (503, "The store does not answer.\n")
        finally:
            other.rollback()
            other.close()
        assert _wait_for_health(house.url, 200) == "well\n"


def test_many_health_checks_share_one_trial_write(tmp_path: Path) -> None:
    with House(str(tmp_path / "benben.db")) as house, httpx.Client(base_url=house.url) as client:

        def commits() -> int:
            text = client.get("/metrics").text
            return int(text.partition("\nbenben_commit_seconds_count ")[2].split("\n")[0])

        client.get("/health")
        before = commits()
        assert {client.get("/health").status_code for _ in range(50)} == {200}
        assert commits() - before <= 2
