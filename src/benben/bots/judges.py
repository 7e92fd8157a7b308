"""Judges of matches that are over, made of the searches of the bots. See core/judge.py and docs/review.md.

A game says how its judge is built, in the words of a bot: "expectimax 2", "maxn 1000". Budgets count
positions and lines, not seconds, and draws follow from fixed seeds, so equal matches get equal reviews.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benben.bots import expectimax, maxn
from benben.core.compiled import Engine, compiled
from benben.core.contract import CHANCE, EVERYONE, OVER, Event, Game, Illegal, Outcome, Seat, Unreadable
from benben.core.judge import WHOLE, ChoiceWorth, MatchJudge, ReviewSupport, Unit, Worth, chance_result, parts
from benben.core.match import Match

SEED = 1  # of every search
PLAIN_LINES = 100  # of a tree search without machine code, at most


def judge_of(m: Match) -> MatchJudge:
    """The judge of a match; Illegal if its game has none."""
    game, support = m.game, m.game.review
    if support is None:
        raise Illegal("review", f"Benben has no judge for {game.title} yet.")
    if not isinstance(support.judge, str):
        return support.judge(m)
    kind, amount = support.judge.split()
    return KINDS[kind](game, support, int(amount), compiled(game.rules))


class ExpectimaxJudge:
    """Looks a fixed number of throws ahead. Two seats, nothing hidden: what one gains the other loses."""

    unit: Unit = "chance"

    def __init__(self, game: Game, support: ReviewSupport, depth: int, engine: Engine) -> None:
        if game.bot.evaluate is None:
            raise Unreadable(f"{game.title} has no hints that a search could go by")
        self._rules, self._error, self._depth = game.rules, support.error, depth
        self._search = engine.bind(expectimax.position_value, evaluate=game.bot.evaluate)
        self._known: dict[Any, int] = {}
        throws = "one throw" if depth == 1 else f"{depth} throws"
        self.method = f"Judged by looking {throws} ahead."

    def first(self, s: Any) -> Worth:
        return self.position(s, 0)

    def position(self, s: Any, number: int) -> Worth:  # noqa: ARG002
        return Worth(self._values(s), "estimated", self._error)

    def choice(self, s: Any, event: Event, number: int) -> ChoiceWorth | None:  # noqa: ARG002
        able = self._rules.actions(s, event.by)
        if len(able) < 2:
            return None
        played = self._values(self._rules.play(s, event.by, event.what))
        rated = [(self._values(self._rules.play(s, event.by, action)), action) for action in able]
        best, better = max(rated, key=lambda one: one[0][event.by])
        if best[event.by] == played[event.by]:
            better = event.what
        effects = tuple(a - b for a, b in zip(played, best, strict=True))
        return ChoiceWorth(better, best[event.by], effects, "estimated", self._error)

    def result(self, s: Any, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return chance_result(outcome)

    def _values(self, s: Any) -> tuple[int, ...]:
        if s not in self._known:
            if self._rules.turn(s) == OVER:
                self._known[s] = chance_result(self._rules.outcome(s))[0]
            else:
                self._known[s] = parts(self._search(s, 0, self._depth, expectimax.COMPILED))
        return self._known[s], WHOLE - self._known[s]


class MaxnJudge:
    """Grows a tree of lines to the end of the game from every position. Any number of seats."""

    unit: Unit = "chance"

    def __init__(self, game: Game, support: ReviewSupport, lines: int, engine: Engine) -> None:
        if support.guide is None or support.chances is None:
            raise Unreadable(f"{game.title} has no hints that such a search could go by")
        self._rules, self._view, self._guide = game.rules, game.views.view, support.guide
        self._chances, self._error = support.chances, support.error
        self._engine = engine
        self._lines = lines
        self._known: dict[Any, Worth] = {}
        self.method = f"Judged by searches of up to {lines:,} lines to the end of the game."

    def first(self, s: Any) -> Worth:
        return self._worth(s, 0)

    def position(self, s: Any, number: int) -> Worth | None:  # noqa: ARG002
        """The value where one seat is to act. While chance or everybody acts, nothing new is known."""
        turn = self._rules.turn(s)
        return None if turn in (CHANCE, EVERYONE) else self._worth(s, turn)

    def choice(self, s: Any, event: Event, number: int) -> ChoiceWorth | None:  # noqa: ARG002
        seat, action = event.by, event.what
        known = self._guide.world(self._view(s, seat), lambda n: SEED % n)
        if len(self._rules.actions(known, seat)) < 2:
            return None
        better = self._best(known, seat)
        played = self._worth(self._rules.play(known, seat, action), seat)
        best = played
        if better != action:
            best = self._worth(self._rules.play(known, seat, better), seat)
            if best.values[seat] <= played.values[seat]:
                better, best = action, played
        effects = tuple(a - b for a, b in zip(played.values, best.values, strict=True))
        return ChoiceWorth(better, best.values[seat], effects, "estimated", self._error)

    def result(self, s: Any, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return chance_result(outcome)

    def _best(self, s: Any, seat: Seat) -> Any:
        """The action that the search prefers."""
        found = self._guide.obvious(s, seat)
        if found is not None:
            return found
        thought = self._guide.sensible(s, seat)
        if len(thought) == 1:
            return thought[0]
        engine, lines, events = self._budget(s)
        visits = engine.bind(maxn.visit_counts, guide=self._guide)(s, seat, lines, events, SEED)
        return thought[max(range(len(visits)), key=visits.__getitem__)]

    def _worth(self, s: Any, seat: Seat) -> Worth:
        if s not in self._known:
            self._known[s] = self._searched(s, seat)
        return self._known[s]

    def _searched(self, s: Any, seat: Seat) -> Worth:
        if self._rules.turn(s) == OVER:
            return Worth(chance_result(self._rules.outcome(s)), "exact", 0)
        engine, lines, events = self._budget(s)
        shares = engine.bind(maxn.mean_shares, guide=self._guide)(s, seat, lines, events, SEED)
        return Worth(tuple(map(parts, self._chances(s, shares))), "estimated", self._error)

    def _budget(self, s: Any) -> tuple[Engine, int, int]:
        """The engine for a position, lines to try, and events to spend on them."""
        engine = self._engine.fitting(s)
        if engine.fast:
            return engine, self._lines, maxn.COMPILED
        return engine, min(self._lines, PLAIN_LINES), maxn.COMPILED


KINDS: dict[str, Callable[[Game, ReviewSupport, int, Engine], MatchJudge]] = {
    "expectimax": ExpectimaxJudge,
    "maxn": MaxnJudge,
}
