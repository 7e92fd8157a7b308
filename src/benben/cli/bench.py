"""Measure speed: random games of the compiled and the plain rules beside OpenSpiel, then the bots.

Of a game with a solver: how quickly it answers, beside what was promised and beside other libraries, if there
are any, in processor time of one core.

Other libraries come with the extra bench; what is missing is said, and the other rows are printed.
"""

from __future__ import annotations

import argparse

from benben import bench, games
from benben.cli import words


def arguments(parser: argparse.ArgumentParser) -> None:
    words.game(parser)
    parser.add_argument("--repeats", type=words.whole(1, 1000), default=bench.REPEATS, help="(%(default)s)")
    parser.add_argument(
        "--positions", type=words.whole(1, 10**6), default=bench.POSITIONS, help="for the bots (%(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    game = games.load(arguments.game)
    status = bench.solver_bars(game) if bench.solves(game) else 0
    if not bench.plays(game):
        return status
    if bench.solves(game):
        print()
    found, missing = bench.rows(game)
    print(bench.playout_table(bench.measured(found, arguments.repeats)), flush=True)
    for sentence in missing:
        print(sentence)
    print()
    print(bench.pace_table(list(bench.paces(game, arguments.positions)), arguments.positions))
    return status
