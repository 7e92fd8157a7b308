"""The puzzle by brute force, to hold the solver against: every line is tried, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board
from benben.games.solitaire.solver.tables import symmetries


@cache
def _images(ranks: int, files: int) -> list[list[int]]:
    return symmetries(ranks, files)


def turned(b: Board, image: list[int]) -> Board:
    stacks = board_moves.stacks(b)
    return board_moves.board_of(b.ranks, b.files, [stacks[square] for square in image])


@cache
def one_of(b: Board) -> Board:
    """The same for all mirror images."""
    return min(turned(b, image) for image in _images(b.ranks, b.files))


@cache
def reachable(first: Board) -> list[Board]:
    """Every position that can come of this one, mirror images once; later ones first."""
    found = {one_of(first)}
    level = list(found)
    levels = [level]
    while level:
        after = {one_of(board_moves.play(b, 0, hop)) for b in level for hop in board_moves.actions(b, 0)}
        level = [b for b in after if b not in found]
        found |= after
        levels.append(level)
    return [b for level in reversed(levels) for b in level]


@cache
def judged(first: Board) -> dict[Board, tuple[int, frozenset[int]]]:
    """By position that can come: the lowest score, and the sizes of which a single pyramid can be left."""
    known: dict[Board, tuple[int, frozenset[int]]] = {}
    for b in reachable(first):
        after = [known[one_of(board_moves.play(b, 0, hop))] for hop in board_moves.actions(b, 0)]
        if after:
            known[b] = min(score for score, _ in after), frozenset().union(*(one for _, one in after))
        else:
            single = board_moves.pieces(b) == 1
            known[b] = board_moves.score(b), frozenset({board_moves.score(b)} if single else ())
    return known


def sampled(ranks: int, files: int, left: int, random: Random) -> Board:
    """Random hops from the start until this number of pyramids is left."""
    while True:
        b = board_moves.nests(ranks, files)
        while board_moves.pieces(b) > left:
            hops = board_moves.actions(b, 0)
            if not hops:
                break
            b = board_moves.play(b, 0, random.choice(hops))
        else:
            return b


def walks(count: int, seed: int, sizes: list[tuple[int, int]]) -> Iterator[Board]:
    """So many positions of random games on these boards."""
    random = Random(seed)
    while True:
        b = board_moves.nests(*random.choice(sizes))
        while hops := board_moves.actions(b, 0):
            yield b
            count -= 1
            if not count:
                return
            b = board_moves.play(b, 0, random.choice(hops))


Best = Callable[[Board], int]
