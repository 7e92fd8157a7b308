"""The tree search for several seats, on a game made for it: repeatable, selfish, blind to secrets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from benben import bots, games
from benben.bots.maxn import Maxn, mixing_weights, next_child, visit_counts
from benben.core.compiled import Engine
from benben.core.contract import EVERYONE, OVER, BotSupport, Draw, Game, Outcome, Unreadable
from tests.contract.caskets import game as caskets


class Heap(NamedTuple):
    """Three seats take one to three stones in turn; who takes the last one loses, and the one before wins."""

    stones: int
    seat: int
    secret: int = 0  # 1: all name a number at once, and who alone names the highest wins
    said: tuple[int, ...] = ()


class Heaps:
    """Rules and guide in one, plain."""

    __name__ = "heaps"

    def turn(self, s: Heap) -> int:
        if s.secret:
            return OVER if len(s.said) == 3 else EVERYONE
        return OVER if s.stones == 0 else s.seat

    def actions(self, s: Heap, seat: int) -> Sequence[int]:
        if s.secret:
            return [1, 2, 3] if len(s.said) == seat else []
        return list(range(1, min(3, s.stones) + 1)) if seat == s.seat else []

    def play(self, s: Heap, seat: int, action: int) -> Heap:  # noqa: ARG002
        if s.secret:
            return s._replace(said=(*s.said, action))
        return s._replace(stones=s.stones - action, seat=(s.seat + 1) % 3)

    def outcome(self, s: Heap) -> Outcome:
        return Outcome((1, 1, 1), tuple(n for n, share in enumerate(self.shares(s)) if share == 1), (), "")

    def nothing(self, *_: Any) -> list[Any]:
        return []

    start = chances = settle = why = nothing

    def sensible(self, s: Heap, seat: int) -> Sequence[int]:
        return self.actions(s, seat)

    def likely(self, s: Heap, seat: int, draw: int) -> int:
        able = self.actions(s, seat)
        return able[draw * len(able) >> 32]

    def obvious(self, s: Heap, seat: int) -> None:  # noqa: ARG002
        return None

    def world(self, v: Heap, draw: Draw) -> Heap:  # noqa: ARG002
        return v

    def shares(self, s: Heap) -> list[float]:
        if s.secret:
            return [float(s.said.count(one) == 1 and one == max(s.said)) for one in (*s.said, 0, 0, 0)[:3]]
        if s.stones:
            return [0.5] * 3
        return [float(n == (s.seat - 2) % 3) for n in range(3)]


HEAPS = Heaps()
GAME = cast(
    Game,
    SimpleNamespace(
        rules=HEAPS,
        bot=BotSupport(tree_search=HEAPS),
        title="Heaps",
    ),
)
PLAIN = Engine(HEAPS, False)


def draws(seed: int) -> Callable[[int], int]:
    return Random(seed).randrange


def choose(s: Heap, lines: int = 400, seed: int = 1) -> Any:
    return Maxn(GAME, HEAPS, "test", lines, PLAIN).choose(s, s.seat, draws(seed))


@pytest.mark.parametrize(("stones", "best"), [(2, 1), (3, 2), (4, 3)])
def test_it_finds_the_move_that_wins(stones: int, best: int) -> None:
    """Whoever leaves one stone wins, because the next must take it."""
    assert {choose(Heap(stones, seat), seed=seed) for seat in range(3) for seed in range(5)} == {best}


def test_everybody_plays_for_himself() -> None:
    """With five stones seat 0 cannot win at once: who leaves two, three or four makes the next one win."""
    visits = PLAIN.bind(visit_counts, guide=HEAPS)(Heap(5, 0), 0, 600, 10**6, 3)
    assert sum(visits) == 600
    tree = PLAIN.bind(visit_counts, guide=HEAPS)(Heap(4, 1), 1, 600, 10**6, 3)
    assert tree[2] > 500


def test_equal_draws_make_equal_choices() -> None:
    for seed in range(5):
        assert choose(Heap(9, 1), 50, seed) == choose(Heap(9, 1), 50, seed)


def test_a_budget_of_events_ends_the_search() -> None:
    grow = PLAIN.bind(visit_counts, guide=HEAPS)
    assert sum(grow(Heap(9, 0), 0, 1000, 500, 1)) < 20
    assert sum(grow(Heap(9, 0), 0, 1000, 0, 1)) == 1, "one line there always is"


def test_secret_choices_are_mixed() -> None:
    """Who names a number alone wins: whoever always named the same would be matched."""
    s = Heap(0, 0, secret=1)
    assert len({choose(s, 300, seed) for seed in range(40)}) > 1
    assert mixing_weights([100, 60, 50, 1]) == [10_000, 3_600, 0, 0]


def test_nobody_learns_what_another_chose_in_secret() -> None:
    """The second seat has one node, whatever the first one named: three lines end with three visits there."""
    s = Heap(0, 1, secret=1)
    visits = PLAIN.bind(visit_counts, guide=HEAPS)(s, 1, 90, 10**6, 5)
    assert sum(visits) == 90


def test_what_was_tried_little_is_tried() -> None:
    visits, sums = [10, 5, 5, 0], [0.0, 5.0, 4.0, 0.0]
    assert next_child(visits, sums, 1, 3, 1, 0, 10) == 2
    assert next_child([10, 5, 500, 500], [0.0, 5.0, 400.0, 400.0], 1, 3, 1, 0, 10) == 0


@pytest.mark.parametrize("spec", ["maxn", "maxn 0", "maxn x", "maxn 99999999", "maxn 10 10", "maxn -3"])
def test_words_that_describe_no_search_are_refused(spec: str) -> None:
    with pytest.raises(Unreadable, match="lines"):
        bots.make(games.load("pyramydal"), spec)


@pytest.mark.parametrize("spec", ["advised", "advised 0", "advised 4", "advised 1 2"])
def test_words_that_describe_no_advice_are_refused(spec: str) -> None:
    with pytest.raises(Unreadable, match="levels"):
        bots.make(games.load("pyramydal"), spec)


def test_a_game_without_such_hints_has_no_such_bot() -> None:
    for spec in ("maxn 10", "advised 1"):
        with pytest.raises(Unreadable):
            bots.make(caskets, spec)
        with pytest.raises(Unreadable):
            bots.make(games.load("solitaire"), spec)
