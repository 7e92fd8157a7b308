"""A bot that the game itself plays, at once: for levels that follow a rule of thumb.

`game.hints.choose(v, seat, level, draw)` says what it does. Level 1 is the weakest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benben.core.contract import Game, Seat, Unreadable


class Advised:
    def __init__(self, game: Game, spec: str, level: int) -> None:
        self.spec = spec
        self._hints = game.hints
        self._level = level

    def choose(self, v: Any, seat: Seat, draw: Callable[[int], int]) -> Any:
        return self._hints.choose(v, seat, self._level, draw)


def make(game: Game, words: tuple[str, ...]) -> Advised:
    spec = " ".join(("advised", *words))
    if not (len(words) == 1 and words[0] in ("1", "2", "3")):
        raise Unreadable("it has three levels at most, as in: advised 2", spec[:40])
    if not hasattr(game.hints, "choose") or hasattr(game.hints, "pace"):
        raise Unreadable(f"{game.title} gives no such advice", spec)
    return Advised(game, spec, int(words[0]))
