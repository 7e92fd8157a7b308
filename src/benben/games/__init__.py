"""The games, by name. Adding one is two new folders and one word here."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from benben.core.contract import Game, Unreadable

NAMES = ("gate", "senet", "solitaire", "pyramydal", "horus")
COURSES = ("senet", "gate", "solitaire", "pyramydal", "horus")  # the puzzles of a day, from the foot up


@cache
def load(name: str) -> Game:
    if name not in NAMES:
        raise Unreadable(f"there is no game of that name; there are {', '.join(NAMES)}", name[:40])
    game = import_module(f"benben.games.{name}").game
    assert isinstance(game, Game)
    return game
