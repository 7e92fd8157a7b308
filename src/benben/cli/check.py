"""Examine a database: its pages, its rows, and every table by its log.

Nothing is changed, and the server may run meanwhile.

benben check /var/lib/benben/benben.db
benben check postgresql://user@host/benben

Exit code 0 if all is sound, 1 if there are faults, 2 if it could not be examined.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benben.cli import printable

FAULTS_TOLD = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "db", nargs="?", metavar="FILE|URL", help="the database; else BENBEN_DB, or that in your data folder"
    )
    parser.add_argument(
        "--faults",
        type=int,
        default=FAULTS_TOLD,
        metavar="N",
        help=f"tell N at most (default: {FAULTS_TOLD})",
    )


def run(args: argparse.Namespace) -> int:
    from benben.server import run  # late: the other commands need no server
    from benben.server.storage.errors import StorageError
    from benben.server.tables.database_check import examine_database

    db = args.db or os.environ.get("BENBEN_DB") or run.default_db()
    if "://" not in db and not Path(db).expanduser().is_file():
        print(f"benben: there is no database {db}", file=sys.stderr)
        return 2
    told: list[str] = []
    show = sys.stderr.isatty()

    def tell_fault(sentence: str) -> None:
        if len(told) < args.faults:
            told.append(sentence)
            print(printable(sentence), flush=True)

    def tell_progress(text: str) -> None:
        if show:
            print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)

    try:
        found = examine_database(db, tell_fault, tell_progress)
    except StorageError as fault:
        print(f"benben: {fault}", file=sys.stderr)
        return 2
    records = "its record" if found.finished == 1 else "their records"
    print(
        f"{found.tables:,} tables ({found.finished:,} finished, {records} verified), "
        f"{found.lines:,} lines, {found.people:,} people."
    )
    if not found.faults:
        print("The database is sound.")
        return 0
    more = f", of which {len(told):,} are told" if found.faults > len(told) else ""
    print(f"{found.faults:,} {'fault' if found.faults == 1 else 'faults'}{more}.")
    return 1
