"""Max^n tree search for any number of seats: each seat plays for itself, by its own part of a vector.

A tree grows from the position, one line at a time. Down the tree each seat picks what has served it best so
far, weighed against what has been tried little (the order of the list counts as a first opinion). Where the
tree ends, everybody goes on without much thought until the game is over, and what the end is worth to each
seat is told to every node on the way. The action tried most often is played.

Where EVERYONE chooses in secret, nobody's choice may depend on another's: each seat learns from its own
results alone, and the tree goes on at one node whatever was chosen. There the bot mixes what the search tried
most, so that nobody can count on it.

The game's TreeSearchGuide says which actions deserve thought, what a player does without much of it, and
what an end is worth. Where machine words have no room for a state, the game may give a SearchModel: positions
of its own for the search. Lines and events are counted, not seconds, so equal draws make equal choices.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, TypeVar

from benben.core.compiled import UNBOUND, Bound, Engine, Machine, compiled, machine
from benben.core.contract import (
    CHANCE,
    EVERYONE,
    OVER,
    Comparison,
    Draw,
    Game,
    Seat,
    TreeSearchGuide,
    Unreadable,
)
from benben.core.playouts import next_seed, weighted_chance

MOST = 20_000  # lines that a player may ask for
COMPILED, PLAIN = 2_000_000, 6_000  # events a choice
END = 12  # events that judging the end costs for each seat, about
SEATS = 10  # asked at an EVERYONE turn; one that is not there has no actions
CURIOSITY = 1.2  # how much what was tried little is worth a try

T = TypeVar("T")

rules: Bound = UNBOUND
guide: TreeSearchGuide = UNBOUND


def make(game: Game, words: tuple[str, ...]) -> Maxn:
    spec = " ".join(("maxn", *words))
    lines = words[0] if len(words) == 1 else ""
    if not (lines.isdecimal() and lines.isascii() and 1 <= int(lines) <= MOST):
        raise Unreadable(f"it tries 1 to {MOST} lines, as in: maxn 1000", spec[:40])
    if game.bot.tree_search is None:
        raise Unreadable(f"{game.title} has no hints that such a search could go by", spec[:40])
    return Maxn(game, game.bot.tree_search, spec, int(lines))


class Maxn:
    def __init__(
        self, game: Game, guide: TreeSearchGuide, spec: str, lines: int, engine: Engine | None = None
    ) -> None:
        self.spec = spec
        self._game = game
        self._guide = guide
        self._lines = lines
        self._engine = engine or compiled(game.rules)

    def choose(self, v: Any, seat: Seat, draw: Draw) -> Any:
        rules, guide = self._game.rules, self._guide
        s = guide.world(v, draw)
        able = rules.actions(s, seat)
        if len(able) == 1:
            return able[0]
        found = guide.obvious(s, seat)
        if found is not None:
            return found
        thought = guide.sensible(s, seat)
        if len(thought) == 1:
            return thought[0]
        visits = self._searched(visit_counts, s, seat, draw)
        if rules.turn(s) == EVERYONE:
            weights = mixing_weights(visits)
            rest = draw(sum(weights))
            for action, weight in zip(thought, weights, strict=True):
                rest -= weight
                if rest < 0:
                    return action
        return thought[max(range(len(visits)), key=visits.__getitem__)]

    def compare(self, v: Any, seat: Seat, action: Any, draw: Draw) -> Comparison:
        """The action beside the one that the bot would choose, by searches of the positions after them."""
        best = self.choose(v, seat, draw)
        s = self._guide.world(v, draw)
        if best == action:
            worth = self._worth(s, seat, action, draw)
            return Comparison(best, worth, worth)
        worths = [self._worth(s, seat, each, draw) for each in (best, action)]
        return Comparison(best, max(worths), worths[1])

    def _worth(self, s: Any, seat: Seat, action: Any, draw: Draw) -> float:
        """What the end is worth to the seat after this action, on average over the lines of a search."""
        after = self._game.rules.play(s, seat, action)
        if self._game.rules.turn(after) == OVER:
            return float(self._guide.shares(after)[seat])
        return float(self._searched(mean_share, after, seat, draw))

    def _searched(self, search: Callable[..., T], s: Any, seat: Seat, draw: Draw) -> T:
        """What a search finds from a state; by the game's model where machine words have no room for it."""
        engine, seed = self._engine.fitting(s), draw(1 << 32)
        model: Any = self._game.bot.search_model
        if model is not None and not engine.fast:
            fast = self._engine.fast
            root = model.position(s, fast)
            if root is not None:
                grow = (machine(model) if fast else Machine(model, False)).bind(
                    search, rules=model, guide=model
                )
                return grow(root, seat, self._lines, model.events(s, fast), seed)
        grow = engine.bind(search, guide=self._guide)
        return grow(s, seat, self._lines, COMPILED if engine.fast else PLAIN, seed)


def mixing_weights(visits: list[int]) -> list[int]:
    """The weight of each action: the square of its tries, or 0 if it was tried half as often as the best.

    The 0 is for bad actions, which a search must try too.
    """
    most = max(visits)
    return [many * many if 2 * many > most else 0 for many in visits]


def visit_counts(root: Any, seat: Seat, lines: int, events: int, seed: int) -> list[int]:
    """How often each sensible action of the seat was tried."""
    visits, first, many, _, own = grown_tree(root, seat, lines, events, seed)
    return [visits[first[own] + n] for n in range(many[own])]


def mean_share(root: Any, seat: Seat, lines: int, events: int, seed: int) -> float:
    """What the ends of all lines were worth to the seat, on average."""
    visits, _, _, sums, _ = grown_tree(root, seat, lines, events, seed)
    return sums[seat] / visits[0]


def mean_shares(root: Any, seat: Seat, lines: int, events: int, seed: int) -> list[float]:
    """What the guide's shares were at the ends of all lines, on average."""
    visits, _, _, sums, _ = grown_tree(root, seat, lines, events, seed)
    return [sums[one] / visits[0] for one in range(len(guide.shares(root)))]


def grown_tree(
    root: Any, seat: Seat, lines: int, events: int, seed: int
) -> tuple[list[int], list[int], list[int], list[float], int]:
    """A tree of this number of lines, by node: visits, first child, children, sums by seat; and the node at
    which the seat chooses, -1 if it never did."""
    seats = len(guide.shares(root))
    visits = [0]
    first = [-1]  # the first child of each node; -1: not grown yet
    many = [0]  # children of each node
    sums = [0.0] * seats  # by node and seat
    own = -1  # the node at which the seat chooses
    for _ in range(lines):
        if events < 0 and visits[0] > 0:
            break
        s = root
        node = 0
        path = [0]
        grows = True
        opening = True  # nothing has been revealed yet
        turn = rules.turn(s)
        while turn != OVER:
            events -= 1
            seed = next_seed(seed)
            if turn == CHANCE:
                opening = False
                s = rules.settle(s, weighted_chance(s, seed >> 31))
                turn = rules.turn(s)
                continue
            actor = turn
            if turn == EVERYONE:  # one after the other, none of them knowing
                actor = 0
                while actor < SEATS and rules.breadth(s, actor) == 0:
                    actor += 1
            action = guide.likely(s, actor, seed >> 31)
            able = guide.sensible(s, actor) if grows else [action]
            if len(able) > 1:
                if first[node] < 0:
                    first[node] = len(visits)
                    many[node] = len(able)
                    for _ in range(len(able) + (1 if turn == EVERYONE else 0)):
                        visits.append(0)
                        first.append(-1)
                        many.append(0)
                        for _ in range(seats):
                            sums.append(0.0)
                    grows = opening and (node == 0 or turn == EVERYONE)
                if actor == seat and own < 0:
                    own = node
                if many[node] == len(able):
                    at = next_child(visits, sums, first[node], len(able), seats, actor, visits[node])
                    action = able[at]
                    path.append(first[node] + at)
                    if turn == EVERYONE:
                        node = first[node] + len(able)
                        path.append(node)
                    else:
                        node = first[node] + at
                    grows = grows and (visits[node] > 0 or (opening and turn == EVERYONE))
                else:  # another position behind the same secret choices
                    grows = False
            elif len(able) == 1:
                action = able[0]
            s = rules.play(s, actor, action)
            turn = rules.turn(s)
        events -= END * seats
        worth = guide.shares(s)
        for node in path:
            visits[node] += 1
            for one in range(seats):
                sums[node * seats + one] += worth[one]
    return visits, first, many, sums, own


def next_child(
    visits: list[int], sums: list[float], start: int, count: int, seats: int, actor: int, tried: int
) -> int:
    """The child that an actor tries next."""
    best, found = -1.0, 0
    spread = 0.0
    total = 0.0
    seen = 0
    for n in range(count):
        spread += 1.0 / (n + 2)
        seen += visits[start + n]
        total += sums[(start + n) * seats + actor]
    hope = total / seen if seen else 0.5  # what was not tried yet is as good as the rest, about
    root = sqrt(tried + 1.0)
    for n in range(count):
        many = visits[start + n]
        mean = sums[(start + n) * seats + actor] / many if many else hope
        worth = mean + CURIOSITY * root / ((n + 2) * spread * (1 + many))
        if worth > best:
            best, found = worth, n
    return found
