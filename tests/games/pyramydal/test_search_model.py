"""The search's own positions beside the rules and the guide of the bots, for every number of seats."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from benben import bots, games
from benben.bots.maxn import Maxn, mean_share, visit_counts
from benben.core.compiled import Engine, Machine, machine
from benben.core.contract import CHANCE, EVERYONE, OVER
from benben.games.pyramydal import bot, rules, search_model
from benben.games.pyramydal.rules import Action, Options, State
from benben.games.pyramydal.rules.state import BUILDING, CHOOSING, END, MOVING
from benben.games.pyramydal.scoring import bounds, partition

GAME = games.load("pyramydal")
TABLES = [
    (3, Options()),
    (3, Options(6, True)),
    (4, Options(10)),
    (5, Options(8)),
    (6, Options()),
    (7, Options(6)),
    (8, Options(0, True)),
    (10, Options()),
    (10, Options(10, True)),
]


def walk(seats: int, options: Options, seed: int) -> Iterator[tuple[State, int]]:
    """The states of a random game in which a seat has a choice; some seats resign, build and retire."""
    random = Random(f"{seed} {seats}")
    s = rules.start(seats, options)
    while (turn := rules.turn(s)) != OVER:
        if turn == CHANCE:
            rows = rules.chances(s)
            s = rules.settle(s, random.choices([row[0] for row in rows], [row[1] for row in rows])[0])
            continue
        seat = turn
        if turn == EVERYONE:
            seat = random.choice([one for one in range(seats) if rules.actions(s, one)])
        yield s, seat
        able = rules.actions(s, seat)
        if s.phase == MOVING:
            able = able[:6]
        if random.random() < 0.005 and rules.leaves(s, seat):
            able = [rules.RESIGN]
        s = rules.play(s, seat, random.choice(able))


def unbuilt(s: State) -> State:
    """The state in which the next seat moves or chooses, if nobody builds now."""
    while s.phase == BUILDING:
        s = rules.play(s, s.seat, Action(END, 0))
    return s


def compared(p: search_model.Position) -> list[Any]:
    """What a position must have in common with one that was made of the state there."""
    fields = [p.seats, p.colours, p.die, p.diagonal, p.cells, p.phase, p.last, p.end]
    parts = [p.marks, p.tokens, p.hands, p.spare, p.shown, p.built, p.signatures]
    seat = p.seat if p.phase == MOVING else -1
    return [*fields, seat, *parts, p.chosen if p.phase == CHOOSING else 0]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_it_follows_the_rules_and_the_guide_move_by_move(seats: int, options: Options) -> None:
    random, seen = Random(5), 0
    for seed in range(2 if seats < 8 else 1):
        for s, seat in walk(seats, options, seed):
            p = search_model.position(s, False)
            assert p is not None
            s = unbuilt(s)
            assert search_model.turn(p) == rules.turn(s)
            assert search_model.shares(p) == bot.shares(s)
            if rules.turn(s) in (OVER, CHANCE):
                continue
            actor = seat if rules.turn(s) == EVERYONE else rules.turn(s)
            for one in range(seats):
                if rules.turn(s) == EVERYONE or one == actor:
                    assert list(search_model.sensible(p, one)) == list(bot.sensible(s, one))
            draw = random.randrange(1 << 32)
            assert search_model.likely(p, actor, draw) == bot.likely(s, actor, draw)
            for action in bot.sensible(s, actor):
                after, model = rules.play(s, actor, action), search_model.play(p, actor, action)
                if rules.turn(after) == CHANCE:
                    assert search_model.turn(model) == CHANCE
                    after = rules.settle(after, rules.chances(after)[0][0])
                    model = search_model.settle(model, search_model.chances(model)[0][0])
                expected = search_model.position(unbuilt(after), False)
                assert expected is not None
                assert compared(model) == compared(expected)
                if model.phase == MOVING:
                    found = search_model.likely(model, model.seat, draw)
                    assert found == search_model.likely(expected, model.seat, draw)
                seen += 1
    assert seen > 300


def test_a_line_that_is_being_laid_is_left_to_the_rules() -> None:
    assert search_model.position(rules.start(6, Options()), False) is None


@pytest.mark.parametrize(("seats", "options"), [(6, Options()), (10, Options(6)), (7, Options(0, True))])
def test_machine_code_and_python_search_alike(seats: int, options: Options) -> None:
    for search in (visit_counts, mean_share):
        fast = machine(search_model).bind(search, rules=search_model, guide=search_model)
        plain = Machine(search_model, False).bind(search, rules=search_model, guide=search_model)
        chosen = [(s, seat) for s, seat in walk(seats, options, 4) if s.phase != BUILDING]
        for s, seat in chosen[:: len(chosen) // 4]:
            found = fast(search_model.position(s, True), seat, 12, 10**6, 7)
            expected = plain(search_model.position(s, False), seat, 12, 10**6, 7)
            assert found == pytest.approx(expected)


@pytest.mark.parametrize("fast", [True, False])
def test_the_strongest_level_plays_whole_games_at_large_tables(fast: bool) -> None:
    engine = None if fast else Engine(rules, False)
    player = Maxn(GAME, bot, "test", 4, engine)
    for seats, options in ((6, Options()), (10, Options(8, True))):
        for s, seat in walk(seats, options, 9):
            action = player.choose(GAME.views.view(s, seat), seat, Random(1).randrange)
            assert action in rules.actions(s, seat)


def test_equal_draws_make_equal_choices_at_a_large_table() -> None:
    vizier = bots.level(GAME, "vizier")
    s, seat = next((s, seat) for s, seat in walk(8, Options(), 2) if s.phase == MOVING)
    v = GAME.views.view(s, seat)
    found = {vizier.choose(v, seat, Random(3).randrange) for _ in range(3)}
    assert len(found) == 1


def test_no_statue_with_the_virtual_pyramid_is_worth_more_than_its_bound() -> None:
    random = Random(8)
    for _ in range(400):
        colours = random.randint(2, 6)
        count = [random.choice((0, 0, 0, 1, 1, 2, 3)) for _ in range(3 * colours)]
        show = [random.choice((0, 0, 1)) for _ in range(3 * colours)]
        taken = [random.choice((0, random.randrange(1 << colours))) for _ in range(colours**2)]
        for diagonal in (False, True):
            for kind in range(3 * colours):
                more = [have + (one == kind) for one, have in enumerate(count)]
                plan = [1, -1]
                found = partition.search(more, show, taken, colours, kind, False, diagonal, -1, plan)
                bound = bounds.most_with_virtual(count, show, colours, kind, diagonal)
                assert found <= max(bound, -1)
