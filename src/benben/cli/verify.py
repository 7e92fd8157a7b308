"""Check a record: every throw is recomputed from the seeds, every position from the rules, and every hash.

Exit code 0 if all is well, 1 if something is wrong; the first wrong entry is named.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benben import games
from benben.cli import arguments, printable
from benben.core.record.verify import verify_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as text or JSON")


def run(args: argparse.Namespace) -> int:
    verdict = verify_record(arguments.read_record_file(args.file), games.load)
    print(printable(f"{verdict.place}: {verdict.sentence}" if verdict.place else verdict.sentence))
    return 0 if verdict.good else 1
