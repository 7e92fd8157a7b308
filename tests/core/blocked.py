"""Run as a program: plays with numba out of reach, and prints what came of it."""

from __future__ import annotations

import sys


class Blocked:
    """An importer that has no numba."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:  # noqa: ARG002
        if name.split(".")[0] in ("numba", "llvmlite"):
            raise ImportError(f"{name} is out of reach")


LIMIT = 60  # events of a playout: in some games everybody acts at once after that

if __name__ == "__main__":
    sys.meta_path.insert(0, Blocked())
    from benben.core.compiled import compiled
    from benben.core.perft import perft
    from benben.core.playouts import playouts
    from benben.games import NAMES, load

    for name in NAMES:
        game = load(name)
        engine = compiled(game.rules)
        seats = game.seats_for(game.options())[0]
        s = game.rules.start(seats, game.options())
        print(name, engine.fast, perft(engine, s, 2), playouts(engine, s, seats, 5, 1, LIMIT))
    assert "numba" not in sys.modules
