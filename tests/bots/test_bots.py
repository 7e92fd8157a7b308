"""Bots choose legally, from a view, and the same for the same draws."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben import bots, games
from benben.bots.expectimax import Expectimax
from benben.core.compiled import Engine
from benben.core.contract import Game, Unreadable
from benben.core.match import Match
from benben.games.senet import bot as senet_bot
from tests.contract.caskets import game as caskets
from tests.contract.games import GAMES, matches

SENET = games.load("senet")
PLAIN = Engine(SENET.rules, False)
SPECS = ("random", "greedy", "expectimax 0", "expectimax 1", "expectimax 2")


def able(m: Match) -> list[int]:
    """The seats that may act."""
    return [seat for seat in range(m.seats) if m.game.rules.actions(m.state, seat)]


def draws(seed: int) -> Callable[[int], int]:
    return Random(seed).randrange


@given(m=matches(SENET), spec=st.sampled_from(SPECS), seed=st.integers(0, 99))
@settings(max_examples=120, deadline=None)
def test_every_bot_chooses_a_legal_action_and_the_same_one_again(m: Match, spec: str, seed: int) -> None:
    for seat in able(m):
        bot = bots.make(SENET, spec)
        v = SENET.views.view(m.state, seat)
        action = bot.choose(v, seat, draws(seed))
        assert action in SENET.rules.actions(m.state, seat)
        assert bot.choose(v, seat, draws(seed)) == action


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_random_bot_plays_every_game(game: Game) -> None:
    @given(m=matches(game), seed=st.integers(0, 99))
    @settings(max_examples=30, deadline=None)
    def check(m: Match, seed: int) -> None:
        for seat in able(m):
            v = game.views.view(m.state, seat)
            assert bots.make(game, "random").choose(v, seat, draws(seed)) in game.rules.actions(m.state, seat)

    check()


@given(m=matches(caskets), seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_a_searching_bot_cannot_know_what_its_view_hides(m: Match, seed: int) -> None:
    """In any other world that looks the same to the seat, it does the same."""
    bot = Expectimax(caskets, "test", lambda s, seat: float(sum(s.hands[seat])), 0)
    for seat in able(m):
        v = caskets.views.view(m.state, seat)
        twin = caskets.views.guess(v, draws(seed + 1))
        other = caskets.views.view(twin, seat)
        assert bot.choose(v, seat, draws(seed)) == bot.choose(other, seat, draws(seed))


@given(m=matches(SENET), depth=st.integers(0, 1), seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_plain_and_compiled_searches_choose_alike(m: Match, depth: int, seed: int) -> None:
    fast = bots.make(SENET, f"expectimax {depth}")
    plain = Expectimax(SENET, "plain", senet_bot.evaluate, depth, PLAIN)
    for seat in able(m):
        v = SENET.views.view(m.state, seat)
        assert plain.choose(v, seat, draws(seed)) == fast.choose(v, seat, draws(seed))


@given(m=matches(SENET))
@settings(max_examples=15, deadline=None)
def test_a_plain_search_evaluates_no_more_than_its_budget_allows(m: Match) -> None:
    """It may finish the siblings of the node in which the budget ran out, and no more."""
    count = 0

    def counted(s: Any, seat: int) -> float:
        nonlocal count
        count += 1
        return float(senet_bot.race(s, seat))

    bot = Expectimax(SENET, "counted", counted, 3, Engine(SENET.rules, False))
    for seat in able(m):
        count = 0
        bot.choose(SENET.views.view(m.state, seat), seat, draws(1))
        assert count < 6_500


def test_levels_are_bots_too() -> None:
    for level in SENET.levels:
        assert bots.level(SENET, level.name).spec == level.bot
        assert bots.find(SENET, level.name).spec == level.bot
        assert bots.find(SENET, level.bot).spec == level.bot


@pytest.mark.parametrize(
    "spec",
    [
        "",
        " ",
        "clever",
        "random 3",
        "greedy 1",
        "expectimax",
        "expectimax 4",
        "expectimax -1",
        "expectimax 1 2",
    ],
)
def test_words_that_describe_no_bot_are_refused(spec: str) -> None:
    with pytest.raises(Unreadable):
        bots.make(SENET, spec)


def test_a_level_that_is_not_there_is_refused_and_the_others_are_named() -> None:
    with pytest.raises(Unreadable, match="apprentice, scribe, steward, priest, vizier"):
        bots.level(SENET, "pharaoh")


def test_a_game_without_hints_has_no_searching_bot() -> None:
    with pytest.raises(Unreadable, match="no hints"):
        bots.make(caskets, "expectimax 1")
    with pytest.raises(Unreadable, match="no count"):
        bots.make(caskets, "greedy")
