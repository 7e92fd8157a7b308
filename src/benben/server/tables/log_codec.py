"""Lines of the log as they are written down, and the entries of a match that they stand for."""

from __future__ import annotations

from functools import cache

import msgspec

from benben.core import match
from benben.core.contract import Event, Unreadable
from benben.core.match import Match
from benben.server.storage.rows import Written
from benben.server.tables.log import (
    Aborted,
    Drawn,
    Flagged,
    Happened,
    Line,
    Played,
    Reseated,
    Resigned,
    Undone,
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def written(n: int, line: Line, person: str | None = None, id: str | None = None) -> Written:
    return Written(n, _kind(type(line)), _encoder.encode(line).decode(), person, id)


@cache
def _kind(sort: type[Line]) -> str:
    return str(sort.__struct_config__.tag)


def read(entry: Written) -> Line:
    try:
        return _decoder.decode(entry.body)
    except msgspec.DecodeError as fault:
        raise Unreadable(str(fault), f"entry {entry.n}") from None


def as_line(m: Match, entry: match.Entry) -> Played:
    """An entry that is about to follow m, as the log keeps it."""
    match entry:
        case Event(at, by, what):
            return Happened(at, by, "" if what is None else m.reach.name(m.state, what))
        case match.Undone(at, by, kept):
            return Undone(at, by, kept)
        case match.Resigned(at, by):
            return Resigned(at, by)
        case match.Flagged(at, by):
            return Flagged(at, by)
        case match.Aborted(at, by):
            return Aborted(at, by)
        case match.Drawn(at, by):
            return Drawn(at, by)
        case match.Reseated(at, by, name, level):
            return Reseated(at, by, name, level)


def as_entry(m: Match, line: Played) -> match.Entry:
    """The other way: a line of the log as an entry that follows m."""
    match line:
        case Happened(at, by, what):
            return Event(at, by, m.reach.find(m.state, what) if what else None)
        case Undone(at, by, kept):
            return match.Undone(at, by, kept)
        case Resigned(at, by):
            return match.Resigned(at, by)
        case Flagged(at, by):
            return match.Flagged(at, by)
        case Aborted(at, by):
            return match.Aborted(at, by)
        case Drawn(at, by):
            return match.Drawn(at, by)
        case Reseated(at, by, name, level):
            return match.Reseated(at, by, name, level)
