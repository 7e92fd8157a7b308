"""A bot that the game itself plays, at a pace a person could have: for races against time.

`game.hints.choose(v, seat, level, draw)` says what it does and `game.hints.pace(v, seat, action, level,
draw)` how many milliseconds it takes for that. Level 1 is the weakest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benben.core.contract import Game, Millis, Seat, Unreadable


class Paced:
    def __init__(self, game: Game, spec: str, level: int) -> None:
        self.spec = spec
        self._hints = game.hints
        self._level = level

    def choose(self, v: Any, seat: Seat, draw: Callable[[int], int]) -> Any:
        return self._hints.choose(v, seat, self._level, draw)

    def pace(self, v: Any, seat: Seat, action: Any, draw: Callable[[int], int]) -> Millis:
        """How long it takes for an action that it chose."""
        pace: Millis = self._hints.pace(v, seat, action, self._level, draw)
        return pace


def make(game: Game, words: tuple[str, ...]) -> Paced:
    spec = " ".join(("paced", *words))
    if not (len(words) == 1 and words[0] in ("1", "2", "3")):
        raise Unreadable("it has three levels, as in: paced 2", spec[:40])
    if not hasattr(game.hints, "pace"):
        raise Unreadable(f"{game.title} is not played by pace", spec)
    return Paced(game, spec, int(words[0]))
