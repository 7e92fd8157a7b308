"""The search against values worked out by hand or in another way."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from benben import games
from benben.bots import expectimax
from benben.bots.expectimax import Expectimax
from benben.core.compiled import Engine, compiled
from benben.core.contract import CHANCE, OVER
from benben.core.match import Match
from benben.games.senet import bot as senet_bot
from tests.contract import pebbles
from tests.contract.games import matches

SENET = games.load("senet")
PEBBLES = pebbles.game


def by_hand(s: Any, seat: int, depth: int) -> Fraction:
    """The definition, in fractions."""
    rules = SENET.rules
    turn = rules.turn(s)
    if turn == OVER or (turn == CHANCE and not depth):
        return Fraction(senet_bot.race(s, seat))
    if turn == CHANCE:
        rows = [(by_hand(rules.settle(s, row), seat, depth - 1), ways) for row, ways in rules.chances(s)]
        return sum((value * ways for value, ways in rows), Fraction()) / sum(ways for _, ways in rows)
    values = [by_hand(rules.play(s, turn, action), seat, depth) for action in rules.actions(s, turn)]
    return max(values) if turn == seat else min(values)


@given(m=matches(SENET))
@settings(max_examples=40, deadline=None)
def test_worths_are_the_weighted_means_maxima_and_minima_of_the_definition(m: Match) -> None:
    s, seat = m.state, SENET.rules.turn(m.state)
    if seat < 0:
        return
    for engine in (compiled(SENET.rules), Engine(SENET.rules, False)):
        worths = engine.bind(expectimax.action_values, evaluate=senet_bot.race)(s, seat, 1, 10**9)
        actions = SENET.rules.actions(s, seat)
        expected = [float(by_hand(SENET.rules.play(s, seat, action), seat, 1)) for action in actions]
        assert worths == pytest.approx(expected, abs=1e-9)


def taken(heap: int, most: int, die: int, depth: int) -> int:
    """How many pebbles the search takes when it knows nothing before the end."""
    engine = Engine(pebbles, False)
    bot = Expectimax(PEBBLES, "test", _win, depth, engine)
    s = pebbles.State(heap, 0, most, die)
    return int(bot.choose(s, 0, lambda _: 0).pebbles)


def _win(s: pebbles.State, seat: int) -> float:
    return 0.5 if s.heap else float(s.mover == seat)


def test_without_chance_the_depth_counts_turns() -> None:
    # Whoever leaves a multiple of four wins. Six pebbles: take two. It takes two turns more to see it.
    assert taken(6, 3, die=0, depth=3) == 2
    assert taken(7, 3, die=0, depth=3) == 3
    assert taken(5, 3, die=0, depth=3) == 1


def test_a_win_at_hand_is_taken_at_any_depth() -> None:
    for depth in range(4):
        assert taken(3, 3, die=1, depth=depth) == 3
        assert taken(2, 2, die=0, depth=depth) == 2


def test_chance_is_weighed_by_its_weights() -> None:
    # Of four pebbles one or two may be taken. After one, the enemy needs a three (1 of 6) to win at once;
    # after two, a two or a three (3 of 6).
    assert taken(4, 2, die=1, depth=1) == 1


def test_equal_worths_are_left_to_the_draw() -> None:
    bot = Expectimax(PEBBLES, "test", lambda *_: 0.0, 0, Engine(pebbles, False))
    asked: list[int] = []

    def choose(s: pebbles.State, drawn: int) -> int:
        def draw(n: int) -> int:
            asked.append(n)
            return drawn

        return int(bot.choose(s, 0, draw).pebbles)

    assert [choose(pebbles.State(10, 0, 3, 1), drawn) for drawn in range(3)] == [1, 2, 3]
    assert asked == [3, 3, 3]
    assert choose(pebbles.State(1, 0, 1, 1), 0) == 1
    assert asked == [3, 3, 3]  # with no choice there is nothing to draw


def test_a_spent_budget_falls_back_on_the_deepest_look_that_was_finished() -> None:
    engine = compiled(SENET.rules)
    search = engine.bind(expectimax.action_values, evaluate=senet_bot.race)
    s = SENET.notation.read("o........./....o....x/.x.oxx.oox x 2")
    shallow, deep = search(s, 0, 1, 10**9), search(s, 0, 3, 10**9)
    assert shallow != deep
    assert search(s, 0, 3, 2_000) == shallow


def test_hints_say_the_same_plain_and_compiled() -> None:
    engine, module = compiled(SENET.rules), senet_bot
    source = Random(4)
    s = SENET.rules.start(2, SENET.options())
    for _ in range(40):
        turn = SENET.rules.turn(s)
        if turn == CHANCE:
            s = SENET.rules.settle(s, source.choice(SENET.rules.chances(s))[0])
        else:
            s = SENET.rules.play(s, turn, source.choice(SENET.rules.actions(s, turn)))
        for seat in (0, 1):
            plain = module.evaluate(s, seat)
            assert engine.bind(module.evaluate)(s, seat) == pytest.approx(plain, abs=1e-12)
