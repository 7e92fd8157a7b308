"""Count the lines of play from a position, depth by depth.

benben perft senet 3
benben perft senet 'o........./....o....x/.x.oxx.oox x -' 3
"""

from __future__ import annotations

import argparse
import time

from benben import games
from benben.cli import arguments
from benben.core import perft
from benben.core.compiled import Engine, compiled
from benben.core.contract import Unreadable

DEEPEST = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser)
    parser.add_argument("position", nargs="*", metavar="POSITION", help="in notation; else the start")
    parser.add_argument(
        "depth", type=arguments.whole_number(1, DEEPEST), metavar="DEPTH", help=f"1 to {DEEPEST}"
    )
    parser.add_argument("--plain", action="store_true", help="use the rules as written, not compiled")
    arguments.add_options(parser)


def run(args: argparse.Namespace) -> int:
    game = games.load(args.game)
    if args.position and args.options:
        raise Unreadable("a position already says what the options are", "--options")
    if args.position:
        s = game.notation.read(" ".join(args.position))
    else:
        options = game.options(**arguments.parsed_options(game, args.options))
        s = game.rules.start(game.seats_for(options)[0], options)
    engine = Engine(game.rules, False) if args.plain else compiled(game.rules)
    perft.perft(engine, s, 0)  # compiles machine code before the clock starts
    print(f"{game.notation.write(s)}\n{'compiled' if engine.fast else 'plain'}")
    for depth in range(1, args.depth + 1):
        began = time.perf_counter()
        lines = perft.perft(engine, s, depth)
        seconds = time.perf_counter() - began
        print(f"{depth:3} {lines:18,} {lines / max(seconds, 1e-9):16,.0f} lines/s", flush=True)
    return 0
