"""Makes the machine code of every game's bots, which stays on disk.

The tests run beside each other and start servers. Each would make it anew if none had made it before.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from benben import bots, games


def made(name: str) -> None:
    bots.warm(games.load(name))


if __name__ == "__main__":
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(made, reversed(games.NAMES)))  # the last ones take longest, so they begin
