"""Judges of matches, made of the searches of the bots. See core/judge.py and docs/review.md.

A game says how its judge is built, in the words of a bot: "expectimax 3", "maxn 600". Budgets count
positions and lines, not seconds, and draws follow from fixed seeds, so equal matches get equal reviews.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt
from typing import Any, NamedTuple, Protocol

from benben.bots import expectimax, first_choice, maxn
from benben.bots.sampled_judge import SampledJudge
from benben.core import match
from benben.core.compiled import Engine, compiled
from benben.core.contract import (
    CHANCE,
    EVERYONE,
    OVER,
    Event,
    Game,
    Illegal,
    KnownChance,
    Outcome,
    Seat,
    Unreadable,
)
from benben.core.judge import (
    WHOLE,
    ChoiceWorth,
    MatchJudge,
    Outlook,
    ReviewSupport,
    Unit,
    Worth,
    chance_result,
    parts,
)
from benben.core.match import Match

SEED = 1  # of every search
PLAIN_DEPTH = 2  # throws looked ahead without machine code, at most
PLAIN_LINES = 100  # of a tree search without machine code, at most


def judge_of(m: Match) -> MatchJudge:
    """The judge of a match; Illegal if its game has none."""
    game, support = m.game, m.game.review
    if support is None:
        raise Illegal("review", f"Benben has no judge for {game.title} yet.")
    if not isinstance(support.judge, str):
        return support.judge(m)
    kind, amount = support.judge.split()[:2]
    return KINDS[kind](m, support, int(amount), compiled(game.rules))


def gives_outlook(game: Game) -> bool:
    """Whether anybody can say how a match of this game stands while it runs."""
    support = game.review
    return support is not None and (support.outlook is not None or isinstance(support.judge, str))


def outlook(game: Game, seats: int, v: Any, seat: Seat) -> Outlook | None:
    """How a match stands as far as this seat can know; None where nothing can be said now.

    A quick judgement, always without machine code: equal views get equal answers on every machine.
    """
    support = game.review
    if support is None or not gives_outlook(game):
        raise Illegal("review", f"Benben has no judge for {game.title} yet.")
    if support.outlook is not None or not isinstance(support.judge, str):
        return support.outlook(v, seat) if support.outlook else None
    s = game.views.guess(v, lambda n: SEED % n)
    if game.rules.turn(s) == OVER:
        return None
    kind, amount = support.judge.split()[:2]
    of = Match(game, seats, game.options_in(s), s)
    judge = KINDS[kind](of, support, int(amount), Engine(game.rules, fast=False))
    values, label, error = judge.known_worth(v)
    return Outlook(judge.unit, values, label, error)


def warm(game: Game) -> None:
    """Have the judge of a game judge one choice, so that nobody waits later for machine code."""
    found = first_choice(game)
    if found is None or game.review is None or not isinstance(game.review.judge, str):
        return
    s, seat, able = found
    judge = judge_of(match.begin(game, game.seats_for(game.options())[0], game.options()))
    judge.position(s, 0)
    judge.choice(s, Event(0, seat, able[-1]), 1)


class ExpectimaxJudge:
    """Looks a fixed number of throws ahead. Two seats, nothing hidden: what one gains the other loses."""

    unit: Unit = "chance"

    def __init__(self, m: Match, support: ReviewSupport, depth: int, engine: Engine) -> None:
        game = m.game
        self._views = game.views
        words = support.judge.split()[2:] if isinstance(support.judge, str) else []
        judge = expectimax.judgement(game, words, engine)
        self._rules, self._depth = game.rules, depth if engine.fast else min(depth, PLAIN_DEPTH)
        self._error = support.error if self._depth == depth else support.error * 3 // 2
        self._search = engine.bind(expectimax.position_value, evaluate=judge)
        self._known: dict[Any, int] = {}
        throws = "one throw" if self._depth == 1 else f"{self._depth} throws"
        self.method = f"Judged by looking {throws} ahead."

    def first(self, s: Any) -> Worth:
        return self.position(s, 0)

    def known_worth(self, v: Any) -> Worth:
        return self.first(self._views.guess(v, lambda n: SEED % n))

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


class SolvedJudge:
    """Judges positions that the game's table knows by the table, and all others as ExpectimaxJudge."""

    unit: Unit = "chance"

    def __init__(self, m: Match, support: ReviewSupport, depth: int, engine: Engine) -> None:
        if m.game.bot.known is None:
            raise Unreadable(f"{m.game.title} has no table of solved positions")
        self._rules, self._known = m.game.rules, m.game.bot.known
        self._views = m.game.views
        self._search = ExpectimaxJudge(m, support, depth, engine)
        if self._known(m.first, 0) is None:
            self.method = f"{self._search.method[:-1]}, and by a table where positions are solved."
        else:
            self.method = "Judged by a table of solved positions."

    def first(self, s: Any) -> Worth:
        return self.position(s, 0)

    def known_worth(self, v: Any) -> Worth:
        return self.first(self._views.guess(v, lambda n: SEED % n))

    def position(self, s: Any, number: int) -> Worth:
        known = self._known(s, 0)
        if known is None:
            return self._search.position(s, number)
        value = parts(known.chance)
        error = _error_in_parts(known)
        return Worth((value, WHOLE - value), "bounded" if error else "exact", error)

    def choice(self, s: Any, event: Event, number: int) -> ChoiceWorth | None:
        able = self._rules.actions(s, event.by)
        known = [self._known(self._rules.play(s, event.by, action), event.by) for action in able]
        rated = [one for one in known if one is not None]
        if len(rated) < len(able) or len(able) < 2:
            return self._search.choice(s, event, number)
        chances = [one.chance for one in rated]
        at, played = chances.index(max(chances)), list(able).index(event.what)
        cost = parts(chances[at]) - parts(chances[played])
        error = 2 * max(map(_error_in_parts, rated))  # both of two values may be wrong
        effects = (-cost, cost) if event.by == 0 else (cost, -cost)
        better = able[at] if cost else event.what
        return ChoiceWorth(better, parts(chances[at]), effects, "bounded" if error else "exact", error)

    def result(self, s: Any, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return chance_result(outcome)


def _error_in_parts(known: KnownChance) -> int:
    """The most by which a chance in whole parts is wrong, which is rounded itself."""
    return ceil(known.error * WHOLE + 0.5) if known.error else 0


class _Budget(NamedTuple):
    """What a search of a position may spend, and how surely it judges."""

    engine: Engine
    lines: int  # at most
    events: int  # after which no further line is begun
    error: int  # of a value


class MaxnJudge:
    """Grows a tree of lines to the end of the game from every position. Any number of seats."""

    unit: Unit = "chance"

    def __init__(self, m: Match, support: ReviewSupport, lines: int, engine: Engine) -> None:
        game = m.game
        if support.guide is None or support.chances is None:
            raise Unreadable(f"{game.title} has no hints that such a search could go by")
        self._rules, self._view, self._guide = game.rules, game.views.view, support.guide
        self._chances, self._error = support.chances, support.error
        self._engine = engine
        self._lines = lines
        self._known: dict[Any, Worth] = {}
        most = self._budget(m.first).lines
        self.method = f"Judged by searches of up to {most:,} lines to the end of the game."

    def first(self, s: Any) -> Worth:
        return self._worth(s, 0)

    def known_worth(self, v: Any) -> Worth:
        return self._worth(self._guide.world(v, lambda n: SEED % n), 0)

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
        error = self._budget(known).error
        return ChoiceWorth(better, best.values[seat], effects, "estimated", error)

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
        engine, lines, events, _ = self._budget(s)
        visits = engine.bind(maxn.visit_counts, guide=self._guide)(s, seat, lines, events, SEED)
        return thought[max(range(len(visits)), key=visits.__getitem__)]

    def _worth(self, s: Any, seat: Seat) -> Worth:
        if s not in self._known:
            self._known[s] = self._searched(s, seat)
        return self._known[s]

    def _searched(self, s: Any, seat: Seat) -> Worth:
        if self._rules.turn(s) == OVER:
            return Worth(chance_result(self._rules.outcome(s)), "exact", 0)
        engine, lines, events, error = self._budget(s)
        shares = engine.bind(maxn.mean_shares, guide=self._guide)(s, seat, lines, events, SEED)
        return Worth(tuple(map(parts, self._chances(s, shares))), "estimated", error)

    def _budget(self, s: Any) -> _Budget:
        engine = self._engine.fitting(s)
        if engine.fast:
            return _Budget(engine, self._lines, maxn.COMPILED, self._error)
        lines = min(self._lines, PLAIN_LINES)
        return _Budget(engine, lines, maxn.PLAIN, round(self._error * sqrt(self._lines / lines)))


class SearchJudge(MatchJudge, Protocol):
    """A judge that also values a match that runs, by what one seat knows of it."""

    def known_worth(self, v: Any, /) -> Worth: ...  # of a view


KINDS: dict[str, Callable[[Match, ReviewSupport, int, Engine], SearchJudge]] = {
    "expectimax": ExpectimaxJudge,
    "solved": SolvedJudge,
    "maxn": MaxnJudge,
    "sampled": SampledJudge,
}
