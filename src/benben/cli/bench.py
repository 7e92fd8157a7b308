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
from benben.cli.arguments import add_number
from benben.core.compiled import has_fast_state

SERVER = "server"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(games.NAMES)}; or {SERVER}")
    add_number(parser, "--repeats", (1, 1000), playouts.REPEATS, "measurements of each row")
    add_number(parser, "--positions", (1, 10**6), playouts.POSITIONS, "for the bots")
    load = parser.add_argument_group("for the server")
    add_number(load, "--matches", (1, 5000), 500, "of two sockets")
    add_number(load, "--rate", (1, 100), 2, "moves per second in each match")
    add_number(load, "--seconds", (1, 600), 15, "at that rate")
    add_number(load, "--loop", (1, 600), 10, "seconds as fast as it can")
    add_number(load, "--warm", (1, 600), 3, "seconds before each of them")
    load.add_argument(
        "--only",
        action="append",
        choices=SERVERS,
        help="measure only this one; can be repeated. plain is SQLite with nothing compiled, memory and "
        "files are boardgame.io's",
    )


def run(args: argparse.Namespace) -> int:
    if args.game == SERVER:
        return _server(args)
    game = games.load(args.game)
    status = check_thresholds(game) if has_thresholds(game) else 0
    if not has_fast_state(game.rules):
        return status
    if has_thresholds(game):
        print()
    found, missing = playouts.playout_rows(game)
    print(playouts.playout_table(playouts.playout_speeds(found, args.repeats)), flush=True)
    for sentence in missing:
        print(sentence)
    print()
    speeds = list(playouts.bot_speeds(game, args.positions))
    print(playouts.bot_table(speeds, args.positions))
    return status


def _server(args: argparse.Namespace) -> int:
    from benben.bench.server import run  # late: only this needs it
    from benben.bench.server.measure import LoadPlan

    plan = LoadPlan(args.matches, args.rate, args.seconds, args.loop, args.warm)
    return run.run(plan, args.only or SERVERS)
