"""The puzzles of the day: the same for everybody, exactly known, and as hard as they say."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction

import pytest

from benben.core.contract import Unreadable
from benben.games.solitaire import puzzles
from benben.games.solitaire.notation import read
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board
from benben.games.solitaire.rules.board_text import board_text
from benben.games.solitaire.solver import Solver

DAY = "2026-11-15"
# Published puzzles must never change.
KNOWN = {
    "easy": "SM,M,-,SM/SM,-,-,S/M,L,S,S",
    "medium": "S,SSS,-,-/S,-,SM,-/SML,SML,L,L",
    "hard": "-,-,SS,L/S,-,-,SML/SMLLL,SMM,S,SM",
}


@pytest.mark.parametrize("level", puzzles.LEVELS)
def test_a_days_puzzle_is_what_it_was_and_as_hard_as_its_level(level: str) -> None:
    found, wanted = puzzles.daily(DAY, level), puzzles.LEVELS[level]
    assert board_text(found.board) == KNOWN[level]
    assert board_moves.pieces(found.board) == wanted.pieces
    assert wanted.least <= found.odds <= wanted.most
    assert 1 <= found.keeping <= found.openings


@pytest.mark.parametrize("level", puzzles.LEVELS)
def test_the_solver_agrees_that_one_point_can_be_reached(level: str) -> None:
    found = puzzles.daily(DAY, level)
    answer = Solver(3, 4).best(found.board)
    assert (
        (answer.score, answer.exact, len(answer.line))
        == (found.score, True, found.hops)
        == (1, True, found.hops)
    )


def test_levels_are_harder_in_turn_and_days_differ() -> None:
    odds = [puzzles.daily(DAY, level).odds for level in puzzles.LEVELS]
    assert odds == sorted(odds)
    assert puzzles.daily("2026-11-16", "easy").board != puzzles.daily(DAY, "easy").board


def test_it_does_not_depend_on_the_process() -> None:
    code = f"from benben.games.solitaire import puzzles; print(puzzles.daily({DAY!r}, 'easy'))"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.strip() == str(puzzles.daily(DAY, "easy"))


def spelt_out(b: Board, best: int) -> Fraction:
    """The share of blind players who reach the best score, without a table."""
    hops = board_moves.actions(b, 0)
    if not hops:
        return Fraction(board_moves.score(b) == best)
    return sum((spelt_out(board_moves.play(b, 0, hop), best) for hop in hops), Fraction(0)) / len(hops)


@pytest.mark.parametrize("text", ["S,S,S,-", "SM,S,-,M/-,S,-,-/S,M,-,S", "S,-,M", "M,S,-/S,S,-/-,S,M"])
def test_blind_odds_are_counted_exactly(text: str) -> None:
    b = read(text).boards[0]
    found = puzzles.grade(b)
    assert puzzles.blind_odds(b).chance == pytest.approx(float(spelt_out(b, found.score)))
    assert found.odds == round(1 / spelt_out(b, found.score))
    assert found.openings == len(board_moves.actions(b, 0))


def test_hops_on_bytes_are_the_hops_of_the_rules() -> None:
    draw = puzzles.draws("hops")
    for ranks, files in [(3, 4), (2, 5), (1, 7)]:
        b, ways = board_moves.nests(ranks, files), puzzles._all_hops(ranks, files)
        while hops := board_moves.actions(b, 0):
            squares = puzzles._squares(b)
            assert puzzles._legal_hops(squares, ways) == hops
            for hop in hops:
                assert puzzles._after_hop(squares, hop) == puzzles._squares(board_moves.play(b, 0, hop))
            b = board_moves.play(b, 0, hops[draw(len(hops))])
        assert puzzles._legal_hops(puzzles._squares(b), ways) == []


@pytest.mark.parametrize("date", ["", "2026-13-01", "2026-02-30", "20261115", "2026-11-15 ", "today"])
def test_only_a_date_is_a_date(date: str) -> None:
    with pytest.raises(Unreadable):
        puzzles.daily(date, "easy")
    with pytest.raises(Unreadable):
        puzzles.daily(DAY, "deadly")
