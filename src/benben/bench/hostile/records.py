"""Long records that are sound: two people who take back the same move again and again."""

from __future__ import annotations

import hashlib
from random import Random

from benben.core import chance, match, record
from benben.core.contract import CHANCE, Event, Game
from benben.core.entries import Entry, Undone
from benben.core.replay import Fold

EVENTS_BEFORE_TAKING_BACK = 300  # loading replays them at each take-back, if it remembers no states


def long_record(game: Game, size: int, seed: str) -> bytes:
    """A record of about this many bytes, as text. Equal seeds give equal records."""
    rng = Random(seed)
    secret = hashlib.sha256(seed.encode()).hexdigest()
    seeds = [rng.randbytes(16).hex() for _ in range(2)]
    options = game.options()
    fold = Fold(game, 2, options)
    entries: list[Entry] = []
    while len(entries) * 56 < size:  # bytes of a line
        m = fold.match
        if m.over:  # too early: begin again with other dice
            return long_record(game, size, f"{seed} again")
        at = m.at + 100
        entry: Entry
        if len(m.events) >= EVENTS_BEFORE_TAKING_BACK and (by := m.events[-1].by) >= 0:
            entry = Undone(at, by, len(m.events) - 1)
        elif m.turn == CHANCE:
            entry = match.next_chance_event(m, secret, seeds, at)
        else:
            entry = Event(at, m.turn, rng.choice(list(game.rules.actions(m.state, m.turn))))
        entries.append(entry)
        fold.add(entry)
    m = fold.match
    leaving = next((seat for seat in range(2) if match.may_resign(m, seat)), None)
    if leaving is None:
        return long_record(game, size, f"{seed} again")
    entries.append(match.resignation(m, leaving, m.at + 100))
    sitters = [record.Sitter(f"Guest {n}", "", one) for n, one in enumerate(seeds)]
    made = record.make(game, options, sitters, "choice", (0, 1), chance.commitment(secret), secret, entries)
    return record.write_text(made).encode()
