"""Machine code plays Pyramydal as the plain rules do, in every variant; and what no case can show."""

from __future__ import annotations

import random
from typing import Any

import pytest

from benben.core import perft, playouts
from benben.core.compiled import Engine, compiled
from benben.core.contract import CHANCE, OVER, Illegal
from benben.games import load
from benben.games.pyramydal import notation, rules
from benben.games.pyramydal.rules.state import virtual_owner

GAME = load("pyramydal")


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, rules.Options()), (4, rules.Options(diagonal=True)), (3, rules.Options(die=6, diagonal=True))],
    ids=["by turns", "four and diagonals", "dice"],
)
def test_machine_code_follows_whole_games(seats: int, options: rules.Options) -> None:
    engine, draw = compiled(GAME.rules), random.Random(f"{seats} {options}")
    s: Any = rules.start(seats, options)
    assert engine.fitting(s) is engine
    while (turn := rules.turn(s)) != OVER:
        assert engine.turn(s) == turn
        if turn == CHANCE:
            rows = rules.chances(s)
            assert list(engine.chances(s)) == rows
            what = draw.choice(rows)[0]
            after = rules.settle(s, what)
            assert engine.settle(s, what) == after
        else:
            able = [(seat, action) for seat in range(seats) for action in rules.actions(s, seat)]
            assert [(seat, one) for seat in range(seats) for one in engine.actions(s, seat)] == able
            seat, action = able[min(draw.randrange(5), len(able) - 1)]
            after = rules.play(s, seat, action)
            assert engine.play(s, seat, action) == after
        s = after
    assert engine.winner(s) == rules.winner(s) == rules.outcome(s).winners[0]


def test_random_games_come_out_the_same_plain_and_compiled() -> None:
    s = rules.start(3, rules.Options(diagonal=True))
    plain = playouts.playouts(Engine(rules, fast=False), s, 3, 20, 7)
    assert playouts.playouts(compiled(GAME.rules), s, 3, 20, 7) == plain
    assert plain.nobody == 0


@pytest.mark.parametrize(("seats", "cells"), [(3, 60), (4, 60), (5, 75), (10, 150)])
def test_the_line_is_as_long_as_its_stashes_and_the_virtual_pyramid_is_always_won(
    seats: int, cells: int
) -> None:
    draw = random.Random(seats)
    m = playouts.random_match(GAME, seats, GAME.options(), draw.randrange, 10_000)
    assert m.over
    assert m.state.cells == cells
    assert virtual_owner(m.state) >= 0
    assert len(m.outcome.winners) == 1
    assert sorted(m.outcome.places) == list(range(1, seats + 1))


@pytest.mark.parametrize("seats", [0, 1, 2, 11])
def test_too_few_or_too_many_are_refused(seats: int) -> None:
    with pytest.raises(Illegal) as fault:
        rules.start(seats, rules.Options())
    assert fault.value.clause == "pyramydal 1.4"


@pytest.mark.parametrize("fields", [{"die": 7}, {"die": -6}, {"diagonal": 2}, {"dice": 6}])
def test_options_that_are_none_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(Illegal):
        GAME.options(**fields)


def test_five_seats_do_not_fit_machine_words_and_four_do() -> None:
    assert rules.fits(rules.start(4, rules.Options(die=10)))
    assert not rules.fits(rules.start(5, rules.Options()))
    long = notation.read(
        "r1y1g1b1" * 5 + "r2y2g2b2" * 5 + "r3y3g3b3" * 5 + "k1 | -,-,- | -,-,- | -,-,- | 1 move"
    )
    assert not rules.fits(long)
    assert perft.perft(compiled(GAME.rules), long, 1) == 61
