"""The command `benben`. Each subcommand is a module of this package and is loaded when it is asked for.

A game with commands of its own has a module tasks.py, with the same functions as the modules here:
`benben NAME TASK`.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from benben import __version__, games
from benben.core.contract import Illegal, Unreadable

COMMANDS = {
    "serve": "play in the browser, alone or with friends",
    "admin": "look after a server: list, ban and remove tables, people, addresses",
    "backup": "copy the whole database, while the server runs",
    "check": "examine a database: every page, every row, every match",
    "chaos": "test the server: kill it again and again while matches are played",
    "play": "play in the terminal",
    "learn": "learn a game in the terminal, step by step",
    "replay": "step through a record",
    "review": "a match that is over: what chance gave, and what the choices cost",
    "verify": "check a record: every throw, every move, every byte",
    "puzzle": "the puzzles of a day, and with --answer their answers",
    "solve": "ask a solver for the best line",
    "arena": "bots against bots",
    "perft": "count the lines of play from a position",
    "bench": "measure speed, beside other libraries where they are installed",
    "games": "list the games, their options and bots",
}


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def command_parser() -> argparse.ArgumentParser:
    whole = Parser(prog="benben", description="Five Egyptian tabletop games, to play and to study.")
    whole.add_argument("--version", action="version", version=f"benben {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", title="commands", required=True)
    for name, about in (COMMANDS | _game_commands()).items():
        commands.add_parser(name, help=about, add_help=False)
    return whole


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. Exit codes: 0 done, 1 the answer is no, 2 not understood or not done, 130 stopped."""
    given = list(sys.argv[1:] if argv is None else argv)
    _open_streams()
    try:
        name = command_parser().parse_known_args(given[:1])[0].command
        module = import_module(f"benben.cli.{name}" if name in COMMANDS else f"benben.games.{name}.cli.tasks")
        one = Parser(
            prog=f"benben {name}",
            description=f"{module.__doc__}".strip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(one)
        run: Callable[[argparse.Namespace], int] = module.run
        status = run(one.parse_args(given[1:]))
        sys.stdout.flush()
    except (Unreadable, Illegal) as fault:
        print(f"benben: {printable(str(fault))}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as fault:
        what = f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault)
        print(f"benben: {what}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return status


def _open_streams() -> None:
    """Open standard streams that the shell has closed, and let input contain bytes that are not text."""
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:
            setattr(sys, stream, Path(os.devnull).open(mode))  # noqa: SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def printable(text: str) -> str:
    """Text without control characters: a file from a stranger must not steer the terminal."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


def _game_commands() -> dict[str, str]:
    """The games that have commands of their own. They are looked up as files, so that help loads no game."""
    folder = Path(games.__file__).parent
    names = [name for name in games.NAMES if (folder / name / "cli" / "tasks.py").is_file()]
    return {name: f"commands of this game: see benben {name} --help" for name in names}
