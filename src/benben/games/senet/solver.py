"""Exact values of Senet positions with up to three pieces a side, by value iteration over the rules.

A value is the chance that the player who throws next wins, if both play as well as can be. It is enclosed
from two sides: `low` counts a game that is not over after so many throws as lost, `high` as won. Each sweep
lets the games be longer by a throw at least, so the two come nearer to each other, and the true value always
lies between them. Pieces only ever leave the board. So the positions with one piece a side are solved first,
then those with two and one, up to three and three.

Positions are numbered by combinations of the 29 squares on which a piece can stand. Machine code is made of
this module: with numba three a side take some minutes, without it one and two.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from benben.core.compiled import compiled
from benben.games.senet import rules
from benben.games.senet.board import STICKS
from benben.games.senet.rules import State, Throw, breadth, nth, play, settle, size

Values = npt.NDArray[np.float32]
Squares = npt.NDArray[np.int64]

MOST_PIECES = 3  # a side
STANDS = 29  # squares on which a piece can stand: all but 27
COUNTS = tuple(comb(STANDS, pieces) for pieces in range(MOST_PIECES + 1))  # sets of squares, by size
WIDTH = MOST_PIECES + 1


def _bases() -> tuple[int, ...]:
    """Where the positions with so many own and enemy pieces begin, by WIDTH * own + enemy."""
    found, total = [], 0
    for own in range(WIDTH):
        for enemy in range(WIDTH):
            found.append(total)
            total += COUNTS[own] * COUNTS[enemy] if own and enemy else 0
    return (*found, total)


BASES = _bases()


class Endgames:
    """The values of all positions with up to three pieces a side, and up to so many in all."""

    def __init__(self, pieces: int, error: float, tell: Callable[[str], object] = lambda _: None) -> None:
        self.error = error  # the most by which a value is not known
        self.low: Values = np.zeros(BASES[-1], np.float32)
        self.high: Values = np.ones(BASES[-1], np.float32)
        engine = compiled(rules)
        self._sweep, self._after = engine.bind(sweep), engine.bind(values_after)
        order = [(own, enemy) for own in range(1, MOST_PIECES + 1) for enemy in range(1, own + 1)]
        for own, enemy in sorted(order, key=sum):
            if own + enemy <= pieces:
                self._solve(own, enemy, tell)

    def _solve(self, own: int, enemy: int, tell: Callable[[str], object]) -> None:
        """Sweep over the positions with so many pieces, both ways round, until all values are known."""
        first, second = sets_of_squares(own), sets_of_squares(enemy)
        for sweeps in range(1, 10_000):
            open_ = self._sweep(first, second, self.low, self.high, self.error / 2)
            if own != enemy:
                open_ = max(open_, self._sweep(second, first, self.low, self.high, self.error / 2))
            tell(f"{own} against {enemy}: {sweeps} sweeps, known to {open_:.6f}")
            if open_ <= self.error:
                return

    def values(self, s: State) -> list[tuple[float, float]]:
        """By action of the mover, the bounds between which its chance to win lies."""
        moves = [nth(s, s.mover, n) for n in range(breadth(s, s.mover))]
        return [self._after(s, move, self.low, self.high) for move in moves]


def sets_of_squares(pieces: int) -> Squares:
    """All sets of so many squares, those furthest on first: what follows is then known when it is needed."""
    found = [0]
    for _ in range(pieces):
        found = [less | 1 << n for less in found for n in range(30, 0, -1) if n != 27 and less < 1 << n]
    return np.array(sorted(found, key=index, reverse=True), np.int64)


def index(squares: int) -> int:
    """The number of a set of up to three squares among all of its size."""
    rest = squares >> 1 & 0x3FFFFFF | squares >> 28 << 26
    found, n = 0, 1
    while rest:
        at = size((rest & -rest) - 1)
        if n == 1:
            found += at
        elif n == 2:
            found += at * (at - 1) // 2
        else:
            found += at * (at - 1) * (at - 2) // 6
        n += 1
        rest &= rest - 1
    return found


def place(own: int, enemy: int) -> int:
    """The number of a position among all; the owner of the first set throws next."""
    pair = WIDTH * size(own) + size(enemy)
    return BASES[pair] + index(own) * COUNTS[size(enemy)] + index(enemy)


def sweep(first: Squares, second: Squares, low: Values, high: Values, enough: float) -> float:
    """Compute the values of these sets against those once more; how far the bounds are still apart.

    Values that are known well enough stand.
    """
    widest = 0.0
    for own in first:
        for enemy in second:
            if own & enemy == 0:
                at = place(own, enemy)
                if high[at] - low[at] > enough:
                    least, most = throw_values(own, enemy, low, high)
                    low[at], high[at] = least, most
                    widest = max(widest, most - least)
    return widest


def throw_values(own: int, enemy: int, low: Values, high: Values) -> tuple[float, float]:
    """The bounds of a position in which the owner of the first set throws."""
    least, most = 0.0, 0.0
    for value, ways in STICKS:
        s = settle(State(own, enemy, 0, 0, 0, 0, 0, 7, 0, 0), Throw(value))
        one, other = best_values(s, low, high)
        least += ways * one
        most += ways * other
    return least / 16, most / 16


def values_after(s: State, action: Any, low: Values, high: Values) -> tuple[float, float]:
    """The bounds for the mover after this action, and the best use of any remainder."""
    if s.mover == 1:  # the position with the colours changed is worth the same
        s = State(s.spools, s.cones, 0, s.throw, s.steps, s.able, s.used, s.pieces, s.made, s.cap)
    return best_values(play(s, 0, action), low, high)


# One throw moves each of three pieces once at most (8.3, 9.1), so that remainders lead three plays deep.


def best_values(s: State, low: Values, high: Values) -> tuple[float, float]:
    """The bounds for the first seat, which threw, when it has played its throw as well as can be."""
    if s.throw == 0:
        return settled_values(s, low, high)
    least, most = 0.0, 0.0
    for n in range(breadth(s, 0)):
        one, other = second_values(play(s, 0, nth(s, 0, n)), low, high)
        least, most = max(least, one), max(most, other)
    return least, most


def second_values(s: State, low: Values, high: Values) -> tuple[float, float]:
    """The bounds after one play of a throw."""
    if s.throw == 0:
        return settled_values(s, low, high)
    least, most = 0.0, 0.0
    for n in range(breadth(s, 0)):
        one, other = third_values(play(s, 0, nth(s, 0, n)), low, high)
        least, most = max(least, one), max(most, other)
    return least, most


def third_values(s: State, low: Values, high: Values) -> tuple[float, float]:
    """The bounds after two plays of a throw."""
    if s.throw == 0:
        return settled_values(s, low, high)
    least, most = 0.0, 0.0
    for n in range(breadth(s, 0)):
        one, other = settled_values(play(s, 0, nth(s, 0, n)), low, high)
        least, most = max(least, one), max(most, other)
    return least, most


def settled_values(s: State, low: Values, high: Values) -> tuple[float, float]:
    """The bounds for the first seat when a throw has been played out."""
    if s.cones == 0:
        return 1.0, 1.0
    if s.mover == 0:
        at = place(s.cones, s.spools)
        return float(low[at]), float(high[at])
    at = place(s.spools, s.cones)
    return 1.0 - float(high[at]), 1.0 - float(low[at])
