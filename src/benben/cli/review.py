"""Review a match that is over: what chance gave, what the choices cost, and where it turned.

Everybody's choices are compared with the best that a judge knows; see docs/review.md. The sums add up to the
result. If one person played, the sums are told to them; --seat asks for those of another seat.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import msgspec

from benben import games
from benben.bots.judges import judge_of
from benben.cli import arguments, printable, review_text
from benben.core import record, review
from benben.core.contract import Seat, Unreadable
from benben.core.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as text or JSON")
    parser.add_argument("--seat", type=int, metavar="N", help="tell it to the player of that seat, from 1")
    parser.add_argument("--json", action="store_true", help="print the review as JSON, every step of it")


def run(args: argparse.Namespace) -> int:
    file = record.read(arguments.read_record_file(args.file))
    seat = _seat(args, file)
    progress = _show_progress if sys.stderr.isatty() else None
    found = review.review_record(file, games.load, judge_of, progress)
    if args.json:
        told = {"seats": [one.name for one in file.seats], **msgspec.to_builtins(found)}
        print(json.dumps(told, ensure_ascii=False))
    else:
        print(printable(review_text.text(games.load(file.game), file, found, seat)))
    return 0


def _seat(args: argparse.Namespace, file: Record) -> Seat | None:
    """The seat that the review is told to: the one asked for, or that of the only person."""
    if args.seat is None:
        people = [seat for seat, one in enumerate(file.seats) if not one.level]
        return people[0] if len(people) == 1 else None
    if not 1 <= args.seat <= len(file.seats):
        raise Unreadable(f"the match has the seats 1 to {len(file.seats)}", f"--seat {args.seat}")
    return int(args.seat) - 1


def _show_progress(done: int, of: int) -> None:
    end = "\r" if done < of else "\r\x1b[K"
    print(f"Judging {done} of {of}", end=end, file=sys.stderr, flush=True)
