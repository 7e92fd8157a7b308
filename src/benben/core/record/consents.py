"""Consent in records of format 2: nothing is taken back, or forfeited, behind the back of another person."""

from __future__ import annotations

from benben.core import match
from benben.core.match import Match
from benben.core.record import RecordFault
from benben.core.record.format import Record, RecordLine

CONSENT_FORMAT = 2  # the first format of records with consents


class ConsentCheck:
    """Follows the entries of a record, and knows which people can be asked and have agreed."""

    def __init__(self, record: Record) -> None:
        self._applies = record.format >= CONSENT_FORMAT
        self._has_clock = record.clock.kind != "none"
        self._people = {seat for seat, one in enumerate(record.seats) if not one.level}  # who have not left
        self._replaced: set[int] = set()  # seats of people for whom a bot plays
        self._agreed: set[int] = set()  # seats that agreed to the undo that follows

    def check(self, n: int, line: RecordLine, m: Match) -> None:
        """RecordFault if entry n, which follows m, lacks somebody's consent."""
        if not self._applies:
            return
        if line.kind == "undo":
            self._check_undo(n, line, m)
        elif line.kind == "agree" and (line.by not in self._people or line.by in self._replaced):
            raise RecordFault(f"entry {n}", f"No person who could agree had seat {line.by + 1} then.", n)
        elif line.kind == "forfeit":
            if self._has_clock:
                raise RecordFault(f"entry {n}", "With a clock nobody is away too long: the clock decides.", n)
            if line.by not in self._people or line.by in self._replaced or not _is_awaited(m, line.by):
                raise RecordFault(f"entry {n}", f"The match did not wait for seat {line.by + 1} then.", n)

    def _check_undo(self, n: int, line: RecordLine, m: Match) -> None:
        others = self._people - {line.by}
        if not others or _is_free(m, line):
            return
        away = sorted(others & self._replaced)
        if away:
            sentence = f"A bot played for seat {away[0] + 1}, which could not be asked."
            raise RecordFault(f"entry {n}", sentence, n)
        missing = sorted(others - self._agreed)
        if missing:
            sentence = f"Seat {missing[0] + 1} had not agreed to take that back."
            raise RecordFault(f"entry {n}", sentence, n)

    def advance(self, line: RecordLine, m: Match) -> None:
        """Note what this entry changed; m is the match after it."""
        if line.kind == "agree":
            self._agreed.add(line.by)
            return
        self._agreed.clear()
        if line.kind == "seat" and line.by in self._people:
            (self._replaced.add if line.level else self._replaced.discard)(line.by)
        last = m.events.last
        if last is not None and match.others_play_on(m) and match.is_departure(m.game, last):
            self._people.discard(last.by)


def _is_free(m: Match, line: RecordLine) -> bool:
    """Whether a seat takes back only what it did itself since chance, time or another seat acted."""
    return match.may_undo(m, line.by) and all(event.by == line.by for event in m.events[line.kept :])


def _is_awaited(m: Match, seat: int) -> bool:
    """Whether a seat could act or throw, so that the others may have waited for it."""
    awaited = match.seat_on_clock(m)
    return awaited == seat if awaited is not None else bool(m.functions.actions(m.state, seat))
