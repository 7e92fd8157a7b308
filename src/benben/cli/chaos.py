"""Try the server: matches of every game over bad lines, while it is killed again and again.

benben chaos
benben chaos --matches 300 --kills 100 --seed monday
benben chaos --db postgresql://user@host/trial --processes 3

Players at random sit at real sockets. Their messages come late, twice and out of order, their connections
break, and the server is killed (SIGKILL) at random moments and started again. Afterwards every acknowledged
action must be in the log exactly once, every record must verify, and the last view of every player must be
what a replay of the log tells. If not, the first fault is told and the exit code is 1.

With PostgreSQL several processes can serve the same tables. Players come to any of them, each time anew, and
each kill is of one of them.

Without --db a new SQLite file in a temporary folder is used. A database that is named keeps the matches: do
not name one that people play on.
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
from benben.cli import words

if TYPE_CHECKING:
    from benben.chaos.trial import Verdict


def arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(games.NAMES)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {names}; else all of them")
    parser.add_argument("--matches", type=words.whole(1, 10**6), default=50, help="at least (%(default)s)")
    parser.add_argument("--kills", type=words.whole(0, 10**6), default=20, help="(%(default)s)")
    parser.add_argument(
        "--seconds",
        type=words.whole(1, 10**6),
        default=3600,
        help="after so many nothing new begins (%(default)s)",
    )
    parser.add_argument("--at-once", type=words.whole(1, 1000), default=8, help="matches (%(default)s)")
    parser.add_argument("--processes", type=words.whole(1, 16), default=1, help="that serve (%(default)s)")
    parser.add_argument("--seed", help="any text; equal seeds make equal players and equal trouble")
    parser.add_argument("--db", metavar="FILE|URL", help="where the matches are kept")


def run(arguments: argparse.Namespace) -> int:
    from benben.chaos.trial import Plan, Trial  # late: the other commands need no server

    seed = arguments.seed or secrets.token_hex(4)
    named = [games.load(name).name for name in arguments.games] or games.NAMES
    if arguments.processes > 1 and not (arguments.db or "").startswith("postgres"):
        print("benben chaos: several processes need PostgreSQL; name one with --db.", file=sys.stderr)
        return 2
    plan = Plan(
        arguments.matches,
        arguments.kills,
        arguments.seconds,
        seed,
        arguments.at_once,
        named,
        processes=arguments.processes,
    )
    show = sys.stderr.isatty()

    def tell(text: str) -> None:
        print(f"\r{text:<70}" if show else text, end="" if show else "\n", file=sys.stderr, flush=True)

    async def tried(folder: Path) -> Verdict:
        return await Trial(plan, arguments.db or str(folder / "benben.db"), folder, tell=tell).run()

    with tempfile.TemporaryDirectory(prefix="benben-chaos-") as folder:
        verdict = asyncio.run(tried(Path(folder)))
    if show:
        print(file=sys.stderr)
    print(f"seed {seed}: {_played(verdict)}")
    if verdict.fault:
        print(verdict.fault, file=sys.stderr)
        return 1
    print(
        f"Each of {verdict.actions:,} acknowledged actions is in the log exactly once, every record "
        "verifies, and every player's last view is what the log tells."
    )
    return 0


def _played(verdict: Verdict) -> str:
    each = ", ".join(f"{count} {title}" for title, count in sorted(verdict.matches.items()))
    troubles = verdict.troubles
    return (
        f"{verdict.matches.total()} matches ({each}) in {verdict.seconds:.0f} s, {verdict.kills} kills. "
        f"Of {troubles['sent']:,} messages {troubles['late']:,} came late, {troubles['twice']:,} twice, "
        f"{troubles['old']:,} were old ones sent again; {troubles['cut']:,} cuts."
    )
