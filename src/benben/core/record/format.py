"""The file format of a record: its values, their text and their JSON, each in one canonical form.

A reader refuses what a writer would not have written, to the byte, so text and JSON turn into each other and
back without loss, and no change of a byte goes unnoticed. docs/record.md shows the form.
"""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from benben.core.contract import CHANCE, TIME, Unreadable
from benben.core.entries import ENTRY_KINDS, KIND_BY_WORD, EntryKind

FORMAT: Final = 1
LARGEST = 4_000_000  # bytes: some 90,000 entries

_Count = Annotated[int, Meta(ge=0, le=10**12)]
_Short = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]
_Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
_Long = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Word = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*\Z", max_length=40)]
_Points = Annotated[int, Meta(ge=-(10**12), le=10**12)]
_Kind = Annotated[str, Meta(pattern=rf"^({'|'.join(['event', *KIND_BY_WORD])})\Z")]
_OWN = ("text", "kept", "name", "level")  # fields that only some kinds of entry have


class Sitter(Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat when the match begins."""

    name: str
    level: str  # of a bot; empty for a person
    seed: _Seed  # its own part of the dice


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


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal[1]
    game: _Word
    rules: _Count  # version
    options: dict[str, Any]  # all of them
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
        if name == "entries" and value:
            rows = ",\n".join(f"    {_json(line)}" for line in value)
            fields.append(f'  "entries": [\n{rows}\n  ]')
        else:
            fields.append(f'  "{name}": {_json(value)}')
    return "{\n" + ",\n".join(fields) + "\n}\n"


def read(source: str | bytes) -> Record:
    """A record from its text or its JSON; Unreadable says where the fault is."""
    if len(source) > LARGEST:
        raise Unreadable(f"a record has at most {LARGEST:,} bytes")
    try:
        text = source.decode() if isinstance(source, bytes) else source
        text.encode()
    except UnicodeError as fault:
        raise Unreadable("not UTF-8", f"byte {getattr(fault, 'start', 0)}") from None
    as_json = text.startswith("{")
    record = _decoded(text, Record) if as_json else _read_text(text)
    _check_lines(record)
    again = write_json(record) if as_json else write_text(record)
    if again != text:
        pairs = zip(text.split("\n"), again.split("\n"), strict=False)
        line = next((n for n, (one, other) in enumerate(pairs, 1) if one != other), text.count("\n") + 1)
        raise Unreadable("not written as records are", f"line {line}")
    return record


# Text


def _header(record: Record) -> list[str]:
    order = " ".join(str(player + 1) for player in record.joined)
    return [
        f"benben record {record.format}",
        f"game {record.game}",
        f"rules {record.rules}",
        f"options {_json(record.options)}",
        *(f"seat {n}: {_who(one.name, one.level)}, seed {one.seed}" for n, one in enumerate(record.seats, 1)),
        f"seating by {record.seating}: {order}",
        f"clock {_clock(record.clock)}",
        f"commitment {record.commitment}",
    ]


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


_NUMBER = "(0|[1-9][0-9]{0,11})"
_LIST = "-?[0-9]{1,12}(?: -?[0-9]{1,12})*"
_STRING = r'("(?:[^"\\]|\\.)*")'
_WHO = rf"(?:person {_STRING}|bot {_STRING}, level {_STRING})"
_SEAT = re.compile(rf"seat {_NUMBER}: {_WHO}, seed ([0-9a-f]{{32}})")


def _phrase(kind: EntryKind) -> str:
    """The phrase of a kind of entry as a pattern."""
    return kind.phrase.format(kept=_NUMBER, who=_WHO)


_ENTRY = re.compile(
    rf"([0-9a-f]{{8}})  +{_NUMBER}  +{_NUMBER}\.([0-9]{{3}})  (?:(chance)|(time)|seat ([1-9][0-9]?))"
    rf"(?:(: )(.*)| (?:{'|'.join(f'(?P<{kind.word}>{_phrase(kind)})' for kind in ENTRY_KINDS)}))?"
)
_TIME = r"((?:0|[1-9][0-9]{0,8})\.[0-9]{3})"
_CLOCK = rf"clock (?:none|{_TIME} for each move|{_TIME} in all, {_TIME} more each turn)"
_OUTCOME = rf"outcome (?:none yet|places ({_LIST}), winners ({_LIST}|nobody), points ({_LIST}), {_STRING})"


class _Lines:
    """The lines of a text, taken one by one."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.n = 0  # taken so far

    def maybe(self, pattern: str | re.Pattern[str]) -> tuple[Any, ...] | None:
        found = re.fullmatch(pattern, self.lines[self.n]) if self.n < len(self.lines) else None
        if not found:
            return None
        self.n += 1
        return found.groups()

    def take(self, pattern: str, what: str) -> tuple[Any, ...]:
        found = self.maybe(pattern)
        if found is None:
            raise Unreadable(f"here should stand {what}", f"line {self.n + 1}")
        return found

    def string(self, quoted: str | None) -> str:
        """What stands between the quotation marks on the line just taken."""
        return str(_decoded(quoted, str, f"line {self.n}")) if quoted else ""


def _read_text(text: str) -> Record:
    lines = _Lines(text)
    (number,) = lines.take(rf"benben record {_NUMBER}", f"the words: benben record {FORMAT}")
    if number != str(FORMAT):
        raise Unreadable(f"this program reads records of format {FORMAT} only", "line 1")
    (game,) = lines.take("game (.+)", "the game")
    (rules,) = lines.take(f"rules {_NUMBER}", "the version of the rules")
    (options,) = lines.take(r"options (\{.*\})", "the options")
    options = _decoded(options, dict[str, Any], "line 4")
    seats: list[dict[str, Any]] = []
    while one := lines.maybe(_SEAT):
        person, bot, level, seed = one[1:]
        seats.append({"name": lines.string(person or bot), "level": lines.string(level), "seed": seed})
    seating, joined = lines.take(f"seating by (chance|choice): ({_LIST})", "the seating")
    move, bank, more = lines.take(_CLOCK, "the clock")
    (commitment,) = lines.take("commitment ([0-9a-f]{64})", "the commitment")
    (chain,) = lines.take("chain ([0-9a-f]{8})", "the hash of the lines above")
    lines.take("", "an empty line")
    entries: list[dict[str, Any]] = []
    while one := lines.maybe(_ENTRY):
        entries.append(_entry(lines, one))
    lines.take("", "an entry, or an empty line after the last")
    places, winners, points, reason = lines.take(_OUTCOME, "the outcome")
    (secret,) = lines.take("secret (?:not told yet|([0-9a-f]{64}))", "the secret")
    (seal,) = lines.take("seal ([0-9a-f]{64})", "the seal")
    outcome = places and {
        "places": _numbers(places),
        "winners": [] if winners == "nobody" else [seat - 1 for seat in _numbers(winners)],
        "points": _numbers(points),
        "reason": lines.string(reason),
    }
    fields = {
        "format": FORMAT,
        "game": game,
        "rules": int(rules),
        "options": options,
        "seats": seats,
        "seating": seating,
        "joined": [player - 1 for player in _numbers(joined)],
        "clock": {
            "kind": "move" if move else "bank" if bank else "none",
            "budget": _millis(move or bank),
            "increment": _millis(more),
        },
        "commitment": commitment,
        "chain": chain,
        "entries": entries,
        "outcome": outcome,
        "secret": secret,
        "seal": seal,
    }
    try:
        return msgspec.convert(fields, Record)
    except msgspec.ValidationError as fault:
        raise _unreadable(fault) from None


def _entry(lines: _Lines, found: tuple[Any, ...]) -> dict[str, Any]:
    short, _, seconds, millis, chance, time, seat, colon, text = found[:9]
    fields = {
        "hash": short,
        "at": int(seconds) * 1000 + int(millis),
        "by": CHANCE if chance else TIME if time else int(seat) - 1,
    }
    if colon or time:
        return {**fields, "text": text or ""}
    group = _ENTRY.groupindex  # group n of the pattern is found[n - 1]
    word = next((word for word in KIND_BY_WORD if found[group[word] - 1]), "")
    kept, (person, bot, level) = found[group["undo"]], found[group["seat"] : group["seat"] + 3]
    own = {"kept": int(kept or 0), "name": lines.string(person or bot), "level": lines.string(level)}
    names = KIND_BY_WORD[word].own_fields if word else ()
    return {**fields, "kind": word, **{name: own[name] for name in names}}


def _millis(text: str | None) -> int:
    return int(text.replace(".", "")) if text else 0


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(" ")]


# JSON


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic" if isinstance(value, dict) else None).decode()


def _decoded(text: str, kind: Any, place: str = "") -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise _unreadable(fault, place) from None


def _unreadable(fault: Exception, place: str = "") -> Unreadable:
    found = re.fullmatch(r"(.*?)(?: - at `(.*)`| \((byte \d+)\))?", str(fault), re.DOTALL)
    sentence, path, byte = found.groups() if found else (str(fault), "", "")
    return Unreadable(sentence, place or path or byte or "byte 0")


def _check_lines(record: Record) -> None:
    """Unreadable if lines or clock break a rule that the types cannot express."""
    if (record.clock.kind == "none" and record.clock.budget) or (
        record.clock.kind != "bank" and record.clock.increment
    ):
        raise Unreadable("a clock of that kind has no such time", "clock")
    for n, line in enumerate(record.entries, 1):
        if not line.text.isprintable():
            raise Unreadable("notation is one line of characters that show", f"entry {n}")
        if line.by < 0 and (line.kind != "event" or line.by not in (CHANCE, TIME)):
            raise Unreadable("chance and time do nothing of that sort", f"entry {n}")
        if any(getattr(line, field) for field in _OWN if field not in _fields(line)):
            raise Unreadable("an entry of that kind has no such field", f"entry {n}")


def _fields(line: RecordLine) -> tuple[str, ...]:
    """The fields that the text of an entry shows; others would be in JSON without a hash that covers them."""
    if line.kind == "event":
        return () if line.by == TIME else ("text",)
    return KIND_BY_WORD[line.kind].own_fields


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
