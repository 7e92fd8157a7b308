"""Test the server: matches of every game over flaky connections, while it is killed again and again.

benben chaos
benben chaos --matches 300 --kills 100 --seed monday
benben chaos --db postgresql://user@host/trial --processes 3

Players act at random over real sockets. Their messages come late, twice and out of order, their connections
break, and the server is killed (SIGKILL) at random moments and started again. Afterwards every acknowledged
action must be in the log exactly once, every record must verify, and the last view of every player must be
what a replay of the log gives. If not, the first fault is printed and the exit code is 1.

With PostgreSQL several processes can serve the same tables. Each connection goes to any one of them, and
each kill is of one.

Without --db the matches go to a new SQLite file in a temporary folder. A database named with --db keeps them:
do not name one that people play on.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benben import games
from benben.cli.arguments import add_number

if TYPE_CHECKING:
    from benben.chaos.experiment import ExperimentResult


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(games.NAMES)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of: {names}; else all of them")
    add_number(parser, "--matches", (1, 10**6), 50, "at least this many")
    add_number(parser, "--kills", (0, 10**6), 20, "how often a server is killed")
    add_number(parser, "--seconds", (1, 10**6), 3600, "no new match begins after this time")
    add_number(parser, "--at-once", (1, 1000), 8, "matches at the same time")
    add_number(parser, "--processes", (1, 16), 1, "server processes")
    parser.add_argument("--seed", help="any text; equal seeds make equal players and equal faults")
    parser.add_argument("--db", metavar="FILE|URL", help="where the matches are stored")


def run(args: argparse.Namespace) -> int:
    from benben.chaos.experiment import Experiment, ExperimentPlan  # late: the other commands need no server

    seed = args.seed or secrets.token_hex(4)
    named = [games.load(name).name for name in args.games] or games.NAMES
    if args.processes > 1 and not (args.db or "").startswith("postgres"):
        print("benben chaos: several processes need PostgreSQL; name one with --db.", file=sys.stderr)
        return 2
    plan = ExperimentPlan(
        args.matches,
        args.kills,
        args.seconds,
        seed,
        args.at_once,
        named,
        processes=args.processes,
    )
    show = sys.stderr.isatty()

    def tell(text: str) -> None:
        print(f"\r{text:<70}" if show else text, end="" if show else "\n", file=sys.stderr, flush=True)

    async def result_of(folder: Path) -> ExperimentResult:
        return await Experiment(plan, args.db or str(folder / "benben.db"), folder, tell=tell).run()

    with tempfile.TemporaryDirectory(prefix="benben-chaos-") as folder:
        result = asyncio.run(result_of(Path(folder)))
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


def _summary(result: ExperimentResult) -> str:
    each = ", ".join(f"{count} {title}" for title, count in sorted(result.matches.items()))
    counts = result.counts
    return (
        f"{result.matches.total()} matches ({each}) in {result.seconds:.0f} s, {result.kills} kills. "
        f"Of {counts['sent']:,} messages {counts['late']:,} came late, {counts['twice']:,} twice, "
        f"{counts['old']:,} were old ones sent again; {counts['cut']:,} cuts."
    )
