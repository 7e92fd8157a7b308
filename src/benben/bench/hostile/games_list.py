"""Which of the games that a server lists fits a purpose, by its seats and options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

GameEntry = dict[str, Any]  # of GET /api/games


def game_for_two(games: Sequence[GameEntry]) -> GameEntry:
    """A game for exactly two people."""
    return _first(games, lambda game: game["least"] == game["most"] == 2)


def game_with_strong_bots(games: Sequence[GameEntry]) -> GameEntry:
    """A game for two to six, whose strongest bot thinks long."""
    return _first(games, lambda game: game["least"] == 2 and game["most"] >= 6)


def game_with_boxes(games: Sequence[GameEntry]) -> GameEntry:
    """A game whose puzzles are made when a table is opened."""
    return _first(games, lambda game: "box" in game["options"]["properties"])


def games_with_puzzles(games: Sequence[GameEntry]) -> list[GameEntry]:
    """The games that have puzzles of the day."""
    return [game for game in games if game["daily"]]


def _first(games: Sequence[GameEntry], fits: Callable[[GameEntry], bool]) -> GameEntry:
    return next(game for game in games if fits(game))
