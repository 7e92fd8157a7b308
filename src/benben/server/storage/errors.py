"""Errors of the store. Each says that nothing of a transaction was written."""

from __future__ import annotations


class StorageError(Exception):
    """The database did not take a transaction; nothing of it was written."""


class WriteConflict(StorageError):
    """A row with the same key is there already: somebody else wrote first."""


class StaleDecision(WriteConflict):
    """A decision was based on a log that has grown since. The new lines have been applied."""
