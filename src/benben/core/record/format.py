"""The file format of a record: its values, their text and their JSON, each in one canonical form.

Text and JSON turn into each other and back without loss. Format 2 has the commitments of seats, format 3
a position that the match began with; older records are read, checked and written as before.
docs/record.md shows the form.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from benben.core.contract import CHANCE, TIME
from benben.core.entries import KIND_BY_WORD

FORMAT: Final = 2  # that new matches are written in
POSITION_FORMAT: Final = 3  # that matches are written in which begin at a position
LARGEST = 4_000_000  # bytes: some 90,000 entries

_Count = Annotated[int, Meta(ge=0, le=10**12)]
_Short = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]
_Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
_Commitment = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
_Long = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Word = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*\Z", max_length=40)]
_Points = Annotated[int, Meta(ge=-(10**12), le=10**12)]
Format: TypeAlias = Literal[1, 2, 3]
_Kind = Annotated[str, Meta(pattern=rf"^({'|'.join(['event', *KIND_BY_WORD])})\Z")]


class Sitter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player of a seat when the match begins."""

    name: str
    level: str  # of a bot; empty for a person
    seed: _Seed  # its own part of the dice; of a bot zeros, since format 2
    commitment: _Commitment = ""  # to the seed, before others were known; empty: the seed was given openly


class Agreed(Struct, frozen=True, forbid_unknown_fields=True):
    """The clock that the players agreed on; clock.py has it run."""

    kind: Literal["none", "move", "bank"] = "none"
    budget: _Count = 0  # ms for a move, or for the whole match
    increment: _Count = 0  # ms that a turn adds to a bank


class RecordLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of the match."""

    hash: _Short  # of this line and the hash before it
    at: _Count  # ms
    by: Annotated[int, Meta(ge=TIME, le=99)]  # a seat, from 0; -1 chance, -4 time
    kind: _Kind = "event"
    text: str = ""  # of an event: what happened, in notation
    kept: _Count = 0  # of an undo: how many events stand
    name: str = ""  # of a change of seat: who plays it from now on
    level: str = ""  # and if that is a bot, its level


class RecordOutcome(Struct, frozen=True, forbid_unknown_fields=True):
    places: tuple[_Count, ...]
    winners: tuple[_Count, ...]
    points: tuple[_Points, ...]
    reason: str


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: Format
    game: _Word
    rules: _Count  # version
    options: dict[str, Any]  # all of them
    position: str = ""  # that the match began with, in notation; empty: the start of the game
    seats: Annotated[tuple[Sitter, ...], Meta(min_length=1, max_length=99)]
    seating: Literal["chance", "choice"]
    joined: tuple[_Count, ...]  # entry i is the player, in order of joining from 0, who got seat i
    clock: Agreed
    commitment: _Long  # hash of the secret
    chain: _Short  # hash of everything above
    entries: tuple[RecordLine, ...]
    outcome: RecordOutcome | None  # None: the match still runs
    secret: _Long | None  # None: not told yet
    seal: _Long  # hash of everything above, as text


def sealed(record: Record) -> Record:
    """The record with all its hashes computed."""
    chain = last = header_hash(record)
    entries = []
    for n, line in enumerate(record.entries, 1):
        last = line_hash(last, n, line)
        entries.append(replace(line, hash=last))
    whole = replace(record, chain=chain, entries=tuple(entries))
    return replace(whole, seal=seal_of(whole))


def header_hash(record: Record) -> str:
    return _sha("\n".join(_header(record)))[:8]


def line_hash(last: str, n: int, line: RecordLine) -> str:
    return _sha(f"{last}\n{_body(n, line)}")[:8]


def seal_of(record: Record) -> str:
    return _sha(_unsealed(record))


def write_text(record: Record) -> str:
    return f"{_unsealed(record)}seal {record.seal}\n"


def write_json(record: Record) -> str:
    """The record as JSON, with a line for each field and each entry."""
    fields = []
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if name == "position" and not value:
            continue
        if name == "entries" and value:
            rows = ",\n".join(f"    {_json(line)}" for line in value)
            fields.append(f'  "entries": [\n{rows}\n  ]')
        else:
            fields.append(f'  "{name}": {_json(value)}')
    return "{\n" + ",\n".join(fields) + "\n}\n"


# Text


def _header(record: Record) -> list[str]:
    order = " ".join(str(player + 1) for player in record.joined)
    return [
        f"benben record {record.format}",
        f"game {record.game}",
        f"rules {record.rules}",
        f"options {_json(record.options)}",
        *([f"position {record.position}"] if record.position else []),
        *(f"seat {n}: {_sitter(record.format, one)}" for n, one in enumerate(record.seats, 1)),
        f"seating by {record.seating}: {order}",
        f"clock {_clock(record.clock)}",
        f"commitment {record.commitment}",
    ]


def _sitter(format: int, one: Sitter) -> str:
    who = _who(one.name, one.level)
    if format == 1:
        return f"{who}, seed {one.seed}"
    if one.level:
        return f"{who}, no seed"
    return f"{who}, seed {one.seed}, {f'commitment {one.commitment}' if one.commitment else 'given openly'}"


def _unsealed(record: Record) -> str:
    lines = [*_header(record), f"chain {record.chain}", ""]
    lines += [f"{line.hash}  {_body(n, line)}" for n, line in enumerate(record.entries, 1)]
    lines += ["", f"outcome {_outcome_text(record.outcome)}", f"secret {record.secret or 'not told yet'}", ""]
    return "\n".join(lines)


def _clock(clock: Agreed) -> str:
    if clock.kind == "none":
        return "none"
    if clock.kind == "move":
        return f"{_seconds(clock.budget)} for each move"
    return f"{_seconds(clock.budget)} in all, {_seconds(clock.increment)} more each turn"


def _seconds(millis: int) -> str:
    return f"{millis // 1000}.{millis % 1000:03}"


def _body(n: int, line: RecordLine) -> str:
    by = {CHANCE: "chance", TIME: "time"}.get(line.by, f"seat {line.by + 1}")
    if line.kind == "event":
        what = "" if line.by == TIME else f": {line.text}"
    else:
        what = " " + KIND_BY_WORD[line.kind].phrase.format(kept=line.kept, who=_who(line.name, line.level))
    return f"{n:5}  {_seconds(line.at):>11}  {by}{what}"


def _who(name: str, level: str) -> str:
    return f"bot {_quoted(name)}, level {_quoted(level)}" if level else f"person {_quoted(name)}"


def _outcome_text(ending: RecordOutcome | None) -> str:
    if ending is None:
        return "none yet"
    places, points = (" ".join(map(str, numbers)) for numbers in (ending.places, ending.points))
    winners = " ".join(str(seat + 1) for seat in ending.winners) or "nobody"
    return f"places {places}, winners {winners}, points {points}, {_quoted(ending.reason)}"


def _quoted(text: str) -> str:
    """The text in quotes as in JSON; characters that do not show, such as any line break, are escaped too."""
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else _escaped(c) for c in text) + '"'


def _escaped(c: str) -> str:
    if c in '"\\':
        return "\\" + c
    units = c.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


# JSON


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic" if isinstance(value, dict) else None).decode()


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
