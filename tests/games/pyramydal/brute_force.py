"""Scoring by brute force, to hold the scorer against: every way to part a collection is tried."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Piece = tuple[int, int]  # colour, pips
Signature = tuple[int, ...]  # colours of large, medium, small


def best(
    pieces: Sequence[Piece],
    statues: Sequence[Sequence[Piece]],
    taken: frozenset[Signature],
    colours: int,
    virtual: bool,
    diagonal: bool,
    build: bool,
) -> tuple[int, int]:
    """Points and statues of the best partition, all diagonals of the player included.

    `build`: any number of statues three high, as in a building phase; else only with the virtual pyramid.
    """
    every = [(colour, pips) for colour in range(colours) for pips in (1, 2, 3)]
    found = (-1, 0)

    def parted(
        rest: tuple[Piece, ...],
        signatures: frozenset[Signature],
        points: int,
        many: int,
        high: tuple[Sequence[Piece], ...],
        wild: bool,
    ) -> None:
        nonlocal found
        if not rest:
            bonus = 9 * crossings((*statues, *high), colours) if diagonal else 0
            found = max(found, (points + bonus, many))
            return
        one, others = rest[0], rest[1:]
        parted(others, signatures, points + 1, many, high, wild)
        for n, other in enumerate(others):
            left = others[:n] + others[n + 1 :]
            parted(left, signatures, points + 2 * (one[1] + other[1]), many + 1, high, wild)
        if wild:  # a large one is the best that can be in a mini
            parted(others, signatures, points + 2 * (one[1] + 3), many + 1, high, False)
        threes = [((one, others[n], others[m]), {n, m}, wild) for n, m in pairs(others) if build]
        threes += [
            ((one, other, piece), {n}, False) for n, other in enumerate(others) for piece in every if wild
        ]
        for three, used, still in threes:
            worth, signature = valued(three)
            if worth and (signature is None or signature not in signatures):
                left = tuple(piece for n, piece in enumerate(others) if n not in used)
                more = signatures | ({signature} if signature else set())
                parted(left, more, points + worth, many + 1, (*high, three), still)

    parted(tuple(sorted(pieces)), taken, 0, 0, (), virtual)
    return found


def pairs(others: Sequence[Piece]) -> list[tuple[int, int]]:
    """Each two of them; equal pieces once."""
    seen = {(others[n], others[m]): (n, m) for n, m in combinations(range(len(others)), 2)}
    return list(seen.values())


def valued(three: Sequence[Piece]) -> tuple[int, Signature | None]:
    """Points of three pyramids on each other, and the signature of a mixed statue (3.2, 3.3)."""
    if len(set(three)) == 1:
        return 12 * three[0][1], None
    if len({colour for colour, _ in three}) == len({pips for _, pips in three}) == 3:
        return 18, tuple(colour for colour, _ in sorted(three, key=lambda piece: -piece[1]))
    return 0, None


def crossings(statues: Sequence[Sequence[Piece]], colours: int) -> int:
    """Diagonals (6.1)."""
    return sum(
        min(sum((colour, pips) in statue for statue in statues) for pips in (1, 2, 3))
        for colour in range(colours)
    )
