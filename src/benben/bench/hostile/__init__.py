"""What one stranger can do to everybody else: attacks from one address, beside honest tables."""

from typing import Literal, NamedTuple, TypeAlias

HostileDatabase: TypeAlias = Literal["sqlite", "postgres"]
DATABASES: tuple[HostileDatabase, ...] = ("sqlite", "postgres")


class AttackKind(NamedTuple):
    module: str  # of the package attacks; the function has the attack's name
    about: str  # what the stranger does
    needs_restart: bool = False  # before it begins, so that no table is in memory
    restarts_after: bool = False  # and the honest side is measured once more


ATTACKS = {
    "long-records": AttackKind(
        "records", "posts records of 0.5 MB with thousands of take-backs, to be kept and to be checked"
    ),
    "stored-tables": AttackKind(
        "records", "asks again and again for stored tables of such records", needs_restart=True
    ),
    "downloads": AttackKind("records", "downloads one long record, forty times at once"),
    "reviews": AttackKind("records", "asks for the reviews of thirty finished matches, all at once"),
    "boxes": AttackKind("work", "opens twenty tables at once, each of puzzles that have to be made first"),
    "bot-tables": AttackKind(
        "work", "opens 290 tables where six strong bots play each other", restarts_after=True
    ),
    "questions": AttackKind(
        "work", "has twelve small records checked at once, asks for hints and for puzzles of many days"
    ),
    "pings": AttackKind("sockets", "sends empty pings on one socket, 100,000 a second"),
    "big-messages": AttackKind("sockets", "sends messages of 64 kB on ten sockets"),
    "chat": AttackKind("sockets", "floods a table with chat, to which 50 sockets of its own listen"),
    "proposals": AttackKind("sockets", "proposes a draw, 150 times in a row"),
    "sockets": AttackKind("sockets", "opens and closes sockets, twenty at once"),
    "slow-headers": AttackKind(
        "connections", "opens 1,200 connections and sends a byte of a header on each every two seconds"
    ),
    "slow-bodies": AttackKind(
        "connections", "opens 300 connections and sends a byte of a body on each every two seconds"
    ),
    "page-flood": AttackKind("connections", "asks for the page, the games and the open tables without end"),
    "new-tables": AttackKind("connections", "takes names and opens public tables as fast as it is let"),
    "unknown-tokens": AttackKind("connections", "calls with tokens and codes that nobody has"),
}
