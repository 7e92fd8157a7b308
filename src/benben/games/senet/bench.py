"""What `benben bench senet --long` measures, and the games of other libraries that Senet is compared with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benben.bench.thresholds import Threshold
from benben.core.compiled import compiled
from benben.games.senet import rules
from benben.games.senet.solver import Endgames
from benben.games.senet.solver.packing import MOST_PIECES
from benben.solve.position_links import ONE

# OpenSpiel has no Senet. Its backgammon is the nearest: a race with throws, and a random game of like length.
OPENSPIEL = "backgammon"

# boardgame.io comes without games. This race for two of about Senet's size is in bench/peers/boardgameio.
BOARDGAME = "track"


def long_thresholds(
    clock: Callable[[], float], memory: Callable[[], float], pieces: int = MOST_PIECES
) -> Iterator[Threshold]:
    """Making the tables for up to so many pieces a side, in a folder of their own, and reading them."""
    with TemporaryDirectory() as folder:
        began = clock()
        known = Endgames(pieces, pieces, Path(folder))
        known.make(tell=lambda words: print(words, file=sys.stderr, flush=True))
        yield Threshold(f"{pieces} a side: tables made, all cores together", clock() - began, "s", most=300.0)
        yield Threshold(
            f"{pieces} a side: memory of the process, numba included", memory(), "MB", most=1000.0
        )
        heads = known.tables.heads.values()
        yield Threshold(f"{pieces} a side: positions", sum(head.positions for head in heads), "")
        worst = max(head.widest for head in heads) / ONE / 2
        yield Threshold(f"{pieces} a side: error of a value, at most", worst * 1e9, "e-9", most=100.0)
        began = clock()
        Endgames(pieces, pieces, Path(folder)).tables.read()
        yield Threshold(f"{pieces} a side: tables read", clock() - began, "s")


def warm() -> None:
    """Compile the machine code, unless it is in the cache."""
    if compiled(rules).fast:
        Endgames(1, 1).make()
