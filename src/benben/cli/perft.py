"""Count the lines of play from a position, depth by depth.

benben perft senet 3
benben perft senet 'o........./....o....x/.x.oxx.oox x -' 3
"""

from __future__ import annotations

import argparse
import time

from benben import games
from benben.cli import words
from benben.core import walk
from benben.core.compiled import Engine, compiled
from benben.core.contract import Unreadable

DEEPEST = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    words.game(parser)
    parser.add_argument("position", nargs="*", metavar="POSITION", help="in notation; else the start")
    parser.add_argument("depth", type=words.whole(1, DEEPEST), metavar="DEPTH", help=f"1 to {DEEPEST}")
    parser.add_argument("--plain", action="store_true", help="the rules as written, not compiled")
    words.options(parser)


def run(arguments: argparse.Namespace) -> int:
    game = games.load(arguments.game)
    if arguments.position and arguments.options:
        raise Unreadable("a position already says what the options are", "--options")
    if arguments.position:
        s = game.notation.read(" ".join(arguments.position))
    else:
        options = game.options(**words.chosen(game, arguments.options))
        s = game.rules.start(game.seats_for(options)[0], options)
    engine = Engine(game.rules, False) if arguments.plain else compiled(game.rules)
    walk.perft(engine, s, 0)  # machine code is made before the clock starts
    print(f"{game.notation.write(s)}\n{'compiled' if engine.fast else 'plain'}")
    for depth in range(1, arguments.depth + 1):
        began = time.perf_counter()
        lines = walk.perft(engine, s, depth)
        seconds = time.perf_counter() - began
        print(f"{depth:3} {lines:18,} {lines / max(seconds, 1e-9):16,.0f} lines/s", flush=True)
    return 0
