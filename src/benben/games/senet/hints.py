"""What a bot may be told about Senet."""

from __future__ import annotations

from math import exp

from benben.core.contract import Seat
from benben.games.senet.board import LAST, OFF
from benben.games.senet.rules import State


def race(s: State, seat: Seat) -> int:
    """Steps that the enemy still has to go, less one's own."""
    lead = 0
    for square in range(1, LAST + 1):
        lead += (OFF - square) * ((s.spools >> square & 1) - (s.cones >> square & 1))
    return lead if seat == 0 else -lead


def evaluate(s: State, seat: Seat) -> float:
    return 1.0 / (1.0 + exp(-0.02 * race(s, seat)))
