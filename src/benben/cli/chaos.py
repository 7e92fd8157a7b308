"""Test the server: matches of every game over flaky connections, while it is killed again and again.

benben chaos
benben chaos --matches 300 --kills 100 --seed monday
benben chaos --db postgresql://user@host/trial --processes 3
benben chaos --db postgres --processes 2 --matches 100 --kills 500 --database-restarts 20 --hostile

Players act at random over real sockets. Their messages come late, twice and out of order, their connections
break, and the server is killed (SIGKILL) at random moments and started again. Afterwards every acknowledged
action must be in the log exactly once, every record must verify, and the last view of every player must be
what a replay of the log gives. If not, the first fault is printed and the exit code is 1.

With PostgreSQL several processes can serve the same tables. Each connection goes to any one of them, and
each kill is of one. With --db postgres there is a PostgreSQL of its own in a temporary folder, and
--database-restarts has it crash and come back, among the kills.

With --hostile a stranger attacks the servers meanwhile, as in benben bench hostile, from one address. Then
the limits of the server hold, and every player has an address of their own.

Without --db the matches go to a new SQLite file in a temporary folder. A database named with --db keeps them:
do not name one that people play on.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from benben import games
from benben.bench.hostile import ATTACKS
from benben.bench.server import processes
from benben.cli.arguments import add_number

if TYPE_CHECKING:
    from benben.chaos.experiment import ExperimentResult

OWN_POSTGRES = "postgres"  # as --db: a PostgreSQL in a temporary folder
ATTACK_SECONDS = 10  # of each attack, one after the other
HOSTILE_COMMAND = (
    *(sys.executable, "-m", "benben.bench.hostile.attacker", str(ATTACK_SECONDS)),
    *ATTACKS,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(games.NAMES)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of: {names}; else all of them")
    add_number(parser, "--matches", (1, 10**6), 50, "at least this many")
    add_number(parser, "--kills", (0, 10**6), 20, "how often a server is killed")
    add_number(parser, "--seconds", (1, 10**6), 3600, "no new match begins after this time")
    add_number(parser, "--at-once", (1, 1000), 8, "matches at the same time")
    add_number(parser, "--processes", (1, 16), 1, "server processes")
    parser.add_argument("--seed", help="any text; equal seeds make equal players and equal faults")
    add_number(parser, "--database-restarts", (0, 10**6), 0, "crashes of the PostgreSQL of --db postgres")
    parser.add_argument(
        "--hostile", action="store_true", help="a stranger attacks the servers beside the matches"
    )
    parser.add_argument("--db", metavar="FILE|URL|postgres", help="where the matches are stored")


def run(args: argparse.Namespace) -> int:
    from benben.chaos.experiment import Experiment, ExperimentPlan  # late: the other commands need no server

    seed = args.seed or secrets.token_hex(4)
    named = [games.load(name).name for name in args.games] or games.NAMES
    if fault := _fault(args):
        print(f"benben chaos: {fault}", file=sys.stderr)
        return 2
    plan = ExperimentPlan(
        args.matches,
        args.kills,
        args.seconds,
        seed,
        args.at_once,
        named,
        processes=args.processes,
        database_restarts=args.database_restarts,
        limits=args.hostile,
    )
    show = sys.stderr.isatty()

    def tell(text: str) -> None:
        print(f"\r{text:<70}" if show else text, end="" if show else "\n", file=sys.stderr, flush=True)

    async def result_of(folder: Path, db: str, restart: Callable[[], None]) -> ExperimentResult:
        stranger = HOSTILE_COMMAND if args.hostile else ()
        return await Experiment(
            plan, db, folder, tell=tell, restart_database=restart, stranger=stranger
        ).run()

    with (
        tempfile.TemporaryDirectory(prefix="benben-chaos-") as folder,
        _database(args.db or str(Path(folder) / "benben.db")) as (db, restart),
    ):
        result = asyncio.run(result_of(Path(folder), db, restart))
    if show:
        print(file=sys.stderr)
    print(f"seed {seed}: {_summary(result)}")
    if result.fault:
        print(result.fault, file=sys.stderr)
        return 1
    print(
        f"Each of {result.actions:,} acknowledged actions is in the log exactly once, every record "
        "verifies, and every player's last view is what the log gives."
    )
    return 0


def _fault(args: argparse.Namespace) -> str:
    """Why there can be no such experiment; empty: there can."""
    if args.processes > 1 and not (args.db or "").startswith("postgres"):
        return "several processes need PostgreSQL; name one with --db."
    if args.database_restarts and args.db != OWN_POSTGRES:
        return f"--database-restarts needs --db {OWN_POSTGRES}."
    if args.db == OWN_POSTGRES and not (processes.has_postgres() and find_spec("psycopg")):
        return f"--db {OWN_POSTGRES} needs initdb, pg_ctl and the extra postgres."
    return ""


@contextmanager
def _database(db: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """The database of an experiment, and a function that has it crash and come back."""
    if db != OWN_POSTGRES:
        yield db, lambda: None
        return
    with processes.run_postgres_cluster() as cluster:
        yield cluster.url, cluster.crash


def _summary(result: ExperimentResult) -> str:
    each = ", ".join(f"{count} {title}" for title, count in sorted(result.matches.items()))
    counts = result.counts
    return (
        f"{result.matches.total()} matches ({each}) in {result.seconds:.0f} s, {result.kills} kills"
        f"{f', {result.database_restarts} crashes of the database' if result.database_restarts else ''}. "
        f"Of {counts['sent']:,} messages {counts['late']:,} came late, {counts['twice']:,} twice, "
        f"{counts['old']:,} were old ones sent again; {counts['cut']:,} cuts."
        f"{_hostile_summary(result)}"
    )


def _hostile_summary(result: ExperimentResult) -> str:
    if not result.hostile:
        return ""
    did = ", ".join(f"{word} {count:,}" for word, count in result.hostile.most_common(8))
    return f" The stranger: {did}."
