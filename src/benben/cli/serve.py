"""Play in the browser: start the server and open the page."""

from __future__ import annotations

import argparse

from msgspec.structs import replace

from benben.cli.arguments import network, origin, whole_number


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
        "--origin",
        action="append",
        type=origin,
        default=[],
        metavar="URL",
        help="another address that the page may be served under, such as https://games.example.org",
    )
    parser.add_argument(
        "--trust",
        action="append",
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
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(args: argparse.Namespace) -> int:
    from benben.server import run  # late: the other commands need no server
    from benben.server.settings import Settings

    settings = Settings(
        args.db or run.default_db(),
        origins=tuple(args.origin),
        patience_seconds=args.patience,
        metrics=args.metrics,
        local_webhooks=args.local_hooks,
    )
    if args.pace is not None:
        settings = replace(settings, pace_ms=args.pace)
    return run.run(
        settings,
        host=args.host,
        port=args.port,
        trust=args.trust,
        open_browser=not args.no_browser,
    )
