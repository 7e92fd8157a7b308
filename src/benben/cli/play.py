"""Play in the terminal, against bots or with friends at one keyboard.

benben play senet
benben play senet --seat 1 --bot vizier --options pieces=3 --record game.txt
benben play senet --seat all
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benben import games
from benben.cli import arguments
from benben.cli.terminal_match import Quit, TerminalMatch
from benben.core.contract import Illegal, Unreadable
from benben.core.entries import Aborted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser)
    parser.add_argument(
        "--seat", default="any", help="1, 2 ...; any: a random one; all or both: no bots; none: bots only"
    )
    parser.add_argument("--bot", metavar="LEVEL", help="the level of the other seats; else the middle one")
    parser.add_argument(
        "--seats",
        type=arguments.whole_number(1, 99),
        help="the number of players, where the game allows several",
    )
    parser.add_argument("--name", default="Player", help="your name in the record (%(default)s)")
    parser.add_argument("--seed", metavar="HEX", help="fixes every throw, for tests; up to 64 digits")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the match there when it ends")
    arguments.add_options(parser)


def run(args: argparse.Namespace) -> int:
    game = games.load(args.game)
    options = game.options(**arguments.parsed_options(game, args.options))
    allowed = game.seats_for(options)
    seats = args.seats or max(allowed[0], min(2, allowed[-1]))
    if seats not in allowed:
        raise Illegal("seats", f"With these options {game.title} is not for {seats}.")
    if args.record and not args.record.parent.is_dir():
        raise Unreadable("there is no such folder", str(args.record.parent))
    if args.record and args.record.is_dir():
        raise Unreadable("that is a folder; a record is a file", str(args.record))
    if any(0xD800 <= ord(c) <= 0xDFFF for c in args.name):  # bytes of the command line that are not text
        raise Unreadable("that name is not text", "--name")
    played = TerminalMatch(
        game, seats, options, seat=args.seat, level=args.bot, seed=args.seed, player=args.name
    )
    print(played.greeting())
    status = 0
    try:
        played.play()
    except (Quit, EOFError, KeyboardInterrupt) as end:
        status = 130 if isinstance(end, KeyboardInterrupt) else 0
        played.add(Aborted(played.now(), played.people[0] if played.people else 0))
        print("The match is broken off.")
    print(played.ending())
    if args.record:
        played.write_record(args.record)
    return status
