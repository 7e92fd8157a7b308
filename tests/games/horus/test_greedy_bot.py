"""The greedy player's count in The Pyramid of Horus."""

from __future__ import annotations

import random

import pytest

from benben import bots, games
from benben.games.horus import bot
from benben.games.horus.board import BLOCK_SPACES, FAR, OUTSIDE, SPACES, steps_from
from tests.games.horus import referee

HORUS = games.load("horus")
RULES, VIEWS, NOTATION = HORUS.rules, HORUS.views, HORUS.notation


@pytest.mark.parametrize(
    "blocks", [(), (3, 13, 22), (1, 2, 4, 5, 12, 13, 15, 16), (1, 2, 3, 4, 5), tuple(range(1, 20))]
)
def test_the_way_home_is_counted_in_moves(blocks: tuple[int, ...]) -> None:
    blocked = sum(1 << BLOCK_SPACES[number] for number in blocks)
    names = {referee.numbers()[number] for number in blocks}
    steps = dict(zip(SPACES, steps_from(blocked, OUTSIDE), strict=True))
    for space, far in steps.items():
        if space in names or space not in referee.open_to_the_door(frozenset(names)):
            assert far == FAR
        elif space[1] == "1":
            assert far == 1
        else:
            assert far == 1 + min(steps[other] for other in referee.neighbours(space))


def chosen(round_: int, blocks: str, one: str) -> str:
    """What the greedy bot does in this turn."""
    text = (
        f"seats: 2 / round: {round_} / phase: turn 1{f' / blocks: {blocks}' if blocks else ''} / "
        "cast: 2 2 2 2 2 / "
        f"1: {one} / 2: maki ready, escaped, wll 2, actions 0; -; -; -; -"
    )
    v = VIEWS.view(NOTATION.read(text), 0)
    return NOTATION.name(v, bots.make(HORUS, "greedy").choose(v, 0, random.Random(1).randrange))


def test_a_greedy_player_searches_early_and_leaves_late() -> None:
    one = "jose ready, e1, wll 2, actions 1; -; -; 4 hededet; -"
    assert chosen(1, "", one) == "search"
    assert chosen(10, "30 31 32 33 34 35 36 26 27", one) == "exit"
    deep = one.replace("e1", "e4")
    assert chosen(10, "30 31 32 33 34 35 36 26 27", deep) == "go e3"


def test_a_greedy_player_takes_what_is_open() -> None:
    text = (
        "seats: 2 / phase: turn 1 / cast: 2 2 2 2 2 / open: a5 8 / "
        "1: edgar ready, a5, wll 2, actions 1; -; -; -; - / "
        "2: maki ready, escaped, wll 2, actions 0; -; -; -; -"
    )
    v = VIEWS.view(NOTATION.read(text), 0)
    action = bots.make(HORUS, "greedy").choose(v, 0, random.Random(1).randrange)
    assert NOTATION.name(v, action) == "take"


def test_the_dead_count_least_and_more_points_count_more() -> None:
    for one, other in (
        ("dead, wll 0, actions 0; -; -; -; -", "b4, wll 2, actions 0; -; -; -; -"),
        ("e2, wll 2, actions 0; -; -; 2 hededet; -", "e2, wll 2, actions 0; -; -; 5 hededet; -"),
        ("e2, wll 2, actions 0; cobra; -; -; -", "e2, wll 2, actions 0; -; -; -; -"),
    ):
        less, more = (
            NOTATION.read(
                f"seats: 2 / phase: roll / 1: edgar ready, {own} / "
                "2: maki ready, e1, wll 2, actions 0; -; -; -; -"
            )
            for own in (one, other)
        )
        assert bot.race(less, 0) < bot.race(more, 0)
