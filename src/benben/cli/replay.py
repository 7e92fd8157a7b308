"""Step through a record in the terminal. Moves that were taken back are left out.

Enter or n goes on, p goes back, +10 and -10 go so far, a number jumps there, q ends; --all prints everything.
Everything in it is shown, unless one asks for what a seat or a watcher saw.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from benben import games
from benben.cli import plain, words
from benben.cli.board import Board
from benben.core import eye, record
from benben.core.contract import CHANCE, TIME, Unreadable
from benben.core.eye import OPEN, Eye
from benben.core.match import Fold, Match


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as text or JSON")
    parser.add_argument("--all", action="store_true", help="print every position and ask nothing")
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument("--seat", type=int, metavar="N", help="as the player of that seat saw it, from 1")
    whose.add_argument("--watcher", action="store_true", help="as somebody who only watched saw it")


def run(arguments: argparse.Namespace) -> int:
    kept = record.read(words.record_in(arguments.file))
    m = record.match_of(kept, games.load)
    through = _eye(arguments, m.seats)
    names = [plain(one.name + (f" ({one.level})" if one.level else "")) for one in kept.seats]
    shown, states = Board(m.game, sys.stdout.isatty()), between(m)
    print(f"{m.game.title}: {', '.join(f'seat {n} {name}' for n, name in enumerate(names, 1))}\n")
    if arguments.all:
        for n in range(len(m.events) + 1):
            print(frame(m, states, n, names, shown, through))
        return 0
    n, top = 0, len(m.events)
    while True:
        print(frame(m, states, n, names, shown, through))
        try:
            word = input(f"{n}/{top} (n, p, a number, q) > ").strip().lower()
        except EOFError:
            print()
            return 0
        if word in ("q", "quit"):
            return 0
        if word in ("", "n"):
            n = min(n + 1, top)
        elif word == "p":
            n = max(n - 1, 0)
        elif re.fullmatch(r"[+-][0-9]{1,9}", word):
            n = min(max(n + int(word), 0), top)
        elif re.fullmatch(r"[0-9]{1,9}", word) and int(word) <= top:
            n = int(word)
        else:
            print(f"Enter or n goes on, p goes back, +10 or -10 go so far, 0 to {top} jumps, q ends.")


def _eye(arguments: argparse.Namespace, seats: int) -> Eye:
    if arguments.watcher:
        return None
    if arguments.seat is None:
        return OPEN
    if not 1 <= arguments.seat <= seats:
        raise Unreadable(f"the match has the seats 1 to {seats}", f"--seat {arguments.seat}")
    return int(arguments.seat) - 1


def between(m: Match) -> list[Any]:
    """The states before each event and after the last."""
    fold = Fold(m.game, m.seats, m.options)
    states = [fold.state]
    for event in m.events:
        fold.add(event)
        states.append(fold.state)
    return states


def frame(m: Match, states: list[Any], n: int, names: list[str], shown: Board, through: Eye = OPEN) -> str:
    """The position after n events, under the words of the last of them."""
    lines = []
    if n:
        event = m.events[n - 1]
        text, told = eye.told(m.game, states[n - 1], event, through)
        who = names[told.seat] if told.seat is not None else "chance"
        text = "time" if event.by == TIME else text
        mark = "*" if event.by == CHANCE else " "
        lines.append(f"{n:4}{mark} {text:12} {who} {told.words}.")
    lines.append(shown.drawn(eye.view(m.game, states[n], through)))
    if n == len(m.events) and m.over:
        winners = ", ".join(names[seat] for seat in m.outcome.winners) or "Nobody"
        lines.append(f"{winners} won: {m.outcome.reason}.")
    return "\n".join(lines) + "\n"
