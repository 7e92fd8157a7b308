"""Senet's hints: a count, and a judgement that is fair to both sides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from benben import games
from benben.core.contract import OVER
from benben.core.match import Match
from benben.games.senet import bot, notation
from tests.contract.games import matches
from tools import tune_senet

SENET = games.load("senet")


@pytest.mark.parametrize(
    ("position", "lead"),
    [
        ("oxoxoxoxox/........../.......... x -", 5),
        ("o........./........../.........x o -", 29),
        ("o........./........../.......... x #", 30),
    ],
)
def test_the_race_counts_steps(position: str, lead: int) -> None:
    s = notation.read(position)
    assert (bot.race(s, 0), bot.race(s, 1)) == (lead, -lead)


@given(m=matches(SENET))
def test_the_chances_of_both_sides_make_one(m: Match) -> None:
    chances = [bot.evaluate(m.state, seat) for seat in (0, 1)]
    assert sum(chances) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in chances)


@given(m=matches(SENET))
def test_a_game_that_is_over_is_judged_exactly(m: Match) -> None:
    if SENET.rules.turn(m.state) == OVER:
        winners = SENET.rules.outcome(m.state).winners
        for seat in (0, 1):
            assert bot.evaluate(m.state, seat) == (0.5 if not winners else float(seat in winners))


@given(m=matches(SENET))
def test_neither_colour_is_favoured(m: Match) -> None:
    s = m.state
    if s.mover >= 0:
        swapped = s._replace(cones=s.spools, spools=s.cones, mover=1 - s.mover)
        assert bot.evaluate(swapped, 0) == bot.evaluate(s, 1)


@given(m=matches(SENET))
def test_the_tuner_sees_what_the_hints_see(m: Match) -> None:
    """With the weights of bot.py it must come to the same judgement."""
    s = m.state
    if SENET.rules.turn(s) == OVER:
        return
    x = np.zeros(2 * tune_senet.WIDTH)
    tune_senet.noted(s, x)
    total = 0.0
    for name, start in zip(tune_senet.LENGTHS, tune_senet.STARTS, strict=True):
        for n, pair in enumerate(getattr(bot, name)):
            early = (pair + 2**31) % 2**32 - 2**31
            total += early * x[start + n] + (pair - early >> 32) * x[tune_senet.WIDTH + start + n]
    chance = 1 / (1 + np.exp(-total / 100))
    assert bot.evaluate(s, s.mover) == pytest.approx(chance, abs=1e-9)
