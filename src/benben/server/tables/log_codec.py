"""Encoding of log lines as rows of the database, and their conversion from and to entries of a match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from benben.core.contract import Event, Unreadable
from benben.core.entries import Entry
from benben.core.match import Match
from benben.server.storage.rows import LogRow
from benben.server.tables.log import Happened, LogLine, MatchLine

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[LogLine] = msgspec.json.Decoder(LogLine)
_packer, _unpacker = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(list[list[Any]])


def pack(rows: Sequence[LogRow]) -> bytes:
    """Rows as bytes, which go to a worker and back in a moment."""
    return _packer.encode(rows)


def unpack(packed: bytes) -> list[LogRow]:
    # Not decoded as LogRow: when compiled, its annotations do not say which fields may be None.
    return [LogRow._make(row) for row in _unpacker.decode(packed)]


def encode(
    n: int, line: LogLine, person: str | None = None, id: str | None = None, digest: str | None = None
) -> LogRow:
    """A line as row n of the log, with the person, the id and the digest of the message that it came from."""
    return LogRow(n, _kind(type(line)), _encoder.encode(line).decode(), person, id, digest)


@cache
def _kind(sort: type[LogLine]) -> str:
    return str(sort.__struct_config__.tag)


def decode(entry: LogRow) -> LogLine:
    """The line of a row; Unreadable if it is damaged or from a newer version."""
    try:
        return _decoder.decode(entry.body)
    except msgspec.DecodeError as fault:
        raise Unreadable(str(fault), f"entry {entry.n}") from None


def line_of(m: Match, entry: Entry) -> MatchLine:
    """The line for an entry that is to follow m. Events are written in notation."""
    if not isinstance(entry, Event):
        return entry
    at, by, what = entry
    return Happened(at, by, "" if what is None else m.functions.name(m.state, what))


def entry_of(m: Match, line: MatchLine) -> Entry:
    """The entry of a line that follows m."""
    if not isinstance(line, Happened):
        return line
    return Event(line.at, line.by, m.functions.find(m.state, line.what) if line.what else None)
