"""Play in the terminal, against bots or with friends at one keyboard.

benben play senet
benben play senet --seat 1 --bot vizier --options pieces=3 --record game.txt
benben play senet --seat all
benben play senet --position "........../........../.......x.o x 3"
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benben import games
from benben.cli import arguments
from benben.cli.terminal_match import Quit, TerminalMatch
from benben.core.contract import Game, Illegal, Unreadable
from benben.core.entries import Aborted
from benben.core.opening_position import Opening, opening_at, usual_opening


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
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="begin at a position in notation, which says the number of players and the options too",
    )
    arguments.add_options(parser)


def run(args: argparse.Namespace) -> int:
    game = games.load(args.game)
    opening = _opening(game, args)
    if args.record and not args.record.parent.is_dir():
        raise Unreadable("there is no such folder", str(args.record.parent))
    if args.record and args.record.is_dir():
        raise Unreadable("that is a folder; a record is a file", str(args.record))
    if any(0xD800 <= ord(c) <= 0xDFFF for c in args.name):  # bytes of the command line that are not text
        raise Unreadable("that name is not text", "--name")
    played = TerminalMatch(
        game,
        opening.seats,
        opening.options,
        args.position or "",
        seat=args.seat,
        level=args.bot,
        seed=args.seed,
        player=args.name,
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


def _opening(game: Game, args: argparse.Namespace) -> Opening:
    """What the match is to begin with; Illegal or Unreadable if that cannot be."""
    given = arguments.parsed_options(game, args.options)
    if args.position:
        if given or args.seats:
            raise Unreadable("a position says seats and options itself", "--position")
        return opening_at(game, args.position)
    options = game.options(**given)
    allowed = game.seats_for(options)
    seats = args.seats or max(allowed[0], min(2, allowed[-1]))
    if seats not in allowed:
        raise Illegal("seats", f"With these options {game.title} is not for {seats}.")
    return usual_opening(game, seats, options)
