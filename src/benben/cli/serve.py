"""Play in the browser: start the server and open the page.

Each flag is also an environment variable: --log-level is BENBEN_LOG_LEVEL, and BENBEN_NO_BROWSER=1 stands
for --no-browser. Values of BENBEN_ORIGIN and BENBEN_TRUST are separated by spaces. A flag wins.
"""

from __future__ import annotations

import argparse
import os
import sys

from msgspec.structs import replace

from benben.cli.arguments import network, origin, whole_number
from benben.cli.environment import Several, unknown_variables, use_environment


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--db", metavar="FILE|URL", help="where matches are stored; else in your data folder")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=whole_number(0, 65535), default=8000, help="port (%(default)s)")
    parser.add_argument(
        "--pace",
        type=whole_number(0, 60_000),
        metavar="MS",
        help="pause before each event of a bot, in milliseconds; else a comfortable one",
    )
    parser.add_argument(
        "--patience",
        type=whole_number(1, 86_400),
        default=60,
        metavar="S",
        help="seconds until an absent player counts as gone, so that a bot may stand in (%(default)s)",
    )
    parser.add_argument(
        "--claim",
        type=whole_number(0, 86_400),
        default=300,
        metavar="S",
        help="seconds a match without a clock waits for an absent player until the others may claim the end; "
        "0: never (%(default)s)",
    )
    parser.add_argument(
        "--origin",
        action=Several,
        type=origin,
        default=[],
        metavar="URL",
        help="another address that the page may be served under, such as https://games.example.org",
    )
    parser.add_argument(
        "--trust",
        action=Several,
        type=network,
        default=[],
        metavar="ADDRESS",
        help="a proxy elsewhere that may tell its clients' addresses; one on this machine always may",
    )
    parser.add_argument(
        "--metrics",
        choices=("local", "all", "off"),
        default="local",
        help="who may read /metrics; local: on this machine, and not through a proxy (%(default)s)",
    )
    parser.add_argument(
        "--local-hooks", action="store_true", help="let webhooks go to this machine and to private networks"
    )
    parser.add_argument(
        "--no-house-match",
        action="store_true",
        help="do not let bots play a match to be watched where nobody else plays in public",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--log", choices=("text", "json"), default="text", help="how log lines are written (%(default)s)"
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="the least important events that are logged (%(default)s)",
    )
    _add_limits(parser)
    use_environment(parser)
    for name in unknown_variables(parser, os.environ):
        print(f"benben serve: there is no setting {name} (see benben serve --help)", file=sys.stderr)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    limits = parser.add_argument_group(
        "limits", "for schools and large hosts; docs/hosting.md lists the rest"
    )
    limits.add_argument(
        "--workers",
        type=whole_number(1, 256),
        metavar="N",
        help="processes for bots and solvers; else two",
    )
    limits.add_argument(
        "--calls-per-second",
        type=whole_number(1, 100_000),
        metavar="N",
        help="calls that change something, from one address; else 5, and 60 times as many at once",
    )
    limits.add_argument(
        "--connections-per-address",
        type=whole_number(1, 100_000),
        metavar="N",
        help="sockets and streams from one address at the same time; else 1,000",
    )


def run(args: argparse.Namespace) -> int:
    from benben.server import run  # late: the other commands need no server
    from benben.server.settings import Limits, Settings

    limits = Limits()
    if args.calls_per_second is not None:
        limits = replace(limits, calls=limits.calls.scaled_to(args.calls_per_second))
    if args.connections_per_address is not None:
        limits = replace(limits, connections_per_address=args.connections_per_address)
    settings = Settings(
        args.db or run.default_db(),
        origins=tuple(args.origin),
        patience_seconds=args.patience,
        claim_seconds=args.claim,
        house_match=not args.no_house_match,
        metrics=args.metrics,
        local_webhooks=args.local_hooks,
        log_format=args.log,
        log_level=args.log_level,
        limits=limits,
    )
    if args.workers is not None:
        settings = replace(settings, workers=args.workers)
    if args.pace is not None:
        settings = replace(settings, pace_ms=args.pace)
    return run.run(
        settings,
        host=args.host,
        port=args.port,
        trust=args.trust,
        open_browser=not args.no_browser,
    )
