"""The leak tests, for every game, and the leaks that they must catch."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from random import Random

import pytest

from benben.core import playouts
from benben.core.contract import Game
from benben.games import NAMES, load
from tests.contract import caskets, leaks, pebbles
from tests.contract.games import SECRET_OPTIONS
from tests.contract.planted import LEAKS

GAMES = [*(load(name) for name in NAMES), pebbles.game, caskets.game]
OPEN = [game for game in GAMES if getattr(game.views, "View", None) is getattr(game.rules, "State", None)]
WALKS = 40  # of a planted leak, at most


def walked(game: Game, seed: int, limit: int) -> tuple[leaks.Walk, Random]:
    draw = Random(seed)
    fields = {"cards": 2 + seed % 2} if game.name == "caskets" else SECRET_OPTIONS.get(game.name, {})
    options = game.options(**fields)
    seats = draw.choice(game.seats_for(options))
    return leaks.walk_of(playouts.random_match(game, seats, options, draw.randrange, limit)), draw


def check_walks(game: Game, seeds: range) -> int:
    steps = 0
    for seed in seeds:
        w, draw = walked(game, seed, 120)
        steps += leaks.check(w, draw.randrange)
    return steps


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_no_seat_learns_more_than_its_view_tells(game: Game) -> None:
    assert check_walks(game, range(6)) > 100, "twins could hardly ever follow, so nothing was tested"


def test_the_game_of_secrets_is_held_to_it_in_many_walks() -> None:
    check_walks(caskets.game, range(100, 100 + WALKS))


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str) -> None:
    game, letters = LEAKS[name]
    with pytest.raises(leaks.Leak) as caught:
        check_walks(game, range(WALKS))
    assert caught.value.letter in letters, str(caught.value)


def cases(game: Game) -> str:
    if game is caskets.game:
        return Path(__file__).with_name("caskets.txt").read_text()
    path = resources.files(f"benben.games.{game.name}") / "cases.txt"
    return path.read_text()


SECRETIVE = [game for game in GAMES if game not in OPEN]


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: str(game.name))
def test_each_secret_has_a_case(game: Game) -> None:
    found = list(leaks.secrets(cases(game)))
    assert found, "a game with secrets names them in its cases"
    for secret in found:
        leaks.check_secret(game, secret)


def test_a_case_that_says_a_shown_thing_is_hidden_fails() -> None:
    shown = next(leaks.secrets(cases(caskets.game)))._replace(hidden=(0, 1, None))
    with pytest.raises(leaks.Leak):
        leaks.check_secret(caskets.game, shown)
