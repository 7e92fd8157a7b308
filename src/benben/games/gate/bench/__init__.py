"""What `benben bench gate` measures: the exact-cover engine beside other libraries, in one run.

The rectangle: all 9,356 coverings of 6 x 10 by the twelve pentominoes. Every library has a process of its own
and a limit of seconds; one that is slower is printed as not done.

The puzzles: the coverings of our 432 puzzles are counted end to end, from a region and the names of tiles.
With "rows prepared" a library does not have to make most of its matrix; that figure has no threshold.
The libraries take turns, so that a busy moment of the machine hits them all; the figure is the median.

All figures are processor time of one core.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median

from benben.bench.thresholds import Threshold
from benben.games.gate import puzzles
from benben.games.gate.bench.libraries import (
    COVERS,
    MATRICES,
    MODULES,
    OURS,
    Count,
    counter,
    missing,
    rectangle,
)
from benben.games.gate.board import TILES, WIDTH
from benben.solve.cover import Cover, Mask

LIMIT = 120  # seconds for the rectangle
REPEATS = 5
COMPILED, PLAIN = OURS

Clock = Callable[[], float]  # seconds


def thresholds(
    clock: Clock,
    memory: Callable[[], float],
    limit: int = LIMIT,
    repeats: int = REPEATS,
    names: tuple[str, ...] = tuple(MODULES),
) -> Iterator[Threshold]:
    """The figures, one after the other, then their ratios."""
    del memory
    there = [name for name in names if not missing(name)]
    for name in names:
        if missing(name):
            yield Threshold(f"{name} is not installed (pip install 'benben[bench]')", None, "")
    fast = Cover(TILES).fast
    if not fast:
        yield Threshold("no machine code: numba is not installed (pip install 'benben[fast]')", None, "")
    yield from _rectangles([*([COMPILED] if fast else []), *there], limit)
    yield from _puzzles(clock, fast, there, repeats)


def _rectangles(names: list[str], limit: int) -> Iterator[Threshold]:
    found: dict[str, float] = {}
    for name in names:
        seconds = _run(name, limit)
        what = f"6 x 10 by the pentominoes: {name}"
        if seconds is None:
            yield Threshold(what, None, "s", note=f"not done in {limit} s")
        else:
            found[name] = seconds
            yield Threshold(what, seconds, "s")
    ours = found.pop(COMPILED, None)
    if ours is not None and found:
        best = min(found, key=found.__getitem__)
        yield Threshold(f"  times faster than {best}", found[best] / ours, "x", 3.0)


def _run(name: str, limit: int) -> float | None:
    """The seconds that a library takes, in a process of its own; None if it exceeds the limit."""
    command = [sys.executable, "-m", "benben.games.gate.bench.libraries", name, str(limit)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode == -signal.SIGXCPU:
        return None
    if run.returncode:
        raise RuntimeError(f"{name}: {run.stderr.strip().splitlines()[-1]}")
    many, seconds = run.stdout.split()[-2:]
    if int(many) != COVERS:
        raise RuntimeError(f"{name} finds {many} coverings, not {COVERS}")
    return float(seconds)


def _puzzles(clock: Clock, fast: bool, names: list[str], repeats: int) -> Iterator[Threshold]:
    asked = [
        (one.region, puzzle.tiles)
        for sides in puzzles.printed_boards().values()
        for one in sides
        for puzzle in one.puzzles
    ]
    ways: dict[str, Callable[[], int]] = {}
    if fast:
        cover = Cover(TILES)
        ways[COMPILED] = lambda: sum(sum(cover.counts(asked)) for _ in range(100)) // 100
    for name in (PLAIN, *names):
        ways[name] = _one_by_one(counter(name, TILES, WIDTH), asked)
    prepared = {f"{name}, rows prepared": name for name in names if name in MATRICES}
    for title, name in prepared.items():
        ways[title] = _one_by_one(counter(name, TILES, WIDTH, prepared=True), asked)
    times: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(repeats + 1):
        for name, way in ways.items():
            began = clock()
            if way() != len(asked):
                raise RuntimeError(f"{name} does not find one covering for every puzzle")
            if turn:  # the first one compiles machine code
                times[name].append((clock() - began) / len(asked) / (100 if name == COMPILED else 1))
    found = {name: 1e6 * median(one) for name, one in times.items()}
    for name, figure in found.items():
        yield Threshold(f"our {len(asked)} puzzles, each: {name}", figure, "us")
    for others, least in ((names, (100.0, 1.0)), (list(prepared), (None, None))):
        if others:
            best = min(others, key=found.__getitem__)
            if fast:
                ratio = found[best] / found[COMPILED]
                yield Threshold(f"  compiled, times faster than {best}", ratio, "x", least[0])
            yield Threshold(
                f"  plain Python, times faster than {best}", found[best] / found[PLAIN], "x", least[1]
            )


def _one_by_one(count: Count, asked: list[tuple[Mask, tuple[str, ...]]]) -> Callable[[], int]:
    return lambda: sum(count(region, tiles) for region, tiles in asked)


def warm() -> None:
    """Compile the machine code, unless it is in the cache."""
    next(rectangle(COMPILED))
    Cover(TILES).counts([(3, ("I2",))])
