"""A second solver of Senet's endgames: plain sweeps over a dictionary, from the public rules only.

It shares nothing with the game's own: no numbers of positions, no bounds, no machine code. Values are floats,
and sweeping goes on until the last of them stands still.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from benben.core.contract import OVER
from benben.games.senet import rules
from benben.games.senet.rules import State

SQUARES = [n for n in range(1, 31) if n != 27]
STILL = 1e-10  # a sweep that changes no value by more is the last

Sides = tuple[int, int]  # squares of the player who throws, and of the other
Follows = tuple[tuple[int, bool, tuple[int, ...]], ...]  # by throw: ways, if the other throws next, where


class PlainValues:
    """The chance of whoever throws, by the squares of both sides."""

    def __init__(self, pieces: int) -> None:
        self.values: dict[Sides, float] = {}
        sides = range(1, pieces + 1)
        for own, enemy in sorted(((own, enemy) for own in sides for enemy in sides if enemy <= own), key=sum):
            self._solve(own, enemy)

    def _solve(self, own: int, enemy: int) -> None:
        """Sweep over the positions with so many pieces; what follows them with fewer is known."""
        here = list(positions(own, enemy)) + (list(positions(enemy, own)) if own != enemy else [])
        here.sort(key=lambda sides: sum(n for n in SQUARES if (sides[0] | sides[1]) >> n & 1), reverse=True)
        numbers = {sides: n for n, sides in enumerate(here)}
        found = [0.5] * len(here)
        follows = [self._follows(sides, numbers, found) for sides in here]
        change = 1.0
        while change > STILL:
            change = 0.0
            for n, throws in enumerate(follows):
                total = 0.0
                for ways, other, after in throws:
                    if other:
                        total += ways * (1 - min([found[one] for one in after]))
                    else:
                        total += ways * max([found[one] for one in after])
                change = max(change, abs(total / 16 - found[n]))
                found[n] = total / 16
        self.values.update(zip(here, found, strict=False))

    def _follows(self, sides: Sides, numbers: dict[Sides, int], found: list[float]) -> Follows:
        """Where each throw may lead; values that are known are put at the end of `found`."""
        throws: list[tuple[int, bool, tuple[int, ...]]] = []
        before = State(*sides, 0, 0, 0, 0, 0, 7, 0, 0)
        for throw, ways in rules.chances(before):
            ends = list(played_out(rules.settle(before, throw)))
            if any(rules.turn(s) == OVER for s in ends):  # only its owner takes the last piece off
                found.append(1.0)
                throws.append((ways, False, (len(found) - 1,)))
                continue
            other = ends[0].mover == 1
            assert all(s.mover == other for s in ends)
            after = set()
            for key in {(s.spools, s.cones) if other else (s.cones, s.spools) for s in ends}:
                if key not in numbers:
                    found.append(self.values[key])
                after.add(numbers.get(key, len(found) - 1))
            throws.append((ways, other, tuple(after)))
        return tuple(throws)


def positions(own: int, enemy: int) -> Iterator[Sides]:
    for mine in combinations(SQUARES, own):
        taken = sum(1 << n for n in mine)
        for theirs in combinations([n for n in SQUARES if not taken >> n & 1], enemy):
            yield taken, sum(1 << n for n in theirs)


def played_out(s: State) -> Iterator[State]:
    """Every position in which a throw can end: it is played with all its remainders."""
    if s.throw == 0:
        yield s
        return
    for action in rules.actions(s, 0):
        yield from played_out(rules.play(s, 0, action))
