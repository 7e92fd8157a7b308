"""One board and its hops, in Python and in machine code, and the solver's kernel beside them."""

from __future__ import annotations

from random import Random

import pytest

from benben.core import perft, playouts
from benben.core.compiled import Engine, compiled
from benben.core.contract import OVER
from benben.games.solitaire.board import minimum, siblings, tallest
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board, Hop
from benben.games.solitaire.solver import Solver, depth_first
from benben.games.solitaire.solver.tables import board_codes, make_tables, survivors
from tests.games.solitaire.brute_force import reachable, walks

SIZES = [(ranks, files) for ranks in range(1, 9) for files in range(1, 9) if max(ranks, files) >= 3]
HOPS = [(1, 28), (2, 544), (3, 7840), (4, 90384)]  # length in hops, and lines of it from the start on 3 x 4


def position(text: str) -> Board:
    ranks = [rank.split(",") for rank in text.split("/")]
    return board_moves.board_of(
        len(ranks), len(ranks[0]), [stack.strip("-") for rank in ranks for stack in rank]
    )


def test_every_stack_has_a_number_of_its_own_and_letters_to_it() -> None:
    stacks = ["", *(under + size * run for under, size in FORMS for run in range(1, 17))]
    assert [board_moves.stack_code(stack) for stack in stacks] == list(range(81))
    assert [board_moves.letters(n) for n in range(81)] == stacks


FORMS = [("", "S"), ("", "M"), ("", "L"), ("S", "M"), ("SM", "L")]


@pytest.mark.parametrize("stack", ["SSM", "ML", "SL", "MS", "SSML", "SMML", "LS", "X", "S" * 17])
def test_other_stacks_cannot_be_built(stack: str) -> None:
    assert board_moves.stack_code(stack) == -1


def test_a_stack_is_counted_and_loses_its_top() -> None:
    for n in range(1, 81):
        letters = board_moves.letters(n)
        assert board_moves.height(n) == len(letters)
        assert board_moves.pips(n) == sum("SML".index(letter) + 1 for letter in letters)
        assert board_moves.letters(board_moves.without_top(n)) == letters[:-1]
        assert "SML"[board_moves.top(n) - 1] == letters[-1]


def test_a_hop_moves_one_pyramid_and_takes_one() -> None:
    b = position("SM,LL,M/S,-,S/L,S,-")
    after = board_moves.play(b, 0, Hop(0, 1, 2))
    assert after == position("S,L,MM/S,-,S/L,S,-")
    assert board_moves.score(after) == board_moves.score(b) - 3
    assert board_moves.pieces(after) == board_moves.pieces(b) - 1


@pytest.mark.parametrize(("depth", "lines"), HOPS)
def test_machine_code_counts_the_lines_of_hops(depth: int, lines: int) -> None:
    assert perft.perft(compiled(board_moves), board_moves.nests(3, 4), depth) == lines


@pytest.mark.parametrize(("depth", "lines"), HOPS[:3])
def test_the_plain_rules_count_the_same(depth: int, lines: int) -> None:
    assert perft.perft(Engine(board_moves, fast=False), board_moves.nests(3, 4), depth) == lines


def test_machine_code_agrees_on_the_largest_board() -> None:
    engine, b = compiled(board_moves), board_moves.nests(8, 8)
    random = Random(4)
    for _ in range(60):
        assert engine.actions(b, 0) == board_moves.actions(b, 0)
        hop = random.choice(board_moves.actions(b, 0))
        assert engine.play(b, 0, hop) == board_moves.play(b, 0, hop)
        b = board_moves.play(b, 0, hop)
        assert engine.turn(b) == board_moves.turn(b)


def test_playouts_end_stuck() -> None:
    tally = playouts.playouts(Engine(board_moves, fast=False), board_moves.nests(3, 3), 1, 20, 7)
    assert tally.wins == (0,)
    assert tally.nobody == 20
    assert board_moves.turn(position("S,-,-")) == OVER


@pytest.mark.parametrize(("ranks", "files"), SIZES)
def test_every_square_belongs_to_a_class_and_none_is_larger_than_the_tallest_run(
    ranks: int, files: int
) -> None:
    sizes = [siblings(square, ranks, files) for square in range(ranks * files)]
    kinds = {(square // files % 2, square % files % 2): size for square, size in enumerate(sizes)}
    assert sum(kinds.values()) == ranks * files
    assert max(sizes) == tallest(ranks, files) <= board_moves.RUN
    assert minimum(ranks, files) == minimum(files, ranks)


def kernel_hops(b: Board) -> set[Hop]:
    g = make_tables(b.ranks, b.files, list)
    moves = [0] * g.hops
    many = depth_first.list_hops(g.hops, g.starts, g.overs, g.ends, g.tops, board_codes(b), moves, 0)
    return {Hop(g.starts[n], g.overs[n], g.ends[n]) for n in moves[:many]}


@pytest.mark.parametrize("size", [(1, 6), (2, 4), (1, 7)])
def test_the_kernel_knows_the_hops_of_every_position_of_a_small_board(size: tuple[int, int]) -> None:
    for b in reachable(board_moves.nests(*size)):
        assert kernel_hops(b) == set(board_moves.actions(b, 0))


def test_the_kernel_knows_the_hops_of_ten_thousand_random_positions() -> None:
    for b in walks(9_700, 5, [(3, 4), (3, 4), (4, 5), (5, 3)]):
        assert kernel_hops(b) == set(board_moves.actions(b, 0))
    for b in walks(300, 6, [(8, 8), (7, 6)]):
        assert kernel_hops(b) == set(board_moves.actions(b, 0))


def test_the_kernel_makes_the_hops_and_unmakes_them() -> None:
    """After a long search its position is that of the puzzle, and withdrawn all is as before."""
    b = board_moves.nests(3, 4)
    own = Solver(3, 4, plain=True)
    g, x = own._mirror_tables, own._trail
    own._place(b)
    assert depth_first.begin(g, x, depth_first.SCORE, 1) == depth_first.PAUSED
    before = list(x.codes), list(x.keys), list(x.counts)
    table = own._new_table()
    assert depth_first.explore(g, table, x, 3_000) == depth_first.PAUSED
    line = [
        Hop(*(int(side[n]) for side in (g.starts, g.overs, g.ends)))
        for n in (x.moves[d * g.hops + x.tried[d] - 1] for d in range(x.registers[depth_first.DEPTH]))
    ]
    for hop in line:
        assert hop in board_moves.actions(b, 0)
        b = board_moves.play(b, 0, hop)
    assert list(x.codes) == board_codes(b)
    depth_first.withdraw(g, table, x)
    assert (list(x.codes), list(x.keys), list(x.counts)) == before


def test_a_bound_is_never_above_what_can_be_reached() -> None:
    """Three ranks: somebody on rank 1 or 3 survives. Three by three: the corners are safe for good."""
    safe, groups = survivors(3, 4)
    assert safe[0b1111] == 0
    assert groups[4 * 0b1111] == 0b0011  # the classes of a1 and b1: ranks 1 and 3
    assert survivors(3, 3)[0][0b1111] == 0b0001
    assert survivors(4, 5)[1][4 * 0b1111] == 0b1111
