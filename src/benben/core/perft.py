"""Perft: how many distinct lines of play of a given depth begin at a position.

The functions that call `rules` run plain and compiled from this one source; see compiled.py.
"""

from __future__ import annotations

from typing import Any

from benben.core.compiled import UNBOUND, Bound, Engine
from benben.core.contract import CHANCE, EVERYONE, OVER

rules: Bound = UNBOUND

MOST_SEATS = 10  # asked at an EVERYONE turn; a seat that is not there has no actions


def perft(engine: Engine, s: Any, depth: int) -> int:
    """How many distinct lines of play of that depth begin here.

    From a CHANCE turn, a step is a chance event with the actions that play it: a line ends at the CHANCE turn
    after the last of them, or OVER. From another turn a step is an action, whatever chance does in between: a
    line ends with the last one. A line that is over sooner does not count.
    """
    engine = engine.fitting(s)
    return engine.bind(perft_chances if engine.turn(s) == CHANCE else perft_actions)(s, depth)


def perft_chances(s: Any, depth: int) -> int:
    turn = rules.turn(s)
    if turn == OVER:
        return 1 if depth == 0 else 0
    lines = 0
    if turn == CHANCE:
        if depth == 0:
            return 1
        for row in rules.chances(s):
            lines += perft_chances(rules.settle(s, row[0]), depth - 1)
        return lines
    for seat in range(MOST_SEATS):
        if turn in (seat, EVERYONE):
            for action in rules.actions(s, seat):
                lines += perft_chances(rules.play(s, seat, action), depth)
    return lines


def perft_actions(s: Any, depth: int) -> int:
    if depth == 0:
        return 1
    turn = rules.turn(s)
    lines = 0
    if turn == CHANCE:
        for row in rules.chances(s):
            lines += perft_actions(rules.settle(s, row[0]), depth)
    elif turn != OVER:
        for seat in range(MOST_SEATS):
            if turn in (seat, EVERYONE):
                for action in rules.actions(s, seat):
                    lines += perft_actions(rules.play(s, seat, action), depth - 1)
    return lines
