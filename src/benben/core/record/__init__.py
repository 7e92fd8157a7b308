"""A match as a record: made from its entries, replayed through the rules, and verified to the last byte.

format.py has the values and the two forms, text and JSON; docs/record.md shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from benben.core import chance, match
from benben.core import clock as clocks
from benben.core.clock import Clock
from benben.core.contract import CHANCE, TIME, Event, Game, Illegal, Unreadable
from benben.core.entries import KIND_BY_TYPE, KIND_BY_WORD, Entry, PlainEntry
from benben.core.match import Match
from benben.core.record.format import (
    FORMAT,
    LARGEST,
    Agreed,
    Ending,
    Line,
    Record,
    Sitter,
    header_hash,
    line_hash,
    read,
    seal_of,
    sealed,
    write_json,
    write_text,
)
from benben.core.replay import Fold

__all__ = [
    "FORMAT",
    "LARGEST",
    "Agreed",
    "Ending",
    "Line",
    "Record",
    "Sitter",
    "Verdict",
    "agreed",
    "match_of",
    "of",
    "read",
    "sealed",
    "verify",
    "write_json",
    "write_text",
]

Load = Callable[[str], Game]  # games.load
NO_CLOCK = Agreed()


class Verdict(NamedTuple):
    good: bool
    sentence: str
    entry: int | None  # the first wrong one, from 1; None: not an entry, or none is wrong
    place: str  # "entry 12", "line 3", "seating"; empty when good
    draws: int  # how many were made again from the seeds


class Wrong(Exception):
    """Stops a replay: something in the record is not so."""

    def __init__(self, place: str, sentence: str, entry: int | None = None) -> None:
        super().__init__(f"{place}: {sentence}")
        self.place, self.sentence, self.entry = place, sentence, entry


def of(
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
) -> Record:
    """The record of a match, sealed. Seats are as the match begins; later changes are entries.

    `joined` is what chance.seating gives: entry i is the player, in order of joining, who got seat i. Pass no
    secret while the match runs. `written` are the options as they were written when the match began, maybe
    before there was a newer one; else all of them.
    """
    fold = Fold(game, len(seats), options)
    lines = []
    for entry in entries:
        lines.append(_line(fold, entry))
        fold.add(entry)
    m = fold.match
    record = Record(
        format=FORMAT,
        game=game.name,
        rules=game.version,
        options=msgspec.to_builtins(options) if written is None else dict(written),
        seats=tuple(seats),
        seating=seating,
        joined=tuple(joined),
        clock=clock,
        commitment=commitment,
        chain="",
        entries=tuple(lines),
        outcome=Ending(*m.outcome) if m.over else None,
        secret=secret,
        seal="",
    )
    return sealed(record)


def agreed(clock: Clock) -> Agreed:
    """The clock as a record has it: times that its kind has no use for are left out."""
    budget = 0 if clock.kind == "none" else clock.budget
    return Agreed(clock.kind, budget, clock.increment if clock.kind == "bank" else 0)


def match_of(record: Record, load: Load) -> Match:
    """The match that the record tells, every entry judged by the rules; hashes and draws are not looked at.

    Unreadable names the first entry that may not follow.
    """
    try:
        game, options = _game(record, load)
        fold = Fold(game, len(record.seats), options)
        for n, line in enumerate(record.entries, 1):
            _follow(fold, n, line)
    except Wrong as wrong:
        raise Unreadable(wrong.sentence, wrong.place) from None
    return fold.match


def verify(source: Record | str | bytes, load: Load) -> Verdict:
    """Makes everything in the record again: hashes, seating, every draw, every position, the outcome."""
    draws = 0
    try:
        record = source if isinstance(source, Record) else read(source)
        game, options = _game(record, load)
        _check_head(record)
        seeds = [one.seed for one in record.seats]
        fold, last = Fold(game, len(record.seats), options), record.chain
        watch = _Watch(record, fold)
        for n, line in enumerate(record.entries, 1):
            before, draw = fold.state, fold.draws
            watch.check(n, line)
            _follow(fold, n, line)
            watch.go_on(line)
            if line.by == CHANCE and record.secret:
                _check_draw(game, before, n, line, draw, record.secret, seeds)
                draws += 1
            if line.hash != line_hash(last, n, line):
                raise Wrong(f"entry {n}", "It does not match its hash.", n)
            last = line.hash
        _check_end(record, fold.match)
    except Wrong as wrong:
        return Verdict(False, wrong.sentence, wrong.entry, wrong.place, draws)
    except Unreadable as fault:
        return Verdict(False, f"{fault.sentence[:1].upper()}{fault.sentence[1:]}.", None, fault.place, draws)
    return Verdict(True, _praise(record, draws), None, "", draws)


def _game(record: Record, load: Load) -> tuple[Game, Any]:
    try:
        present = load(record.game)
    except Unreadable as fault:
        raise Wrong("game", f"There is no game {record.game} here: {fault.sentence}.") from None
    try:
        game = present.edition(record.rules)
    except Unreadable as fault:
        raise Wrong("rules", fault.sentence) from None
    try:
        options = game.options_of(record.options)
        game.rules.start(len(record.seats), options)
    except Illegal as fault:
        raise Wrong("options", fault.sentence) from None
    read = msgspec.to_builtins(options)
    if {name: read[name] for name in record.options if name in read} != record.options:
        raise Wrong("options", "They are not written as options are.")
    return game, options  # one that came later is not written, and means what was so before


def _check_head(record: Record) -> None:
    if sorted(record.joined) != list(range(len(record.seats))):
        raise Wrong("seating", "It does not give each player one seat.")
    if record.secret:
        if chance.commitment(record.secret) != record.commitment:
            raise Wrong("commitment", "It is not the hash of the secret.")
        seeds = [""] * len(record.seats)
        for one, player in zip(record.seats, record.joined, strict=True):
            seeds[player] = one.seed
        if record.seating == "chance" and chance.seating(record.secret, seeds) != record.joined:
            raise Wrong("seating", "It does not follow from the secret and the seeds.")
    if header_hash(record) != record.chain:
        raise Wrong("chain", "What stands above the first entry does not match its hash.")


def _check_draw(game: Game, s: Any, n: int, line: Line, draw: int, secret: str, seeds: Sequence[str]) -> None:
    event = match.drawn(game, s, draw, secret, seeds, line.at)
    text = game.notation.name(s, event.what)
    if text != line.text:
        raise Wrong(f"entry {n}", f"Draw {draw + 1} is {text} by the seeds, not {line.text}.", n)


class _Watch:
    """The agreed clock, run again beside the entries. Not for bots: their pauses are not their own."""

    def __init__(self, record: Record, fold: Fold) -> None:
        own = record.clock
        self.clock = clocks.begin(own.kind, len(record.seats), own.budget, own.increment)
        self.people = {seat for seat, one in enumerate(record.seats) if not one.level}
        self.fold = fold
        self._go(0)

    def check(self, n: int, line: Line) -> None:
        """Nobody acts after running out of time, and nobody runs out of it before."""
        expiry = clocks.expiry(self.clock)
        if expiry and expiry[0] not in self.people:
            expiry = None
        if line.kind == "flag" and (line.by, line.at) != expiry:
            raise Wrong(f"entry {n}", f"The clock of seat {line.by + 1} had not run out just then.", n)
        late = line.at if line.by < 0 else line.at + 1  # in the last moment chance may act, and time
        if line.kind != "flag" and expiry and late > expiry[1]:
            raise Wrong(f"entry {n}", f"Seat {expiry[0] + 1} had run out of time before.", n)

    def go_on(self, line: Line) -> None:
        if line.kind == "seat":
            self.people = self.people - {line.by} if line.level else self.people | {line.by}
        self._go(line.at, line.kind == "undo")

    def _go(self, at: int, undo: bool = False) -> None:
        if self.clock.kind != "none":
            self.clock = clocks.after(self.clock, match.thinker(self.fold.match), at, undo)


def _check_end(record: Record, m: Match) -> None:
    if m.over != (record.outcome is not None):
        raise Wrong("outcome", "The match is over." if m.over else "The match is not over yet.")
    if record.outcome is not None:
        so = Ending(*m.outcome)
        for field in so.__struct_fields__:
            if getattr(record.outcome, field) != getattr(so, field):
                raise Wrong("outcome", f"The record and the match differ in {field}.")
    if seal_of(record) != record.seal:
        raise Wrong("seal", "It does not match what stands above it.")


def _follow(fold: Fold, n: int, line: Line) -> None:
    try:
        entry = _entry(fold, line)
        fold.add(entry)
    except Unreadable as fault:
        raise Wrong(f"entry {n}", f"{fault}.", n) from None
    except Illegal as fault:
        raise Wrong(f"entry {n}", str(fault), n) from None


def _line(fold: Fold, entry: Entry) -> Line:
    if isinstance(entry, Event):
        text = "" if entry.by == TIME else fold.game.notation.name(fold.state, entry.what)
        return Line("", entry.at, entry.by, text=text)
    kind = KIND_BY_TYPE[type(entry)]
    own = {name: getattr(entry, name) for name in kind.own_fields}
    return Line("", entry.at, entry.by, kind.word, **own)


def plain_entry(line: Line) -> PlainEntry | None:
    """The entry that a line tells if it is no event; None if it is one."""
    kind = KIND_BY_WORD.get(line.kind)
    return kind and kind.type(line.at, line.by, *(getattr(line, name) for name in kind.own_fields))


def _entry(fold: Fold, line: Line) -> Entry:
    """The entry that a line tells; Unreadable if its notation is not that of the game."""
    if (plain := plain_entry(line)) is not None:
        return plain
    if line.by == TIME:
        return Event(line.at, line.by, None)
    notation, s = fold.game.notation, fold.state
    what = notation.find(s, line.text)
    if notation.name(s, what) != line.text:
        raise Unreadable(f"in notation that is {notation.name(s, what)}", line.text)
    return Event(line.at, line.by, what)


def _praise(record: Record, draws: int) -> str:
    many = len(record.entries)
    counted = f"{many} {'entry follows' if many == 1 else 'entries follow'} the rules"
    if record.secret:
        made = "the one draw follows" if draws == 1 else f"all {draws} draws follow"
        return f"Sound: {counted}, and {made} from the seeds."
    return f"Sound so far: {counted}. The draws cannot be checked before the secret is told."
