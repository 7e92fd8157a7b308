"""The lock of an SQLite database: a second server process on the same file is refused before it starts.

A lock file beside the database is held as long as the process lives; the operating system releases it however
the process ends. The database itself is not locked: backups and other programs can still read it.
"""

from __future__ import annotations

import os
import sys
from typing import IO

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from benben.server.storage.database import database_url
from benben.server.storage.database_file import OWNER_ONLY, sqlite_path
from benben.server.storage.errors import StorageError


def acquire(db: str) -> IO[bytes] | None:
    """Lock the database for this process and return the lock file, to be kept open.

    None where several processes may share the database. StorageError if another process has the lock.
    """
    try:
        url = sql.make_url(database_url(db))
    except (SQLAlchemyError, OSError, ValueError) as fault:
        raise StorageError(f"The database cannot be opened: {fault}") from None
    path = sqlite_path(url)
    if path is None:
        return None
    try:
        file = os.fdopen(os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_APPEND, OWNER_ONLY), "ab")
    except OSError as fault:
        raise StorageError(f"The database cannot be opened: {fault.strerror}") from None
    try:
        _lock(file)
    except OSError:
        file.close()
        raise StorageError(
            f"Another Benben serves {path} already. Several processes can share a PostgreSQL database."
        ) from None
    return file


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
