"""Benchmark of random games (playouts), beside OpenSpiel's in one run, and of the bots' decisions.

Rows take turns, several times over, so that a busy moment of the machine hits all of them; each row's figure
is its median.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, NamedTuple

from benben import bots
from benben.bench.game_bench import bench_module
from benben.core import playouts
from benben.core.compiled import Engine, compiled
from benben.core.contract import CHANCE, OVER, Game

SLICE_SECONDS = 0.4  # how long one measurement takes, about
REPEATS = 5
POSITIONS = 300  # in which the bots are timed


class PlayoutRow(NamedTuple):
    name: str
    play: Callable[[int], float]  # plays this many random games; returns their mean length in events
    peer: bool  # another library's machine code, which ours is compared with


class PlayoutSpeed(NamedTuple):
    row: PlayoutRow
    games: float  # per second, median
    spread: float  # (most - least) / median
    events: float  # per game


class BotSpeed(NamedTuple):
    """How fast a bot chooses."""

    level: str
    moves: float  # per second
    median: float  # ms
    p99: float  # ms
    worst: float  # ms


def playout_rows(game: Game) -> tuple[list[PlayoutRow], list[str]]:
    """What can be measured on this machine, and a sentence for each thing that cannot."""
    found, missing = [], []
    engine, plain = compiled(game.rules), Engine(game.rules, False)
    if engine.fast:
        found.append(PlayoutRow(f"benben {game.name}, compiled", _benben(game, engine), False))
    else:
        missing.append("No compiled row: numba is not installed (pip install 'benben[fast]').")
    found.append(PlayoutRow(f"benben {game.name}, plain Python", _benben(game, plain), False))
    peer = getattr(bench_module(game.name), "OPENSPIEL", None)
    if peer:
        try:
            import pyspiel
        except ImportError:
            missing.append("No rows of OpenSpiel: it is not installed (pip install 'benben[bench]').")
        else:
            found += _openspiel(pyspiel, peer)
    return found, missing


def playout_speeds(
    found: list[PlayoutRow], repeats: int = REPEATS, share: float = SLICE_SECONDS
) -> list[PlayoutSpeed]:
    """Median speeds. Each row first plays a little, which also compiles its machine code."""
    batches, lengths = [], []
    for row in found:
        lengths.append(row.play(2))
        batch = 1
        while _seconds(row, batch) < share / 4:
            batch *= 2
        batches.append(batch * 4)
    rates: list[list[float]] = [[] for _ in found]
    for _ in range(repeats):
        for n, row in enumerate(found):
            began = time.perf_counter()
            lengths[n] = row.play(batches[n])
            rates[n].append(batches[n] / (time.perf_counter() - began))
    return [
        PlayoutSpeed(row, median(rate), (max(rate) - min(rate)) / median(rate), length)
        for row, rate, length in zip(found, rates, lengths, strict=True)
    ]


def playout_table(speeds: list[PlayoutSpeed]) -> str:
    """One line for each row, with ratios to the fastest peer in machine code and to the plain rules."""
    peer = max((one.games for one in speeds if one.row.peer), default=None)
    plain = next(one.games for one in speeds if one.row.name.endswith("plain Python"))
    wide = max(len(one.row.name) for one in speeds)
    lines = [f"{'random games':{wide}}   games/s  events a game  spread   x peer  x plain"]
    for one in speeds:
        beside = f"{one.games / peer:8.1f}" if peer else "       -"
        lines.append(
            f"{one.row.name:{wide}} {one.games:9,.0f} {one.events:14.1f} {100 * one.spread:5.0f} % {beside} "
            f"{one.games / plain:8.1f}"
        )
    return "\n".join(lines)


def bot_speeds(game: Game, count: int = POSITIONS) -> Iterator[BotSpeed]:
    """The speed of each level, all in the same positions, taken from games between levels."""
    positions = list(_positions(game, count))
    for level in game.levels:
        bot, draw = bots.level(game, level.name), random.Random(1).randrange
        bot.choose(game.views.view(*positions[0]), positions[0][1], draw)
        times = []
        for s, seat in positions:
            v = game.views.view(s, seat)
            began = time.perf_counter()
            bot.choose(v, seat, draw)
            times.append(1000 * (time.perf_counter() - began))
        times.sort()
        p99 = times[min(len(times) - 1, len(times) * 99 // 100)]
        yield BotSpeed(level.name, 1000 * len(times) / sum(times), median(times), p99, times[-1])


def bot_table(found: list[BotSpeed], count: int = POSITIONS) -> str:
    lines = [f"bots, {count} positions   moves/s   median ms   99 % ms   worst ms"]
    lines += [
        f"{one.level:19} {one.moves:11,.0f} {one.median:11.3f} {one.p99:9.2f} {one.worst:10.2f}"
        for one in found
    ]
    return "\n".join(lines)


def _benben(game: Game, engine: Engine) -> Callable[[int], float]:
    seats = game.seats[0]
    s, seeds = game.rules.start(seats, game.options()), random.Random(1)

    def play(count: int) -> float:
        tally = playouts.playouts(engine, s, seats, count, seeds.getrandbits(32))
        return (tally.chances + tally.actions) / count

    return play


def _openspiel(pyspiel: Any, name: str) -> list[PlayoutRow]:
    """OpenSpiel's own random games: two ways that stay in C++, and a loop written in Python."""
    game = pyspiel.load_game(name)
    source = random.Random(1)
    events = [0.0]  # per game, as the loop in Python counts them

    def rollouts(count: int) -> float:
        # A search of one simulation evaluates its root, and the evaluator's rollouts are random games in C++.
        evaluator = pyspiel.RandomRolloutEvaluator(count, source.getrandbits(31))
        start = game.new_initial_state()
        while start.is_chance_node():
            start.apply_action(start.legal_actions()[0])
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, source.getrandbits(31), False).mcts_search(start)
        return events[0]

    def matches(count: int) -> float:
        players = [
            pyspiel.make_uniform_random_bot(n, source.getrandbits(31)) for n in range(game.num_players())
        ]
        for _ in range(count):
            pyspiel.evaluate_bots(game.new_initial_state(), players, source.getrandbits(31))
        return events[0]

    def loop(count: int) -> float:
        made = 0
        for _ in range(count):
            s = game.new_initial_state()
            while not s.is_terminal():
                if s.is_chance_node():
                    outcomes, weights = zip(*s.chance_outcomes(), strict=True)
                    s.apply_action(source.choices(outcomes, weights)[0])
                else:
                    s.apply_action(source.choice(s.legal_actions()))
                made += 1
        events[0] = made / count
        return events[0]

    loop(20)
    return [
        PlayoutRow(f"OpenSpiel {name}, C++ rollouts", rollouts, True),
        PlayoutRow(f"OpenSpiel {name}, C++ matches", matches, True),
        PlayoutRow(f"OpenSpiel {name}, from Python", loop, False),
    ]


def _seconds(row: PlayoutRow, batch: int) -> float:
    began = time.perf_counter()
    row.play(batch)
    return time.perf_counter() - began


def _positions(game: Game, count: int) -> Iterator[tuple[Any, int]]:
    """Every third decision of games in which the two fastest levels take turns."""
    source = random.Random(2)
    quick = [bots.level(game, level.name) for level in game.levels[:2]]
    seats, rules = game.seats[0], game.rules
    given = seen = 0
    while given < count:
        s = rules.start(seats, game.options())
        while (turn := rules.turn(s)) != OVER and given < count:
            if turn == CHANCE:
                rows = rules.chances(s)
                s = rules.settle(s, source.choices([row for row, _ in rows], [ways for _, ways in rows])[0])
                continue
            seat = next(one for one in range(seats) if rules.actions(s, one))
            if len(rules.actions(s, seat)) > 1:
                seen += 1
                if seen % 3 == 0:
                    given += 1
                    yield s, seat
            s = rules.play(s, seat, quick[seat % 2].choose(game.views.view(s, seat), seat, source.randrange))
