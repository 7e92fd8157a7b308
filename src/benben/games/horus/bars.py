"""What `benben bench horus` measures: how quickly the pyramid is played, at random, by plan, in play-outs.

Random play-outs and planner games a second; where the time of a planner game goes: rules, views, guesses, and
thought; and the strongest level's decisions: how many play-outs each has, and what it takes.

The clock is given by the caller, because games read none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any

from benben.core.bar import Bar
from benben.core.contract import CHANCE, OVER
from benben.games.horus import knowing, policy, rules
from benben.games.horus.judging import SCRIBE
from benben.games.horus.state import Options, State

Clock = Callable[[], float]  # seconds

SEATS = 4
PLAYOUTS, SECONDS = 200, 2.0  # at least a decision; at most


def bars(
    clock: Clock,
    memory: Callable[[], float],
    bot: Any,
    games: int = 60,
    planned: int = 12,
    decisions: int = 12,
) -> Iterator[Bar]:
    """One figure after the other; `bot` is the strongest level."""
    del memory
    began = clock()
    events = sum(_random(Random(f"bars {n}")) for n in range(games))
    seconds = clock() - began
    yield Bar(f"random play-outs, {SEATS} seats", games / seconds, "a second")
    yield Bar("  an event", 1e6 * seconds / events, "us")
    spent = {"rules": 0.0, "views": 0.0, "guesses": 0.0, "thought": 0.0}
    positions: list[tuple[State, int]] = []
    for n in range(planned):
        _planned(Random(f"plans {n}"), clock, spent, positions)
    total = sum(spent.values())
    yield Bar(f"planner games, {SEATS} seats", planned / total, "a second")
    for what, part in spent.items():
        yield Bar(f"  share of {what}", 100 * part / total, "%")
    yield from _decisions(clock, bot, positions, decisions)


def _decisions(clock: Clock, bot: Any, positions: list[tuple[State, int]], decisions: int) -> Iterator[Bar]:
    """In real positions, from many games, in which the bot has something to think about."""
    source = Random("decisions")
    source.shuffle(positions)
    took, many, played = [], [], bot.played
    count = [0]

    def counted(*given: Any) -> Any:
        count[0] += 1
        return played(*given)

    bot.played = counted
    for s, seat in positions:
        v = knowing.view(s, seat)
        count[0], began = 0, clock()
        bot.choose(v, seat, source.randrange)
        if count[0]:
            took.append(clock() - began)
            many.append(count[0])
        if len(took) == decisions:
            break
    yield Bar("play-outs a decision, least", min(many), "", least=PLAYOUTS)
    yield Bar("  play-outs", sum(many) / sum(took), "a second")
    yield Bar(f"  a decision, median of {len(took)}", median(took), "s")
    yield Bar("  a decision, slowest", max(took), "s", most=SECONDS)


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
    """A game of planners, as choose() has them play it, with a look at the clock in between."""
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
        v = knowing.view(s, turn)
        seen = clock()
        guessed = knowing.guess(v, draw)
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
    """Nothing is made beforehand: the rules are plain Python."""
