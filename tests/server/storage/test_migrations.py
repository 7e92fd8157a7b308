"""A database of any version opens, once and whole, and the matches in it go on."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sql

from benben import games
from benben.core.record.verify import verify_record
from benben.server.storage import migrations, schema
from benben.server.storage.database import check_database, open_engine
from benben.server.storage.errors import StorageError
from tests.server.guest import Guest
from tests.server.house import House, run

VERSIONS = Path(__file__).parent / "versions"
# People, tables and entries of 1-rows.sql. The tokens are only there as hashes.
NEFER = "150553aedd2aea04.JwPhSp30iNMbNlVz1HMCy1D5Rd92k4jjowqIU-TJlCQ"
PASER = "165a15c79355f2cf.ggT3PuS1Qolbd9J7E_YbcudvP3bI2TqWVRPK6dt16XE"
PLAYING, WAITING = "copper-75-crane-djnn2m", "natron-86-quail-cphhdp"


@pytest.fixture
def first(db: str) -> str:
    """A database as the first version wrote it."""
    rows = (VERSIONS / "1-rows.sql").read_text()
    if "://" in db:
        with psycopg.connect(db) as connection:
            connection.execute((VERSIONS / "1-postgres.sql").read_bytes())
            connection.execute(rows.encode())
        return db
    lite = sqlite3.connect(db)
    lite.executescript((VERSIONS / "1-sqlite.sql").read_text())
    lite.executescript(rows)
    lite.close()
    return db


def version(engine: sql.Engine) -> int:
    with engine.connect() as connection:
        return int(connection.execute(sql.select(schema.schema.c.version)).scalar_one())


def words(engine: sql.Engine) -> list[str]:
    """What the test's own step wrote."""
    with engine.connect() as connection:
        return [row[0] for row in connection.execute(sql.text("SELECT word FROM steps ORDER BY word"))]


def make(connection: sql.Connection) -> None:
    connection.execute(sql.text("CREATE TABLE steps (word TEXT NOT NULL)"))
    connection.execute(sql.text("INSERT INTO steps VALUES ('one')"))


def fill(connection: sql.Connection) -> None:
    connection.execute(sql.text("INSERT INTO steps SELECT name FROM people"))


def test_a_match_begun_in_the_first_version_is_played_on(first: str) -> None:
    async def story(house: House) -> None:
        nefer, paser = Guest(house.url, NEFER), Guest(house.url, PASER)
        me = await nefer.call("GET", "/api/me")
        assert me["name"] == "Nefer"
        assert {table["code"] for table in me["tables"]} == {PLAYING, WAITING}
        (key,) = await nefer.call("GET", "/api/me/keys")
        assert (key["kind"], key["here"]) == ("device", True)
        async with nefer.at(PLAYING) as one, paser.at(PLAYING) as two:
            assert [row["text"] for row in one.log] == ["throw 3", "2-5", "throw 3"]
            assert [said["text"] for said in two.talk] == ["Well thrown"]
            assert (one.yours, two.yours) == ([0], [1])
            await asyncio.gather(one.play(), two.play())
            assert one.log == two.log
        (past,) = (await nefer.call("GET", "/api/me/tables"))["matches"]
        assert past["table"]["code"] == PLAYING
        answer = await nefer.ask("GET", f"/api/tables/{PLAYING}/record.json")
        assert verify_record(answer.content, games.load).good
        async with nefer.at(WAITING):
            assert [table["code"] for table in await paser.call("GET", "/api/tables")] == [WAITING]
        assert (await paser.sit(WAITING))["status"] == "playing"

    with House(first) as house:
        run(story(house))
    engine = open_engine(first)
    assert version(engine) == migrations.newest_version()
    engine.dispose()


def test_an_old_database_becomes_what_a_new_one_is(first: str, tmp_path: Path) -> None:
    check_database(first)
    fresh = open_engine(str(tmp_path / "new.db"))
    schema.metadata.create_all(fresh)
    climbed = open_engine(first)
    new, old = sql.inspect(fresh), sql.inspect(climbed)
    assert sorted(old.get_table_names()) == sorted(new.get_table_names())
    for table in new.get_table_names():
        expected = {(each["name"], each["nullable"]) for each in new.get_columns(table)}
        assert {(each["name"], each["nullable"]) for each in old.get_columns(table)} == expected
        indexes = {(each["name"], tuple(each["column_names"])) for each in new.get_indexes(table)}
        assert {(each["name"], tuple(each["column_names"])) for each in old.get_indexes(table)} == indexes
    fresh.dispose()
    climbed.dispose()


def together(db: str, steps: list[migrations.Migration]) -> list[BaseException]:
    """Four start at the same moment; answers what went wrong."""
    gate, faults = threading.Barrier(4), []

    def start() -> None:
        engine = open_engine(db)
        try:
            gate.wait(10)
            migrations.migrate(engine, schema.metadata, steps)
        except BaseException as fault:
            faults.append(fault)
        finally:
            engine.dispose()

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return faults


def test_each_step_is_taken_once_however_many_start_together(first: str) -> None:
    check_database(first)
    assert together(first, [*migrations.MIGRATIONS, make, fill]) == []
    engine = open_engine(first)
    assert version(engine) == migrations.newest_version() + 2
    assert words(engine) == ["Nefer", "Paser", "one"]
    engine.dispose()


def test_several_that_start_together_make_one_new_database(db: str) -> None:
    assert together(db, migrations.MIGRATIONS) == []
    engine = open_engine(db)
    with engine.connect() as connection:
        assert connection.execute(sql.select(schema.schema.c.version)).scalars().all() == [
            migrations.newest_version()
        ]
    engine.dispose()


def test_who_opens_a_new_database_waits_for_who_writes_to_it(tmp_path: Path) -> None:
    """SQLite waits for nobody when it changes the journal of a file: it refuses at once."""
    db = str(tmp_path / "benben.db")
    writer = sqlite3.connect(db, check_same_thread=False, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.3, writer.rollback)
    timer.start()
    check_database(db)
    timer.join()
    engine = open_engine(db)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    engine.dispose()
    writer.close()


def test_a_step_that_fails_leaves_the_version_before_it_whole(first: str) -> None:
    def broken(connection: sql.Connection) -> None:
        fill(connection)
        connection.execute(sql.text("CREATE TABLE half (word TEXT)"))
        connection.execute(sql.text("INSERT INTO nowhere VALUES (1)"))

    check_database(first)
    engine, begun = open_engine(first), migrations.newest_version()
    with pytest.raises(sql.exc.SQLAlchemyError):
        migrations.migrate(engine, schema.metadata, [*migrations.MIGRATIONS, make, broken])
    assert version(engine) == begun + 1
    assert words(engine) == ["one"]
    assert not sql.inspect(engine).has_table("half")
    migrations.migrate(engine, schema.metadata, [*migrations.MIGRATIONS, make, fill])
    assert version(engine) == begun + 2
    engine.dispose()


def test_a_step_may_not_leave_a_row_that_refers_to_nothing(tmp_path: Path) -> None:
    def orphan(connection: sql.Connection) -> None:
        connection.execute(sql.text("INSERT INTO sitters (code, person) VALUES ('none', 'nobody')"))

    check_database(str(tmp_path / "benben.db"))
    engine = open_engine(str(tmp_path / "benben.db"))
    with pytest.raises(migrations.UnknownVersion, match="sitters refers to nothing"):
        migrations.migrate(engine, schema.metadata, [*migrations.MIGRATIONS, orphan])
    assert version(engine) == migrations.newest_version()
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


def test_a_database_that_was_cut_short_while_it_was_made_is_named(tmp_path: Path) -> None:
    lite = sqlite3.connect(tmp_path / "benben.db")
    lite.execute("CREATE TABLE schema (version INTEGER NOT NULL PRIMARY KEY)")
    lite.close()
    with pytest.raises(StorageError, match="half made"):
        check_database(str(tmp_path / "benben.db"))
