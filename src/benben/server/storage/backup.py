"""Backups: a copy of the whole database, made while the server runs.

The database is read in one transaction, so the copy shows one moment. It is written as an SQLite file, also
if it comes from PostgreSQL. `benben serve --db FILE` opens it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from benben.server.storage import migrations
from benben.server.storage.database import check_database, open_engine
from benben.server.storage.errors import StorageError
from benben.server.storage.faults import short_reason
from benben.server.storage.schema import metadata

BATCH_ROWS_COPIED = 2_000  # read and written at a time


def back_up(db: str, target: Path, report: Callable[[str], None] = lambda _: None) -> int:
    """Copy all tables into a new file and return the number of rows; a half copy is removed."""
    for there in (target, target.with_name(f"{target.name}-wal")):  # SQLite would use an old -wal file
        if there.exists():
            raise StorageError(f"{there} already exists; a backup overwrites nothing.")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        check_database(str(part))
        count = _copy_tables(db, part, report)
        part.rename(target)
    except SQLAlchemyError as fault:
        raise StorageError(f"The backup failed: {short_reason(fault)}") from None
    finally:
        for name in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm"))):
            name.unlink(missing_ok=True)
    return count


def _copy_tables(db: str, part: Path, report: Callable[[str], None]) -> int:
    source, copy = open_engine(db), open_engine(str(part))
    count = 0
    try:
        with source.connect() as from_there, copy.begin() as to_here:
            from_there.execution_options(stream_results=True)
            if source.dialect.name == "sqlite":
                from_there.exec_driver_sql("BEGIN")  # else every SELECT would see a moment of its own
            else:
                from_there.execution_options(isolation_level="REPEATABLE READ")
            _check_version(migrations.stored_version(from_there))
            for table in metadata.sorted_tables:
                to_here.execute(sql.delete(table))
                for rows in from_there.execute(sql.select(table)).mappings().partitions(BATCH_ROWS_COPIED):
                    to_here.execute(sql.insert(table), [dict(row) for row in rows])
                    count += len(rows)
                    report(f"{table.name}: {count:,} rows")
        with copy.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    finally:
        source.dispose()
        copy.dispose()
    return count


def _check_version(found: int | None) -> None:
    if found is None:
        raise StorageError("There is no database of Benben here.")
    if found != migrations.newest_version():
        hint = " `benben serve` brings it up to date." if found < migrations.newest_version() else ""
        raise StorageError(
            f"The database is of version {found}; this Benben reads {migrations.newest_version()}.{hint}"
        )
