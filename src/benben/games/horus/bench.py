"""What `benben bench horus` measures: the speed of play, at random, by plan and in play-outs.

Random play-outs and planner games a second; where the time of a planner game goes: rules, views, guesses and
thought; and the strongest level's decisions: how many play-outs each has, and how long it takes.

The caller gives the clock, because games read none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any

from benben.bench.thresholds import Threshold
from benben.core.contract import CHANCE, OVER
from benben.games.horus import rules
from benben.games.horus.bot import policy
from benben.games.horus.bot.evaluation import SCRIBE
from benben.games.horus.rules.state import Options, State
from benben.games.horus.views import knowledge

Clock = Callable[[], float]  # seconds

SEATS = 4
PLAYOUTS, SECONDS = 200, 2.0  # for each decision: play-outs at least, seconds at most


def thresholds(
    clock: Clock,
    memory: Callable[[], float],
    bot: Any,
    games: int = 60,
    planned: int = 12,
    decisions: int = 12,
) -> Iterator[Threshold]:
    """The figures, one after the other; `bot` is the strongest level."""
    del memory
    began = clock()
    events = sum(_random(Random(f"bars {n}")) for n in range(games))
    seconds = clock() - began
    yield Threshold(f"random play-outs, {SEATS} seats", games / seconds, "a second")
    yield Threshold("  an event", 1e6 * seconds / events, "us")
    spent = {"rules": 0.0, "views": 0.0, "guesses": 0.0, "thought": 0.0}
    positions: list[tuple[State, int]] = []
    for n in range(planned):
        _planned(Random(f"plans {n}"), clock, spent, positions)
    total = sum(spent.values())
    yield Threshold(f"planner games, {SEATS} seats", planned / total, "a second")
    for what, part in spent.items():
        yield Threshold(f"  share of {what}", 100 * part / total, "%")
    yield from _decisions(clock, bot, positions, decisions)


def _decisions(
    clock: Clock, bot: Any, positions: list[tuple[State, int]], decisions: int
) -> Iterator[Threshold]:
    """The cost of decisions in real positions, from many games, where the bot has a choice."""
    source = Random("decisions")
    source.shuffle(positions)
    took, many, played = [], [], bot.rollout_value
    count = [0]

    def counted(*given: Any) -> Any:
        count[0] += 1
        return played(*given)

    bot.rollout_value = counted
    for s, seat in positions:
        v = knowledge.view(s, seat)
        count[0], began = 0, clock()
        bot.choose(v, seat, source.randrange)
        if count[0]:
            took.append(clock() - began)
            many.append(count[0])
        if len(took) == decisions:
            break
    yield Threshold("play-outs a decision, least", min(many), "", least=PLAYOUTS)
    yield Threshold("  play-outs", sum(many) / sum(took), "a second")
    yield Threshold(f"  a decision, median of {len(took)}", median(took), "s")
    yield Threshold("  a decision, slowest", max(took), "s", most=SECONDS)


def _random(source: Random) -> int:
    s, events = rules.start(SEATS, Options()), 0
    while (turn := rules.turn(s)) != OVER:
        events += 1
        if turn == CHANCE:
            s = rules.settle(s, _drawn(s, source))
        else:
            able = rules.actions(s, turn)
            s = rules.play(s, turn, able[source.randrange(len(able))])
    return events


def _drawn(s: State, source: Random) -> Any:
    rows = rules.chances(s)
    return source.choices([what for what, _ in rows], [ways for _, ways in rows])[0]


def _planned(
    source: Random, clock: Clock, spent: dict[str, float], positions: list[tuple[State, int]]
) -> None:
    """Play a game of planners as choose() does, and note the seconds spent on each part."""
    s, draw = rules.start(SEATS, Options()), source.randrange
    while True:
        began = clock()
        turn = rules.turn(s)
        if turn == OVER:
            return
        if turn == CHANCE:
            s = rules.settle(s, _drawn(s, source))
            spent["rules"] += clock() - began
            continue
        v = knowledge.view(s, turn)
        seen = clock()
        guessed = knowledge.guess(v, draw)
        ready = clock()
        action, _ = policy.decide(guessed, turn, None, draw, SCRIBE)
        thought = clock()
        if s.phase == "turn":
            positions.append((s, turn))
        s = rules.play(s, turn, action)
        spent["views"] += seen - began
        spent["guesses"] += ready - seen
        spent["thought"] += thought - ready
        spent["rules"] += clock() - thought


def warm() -> None:
    """Compile nothing: the rules are plain Python."""
