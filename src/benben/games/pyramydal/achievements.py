"""Achievements of Pyramydal. Clauses: RULES.md."""

from __future__ import annotations

from benben.core.achievements import Achievement, PlayedMatch
from benben.core.contract import Seat
from benben.games.pyramydal.board import MIX, kinds
from benben.games.pyramydal.rules import contenders
from benben.games.pyramydal.rules.state import (
    BUILD,
    State,
    collection,
    shown_kinds,
    statues_of,
    taken_signatures,
    virtual_owner,
)
from benben.games.pyramydal.scoring import NOTHING, closing_partition

LARGE = 2  # the size of a kind, from 0

ACHIEVEMENTS = (
    Achievement(
        "three-large",
        "Three large ones",
        "Build three large pyramids of one colour, the most that a statue is worth.",
        ("3.2",),
    ),
    Achievement(
        "virtual-statue",
        "The last stone",
        "Take the last cell, and complete a statue of three with the virtual pyramid.",
        ("2.5", "4.2"),
    ),
    Achievement(
        "fewest",
        "Less is more",
        "Win with fewer pyramids than any other player.",
        ("4.5",),
    ),
)


def earned(played: PlayedMatch, seat: Seat) -> list[str]:
    """The achievements of a seat in a match that is over."""
    s, found = played.last, []
    built = [event.what.what for event in played.events if event.by == seat and event.what.verb == BUILD]
    if any(statue < MIX and statue % 3 == LARGE for statue in built):
        found.append("three-large")
    if played.played_out and virtual_owner(s) == seat and _completes_a_statue(s, seat):
        found.append("virtual-statue")
    if played.is_won_by(seat) and all(
        _pyramids(s, seat) < _pyramids(s, other) for other in contenders(s) if other != seat
    ):
        found.append("fewest")
    return found


def _completes_a_statue(s: State, seat: Seat) -> bool:
    """Whether the best partition completes a statue of three with the virtual pyramid (4.2, 4.4)."""
    diagonal = s.table.diagonal == 1
    _, _, statue = closing_partition(
        collection(s, seat), shown_kinds(s, seat), taken_signatures(s), s.table.colours, True, diagonal
    )
    return statue != NOTHING


def _pyramids(s: State, seat: Seat) -> int:
    """How many pyramids a seat has taken, those in statues included."""
    return len(kinds(collection(s, seat))) + 3 * len(statues_of(s, seat))
