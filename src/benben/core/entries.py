"""Entries of a match: events, and the kinds of entries besides, with the words of log and record for them.

ENTRY_KINDS is the only list of kinds. The log of a table writes them as JSON under their tag; a record
writes them under their word, and as a line of text by their phrase. What was written is read for ever, so
none of these ever changes.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import Struct

from benben.core.contract import Event, Millis, Seat


class _EntryBase(Struct, frozen=True, tag_field="kind"):
    at: Millis
    by: Seat


class Undone(_EntryBase, frozen=True, tag="undone"):
    """The last events were taken back."""

    kept: int  # how many events still stand


class Resigned(_EntryBase, frozen=True, tag="resigned"):
    """A seat resigned, and the match ended or goes on without it."""


class Flagged(_EntryBase, frozen=True, tag="flagged"):
    """The think-time clock of a seat ran out."""


class Forfeited(_EntryBase, frozen=True, tag="forfeited"):
    """A seat was away too long, and those who waited for it claimed the end: it has left, as if resigned."""


class Aborted(_EntryBase, frozen=True, tag="aborted"):
    """The match was broken off without a result."""


class Drawn(_EntryBase, frozen=True, tag="drawn"):
    """All seats agreed to a draw; `by` is the last that did."""


class Reseated(_EntryBase, frozen=True, tag="reseated"):
    """From now on somebody else plays this seat."""

    name: str
    level: str  # the bot's level; empty for a person


class Consented(_EntryBase, frozen=True, tag="consented"):
    """A seat agreed to the undo of another seat, which follows."""


PlainEntry: TypeAlias = (  # no event of the game
    Undone | Resigned | Flagged | Forfeited | Aborted | Drawn | Reseated | Consented
)
Entry: TypeAlias = Event | PlainEntry


class EntryKind(NamedTuple):
    type: type[PlainEntry]
    word: str  # in a record's JSON
    phrase: str  # in a record's text, after the seat
    since: int = 1  # the first format of records that has it

    @property
    def own_fields(self) -> tuple[str, ...]:
        """The fields that only this kind of entry has."""
        return self.type.__struct_fields__[len(_EntryBase.__struct_fields__) :]


ENTRY_KINDS: Final = (
    EntryKind(Undone, "undo", "takes back all after event {kept}"),
    EntryKind(Resigned, "resign", "resigns"),
    EntryKind(Flagged, "flag", "is out of time"),
    EntryKind(Aborted, "break", "breaks off"),
    EntryKind(Drawn, "draw", "agrees to a draw"),
    EntryKind(Reseated, "seat", "is now {who}"),
    EntryKind(Consented, "agree", "agrees to take back", since=2),
    EntryKind(Forfeited, "forfeit", "is away too long", since=2),
)
KIND_BY_WORD: Final = {kind.word: kind for kind in ENTRY_KINDS}
KIND_BY_TYPE: Final[dict[Any, EntryKind]] = {kind.type: kind for kind in ENTRY_KINDS}
