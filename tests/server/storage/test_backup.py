"""A backup is one moment of a running store, and opens like any other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sql

from benben.server.storage.backup import back_up
from benben.server.storage.database import check_database, open_engine
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import Identity, LogRow, TableRow
from benben.server.storage.schema import schema, tables
from benben.server.storage.store import Store
from tests.cli.command import benben


def test_a_backup_taken_while_moves_come_in_has_no_gaps_and_opens_again(db: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"

    async def story() -> None:
        store = Store(db)
        await store.add_person(Identity("01", "Nefer"))
        for code in "ab":
            kept = TableRow(code, "{}", f"secret of {code}", False, False, "playing")
            await store.add_table(kept, ["01"], [LogRow(0, "event", "first")])
        done = False

        async def play(code: str) -> int:
            n = 0
            while not done:
                n += 1
                await store.append(code, [LogRow(n, "event", f"move {n}", "01", f"id-{n}")])
            return n

        players = [asyncio.create_task(play(code)) for code in "ab"]
        await asyncio.sleep(0.1)
        count = await asyncio.to_thread(back_up, db, target)
        done = True
        lengths = [await player for player in players]
        whole = await store.log(["a", "b"])
        await store.close()

        copy = Store(str(target))
        log = await copy.log(["a", "b"])
        assert count == sum(map(len, log.values())) + 6  # a version, a person, two tables, two sitters
        for code, length in zip("ab", lengths, strict=True):
            assert 1 < len(log[code]) <= length + 1
            assert log[code] == whole[code][: len(log[code])]
        assert await copy.person("01") == Identity("01", "Nefer")
        assert [one.code for one in await copy.tables_of("01", 50)] in (["a", "b"], ["b", "a"])
        await copy.append("a", [LogRow(len(log["a"]), "event", "goes on")])
        await copy.close()

    asyncio.run(story())
    assert target.stat().st_mode & 0o077 == 0
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize(("found", "sentence"), [(0, "benben serve"), (99, "of version 99")])
def test_a_backup_of_another_version_says_so(db: str, tmp_path: Path, found: int, sentence: str) -> None:
    check_database(db)
    engine = open_engine(db)
    with engine.begin() as connection:
        connection.execute(sql.update(schema).values(version=found))
    engine.dispose()
    with pytest.raises(StorageError, match=sentence):
        back_up(db, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_a_backup_overwrites_nothing_and_leaves_no_half_copy(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(StorageError, match="overwrites nothing"):
        back_up(str(tmp_path / "benben.db"), target)
    assert target.read_text() == "precious"
    (tmp_path / "torn.db").write_text("this is no database")
    with pytest.raises(StorageError):
        back_up(str(tmp_path / "torn.db"), tmp_path / "other.db")
    assert sorted(
        path.name for path in tmp_path.iterdir() if "copy" in path.name or "other" in path.name
    ) == ["copy.db"]


def test_the_command_says_what_it_did_or_why_not(tmp_path: Path) -> None:
    async def fill() -> None:
        store = Store(str(tmp_path / "benben.db"))
        await store.add_person(Identity("01", "Nefer"))
        await store.close()

    asyncio.run(fill())
    words = ("backup", tmp_path / "copy.db", "--db", tmp_path / "benben.db")
    assert benben(*words).stdout == f"2 rows are in {tmp_path / 'copy.db'}.\n"
    again = benben(*words)
    assert (again.returncode, "overwrites nothing" in again.stderr) == (2, True)
    missing = benben("backup", tmp_path / "x.db", "--db", tmp_path / "none.db")
    assert (missing.returncode, "there is no database" in missing.stderr) == (2, True)
    assert not (tmp_path / "none.db").exists()


def test_a_backup_that_fails_tells_no_secret(tmp_path: Path) -> None:
    db = str(tmp_path / "benben.db")
    check_database(db)
    engine = open_engine(db)
    with engine.begin() as connection:  # a row that the copy refuses
        columns = ", ".join(column.name for column in tables.columns)
        connection.exec_driver_sql("DROP TABLE tables")
        connection.exec_driver_sql(f"CREATE TABLE tables ({columns})")
        connection.exec_driver_sql("INSERT INTO tables (code, secret) VALUES ('a', 'dead-reckoning')")
    engine.dispose()
    with pytest.raises(StorageError) as failed:
        back_up(db, tmp_path / "copy.db")
    assert str(failed.value).startswith("The backup failed: ")
    assert "dead-reckoning" not in str(failed.value)


def test_a_backup_does_not_go_beside_what_an_older_file_of_that_name_left(tmp_path: Path) -> None:
    check_database(str(tmp_path / "benben.db"))
    (tmp_path / "copy.db-wal").write_text("of another file")  # SQLite would take it for a part of this one
    with pytest.raises(StorageError, match="db-wal already exists"):
        back_up(str(tmp_path / "benben.db"), tmp_path / "copy.db")
