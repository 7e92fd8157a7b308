"""Which achievements the seats of a finished match have earned.

A game says what was done; here stands what holds in every game. Nothing is earned in a match that was broken
off. A seat earns nothing if it left the match, if somebody else played it for a while, or if it was told what
to do: a hint, a focus or a warning of the tutor. Nobody earns anything where a take-back went past chance,
time or another seat's move, because then it was known what would come. Whoever takes back only their own
moves has learned nothing by it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from benben.core import match
from benben.core.achievements import PlayedMatch
from benben.core.contract import Event, Seat
from benben.core.entries import Aborted, Entry, Flagged, Forfeited, Reseated, Resigned, Undone
from benben.core.match import Match


def earned_by_seat(
    m: Match, entries: Sequence[Entry], states: Sequence[Any], advised: Collection[Seat] = ()
) -> tuple[tuple[str, ...], ...]:
    """By seat, the ids of what it has earned; nothing while the match is not over.

    `entries` are all of the match, `states` those before each event that stands and after the last, and
    `advised` the seats that were told what to do.
    """
    nothing: tuple[tuple[str, ...], ...] = ((),) * m.seats
    book = m.game.achievements
    if book is None or not m.over or _is_spoiled(m, entries):
        return nothing
    last = m.events.last
    left = last is not None and match.is_departure(m.game, last)
    played = PlayedMatch(m.events, states, m.outcome, m.ended is None and not left)
    absent = _replaced_or_gone(m, entries) | set(advised)
    return tuple(() if seat in absent else tuple(book.earned(played, seat)) for seat in range(m.seats))


def _is_spoiled(m: Match, entries: Sequence[Entry]) -> bool:
    """Whether the match was broken off, or something was taken back that showed what would come."""
    movers: list[Seat] = []  # of the events that stood
    for entry in entries:
        if isinstance(entry, Aborted):
            return True
        if isinstance(entry, Undone):
            if any(by != entry.by for by in movers[entry.kept :]):
                return True
            del movers[entry.kept :]
        elif isinstance(entry, Event) or (
            isinstance(entry, Resigned | Flagged | Forfeited) and match.others_play_on(m)
        ):
            movers.append(entry.by)
    return False


def _replaced_or_gone(m: Match, entries: Sequence[Entry]) -> set[Seat]:
    """Seats that left the match, or that somebody else played for a while."""
    gone = {entry.by for entry in entries if isinstance(entry, Resigned | Flagged | Forfeited | Reseated)}
    return gone | {event.by for event in m.events if match.is_departure(m.game, event)}
