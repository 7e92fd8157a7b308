"""Arguments that several commands share: games, options, numbers, record files."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from benben import games
from benben.core import record
from benben.core.contract import Game, Unreadable


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(games.NAMES)}")


def read_record_file(path: Path) -> bytes:
    """The bytes of a record file; of one that is too large, enough to see that it is."""
    with path.open("rb") as file:
        return file.read(record.LARGEST + 1)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--options",
        action="append",
        default=[],
        metavar="NAME=VALUE,...",
        help="see benben games, for example pieces=3; can be repeated",
    )


def whole_number(least: int, most: int) -> Any:
    """A type for argparse: a whole number from `least` to `most`."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text} is not a whole number from {least:,} to {most:,}")
        return int(text)

    return number


def add_number(
    parser: argparse._ActionsContainer, flag: str, bounds: tuple[int, int], default: int, about: str
) -> None:
    """Add a flag for a whole number within these bounds; its help ends with the default."""
    parser.add_argument(flag, type=whole_number(*bounds), default=default, help=f"{about} (%(default)s)")


def parsed_options(game: Game, texts: Sequence[str]) -> dict[str, Any]:
    """Options as written on the command line; Illegal if the game does not know one.

    A value may contain commas: a comma that no name and equals sign follow belongs to the value.
    """
    fields: dict[str, Any] = {}
    for part in filter(None, (part for text in texts for part in re.split(r",(?=\s*\w+=)", text))):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise Unreadable("an option is a name and a value, as in pieces=3", part[:40])
        try:
            fields[name.strip()] = msgspec.json.decode(value.strip())
        except msgspec.DecodeError:
            fields[name.strip()] = value.strip()
    game.options(**fields)
    return fields
