"""Copy the whole database into a new file, while the server runs.

benben backup monday.db
benben backup monday.db --db postgresql://user@host/benben
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benben.cli.environment import use_environment


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a new SQLite file; benben serve --db FILE opens it")
    parser.add_argument(
        "--db", metavar="FILE|URL", help="where matches are stored; else BENBEN_DB, or in your data folder"
    )
    use_environment(parser)


def run(args: argparse.Namespace) -> int:
    from benben.server import run  # late: the other commands need no server
    from benben.server.storage.backup import back_up
    from benben.server.storage.errors import StorageError

    db = args.db or run.default_db()
    if "://" not in db and not Path(db).expanduser().is_file():
        print(f"benben: there is no database {db}", file=sys.stderr)
        return 2
    show = sys.stderr.isatty()
    try:
        count = back_up(
            db, args.file, lambda text: print(f"\r{text}", end="", file=sys.stderr) if show else None
        )
    except StorageError as fault:
        print(f"benben: {fault}", file=sys.stderr)
        return 2
    print(f"{count:,} rows are in {args.file}.")
    return 0
