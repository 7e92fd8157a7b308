"""Replay in the terminal, with the eyes of a seat, of a watcher, and with all that is in the file."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.command import benben

HORUS = Path(__file__).parents[1] / "records" / "horus-1-two.txt"


def hidden(*words: str) -> int:
    """How many events are told without what was hidden in them."""
    run = benben("replay", HORUS, "--all", *words)
    assert run.returncode == 0, run.stderr
    return len(re.findall(r"^ *\d+[* ] card \?", run.stdout, re.MULTILINE))


def test_a_hidden_card_is_seen_by_who_drew_it_and_by_nobody_else() -> None:
    first, second, watcher = hidden("--seat", "1"), hidden("--seat", "2"), hidden("--watcher")
    assert hidden() == 0
    assert 0 < first < watcher
    assert 0 < second < watcher
    assert first + second == watcher


def test_a_seat_that_the_match_has_not_is_refused() -> None:
    run = benben("replay", HORUS, "--seat", "3")
    assert run.returncode != 0
    assert "the match has the seats 1 to 2" in run.stderr
    assert run.stdout == ""
