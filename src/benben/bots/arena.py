"""The arena: bots against bots in many games, to tell which is stronger, by how much and how surely.

Game n of a run depends on the run's seed and on n alone, so the result is the same for any number of jobs.
Seats are rotated: bot i sits on seat (i + n) modulo their number.

A game may keep count of more, see contract.BalanceReport.

In a game with sand in it match time passes by the pace of the bots, not by a real clock: `play_timed_game`.
"""

from __future__ import annotations

import multiprocessing
import random
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from functools import cache
from itertools import islice
from math import sqrt
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from benben import bots, games
from benben.bots.paced import Paced
from benben.core import match
from benben.core.contract import CHANCE, EVERYONE, OVER, TIME, Draw, Event, Game, Illegal, Millis

LONGEST = 20_000  # events of chance, after which a game is drawn
PAUSE = 1_000  # ms of match time that a bot without a pace of its own takes
AHEAD = 4  # tasks that lie ready for each process

T = TypeVar("T")
R = TypeVar("R")


class GameResult(NamedTuple):
    """The result of one game."""

    winners: tuple[int, ...]  # bots, not seats
    length: int  # events, chance included
    moves: tuple[int, ...]  # choices made, by bot; forced ones included
    seconds: tuple[float, ...]  # spent on them
    tally: Any = None  # the game's own note


class Batch(NamedTuple):
    """Games that are played one after the other: one task."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: str
    longest: int
    first: int  # number of the first game
    many: int


class Score(msgspec.Struct):
    """The results of a run."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: str
    games: int = 0
    wins: list[int] = []  # by bot; only games with one winner
    draws: int = 0
    events: int = 0
    moves: list[int] = []  # by bot
    seconds: list[float] = []  # by bot, spent choosing
    tallies: list[Any] = []  # the game's own notes, if it makes any

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * len(self.bots)
        self.moves = self.moves or [0] * len(self.bots)
        self.seconds = self.seconds or [0.0] * len(self.bots)

    def add(self, played: GameResult) -> None:
        self.games += 1
        self.events += played.length
        if len(played.winners) == 1:
            self.wins[played.winners[0]] += 1
        else:
            self.draws += 1
        if played.tally is not None:
            self.tallies.append(played.tally)
        for bot in range(len(self.bots)):
            self.moves[bot] += played.moves[bot]
            self.seconds[bot] += played.seconds[bot]


class Executor(Protocol):
    """Runs tasks and gives the results in whatever order they come."""

    def run(self, task: Callable[[T], R], over: Iterable[T]) -> Iterator[R]: ...


class SameProcess:
    """Runs tasks one after the other in this process."""

    def run(self, task: Callable[[T], R], over: Iterable[T]) -> Iterator[R]:
        return map(task, over)


class ProcessPool:
    """Runs tasks on several cores of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, task: Callable[[T], R], over: Iterable[T]) -> Iterator[R]:
        # A forked child has the machine code that its parent made; elsewhere it reads it from disk.
        ways = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("fork" if "fork" in ways else None)
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(self._jobs, mp_context=context, initializer=_ignore_interrupts)
        try:
            waiting = iter(over)
            running = {pool.submit(task, one) for one in islice(waiting, AHEAD * self._jobs)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(task, one) for one in islice(waiting, len(done))}
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()  # a game that nobody waits for any more


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent, which ends its children: a pool that loses a child reports an error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def contest(
    game: Game,
    specs: Sequence[str],
    count: int,
    *,
    options: dict[str, Any] | None = None,
    seed: str = "0",
    longest: int = LONGEST,
    executor: Executor | None = None,
    batch: int = 1,
) -> Iterator[Score]:
    """The score after each batch of games: one object, updated in place."""
    if len(specs) not in game.seats:
        raise Illegal("arena", f"{game.title} is not for {len(specs)} players.")
    found = [_bot(game.name, spec) for spec in specs]  # refused early if one cannot be built
    bots.warm(game, found, len(specs))
    game.rules.start(len(specs), game.options(**(options or {})))
    score = Score(game.name, tuple(specs), options or {}, seed)
    tasks = (
        Batch(game.name, tuple(specs), options or {}, seed, longest, first, min(batch, count - first))
        for first in range(0, count, batch)
    )
    for results in (executor or SameProcess()).run(play_batch, tasks):
        for one in results:
            score.add(one)
        yield score


def play_batch(batch: Batch) -> list[GameResult]:
    """Play the games of a batch one after the other."""
    game = games.load(batch.game)
    options = game.options(**batch.options)
    one_of = play_timed_game if match.is_timed(game, options) else play_game
    sitting = tuple(_bot(batch.game, spec) for spec in batch.bots)
    return [
        one_of(game, sitting, options, random.Random(f"{batch.seed} {n}"), batch.longest, n)
        for n in range(batch.first, batch.first + batch.many)
    ]


def play_game(
    game: Game, sitting: Sequence[bots.Bot], options: Any, source: random.Random, longest: int, shift: int
) -> GameResult:
    """Play a game to its end; the rules judge every choice."""
    rules, seats, draw = game.rules, len(sitting), source.randrange
    moves, seconds = [0] * seats, [0.0] * seats
    s = rules.start(seats, options)
    length = draws = 0
    winners: tuple[int, ...] = ()
    tally = None
    while True:
        turn = rules.turn(s)
        if turn == OVER:
            who = [(seat - shift) % seats for seat in range(seats)]
            winners = tuple(who[seat] for seat in rules.outcome(s).winners)
            tally = game.bot.balance.tally(s, who) if game.bot.balance else None
            break
        if turn == CHANCE:
            if draws == longest:
                break
            rows = rules.chances(s)
            s = rules.settle(s, source.choices([row for row, _ in rows], [ways for _, ways in rows])[0])
            draws += 1
        else:
            able = [seat for seat in range(seats) if rules.actions(s, seat)] if turn == EVERYONE else [turn]
            seat = able[draw(len(able))] if len(able) > 1 else able[0]
            bot = (seat - shift) % seats
            began = time.perf_counter()
            action = sitting[bot].choose(game.views.view(s, seat), seat, draw)
            seconds[bot] += time.perf_counter() - began
            moves[bot] += 1
            if action not in rules.actions(s, seat):
                raise Illegal(*rules.why(s, seat, action))
            s = rules.play(s, seat, action)
        length += 1
    return GameResult(winners, length, tuple(moves), tuple(seconds), tally)


class PlannedAction(NamedTuple):
    """An action that a bot will take, and when."""

    moment: int  # that it thought about
    at: Millis
    action: Any


def play_timed_game(
    game: Game, sitting: Sequence[bots.Bot], options: Any, source: random.Random, longest: int, shift: int
) -> GameResult:
    """Play a game with sand to its end. As at a table, others' events do not disturb a plan for EVERYONE."""
    seats, draw = len(sitting), source.randrange
    moves, seconds = [0] * seats, [0.0] * seats
    m, length, draws, touched = match.begin(game, seats, options), 0, 0, [0] * seats
    plans: dict[int, PlannedAction] = {}
    while not m.over and draws < longest:
        turn, limit, due = game.rules.turn(m.state), match.deadline(m), []
        if turn == CHANCE:
            rows = game.rules.chances(m.state)
            what = source.choices([row for row, _ in rows], [ways for _, ways in rows])[0]
            event, draws = Event(m.at, CHANCE, what), draws + 1
        else:
            for seat in range(seats) if turn == EVERYONE else (turn,):
                if not game.rules.actions(m.state, seat):
                    continue
                moment = touched[seat] if turn == EVERYONE else -1 - length
                plan = plans.get(seat)
                if plan is None or plan.moment != moment:
                    who = (seat - shift) % seats
                    began = time.perf_counter()
                    plan = _planned_action(
                        sitting[who], game.views.view(m.state, seat), seat, m.at, moment, draw
                    )
                    seconds[who] += time.perf_counter() - began
                    plans[seat] = plan
                due.append((plan.at, seat))
            at, seat = min(due, default=(0, 0))
            if limit is not None and (not due or at >= limit):
                event = Event(limit, TIME, None)
            else:
                event = Event(at, seat, plans[seat].action)
                moves[(seat - shift) % seats] += 1
        m = match.after(m, event)
        length += 1
        for seat in range(seats):
            touched[seat] += event.by in (seat, CHANCE, TIME)
    winners = tuple((seat - shift) % seats for seat in m.outcome.winners) if m.over else ()
    return GameResult(winners, length, tuple(moves), tuple(seconds))


def _planned_action(bot: bots.Bot, v: Any, seat: int, now: Millis, moment: int, draw: Draw) -> PlannedAction:
    action = bot.choose(v, seat, draw)
    pace = bot.pace(v, seat, action, draw) if isinstance(bot, Paced) else PAUSE
    return PlannedAction(moment, now + pace, action)


@cache
def _bot(game: str, spec: str) -> bots.Bot:
    return bots.find(games.load(game), spec)


def wilson(wins: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Bounds of the true share of wins, by Wilson's score; z = 1.96 is 95 per cent."""
    if count == 0:
        return 0.0, 1.0
    share = wins / count
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    below = 1 + z * z / count
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)
