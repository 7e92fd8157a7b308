"""Draws the pictures of every rulebook from the cases that it names.

    python tools/draw_rulebook.py            draw them
    python tools/draw_rulebook.py --check    fail if one is missing, left over or out of date

A picture shows the position that its case begins with, and the first move that is played or refused there.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from benben.core import cases, rulebook
from benben.core.contract import Game
from benben.games import NAMES, load


def pictures(game: Game) -> dict[Path, str]:
    """The text of every picture that the game's rulebook shows, by its path."""
    if not find_spec(f"benben.games.{game.name}.svg"):
        return {}
    svg = import_module(f"benben.games.{game.name}.svg").svg
    folder, known = cases.folder(game) / "pictures", {case.name: case for case in cases.cases(game)}
    found = {}
    for section in rulebook.rulebook(game):
        for clause in section.clauses:
            for picture in clause.pictures:
                case = known[picture.case]
                s = cases.position(game, case)
                first = next((line for line in case.lines if line.verb in ("play", "refuse", "chance")), None)
                if first is None or first.verb == "chance":
                    text = svg(s)
                else:
                    text = re.sub(r"^seat [0-9]+: ", "", first.text)
                    text = svg(s, game.notation.find(s, text), first.verb == "refuse")
                found[folder / f"{case.name}.svg"] = text
    return found


def faults(game: Game) -> list[str]:
    """A sentence for each picture that is missing, left over or out of date."""
    wanted = pictures(game)
    there = set((cases.folder(game) / "pictures").glob("*.svg"))
    found = [f"{path.name} is shown by no clause" for path in there - set(wanted)]
    for path, text in wanted.items():
        if path not in there:
            found.append(f"{path.name} is missing")
        elif path.read_text("utf-8") != text:
            found.append(f"{path.name} is not as it would be drawn")
    return sorted(f"{game.name}: {fault}" for fault in found)


def draw_pictures(game: Game) -> int:
    """Write every picture of a game and delete those that no clause shows; gives how many were written."""
    wanted = pictures(game)
    for path in set((cases.folder(game) / "pictures").glob("*.svg")) - set(wanted):
        path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return len(wanted)


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        found = [fault for name in NAMES for fault in faults(load(name))]
        print(
            "\n".join([*found, "Run: python tools/draw_rulebook.py"])
            if found
            else "The pictures are as drawn."
        )
        return int(bool(found))
    if arguments:
        print("usage: python tools/draw_rulebook.py [--check]", file=sys.stderr)
        return 2
    for name in NAMES:
        print(f"{name}: {draw_pictures(load(name))} pictures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
