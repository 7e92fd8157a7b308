"""Records and logs of long matches with many take-backs, as somebody might make them on purpose."""

from __future__ import annotations

import random
from typing import Any

from benben import games
from benben.core import chance, match, record
from benben.core.contract import CHANCE, Event
from benben.core.entries import Aborted, Entry, Undone
from benben.core.record import Record, Sitter
from benben.core.replay import Fold
from benben.server.storage.rows import LogRow, TableRow
from benben.server.tables import log_codec, record_import
from benben.server.tables.record_import import ImportedTable

SECRET = "5e" * 32


def long_record(entries: int, depth: int = 100, game: str = "senet", salt: int = 0, **options: Any) -> Record:
    """A sound record with this number of entries: some events, then one is taken back and played again."""
    edition = games.load(game)
    seats, rules = edition.seats[0], edition.rules
    seeds = [f"{salt + seat:032x}" for seat in range(seats)]
    fold = Fold(edition, seats, edition.options(**options))
    draw = random.Random(entries + salt)
    made: list[Entry] = []

    def add(entry: Entry) -> None:
        fold.add(entry)
        made.append(entry)

    while len(made) < entries - 1:
        m = fold.match
        at, n = m.at + 1, len(m.events)
        if m.turn == CHANCE:
            event = match.next_chance_event(m, SECRET, seeds, at)
        else:
            seat = m.turn if m.turn >= 0 else next(s for s in range(seats) if rules.actions(m.state, s))
            actions = [one for one in rules.actions(m.state, seat) if one != match.resign_action(edition)]
            event = Event(at, seat, draw.choice(actions))
        over = match.after(m, event).over
        add(Undone(at, 0, n - 1) if n >= depth or over else event)
    add(Aborted(fold.match.at, 0))
    return record.make(
        edition,
        fold.match.options,
        [Sitter(f"P{seat}", "", seeds[seat]) for seat in range(seats)],
        "choice",
        range(seats),
        chance.commitment(SECRET),
        SECRET,
        made,
        format=1,  # in which nobody has to agree
    )


def long_table(found: Record) -> tuple[TableRow, list[LogRow]]:
    """The rows of the table that an import of this record makes."""
    made = record_import.table_from_record(record.write_json(found).encode(), 10**6)
    assert isinstance(made, ImportedTable), made
    rows = [row for page in made.pages for row in log_codec.unpack(page)]
    return TableRow("longtable", made.plan, made.secret, False, False, "over"), rows
