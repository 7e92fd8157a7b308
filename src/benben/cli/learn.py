"""Learn a game in the terminal, step by step: you move, the board answers.

benben learn senet
benben learn senet pair
benben learn senet --list
benben learn senet --check
"""

from __future__ import annotations

import argparse
import sys

from benben import games
from benben.cli import arguments
from benben.cli.terminal_lesson import LessonLeft, TerminalLesson
from benben.core import lesson_check, lessons
from benben.core.contract import Unreadable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser)
    parser.add_argument("step", nargs="?", help="the name of the step to begin with; see --list")
    parser.add_argument("--list", action="store_true", help="list the steps")
    parser.add_argument(
        "--check", action="store_true", help="say what is wrong with the lesson, line by line"
    )


def run(args: argparse.Namespace) -> int:
    game = games.load(args.game)
    plan = lessons.lesson(game)
    if plan is None:
        raise Unreadable(f"{game.title} has no lesson", args.game)
    names = [step.name for step in plan.steps]
    if args.list:
        wide = max(map(len, names))
        print("\n".join(f"{step.name:{wide}}  {step.title}. {step.about}" for step in plan.steps))
        return 0
    if args.check:
        faults = lesson_check.faults(game, plan)
        print("\n".join(faults) or "Sound: every step can be done as it is shown.")
        return 1 if faults else 0
    if args.step and args.step not in names:
        raise Unreadable(f"there is no such step; there are {', '.join(names)}", args.step[:40])
    lesson = TerminalLesson(game, plan, sys.stdout.isatty())
    try:
        lesson.play(names.index(args.step) if args.step else 0)
    except (LessonLeft, EOFError):
        print()
    return 0
