"""Playouts and random matches."""

from __future__ import annotations

from random import Random

from benben.core.compiled import Engine, compiled
from benben.core.playouts import Tally, playouts, random_match, weighted_chance
from benben.games import load
from tests.contract import caskets, pebbles

PLAIN = Engine(pebbles, fast=False)
FAST = compiled(pebbles.game.rules)


def heap(pebbles_left: int, most: int = 0) -> pebbles.State:
    return pebbles.State(pebbles_left, 0, most, 1)


def no_die(pebbles_left: int) -> pebbles.State:
    return pebbles.State(pebbles_left, 0, 3, 0)


def test_equal_seeds_give_equal_games_plain_and_compiled() -> None:
    for seed in (0, 1, 2**62, -5):
        assert playouts(PLAIN, heap(12), 2, 50, seed) == playouts(FAST, heap(12), 2, 50, seed)


def test_playouts_go_on_from_the_seed_they_end_with() -> None:
    first = playouts(FAST, heap(12), 2, 30, 9)
    rest = playouts(FAST, heap(12), 2, 70, first.seed)
    whole = playouts(FAST, heap(12), 2, 100, 9)
    assert whole.seed == rest.seed
    assert whole.wins == tuple(a + b for a, b in zip(first.wins, rest.wins, strict=True))
    assert whole.chances == first.chances + rest.chances


def test_every_action_is_equally_likely() -> None:
    """With 1 pebble the mover wins; with 2 half the time; with 3 by taking 3, or 1 if the other then errs."""
    tally = playouts(FAST, no_die(3), 2, 40_000, 4)
    assert tally.wins == (tally.wins[0], 40_000 - tally.wins[0])
    assert abs(tally.wins[0] / 40_000 - (1 / 3 * 1 / 2 + 1 / 3 * 0 + 1 / 3)) < 0.0125  # five deviations


def test_playouts_count_what_happened() -> None:
    tally = playouts(FAST, heap(1), 2, 1000, 4)
    assert tally == Tally((1000, 0), 0, 1000, 1000, tally.seed)


def test_chance_is_drawn_by_weight() -> None:
    bound = PLAIN.bind(weighted_chance)
    draws = [bound(heap(5), n << 32 - 10).value for n in range(1024)]
    assert [draws.count(face) for face in (1, 2, 3)] == [512, 342, 170]
    assert draws == sorted(draws)


def test_a_game_is_cut_short_at_the_limit() -> None:
    tally = playouts(FAST, heap(60), 2, 10, 1, limit=4)
    assert tally.nobody == 10
    assert tally.chances + tally.actions == 40


def test_random_games_of_senet_are_as_long_and_as_fair_as_is_known() -> None:
    game = load("senet")
    tally = playouts(compiled(game.rules), game.rules.start(2, game.options()), 2, 20_000, 1)
    assert 188 < tally.chances / 20_000 < 193
    assert 0.515 < tally.wins[0] / 20_000 < 0.541


def test_a_random_match_is_legal_to_its_end_and_time_has_its_share() -> None:
    random = Random(3)
    whole = [random_match(caskets.game, 3, caskets.game.options(), random.randrange, 500) for _ in range(20)]
    assert all(m.over for m in whole)
    causes = {event.by for m in whole for event in m.events}
    assert causes == {-4, -1, 0, 1, 2}
