"""Faults of the databases, in sentences for the host. They name no file and no value."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import IntegrityError

from benben.server.storage.errors import DamagedDatabase, StorageError, WriteConflict

FULL = "The database cannot be written: its disk is full."
READ_ONLY = "The database is read-only."
NO_ANSWER = "The database did not answer."
LOST = "The connection to the database was lost."
DAMAGED = "A part of the database cannot be read. Run `benben check`."

_SQLITE_DAMAGED = {  # results of SQLite, with their extensions
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
}
_SQLITE_SENTENCES = {  # by the first byte of the result
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: "The database cannot be written: its disk is full or broken.",
}
_POSTGRES_DAMAGED = ("XX001", "XX002")  # a page of a table, or of an index
_POSTGRES_SENTENCES = {  # by the beginning of SQLSTATE
    "53100": FULL,
    "25006": READ_ONLY,
    "58030": "The database cannot be written: its disk is broken.",
    "57P": LOST,
    "08": LOST,
}


def storage_error(fault: Exception) -> StorageError:
    """The StorageError for an error of the database."""
    if isinstance(fault, StorageError):
        return fault
    if isinstance(fault, IntegrityError):
        return WriteConflict("Something else happened at this table first.")
    original, reason = getattr(fault, "orig", None) or fault, short_reason(fault)
    if isinstance(original, sqlite3.Error):
        damaged, sentence = _sqlite_sentence(getattr(original, "sqlite_errorcode", 0))
    else:
        damaged, sentence = _postgres_sentence(getattr(original, "sqlstate", None) or "")
        if not sentence and getattr(fault, "connection_invalidated", False):
            sentence = LOST
    if damaged:
        return DamagedDatabase(DAMAGED, reason)
    return StorageError(sentence or NO_ANSWER, reason)


def _sqlite_sentence(code: int) -> tuple[bool, str]:
    """Whether a part cannot be read, and the sentence for another known fault."""
    kind = code & 0xFF
    damaged = kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or code in _SQLITE_DAMAGED
    return damaged, _SQLITE_SENTENCES.get(kind, "")


def _postgres_sentence(state: str) -> tuple[bool, str]:
    """Whether a part cannot be read, and the sentence for another known fault."""
    known = (sentence for start, sentence in _POSTGRES_SENTENCES.items() if state.startswith(start))
    return state in _POSTGRES_DAMAGED, next(known, "")


def short_reason(fault: Exception) -> str:
    """The cause of an error in one line, without the statement and its values."""
    return str(getattr(fault, "orig", None) or type(fault).__name__).strip().split("\n")[0]
