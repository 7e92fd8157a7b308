"""Lessons in the terminal, by real keystrokes."""

from __future__ import annotations

import pytest

from benben import games
from benben.core import lesson_walk, lessons
from benben.core.exercises import GO
from tests.cli.command import benben, lines


def keys_of_all_steps(name: str) -> list[str]:
    """What a player types who does each task as it is shown, with Enter after each step."""
    game, plan = games.load(name), lessons.lesson(games.load(name))
    assert plan
    keys = []
    for step in plan.steps:
        state = lesson_walk.begin(game, step)
        while state.due:
            text = state.show[0]
            keys.append("" if text == GO else text)
            state = lesson_walk.attempt(state, text)
        keys.append("")
    return keys


@pytest.mark.parametrize("name", games.NAMES)
def test_a_lesson_is_played_from_first_to_last(name: str) -> None:
    run = benben("learn", name, typed=lines(keys_of_all_steps(name)))
    assert run.returncode == 0, run.stderr
    plan = lessons.lesson(games.load(name))
    assert plan
    for step in plan.steps:
        assert f"Done: {step.title}." in run.stdout
    assert f"benben play {name}" in run.stdout.rsplit("You know", 1)[1]


def test_a_wrong_try_is_answered_with_its_clause() -> None:
    typed = lines(
        ["13x16", "?", "? 5.1", "? 9.9", "choices", "show", "what", "board", "again", "20x23", "quit"]
    )
    run = benben("learn", "senet", "pair", typed=typed)
    assert run.returncode == 0, run.stderr
    assert "Not 16: 17 stands beside it. (5.1)" in run.stdout
    assert "5.1  Two or more pieces" in run.stdout
    assert "There is no such clause." in run.stdout
    assert "Type 20x23" in run.stdout
    assert "That is neither a move nor a command: " in run.stdout
    assert "Done: Two together. (5.1, 4.1)" in run.stdout
    assert "6 of 10" not in run.stdout


def test_a_word_of_the_game_is_no_command() -> None:
    run = benben("learn", "horus", "out", typed=lines(["exit", "go e1", "exit", "", ""]))
    assert run.returncode == 0, run.stderr
    assert "Not yet: from e2 no step leads outside. (4.1)" in run.stdout
    assert "Done: The way out." in run.stdout


def test_steps_can_be_skipped_and_gone_back_to() -> None:
    run = benben(
        "learn", "senet", "pair", typed=lines(["skip", "back", "back", "back", "back", "back", "back"])
    )
    assert run.returncode == 0, run.stderr
    shown = [line for line in run.stdout.splitlines() if " of 10  " in line]
    assert [line.split()[0] for line in shown] == ["5", "6", "5", "4", "3", "2", "1", "1"]


def test_the_steps_are_listed() -> None:
    run = benben("learn", "senet", "--list")
    assert run.returncode == 0
    assert "pair      Two together. Side by side they guard each other." in run.stdout


def test_a_lesson_is_checked() -> None:
    run = benben("learn", "senet", "--check")
    assert (run.returncode, run.stdout) == (0, "Sound: every step can be done as it is shown.\n")


def test_what_is_not_there_is_refused_in_a_sentence() -> None:
    assert benben("learn", "chess").stderr.startswith("benben: chess: there is no game of that name")
    run = benben("learn", "senet", "pear")
    assert run.returncode == 2
    assert run.stderr.startswith("benben: pear: there is no such step; there are way, sticks, again")
