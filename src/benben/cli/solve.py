"""Ask a solver: what is the best that can be reached from here, and how?

What may be asked differs from game to game: benben solve NAME --help.
"""

from __future__ import annotations

import argparse

from benben import games, solve
from benben.cli import words


def arguments(parser: argparse.ArgumentParser) -> None:
    words.game(parser)
    parser.add_argument("question", nargs=argparse.REMAINDER, help="in the game's own words")


def run(arguments: argparse.Namespace) -> int:
    return solve.main(games.load(arguments.game).name, arguments.question)
