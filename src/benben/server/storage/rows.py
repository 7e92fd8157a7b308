"""What is kept, and what is to be changed: rows, and statements for the writer of store.py."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import sqlalchemy as sql

from benben.server.storage.schema import entries, people, sitters, tables


class Unstored(Exception):
    """The database did not take it; nothing of it stands."""


class Taken(Unstored):
    """Its place was taken: somebody else wrote this entry."""


class Stale(Taken):
    """It was judged by what is no longer so. What came meanwhile is known by now."""


class Written(NamedTuple):
    """One entry, as it is kept."""

    n: int
    kind: str
    body: str
    person: str | None = None
    id: str | None = None


class Kept(NamedTuple):
    """One table, as it is kept."""

    code: str
    plan: str
    secret: str
    public: bool
    timed: bool
    status: str
    noted: int = 0  # ms of match time that had passed when it was last written down
    wake: int = 0  # when to load it again, ms of the calendar; 0: it is not put away until a moment
    due: str = ""
    ending: str = ""


class Member(NamedTuple):
    """Somebody with a name, and the key that they came with."""

    id: str
    name: str
    key: str = ""  # its id, never the token
    kind: str = "device"


Change: TypeAlias = tuple[sql.Executable, Mapping[str, Any] | tuple[Any, ...]]

add_person = sql.insert(people)
set_name = sql.update(people).where(people.c.id == sql.bindparam("of")).values(name=sql.bindparam("to"))
_add_table = sql.insert(tables)
_add_sitter = sql.insert(sitters)
add_entry = sql.insert(entries)
_set_noted = (
    sql.update(tables)
    .where(tables.c.code == sql.bindparam("of"))
    .values(noted=sql.bindparam("passed"), wake=sql.bindparam("until"))
)
_no_sitter = sql.delete(sitters).where(
    sitters.c.code == sql.bindparam("of"), sitters.c.person == sql.bindparam("who")
)
_set_status = (
    sql.update(tables)
    .where(tables.c.code == sql.bindparam("of"))
    .values(status=sql.bindparam("to"), changed=sql.bindparam("on"))
)
_set_timed = sql.update(tables).where(tables.c.code == sql.bindparam("of")).values(timed=sql.bindparam("to"))
_set_due = sql.update(tables).where(tables.c.code == sql.bindparam("of")).values(due=sql.bindparam("to"))
_set_ending = (
    sql.update(tables).where(tables.c.code == sql.bindparam("of")).values(ending=sql.bindparam("to"))
)
speak = sql.text("SELECT pg_notify('benben', :word)")


def appended(
    code: str,
    log: Sequence[Written],
    status: str | None = None,
    sitter: str | None = None,
    beside: Sequence[Change] = (),
) -> list[Change]:
    """What new entries of one table change."""
    changes: list[Change] = [(add_entry, (code, *entry)) for entry in log]
    if sitter:
        changes.append((_add_sitter, {"code": code, "person": sitter}))
    if status:
        changes.append((_set_status, {"of": code, "to": status, "on": now()}))
    changes += beside
    return changes


def new_table(kept: Kept, persons: Iterable[str], log: Sequence[Written]) -> list[Change]:
    """What a new table adds; a part of the unit that asks for it."""
    return [
        (_add_table, {**kept._asdict(), "changed": now()}),
        *((_add_sitter, {"code": kept.code, "person": person}) for person in persons),
        *((add_entry, (kept.code, *entry)) for entry in log),
    ]


def say(word: str) -> Change:
    """A word to other processes, heard when the rest of the unit can be read. Only PostgreSQL can."""
    return speak, {"word": word}


def noted(code: str, at: int, wake: int) -> Change:
    """So much match time has passed; if `wake` is not 0, the table sleeps until then."""
    return _set_noted, {"of": code, "passed": at, "until": wake}


def no_sitter(code: str, person: str) -> Change:
    """This person has got up; a part of the unit that says so."""
    return _no_sitter, {"of": code, "who": person}


def timed(code: str, timed: bool) -> Change:
    """Whether a clock runs at a table while nobody is there; a part of the unit that begins the match."""
    return _set_timed, {"of": code, "to": timed}


def due(code: str, mark: str) -> Change:
    """Whom a table waits for; see Desk.mark."""
    return (_set_due, {"of": code, "to": mark})


def end(code: str, ending: str) -> Change:
    """What came of a match; a part of the unit that ends it."""
    return (_set_ending, {"of": code, "to": ending})


def now() -> int:
    """The calendar, in ms."""
    return int(time.time() * 1000)
