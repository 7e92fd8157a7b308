"""A copy of everything that is kept, taken while the server runs.

It is read in one transaction, so it is the state of one moment, and written as an SQLite file, whichever
database it comes from. `benben serve --db FILE` opens it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from benben.server.storage import migrations
from benben.server.storage.database import check, opened, short
from benben.server.storage.rows import Unstored
from benben.server.storage.schema import everything

ROWS = 2_000  # copied at a time


def backup(db: str, target: Path, tell: Callable[[str], None] = lambda _: None) -> int:
    """Copies all tables into a new file and answers how many rows they have; a half copy is removed."""
    for there in (target, target.with_name(f"{target.name}-wal")):  # SQLite would take the second for its own
        if there.exists():
            raise Unstored(f"{there} is there already; a backup overwrites nothing.")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        check(str(part))
        part.chmod(0o600)  # the secrets of running matches are in it
        count = _copied(db, part, tell)
        part.rename(target)
    except SQLAlchemyError as fault:
        raise Unstored(f"The backup failed: {short(fault)}") from None
    finally:
        for name in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm"))):
            name.unlink(missing_ok=True)
    return count


def _copied(db: str, part: Path, tell: Callable[[str], None]) -> int:
    source, copy = opened(db), opened(str(part))
    count = 0
    try:
        with source.connect() as from_there, copy.begin() as to_here:
            from_there.execution_options(stream_results=True)
            if source.dialect.name == "sqlite":
                from_there.exec_driver_sql("BEGIN")  # else every question would see a moment of its own
            else:
                from_there.execution_options(isolation_level="REPEATABLE READ")
            _check_version(migrations.version(from_there))
            for table in everything.sorted_tables:
                to_here.execute(sql.delete(table))
                for rows in from_there.execute(sql.select(table)).mappings().partitions(ROWS):
                    to_here.execute(sql.insert(table), [dict(row) for row in rows])
                    count += len(rows)
                    tell(f"{table.name}: {count:,} rows")
        with copy.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    finally:
        source.dispose()
        copy.dispose()
    return count


def _check_version(found: int | None) -> None:
    if found is None:
        raise Unstored("There is no database of Benben here.")
    if found != migrations.newest():
        hint = " `benben serve` brings it up to date." if found < migrations.newest() else ""
        raise Unstored(f"The database is of version {found}; this Benben reads {migrations.newest()}.{hint}")
