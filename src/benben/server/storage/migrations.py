"""Migrations of the database: how it is created, and the steps from each version to the next.

A new database gets the tables of schema.py. An older one is migrated: each step is one transaction, which
also writes the version that it reaches, so that a step happens wholly or not at all. However many processes
start at the same time, each step is taken once. A newer database is refused: no step leads back.

To change the tables, change them in schema.py and append a step here that makes the same change to a
database full of rows. A step is plain SQL, because schema.py will change again, and it is never altered once
it has been used. tests/server/storage/versions keeps the first version. Why not Alembic: decision 29.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import sqlalchemy as sql

Migration: TypeAlias = Callable[[sql.Connection], None]

MIGRATION_LOCK = 0x62656E01  # an advisory lock of PostgreSQL: the process that holds it may migrate

_schema = sql.table("schema", sql.column("version"))


def _add_owners(connection: sql.Connection) -> None:
    """Add a row for each table that goes on by itself, with the process that owns it."""
    connection.execute(
        sql.text(
            "CREATE TABLE awake (code TEXT NOT NULL, keeper INTEGER NOT NULL, epoch BIGINT NOT NULL, "
            "PRIMARY KEY (code))"
        )
    )


def _add_times(connection: sql.Connection) -> None:
    """Add how much match time has passed, and when a sleeping table is to be woken."""
    for column in ("noted", "wake"):
        connection.execute(sql.text(f"ALTER TABLE tables ADD COLUMN {column} BIGINT NOT NULL DEFAULT 0"))


def _add_keys(connection: sql.Connection) -> None:
    """Add several keys for a person, the former token among them; webhooks; whose turn it is; endings."""
    for words in (
        "CREATE TABLE keys (id TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL, "
        "hash TEXT NOT NULL, created BIGINT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (id), "
        "FOREIGN KEY(person) REFERENCES people (id))",
        "CREATE INDEX keys_by_person ON keys (person)",
        "INSERT INTO keys SELECT id, id, 'device', '', token, created, created / 86400 FROM people",
        "ALTER TABLE people DROP COLUMN token",
        "CREATE TABLE hooks (person TEXT NOT NULL, url TEXT NOT NULL, origin TEXT NOT NULL, "
        "said TEXT NOT NULL, seen BIGINT NOT NULL, PRIMARY KEY (person), "
        "FOREIGN KEY(person) REFERENCES people (id))",
        "CREATE TABLE notices (person TEXT NOT NULL, code TEXT NOT NULL, kind TEXT NOT NULL, "
        "PRIMARY KEY (person, code, kind), FOREIGN KEY(person) REFERENCES people (id), "
        "FOREIGN KEY(code) REFERENCES tables (code))",
        "ALTER TABLE tables ADD COLUMN due TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN ending TEXT NOT NULL DEFAULT ''",
    ):
        connection.exec_driver_sql(words)


def _add_makers(connection: sql.Connection) -> None:
    """Add who made a table, and from which address, to bound how many one of them makes."""
    for words in (
        "ALTER TABLE tables ADD COLUMN maker TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN address TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX tables_by_maker ON tables (maker, changed)",
        "CREATE INDEX tables_by_address ON tables (address, changed)",
    ):
        connection.exec_driver_sql(words)


def _add_bans(connection: sql.Connection) -> None:
    """Add the tables, people and addresses that the host of the server has banned."""
    connection.exec_driver_sql(
        "CREATE TABLE bans (kind TEXT NOT NULL, subject TEXT NOT NULL, reason TEXT NOT NULL, "
        "created BIGINT NOT NULL, removed BOOLEAN NOT NULL, PRIMARY KEY (kind, subject))"
    )


def _add_digests(connection: sql.Connection) -> None:
    """Add the digest of the message that led to a log line."""
    connection.execute(sql.text("ALTER TABLE entries ADD COLUMN digest TEXT"))


def _add_puzzles(connection: sql.Connection) -> None:
    """Add the progress of people, and the results of puzzles of the day."""
    for words in (
        "CREATE TABLE progress (person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, "
        "at BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (person, kind, name), "
        "FOREIGN KEY(person) REFERENCES people (id))",
        "CREATE TABLE puzzle_counts (day TEXT NOT NULL, game TEXT NOT NULL, part TEXT NOT NULL, "
        "kind TEXT NOT NULL, bucket TEXT NOT NULL, many INTEGER NOT NULL, "
        "PRIMARY KEY (day, game, part, kind, bucket))",
        "CREATE TABLE puzzle_voters (day TEXT NOT NULL, game TEXT NOT NULL, voter TEXT NOT NULL, "
        "PRIMARY KEY (day, game, voter))",
    ):
        connection.exec_driver_sql(words)


def _add_public_index(connection: sql.Connection) -> None:
    """Add an index by which public matches are found, the newest first."""
    connection.exec_driver_sql("CREATE INDEX tables_by_public ON tables (public, status, changed)")


def _add_achievements(connection: sql.Connection) -> None:
    """Add what people have earned. Matches that are over are read for it, as those that end from now on."""
    for words in (
        "CREATE TABLE achievements (person TEXT NOT NULL, game TEXT NOT NULL, id TEXT NOT NULL, "
        "code TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (person, game, id), "
        "FOREIGN KEY(person) REFERENCES people (id), FOREIGN KEY(code) REFERENCES tables (code))",
        "CREATE INDEX achievements_by_code ON achievements (code)",
        "CREATE TABLE unread_matches (code TEXT NOT NULL, lines INTEGER NOT NULL, PRIMARY KEY (code), "
        "FOREIGN KEY(code) REFERENCES tables (code))",
        "INSERT INTO unread_matches SELECT code, "
        "(SELECT COUNT(*) FROM entries WHERE entries.code = tables.code) FROM tables "
        "WHERE status = 'over' AND EXISTS (SELECT 1 FROM sitters WHERE sitters.code = tables.code)",
    ):
        connection.exec_driver_sql(words)


def _add_reviews(connection: sql.Connection) -> None:
    """Add the reviews of matches that are over. They are worked out when somebody asks for them."""
    binary = "BLOB" if connection.dialect.name == "sqlite" else "BYTEA"
    connection.exec_driver_sql(
        "CREATE TABLE reviews (code TEXT NOT NULL, lines INTEGER NOT NULL, version INTEGER NOT NULL, "
        f"steps INTEGER NOT NULL, body {binary} NOT NULL, PRIMARY KEY (code), "
        "FOREIGN KEY(code) REFERENCES tables (code))"
    )


MIGRATIONS: list[Migration] = [
    _add_owners,
    _add_keys,
    _add_times,
    _add_makers,
    _add_bans,
    _add_digests,
    _add_puzzles,
    _add_public_index,
    _add_achievements,
    _add_reviews,
]  # the first leads from version 1 to version 2


class UnknownVersion(Exception):
    """The database has a version that this Benben cannot read; the sentence says which."""


def newest_version(steps: Sequence[Migration] = MIGRATIONS) -> int:
    return 1 + len(steps)


def migrate(engine: sql.Engine, whole: sql.MetaData, steps: Sequence[Migration] = MIGRATIONS) -> None:
    """Create the schema, or migrate it to the newest version. Does nothing if it has that already."""
    with engine.connect() as connection:
        found = stored_version(connection)
    while found != newest_version(steps):
        found = _migrate_once(engine, whole, steps)


def _migrate_once(engine: sql.Engine, whole: sql.MetaData, steps: Sequence[Migration]) -> int:
    """Run one migration, unless another process did, and return the version that was reached."""
    with _exclusive_transaction(engine) as connection:
        found = stored_version(connection)
        if found == newest_version(steps):
            return found
        if found is None:
            if sql.inspect(connection).has_table(_schema.name):  # an early version was stopped at its start
                raise UnknownVersion("The database is half made and empty. Remove it and start again.")
            whole.create_all(connection)
            connection.execute(sql.insert(_schema), {"version": newest_version(steps)})
            return newest_version(steps)
        if not 1 <= found < newest_version(steps):
            raise UnknownVersion(
                f"The database is of version {found}; this Benben reads version {newest_version(steps)}."
            )
        steps[found - 1](connection)
        connection.execute(sql.update(_schema).values(version=found + 1))
        return found + 1


def stored_version(connection: sql.Connection) -> int | None:
    """The version of the schema in the database; None if there is no schema yet."""
    if not sql.inspect(connection).has_table(_schema.name):
        return None
    found: int | None = connection.execute(sql.select(_schema.c.version)).scalar()
    return found


@contextmanager
def _exclusive_transaction(engine: sql.Engine) -> Iterator[sql.Connection]:
    """A transaction that only one migrating process is in at a time."""
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            yield connection
        return
    with engine.connect() as connection:
        # A table that others refer to can be rebuilt only while references are not checked.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver begins only after the first CREATE
            yield connection
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken:
                raise UnknownVersion(
                    f"The database could not be brought up to date: {broken[0]} refers to nothing."
                )
            connection.commit()
        finally:
            connection.rollback()
            connection.exec_driver_sql("PRAGMA foreign_keys=ON")
