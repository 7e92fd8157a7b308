"""Deletion of a person, and the export of what is kept of them. Decision 35 says what stays, and why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sql

from benben.server.people.accounts import Accounts
from benben.server.people.achievement_store import AchievementStore, drop_achievements_statement
from benben.server.people.progress import ProgressStore, drop_progress_statement
from benben.server.storage.rows import Identity
from benben.server.storage.schema import entries, hooks, keys, notices, people, sitters, tables
from benben.server.storage.statements import Change
from benben.server.storage.store import Store
from benben.server.wire import ExportedLine, ExportedTable, Hook, PersonExport

FORMER_NAME = "Somebody"  # in place of the name of a deleted person
DELETED_TEXT = "(deleted)"  # in place of what they wrote in the chat
PERSON_DELETED = "This account was deleted."
NAMED_KINDS = ("sat", "renamed", "said")  # kinds of log lines that hold the name of a person
ABOUT_EXPORT = (
    "Everything that this server keeps of you: your name, your keys without their secrets, the address of "
    "your webhook, the tables where you have or had a seat, what you wrote there, what you have learned and "
    "solved, and the achievements that you have earned. The moves of a finished match are in its record, "
    "which can be downloaded at its table. The log of the server holds addresses of clients for as long as "
    "its host keeps it."
)

_drop_keys = sql.delete(keys).where(keys.c.person == sql.bindparam("of"))
_drop_hooks = sql.delete(hooks).where(hooks.c.person == sql.bindparam("of"))
_drop_told = sql.delete(notices).where(notices.c.person == sql.bindparam("of"))
_drop_seats = sql.delete(sitters).where(sitters.c.person == sql.bindparam("of"))
_drop_person = sql.delete(people).where(people.c.id == sql.bindparam("of"))
_set_body = (
    sql.update(entries)
    .where(entries.c.code == sql.bindparam("of"), entries.c.n == sql.bindparam("at"))
    .values(body=sql.bindparam("to"))
)
_set_plan = sql.update(tables).where(tables.c.code == sql.bindparam("of")).values(plan=sql.bindparam("to"))


class PersonDeletion:
    """Finds and deletes what the database holds of a person."""

    def __init__(
        self, store: Store, accounts: Accounts, progress: ProgressStore, achievements: AchievementStore
    ) -> None:
        self._store, self._accounts, self._progress = store, accounts, progress
        self._achievements = achievements

    async def unfinished_codes(self, person: str) -> list[str]:
        """The tables that wait or run where this person has a seat."""
        question = sql.select(tables.c.code).join(sitters, sitters.c.code == tables.c.code)
        rows = await self._store.fetch(question.where(sitters.c.person == person, tables.c.status != "over"))
        return [row[0] for row in rows]

    async def delete(self, person: str) -> None:
        """Delete the person, and overwrite their name and their chat lines, in one transaction."""
        changes: list[Change] = []
        for code, n, body in await self._lines(person):
            changes.append((_set_body, {"of": code, "at": n, "to": nameless_line(body)}))
        plans = sql.select(tables.c.code, tables.c.plan).where(tables.c.plan.contains(f'"{person}"'))
        for code, plan in await self._store.fetch(plans):
            changes.append((_set_plan, {"of": code, "to": nameless_plan(plan, person)}))
        drops = (_drop_told, _drop_hooks, _drop_keys, _drop_seats, _drop_person)
        changes += [drop_progress_statement(person), drop_achievements_statement(person)]
        await self._store.commit([*changes, *((drop, {"of": person}) for drop in drops)])

    async def export(self, member: Identity, webhook: Hook) -> PersonExport:
        """Everything that is kept of a person."""
        created = await self._store.fetch(sql.select(people.c.created).where(people.c.id == member.id))
        question = sql.select(tables.c.code, tables.c.plan, tables.c.status, tables.c.changed)
        seats = question.join(sitters, sitters.c.code == tables.c.code).where(sitters.c.person == member.id)
        said = [(code, json.loads(body)) for code, _, body in await self._lines(member.id, ("said",))]
        return PersonExport(
            ABOUT_EXPORT,
            member.id,
            member.name,
            _date(created[0][0]) if created else "",
            await self._accounts.keys(member),
            webhook,
            [
                ExportedTable(code, json.loads(plan)["game"], status, _date(changed / 1000))
                for code, plan, status, changed in await self._store.fetch(seats.order_by(tables.c.changed))
            ],
            [ExportedLine(code, line["text"]) for code, line in said],
            await self._progress.progress(member.id),
            await self._achievements.earned(member.id),
        )

    async def _lines(self, person: str, kinds: Sequence[str] = NAMED_KINDS) -> Sequence[Sequence[Any]]:
        """Log lines with the name of this person: code, number and body."""
        question = sql.select(entries.c.code, entries.c.n, entries.c.body).where(
            entries.c.kind.in_(kinds), entries.c.body.contains(f'"person":"{person}"')
        )
        return await self._store.fetch(question.order_by(entries.c.code, entries.c.n))


def nameless_line(body: str) -> str:
    """A line of the log without the name of its person and without what they wrote."""
    line = json.loads(body)
    line["name"] = FORMER_NAME
    if "text" in line:
        line["text"] = DELETED_TEXT
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def nameless_plan(text: str, person: str) -> str:
    """The plan of a table without the name of this person."""
    plan = json.loads(text)
    if plan.get("hosted") == person:
        plan["host"] = FORMER_NAME
    for place in plan["places"]:
        if place.get("kept") == person:
            place.update({name: FORMER_NAME for name in ("name", "called") if place.get(name)})
    return json.dumps(plan, ensure_ascii=False, separators=(",", ":"))


def _date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
