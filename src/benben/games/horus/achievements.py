"""Achievements of The Pyramid of Horus. Clauses: RULES.md."""

from __future__ import annotations

from benben.core.achievements import Achievement, PlayedMatch
from benben.core.contract import Seat
from benben.games.horus.board import ESCAPED, VARIETY
from benben.games.horus.rules.events import RESIGN
from benben.games.horus.rules.scoring import worth

ALL = VARIETY[-1]  # points for all five gods (7.3)

ACHIEVEMENTS = (
    Achievement(
        "idol",
        "Out with an idol",
        "Get out of the pyramid with an idol.",
        ("4.1", "4.4"),
    ),
    Achievement(
        "five-gods",
        "Five gods",
        "Get out of the pyramid with treasures, chests or idols of all five gods.",
        ("4.1", "7.3"),
    ),
    Achievement(
        "only-survivor",
        "The only survivor",
        "Win as the only one who gets out, in a match from which nobody resigned.",
        ("7.2", "7.3"),
    ),
)


def earned(played: PlayedMatch, seat: Seat) -> list[str]:
    """The achievements of a seat in a match that is over."""
    players = played.last.players
    p = players[seat]
    if p.place != ESCAPED:
        return []
    found = []
    if p.idols:
        found.append("idol")
    if worth(played.last.options, p)[1] == ALL:
        found.append("five-gods")
    alone = [other.place == ESCAPED for other in players].count(True) == 1
    if alone and played.is_won_by(seat) and all(event.what != RESIGN for event in played.events):
        found.append("only-survivor")
    return found
