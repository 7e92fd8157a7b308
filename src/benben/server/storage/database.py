"""Opening a database: durable settings, and the newest version of the schema."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from benben.server.storage import migrations
from benben.server.storage.database_file import prepare_file, sqlite_path
from benben.server.storage.errors import StorageError
from benben.server.storage.faults import short_reason
from benben.server.storage.schema import metadata, schema

BUSY_TIMEOUT_SECONDS = 10  # how long one connection waits for another that writes to the same SQLite file


def database_url(db: str) -> str:
    """The URL that SQLAlchemy needs for a file name or a URL."""
    if "://" not in db:
        path = Path(db).expanduser().resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{path}"
    for prefix in ("postgresql://", "postgres://"):
        if db.startswith(prefix):
            return "postgresql+psycopg://" + db.removeprefix(prefix)
    return db


def check_database(db: str) -> None:
    """Open the database once for writing, and close it; StorageError says why it cannot be opened."""
    engine = open_engine(db)
    try:
        bring_up_to_date(engine)
        with engine.connect() as connection:  # and nothing is changed
            connection.execute(sql.update(schema).values(version=schema.c.version))
    except SQLAlchemyError as fault:
        raise StorageError(f"The database cannot be opened: {short_reason(fault)}") from None
    finally:
        engine.dispose()


def open_engine(db: str) -> sql.Engine:
    """An engine with durable settings; StorageError says why the database cannot be opened."""
    try:
        url = database_url(db)
        engine = sql.create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        path = sqlite_path(engine.url)
        if path:
            prepare_file(path)
    except ModuleNotFoundError as missing:
        raise StorageError(f"For this database {missing.name} must be installed: benben[postgres].") from None
    except (SQLAlchemyError, OSError, ValueError) as fault:
        raise StorageError(f"The database cannot be opened: {fault}") from None
    if not url.startswith("sqlite"):
        return engine
    if path:

        @sql.event.listens_for(engine, "do_connect")
        def open_existing(_: Any, __: Any, ___: Any, arguments: dict[str, Any]) -> sqlite3.Connection:
            """Connect to the file; where it is gone, make no empty one in its place."""
            connection: sqlite3.Connection = sqlite3.connect(
                f"{path.as_uri()}?mode=rw", uri=True, **arguments
            )
            return connection

    @sql.event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        _use_write_ahead_log(connection)
        for line in ("synchronous=FULL", f"busy_timeout={BUSY_TIMEOUT_SECONDS * 1000}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {line}")

    return engine


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Set the journal mode. While another connection writes, SQLite refuses this without waiting: retry."""
    until = time.monotonic() + BUSY_TIMEOUT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


def bring_up_to_date(engine: sql.Engine) -> None:
    """Create the schema, or migrate it to the newest version; StorageError says why it cannot be."""
    try:
        migrations.migrate(engine, metadata)
    except migrations.UnknownVersion as unknown:
        raise StorageError(str(unknown)) from None
    except SQLAlchemyError as fault:
        raise StorageError(f"The database cannot be opened: {short_reason(fault)}") from None
