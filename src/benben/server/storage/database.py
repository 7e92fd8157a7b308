"""How a database is opened: made durable, and brought to the newest version."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from benben.server.storage import migrations
from benben.server.storage.rows import Unstored
from benben.server.storage.schema import everything, schema

PATIENCE = 10  # seconds that one waits for another who writes to the same SQLite file


def address(db: str) -> str:
    """A file name or a URL, as SQLAlchemy wants it."""
    if "://" not in db:
        path = Path(db).expanduser().resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{path}"
    for prefix in ("postgresql://", "postgres://"):
        if db.startswith(prefix):
            return "postgresql+psycopg://" + db.removeprefix(prefix)
    return db


def check(db: str) -> None:
    """Opens it once, to write; Unstored says why it cannot be."""
    engine = opened(db)
    try:
        prepare(engine)
        with engine.connect() as connection:  # and nothing is changed
            connection.execute(sql.update(schema).values(version=schema.c.version))
    except SQLAlchemyError as fault:
        raise Unstored(f"The database cannot be opened: {short(fault)}") from None
    finally:
        engine.dispose()


def opened(db: str) -> sql.Engine:
    """The database, made durable; Unstored says why it cannot be opened."""
    try:
        url = address(db)
        engine = sql.create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    except ModuleNotFoundError as missing:
        raise Unstored(f"For this database {missing.name} must be installed: benben[postgres].") from None
    except (SQLAlchemyError, OSError, ValueError) as fault:
        raise Unstored(f"The database cannot be opened: {fault}") from None
    if not url.startswith("sqlite"):
        return engine

    @sql.event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        _keep_journal(connection)
        for line in ("synchronous=FULL", f"busy_timeout={PATIENCE * 1000}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {line}")

    return engine


def _keep_journal(connection: sqlite3.Connection) -> None:
    """Write-ahead. While another writes, SQLite refuses this change at once, whatever it was told to wait."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


def prepare(engine: sql.Engine) -> None:
    """Made, or brought up to date; Unstored says why it cannot be."""
    try:
        migrations.climb(engine, everything)
    except migrations.Unknown as unknown:
        raise Unstored(str(unknown)) from None
    except SQLAlchemyError as fault:
        raise Unstored(f"The database cannot be opened: {short(fault)}") from None


def short(fault: Exception) -> str:
    """Its cause in one line, without the statement and its values."""
    return str(getattr(fault, "orig", None) or type(fault).__name__).strip().split("\n")[0]
