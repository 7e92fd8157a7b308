"""The arena counts right, and the levels are what they say."""

from __future__ import annotations

from typing import Any

import pytest

from benben import games
from benben.bots import arena
from benben.bots.arena import GameResult, ProcessPool, SameProcess, Score, wilson
from benben.core.contract import Illegal, Unreadable

SENET = games.load("senet")


def score(*specs: str, count: int, pieces: int = 3, **more: Any) -> Score:
    return list(arena.contest(SENET, specs, count, options={"pieces": pieces}, **more))[-1]


def outcome(found: Score) -> tuple[Any, ...]:
    """All of a score but the time it took."""
    return found.games, found.wins, found.draws, found.events, found.moves


def test_the_apprentice_beats_chance_and_the_scribe_beats_the_apprentice() -> None:
    first = score("random", "apprentice", count=100, seed="levels")
    assert wilson(first.wins[1], 100)[0] > 0.6
    second = score("apprentice", "scribe", count=200, pieces=5, seed="levels")
    assert wilson(second.wins[1], 200)[0] > 0.55


def test_looking_farther_ahead_wins_more() -> None:
    found = score("expectimax 0", "expectimax 2", count=200, pieces=4, seed="depth")
    assert wilson(found.wins[1], 200)[0] > 0.5


def test_equal_seeds_make_equal_games_whatever_the_jobs() -> None:
    alone = score("random", "greedy", count=24, seed="7")
    several = score("random", "greedy", count=24, seed="7", executor=ProcessPool(2), batch=5)
    assert outcome(alone) == outcome(several)
    assert outcome(alone) != outcome(score("random", "greedy", count=24, seed="8"))


def test_seats_are_rotated() -> None:
    """One bot plays itself under two names: each begins every other game."""
    task = arena.Batch("senet", ("greedy", "greedy"), {"pieces": 1}, "r", 1000, 0, 40)
    results = arena.play_batch(task)
    swapped = [arena.play_batch(task._replace(first=n, many=1))[0] for n in range(40)]
    assert [one.winners for one in results] == [one.winners for one in swapped]
    wins = [sum(one.winners == (bot,) for one in results) for bot in (0, 1)]
    assert sum(wins) == 40
    assert min(wins) >= 8


def test_a_game_that_outlasts_the_limit_is_drawn() -> None:
    found = score("random", "random", count=6, longest=3)
    assert (found.draws, found.wins) == (6, [0, 0])
    assert found.events <= 6 * 3 * 4


def test_a_score_adds_up() -> None:
    found = Score("senet", ("a", "b"), {}, "0")
    found.add(GameResult((0,), 10, (3, 4), (0.5, 0.25)))
    found.add(GameResult((), 20, (5, 6), (0.5, 0.25)))
    assert outcome(found) == (2, [1, 0], 1, 30, [8, 10])
    assert found.seconds == [1.0, 0.5]


def test_too_many_bots_and_bots_that_are_none_are_refused_before_a_game_begins() -> None:
    with pytest.raises(Illegal, match="3 players"):
        score("random", "random", "random", count=1)
    with pytest.raises(Unreadable, match="no such bot"):
        score("random", "pharaoh", count=1)
    with pytest.raises(Illegal):
        score("random", "random", count=1, pieces=9)


def test_a_bot_that_cheats_is_caught() -> None:
    class Cheat:
        spec = "cheat"

        def choose(self, v: Any, seat: int, draw: Any) -> Any:  # noqa: ARG002
            return SENET.notation.find(v, "1-30")

    import random

    with pytest.raises(Illegal):
        arena.play_game(SENET, (Cheat(), Cheat()), SENET.options(), random.Random(1), 100, 0)


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(wins: int, count: int, low: float, high: float) -> None:
    assert wilson(wins, count) == pytest.approx((low, high), abs=5e-4)


def test_an_executor_gives_every_result_once() -> None:
    for executor in (SameProcess(), ProcessPool(2)):
        assert sorted(executor.run(abs, [-3, 1, -2])) == [1, 2, 3]
