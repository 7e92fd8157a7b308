"""A random bot: any legal action, each equally likely."""

from __future__ import annotations

from typing import Any

from benben.core.contract import Draw, Game, Seat, Unreadable


def make(game: Game, words: tuple[str, ...]) -> Random:
    if words:
        raise Unreadable("this bot takes no further words", f"random {' '.join(words)}"[:40])
    return Random(game)


class Random:
    spec = "random"

    def __init__(self, game: Game) -> None:
        self._game = game

    def choose(self, v: Any, seat: Seat, draw: Draw) -> Any:
        able = self._game.rules.actions(self._game.views.guess(v, draw), seat)
        return able[draw(len(able))]
