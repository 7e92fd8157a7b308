"""The solver beside brute force, its honesty, its book, and the best scores that the rules claim."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from benben.games.solitaire.bench import slowest_positions
from benben.games.solitaire.board import LARGE, MEDIUM, MINIMA, SMALL, minimum
from benben.games.solitaire.puzzles import blind_odds
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board
from benben.games.solitaire.solver import Answer, Solver, after, depth_first, exceptions, up_to
from benben.games.solitaire.solver.tables import symmetries
from tests.games.solitaire.brute_force import judged, one_of, reachable, sampled, turned

QUICK = [(1, 3), (1, 4), (1, 5), (1, 6), (2, 3), (2, 4), (2, 5), (3, 3)]
PERFECT = [
    (ranks, files)
    for ranks in range(1, 9)
    for files in range(max(ranks, 3), 9)
    if (ranks, files) not in MINIMA
]


def check_line(b: Board, answer: Answer) -> None:
    """The line is legal and leads to the score."""
    for hop in answer.line:
        assert hop in board_moves.actions(b, 0)
        b = board_moves.play(b, 0, hop)
    assert board_moves.score(b) == answer.score


@pytest.mark.parametrize("size", [(1, 5), (1, 6), (2, 4), (2, 5), (1, 7), (3, 3), (4, 2)])
def test_it_agrees_with_brute_force_on_every_position_of_a_small_board(size: tuple[int, int]) -> None:
    positions = reachable(board_moves.nests(*size))
    known = judged(board_moves.nests(*size))
    own = Solver(*size)
    for b in positions:
        answer = own.best(b)
        assert (answer.score, answer.exact) == (known[b][0], True), board_moves.stacks(b)
        check_line(b, answer)


@pytest.mark.parametrize("size", [(1, 7), (2, 4)])
def test_single_pyramids_and_ratings_agree_with_brute_force(size: tuple[int, int]) -> None:
    positions = reachable(board_moves.nests(*size))
    known = judged(board_moves.nests(*size))
    own = Solver(*size)
    for b in positions[:: max(1, len(positions) // 1500)]:
        score, singles = known[b]
        for kind in (SMALL, MEDIUM, LARGE):
            single = own.single(b, kind)
            assert single.possible == (kind in singles)
            if single.possible:
                end = after(b, single.line)
                assert (board_moves.pieces(end), board_moves.score(end)) == (1, kind)
        for rated in own.rate(b):
            child = board_moves.play(b, 0, rated.hop)
            best = known[one_of(child)][0]
            assert rated == (rated.hop, best, True, best - score, board_moves.is_stuck(child))


@pytest.mark.parametrize("left", [12, 15, 18])
def test_it_agrees_with_brute_force_on_sampled_positions(left: int) -> None:
    random, own = Random(left), Solver(3, 4)
    for _ in range(40 if left < 18 else 15):
        b = sampled(3, 4, left, random)
        answer = own.best(b)
        assert (answer.score, answer.exact) == (blind_odds(b).score, True)
        check_line(b, answer)


def test_machine_code_and_python_search_alike() -> None:
    random = Random(3)
    fast, plain = Solver(3, 4), Solver(3, 4, plain=True)
    assert not plain.fast
    for left in (8, 12, 14, 16, 20):
        b = sampled(3, 4, left, random)
        assert fast.best(b) == plain.best(b)
        for size in (MEDIUM, LARGE):
            assert fast.single(b, size) == plain.single(b, size)


def test_it_answers_without_numba_and_numpy() -> None:
    code = (
        "import sys\n"
        "class Blocked:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('numba', 'llvmlite', 'numpy'): raise ImportError(name)\n"
        "sys.meta_path.insert(0, Blocked())\n"
        "from benben.games.solitaire.rules import board_moves\n"
        "from benben.games.solitaire.solver import solver\n"
        "own = solver(3, 4)\n"
        "print(own.fast, own.best(board_moves.nests(3, 4))[:2])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False (1, True)\n"


def test_mirror_images_change_nothing() -> None:
    random = Random(8)
    for left in (14, 20):
        b = sampled(3, 4, left, random)
        images = [turned(b, image) for image in symmetries(3, 4)]
        assert len({Solver(3, 4).best(image).score for image in images}) == 1


def test_a_crowded_table_forgets_and_stays_right() -> None:
    random, whole, small = Random(1), Solver(3, 4), Solver(3, 4, memory=12 * 64)
    assert small.memory == 12 * 64
    for left in (14, 16, 18, 20):
        for _ in range(5):
            b = sampled(3, 4, left, random)
            assert small.best(b)[:2] == whole.best(b)[:2]


def test_a_budget_that_ends_is_told_and_leaves_no_false_mark() -> None:
    random, own = Random(2), Solver(3, 4)
    stopped = 0
    for _ in range(100):
        b = sampled(3, 4, 22, random)
        truth = Solver(3, 4).best(b)
        found = own.best(b, up_to(1 + random.randrange(3000)))
        check_line(b, found)
        assert found.score >= truth.score
        assert not found.exact or found.score == truth.score
        stopped += not found.exact
        assert own.best(b)[:2] == truth[:2]
    assert stopped > 3


def test_an_undecided_single_is_neither_yes_nor_no() -> None:
    b = sampled(3, 4, 30, Random(5))
    own = Solver(3, 4, plain=True)
    undecided = own.single(b, MEDIUM, up_to(1))
    assert (undecided.possible, undecided.line) == (None, ())
    assert own.single(b, MEDIUM).possible


def test_nothing_to_hop_is_an_answer_too() -> None:
    b = board_moves.board_of(1, 3, ["S", "", "M"])
    assert Solver(1, 3).best(b) == Answer(3, True, (), 0)
    assert Solver(1, 3).rate(b) == []


def test_the_line_stays_known_while_it_is_played() -> None:
    own, b = Solver(3, 4), board_moves.nests(3, 4)
    answer = own.best(b)
    assert (answer.score, answer.exact, len(answer.line)) == (1, True, 35)
    for made, hop in enumerate(answer.line, 1):
        b = board_moves.play(b, 0, hop)
        assert own.best(b) == Answer(1, True, answer.line[made:], 0)


@pytest.mark.parametrize("size", QUICK)
def test_the_best_scores_of_the_rules_are_proved_by_exhaustion(size: tuple[int, int]) -> None:
    answer = Solver(*size).best(board_moves.nests(*size))
    assert (answer.score, answer.exact) == (MINIMA[size], True)


def test_two_ranks_are_two_games_of_one() -> None:
    for files in (6, 7, 8):
        own = Solver(2, files).best(board_moves.nests(2, files))
        assert own.exact
        assert own.score == minimum(2, files) == 2 * minimum(1, files)
        check_line(board_moves.nests(2, files), own)


@pytest.mark.parametrize("size", PERFECT)
def test_all_other_boards_allow_one_point(size: tuple[int, int]) -> None:
    b = board_moves.nests(*size)
    answer = Solver(*size).best(b, up_to(2_000_000))
    assert (answer.score, answer.exact, minimum(*size)) == (1, True, 1)
    check_line(b, answer)


def test_progress_is_told_on_the_way() -> None:
    told: list[int] = []

    def going(nodes: int) -> bool:
        told.append(nodes)
        return True

    Solver(6, 6, plain=True).best(board_moves.nests(6, 6), lambda nodes: going(nodes) and nodes < 300)
    assert len(told) > 3
    assert told == sorted(told)


def test_the_book_holds_early_positions_once_and_none_that_can_reach_one_point() -> None:
    found = exceptions.entries()
    assert len({exceptions.image(b) for b, _ in found}) == len(found) > 200
    for b, score in found:
        assert board_moves.pieces(b) >= exceptions.LEFT
        assert score > 1
        assert exceptions.exception_score(turned(b, symmetries(3, 4)[3])) == score


def test_the_book_gives_an_exact_score_and_a_line_to_it() -> None:
    own = Solver(3, 4)
    for b, score in exceptions.entries()[::6]:
        answer = own.best(b, up_to(3_000_000))
        assert (answer.score, answer.exact) == (score, True)
        check_line(b, answer)


def test_what_the_book_says_is_proved_without_it() -> None:
    """The book was computed before there was a bound by odd and even squares."""
    own = Solver(3, 4, use_exceptions=False)
    for b, score in exceptions.entries():
        answer = own.best(b, up_to(3_000_000))
        assert (answer.score, answer.exact) == (score, True)
        check_line(b, answer)


def test_the_slowest_positions_known_are_answered_exactly() -> None:
    own = Solver(3, 4, use_exceptions=False)
    for b, score in slowest_positions():
        own.forget()
        answer = own.best(b, up_to(3_000_000))
        assert (answer.score, answer.exact) == (score, True)
        check_line(b, answer)


def test_the_book_is_computed_as_it_stands() -> None:
    """As far as 33 left, where there is no exception yet."""
    told: list[str] = []
    own = Solver(3, 4, use_exceptions=False)
    lines = exceptions.compute_lines(lambda b: own.best(b).score, told.append, left=33)
    assert lines == []
    assert told[-1] == "33 left: 630 positions, 0 cannot reach 1"


def test_early_positions_that_are_not_in_the_book_reach_one_point() -> None:
    random, own = Random(9), Solver(3, 4)
    for _ in range(60):
        b = sampled(3, 4, 31 + random.randrange(5), random)
        answer = own.best(b, up_to(3_000_000))
        assert answer.exact
        assert answer.score == (exceptions.exception_score(b) or 1)


def test_marks_are_made_and_read() -> None:
    mark = depth_first.with_refutation(5 << 11, depth_first.SCORE, 3)
    assert [depth_first.is_refuted(mark, depth_first.SCORE, target) for target in (1, 3, 4)] == [
        True,
        True,
        False,
    ]
    assert not depth_first.is_refuted(mark, depth_first.MEDIUM, 0)
    mark = depth_first.with_refutation(
        depth_first.with_refutation(mark, depth_first.MEDIUM, 0), depth_first.SCORE, 7
    )
    assert depth_first.is_refuted(mark, depth_first.MEDIUM, 0)
    assert not depth_first.is_refuted(mark, depth_first.LARGE, 0)
    assert depth_first.is_refuted(mark, depth_first.SCORE, 7)
    assert mark >> 11 == 5
