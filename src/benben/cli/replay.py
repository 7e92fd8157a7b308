"""Step through a record in the terminal. Moves that were taken back are left out.

Enter or n goes on, p goes back, +10 and -10 jump that far, a number jumps there, q ends; --all prints
everything. Secrets are shown, unless you ask for what one seat or a watcher saw.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from benben import games
from benben.cli import arguments, printable
from benben.cli.terminal_board import TerminalBoard
from benben.core import match, perspective, record
from benben.core.contract import CHANCE, TIME, Unreadable
from benben.core.match import Match
from benben.core.perspective import OPEN, Perspective


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as text or JSON")
    parser.add_argument("--all", action="store_true", help="print every position and ask nothing")
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument("--seat", type=int, metavar="N", help="as the player of that seat saw it, from 1")
    whose.add_argument("--watcher", action="store_true", help="as somebody who only watched saw it")


def run(args: argparse.Namespace) -> int:
    file = record.read(arguments.read_record_file(args.file))
    m = record.match_of(file, games.load)
    through = _eye(args, m.seats)
    names = [printable(one.name + (f" ({one.level})" if one.level else "")) for one in file.seats]
    shown, states = TerminalBoard(m.game, sys.stdout.isatty()), states_of(m)
    print(f"{m.game.title}: {', '.join(f'seat {n} {name}' for n, name in enumerate(names, 1))}\n")
    if args.all:
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
            print(
                f"Enter or n goes on, p goes back, +10 and -10 jump that far, 0 to {top} jumps there, q ends."
            )


def _eye(args: argparse.Namespace, seats: int) -> Perspective:
    if args.watcher:
        return None
    if args.seat is None:
        return OPEN
    if not 1 <= args.seat <= seats:
        raise Unreadable(f"the match has the seats 1 to {seats}", f"--seat {args.seat}")
    return int(args.seat) - 1


def states_of(m: Match) -> list[Any]:
    """The states before each event and after the last one."""
    states = [m.first]
    for event in m.events:
        states.append(match.state_after(m.game, states[-1], event))
    return states


def frame(
    m: Match, states: list[Any], n: int, names: list[str], shown: TerminalBoard, through: Perspective = OPEN
) -> str:
    """The position after n events, under a sentence about the last of them."""
    lines = []
    if n:
        event = m.events[n - 1]
        text, told = perspective.visible_event_in_words(m.game, states[n - 1], event, through)
        who = names[told.seat] if told.seat is not None else "chance"
        text = "time" if event.by == TIME else text
        mark = "*" if event.by == CHANCE else " "
        lines.append(f"{n:4}{mark} {text:12} {who} {told.words}.")
    lines.append(shown.text(perspective.view(m.game, states[n], through)))
    if n == len(m.events) and m.over:
        winners = ", ".join(names[seat] for seat in m.outcome.winners) or "Nobody"
        lines.append(f"{winners} won: {m.outcome.reason}.")
    return "\n".join(lines) + "\n"
