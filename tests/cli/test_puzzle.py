"""The puzzles of a day in the terminal."""

from __future__ import annotations

from benben import games
from tests.cli.command import benben


def test_a_day_is_printed_without_its_answers() -> None:
    told = benben("puzzle", "2026-11-16")
    assert told.returncode == 0, told.stderr
    for name in games.COURSES:
        assert games.load(name).title in told.stdout
    assert "Find the best move." in told.stdout
    assert "easy: " in told.stdout
    assert " %" not in told.stdout
    assert benben("puzzle").returncode == 0, "today"


def test_one_puzzle_is_printed_with_all_answers() -> None:
    told = benben("puzzle", "2026-11-16", "senet", "--answer").stdout
    maker = games.load("senet").puzzles
    assert maker is not None
    one = maker.puzzle("2026-11-16")
    for each in one.answers:
        assert f"{each.words} ({each.text})" in told
    assert told.count("\n* ") == 1
    assert one.proof in told


def test_what_is_no_day_or_game_is_said_in_a_line() -> None:
    for words, part in (
        (["2026-13-01"], "a date is as in 2026-11-15"),
        (["2026-01-01"], "the first day with puzzles is 2026-11-01"),
        (["2026-11-16", "chess"], "there is no game of that name"),
    ):
        told = benben("puzzle", *words)
        assert (told.returncode, told.stdout) == (2, "")
        assert part in told.stderr
        assert told.stderr.count("\n") == 1
