"""Bots against bots, seats rotated: wins with a 95 per cent interval, draws, length and speed.

benben arena senet apprentice scribe --games 1000 --jobs 2
benben arena senet random 'expectimax 2' --options pieces=3 --seed 7
benben arena horus

Without bots on the command line a game plays those by which its balance is judged, if it names any.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import Any, TextIO

import msgspec

from benben import games
from benben.bots import arena
from benben.bots.arena import Score, wilson
from benben.cli import arguments
from benben.core.contract import Illegal

GAMES = 100
BAR_WIDTH = 30  # characters
PROGRESS_SECONDS = 20.0  # between lines of progress where there is no terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser)
    parser.add_argument("bots", nargs="*", metavar="BOT", help="a level, or words such as 'expectimax 2'")
    parser.add_argument("--games", type=arguments.whole_number(1, 10**7), help=f"how many games ({GAMES})")
    parser.add_argument(
        "--jobs", type=arguments.whole_number(1, 1024), default=os.cpu_count() or 1, help="processes"
    )
    parser.add_argument("--seed", default="0", help="any text; equal seeds make equal games (%(default)s)")
    about = "events of chance after which a game counts as a draw"
    arguments.add_number(parser, "--longest", (1, 10**9), arena.LONGEST, about)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    arguments.add_options(parser)


def run(args: argparse.Namespace) -> int:
    game = games.load(args.game)
    balance = game.bot.balance
    if not args.bots and balance is None:
        raise Illegal("arena", f"Say which bots play {game.title}.")
    contestants, many = (args.bots, GAMES) if args.bots or balance is None else balance.BALANCE
    many = args.games or many
    jobs = min(args.jobs, many)
    began, progress, score = time.monotonic(), Progress(sys.stderr, many), None
    contest = arena.contest(
        game,
        contestants,
        many,
        options=arguments.parsed_options(game, args.options),
        seed=args.seed,
        longest=args.longest,
        executor=arena.ProcessPool(jobs) if jobs > 1 else arena.SameProcess(),
    )
    status = 0
    try:
        for score in contest:
            progress.show(score)
    except KeyboardInterrupt:
        status = 130  # what has been played still counts
    progress.clear()
    if score is not None:
        seconds = time.monotonic() - began
        print(msgspec.json.encode(summary(score, seconds)).decode() if args.json else table(score, seconds))
        if balance and score.tallies and not args.json:
            print(f"\n{balance.report(score.bots, score.tallies)}")
    return status


class Progress:
    """Progress of a contest: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, stream: TextIO, games: int) -> None:
        self._stream, self._games = stream, games
        self._bar = stream.isatty()
        self._last = time.monotonic()

    def show(self, score: Score) -> None:
        now = time.monotonic()
        if now - self._last < (0.1 if self._bar else PROGRESS_SECONDS) and score.games < self._games:
            return
        self._last = now
        wins = " : ".join(map(str, score.wins))
        if self._bar:
            full = BAR_WIDTH * score.games // self._games
            bar = "#" * full + "." * (BAR_WIDTH - full)
            self._stream.write(f"\r[{bar}] {score.games}/{self._games}  {wins} ")
        else:
            self._stream.write(f"{score.games}/{self._games} games  {wins}\n")
        self._stream.flush()

    def clear(self) -> None:
        if self._bar:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def summary(score: Score, seconds: float) -> dict[str, Any]:
    bots = []
    for n, bot in enumerate(score.bots):
        low, high = wilson(score.wins[n], score.games)
        bots.append(
            {
                "bot": bot,
                "wins": score.wins[n],
                "share": score.wins[n] / score.games,
                "low": low,
                "high": high,
                "moves": score.moves[n],
                "seconds": score.seconds[n],
            }
        )
    return {
        "game": score.game,
        "options": score.options,
        "seed": score.seed,
        "games": score.games,
        "bots": bots,
        "draws": score.draws,
        "length": score.events / score.games,
        "seconds": seconds,
    }


def table(score: Score, seconds: float) -> str:
    options = "".join(f", {name} {value}" for name, value in score.options.items())
    wide = max(len(bot) for bot in score.bots)
    rows = [f"{score.game}, {score.games:,} games, seats rotated{options}, seed {score.seed}", ""]
    rows.append(f"{'':{wide}}      wins            95 % interval    ms a move")
    for n, bot in enumerate(score.bots):
        low, high = wilson(score.wins[n], score.games)
        share = f"{100 * score.wins[n] / score.games:.1f} %"
        speed = f"{1000 * score.seconds[n] / max(score.moves[n], 1):.3f}"
        sure = f"{100 * low:5.1f} to {100 * high:5.1f} %"
        rows.append(f"{bot:{wide}}  {score.wins[n]:8,}  {share:>8}  {sure}  {speed:>10}")
    moves = sum(score.moves) / max(seconds, 1e-9)
    rows += [
        "",
        f"draws {score.draws:,}, mean length {score.events / score.games:,.1f} events, "
        f"{seconds:,.1f} s, {moves:,.0f} moves/s",
    ]
    return "\n".join(rows)
