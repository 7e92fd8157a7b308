"""Measure speed: random games of the compiled and the plain rules beside OpenSpiel, then the bots.

For a game with a solver: the speed of its answers beside thresholds, and beside other libraries where there
are any, in processor time of one core.

`benben bench server` measures the server: what a stored and acknowledged move costs and its latency, with
SQLite and with PostgreSQL, compiled and plain, beside boardgame.io under the same load. It takes minutes, and
two more to compile the server the first time, but only seconds with
--matches 10 --seconds 2 --loop 2 --warm 1. Compiling and boardgame.io need a checkout of the sources.

Other libraries come with the extra bench; a sentence says which are missing, and the other rows are printed.
"""

from __future__ import annotations

import argparse

from benben import games
from benben.bench import playouts
from benben.bench.game_bench import check_thresholds, has_thresholds
from benben.bench.server import SERVERS
from benben.cli import words

SERVER = "server"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(games.NAMES)}; or {SERVER}")
    parser.add_argument(
        "--repeats", type=words.whole(1, 1000), default=playouts.REPEATS, help="(%(default)s)"
    )
    parser.add_argument(
        "--positions",
        type=words.whole(1, 10**6),
        default=playouts.POSITIONS,
        help="for the bots (%(default)s)",
    )
    load = parser.add_argument_group("for the server")
    load.add_argument(
        "--matches", type=words.whole(1, 5000), default=500, help="of two sockets (%(default)s)"
    )
    load.add_argument(
        "--rate", type=words.whole(1, 100), default=2, help="moves per second in each match (%(default)s)"
    )
    load.add_argument("--seconds", type=words.whole(1, 600), default=15, help="at that rate (%(default)s)")
    load.add_argument(
        "--loop", type=words.whole(1, 600), default=10, help="seconds as fast as it can (%(default)s)"
    )
    load.add_argument(
        "--warm", type=words.whole(1, 600), default=3, help="seconds before each of them (%(default)s)"
    )
    load.add_argument(
        "--only",
        action="append",
        choices=SERVERS,
        help="measure only this one; can be repeated. plain is SQLite with nothing compiled, memory and "
        "files are boardgame.io's",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.game == SERVER:
        return _server(arguments)
    game = games.load(arguments.game)
    status = check_thresholds(game) if has_thresholds(game) else 0
    if not playouts.has_fast_rules(game):
        return status
    if has_thresholds(game):
        print()
    found, missing = playouts.playout_rows(game)
    print(playouts.playout_table(playouts.playout_speeds(found, arguments.repeats)), flush=True)
    for sentence in missing:
        print(sentence)
    print()
    speeds = list(playouts.bot_speeds(game, arguments.positions))
    print(playouts.bot_table(speeds, arguments.positions))
    return status


def _server(arguments: argparse.Namespace) -> int:
    from benben.bench.server import run  # late: only this needs it
    from benben.bench.server.measure import LoadPlan

    plan = LoadPlan(arguments.matches, arguments.rate, arguments.seconds, arguments.loop, arguments.warm)
    return run.run(plan, arguments.only or SERVERS)
