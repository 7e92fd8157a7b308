"""A greedy bot: the action that looks best by a simple count, whatever chance or the others do next."""

from __future__ import annotations

from benben.bots.expectimax import Expectimax
from benben.core.contract import Game, Unreadable


def make(game: Game, words: tuple[str, ...]) -> Expectimax:
    if words:
        raise Unreadable("this bot takes no further words", f"greedy {' '.join(words)}"[:40])
    if game.bot.race is None:
        raise Unreadable(f"{game.title} has no count that a greedy bot could go by", "greedy")
    return Expectimax(game, "greedy", game.bot.race, 0)
