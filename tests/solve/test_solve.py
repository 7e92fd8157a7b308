"""Questions in words, answers as JSON, and a budget of real time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from benben import solve
from benben.core.contract import Unreadable
from benben.games.solitaire import notation
from benben.games.solitaire.cli.solve import minima
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.solver import solver

PROOF = "SM,SMLL,SML,SM/SM,L,-,SM/SM,SMLL,SMLLL,SM"  # a search and no bound shows that 2 is the best
START = "SML,SML,SML,SML/SML,SML,SML,SML/SML,SML,SML,SML"


def unheard(sentence: str) -> None:
    assert sentence


def asked(*words: str) -> dict[str, object]:
    return solve.answer("solitaire", words, unheard)


def hopped(position: str, line: object) -> list[str]:
    """The stacks at the end of a line, every hop of which is legal."""
    s = notation.read(position)
    b = s.boards[0]
    assert isinstance(line, list)
    for text in line:
        hop = notation.find(s, text)
        assert isinstance(hop, board_moves.Hop)
        assert hop in board_moves.actions(b, 0)
        b = board_moves.play(b, 0, hop)
    return [stack for stack in board_moves.stacks(b) if stack]


def test_the_start_has_a_perfect_line() -> None:
    found = asked(START)
    assert (found["score"], found["exact"], found["goal"]) == (1, True, True)
    assert hopped(START, found["line"]) == ["S"]
    assert asked() == found | {"nodes": 0}


@pytest.mark.parametrize(("goal", "left"), [("small", ["S"]), ("medium", ["M"]), ("large", ["L"])])
def test_every_goal_can_be_reached_from_the_start(goal: str, left: list[str]) -> None:
    found = asked(START, "--goal", goal)
    assert (found["score"], found["exact"], found["goal"]) == ("SML".index(left[0]) + 1, True, True)
    assert hopped(START, found["line"]) == left


def test_a_goal_out_of_reach_gets_the_best_there_is() -> None:
    found = asked("S,M,-", "--goal", "large")
    assert found == {"score": 1, "exact": True, "line": ["a1>c1"], "nodes": found["nodes"], "goal": False}


def test_the_goal_of_the_position_counts_if_none_is_given() -> None:
    assert asked("M,S,- goal M")["score"] == 2
    assert asked("M,S,- goal M", "--goal", "small")["goal"] is False


def test_every_hop_is_rated() -> None:
    found = asked("S,S,S,-", "--moves")
    assert found["score"] == 2
    assert found["moves"] == [
        {"hop": hop, "score": 2, "exact": True, "cost": 0, "stuck": stuck}
        for hop, stuck in (("a1>c1", True), ("b1>d1", True), ("c1>a1", True))
    ]


def test_the_command_prints_json_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    solver.cache_clear()  # else it may know the answer
    assert solve.main("solitaire", ["S,S,-", "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert json.loads(out) == {"score": 1, "exact": True, "line": ["a1>c1"], "nodes": 30, "goal": True}


def test_without_json_it_prints_lines(capsys: pytest.CaptureFixture[str]) -> None:
    solve.main("solitaire", ["S,S,-", "--moves"])
    assert capsys.readouterr().out.splitlines()[0] == "score: 1"


def test_a_budget_ends_a_search_and_the_answer_says_so() -> None:
    found = asked(PROOF, "--budget", "0.000001")
    assert found["exact"] is False
    assert found["goal"] is None


def test_a_budget_begins_with_the_search_and_not_with_the_program(tmp_path: Path) -> None:
    """In an empty cache folder machine code is compiled first, which takes longer than this proof may."""
    words = [sys.executable, "-m", "benben", "solve", "solitaire", PROOF, "--budget", "1", "--json"]
    done = subprocess.run(
        words, capture_output=True, text=True, check=True, env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    )
    found = json.loads(done.stdout)
    assert (found["score"], found["exact"]) == (2, True)
    assert found["nodes"] > 20_000


def test_a_budget_goes_by_its_clock_and_tells_how_far_it_is() -> None:
    told: list[str] = []
    seconds = count(0)
    budget = solve.Budget(3, told.append, lambda: next(seconds))
    assert [budget(nodes) for nodes in (1000, 2000, 3000)] == [True, True, False]
    assert told == ["1 s, 1,000 nodes", "2 s, 2,000 nodes", "3 s, 3,000 nodes"]
    assert solve.Budget(None, told.append)(5)


@pytest.mark.parametrize("words", [["S,S"], ["SML,SML,SML ; king-tut 1/1 1 ready ; -,-"], ["--daily", "now"]])
def test_what_cannot_be_solved_is_said(words: list[str]) -> None:
    with pytest.raises(Unreadable):
        asked(*words)


@pytest.mark.parametrize("words", [["--goal", "tiny"], ["--budget", "0"], ["--budget", "soon"]])
def test_words_that_are_not_understood_end_the_command(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        asked(*words)


def test_only_games_with_a_solver_are_solved() -> None:
    assert solve.solvable("solitaire")
    assert not solve.solvable("horus")
    with pytest.raises(Unreadable):
        solve.answer("horus", [], unheard)


def test_the_puzzles_of_a_day_come_with_their_grades() -> None:
    found = asked("--daily", "2026-11-15")["daily"]
    assert isinstance(found, list)
    assert [one["level"] for one in found] == ["easy", "medium", "hard"]
    assert all(one["score"] == 1 for one in found)


def test_the_best_scores_of_small_boards_are_proved_on_demand() -> None:
    told: list[str] = []
    found = minima(told.append)
    assert found["3x3"] == 24
    assert len(told) == len(found) == 11
