"""Lines of play, counted plainly where they are few and in machine code to the full depth."""

from __future__ import annotations

import pytest

from benben.core import perft
from benben.core.cases import folder
from benben.core.compiled import Engine, compiled
from benben.games import NAMES, load

FEW = 30_000
ROWS = [
    (name, position.strip(), int(depth), int(count))
    for name in NAMES
    if folder(load(name)).joinpath("perft.txt").exists()
    for line in folder(load(name)).joinpath("perft.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
    for position, depth, count in [line.rsplit("|", 2)]
]
IDS = [f"{name}-{position}-{depth}" for name, position, depth, _ in ROWS]
PLAIN = [row for row in ROWS if row[3] <= FEW]


@pytest.mark.parametrize(("name", "position", "depth", "count"), ROWS, ids=IDS)
def test_machine_code_finds_as_many_lines(name: str, position: str, depth: int, count: int) -> None:
    game = load(name)
    assert perft.perft(compiled(game.rules), game.notation.read(position), depth) == count


@pytest.mark.parametrize(
    ("name", "position", "depth", "count"), PLAIN, ids=[f"{row[0]}-{row[1]}-{row[2]}" for row in PLAIN]
)
def test_the_plain_rules_find_as_many_lines(name: str, position: str, depth: int, count: int) -> None:
    game = load(name)
    assert perft.perft(Engine(game.rules, fast=False), game.notation.read(position), depth) == count
