"""Exact values of Senet positions with up to three pieces a side: the chance to win with best play.

Tables for all such positions are made by value iteration from two sides (solve/value_iteration.py), over the
rules themselves. A value depends on no option but the cap, which must be none: with three pieces left of five
the game is the one with three of three.

Making tables needs numba; what was made is read without it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benben.core.compiled import compiled
from benben.core.contract import OVER, Unreadable
from benben.games.senet import rules
from benben.games.senet.rules import Move, State, actions, play, turn
from benben.games.senet.solver import links
from benben.games.senet.solver.packing import (
    Packing,
    colourings,
    groups,
    packing,
    pairs,
    position_class,
    rows,
    sides,
)
from benben.solve.position_links import ONE, best_bounds
from benben.solve.value_iteration import Going, PositionClass, ValueTables, words_of

RULES = "senet 1"  # the rules by which tables are computed, with the game's version
SOLVED_PIECES = 3  # a side, at most: of more, processors make no tables
ERROR = 5e-8  # of a chance: how well values are to be known
NO_NUMBA = "making tables needs numba, which is not installed (pip install 'benben[fast]')"


class Bounds(NamedTuple):
    """Between which a chance to win lies."""

    low: float
    high: float

    @property
    def value(self) -> float:
        return (self.low + self.high) / 2

    @property
    def error(self) -> float:
        return (self.high - self.low) / 2


class Endgames:
    """The values of all positions with at most so many pieces of one side, and so many of the other."""

    def __init__(self, own: int, enemy: int, folder: Path | None = None) -> None:
        self._packed = packing()
        self.tables = ValueTables(RULES, [position_class(*pair) for pair in pairs(own, enemy)], folder)

    @property
    def exact(self) -> bool:
        """Whether the tables are finished: sweeping on would hardly tell more."""
        return self.tables.finished

    def make(self, going: Going = lambda _: True, tell: Callable[[str], object] = lambda _: None) -> bool:
        """Sweep until every value is known to the error; False if `going` ended it before.

        Unreadable if numba is not installed, or if the folder cannot keep the tables.
        """
        if self.exact:
            return True
        engine = compiled(rules)
        if not engine.fast:
            raise Unreadable(NO_NUMBA)
        return self.tables.solve(_Graph(engine.bind(links.row_links)), ERROR, going, tell)

    def bounds(self, s: State) -> Bounds:
        """The chance of the mover to win, before its throw or with a throw to play."""
        words = array("I", bytes(4 * links.MOST_LINKS))
        links.throw_links(_turned(s), packing(), words, 0)
        _, low, high = best_bounds(words, 0, self.tables.bounds)
        return Bounds(low / ONE, high / ONE)

    def moves(self, s: State) -> list[tuple[Move, Bounds]]:
        """Every move of the mover, with its chance to win after it."""
        found = []
        for move in actions(s, s.mover):
            after = play(s, s.mover, move)
            bounds = self.bounds(after)
            if turn(after) != OVER and after.mover != s.mover:
                bounds = Bounds(1 - bounds.high, 1 - bounds.low)
            found.append((move, bounds))
        return found


class _Graph:
    """What may follow the positions of some rows, by the rules in machine code."""

    weights = links.WEIGHTS

    def __init__(self, row_links: Callable[..., int]) -> None:
        self._row_links = row_links
        self._packed = Packing(*map(words_of, packing()))

    def groups(self, one: PositionClass) -> list[tuple[int, int]]:
        return groups(sum(sides(one)))

    def links(self, one: PositionClass, first: int, last: int) -> Any:
        import numpy as np  # late: it comes with numba, and only making tables needs it

        own, enemy = sides(one)
        of_pieces = words_of(colourings(own, enemy))
        words = np.empty((last - first) * len(of_pieces) * links.MOST_LINKS, np.uint32)
        many = self._row_links(words_of(rows(own + enemy)), first, last, of_pieces, self._packed, words)
        return words[:many].copy()


def known_endgames(s: State, folder: Path | None) -> Endgames:
    """The tables that hold a position, not yet read or made; Unreadable if there can be none."""
    if turn(s) == OVER:
        raise Unreadable("the game is over, so there is nothing to solve")
    if s.cap:
        raise Unreadable("positions of a game with a cap are not solved: the throws left would count")
    own, enemy = s.cones.bit_count(), s.spools.bit_count()
    if max(own, enemy) > SOLVED_PIECES:
        raise Unreadable(
            f"positions with up to {SOLVED_PIECES} pieces a side are solved, not {own} against {enemy}"
        )
    return Endgames(own, enemy, folder)


def _turned(s: State) -> State:
    """The position with the colours changed if need be, so that the first seat moves."""
    if s.mover == 0:
        return s
    return State(s.spools, s.cones, 0, s.throw, s.steps, s.able, s.used, s.pieces, s.made, s.cap)
