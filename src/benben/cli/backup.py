"""Copy everything that is kept into a new file, while the server runs.

benben backup monday.db
benben backup monday.db --db postgresql://user@host/benben
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a new SQLite file; benben serve --db FILE opens it")
    parser.add_argument("--db", metavar="FILE|URL", help="where matches are kept; else in your data folder")


def run(arguments: argparse.Namespace) -> int:
    from benben.server import run  # late: the other commands need no server
    from benben.server.storage.backup import backup
    from benben.server.storage.rows import Unstored

    db = arguments.db or run.default_db()
    if "://" not in db and not Path(db).expanduser().is_file():
        print(f"benben: there is no database {db}", file=sys.stderr)
        return 2
    show = sys.stderr.isatty()
    try:
        count = backup(
            db, arguments.file, lambda text: print(f"\r{text}", end="", file=sys.stderr) if show else None
        )
    except Unstored as fault:
        print(f"benben: {fault}", file=sys.stderr)
        return 2
    print(f"{count:,} rows are in {arguments.file}.")
    return 0
