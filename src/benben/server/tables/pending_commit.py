"""Commits that are prepared and not yet stored: an entry, judged, with the chance events that follow it.

Nothing here waits, writes or changes the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from benben.core import match
from benben.core.contract import CHANCE, Event, Millis
from benben.core.entries import Entry
from benben.core.match import Match
from benben.server.people.achievement_store import unread_match_statement
from benben.server.storage import statements
from benben.server.storage.rows import Identity, LogRow
from benben.server.storage.statements import Change, append_statements
from benben.server.tables import log, log_codec, visibility
from benben.server.tables.state import Step, TableState
from benben.server.tables.subscriber import Subscriber


class PendingCommit:
    """Judged entries and their rows of the log, to be published once they are stored."""

    def __init__(
        self,
        steps: list[Step],
        rows: list[LogRow],
        before: int,
        status: str | None,
        subscriber: Subscriber | None,
        id: str,
    ) -> None:
        self.steps = steps
        self.rows = rows
        self.before = before  # how many of the rows come before the entries, such as the last consent
        self.status = status  # of the table, if it changes
        self.subscriber = subscriber  # its sender; None where time, chance or a bot acts
        self.id = id


def prepare_commit(
    state: TableState,
    entry: Entry,
    subscriber: Subscriber | None,
    id: str,
    before: Sequence[log.LogLine] = (),
    consents: Sequence[Entry] = (),
) -> tuple[PendingCommit, list[Change]]:
    """A commit of this entry, and the changes for the store; Illegal if the entry may not follow."""
    steps = list[Step]()
    for each in (*consents, entry):
        steps.append(state.judge(steps[-1].match if steps else state.match, each))
    _add_chance_events(state, steps)
    over = steps[-1].match.over
    status, beside = None, list[Change]()
    if over != state.match.over:
        status = "over" if over else "playing"
        ending = visibility.encode_ending(visibility.ending_of(steps[-1].match)) if over else ""
        beside = [statements.ending_statement(state.code, ending)]
    lines = [*before, *(step.line for step in steps)]
    if status == "over" and state.game.achievements and state.people:
        beside.append(unread_match_statement(state.code, state.length + len(lines)))
    rows = number_lines(state, lines, subscriber.member if subscriber else None, id)
    changes = append_statements(state.code, rows, status, beside=beside)
    return PendingCommit(steps, rows, len(before), status, subscriber, id), changes


def _add_chance_events(state: TableState, steps: list[Step]) -> None:
    while True:
        m = steps[-1].match
        if m.turn != CHANCE or match.thrower(m) is not None:
            return
        steps.append(state.judge(m, next_chance_event(state, m.at, m)))


def next_chance_event(state: TableState, at: Millis, m: Match | None = None) -> Event:
    """The next chance event, such as a throw or a card."""
    m = m or state.match
    return match.next_chance_event(m, state.secret, state.seeds, max(at, m.at))


def number_lines(
    state: TableState, lines: Sequence[log.LogLine], member: Identity | None, id: str
) -> list[LogRow]:
    """Rows for these lines under the next numbers of the log; the id of the message goes with the first."""
    n = state.length
    person = member.id if member and id else None
    digest = state.pending_digests.get((person, id)) if person else None
    rows = [log_codec.encode(n, lines[0], person, id if person else None, digest)]
    for line in lines[1:]:
        rows.append(log_codec.encode(n + len(rows), line))
    return rows
