"""The record of a match: made from its entries, and replayed through the rules.

format.py has the values and writes the two forms, text and JSON; reader.py reads them; verify.py checks one.
docs/record.md shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from benben.core.clock import Clock
from benben.core.contract import TIME, Event, Game, Illegal, Unreadable
from benben.core.entries import KIND_BY_TYPE, KIND_BY_WORD, Entry, PlainEntry
from benben.core.match import Match
from benben.core.record.format import (
    FORMAT,
    LARGEST,
    POSITION_FORMAT,
    Agreed,
    Format,
    Record,
    RecordLine,
    RecordOutcome,
    Sitter,
    sealed,
    write_json,
    write_text,
)
from benben.core.record.reader import read
from benben.core.replay import Fold

__all__ = [
    "FORMAT",
    "LARGEST",
    "POSITION_FORMAT",
    "Agreed",
    "Format",
    "Record",
    "RecordLine",
    "RecordOutcome",
    "Sitter",
    "agreed",
    "make",
    "match_of",
    "plain_entry",
    "read",
    "sealed",
    "write_json",
    "write_text",
]

Load = Callable[[str], Game]  # games.load
NO_CLOCK = Agreed()


class RecordFault(Exception):
    """Something in the record is wrong; stops its replay or verification."""

    def __init__(self, place: str, sentence: str, entry: int | None = None) -> None:
        super().__init__(f"{place}: {sentence}")
        self.place, self.sentence, self.entry = place, sentence, entry


def make(
    game: Game,
    options: Any,
    seats: Sequence[Sitter],
    seating: Literal["chance", "choice"],
    joined: Sequence[int],
    commitment: str,
    secret: str | None,
    entries: Iterable[Entry],
    clock: Agreed = NO_CLOCK,
    written: Mapping[str, Any] | None = None,
    format: Format | None = None,
    position: str = "",
) -> Record:
    """The record of a match, sealed. Seats are as the match begins; later changes are entries.

    `joined` is what chance.seating gives: entry i is the player, in order of joining, who got seat i. Pass no
    secret while the match runs. `written` are the options as they were written when the match began, maybe
    before a newer option existed; else all of them. `format` is the one in which the match began; None: the
    present one. `position` is the text that the match began with, if it was no usual start.
    """
    fold = Fold(game, len(seats), options, position)
    lines = []
    for entry in entries:
        lines.append(_line(fold, entry))
        fold.add(entry)
    m = fold.match
    record = Record(
        format=format or (POSITION_FORMAT if position else FORMAT),
        game=game.name,
        rules=game.version,
        options=msgspec.to_builtins(options) if written is None else dict(written),
        position=position,
        seats=tuple(seats),
        seating=seating,
        joined=tuple(joined),
        clock=clock,
        commitment=commitment,
        chain="",
        entries=tuple(lines),
        outcome=RecordOutcome(*m.outcome) if m.over else None,
        secret=secret,
        seal="",
    )
    return sealed(record)


def agreed(clock: Clock) -> Agreed:
    """The clock as a record has it, without the times that its kind does not use."""
    budget = 0 if clock.kind == "none" else clock.budget
    return Agreed(clock.kind, budget, clock.increment if clock.kind == "bank" else 0)


def match_of(record: Record, load: Load) -> Match:
    """The match of a record, every entry judged by the rules; hashes and draws are not checked.

    Unreadable names the first entry that may not follow.
    """
    try:
        fold = first_fold(record, load)
        for n, line in enumerate(record.entries, 1):
            apply_line(fold, n, line)
    except RecordFault as wrong:
        raise Unreadable(wrong.sentence, wrong.place) from None
    return fold.match


def first_fold(record: Record, load: Load) -> Fold:
    """The match before its first entry; RecordFault if game, options or position are unknown here."""
    game, options = _game_and_options(record, load)
    try:
        return Fold(game, len(record.seats), options, record.position)
    except (Illegal, Unreadable) as fault:
        raise RecordFault(
            "position", f"{fault.sentence[:1].upper()}{fault.sentence[1:].rstrip('.')}."
        ) from None


def _game_and_options(record: Record, load: Load) -> tuple[Game, Any]:
    """The game in the version of the record, and its options; RecordFault if they are unknown here."""
    try:
        present = load(record.game)
    except Unreadable as fault:
        raise RecordFault("game", f"There is no game {record.game} here: {fault.sentence}.") from None
    try:
        game = present.edition(record.rules)
    except Unreadable as fault:
        raise RecordFault("rules", fault.sentence) from None
    try:
        options = game.options_of(record.options)
        game.rules.start(len(record.seats), options)
    except Illegal as fault:
        raise RecordFault("options", fault.sentence) from None
    read = msgspec.to_builtins(options)
    if {name: read[name] for name in record.options if name in read} != record.options:
        raise RecordFault("options", "They are not written in the form of options.")
    return game, options  # an option that was added later is not written, and has its value of before


def apply_line(fold: Fold, n: int, line: RecordLine) -> None:
    """Add the entry of line n to the replay; RecordFault if it may not follow."""
    try:
        entry = _entry(fold, line)
        fold.add(entry)
    except Unreadable as fault:
        raise RecordFault(f"entry {n}", f"{fault}.", n) from None
    except Illegal as fault:
        raise RecordFault(f"entry {n}", str(fault), n) from None


def _line(fold: Fold, entry: Entry) -> RecordLine:
    if isinstance(entry, Event):
        text = "" if entry.by == TIME else fold.game.notation.name(fold.state, entry.what)
        return RecordLine("", entry.at, entry.by, text=text)
    kind = KIND_BY_TYPE[type(entry)]
    own = {name: getattr(entry, name) for name in kind.own_fields}
    return RecordLine("", entry.at, entry.by, kind.word, **own)


def plain_entry(line: RecordLine) -> PlainEntry | None:
    """The entry of a line; None if it is an event, which only the game can read."""
    kind = KIND_BY_WORD.get(line.kind)
    return kind and kind.type(line.at, line.by, *(getattr(line, name) for name in kind.own_fields))


def _entry(fold: Fold, line: RecordLine) -> Entry:
    """The entry of a line; Unreadable if it is not in the game's notation."""
    if (plain := plain_entry(line)) is not None:
        return plain
    if line.by == TIME:
        return Event(line.at, line.by, None)
    notation, s = fold.game.notation, fold.state
    what = notation.find(s, line.text)
    if notation.name(s, what) != line.text:
        raise Unreadable(f"in notation that is {notation.name(s, what)}", line.text)
    return Event(line.at, line.by, what)
