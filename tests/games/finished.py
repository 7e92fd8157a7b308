"""Matches that are played to an end in notation, and what each seat has earned in them."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core import exercises
from benben.core.achievement_check import earned_by_seat
from benben.core.contract import CHANCE, TIME, Event, Game, Millis, Seat
from benben.core.entries import Entry
from benben.core.match import Match, after, deadline

Deed = str | tuple[Seat, str] | Entry


def earned(
    game: Game, opening: str, deeds: Sequence[Deed], at: Millis = 0, advised: Sequence[Seat] = ()
) -> tuple[tuple[str, ...], ...]:
    """By seat, what is earned in a match that begins with a position, or with "start: pieces=3".

    A deed is a text in notation, of the seat to act or of chance; a seat with such a text; "time", which acts
    at its deadline; "+500", milliseconds that pass; or an entry.
    """
    sort, _, text = opening.partition(": ") if opening.startswith("start") else ("position", "", opening)
    m = exercises.first_match(game, sort, text)
    states, entries = [m.state], list[Entry]()
    for deed in deeds:
        if isinstance(deed, str) and deed.startswith("+"):
            at += int(deed)
            continue
        entry = _entry(m, deed, at)
        at = max(at, entry.at)
        before = len(m.events)
        m = after(m, entry, states)
        entries.append(entry)
        if len(m.events) > before:
            states.append(m.state)
        else:
            del states[len(m.events) + 1 :]
    assert m.over, f"the match goes on: {game.notation.write(m.state)}"
    return earned_by_seat(m, entries, states, advised)


def _entry(m: Match, deed: Deed, at: Millis) -> Entry:
    if deed == "time":
        limit = deadline(m)
        assert limit is not None
        return Event(limit, TIME, None)
    seat = None
    if isinstance(deed, tuple) and len(deed) == 2:
        seat, deed = deed
    if not isinstance(deed, str):
        return deed
    what = m.game.notation.find(m.state, deed)
    if seat is None:
        seat = CHANCE if isinstance(what, m.functions.chance) else m.turn
    return Event(at, seat, what)
