"""Measure speed: random games of the compiled and the plain rules beside OpenSpiel, then the bots.

Of a game with a solver: how quickly it answers, beside what was promised and beside other libraries, if there
are any, in processor time of one core.

`benben bench server` measures the server: what a stored and acknowledged move costs and how late it is, with
SQLite and with PostgreSQL, compiled and as it is, beside boardgame.io under the same load. It takes minutes,
and two more to compile the server at first; with --matches 10 --seconds 2 --loop 2 --warm 1 seconds.

Other libraries come with the extra bench; what is missing is said, and the other rows are printed.
"""

from __future__ import annotations

import argparse

from benben import bench, games
from benben.cli import words
from benben.server_bench import SERVERS

SERVER = "server"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(games.NAMES)}; or {SERVER}")
    parser.add_argument("--repeats", type=words.whole(1, 1000), default=bench.REPEATS, help="(%(default)s)")
    parser.add_argument(
        "--positions", type=words.whole(1, 10**6), default=bench.POSITIONS, help="for the bots (%(default)s)"
    )
    load = parser.add_argument_group("of the server")
    load.add_argument(
        "--matches", type=words.whole(1, 5000), default=500, help="of two sockets (%(default)s)"
    )
    load.add_argument(
        "--rate", type=words.whole(1, 100), default=2, help="moves a second in each match (%(default)s)"
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
        help="this one alone; may stand several times. plain is SQLite with nothing compiled, memory and "
        "files are boardgame.io's",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.game == SERVER:
        return _server(arguments)
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


def _server(arguments: argparse.Namespace) -> int:
    from benben.server_bench import run  # late: only this needs it
    from benben.server_bench.measure import Plan

    plan = Plan(arguments.matches, arguments.rate, arguments.seconds, arguments.loop, arguments.warm)
    return run.run(plan, arguments.only or SERVERS)
