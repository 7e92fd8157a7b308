"""What several commands understand alike: games, options, numbers."""

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


def game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(games.NAMES)}")


def record_in(path: Path) -> bytes:
    """What a file holds that should be a record; of one that is too large, enough to see that it is."""
    with path.open("rb") as file:
        return file.read(record.LARGEST + 1)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--options",
        action="append",
        default=[],
        metavar="NAME=VALUE,...",
        help="see benben games, for example pieces=3; may stand several times",
    )


def whole(least: int, most: int) -> Any:
    """A type for argparse: a whole number between these."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text} is not a whole number from {least:,} to {most:,}")
        return int(text)

    return number


def chosen(game: Game, texts: Sequence[str]) -> dict[str, Any]:
    """Options as written on the command line. Illegal names the first that the game does not know.

    A value may have commas in it: one that no name and equals sign follow belongs to the value.
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
