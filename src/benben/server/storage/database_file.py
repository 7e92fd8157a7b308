"""The file of an SQLite database: readable by its owner alone, and watched while it is open."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path
from typing import TypeAlias

import sqlalchemy as sql

from benben.server.storage.errors import StorageError

FileIdentity: TypeAlias = tuple[int, int] | None  # device and inode; None if there is no file

OWNER_ONLY = stat.S_IRUSR | stat.S_IWUSR  # the rights of every file of a database
FILE_GONE = (
    "The database file was deleted, moved or replaced while the server runs, so nothing can be stored. "
    "Put the same file back, or stop the server and restore a backup."
)

_log = logging.getLogger("benben")


class DatabaseFile:
    """The file that a server has open, and its write-ahead log. Make it while a connection is open.

    An open file that was deleted or replaced still takes changes, and they are lost with the process.
    """

    def __init__(self, path: Path) -> None:
        self._opened = [(name, _identity(name)) for name in (str(path), f"{path}-wal")]

    def check(self) -> None:
        """StorageError if one of the files is no longer the one that was opened."""
        for name, identity in self._opened:
            if _identity(name) != identity:
                raise StorageError(FILE_GONE)


def sqlite_path(url: sql.URL) -> Path | None:
    """The path of an SQLite file; None for another database, and for one in memory."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    if url.database == ":memory:" or url.database.startswith("file:"):
        return None
    return Path(url.database).resolve()


def prepare_file(path: Path) -> None:
    """Create the file, or take it from everybody but its owner. SQLite gives its other files the same rights.

    A file that a group may read, and not everybody, is left so: somebody chose that.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
        return
    except FileExistsError:
        pass
    for name in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        try:
            if name.stat().st_mode & stat.S_IRWXO:
                name.chmod(OWNER_ONLY)
                _log.warning("%s could be read by everybody; now only by its owner.", name)
        except FileNotFoundError:
            pass
        except OSError as fault:
            _log.warning("%s can be read by everybody: %s.", name, fault.strerror)


def _identity(name: str) -> FileIdentity:
    try:
        found = os.stat(name)  # noqa: PTH116 - twice for every commit, and a Path costs as much again
    except OSError:
        return None
    return found.st_dev, found.st_ino
