"""Step through a record in the terminal. Moves that were taken back are left out.

Enter or n goes on, p goes back, a number jumps there, q ends; --all prints everything.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from benben import games
from benben.cli.board import Board
from benben.core import record
from benben.core.contract import CHANCE, TIME
from benben.core.match import Fold, Match


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as text or JSON")
    parser.add_argument("--all", action="store_true", help="print every position and ask nothing")


def run(arguments: argparse.Namespace) -> int:
    kept = record.read(arguments.file.read_bytes())
    m = record.match_of(kept, games.load)
    names = [one.name + (f" ({one.level})" if one.level else "") for one in kept.seats]
    shown, states = Board(m.game, sys.stdout.isatty()), between(m)
    print(f"{m.game.title}: {', '.join(f'seat {n} {name}' for n, name in enumerate(names, 1))}\n")
    if arguments.all:
        for n in range(len(m.events) + 1):
            print(frame(m, states, n, names, shown))
        return 0
    n = 0
    while True:
        print(frame(m, states, n, names, shown))
        try:
            word = input(f"{n}/{len(m.events)} (n, p, a number, q) > ").strip().lower()
        except EOFError:
            print()
            return 0
        if word in ("q", "quit"):
            return 0
        if word in ("", "n"):
            n = min(n + 1, len(m.events))
        elif word == "p":
            n = max(n - 1, 0)
        elif word.isascii() and word.isdecimal() and int(word) <= len(m.events):
            n = int(word)
        else:
            print(f"Enter or n goes on, p goes back, 0 to {len(m.events)} jumps, q ends.")


def between(m: Match) -> list[Any]:
    """The states before each event and after the last."""
    fold = Fold(m.game, m.seats, m.options)
    states = [fold.state]
    for event in m.events:
        fold.add(event)
        states.append(fold.state)
    return states


def frame(m: Match, states: list[Any], n: int, names: list[str], shown: Board) -> str:
    """The position after n events, under the words of the last of them."""
    lines = []
    if n:
        event = m.events[n - 1]
        before = states[n - 1]
        told = m.game.notation.tell(m.game.views.view(before, None), event)
        who = names[told.seat] if told.seat is not None else "chance"
        text = "time" if event.by == TIME else m.game.notation.name(before, event.what)
        mark = "*" if event.by == CHANCE else " "
        lines.append(f"{n:4}{mark} {text:12} {who} {told.words}.")
    lines.append(shown.drawn(m.game.views.view(states[n], None)))
    if n == len(m.events) and m.over:
        winners = ", ".join(names[seat] for seat in m.outcome.winners) or "Nobody"
        lines.append(f"{winners} won: {m.outcome.reason}.")
    return "\n".join(lines) + "\n"
