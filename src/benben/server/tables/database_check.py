"""Examination of a whole database: pages, rows, and every table by its log. Nothing is changed.

Each table is read in a transaction of its own and then forgotten, so that a large database needs little
memory, and that of a running server can be examined too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from benben import games
from benben.core.contract import Illegal, Unreadable
from benben.core.record.verify import verify_record
from benben.server.storage.database import check_version, open_read_only
from benben.server.storage.errors import DamagedDatabase
from benben.server.storage.faults import short_reason, storage_error
from benben.server.storage.rows import LogRow, TableRow
from benben.server.storage.schema import (
    IMPORTING,
    achievements,
    awake,
    entries,
    hooks,
    keys,
    notices,
    people,
    progress,
    reviews,
    sitters,
    tables,
    unread_matches,
)
from benben.server.tables import log_codec, visibility
from benben.server.tables.state import TableState

CODES_READ = 500  # at a time
INTEGRITY_LINES = 20  # of SQLite's own check

_REFERENCES = (  # columns that name a person or a table
    (keys.c.person, people.c.id, "person"),
    (hooks.c.person, people.c.id, "person"),
    (notices.c.person, people.c.id, "person"),
    (sitters.c.person, people.c.id, "person"),
    (progress.c.person, people.c.id, "person"),
    (achievements.c.person, people.c.id, "person"),
    (achievements.c.code, tables.c.code, "table"),
    (unread_matches.c.code, tables.c.code, "table"),
    (reviews.c.code, tables.c.code, "table"),
    (notices.c.code, tables.c.code, "table"),
    (sitters.c.code, tables.c.code, "table"),
    (entries.c.code, tables.c.code, "table"),
    (awake.c.code, tables.c.code, "table"),
)

Report = Callable[[str], None]


class Examined(NamedTuple):
    """What was examined, and how many faults there are."""

    tables: int
    finished: int
    lines: int
    people: int
    faults: int


class StoredTable(NamedTuple):
    """All rows of one table."""

    row: TableRow
    log: Sequence[LogRow]
    listed: Set[str]  # people who find the table in their list


class TableFault(Exception):
    """The first fault of a table, in a sentence."""


def examine_database(db: str, report_fault: Report, report_progress: Report = lambda _: None) -> Examined:
    """Examine a database and report each fault; StorageError if it cannot be examined by this Benben."""
    return _Examination(db, report_fault, report_progress).run()


class _Examination:
    def __init__(self, db: str, report_fault: Report, report_progress: Report) -> None:
        self._engine = open_read_only(db)
        self._report_fault, self._report_progress = report_fault, report_progress
        self._tables = self._finished = self._lines = self._people = self._faults = 0

    def run(self) -> Examined:
        try:
            self._examine_all()
        except SQLAlchemyError as fault:
            error = storage_error(fault)
            if not isinstance(error, DamagedDatabase):
                raise error from None
            self._add_fault(f"file: {short_reason(fault)}")
        finally:
            self._engine.dispose()
        return Examined(self._tables, self._finished, self._lines, self._people, self._faults)

    def _examine_all(self) -> None:
        with self._engine.connect() as connection:
            check_version(connection)
        if self._engine.dialect.name == "sqlite":
            self._report_progress("every page of the file")
            self._guard(self._check_pages)
        self._report_progress("people and references")
        self._guard(self._count_people)
        for column, target, what in _REFERENCES:
            self._guard(self._check_references, column, target, what)
        for code in self._codes():
            self._tables += 1
            try:
                self._check_table(code)
            except TableFault as fault:
                self._add_fault(f"table {code}: {fault}")
            except SQLAlchemyError as fault:
                self._add_fault(f"table {code}: It cannot be read: {short_reason(fault)}.")
            if self._tables % 20 == 0:
                self._report_progress(f"{self._tables:,} tables, {self._lines:,} lines")

    def _add_fault(self, sentence: str) -> None:
        self._faults += 1
        self._report_fault(sentence)

    def _guard(self, check: Callable[..., None], *arguments: Any) -> None:
        """Run one check. If its rows cannot be read, that is a fault, and the others still run."""
        try:
            with self._engine.connect() as connection:
                check(connection, *arguments)
        except SQLAlchemyError as fault:
            if not isinstance(storage_error(fault), DamagedDatabase):
                raise
            self._add_fault(f"file: {short_reason(fault)}")

    def _check_pages(self, connection: sql.Connection) -> None:
        for row in connection.exec_driver_sql(f"PRAGMA integrity_check({INTEGRITY_LINES})"):
            for line in str(row[0]).splitlines():
                if line != "ok" and not line.startswith("***"):
                    self._add_fault(f"file: {line}")

    def _count_people(self, connection: sql.Connection) -> None:
        self._people = connection.execute(sql.select(sql.func.count()).select_from(people)).scalar_one()

    def _check_references(
        self, connection: sql.Connection, column: sql.Column[Any], target: sql.Column[Any], what: str
    ) -> None:
        missing = column.not_in(sql.select(target))
        count = connection.execute(
            sql.select(sql.func.count()).select_from(column.table).where(missing)
        ).scalar_one()
        if count:
            refer = "row refers" if count == 1 else "rows refer"
            self._add_fault(f"{column.table.name}: {count:,} {refer} to no {what}.")

    def _codes(self) -> Iterator[str]:
        """The codes of all tables, some hundred at a time; not of those that are being imported."""
        last = ""
        while True:
            question = sql.select(tables.c.code).where(tables.c.code > last, tables.c.status != IMPORTING)
            question = question.order_by(tables.c.code)
            with self._engine.connect() as connection:
                found = [row[0] for row in connection.execute(question.limit(CODES_READ))]
            yield from found
            if len(found) < CODES_READ:
                return
            last = found[-1]

    def _check_table(self, code: str) -> None:
        with self._engine.connect() as connection:
            if self._engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")  # else every SELECT would see a moment of its own
            stored = _stored_table(connection, code)
        if stored is None:  # removed meanwhile
            return
        self._lines += len(stored.log)
        self._finished += stored.row.status == "over"
        check_stored_table(stored, self._existing)

    def _existing(self, persons: Set[str]) -> Set[str]:
        question = sql.select(people.c.id).where(people.c.id.in_(persons))
        with self._engine.connect() as connection:
            return {row[0] for row in connection.execute(question)}


def _stored_table(connection: sql.Connection, code: str) -> StoredTable | None:
    row = connection.execute(sql.select(*tables.c[TableRow._fields]).where(tables.c.code == code)).first()
    if row is None:
        return None
    lines = connection.execute(
        sql.select(*entries.c[LogRow._fields]).where(entries.c.code == code).order_by(entries.c.n)
    )
    log = [LogRow._make(line) for line in lines]
    listed = connection.execute(sql.select(sitters.c.person).where(sitters.c.code == code))
    return StoredTable(TableRow._make(row), log, {person for (person,) in listed})


def check_stored_table(stored: StoredTable, existing: Callable[[Set[str]], Set[str]]) -> None:
    """Replay the log of one table and compare rows and record with it; TableFault names the first fault.

    `existing` finds out which of these people exist: one who was deleted keeps a seat in old logs.
    """
    state = _replayed(stored)
    row = stored.row
    if state.status != row.status:
        raise TableFault(f"Its status is {row.status}; by its log it should be {state.status}.")
    saved = row.due.partition(" ")[0]
    if saved and (not saved.isdecimal() or int(saved) > state.length):
        lines = f"{int(saved):,}" if saved.isdecimal() else saved
        raise TableFault(f"Its log once had {lines} lines and has {state.length:,}.")
    kept = {state.seats.kept_for(place) for place in range(len(state.plan.places))}
    if stored.listed - state.people - kept:
        raise TableFault("A person finds it in their list and has no seat there.")
    unlisted = state.people - stored.listed
    if unlisted and existing(unlisted):
        raise TableFault("A person has a seat there, and it is not listed among their tables.")
    if row.ending and row.status != "over":
        raise TableFault("It has an ending, and its match is not over.")
    if row.status == "over":
        _check_finished(row, state)


def _replayed(stored: StoredTable) -> TableState:
    """The state after the whole log."""
    try:
        state = TableState(stored.row)
    except (Illegal, Unreadable) as fault:
        raise TableFault(f"Its plan cannot be used: {fault.sentence}.") from None
    except Exception as fault:
        raise TableFault(f"Its plan cannot be used: {_reason(fault)}.") from None
    ids: dict[tuple[str, str], int] = {}  # of messages: the line
    for n, line in enumerate(stored.log):
        if line.n != n:
            raise TableFault(f"Line {n} of its log is missing; line {line.n} follows.")
        try:
            if log_codec.encode(n, log_codec.decode(line)).kind != line.kind:
                raise TableFault(f"Line {n} of its log is of another kind than {line.kind!r}.")
            state.apply(line)
        except (Illegal, Unreadable) as fault:
            raise TableFault(f"Line {n} of its log cannot follow: {fault.sentence.rstrip('.')}.") from None
        except TableFault:
            raise
        except Exception as fault:
            raise TableFault(f"Line {n} of its log cannot follow: {_reason(fault)}.") from None
        if line.person and line.id:
            first = ids.setdefault((line.person, line.id), n)
            if first != n:
                raise TableFault(f"Line {n} has the id of line {first}: a message was stored twice.")
    return state


def _check_finished(row: TableRow, state: TableState) -> None:
    """TableFault if a finished match has another ending than its row says, or a record that is not sound."""
    try:
        ending = visibility.decode_ending(row.ending) if row.ending else None
    except Exception as fault:
        raise TableFault(f"Its ending cannot be read: {_reason(fault)}.") from None
    if ending is not None and ending != visibility.ending_of(state.match):
        raise TableFault("Its ending is not that of its match.")
    verdict = verify_record(state.record(), games.load)
    if not verdict.good:
        raise TableFault(f"Its record is not sound: {verdict.place}: {verdict.sentence}")


def _reason(fault: Exception) -> str:
    return f"{type(fault).__name__} {fault}".strip()
