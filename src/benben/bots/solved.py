"""Plays positions that a table knows as well as the table does, and all others as `expectimax` of that depth.

The game says what its table knows of a position: BotSupport.known. Of choices that are worth the same there,
the one after which the game's `evaluate` is highest is taken: values of a table are rounded, and a side that
is sure to win should also get on.

"solved 1 net" judges by the game's net, and gives a little of its chance for a shorter game: what a choice is
worth by the search, less a small price for each event of chance that is still to come by the net's estimate.
Best play can be a siege of thousands of throws, which is nobody's idea of an evening.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benben.bots import expectimax
from benben.bots.expectimax import NET, Expectimax
from benben.core.contract import Comparison, Draw, Game, KnownChance, Seat, Unreadable

DELAY = 0.0003  # of a chance: the price of an event of chance that is still to come


def make(game: Game, words: tuple[str, ...]) -> Solved:
    spec = " ".join(("solved", *words))
    if game.bot.known is None or game.bot.evaluate is None:
        raise Unreadable(f"{game.title} has no table of solved positions", spec[:40])
    search = expectimax.make(game, words)
    left = game.bot.net.left if game.bot.net and NET in words else None
    return Solved(game, spec, game.bot.known, game.bot.evaluate, search, left)


class Solved:
    def __init__(
        self,
        game: Game,
        spec: str,
        known: Callable[[Any, Seat], KnownChance | None],
        evaluate: Callable[[Any, Seat], float],
        search: Expectimax,
        left: Callable[[Any], float] | None,
    ) -> None:
        self.spec = spec
        self._game = game
        self._known = known
        self._evaluate = evaluate
        self._search = search
        self._left = left

    def choose(self, v: Any, seat: Seat, draw: Draw) -> Any:
        s = self._game.views.guess(v, draw)
        able = self._game.rules.actions(s, seat)
        if len(able) == 1:
            return able[0]
        chances = self._chances(s, seat)
        if chances:
            return able[self._best(s, seat, chances)]
        if self._left:
            return able[self._soonest(v, s, seat, draw, self._left)]
        return self._search.choose(v, seat, draw)

    def compare(self, v: Any, seat: Seat, action: Any, draw: Draw) -> Comparison:
        """The action beside the best one that the table or the search knows."""
        s = self._game.views.guess(v, draw)
        chances = self._chances(s, seat)
        if not chances:
            return self._search.compare(v, seat, action, draw)
        able = list(self._game.rules.actions(s, seat))
        at = self._best(s, seat, chances)
        return Comparison(able[at], chances[at], chances[able.index(action)])

    def _chances(self, s: Any, seat: Seat) -> list[float]:
        """What each action is worth by the table; empty if the table does not know them all."""
        rules = self._game.rules
        found = [self._known(rules.play(s, seat, action), seat) for action in rules.actions(s, seat)]
        return [one.chance for one in found if one is not None] if all(found) else []

    def _soonest(self, v: Any, s: Any, seat: Seat, draw: Draw, left: Callable[[Any], float]) -> int:
        """The action that is worth most by the search, less the price of what is still to come."""
        worths = self._search.worths(v, s, seat, draw)
        rules = self._game.rules
        able = rules.actions(s, seat)
        rest = [left(rules.play(s, seat, action)) for action in able]
        return max(range(len(able)), key=lambda n: worths[n] - DELAY * rest[n])

    def _best(self, s: Any, seat: Seat, chances: list[float]) -> int:
        best = max(chances)
        equal = [n for n, chance in enumerate(chances) if chance == best]
        if len(equal) == 1:
            return equal[0]
        rules = self._game.rules
        able = rules.actions(s, seat)
        return max(equal, key=lambda n: self._evaluate(rules.play(s, seat, able[n]), seat))
