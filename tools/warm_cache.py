"""Warms the cache of machine code: compiles every game's bots and judges, whose code then stays on disk.

The tests run side by side and start servers. With a cold cache each of them would compile the same code.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from benben import bots, games
from benben.bots import judges


def warm_game(name: str) -> None:
    game = games.load(name)
    bots.warm(game)
    judges.warm(game)


if __name__ == "__main__":
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(warm_game, reversed(games.NAMES)))  # the last ones take longest, so they go first
