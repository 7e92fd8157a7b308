"""The bound by odd and even squares: beside brute force, beside lines that were hopped, and beside a search
that does without it."""

from __future__ import annotations

from random import Random

import pytest

from benben.games.solitaire.board import LARGE, MEDIUM
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board
from benben.games.solitaire.solver import Solver, exceptions
from benben.games.solitaire.solver.crossings import MOST_LEFT, Crossings, crossings
from benben.games.solitaire.solver.tables import hop_list
from tests.games.solitaire.brute_force import judged, reachable, sampled


def bound_of(ranks: int, files: int) -> Crossings:
    lines = tuple(hop for hop in hop_list(ranks, files) if hop[0] < hop[2])
    return crossings(ranks, files, lines)


def least_left(b: Board) -> int:
    """The fewest pyramids that the bound leaves possible; one more than it knows of if none."""
    known = bound_of(b.ranks, b.files)
    heights = [board_moves.height(board_moves.code(b, square)) for square in range(b.ranks * b.files)]
    odd = sum(bit for bit, height in zip(known.bits, heights, strict=True) if height % 2)
    inside = sum(height for height, inner in zip(heights, known.inner, strict=True) if inner)
    sets = len(known.needs) // MOST_LEFT
    able = [left for left in range(MOST_LEFT) if known.needs[left * sets + odd] <= inside]
    return able[0] + 1 if able else MOST_LEFT + 1


def without_bound(ranks: int, files: int) -> Solver:
    """A solver that searches where the bound would answer, and reads no book."""
    own = Solver(ranks, files, use_exceptions=False, memory=64 << 20)
    own._tables = own._tables._replace(needs=own._tables.needs * 0)
    own._mirror_tables = own._mirror_tables._replace(needs=own._mirror_tables.needs * 0)
    return own


def fewest_left(first: Board) -> dict[Board, int]:
    """By position: the fewest pyramids that any line leaves."""
    known: dict[Board, int] = {}

    def fewest(b: Board) -> int:
        if b not in known:
            after = [fewest(board_moves.play(b, 0, hop)) for hop in board_moves.actions(b, 0)]
            known[b] = min(after, default=board_moves.pieces(b))
        return known[b]

    fewest(first)
    return known


def test_no_position_of_three_by_three_ends_with_fewer_pyramids_than_the_bound_says() -> None:
    found = fewest_left(board_moves.nests(3, 3))
    assert len(found) > 1000
    assert all(left >= least_left(b) for b, left in found.items())


@pytest.mark.parametrize("left", [9, 11, 13])
def test_no_sampled_position_ends_with_fewer_pyramids_than_the_bound_says(left: int) -> None:
    random, bounded = Random(left), 0
    for ranks, files in ((3, 4), (4, 3)):
        for _ in range(12):
            found = fewest_left(sampled(ranks, files, left, random))
            assert all(fewest >= least_left(b) for b, fewest in found.items())
            bounded += sum(least_left(b) > 1 for b in found)
    assert bounded > 100


def test_a_line_that_ends_well_was_never_called_impossible() -> None:
    """Random players and the solver: wherever they end, the bound had room for it all the way."""
    random, own = Random(4), Solver(3, 4)
    for _ in range(300):
        b = sampled(3, 4, 16 + random.randrange(18), random)
        way = [b]
        line = own.best(b).line
        for hop in line:
            b = board_moves.play(b, 0, hop)
            way.append(b)
        assert all(least_left(each) <= board_moves.pieces(b) for each in way)


@pytest.mark.parametrize("left", [20, 22, 24, 26, 28, 30])
def test_it_changes_no_answer(left: int) -> None:
    """Random positions, and every second time one after a trap, of which the bound says most."""
    random, traps = Random(left), [b for b, _ in exceptions.entries()]
    own, other = Solver(3, 4, use_exceptions=False), without_bound(3, 4)
    bounded = 0
    for number in range(60 if left < 28 else 20):
        b = random.choice(traps) if number % 2 else sampled(3, 4, left, random)
        while board_moves.pieces(b) > left and board_moves.actions(b, 0):
            b = board_moves.play(b, 0, random.choice(board_moves.actions(b, 0)))
        assert own.best(b)[:2] == other.best(b)[:2], board_moves.stacks(b)
        bounded += least_left(b) > 1
        if left < 26:
            for size in (MEDIUM, LARGE):
                assert own.single(b, size).possible == other.single(b, size).possible
    assert bounded


def test_other_boards_are_left_alone() -> None:
    for ranks, files in ((1, 7), (2, 6), (4, 4), (3, 5)):
        assert not any(bound_of(ranks, files).needs)
    assert len(bound_of(4, 3).needs) == len(bound_of(3, 4).needs) == MOST_LEFT << 12


def test_small_boards_keep_their_scores() -> None:
    """Every position of 3 x 3, where one square is inside."""
    own, known = Solver(3, 3), judged(board_moves.nests(3, 3))
    assert all(own.best(b).score == known[b][0] for b in reachable(board_moves.nests(3, 3)))
