"""Ask a solver: what is the best that can be reached from here, and how?

The questions differ from game to game: see benben solve NAME --help.
"""

from __future__ import annotations

import argparse

from benben import games, solve
from benben.cli import arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser)
    parser.add_argument("question", nargs=argparse.REMAINDER, help="see benben solve NAME --help")


def run(args: argparse.Namespace) -> int:
    return solve.main(games.load(args.game).name, args.question)
