"""Speed, measured beside other libraries in one run.

Rows take turns, several times over, so that a busy moment of the machine hits all of them; each row's figure
is its median. The code is in the package, so that `benben bench` works wherever Benben is installed; the
scripts in benchmarks/ only call it. What a game is measured beside stands in its peers.py.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from statistics import median
from typing import Any, NamedTuple

from benben import bots
from benben.core import bar, walk
from benben.core.compiled import Engine, compiled
from benben.core.contract import CHANCE, OVER, Game

SLICE = 0.4  # seconds that one measurement takes, about
REPEATS = 5
POSITIONS = 300  # in which the bots are timed


class Row(NamedTuple):
    name: str
    play: Callable[[int], float]  # plays so many random games, gives their mean length in events
    peer: bool  # somebody else's machine code, which ours is compared with


class Speed(NamedTuple):
    row: Row
    games: float  # a second, median
    spread: float  # (most - least) / median
    events: float  # a game


class Pace(NamedTuple):
    """How fast a bot chooses."""

    level: str
    moves: float  # a second
    middle: float  # ms
    slow: float  # ms: 99 of 100 are faster
    worst: float  # ms


def rows(game: Game) -> tuple[list[Row], list[str]]:
    """What can be measured here, and a sentence for each thing that cannot."""
    found, missing = [], []
    engine, plain = compiled(game.rules), Engine(game.rules, False)
    if engine.fast:
        found.append(Row(f"benben {game.name}, compiled", _ours(game, engine), False))
    else:
        missing.append("No compiled row: numba is not installed (pip install 'benben[fast]').")
    found.append(Row(f"benben {game.name}, plain Python", _ours(game, plain), False))
    peer = _peer(game)
    if peer:
        try:
            import pyspiel
        except ImportError:
            missing.append("No rows of OpenSpiel: it is not installed (pip install 'benben[bench]').")
        else:
            found += _openspiel(pyspiel, peer)
    return found, missing


def measured(found: list[Row], repeats: int = REPEATS, share: float = SLICE) -> list[Speed]:
    """Median speeds. Each row first plays a little, which also makes the machine code."""
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
        Speed(row, median(rate), (max(rate) - min(rate)) / median(rate), length)
        for row, rate, length in zip(found, rates, lengths, strict=True)
    ]


def playout_table(speeds: list[Speed]) -> str:
    """One line a row, with ratios to the fastest peer in machine code and to the plain rules."""
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


def paces(game: Game, count: int = POSITIONS) -> Iterator[Pace]:
    """Each level chooses in the same positions, taken from games between the levels."""
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
        slow = times[min(len(times) - 1, len(times) * 99 // 100)]
        yield Pace(level.name, 1000 * len(times) / sum(times), median(times), slow, times[-1])


def pace_table(found: list[Pace], count: int = POSITIONS) -> str:
    lines = [f"bots, {count} positions   moves/s   median ms   99 % ms   worst ms"]
    lines += [
        f"{one.level:19} {one.moves:11,.0f} {one.middle:11.3f} {one.slow:9.2f} {one.worst:10.2f}"
        for one in found
    ]
    return "\n".join(lines)


def _ours(game: Game, engine: Engine) -> Callable[[int], float]:
    seats = game.seats[0]
    s, seeds = game.rules.start(seats, game.options()), random.Random(1)

    def play(count: int) -> float:
        tally = walk.playouts(engine, s, seats, count, seeds.getrandbits(32))
        return (tally.chances + tally.actions) / count

    return play


def _peer(game: Game) -> str | None:
    name = f"benben.games.{game.name}.peers"
    return str(import_module(name).OPENSPIEL) if find_spec(name) else None


def _openspiel(pyspiel: Any, name: str) -> list[Row]:
    """OpenSpiel's own random games: two ways that stay in C++, and the loop as one writes it in Python."""
    game = pyspiel.load_game(name)
    source = random.Random(1)
    events = [0.0]  # a game, as the loop in Python counts them

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
        Row(f"OpenSpiel {name}, C++ rollouts", rollouts, True),
        Row(f"OpenSpiel {name}, C++ matches", matches, True),
        Row(f"OpenSpiel {name}, from Python", loop, False),
    ]


def _seconds(row: Row, batch: int) -> float:
    began = time.perf_counter()
    row.play(batch)
    return time.perf_counter() - began


def _positions(game: Game, count: int) -> Iterator[tuple[Any, int]]:
    """Real decisions, one in three, from games in which the two quickest levels change places."""
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


def plays(game: Game) -> bool:
    """Its rules can be machine code, so random games are worth measuring."""
    return issubclass(getattr(game.rules, "State", object), tuple)


def solves(game: Game) -> bool:
    """It has a solver whose speed is measured: a module bars.py."""
    return find_spec(f"benben.games.{game.name}.bars") is not None


def solver_bars(game: Game) -> int:
    """Prints the solver's figures beside its bars; 1 if one is missed."""
    module = f"benben.games.{game.name}.bars"
    subprocess.run([sys.executable, "-c", f"from {module} import warm; warm()"], check=True)  # machine code
    bars, found = import_module(module), []
    given: list[Any] = [time.process_time, lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]
    if "bot" in signature(bars.bars).parameters:  # its bars ask something of the strongest level
        given.append(bots.level(game, game.levels[-1].name))
    for one in bars.bars(*given):
        found.append(one)
        print(f"{one.what} ...", file=sys.stderr, flush=True)
    print(bar.table(found))
    return int(not all(one.kept for one in found))
