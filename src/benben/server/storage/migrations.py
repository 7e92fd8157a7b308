"""Versions of the database: how one is made, and the steps that lead from each version to the next.

A new database is made whole, as the present tables are. An older one climbs: each step stands in one
transaction with the version that it reaches, so that it happens wholly or not at all. However many processes
start at once, each step is taken once. There is no way down: a newer database is refused.

To change the tables, change them in schema.py and append a step here that does the same to a database full
of rows. A step is written in the databases' own words, since the tables of schema.py will change again, and
it is never altered once it has been used. tests/server/storage/versions keeps the first version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import sqlalchemy as sql

Step: TypeAlias = Callable[[sql.Connection], None]

LOCK = 0x62656E01  # an advisory lock of PostgreSQL: who holds it may climb

_schema = sql.table("schema", sql.column("version"))


def _keepers(connection: sql.Connection) -> None:
    """A row for each table that goes on by itself, with the process that sees to it."""
    connection.execute(
        sql.text(
            "CREATE TABLE awake (code TEXT NOT NULL, keeper INTEGER NOT NULL, epoch BIGINT NOT NULL, "
            "PRIMARY KEY (code))"
        )
    )


def _times(connection: sql.Connection) -> None:
    """How much match time has passed, and when a table that sleeps is to be woken."""
    for column in ("noted", "wake"):
        connection.execute(sql.text(f"ALTER TABLE tables ADD COLUMN {column} BIGINT NOT NULL DEFAULT 0"))


def _keys(connection: sql.Connection) -> None:
    """Several keys for a person, the one token of before among them; webhooks; what lists of matches show."""
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


STEPS: list[Step] = [_keepers, _keys, _times]  # the first leads from version 1 to version 2, and so on


class Unknown(Exception):
    """A version that this Benben cannot read; the sentence says which."""


def newest(steps: Sequence[Step] = STEPS) -> int:
    return 1 + len(steps)


def climb(engine: sql.Engine, whole: sql.MetaData, steps: Sequence[Step] = STEPS) -> None:
    """Makes the database, or brings it to the newest version. Where it is there already, it only looks."""
    with engine.connect() as connection:
        found = version(connection)
    while found != newest(steps):
        found = _climbed(engine, whole, steps)


def _climbed(engine: sql.Engine, whole: sql.MetaData, steps: Sequence[Step]) -> int:
    """One step at most; answers the version that stands now. Another may have been faster."""
    with _alone(engine) as connection:
        found = version(connection)
        if found == newest(steps):
            return found
        if found is None:
            if sql.inspect(connection).has_table(_schema.name):  # a first start that was cut short, long ago
                raise Unknown("The database is half made and empty. Remove it and start again.")
            whole.create_all(connection)
            connection.execute(sql.insert(_schema), {"version": newest(steps)})
            return newest(steps)
        if not 1 <= found < newest(steps):
            raise Unknown(f"The database is of version {found}; this Benben reads version {newest(steps)}.")
        steps[found - 1](connection)
        connection.execute(sql.update(_schema).values(version=found + 1))
        return found + 1


def version(connection: sql.Connection) -> int | None:
    """None: there is nothing yet."""
    if not sql.inspect(connection).has_table(_schema.name):
        return None
    found: int | None = connection.execute(sql.select(_schema.c.version)).scalar()
    return found


@contextmanager
def _alone(engine: sql.Engine) -> Iterator[sql.Connection]:
    """A transaction that nobody else who climbs is in at the same time."""
    if engine.dialect.name != "sqlite":
        with engine.begin() as connection:
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LOCK)))
            yield connection
        return
    with engine.connect() as connection:
        # A table that others refer to can be made anew only while nobody looks at the references.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would begin after the first CREATE
            yield connection
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken:
                raise Unknown(f"The database could not be brought up to date: {broken[0]} refers to nothing.")
            connection.commit()
        finally:
            connection.rollback()
            connection.exec_driver_sql("PRAGMA foreign_keys=ON")
