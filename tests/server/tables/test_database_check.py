"""`benben check` finds every kind of damage in a database, and names the table."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from benben.cli import main
from benben.server.storage.database import check_database
from tests.cli.command import benben
from tests.server.guest import Guest
from tests.server.house import House, run

SOUND = "3 tables (1 finished, its record verified)"


class Healthy(NamedTuple):
    """A database with a match that is over, one that runs, and a table that waits."""

    db: Path
    over: str
    playing: str
    waiting: str


async def _fill(house: House) -> tuple[str, str, str]:
    guest = await Guest.join(house.url, "Nefer")
    codes = [await guest.host("me", "me", options={"pieces": 1}), await guest.host("me", "me")]
    codes.append(await guest.host("me", "open"))
    for code in codes:
        await guest.sit(code)
    async with guest.at(codes[0]) as seat:
        await seat.play()
    async with guest.at(codes[1]) as seat:
        for _ in range(30):
            await seat.move()
    over, playing, waiting = codes
    return over, playing, waiting


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Healthy:
    db = tmp_path_factory.mktemp("check") / "benben.db"
    with House(str(db)) as house:
        codes = run(_fill(house))
    return Healthy(db, *codes)


@pytest.fixture
def copy(healthy: Healthy, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A copy that can be damaged."""
    shutil.copy(healthy.db, tmp_path / "copy.db")
    connection = sqlite3.connect(tmp_path / "copy.db")
    yield connection
    connection.close()


def _check(db: Path | str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["check", str(db)])
    out, err = capsys.readouterr()
    return code, out + err


def test_a_sound_database_is_called_sound(healthy: Healthy) -> None:
    found = benben("check", healthy.db)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith(SOUND)
    assert found.stdout.endswith("The database is sound.\n")


def test_the_database_that_the_environment_names_is_examined(
    healthy: Healthy, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BENBEN_DB", str(healthy.db))
    assert main(["check"]) == 0
    assert capsys.readouterr().out.startswith(SOUND)


def test_the_database_of_a_running_server_is_only_read(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def story(house: House) -> None:
        await _fill(house)
        guest = await Guest.join(house.url, "Ani")
        code = await guest.host("me", "me")
        await guest.sit(code)
        async with guest.at(code) as seat:
            checking = asyncio.create_task(asyncio.to_thread(main, ["check", db]))
            while not checking.done() and not seat.now["ending"]:
                await seat.move()
            assert await checking == 0

    with House(db) as house:
        run(story(house))
    assert "4 tables" in capsys.readouterr().out


DAMAGES = {  # by kind: a statement, the table it concerns, and words of the sentence
    "gap": ("DELETE FROM entries WHERE code = ? AND n = 5", "playing", "Line 5 of its log is missing"),
    "body": ("UPDATE entries SET body = '{' WHERE code = ? AND n = 5", "playing", "Line 5"),
    "kind": ("UPDATE entries SET kind = 'said' WHERE code = ? AND n = 5", "playing", "Line 5"),
    "illegal": (
        "UPDATE entries SET body = json_set(body, '$.what', '30-off') WHERE code = ? AND n = 6",
        "playing",
        "Line 6",
    ),
    "twice": (
        "UPDATE entries SET id = 'again', person = 'p' WHERE code = ? AND n IN (5, 6)",
        "playing",
        "Line 6 has the id of line 5",
    ),
    "plan": ("UPDATE tables SET plan = '[]' WHERE code = ?", "waiting", "plan"),
    "game": (
        "UPDATE tables SET plan = replace(plan, 'senet', 'chess') WHERE code = ?",
        "waiting",
        "no game of that name",
    ),
    "status": ("UPDATE tables SET status = 'over' WHERE code = ?", "playing", "should be playing"),
    "cut": ("UPDATE tables SET due = '9999 0' WHERE code = ?", "playing", "9,999 lines"),
    "ending": ("UPDATE tables SET ending = '{}' WHERE code = ?", "over", "ending"),
    "secret": ("UPDATE tables SET secret = hex(secret) WHERE code = ?", "over", "record"),
    "sitter": ("DELETE FROM sitters WHERE code = ?", "playing", "not listed"),
}


@pytest.mark.parametrize("kind", list(DAMAGES))
def test_damage_is_found_and_the_table_is_named(
    healthy: Healthy, copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    statement, which, words = DAMAGES[kind]
    code = getattr(healthy, which)
    assert copy.execute(statement, (code,)).rowcount > 0
    copy.commit()
    status, said = _check(tmp_path / "copy.db", capsys)
    assert status == 1
    (fault,) = [line for line in said.splitlines() if line.startswith(f"table {code}: ")]
    assert words in fault
    assert "1 fault" in said


def test_a_person_who_is_listed_without_a_seat_is_found(
    healthy: Healthy, copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy.execute("INSERT INTO people VALUES ('x', 'Ani', 0)")
    copy.execute("INSERT INTO sitters VALUES (?, 'x')", (healthy.waiting,))
    copy.commit()
    status, said = _check(tmp_path / "copy.db", capsys)
    assert (status, f"table {healthy.waiting}: " in said, "has no seat" in said) == (1, True, True)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM people", "keys: 1 row refers to no person"),
        (
            "INSERT INTO entries (code, n, kind, body) VALUES ('gone', 0, 'sat', '{}')",
            "entries: 1 row refers to no table",
        ),
        ("INSERT INTO awake VALUES ('gone', 0, 0)", "awake: 1 row refers to no table"),
    ],
)
def test_rows_that_refer_to_nothing_are_found(
    copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, words: str
) -> None:
    copy.execute(statement)
    copy.commit()
    status, said = _check(tmp_path / "copy.db", capsys)
    assert (status, words in said) == (1, True), said


def test_a_page_that_cannot_be_read_is_found_and_the_rest_is_examined(
    copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size = copy.execute("PRAGMA page_size").fetchone()[0]
    leaves = "SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY pageno"
    page = copy.execute(leaves).fetchall()[1][0]
    copy.close()
    with (tmp_path / "copy.db").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(os.urandom(size))
    status, said = _check(tmp_path / "copy.db", capsys)
    assert status == 1
    assert "file: " in said
    assert "3 tables" in said


def test_what_is_no_database_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noise = tmp_path / "noise.db"
    noise.write_bytes(os.urandom(5000))
    status, said = _check(noise, capsys)
    assert (status, said.splitlines()[0]) == (1, "file: file is not a database")
    assert _check(tmp_path / "none.db", capsys) == (2, f"benben: there is no database {tmp_path}/none.db\n")
    assert not (tmp_path / "none.db").exists()


def test_a_database_of_another_version_is_not_examined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_database(str(tmp_path / "old.db"))
    with sqlite3.connect(tmp_path / "old.db") as connection:
        connection.execute("UPDATE schema SET version = 99")
    connection.close()
    status, said = _check(tmp_path / "old.db", capsys)
    assert (status, "of version 99" in said) == (2, True)


def test_only_the_first_faults_are_told(
    healthy: Healthy, copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy.execute("UPDATE tables SET plan = '[]'")
    copy.commit()
    assert main(["check", str(tmp_path / "copy.db"), "--faults", "2"]) == 1
    said = capsys.readouterr().out
    assert (said.count("\ntable "), "3 faults" in said) == (1, True), healthy
