"""Storage of accounts: keys of people, their webhooks, and the notices that were sent to them."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Literal, NamedTuple, TypeAlias

import sqlalchemy as sql

from benben.server.storage.schema import hooks, keys, notices, people
from benben.server.storage.statements import Change
from benben.server.storage.store import Store

_add_key = sql.insert(keys)
_drop_key = sql.delete(keys).where(
    keys.c.id == sql.bindparam("of_id"), keys.c.person == sql.bindparam("of_person")
)
_use_key = sql.update(keys).where(keys.c.id == sql.bindparam("of")).values(used=sql.bindparam("on"))
_add_hook = sql.insert(hooks)
_drop_hook = sql.delete(hooks).where(hooks.c.person == sql.bindparam("of"))
_set_said = sql.update(hooks).where(hooks.c.person == sql.bindparam("of")).values(said=sql.bindparam("to"))
_set_seen = sql.update(hooks).where(hooks.c.person == sql.bindparam("of")).values(seen=sql.bindparam("at"))
_add_notice = sql.insert(notices)
_drop_notices = sql.delete(notices).where(notices.c.person == sql.bindparam("of"))


KeyKind: TypeAlias = Literal["device", "recovery", "program"]


class KeyRow(NamedTuple):
    """One key, as the database holds it."""

    id: str
    person: str
    kind: KeyKind
    label: str
    hash: str
    created: int  # seconds of the wall clock
    used: int  # the last day, counted from 1970


class KeyWithPerson(NamedTuple):
    """A key, and what is known of the person that it belongs to."""

    key: KeyRow
    name: str
    notified: bool  # a notice was sent since this person was last here


class WebhookRow(NamedTuple):
    """The webhook of a person, as the database holds it."""

    url: str
    origin: str
    said: str  # what became of the last notice
    seen: int  # when any server process last saw the person, seconds of the wall clock


def today() -> int:
    """The day in UTC, counted from 1970."""
    return int(time.time() // 86_400)


def new_key_statement(key: KeyRow) -> Change:
    return (_add_key, key._asdict())


class AccountStore:
    """Reads and writes keys, webhooks and notices."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Keys

    async def key(self, id: str) -> KeyWithPerson | None:
        """The key with this id; None if there is none."""
        notified = sql.exists().where(notices.c.person == keys.c.person)
        question = sql.select(*keys.c[KeyRow._fields], people.c.name, notified)
        rows = await self._store.fetch(
            question.join(people, people.c.id == keys.c.person).where(keys.c.id == id)
        )
        for *key, name, notified in rows:
            return KeyWithPerson(KeyRow._make(key), name, notified)
        return None

    async def keys(self, person: str) -> list[KeyRow]:
        """All keys of a person, the newest first."""
        question = sql.select(*keys.c[KeyRow._fields]).where(keys.c.person == person)
        return [
            KeyRow._make(row)
            for row in await self._store.fetch(question.order_by(keys.c.created.desc(), keys.c.id))
        ]

    async def existing_keys(self, ids: Collection[str]) -> set[str]:
        """The ids among these that have not been revoked."""
        return {row[0] for row in await self._store.fetch(sql.select(keys.c.id).where(keys.c.id.in_(ids)))}

    async def add_key(self, key: KeyRow) -> None:
        await self._store.commit([new_key_statement(key)])

    async def drop_key(self, person: str, id: str) -> None:
        await self._store.commit([(_drop_key, {"of_id": id, "of_person": person})])

    async def note_use(self, id: str) -> None:
        """Save that a key was used today."""
        await self._store.commit([(_use_key, {"of": id, "on": today()})])

    # Webhooks and notices

    async def webhook(self, person: str) -> WebhookRow | None:
        rows = await self._store.fetch(
            sql.select(*hooks.c[WebhookRow._fields]).where(hooks.c.person == person)
        )
        return WebhookRow._make(rows[0]) if rows else None

    async def people_with_webhook(self) -> list[str]:
        """The ids of all people who have a webhook."""
        return [row[0] for row in await self._store.fetch(sql.select(hooks.c.person))]

    async def set_webhook(self, person: str, hook: WebhookRow | None) -> None:
        """Replace the webhook of a person; None removes it."""
        new = [] if hook is None else [(_add_hook, {"person": person, **hook._asdict()})]
        await self._store.commit([(_drop_hook, {"of": person}), *new])

    async def set_delivery_report(self, person: str, sentence: str) -> None:
        """Save what became of the last notice to a person."""
        await self._store.commit([(_set_said, {"of": person, "to": sentence})])

    async def note_seen(self, persons: Collection[str]) -> None:
        """Save that these people are here now; only people with a webhook need it."""
        rows = await self._store.fetch(sql.select(hooks.c.person).where(hooks.c.person.in_(persons)))
        if rows:
            await self._store.commit([*((_set_seen, {"of": row[0], "at": int(time.time())}) for row in rows)])

    async def claim_notice(self, person: str, code: str, kind: str) -> None:
        """Reserve a notice for this process to send; WriteConflict if another process has it."""
        await self._store.commit([(_add_notice, {"person": person, "code": code, "kind": kind})])

    async def clear_notices(self, person: str) -> None:
        """Forget which notices were sent: the person is back, and may be notified again."""
        await self._store.commit([(_drop_notices, {"of": person})])
