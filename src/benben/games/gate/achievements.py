"""Achievements of the Gate. Clauses: RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.achievements import Achievement, PlayedMatch
from benben.core.contract import Millis, Seat
from benben.games.gate.board import ROUNDS
from benben.games.gate.rules.state import Finish, State

MINUTE = 60_000  # ms, as long as the sand usually runs (1.5)

ACHIEVEMENTS = (
    Achievement(
        "every-round",
        "Nine of nine",
        "Solve your puzzle in every one of the nine rounds of a race.",
        ("3.3", "5.1"),
    ),
    Achievement(
        "never-first",
        "Slow and rich",
        "Win a race without being the first to solve in any round.",
        ("4.1", "5.1"),
    ),
    Achievement(
        "expert-minute",
        "Expert in a minute",
        "In practice on the expert side, solve a puzzle of any grade within a minute, drawn and not chosen.",
        ("6.1", "6.2"),
    ),
)


def earned(played: PlayedMatch, seat: Seat) -> list[str]:
    """The achievements of a seat in a match that is over."""
    s = played.last
    if s.options.mode == "practice":
        return ["expert-minute"] if _is_expert(s) and min(_times(s), default=MINUTE) < MINUTE else []
    rounds = _finishes(s)
    found = []
    if len(rounds) == ROUNDS and all(any(one.seat == seat for one in each) for each in rounds):
        found.append("every-round")
    if played.is_won_by(seat) and not any(each and each[0].seat == seat for each in rounds):
        found.append("never-first")
    return found


def _finishes(s: State) -> Sequence[Sequence[Finish]]:
    """By round, who solved, in order; the boards of the last round still lie there (5.2)."""
    return (*s.results, s.solved)


def _is_expert(s: State) -> bool:
    """Whether the puzzles were expert ones, drawn among all (6.2)."""
    own = s.options
    return own.side == "expert" and own.grade == "any" and not own.puzzle


def _times(s: State) -> list[Millis]:
    """The times of all puzzles solved in a practice."""
    return [one.time for one in s.tried if one.time is not None] + [one.time for one in s.solved]
