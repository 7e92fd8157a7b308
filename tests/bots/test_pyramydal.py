"""Pyramydal's bots: legal at every table, blind to secrets, patient builders, quick to end a won game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben import bots, games
from benben.bots import arena
from benben.bots.maxn import Maxn
from benben.core import playouts
from benben.core.compiled import Engine
from benben.core.contract import Unreadable
from benben.games.pyramydal import bench, rules
from benben.games.pyramydal import bot as pyramydal_bot
from benben.games.pyramydal.bot import choose_statue, sensible, shares, winning_take
from benben.games.pyramydal.rules import Action
from benben.games.pyramydal.rules.state import BUILD, CHOOSE, END, TAKE, State, movers

GAME = games.load("pyramydal")
PLAIN = Engine(GAME.rules, False)
READ, NAME = GAME.notation.read, GAME.notation.name
VARIANTS: list[dict[str, Any]] = [{}, {"die": 6}, {"die": 10, "diagonal": True}, {"diagonal": True}]


def draws(seed: int) -> Callable[[int], int]:
    return Random(seed).randrange


def sitting() -> list[bots.Bot]:
    return [
        bots.level(GAME, "apprentice"),
        bots.level(GAME, "scribe"),
        Maxn(GAME, pyramydal_bot, "few", 4, PLAIN),
    ]


def chosen(text: str, seat: int, level: str) -> str:
    s = READ(text)
    return NAME(s, bots.level(GAME, level).choose(GAME.views.view(s, seat), seat, draws(1)))


@given(
    seats=st.integers(3, 10),
    options=st.sampled_from(VARIANTS),
    steps=st.integers(0, 60),
    seed=st.integers(0, 999),
)
@settings(max_examples=15, deadline=None)
def test_every_level_chooses_legally_and_the_same_again(
    seats: int, options: dict[str, Any], steps: int, seed: int
) -> None:
    laid = 15 * max(4, seats)
    s = playouts.random_match(GAME, seats, GAME.options(**options), draws(seed), laid + steps).state
    for seat in range(seats):
        able = GAME.rules.actions(s, seat)
        if able:
            v = GAME.views.view(s, seat)
            for bot in sitting():
                action = bot.choose(v, seat, draws(seed))
                assert action in able
                assert bot.choose(v, seat, draws(seed)) == action
            break


def start(options: dict[str, Any], seed: int = 1) -> State:
    s = playouts.random_match(GAME, 3, GAME.options(**options), draws(seed), 60).state
    assert isinstance(s, State)
    return s


def test_what_others_have_chosen_changes_nothing() -> None:
    """Seat 2 is asked after seats 0 and 1; in every world that looks the same it does the same."""
    for bot in sitting():
        found = set()
        for one, other in ((1, 1), (6, 2), (3, 5)):
            s = start({"die": 6})
            s = rules.play(rules.play(s, 0, Action(CHOOSE, one)), 1, Action(CHOOSE, other))
            found.add(bot.choose(GAME.views.view(s, 2), 2, draws(4)))
        s = start({"die": 6})
        found.add(bot.choose(GAME.views.view(s, 2), 2, draws(4)))
        assert len(found) == 1


def test_numbers_are_mixed() -> None:
    s = start({"die": 6})
    for bot in sitting():
        found = {bot.choose(GAME.views.view(s, 1), 1, draws(seed)) for seed in range(12)}
        assert len(found) > 1
        assert {action.verb for action in found} == {CHOOSE}


def laid(
    rest: str, hands: str, turn: str, tokens: tuple[int | str, ...] = (0, -1, -2), more: str = ""
) -> str:
    """A position: first the cells of what the seats have, then the rest of the line.

    Tokens are counted from the last of those cells.
    """
    gone = sum(character.isdigit() for character in hands) - rest.count("..")
    places = ",".join(str(gone + one) if isinstance(one, int) else one for one in tokens)
    return f"{'..' * gone}{rest} | {places} | {hands} | -,-,- | {turn}{more}"


@pytest.mark.parametrize("level", ["apprentice", "scribe", "vizier"])
def test_nobody_builds_while_another_turn_is_sure(level: str) -> None:
    """Three pyramids are ahead and two others can move (3.1, 4.1)."""
    assert chosen(laid("r1g1b1", "r3r3r3g2,b1,-", "1 build"), 0, level) == "end"


@pytest.mark.parametrize("level", ["apprentice", "scribe", "vizier"])
def test_they_build_when_another_turn_is_not_sure(level: str) -> None:
    assert chosen(laid("r1g1", "r3r3r3g2,b1,-", "1 build"), 0, level) == "build r3r3r3"


@pytest.mark.parametrize("level", ["apprentice", "scribe", "vizier"])
def test_with_dice_a_pyramid_ahead_is_another_turn(level: str) -> None:
    assert chosen(laid("r1", "r3r3r3g2,b1,-", "build 1", more=" | die 6"), 0, level) == "end"
    stuck = laid("r1..", "r3r3r3g2,b1,-", "build 1", (2, -1, -2), " | die 6")
    assert chosen(stuck, 0, level) == "build r3r3r3"


def test_a_number_may_lead_nowhere_when_those_behind_are_first() -> None:
    """One pyramid is left, and two tokens behind will have taken it before the third one moves (5.2, 5.3)."""
    s = READ(laid("r1", "r3g2,b1,y1", "choose ?,?,?", more=" | die 6"))
    for bot in sitting():
        assert bot.choose(GAME.views.view(s, 0), 0, draws(1)).verb == CHOOSE


def test_they_build_the_best_partition_and_no_more() -> None:
    """Three mixed statues are worth more than a small mono and one of them."""
    s = READ(laid("", "r3r2r2y3g3g2b1b1b1,y2,y1", "1 build last", (-1, 0, -2)))
    built = []
    while GAME.rules.turn(s) == 0:
        action = choose_statue(s, 0)
        built.append(action.verb)
        s = GAME.rules.play(s, 0, action)
    assert built.count(BUILD) == 3
    assert rules.total(s, 0) >> 8 == 54


@pytest.mark.parametrize("level", ["apprentice", "scribe", "vizier"])
def test_the_last_move_is_the_best_one_however_far(level: str) -> None:
    text = laid("r1b2g1r3y1..", "r3r3,y2y1,y1", "1 move last", (0, 6, "="))
    assert chosen(text, 0, level) == "8"


def test_a_scribe_ends_a_game_that_it_wins() -> None:
    """Seat 1 leads; whoever is left then moves alone once more, and cannot catch up (4.1)."""
    text = laid("r1r2y3", "r3r3r3r3y1g2,y1,y1", "1 move", (0, -1, "="))
    s = READ(text)
    action = winning_take(s, 0)
    assert action is not None
    assert movers(GAME.rules.play(s, 0, action)) <= 1
    assert chosen(text, 0, "scribe") == chosen(text, 0, "vizier") == NAME(s, action)


def test_nobody_cuts_off_a_game_that_would_be_lost() -> None:
    assert winning_take(READ(laid("r1r2y3", "y1,r3r3r3b3b3,y1", "1 move", (0, -1, "="))), 0) is None


def test_sensible_moves_are_the_nearest_of_a_kind_and_the_last_cell() -> None:
    found = sensible(READ(laid("r1r1g2r1g2b3r1", "y1,-,-", "1 move", (0, "-", "-"))), 0)
    assert sorted(action.what for action in found) == [2, 4, 7, 8]
    assert {action.verb for action in found} == {TAKE}
    s = READ(laid("r1g1b1", "r3r3r3g2,b1,-", "1 build"))
    assert sensible(s, 0) == [Action(END, 0)]


def test_what_the_end_is_worth_goes_mostly_to_the_winner() -> None:
    first, second, third = shares(READ(laid("", "y1,r3r3r3,b3", "over")))
    assert second > 0.7 > max(first, third)
    assert min(first, third) >= 0
    assert second <= 1


def test_the_scribe_beats_two_apprentices() -> None:
    found = list(arena.contest(GAME, ("scribe", "apprentice", "apprentice"), 12, seed="levels"))[-1]
    assert found.wins[0] > 6


def test_several_seats_are_rotated() -> None:
    """Three equal bots: each sits on every seat equally often."""
    task = arena.Batch("pyramydal", ("random", "random", "random"), {}, "r", 1000, 0, 3)
    seats = []
    for n in range(3):
        one = arena.play_batch(task._replace(first=n, many=1))[0]
        assert len(one.winners) == 1
        seats.append([(bot + n) % 3 for bot in range(3)])
    assert sorted(map(tuple, seats)) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_two_bots_are_too_few() -> None:
    with pytest.raises(Exception, match="2 players"):
        list(arena.contest(GAME, ("scribe", "scribe"), 1))
    with pytest.raises(Unreadable):
        bots.level(GAME, "pharaoh")


def test_the_bench_times_the_decisions_of_the_strongest_level() -> None:
    ticks = count()
    few = Maxn(GAME, pyramydal_bot, "few", 4, PLAIN)
    found = list(
        bench.thresholds(lambda: float(next(ticks)), lambda: 0.0, few, many=2, decisions=2, seats=(3, 10))
    )
    timed = [one for one in found if "a decision" in one.what]
    assert len(timed) == 2 * 2 * len(bench.MODES)
    assert timed[0].what == "3 seats, by turns: a decision, median of 2"
    assert all(one.figure == 1000 for one in timed)
