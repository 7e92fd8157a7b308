"""Measure speed: random games of the compiled and the plain rules beside OpenSpiel, then the bots.

For a game with a solver: the speed of its answers beside thresholds, and beside other libraries where there
are any, in processor time of one core. With --long instead what takes minutes, in processor time of all cores
together: for Senet, making the tables of three pieces a side.

`benben bench server` measures the server: what a stored and acknowledged move costs and its latency, with
SQLite and with PostgreSQL, compiled and plain, beside boardgame.io under the same load. It takes minutes, and
two more to compile the server the first time, but only seconds with
--matches 10 --seconds 2 --loop 2 --warm 1. Compiling and boardgame.io need a checkout of the sources.

`benben bench hostile` measures what one stranger can do to everybody else. On a real server with a database
of its own, people play each other and a bot, visitors open and join tables, and /health is asked once a
second; first in calm, then beside one attack after the other. The stranger has one address and a process of
its own, which uses a quarter of a core at most: an attacker is far away, and its processor is not the
server's. With --db postgres there are two server processes. All attacks take about fifteen minutes. The exit
code is 1 if people saw more of an attack than the bars allow.

`benben bench page` measures what the page costs a first visitor on a phone: kilobytes of script until the
home page or a table of each game is drawn, and how much of the layout jumps. It needs playwright and
chromium. The exit code is 1 if a page costs more than it may.

Other libraries come with the extra bench; a sentence says which are missing, and the other rows are printed.
"""

from __future__ import annotations

import argparse
import sys

from benben import games
from benben.bench import playouts
from benben.bench.game_bench import check_thresholds, has_thresholds
from benben.bench.hostile import ATTACKS, DATABASES
from benben.bench.server import SERVERS
from benben.cli.arguments import add_number, whole_number
from benben.core.compiled import has_fast_state

SERVER, HOSTILE, PAGE = "server", "hostile", "page"
SERVER_SECONDS, HOSTILE_SECONDS = 15, 30  # if --seconds does not say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", help=f"one of: {', '.join(games.NAMES)}; or {SERVER}, {HOSTILE} or {PAGE}"
    )
    add_number(parser, "--repeats", (1, 1000), playouts.REPEATS, "measurements of each row")
    add_number(parser, "--positions", (1, 10**6), playouts.POSITIONS, "for the bots")
    parser.add_argument("--long", action="store_true", help="measure what takes minutes instead")
    load = parser.add_argument_group("for the server")
    add_number(load, "--matches", (1, 5000), 500, "of two sockets")
    add_number(load, "--rate", (1, 100), 2, "moves per second in each match")
    load.add_argument(
        "--seconds",
        type=whole_number(1, 600),
        help=f"at that rate ({SERVER_SECONDS}); of each attack ({HOSTILE_SECONDS})",
    )
    add_number(load, "--loop", (1, 600), 10, "seconds as fast as it can")
    add_number(load, "--warm", (1, 600), 3, "seconds before each of them")
    load.add_argument(
        "--only",
        action="append",
        choices=(*SERVERS, *ATTACKS),
        metavar="NAME",
        help=f"measure only this one; can be repeated: {', '.join(SERVERS)} (plain is SQLite with nothing "
        "compiled, memory and files are boardgame.io's); or an attack, see below",
    )
    load.add_argument("--db", choices=DATABASES, default=DATABASES[0], help="for hostile (%(default)s)")
    parser.epilog = "attacks: the stranger\n" + "\n".join(
        f"  {name:15} {kind.about}" for name, kind in ATTACKS.items()
    )


def run(args: argparse.Namespace) -> int:
    if args.game in (SERVER, HOSTILE):
        known = SERVERS if args.game == SERVER else tuple(ATTACKS)
        if strange := next((name for name in args.only or () if name not in known), None):
            print(
                f"benben bench {args.game}: --only {strange} is not one of: {', '.join(known)}",
                file=sys.stderr,
            )
            return 2
        return _server(args) if args.game == SERVER else _hostile(args)
    if args.game == PAGE:
        from benben.bench import page  # late: only this needs a browser

        return page.run()
    game = games.load(args.game)
    if args.long:
        if not has_thresholds(game, "long_thresholds"):
            print(f"benben bench {game.name}: nothing here takes minutes", file=sys.stderr)
            return 2
        return check_thresholds(game, "long_thresholds")
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

    plan = LoadPlan(args.matches, args.rate, args.seconds or SERVER_SECONDS, args.loop, args.warm)
    return run.run(plan, args.only or SERVERS)


def _hostile(args: argparse.Namespace) -> int:
    from benben.bench.hostile import run  # late: only this needs it

    seconds = args.seconds or HOSTILE_SECONDS
    many = 1 if args.db == "sqlite" else 2
    return run.run(run.HostilePlan(seconds, attacks=args.only or tuple(ATTACKS), processes=many), args.db)
