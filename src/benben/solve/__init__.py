"""`benben solve`: questions to the solvers of the games, with a budget of real time.

An algorithm that only makes sense in one game stays with that game. Here is what solvers have in common: a
clock, progress, and the way from words to an answer. Exact cover is here too: it knows tiles, but no game.

A game that can be solved has a module cli/solve.py with `add_arguments(parser)` and
`answer(asked, going, tell)`. `going(nodes)` is asked now and then whether to go on; `tell` is given sentences
on the way. It may have `prepare(asked)`, which loads or compiles what a search needs: the budget begins after
it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benben.core.contract import Unreadable

PROGRESS_SECONDS = 1.0  # between two sentences about progress


class Budget:
    """A limit of real time for a search: says whether to go on, and reports progress on the way."""

    def __init__(
        self,
        seconds: float | None,
        tell: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock, self._tell = clock, tell
        self._began = self._told = clock()
        self._end = None if seconds is None else self._began + seconds

    def __call__(self, nodes: int) -> bool:
        now = self._clock()
        if now - self._told >= PROGRESS_SECONDS:
            self._told = now
            self._tell(f"{now - self._began:.0f} s, {nodes:,} nodes")
        return self._end is None or now < self._end


def solvable(name: str) -> bool:
    """Whether a game answers `benben solve`."""
    return bool(find_spec(f"benben.games.{name}.cli") and find_spec(f"benben.games.{name}.cli.solve"))


def answer(name: str, words: Sequence[str], tell: Callable[[str], None]) -> dict[str, Any]:
    """The answer of a game's solver to these words; Unreadable if it has no solver."""
    parser, module = _parser(name)
    return _answer(module, parser.parse_args(words), tell)


def main(name: str, words: Sequence[str]) -> int:
    """Run `benben solve NAME WORDS`: print the answer, as JSON on one line with --json."""
    parser, module = _parser(name)
    asked = parser.parse_args(words)
    found = _answer(module, asked, lambda sentence: print(sentence, file=sys.stderr, flush=True))
    print(json.dumps(found, ensure_ascii=False) if asked.json else _text(found))
    return 0


def _parser(name: str) -> tuple[argparse.ArgumentParser, Any]:
    if not solvable(name):
        raise Unreadable("there is no solver for that game", name[:40])
    module = import_module(f"benben.games.{name}.cli.solve")
    parser = argparse.ArgumentParser(
        prog=f"benben solve {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    parser.add_argument("--budget", type=_seconds, metavar="SECONDS", help="stop after this time")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    return parser, module


def _answer(module: Any, asked: argparse.Namespace, tell: Callable[[str], None]) -> dict[str, Any]:
    prepare = getattr(module, "prepare", None)
    if prepare is not None:
        prepare(asked)
    found: dict[str, Any] = module.answer(asked, Budget(asked.budget, tell), tell)
    return found


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError("a budget is a number of seconds above 0")
    return value


def _text(found: dict[str, Any]) -> str:
    """The answer line by line."""
    lines = []
    for key, value in found.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines += [f"{key}:", *("  " + ", ".join(f"{k} {v}" for k, v in row.items()) for row in value)]
        else:
            lines.append(f"{key}: {' '.join(map(str, value)) if isinstance(value, list) else value}")
    return "\n".join(lines)
