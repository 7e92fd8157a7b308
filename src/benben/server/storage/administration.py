"""What `benben admin` reads and changes in the database, beside a running server or without one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from benben.server.log_output import log_name
from benben.server.storage import migrations
from benben.server.storage.database import open_engine
from benben.server.storage.errors import StorageError
from benben.server.storage.faults import short_reason
from benben.server.storage.schema import (
    achievements,
    awake,
    bans,
    entries,
    keys,
    notices,
    people,
    reviews,
    sitters,
    tables,
    unread_matches,
)

Subject: TypeAlias = Literal["table", "person", "address"]
Row: TypeAlias = dict[str, Any]
_PARTS = (achievements, unread_matches, reviews, notices, sitters, entries, awake)  # that belong to a table
REMOVAL_ATTEMPTS = 5  # at removing a table to which a running server may write in between


class Administration:
    """An open database, for the host of a server."""

    def __init__(self, connection: sql.Connection) -> None:
        self._connection = connection

    # Lists

    def tables(self, most: int, status: str = "") -> list[Row]:
        """Tables, the one that changed last first. The plan is not among the columns: see `table`."""
        lines = sql.select(sql.func.count()).where(entries.c.code == tables.c.code).scalar_subquery()
        columns = tables.c["code", "status", "public", "changed", "maker", "address"]
        question = sql.select(*columns, lines.label("lines")).order_by(tables.c.changed.desc(), tables.c.code)
        if status:
            question = question.where(tables.c.status == status)
        banned = self._banned("table")
        return [
            {**row, "log": log_name(row["code"]), "banned": row["code"] in banned}
            for row in self._rows(question.limit(most))
        ]

    def people(self, most: int) -> list[Row]:
        """People, the newest first, with the day of their last visit and the number of their tables."""
        used = sql.select(sql.func.max(keys.c.used)).where(keys.c.person == people.c.id).scalar_subquery()
        seats = sql.select(sql.func.count()).where(sitters.c.person == people.c.id).scalar_subquery()
        question = sql.select(people, used.label("used"), seats.label("tables"))
        banned = self._banned("person")
        return [
            {**row, "banned": row["id"] in banned}
            for row in self._rows(question.order_by(people.c.created.desc(), people.c.id).limit(most))
        ]

    def addresses(self, most: int) -> list[Row]:
        """Addresses from which unfinished tables were made, and how many."""
        count = sql.func.count().label("tables")
        question = sql.select(tables.c.address, count).where(tables.c.address != "")
        return self._rows(question.group_by(tables.c.address).order_by(count.desc()).limit(most))

    def bans(self) -> list[Row]:
        return self._rows(sql.select(bans).order_by(bans.c.created.desc(), bans.c.kind, bans.c.subject))

    # One of them

    def table(self, code: str) -> Row | None:
        """A table with its people; None if there is none."""
        found = self._rows(sql.select(*_without_secret()).where(tables.c.code == code))
        question = sql.select(people.c.id, people.c.name).join(sitters, sitters.c.person == people.c.id)
        return {**found[0], "people": self._rows(question.where(sitters.c.code == code))} if found else None

    def person(self, id: str) -> Row | None:
        """A person with keys and tables, without anything that lets somebody in; None if there is none."""
        found = self._rows(sql.select(people).where(people.c.id == id))
        columns = keys.c["id", "kind", "label", "created", "used"]
        seats = sql.select(sitters.c.code).where(sitters.c.person == id).order_by(sitters.c.code)
        return (
            {
                **found[0],
                "keys": self._rows(sql.select(*columns).where(keys.c.person == id).order_by(keys.c.created)),
                "tables": [row["code"] for row in self._rows(seats)],
            }
            if found
            else None
        )

    def code(self, text: str) -> str:
        """The code of a table, from its code or its name in the log; the text itself if there is none."""
        if len(text) == 8 and "-" not in text:
            for row in self._rows(sql.select(tables.c.code)):
                if log_name(row["code"]) == text:
                    return str(row["code"])
        return text

    # Changes

    def ban(self, kind: Subject, subject: str, reason: str = "", *, removed: bool = False) -> None:
        """Ban a table, a person or a network. A running server learns of it within seconds."""
        self.unban(kind, subject)
        row = {"kind": kind, "subject": subject, "reason": reason, "created": int(time.time())}
        self._connection.execute(sql.insert(bans).values(**row, removed=removed))

    def unban(self, kind: Subject, subject: str) -> bool:
        """Lift a ban; False if there is none."""
        this = (bans.c.kind == kind) & (bans.c.subject == subject)
        return bool(self._connection.execute(sql.delete(bans).where(this)).rowcount)

    def remove_table(self, code: str, reason: str = "") -> None:
        """Ban a table, and delete it with its log."""
        self.ban("table", code, reason, removed=True)
        for attempt in range(REMOVAL_ATTEMPTS):
            try:
                with self._connection.begin_nested():
                    for table in (*_PARTS, tables):
                        self._connection.execute(sql.delete(table).where(table.c.code == code))
                return
            except IntegrityError:  # the server has just written a line
                if attempt == REMOVAL_ATTEMPTS - 1:
                    raise

    def remove_person(self, id: str, reason: str = "") -> None:
        """Ban a person, sign out all devices, and have the server delete what it keeps of them."""
        self.ban("person", id, reason, removed=True)
        self._connection.execute(sql.delete(keys).where(keys.c.person == id))

    def _banned(self, kind: Subject) -> set[str]:
        return {row["subject"] for row in self._rows(sql.select(bans.c.subject).where(bans.c.kind == kind))}

    def _rows(self, question: sql.Select[Any]) -> list[Row]:
        return [dict(row) for row in self._connection.execute(question).mappings()]


def _without_secret() -> list[sql.ColumnElement[Any]]:
    return [column for column in tables.c if column.name != "secret"]


@contextmanager
def open_administration(db: str) -> Iterator[Administration]:
    """The database in one transaction, which is committed at the end; StorageError if it cannot be opened."""
    engine = open_engine(db)
    try:
        with engine.begin() as connection:
            if migrations.stored_version(connection) != migrations.newest_version():
                raise StorageError("The database is of another version. `benben serve` brings it up to date.")
            yield Administration(connection)
    except SQLAlchemyError as fault:
        raise StorageError(f"The database did not answer: {short_reason(fault)}") from None
    finally:
        engine.dispose()
