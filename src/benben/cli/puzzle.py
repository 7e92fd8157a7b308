"""The puzzles of a day: one for each game, the same for everybody.

    benben puzzle                             today's
    benben puzzle 2026-11-16 senet            one of them
    benben puzzle 2026-11-16 senet --answer   with all answers, and how they are known

Puzzles that are played at a table are shown with its options: benben play GAME --options ...
"""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime

from benben import games
from benben.cli.terminal_board import TerminalBoard
from benben.core import puzzles
from benben.core.contract import Game
from benben.core.puzzle_days import GRADES, day_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("date", nargs="?", default=None, help="as in 2026-11-16; else today, by UTC")
    parser.add_argument("game", nargs="?", help=f"one of: {', '.join(games.NAMES)}; else all")
    parser.add_argument("--answer", action="store_true", help="show all answers too")


def run(args: argparse.Namespace) -> int:
    date = args.date or datetime.now(UTC).date().isoformat()
    day_number(date)
    for name in [args.game] if args.game else games.COURSES:
        game = games.load(name)
        told = _exercise(game, date, answer=args.answer) if game.puzzles else _tables(game, date)
        print("\n".join(told), end="\n\n")
    return 0


def _exercise(game: Game, date: str, *, answer: bool) -> list[str]:
    """A puzzle that is played from a position."""
    assert game.puzzles is not None
    one = game.puzzles.puzzle(date)
    view = puzzles.begin(game, one).exercise.view
    told = [f"{game.title}, {GRADES[one.grade - 1]} ({one.grade} of 5)", one.question, *one.known, ""]
    told += [TerminalBoard(game, sys.stdout.isatty()).text(view), one.position]
    if answer:
        best = one.answers[0].value
        for each in one.answers:
            value = f"{puzzles.percent(each.value)} %" if one.unit == "chance" else f"{each.value} points"
            told.append(f"{'*' if each.value == best else ' '} {value:>10}  {each.words} ({each.text})")
        told += [f"  {', '.join(one.line)}", f"  {one.proof}"]
    return told


def _tables(game: Game, date: str) -> list[str]:
    """Puzzles that are played at a table."""
    told = [game.title]
    for one in game.daily(date) if game.daily else ():
        options = ",".join(f"{key}={value}" for key, value in one.options.items())
        told += [f"{one.grade}: {one.about}", f"  {options}"]
    return told
