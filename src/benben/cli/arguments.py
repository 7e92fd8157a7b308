"""Arguments that several commands share: games, options, numbers, record files."""

from __future__ import annotations

import argparse
import ipaddress
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from benben import games
from benben.core import record
from benben.core.contract import Game, Unreadable

EXAMPLE_ORIGIN = "https://games.example.org"
DEFAULT_PORTS = {"http": 80, "https": 443}  # which browsers leave out of an origin


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


def network(text: str) -> str:
    """A type for argparse: an address or a network of IPv4 or IPv6, in normal form."""
    try:
        found = ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text} is not an address such as 10.0.0.5 or a network such as 10.0.0.0/8"
        ) from None
    return str(found.network_address if found.num_addresses == 1 else found)


def origin(text: str) -> str:
    """A type for argparse: scheme, host and port of a page, written as browsers do."""
    fault = argparse.ArgumentTypeError(f"{text} is not the start of an address such as {EXAMPLE_ORIGIN}")
    try:
        parts = urlsplit(text.strip())
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        raise fault from None
    if parts.scheme not in DEFAULT_PORTS or not host or "@" in parts.netloc or not host.isprintable():
        raise fault
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(f"{text} has to be written without a path, as in {EXAMPLE_ORIGIN}")
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port and port != DEFAULT_PORTS[parts.scheme] else "")


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
