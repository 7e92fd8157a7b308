"""Bots of three strengths, their pace, and what a player may ask."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benben.core.contract import OVER
from benben.games.solitaire import bot, game, notation, rules, views
from benben.games.solitaire.board import MINIMA
from benben.games.solitaire.rules import board_moves, state
from benben.games.solitaire.rules.board_text import board_text
from benben.games.solitaire.solver import solver, up_to
from tests.games.solitaire.brute_force import judged, one_of, walks


def played(level: int, seed: int) -> int:
    """The score of a solo game by a bot."""
    random = Random(seed)
    s = rules.start(1, game.options())
    while rules.turn(s) != OVER:
        action = bot.choose(views.view(s, 0), 0, level, random.randrange)
        assert action in rules.actions(s, 0)
        s = rules.play(s, 0, action)
    return board_moves.score(s.boards[0])


def test_a_stronger_bot_leaves_less() -> None:
    apprentice, scribe = (sum(played(level, seed) for seed in range(12)) / 12 for level in (1, 2))
    assert apprentice > scribe + 5
    assert played(3, 1) == played(3, 2) == 1


@pytest.mark.parametrize("level", [1, 2, 3])
def test_equal_views_and_draws_make_equal_choices(level: int) -> None:
    v = views.view(notation.read("SM,SML,SMLL,SML/SMM,S,-,SMLL/SMLL,SML,SM,SML"), 0)
    chosen = [bot.choose(v, 0, level, Random(seed).randrange) for seed in (1, 2)]
    solver(3, 4).best(v.boards[0], up_to(100_000))  # what others ask meanwhile changes nothing
    assert [bot.choose(v, 0, level, Random(seed).randrange) for seed in (1, 2)] == chosen


@pytest.mark.parametrize("level", [1, 2, 3])
def test_bots_start_and_hop_in_the_timed_games(level: int) -> None:
    draw = Random(1).randrange
    ready = notation.read("SML,SML,SML | SML,SML,SML ; quicksand ready -,- ; -,-")
    assert bot.choose(views.view(ready, 1), 1, level, draw) == "start"
    boards = "SM,SM,SMLL,SML | SML,SML,SML,SML"
    running = notation.read(f"{boards} ; quicksand running 0 70000 ; 5,- ; hidden 60-300")
    action = bot.choose(views.view(running, 1), 1, level, draw)
    assert action in rules.actions(running, 1)
    clock = notation.read("SM,S,-,M ; king-tut 1/1 1 running 5 ; -,-")
    assert bot.choose(views.view(clock, 0), 0, level, draw) != "done"


def test_they_think_as_long_as_people_and_the_stronger_is_the_faster() -> None:
    v, random = views.view(rules.start(1, game.options()), 0), Random(2)
    means = []
    for level in (1, 2, 3):
        paces = [bot.pace(v, 0, "start", level, random.randrange) for _ in range(200)]
        assert min(paces) > 1_000
        assert max(paces) < 8_000
        means.append(sum(paces) / 200)
    assert means == sorted(means, reverse=True)


def test_levels_are_named_weakest_first() -> None:
    assert [(level.name, level.bot) for level in game.levels] == [
        ("apprentice", "paced 1"),
        ("scribe", "paced 2"),
        ("vizier", "paced 3"),
    ]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("S,S,-,-", "Still perfect: a line to 1 exists (exact)."),
        ("SM,S,-", "The best that can be reached is 3 points (exact)."),
        ("M,S,- goal M", "A single medium can still be reached (exact)."),
        ("M,-,- goal M", "A single medium can still be reached (exact)."),
        (
            "S,M,- goal L",
            "A single large can no longer be reached (exact). "
            "The best that can be reached is 1 point (exact).",
        ),
        ("S,-,M", "No hop is left: 3 points."),
    ],
)
def test_a_rating_says_what_can_still_be_reached(position: str, sentence: str) -> None:
    assert bot.rate(views.view(notation.read(position), 0), 0).sentence == sentence


def test_hops_are_rated_for_the_seat_that_asks() -> None:
    s = notation.read("SML,SML,SML,SML | S,S,-,- ; quicksand running 0 180000 ; -,5")
    rating = bot.rate(views.view(s, 1), 1)
    assert (rating.best, rating.exact) == (1, True)
    assert rating.costs == tuple((hop, 0) for hop in rules.actions(s, 1))


@pytest.mark.parametrize(
    ("position", "best", "costs", "sentence"),
    [
        # Both hops take a small; after a1>c1 two mediums stand together and one can still go.
        ("M,S,-,M goal M", 2, {"a1>c1": 0}, "A single medium can still be reached (exact)."),
        # A single small scores less than a single medium, and is no medium: the hop over the medium is dead.
        ("-,M,S,- goal M", 2, {"b1>d1": 0, "c1>a1": 1}, "A single medium can still be reached (exact)."),
        ("-,L,S,- goal L", 3, {"b1>d1": 0, "c1>a1": 1}, "A single large can still be reached (exact)."),
        ("S,S,- goal L", 1, {"a1>c1": 1}, "A single large can no longer be reached (exact). "),
        ("SM,S,-,M goal M", 1, {"a1>c1": 4}, "A single medium can no longer be reached (exact). "),
    ],
)
def test_other_goals_are_rated_by_the_goal_alone(
    position: str, best: int, costs: dict[str, int], sentence: str
) -> None:
    s = notation.read(position)
    rating = bot.rate(views.view(s, 0), 0)
    assert {notation.name(s, hop): cost for hop, cost in rating.costs} == costs
    assert (rating.best, rating.exact) == (best, True)
    assert rating.sentence.startswith(sentence)


@pytest.mark.parametrize("goal", ["medium", "large"])
def test_a_hop_costs_nothing_exactly_where_brute_force_still_finds_the_goal(goal: state.Goal) -> None:
    size = ("small", "medium", "large").index(goal) + 1
    known = judged(board_moves.nests(1, 7))
    for b in walks(60, 3, [(1, 7)]):
        s = notation.read(f"{board_text(b)} goal {goal[0].upper()}")
        for hop, cost in bot.rate(views.view(s, 0), 0).costs:
            possible = size in known[one_of(board_moves.play(b, 0, hop))][1]
            assert (cost == 0) == possible, (board_text(b), hop)


def test_a_goal_that_could_not_be_decided_is_not_called_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "RATED", 0)
    monkeypatch.setattr(bot, "PLAIN", 0)
    s = notation.read("SM,SMLL,SM,SMLL/SML,-,-,SMLL/SMLL,SM,SMLL,SM goal L")
    rating = bot.rate(views.view(s, 0), 0)
    assert rating.sentence == "No line to a single large was found, which proves nothing."
    assert not rating.exact
    costs = [cost for _, cost in rating.costs]
    assert None in costs
    assert 0 not in costs


def test_three_puzzles_a_day_are_offered_and_say_nothing_of_the_way() -> None:
    found = bot.daily("2026-11-15")
    assert [each.grade for each in found] == ["easy", "medium", "hard"]
    for each in found:
        s = rules.start(1, game.options(**each.options))
        assert f"{board_moves.pieces(s.boards[0])} pyramids" in each.about
        assert ">" not in each.about


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, ""),
        (
            {"ranks": 2, "files": 5},
            "On 2 by 5 the lowest score there is is 8: nobody ends with a single small.",
        ),
        ({"ranks": 6, "files": 1, "goal": "medium"}, "nobody ends with a single medium."),
        ({"ranks": 3, "files": 3, "mode": "quicksand"}, "On 3 by 3 the lowest score there is is 24."),
        ({"position": "S,S,-"}, ""),
    ],
)
def test_the_true_minimum_is_told_where_one_point_cannot_be_reached(
    options: dict[str, Any], words: str
) -> None:
    told = notation.remark(game.options(**options))
    assert told.endswith(words)
    assert bool(told) == bool(words)


@pytest.mark.parametrize("sides", MINIMA)
def test_where_one_point_cannot_be_reached_no_single_pyramid_can_be_left(sides: tuple[int, int]) -> None:
    start = board_moves.nests(*sides)
    assert [solver(*sides).single(start, size).possible for size in (1, 2, 3)] == [False] * 3
