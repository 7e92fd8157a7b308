"""Errors of the store."""

from __future__ import annotations

OUTCOME_UNKNOWN = "It is not known whether this was stored."


class StorageError(Exception):
    """The database did not answer, or did not take a transaction. Nothing of it was written.

    The sentence is for everybody; the reason, in the words of the database, is for the host alone.
    """

    def __init__(self, sentence: str, reason: str = "") -> None:
        super().__init__(f"{sentence.rstrip('.')}: {reason}" if reason else sentence)
        self.sentence = sentence


class WriteConflict(StorageError):
    """A row with the same key is there already: somebody else wrote first."""


class StaleDecision(WriteConflict):
    """A decision was based on a log that has grown since. The new lines have been applied."""


class DamagedDatabase(StorageError):
    """A part of the database cannot be read."""


class OutcomeUnknown(StorageError):
    """The answer to a commit was lost, and the database could not be asked: it may have been written."""

    def __init__(self, sentence: str = OUTCOME_UNKNOWN, reason: str = "") -> None:
        super().__init__(sentence, reason)
