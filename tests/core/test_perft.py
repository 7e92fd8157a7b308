"""Perft counts every line of play once, plain and compiled."""

from __future__ import annotations

import pytest

from benben.core.compiled import Engine, compiled
from benben.core.perft import perft
from benben.games import load
from tests.contract import caskets, pebbles

PLAIN = Engine(pebbles, fast=False)
FAST = compiled(pebbles.game.rules)
engines = pytest.mark.parametrize("engine", [PLAIN, FAST], ids=["plain", "compiled"])


def heap(pebbles_left: int, most: int = 0) -> pebbles.State:
    return pebbles.State(pebbles_left, 0, most, 1)


def no_die(pebbles_left: int) -> pebbles.State:
    return pebbles.State(pebbles_left, 0, 3, 0)


@engines
def test_perft_counts_throws_with_the_moves_that_play_them(engine: Engine) -> None:
    assert perft(engine, heap(9), 0) == 1
    assert perft(engine, heap(9), 1) == 1 + 2 + 3
    assert perft(engine, heap(9), 2) == 36
    assert perft(engine, heap(2), 1) == 1 + 2 + 2


@engines
def test_a_line_that_is_over_sooner_does_not_count(engine: Engine) -> None:
    assert perft(engine, heap(1), 1) == 3
    assert perft(engine, heap(1), 2) == 0
    assert perft(engine, no_die(2), 2) == 1
    assert perft(engine, no_die(2), 3) == 0


@engines
def test_without_chance_perft_counts_actions(engine: Engine) -> None:
    assert [perft(engine, no_die(50), depth) for depth in range(5)] == [1, 3, 9, 27, 81]
    assert perft(engine, no_die(4), 2) == 3 + 2 + 1


@engines
def test_within_a_throw_perft_counts_actions_whatever_chance_does_between(engine: Engine) -> None:
    assert perft(engine, heap(9, most=2), 1) == 2
    assert perft(engine, heap(9, most=2), 2) == 2 * (1 + 2 + 3)


@pytest.mark.parametrize(
    ("pieces", "counts"), [(1, (5, 25, 125)), (3, (12, 136, 1590)), (5, (16, 233, 3442))]
)
def test_senet_has_the_numbers_that_were_counted_by_others(pieces: int, counts: tuple[int, ...]) -> None:
    game = load("senet")
    s = game.rules.start(2, game.options(pieces=pieces))
    assert tuple(perft(compiled(game.rules), s, depth) for depth in (1, 2, 3)) == counts
    assert perft(Engine(game.rules, fast=False), s, 2) == counts[1]


def test_perft_lets_everybody_act_where_everybody_may() -> None:
    s = caskets.State(0, ((3, 4), (5,)), 2, (0, 0), (0, 0), (), (0, 0), 0, (1, 1), 4000, 0, "lay")
    assert perft(compiled(caskets.game.rules), s, 1) == 3
