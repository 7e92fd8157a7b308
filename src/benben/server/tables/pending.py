"""An entry on its way into the log: judged, with what nature does after it at once, and numbered.

Nothing here waits, writes or changes the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from benben.core import match
from benben.core.contract import CHANCE, Event, Millis
from benben.core.entries import Entry
from benben.core.match import Match
from benben.server.storage import statements
from benben.server.storage.rows import Identity, LogRow
from benben.server.storage.statements import Change, append_statements
from benben.server.tables import log, log_codec, visibility
from benben.server.tables.state import Desk, Step
from benben.server.tables.subscriber import Listener


class Deed:
    def __init__(
        self,
        steps: list[Step],
        kept: list[LogRow],
        before: int,
        status: str | None,
        listener: Listener | None,
        id: str,
    ) -> None:
        self.steps = steps
        self.kept = kept
        self.before = before  # so many lines lead to it
        self.status = status  # of the table, if it changes
        self.listener = listener  # who sent it
        self.id = id


def judged(
    desk: Desk, entry: Entry, listener: Listener | None, id: str, before: Sequence[log.Line] = ()
) -> tuple[Deed, list[Change]]:
    """Illegal if it may not follow. The changes are for the store."""
    steps = [desk.judged(desk.match, entry)]
    _add_nature(desk, steps)
    over = steps[-1].match.over
    status, beside = None, list[Change]()
    if over != desk.match.over:
        status = "over" if over else "playing"
        ending = visibility.written_ending(visibility.ending_of(steps[-1].match)) if over else ""
        beside = [statements.ending_statement(desk.code, ending)]
    lines = [*before, *(step.line for step in steps)]
    kept = numbered(desk, lines, listener.member if listener else None, id)
    changes = append_statements(desk.code, kept, status, beside=beside)
    return Deed(steps, kept, len(before), status, listener, id), changes


def _add_nature(desk: Desk, steps: list[Step]) -> None:
    while True:
        m = steps[-1].match
        if m.turn != CHANCE or match.hand(m) is not None:
            return
        steps.append(desk.judged(m, chance(desk, m.at, m)))


def chance(desk: Desk, at: Millis, m: Match | None = None) -> Event:
    """What the dice, the cards or the coin do next."""
    m = m or desk.match
    return match.next_chance(m, desk.secret, desk.seeds, max(at, m.at))


def numbered(desk: Desk, lines: Sequence[log.Line], member: Identity | None, id: str) -> list[LogRow]:
    """Under the next numbers of the log; the message's id goes with the first."""
    n = desk.length
    person = member.id if member and id else None
    kept = [log_codec.written(n, lines[0], person, id if person else None)]
    for line in lines[1:]:
        kept.append(log_codec.written(n + len(kept), line))
    return kept
