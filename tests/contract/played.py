"""Whole matches with real dice, for every game: as entries and as records."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from random import Random
from typing import Any, NamedTuple

from benben.core import chance, match, playouts, record
from benben.core.chance import IDLE_SEED
from benben.core.contract import CHANCE, Event, Game, Illegal
from benben.core.entries import Aborted, Consented, Entry, Reseated, Resigned, Undone
from benben.core.match import Match
from benben.core.opening_position import opening_at

NAMES = ("Nefer", 'Ahmose "the\nelder"', "Ḥtp-ḥr.s ☥", "\u2028 \u202e\x00\\")


class Played(NamedTuple):
    game: Game
    options: Any
    secret: str
    seeds: tuple[str, ...]  # by seat
    joined: tuple[int, ...]
    entries: list[Entry]
    match: Match
    position: str = ""  # that it began at

    def record(self, told: bool = True) -> record.Record:
        committed = chance.commitment(self.secret)
        seats = [
            record.Sitter(NAMES[player % 4], "scribe", seed)
            if seed == IDLE_SEED
            else record.Sitter(NAMES[player % 4], "", seed, chance.seed_commitment(committed, seed))
            for player, seed in zip(self.joined, self.seeds, strict=True)
        ]
        return record.make(
            self.game,
            self.options,
            seats,
            "chance",
            self.joined,
            committed,
            self.secret if told else None,
            self.entries,
            position=self.position,
        )


def played(
    game: Game, seed: int, limit: int = 400, finish: bool = True, position: str = "", **options: Any
) -> Played:
    """A match by seeded players, with its own dice, some moves taken back.

    One that grows long ends because all resign, or because it is broken off.
    """
    random = Random(seed)
    secret = f"{random.getrandbits(256):064x}"
    value = opening_at(game, position).options if position else game.options(**options)
    allowed = [opening_at(game, position).seats] if position else game.seats_for(value)
    seats = allowed[seed % len(allowed)]
    own = [IDLE_SEED if n % 2 else f"{random.getrandbits(128):032x}" for n in range(seats)]  # bots in between
    joined = chance.seating(secret, own)
    seeds = tuple(own[player] for player in joined)
    m, entries = match.begin(game, seats, value, position), list[Entry]()
    people, replaced = {seat for seat, seed in enumerate(seeds) if seed != IDLE_SEED}, set[int]()
    while not m.over and len(entries) < limit:
        entry = _next(m, secret, seeds, random.randrange)
        others = people - {entry.by} - _departed(m) if isinstance(entry, Undone) else set[int]()
        if others & replaced:  # they cannot be asked
            continue
        with suppress(Illegal):  # a move cannot be taken back when the sand has run out since
            steps = [*(Consented(entry.at, seat) for seat in sorted(others)), entry]
            m = reduce(match.after, steps, m)
            entries += steps
            if isinstance(entry, Reseated):
                (replaced.add if entry.level else replaced.discard)(entry.by)
    while not m.over and finish:
        able = [seat for seat in range(seats) if match.may_resign(m, seat)] if seed % 2 == 0 else []
        entries.append(Resigned(m.at, able[0]) if able else Aborted(m.at, 0))
        m = match.after(m, entries[-1])
    return Played(game, value, secret, seeds, joined, entries, m, position)


def _departed(m: Match) -> set[int]:
    """Seats that have left while the others play on."""
    left = {event.by for event in m.events if match.is_departure(m.game, event)}
    return left if match.others_play_on(m) else set()


def _next(m: Match, secret: str, seeds: tuple[str, ...], draw: Callable[[int], int]) -> Entry:
    if m.events and draw(25) == 0:
        return Undone(m.at + draw(900), draw(m.seats), draw(len(m.events)))
    if draw(60) == 0:
        return Reseated(m.at + draw(900), draw(m.seats), NAMES[draw(4)], ("", "vizier")[draw(2)])
    event = playouts.random_event(m, draw)
    if event.by == CHANCE:
        return match.next_chance_event(m, secret, seeds, event.at)
    return Event(*event)
