"""Play-outs over guessed worlds, on a game small enough to know the answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from benben import bots, games
from benben.bots.sampled import MOST, Sampled
from benben.core.contract import CHANCE, OVER, BotSupport, Game, Unreadable

Draw = Callable[[int], int]
RED, BLUE, WAIT = "red", "blue", "wait"


class Box(NamedTuple):
    """One seat bets on a ball that lies in a box: nine are red, one is blue. Waiting tosses a coin."""

    ball: str  # "" in a view
    bet: str = ""
    toss: int = -1


class Boxes:
    """Rules, views and policy in one, plain."""

    def __init__(self) -> None:
        self.guessed: list[str] = []
        self.fates: list[int] = []
        self.even = 0.5  # what waiting is worth

    def turn(self, s: Box) -> int:
        if not s.bet:
            return 0
        return CHANCE if s.bet == WAIT and s.toss < 0 else OVER

    def actions(self, s: Box, seat: int) -> list[str]:
        return [] if s.bet or seat else [BLUE, WAIT, RED]

    def play(self, s: Box, seat: int, action: str) -> Box:  # noqa: ARG002
        return s._replace(bet=action)

    def guess(self, v: Box, draw: Draw) -> Box:
        ball = BLUE if draw(10) == 0 else RED
        self.guessed.append(ball)
        return v._replace(ball=ball)

    def ideas(self, s: Box, seat: int, draw: Draw) -> list[tuple[str, str | None]]:  # noqa: ARG002
        return [(action, None) for action in self.actions(s, seat)]

    def pursue(self, s: Box, seat: int, intention: Any, draw: Draw) -> tuple[str, Any]:  # noqa: ARG002
        raise AssertionError("nobody else is asked in this game")

    def happen(self, s: Box, draw: Draw, fate: int) -> Box:
        self.fates.append(fate)
        return s._replace(toss=draw(2))

    def settled(self, s: Box, since: Box, seat: int) -> bool:  # noqa: ARG002
        return False

    def imagine(self, s: Box, seat: int) -> tuple[Box, float]:  # noqa: ARG002
        return s, self.even

    def share(self, s: Box, seat: int, even: float) -> float:  # noqa: ARG002
        return even if s.bet == WAIT else float(s.bet == s.ball)


def table() -> tuple[Boxes, Game]:
    boxes = Boxes()
    return boxes, cast(
        Game, SimpleNamespace(title="Boxes", rules=boxes, views=boxes, bot=BotSupport(rollouts=boxes))
    )


def test_it_bets_on_what_is_likely_in_the_worlds_that_may_be() -> None:
    boxes, game = table()
    assert bots.KINDS["sampled"](game, ("150",)).choose(Box(""), 0, Random(1).randrange) == RED
    assert {RED, BLUE} == set(boxes.guessed)


def test_it_is_judged_by_what_the_game_noted_of_the_world() -> None:
    boxes, game = table()
    boxes.even = 1.0
    assert bots.KINDS["sampled"](game, ("150",)).choose(Box(""), 0, Random(1).randrange) == WAIT


def test_every_play_out_is_played_and_equal_draws_make_equal_choices() -> None:
    found = []
    for _ in range(2):
        boxes, game = table()

        class Counted(Sampled):
            many = 0

            def rollout_value(self, *given: Any) -> float:
                self.many += 1
                return super().rollout_value(*given)

        bot = Counted(game, boxes, "sampled 50", 50)
        action = bot.choose(Box(""), 0, Random(4).randrange)
        assert bot.many >= 50
        found.append((action, bot.many, boxes.guessed, boxes.fates))
    assert found[0] == found[1]


def test_each_world_has_one_fate() -> None:
    boxes, game = table()
    bots.KINDS["sampled"](game, ("30",)).choose(Box(""), 0, Random(2).randrange)
    assert len(boxes.fates) == len(set(boxes.fates))  # WAIT is tried once in each world


def test_what_everybody_agrees_on_needs_no_play_out() -> None:
    boxes, game = table()
    boxes.ideas = lambda s, seat, draw: [(BLUE, "a"), (BLUE, "b")]  # type: ignore[method-assign]  # noqa: ARG005
    assert bots.KINDS["sampled"](game, ("30",)).choose(Box(""), 0, Random(2).randrange) == BLUE
    assert len(boxes.guessed) == 1


@pytest.mark.parametrize("words", ["", "0", "many", str(MOST + 1), "20 20"])
def test_words_that_say_no_number_of_play_outs_are_refused(words: str) -> None:
    with pytest.raises(Unreadable, match="play"):
        bots.make(games.load("horus"), f"sampled {words}")


def test_a_game_without_such_hints_is_refused() -> None:
    with pytest.raises(Unreadable, match="no hints"):
        bots.make(games.load("senet"), "sampled 20")
