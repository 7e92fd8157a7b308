"""Look after a server: list, show, ban and remove tables, people and addresses, also while it runs.

benben admin tables --status playing
benben admin show person 150553aedd2aea04
benben admin ban address 203.0.113.0/24 --reason "floods"
benben admin unban address 203.0.113.0/24
benben admin remove table lotus-42-ibis-7q4kx2 --yes

A running server learns of it within seconds. A table may also be named as in the log of the server.
"""

from __future__ import annotations

import argparse
import ipaddress
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benben.cli.arguments import network, whole_number
from benben.cli.environment import use_environment

if TYPE_CHECKING:
    from benben.server.storage.administration import Administration

KINDS = ("table", "person", "address")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db", metavar="FILE|URL", help="where matches are stored; else BENBEN_DB, or in your data folder"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    use_environment(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, about in (
        ("tables", "list tables"),
        ("people", "list people"),
        ("addresses", "list addresses"),
    ):
        one = actions.add_parser(name, help=about)
        one.add_argument("--most", type=whole_number(1, 100_000), default=50, help="lines (%(default)s)")
        if name == "tables":
            one.add_argument("--status", choices=("waiting", "playing", "over"), default="")
    actions.add_parser("bans", help="list what is banned")
    for name, about in (
        ("show", "show everything about a table or a person"),
        ("ban", "shut out a table, a person or an address"),
        ("unban", "lift a ban"),
        ("remove", "ban a table or a person and delete what is kept"),
    ):
        one = actions.add_parser(name, help=about)
        kinds = KINDS if name in ("ban", "unban") else KINDS[:2]
        one.add_argument("kind", choices=kinds, metavar="|".join(kinds))
        one.add_argument("subject", metavar="CODE|ID|ADDRESS" if len(kinds) == 3 else "CODE|ID")
        if name in ("ban", "remove"):
            one.add_argument("--reason", default="", help="a note for yourself")
        if name == "remove":
            one.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> int:
    from benben.server import run  # late: the other commands need no server
    from benben.server.storage.administration import open_administration
    from benben.server.storage.errors import StorageError

    db = args.db or run.default_db()
    try:
        if "://" not in db and not Path(db).expanduser().is_file():
            raise StorageError(f"there is no database {db}")
        with open_administration(db) as administration:
            return _act(administration, args)
    except (StorageError, argparse.ArgumentTypeError) as fault:
        print(f"benben admin: {fault}", file=sys.stderr)
        return 2


def _act(administration: Administration, args: argparse.Namespace) -> int:
    match args.action:
        case "tables":
            _print_rows(administration.tables(args.most, args.status), args.json)
        case "people":
            _print_rows(administration.people(args.most), args.json)
        case "addresses":
            _print_rows(administration.addresses(args.most), args.json)
        case "bans":
            _print_rows(administration.bans(), args.json)
        case "show":
            found = _found(administration, args)
            if found is None:
                return _missing(args)
            print(json.dumps(_readable(found), indent=None if args.json else 2, ensure_ascii=False))
        case _:
            return _change(administration, args)
    return 0


def _change(administration: Administration, args: argparse.Namespace) -> int:
    kind, subject = args.kind, _subject(administration, args)
    if args.action == "unban":
        if not administration.unban(kind, subject):
            print(f"The {kind} {subject} is not banned.", file=sys.stderr)
            return 1
        return _report(args, subject, "is not banned any more")
    if kind != "address" and _found(administration, args) is None:
        return _missing(args)
    if args.action == "ban":
        administration.ban(kind, subject, args.reason)
        return _report(args, subject, "is banned")
    if not args.yes and not _confirmed(f"Delete the {kind} {subject} for good?"):
        print("Nothing was changed.", file=sys.stderr)
        return 1
    if kind == "table":
        administration.remove_table(subject, args.reason)
        return _report(args, subject, "is removed and banned")
    administration.remove_person(subject, args.reason)
    return _report(args, subject, "is banned; the server deletes what it keeps of this person")


def _subject(administration: Administration, args: argparse.Namespace) -> str:
    """The code, id or network that was given; ArgumentTypeError if it cannot be one."""
    if args.kind == "table":
        return administration.code(args.subject)
    if args.kind == "person":
        return str(args.subject)
    there = ipaddress.ip_network(network(args.subject))
    if args.action == "ban" and any(there.overlaps(own) for own in _own_networks(there.version)):
        raise argparse.ArgumentTypeError(
            f"{there} is this machine itself, or its proxy, and cannot be banned"
        )
    return str(there)


def _own_networks(version: int) -> list[Any]:
    return [ipaddress.ip_network("127.0.0.0/8" if version == 4 else "::1/128")]


def _found(administration: Administration, args: argparse.Namespace) -> dict[str, Any] | None:
    if args.kind == "table":
        return administration.table(administration.code(args.subject))
    return administration.person(args.subject)


def _missing(args: argparse.Namespace) -> int:
    print(f"There is no {args.kind} {args.subject}.", file=sys.stderr)
    return 1


def _confirmed(question: str) -> bool:
    try:
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _report(args: argparse.Namespace, subject: str, result: str) -> int:
    if args.json:
        print(json.dumps({"action": args.action, "kind": args.kind, "subject": subject}))
    else:
        print(f"The {args.kind} {subject} {result}.")
    return 0


def _print_rows(rows: Sequence[dict[str, Any]], as_json: bool) -> None:
    """Print a table of text, or JSON."""
    shown = [_readable(row) for row in rows]
    if as_json:
        print(json.dumps(shown, ensure_ascii=False))
        return
    if not shown:
        print("There are none.")
        return
    lines = [list(shown[0]), *([_cell(value) for value in row.values()] for row in shown)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _cell(value: Any) -> str:
    text = {True: "yes", False: ""}[value] if isinstance(value, bool) else "" if value is None else str(value)
    return "".join(c if c.isprintable() else "?" for c in text)


def _readable(row: dict[str, Any]) -> dict[str, Any]:
    """A row with moments and days as dates, and JSON as what it holds."""

    def read(name: str, value: Any) -> Any:
        if name == "changed":
            return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="seconds")
        if name == "created":
            return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")
        if name == "used" and value is not None:
            return (EPOCH + timedelta(days=value)).date().isoformat()
        if name in ("plan", "ending") and value:
            return json.loads(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return [_readable(one) for one in value]
        return bool(value) if name in ("public", "timed", "banned", "removed") else value

    return {name: read(name, value) for name, value in row.items()}
