"""Check a record: every throw is made again from the seeds, every position from the rules, every hash.

Exit code 0 if all is well, 1 if something is wrong; the first wrong entry is named.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benben import games
from benben.cli import plain, words
from benben.core import record


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as text or JSON")


def run(arguments: argparse.Namespace) -> int:
    verdict = record.verify(words.record_in(arguments.file), games.load)
    print(plain(f"{verdict.place}: {verdict.sentence}" if verdict.place else verdict.sentence))
    return 0 if verdict.good else 1
