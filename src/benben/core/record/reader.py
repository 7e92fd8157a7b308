"""The reader of records: from text or JSON, each accepted only as a writer makes it.

A reader refuses what a writer would not have written, to the byte, so no change of a byte goes unnoticed.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from benben.core.chance import IDLE_SEED
from benben.core.contract import CHANCE, TIME, Unreadable
from benben.core.entries import ENTRY_KINDS, KIND_BY_WORD, EntryKind
from benben.core.record.format import (
    FORMAT,
    LARGEST,
    POSITION_FORMAT,
    Record,
    RecordLine,
    Sitter,
    write_json,
    write_text,
)

_FORMATS = ("1", "2", "3")
_OWN = ("text", "kept", "name", "level")  # fields that only some kinds of entry have


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
    _check_position(record)
    _check_seats(record)
    _check_lines(record)
    again = write_json(record) if as_json else write_text(record)
    if again != text:
        pairs = zip(text.split("\n"), again.split("\n"), strict=False)
        line = next((n for n, (one, other) in enumerate(pairs, 1) if one != other), text.count("\n") + 1)
        raise Unreadable("not written as records are", f"line {line}")
    return record


def _check_position(record: Record) -> None:
    """Unreadable if there is a position in a format that has none, or none in the format that is for it."""
    if bool(record.position) != (record.format == POSITION_FORMAT):
        words = "has none" if record.position else "is for matches that begin at one"
        raise Unreadable(f"format {record.format} {words}", "position")
    if not record.position.isprintable():
        raise Unreadable("notation is one line of characters that show", "position")


def _check_seats(record: Record) -> None:
    """Unreadable if a seat has what its format does not know, or a bot a part of the dice."""
    for n, one in enumerate(record.seats, 1):
        if record.format == 1 and one.commitment:
            raise Unreadable("a seat has no commitment in format 1", f"seat {n}")
        if record.format > 1 and one.level and one != Sitter(one.name, one.level, IDLE_SEED):
            raise Unreadable("a bot adds nothing to the dice: its seed is zeros", f"seat {n}")


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
        if line.kind != "event" and KIND_BY_WORD[line.kind].since > record.format:
            raise Unreadable(f"format {record.format} has no entry of that kind", f"entry {n}")


def _fields(line: RecordLine) -> tuple[str, ...]:
    """The fields that the text of an entry shows; others would be in JSON without a hash that covers them."""
    if line.kind == "event":
        return () if line.by == TIME else ("text",)
    return KIND_BY_WORD[line.kind].own_fields


# Text


_NUMBER = "(0|[1-9][0-9]{0,11})"
_LIST = "-?[0-9]{1,12}(?: -?[0-9]{1,12})*"
_STRING = r'("(?:[^"\\]|\\.)*")'
_WHO = rf"(?:person {_STRING}|bot {_STRING}, level {_STRING})"
_SEAT = re.compile(
    rf"seat {_NUMBER}: {_WHO}, "
    r"(?:seed ([0-9a-f]{32})(?:, commitment ([0-9a-f]{64})|, given openly)?|no seed)"
)


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
    if number not in _FORMATS:
        raise Unreadable(
            f"this program reads records of format {', '.join(_FORMATS[:-1])} and {_FORMATS[-1]} only",
            "line 1",
        )
    (game,) = lines.take("game (.+)", "the game")
    (rules,) = lines.take(f"rules {_NUMBER}", "the version of the rules")
    (options,) = lines.take(r"options (\{.*\})", "the options")
    options = _decoded(options, dict[str, Any], "line 4")
    position = lines.maybe("position (.+)")
    seats: list[dict[str, Any]] = []
    while one := lines.maybe(_SEAT):
        person, bot, level, seed, committed = one[1:]
        who = {"name": lines.string(person or bot), "level": lines.string(level)}
        seats.append({**who, "seed": seed or IDLE_SEED, "commitment": committed or ""})
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
        "format": int(number),
        "game": game,
        "rules": int(rules),
        "options": options,
        "position": position[0] if position else "",
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


def _decoded(text: str, kind: Any, place: str = "") -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise _unreadable(fault, place) from None


def _unreadable(fault: Exception, place: str = "") -> Unreadable:
    found = re.fullmatch(r"(.*?)(?: - at `(.*)`| \((byte \d+)\))?", str(fault), re.DOTALL)
    sentence, path, byte = found.groups() if found else (str(fault), "", "")
    return Unreadable(sentence, place or path or byte or "byte 0")
