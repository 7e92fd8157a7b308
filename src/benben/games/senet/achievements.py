"""Achievements of Senet. Clauses: RULES.md."""

from __future__ import annotations

from benben.core.achievements import Achievement, PlayedMatch
from benben.core.contract import CHANCE, Seat
from benben.games.senet.board import OFF
from benben.games.senet.rules import Move, State

THREE = 3  # pieces off the board with one throw; and those that were still there when the other had one left
FIVE = 5  # pieces a side

ACHIEVEMENTS = (
    Achievement(
        "three-in-one-throw",
        "Three in one throw",
        "Take three pieces off the board with a single throw.",
        ("9.1", "9.2"),
    ),
    Achievement(
        "far-behind",
        "From far behind",
        "Win after you had three pieces or more on the board and the other player only one.",
        ("1.1",),
    ),
    Achievement(
        "never-sent-back",
        "Never sent back",
        "Win with five pieces or more a side, none of which the other player ever sent back.",
        ("4.1",),
    ),
)


def earned(played: PlayedMatch, seat: Seat) -> list[str]:
    """The achievements of a seat in a match that is over."""
    found = []
    if _most_off_in_one_throw(played, seat) >= THREE:
        found.append("three-in-one-throw")
    if played.is_won_by(seat):
        if any(_is_far_behind(s, seat) for s in played.states):
            found.append("far-behind")
        if played.last.pieces >= FIVE and not _was_sent_back(played, seat):
            found.append("never-sent-back")
    return found


def _most_off_in_one_throw(played: PlayedMatch, seat: Seat) -> int:
    """How many pieces of a seat left the board with the throw that took the most (9.1, 9.2)."""
    most = off = 0
    for event in played.events:
        if event.by == CHANCE:
            off = 0
        elif event.by == seat and event.what.land == OFF:
            off += 1
            most = max(most, off)
    return most


def _is_far_behind(s: State, seat: Seat) -> bool:
    own, enemy = (s.cones, s.spools) if seat == 0 else (s.spools, s.cones)
    return own.bit_count() >= THREE and enemy.bit_count() == 1


def _was_sent_back(played: PlayedMatch, seat: Seat) -> bool:
    """Whether an attack sent a piece of this seat back (4.1); a backward swap sends it ahead (6.2)."""
    moves = (event.what for event in played.events if event.by == 1 - seat)
    return any(isinstance(move, Move) and move.swap and move.land > move.start for move in moves)
