"""What may follow a position of Senet, written by the rules as words of solve/position_links.py.

The dialect is numba's. A throw is followed by every position in which it can be played out, all remainders
included: one player chooses them all.
"""

from __future__ import annotations

from typing import Any

from benben.games.senet.board import STICKS
from benben.games.senet.rules import State, Throw, breadth, nth, play, settle
from benben.games.senet.solver.packing import Packing, place
from benben.solve.position_links import LAST, OTHER, WON

WEIGHTS = tuple(ways for _, ways in STICKS)
MOST_CHOICES = (
    18  # for one throw: three pieces, each with two others for its remainder, who may leave one too
)
MOST_LINKS = 1 + len(STICKS) * MOST_CHOICES  # words of a position


def row_links(rows: Any, first: int, last: int, colourings: Any, packed: Packing, words: Any) -> int:
    """Write the links of some rows, all their colourings; how many words they are."""
    n = 0
    for row in range(first, last):
        for colouring in colourings:
            own = squares_of(rows[row], colouring)
            n = position_links(own, rows[row] ^ own, packed, words, n)
    return n


def squares_of(taken: int, colouring: int) -> int:
    """The squares of the thrower's pieces."""
    own = 0
    while colouring:
        if colouring & 1:
            own |= taken & -taken
        taken &= taken - 1
        colouring >>= 1
    return own


def position_links(own: int, enemy: int, packed: Packing, words: Any, n: int) -> int:
    """Write the links of a position in which the owner of the first set throws."""
    words[n] = place(own, enemy, packed)
    n += 1
    for value, _ in STICKS:
        s = settle(State(own, enemy, 0, 0, 0, 0, 0, 7, 0, 0), Throw(value))
        n = throw_links(s, packed, words, n)
    return n


# One throw moves each of three pieces once at most (8.3, 9.1), so that remainders lead three plays deep.


def throw_links(s: State, packed: Packing, words: Any, n: int) -> int:
    """Write where the first seat, which threw, can come with its throw; the last is marked."""
    if s.throw == 0:
        words[n] = link(s, packed)
        n += 1
    else:
        for move in range(breadth(s, 0)):
            n = second_links(play(s, 0, nth(s, 0, move)), packed, words, n)
    words[n - 1] |= LAST
    return n


def second_links(s: State, packed: Packing, words: Any, n: int) -> int:
    """Write where one play of a throw can lead."""
    if s.throw == 0:
        words[n] = link(s, packed)
        return n + 1
    for move in range(breadth(s, 0)):
        n = third_links(play(s, 0, nth(s, 0, move)), packed, words, n)
    return n


def third_links(s: State, packed: Packing, words: Any, n: int) -> int:
    """Write where two plays of a throw can lead."""
    if s.throw == 0:
        words[n] = link(s, packed)
        return n + 1
    for move in range(breadth(s, 0)):
        words[n] = link(play(s, 0, nth(s, 0, move)), packed)
        n += 1
    return n


def link(s: State, packed: Packing) -> int:
    """A throw has been played out: the number of the position, and who throws next."""
    if s.cones == 0:
        return WON
    if s.mover == 0:
        return place(s.cones, s.spools, packed)
    return place(s.spools, s.cones, packed) | OTHER
