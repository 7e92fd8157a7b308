"""What a game's own bench module says: the thresholds that it must meet, and the peers it is measured beside.

A game's bench module may have `OPENSPIEL`, the name of OpenSpiel's nearest game; `BOARDGAME`, a game of
bench/peers/boardgameio; and `thresholds(clock, memory)` with `warm()`, which compiles their machine code.
What takes minutes is in `long_thresholds(clock, memory)`.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from typing import Any

from benben import bots
from benben.bench import thresholds
from benben.core.contract import Game


def bench_module(name: str) -> Any:
    """The bench module of the game of this name; None if it has none."""
    module = f"benben.games.{name}.bench"
    return import_module(module) if find_spec(module) else None


def has_thresholds(game: Game, kind: str = "thresholds") -> bool:
    return hasattr(bench_module(game.name), kind)


def check_thresholds(game: Game, kind: str = "thresholds") -> int:
    """Print the game's figures beside their thresholds. Returns 1 if one is missed, else 0."""
    module, found = bench_module(game.name), []
    measure = getattr(module, kind)
    # Compiling takes memory. In another process it does not count as memory of this one.
    subprocess.run([sys.executable, "-c", f"from {module.__name__} import warm; warm()"], check=True)
    given: list[Any] = [time.process_time, lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]
    if "bot" in signature(measure).parameters:  # it asks something of the strongest level
        given.append(bots.level(game, game.levels[-1].name))
    for one in measure(*given):
        found.append(one)
        print(f"{one.what} ...", file=sys.stderr, flush=True)
    print(thresholds.table(found))
    return int(not all(one.met for one in found))
