"""Expectiminimax: the best action if everybody else is set against this seat and chance is fair.

Depth is counted in events of chance: at depth 2 every line ends before the third throw from now. (Where a
game has nothing to throw, turns are counted.) There the game's hints say how good the position is: `evaluate`
in 0..1; the `race` of a greedy bot may be any number, as it is never averaged. Chance nodes are weighted
means, decisions of this seat maxima, those of others minima.

One source runs plain and compiled. Positions evaluated are counted; when the budget is spent, the deepest
look that was finished decides. So a bot without machine code answers in about a second too, only less deeply,
and its answers depend on nothing but the position and the draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benben.core.compiled import UNBOUND, Bound, Engine, compiled
from benben.core.contract import CHANCE, EVERYONE, OVER, Comparison, Draw, Game, Seat, Unreadable

MOST = 3  # depth that a player may ask for
SEATS = 10  # asked at an EVERYONE turn; one that is not there has no actions
WORLDS = 8  # guessed in games with secrets
COMPILED, PLAIN = 3_000_000, 6_000  # positions evaluated a choice
NET = "net"  # the word by which positions are judged by the game's net

rules: Bound = UNBOUND
evaluate: Callable[[Any, Seat], float] = UNBOUND


def make(game: Game, words: tuple[str, ...]) -> Expectimax:
    spec = " ".join(("expectimax", *words))
    depth = words[0] if words[1:] in ((), (NET,)) and words else ""
    if not (depth.isdecimal() and depth.isascii() and int(depth) <= MOST):
        raise Unreadable(f"it looks 0 to {MOST} events of chance ahead, as in: expectimax 2", spec[:40])
    return Expectimax(game, spec, judgement(game, words[1:], compiled(game.rules)), int(depth))


def judgement(game: Game, words: Sequence[str], engine: Engine) -> Callable[[Any, Seat], float]:
    """How the game judges a state: by a net, if the words say so."""
    if NET in words:
        if game.bot.net is None:
            raise Unreadable(f"{game.title} has no net that a search could go by")
        return game.bot.net.evaluate if engine.fast else game.bot.net.plain
    if game.bot.evaluate is None:
        raise Unreadable(f"{game.title} has no hints that a search could go by")
    return game.bot.evaluate


class Expectimax:
    def __init__(
        self,
        game: Game,
        spec: str,
        judge: Callable[[Any, Seat], float],
        depth: int,
        engine: Engine | None = None,
    ) -> None:
        engine = engine or compiled(game.rules)
        self.spec = spec
        self._game = game
        self._depth = depth
        self._budget = COMPILED if engine.fast else PLAIN
        self._search = engine.bind(action_values, evaluate=judge)

    def choose(self, v: Any, seat: Seat, draw: Draw) -> Any:
        s = self._game.views.guess(v, draw)
        able = self._game.rules.actions(s, seat)
        if len(able) == 1:
            return able[0]
        worths = self.worths(v, s, seat, draw)
        best = max(worths)
        equal = [action for action, worth in zip(able, worths, strict=True) if worth == best]
        return equal[draw(len(equal))] if len(equal) > 1 else equal[0]

    def compare(self, v: Any, seat: Seat, action: Any, draw: Draw) -> Comparison:
        """The action beside the best one of the search."""
        s = self._game.views.guess(v, draw)
        able = self._game.rules.actions(s, seat)
        worths = self.worths(v, s, seat, draw)
        at = max(range(len(able)), key=worths.__getitem__)
        return Comparison(able[at], worths[at], worths[list(able).index(action)])

    def worths(self, v: Any, s: Any, seat: Seat, draw: Draw) -> list[float]:
        """The worth of each action; with secrets the mean over the guess `s` and further ones."""
        worths = self._search(s, seat, self._depth, self._budget)
        if s is v:
            return worths
        for _ in range(WORLDS - 1):
            more = self._search(self._game.views.guess(v, draw), seat, self._depth, self._budget)
            worths = [a + b for a, b in zip(worths, more, strict=True)]
        return [worth / WORLDS for worth in worths]


def action_values(s: Any, seat: Seat, depth: int, budget: int) -> list[float]:
    """The value of each action of the seat, by the deepest search that the budget allows."""
    left = [budget]
    worths = [0.0]
    for deeper in range(depth + 1):
        more = values_at_depth(s, seat, deeper, left)
        if deeper and left[0] < 0:
            break
        worths = more
    return worths


def position_value(s: Any, seat: Seat, depth: int, budget: int) -> float:
    """The value of a position to the seat, looking so many events of chance ahead."""
    left = [budget]
    return worth(s, seat, depth, rules.turn(s), left)  # as if the seat to move had moved just before


def values_at_depth(s: Any, seat: Seat, depth: int, left: list[int]) -> list[float]:
    """The value of each action of the seat, searched to this depth; `left` counts positions down."""
    return [worth(rules.play(s, seat, action), seat, depth, seat, left) for action in rules.actions(s, seat)]


def worth(s: Any, seat: Seat, depth: int, last: int, left: list[int]) -> float:
    """The value of the position to the seat; `last` is whose event was the last one.

    No constant is passed on in a call of itself: numba makes each one a type, and a function that calls
    itself with other types cannot be read back from disk.
    """
    turn = rules.turn(s)
    if turn == OVER or (turn == CHANCE and depth == 0) or left[0] < 0:
        left[0] -= 1
        return float(evaluate(s, seat))
    if turn == CHANCE:
        total = 0.0
        ways = 0
        for row in rules.chances(s):
            total += row[1] * worth(rules.settle(s, row[0]), seat, depth - 1, turn, left)
            ways += row[1]
        return total / ways
    actor = turn
    if turn == EVERYONE:  # as if one after the other, by seat
        actor = 0
        while actor < SEATS and len(rules.actions(s, actor)) == 0:
            actor += 1
    if last not in (actor, CHANCE):  # where there is nothing to throw, a turn counts as a throw
        if depth == 0:
            left[0] -= 1
            return float(evaluate(s, seat))
        depth -= 1
    best = 0.0
    first = True
    for action in rules.actions(s, actor):
        found = worth(rules.play(s, actor, action), seat, depth, actor, left)
        if first or (found > best if actor == seat else found < best):
            best = found
            first = False
    return best
