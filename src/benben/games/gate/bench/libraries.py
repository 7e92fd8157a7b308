"""Other exact-cover libraries, which get the same questions as our engine. They come with the extra bench.

Exact cover in general is a matrix: a row for every way in which a tile can lie, a column for every cell and
for every tile. How a tile can lie on an empty board is listed beforehand, for them as for us. For each puzzle
the ways inside the region are picked and written as rows, one after the other. That is part of the work, as
their manuals have it. With "rows prepared" the rows of an empty board are made beforehand, and only selected.
"""

from __future__ import annotations

import resource
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module, util
from typing import Any

from benben.solve.cover import CELLS, Cover, Mask, all_placements

PENTOMINOES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "####/#...",
    "N": "##../.###",
    "P": "##/##/#.",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "###/#../#..",
    "W": "##./.##/..#",
    "X": ".#./###/.#.",
    "Y": "####/.#..",
    "Z": "##./.#./.##",
}
WIDE, HIGH, COVERS = 6, 10, 9356  # the rectangle, and its coverings with rotations and reflections
RECTANGLE = (1 << WIDE * HIGH) - 1
OURS = {"benben, compiled": False, "benben, plain Python": True}
MODULES = {
    "xcover": "xcover",
    "exact-cover": "exact_cover",
    "exact-cover-py": "exact_cover_py",
    "OR-Tools CP-SAT": "ortools",
}
MATRICES = ("exact-cover", "exact-cover-py")  # those that take a matrix

Count = Callable[[Mask, Sequence[str]], int]


class Rows:
    """The ways in which tiles can lie on a board, as rows of a matrix and as lists of items."""

    def __init__(self, shapes: Mapping[str, str], width: int, prepared: bool) -> None:
        self.numpy = import_module("numpy")
        self.numbers = {name: CELLS + n for n, name in enumerate(shapes)}
        self.masks = {name: all_placements(picture, width) for name, picture in shapes.items()}
        self.bits = {name: self._bits(name) for name in shapes} if prepared else {}

    def options(self, region: Mask, tiles: Sequence[str]) -> list[list[int]]:
        """A list for every way: the tile and the cells, as numbers."""
        cells = [cell for cell in range(CELLS) if region >> cell & 1]
        return [
            [self.numbers[tile], *(cell for cell in cells if mask >> cell & 1)]
            for tile in tiles
            for mask in self.masks[tile]
            if mask & region == mask
        ]

    def matrix(self, region: Mask, tiles: Sequence[str]) -> Any:
        """A row for every way."""
        items = [cell for cell in range(CELLS) if region >> cell & 1] + [self.numbers[one] for one in tiles]
        if self.bits:
            return self._cut(region, tiles)[:, items]
        columns = {item: n for n, item in enumerate(items)}
        options = self.options(region, tiles)
        found = self.numpy.zeros((len(options), len(columns)), dtype="int32")
        for row, option in zip(found, options, strict=True):
            row[[columns[item] for item in option]] = 1
        return found

    def _cut(self, region: Mask, tiles: Sequence[str]) -> Any:
        return self.numpy.concatenate(
            [
                self.bits[tile][[n for n, mask in enumerate(self.masks[tile]) if mask & region == mask]]
                for tile in tiles
            ]
        )

    def _bits(self, name: str) -> Any:
        bits = self.numpy.zeros((len(self.masks[name]), CELLS + len(self.numbers)), dtype="int32")
        for row, mask in zip(bits, self.masks[name], strict=True):
            row[[self.numbers[name], *(cell for cell in range(CELLS) if mask >> cell & 1)]] = 1
        return bits


def missing(name: str) -> bool:
    return name in MODULES and util.find_spec(MODULES[name]) is None


def counter(name: str, shapes: Mapping[str, str], width: int, prepared: bool = False) -> Count:
    """The function by which this library counts coverings."""
    if name in OURS:
        return Cover(shapes, width, plain=OURS[name]).count
    warnings.simplefilter("ignore")  # of numba, about the libraries' own code
    rows, module = Rows(shapes, width, prepared), import_module(MODULES[name])
    if name == "xcover":
        return lambda region, tiles: sum(1 for _ in module.covers(rows.options(region, tiles)))
    if name == "exact-cover":
        return lambda region, tiles: int(module.get_solution_count(rows.matrix(region, tiles)))
    if name == "exact-cover-py":
        return lambda region, tiles: sum(
            1 for _ in module.exact_covers(rows.matrix(region, tiles).astype("int8"))
        )
    return _ortools(rows)


def _ortools(rows: Rows) -> Count:
    cp_model: Any = import_module("ortools.sat.python.cp_model")

    class Tally(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.many = 0

        def on_solution_callback(self) -> None:
            self.many += 1

    def count(region: Mask, tiles: Sequence[str]) -> int:
        model, by_item = cp_model.CpModel(), dict[int, list[Any]]()
        for option in rows.options(region, tiles):
            lies = model.new_bool_var("")
            for item in option:
                by_item.setdefault(item, []).append(lies)
        for those in by_item.values():
            model.add_exactly_one(those)
        solver, tally = cp_model.CpSolver(), Tally()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.solve(model, tally)
        return tally.many

    return count


def rectangle(name: str) -> Iterator[tuple[int, float]]:
    """The number of coverings of 6 x 10 by the pentominoes, and the processor seconds that counting took.

    A smaller rectangle comes first, so that machine code is compiled and loaded.
    """
    count = counter(name, PENTOMINOES, WIDE)
    for region, tiles in (((1 << WIDE * 5) - 1, list(PENTOMINOES)[:6]), (RECTANGLE, list(PENTOMINOES))):
        began = time.process_time()
        many = count(region, tiles)
        yield many, time.process_time() - began


def main(name: str, limit: int) -> None:
    """Print how many coverings there are, and the seconds. The system ends the process at the limit."""
    found = rectangle(name)
    next(found)
    used = int(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + limit + 1, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    print(*next(found))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
