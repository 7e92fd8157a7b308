"""Verification of a record: everything that can be derived from the rest is computed again and compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from benben.core import chance, match
from benben.core import clock as clocks
from benben.core.contract import CHANCE, Game, Unreadable
from benben.core.match import Match
from benben.core.record import Load, RecordFault, apply_line, first_fold
from benben.core.record.consents import ConsentCheck
from benben.core.record.format import Record, RecordLine, RecordOutcome, header_hash, line_hash, seal_of
from benben.core.record.reader import read
from benben.core.replay import Fold


class Verification(NamedTuple):
    """The result of a check, with the first fault if there is one."""

    good: bool
    sentence: str
    entry: int | None  # the first wrong one, from 1; None: not an entry, or none is wrong
    place: str  # "entry 12", "line 3", "seating"; empty when good
    draws: int  # how many were computed again from the seeds


def verify_record(source: Record | str | bytes, load: Load) -> Verification:
    """Whether hashes, seating, draws, consents, positions and the outcome of the record are right."""
    draws = 0
    try:
        record = source if isinstance(source, Record) else read(source)
        fold, last = first_fold(record, load), record.chain
        game = fold.game
        _check_head(record)
        seeds = [one.seed for one in record.seats]
        clock_check, consent_check = _ClockCheck(record, fold), ConsentCheck(record)
        for n, line in enumerate(record.entries, 1):
            before, draw = fold.state, fold.draws
            clock_check.check(n, line)
            former = fold.match
            apply_line(fold, n, line)
            consent_check.check(n, line, former)
            clock_check.advance(line)
            consent_check.advance(line, fold.match)
            if line.by == CHANCE and record.secret:
                _check_draw(game, before, n, line, draw, record.secret, seeds)
                draws += 1
            if line.hash != line_hash(last, n, line):
                raise RecordFault(f"entry {n}", "It does not match its hash.", n)
            last = line.hash
        _check_end(record, fold.match)
    except RecordFault as wrong:
        return Verification(False, wrong.sentence, wrong.entry, wrong.place, draws)
    except Unreadable as fault:
        return Verification(
            False, f"{fault.sentence[:1].upper()}{fault.sentence[1:]}.", None, fault.place, draws
        )
    return Verification(True, _sound_sentence(record, draws), None, "", draws)


def _check_head(record: Record) -> None:
    if sorted(record.joined) != list(range(len(record.seats))):
        raise RecordFault("seating", "It does not give each player one seat.")
    if record.secret and chance.commitment(record.secret) != record.commitment:
        raise RecordFault("commitment", "It is not the hash of the secret.")
    for n, one in enumerate(record.seats, 1):
        if one.commitment and chance.seed_commitment(record.commitment, one.seed) != one.commitment:
            raise RecordFault(f"seat {n}", "Its seed is not the one that it had committed to.")
    if record.secret:
        seeds = [""] * len(record.seats)
        for one, player in zip(record.seats, record.joined, strict=True):
            seeds[player] = one.seed
        if record.seating == "chance" and chance.seating(record.secret, seeds) != record.joined:
            raise RecordFault("seating", "It does not follow from the secret and the seeds.")
    if header_hash(record) != record.chain:
        raise RecordFault("chain", "What stands above the first entry does not match its hash.")


def _check_draw(
    game: Game, s: Any, n: int, line: RecordLine, draw: int, secret: str, seeds: Sequence[str]
) -> None:
    event = match.chance_event(game, s, draw, secret, seeds, line.at)
    text = game.notation.name(s, event.what)
    if text != line.text:
        raise RecordFault(f"entry {n}", f"Draw {draw + 1} is {text} by the seeds, not {line.text}.", n)


class _ClockCheck:
    """Runs the agreed clock beside the entries. Bots are left out: their pauses are the server's."""

    def __init__(self, record: Record, fold: Fold) -> None:
        own = record.clock
        self.clock = clocks.begin(own.kind, len(record.seats), own.budget, own.increment)
        self.people = {seat for seat, one in enumerate(record.seats) if not one.level}
        self.fold = fold
        self._set_running(fold.match.at)

    def check(self, n: int, line: RecordLine) -> None:
        """RecordFault if a seat acts after its time ran out, or is flagged before."""
        expiry = clocks.expiry(self.clock)
        if expiry and expiry[0] not in self.people:
            expiry = None
        if line.kind == "flag" and (line.by, line.at) != expiry:
            raise RecordFault(f"entry {n}", f"The clock of seat {line.by + 1} had not run out just then.", n)
        late = line.at if line.by < 0 else line.at + 1  # in the last moment chance may act, and time
        if line.kind != "flag" and expiry and late > expiry[1]:
            raise RecordFault(f"entry {n}", f"Seat {expiry[0] + 1} had run out of time before.", n)

    def advance(self, line: RecordLine) -> None:
        if line.kind == "seat":
            self.people = self.people - {line.by} if line.level else self.people | {line.by}
        self._set_running(line.at, undo=line.kind == "undo")

    def _set_running(self, at: int, *, undo: bool = False) -> None:
        if self.clock.kind != "none":
            self.clock = clocks.after(self.clock, match.seat_on_clock(self.fold.match), at, undo)


def _check_end(record: Record, m: Match) -> None:
    if m.over != (record.outcome is not None):
        raise RecordFault("outcome", "The match is over." if m.over else "The match is not over yet.")
    if record.outcome is not None:
        so = RecordOutcome(*m.outcome)
        for field in so.__struct_fields__:
            if getattr(record.outcome, field) != getattr(so, field):
                raise RecordFault("outcome", f"The record and the match differ in {field}.")
    if seal_of(record) != record.seal:
        raise RecordFault("seal", "It does not match what stands above it.")


def _sound_sentence(record: Record, draws: int) -> str:
    many = len(record.entries)
    counted = f"{many} {'entry follows' if many == 1 else 'entries follow'} the rules"
    if record.secret:
        made = "the one draw follows" if draws == 1 else f"all {draws} draws follow"
        return f"Sound: {counted}, and {made} from the seeds.{_openness_sentence(record)}"
    return f"Sound so far: {counted}. The draws cannot be checked before the secret is told."


def _openness_sentence(record: Record) -> str:
    """Which of several people gave their seeds openly; empty where nobody did. Format 1 knew nothing else."""
    people = [(n, one) for n, one in enumerate(record.seats, 1) if not one.level]
    openly = [str(n) for n, one in people if not one.commitment]
    if record.format == 1 or len(people) == 1 or not openly:
        return ""
    if len(openly) == 1:
        return f" Seat {openly[0]} gave its seed openly."
    return f" Seats {', '.join(openly[:-1])} and {openly[-1]} gave their seeds openly."
