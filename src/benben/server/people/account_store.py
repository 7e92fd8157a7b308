"""What is kept about people: keys, webhooks, what they were told, and what came of their matches."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple, TypeAlias

import sqlalchemy as sql

from benben.server.storage.rows import Change, Kept, due, end
from benben.server.storage.schema import hooks, keys, notices, people, sitters, tables
from benben.server.storage.store import Store

_kept = tables.c[Kept._fields]

_add_key = sql.insert(keys)
_drop_key = sql.delete(keys).where(
    keys.c.id == sql.bindparam("of_id"), keys.c.person == sql.bindparam("of_person")
)
_use_key = sql.update(keys).where(keys.c.id == sql.bindparam("of")).values(used=sql.bindparam("on"))
_add_hook = sql.insert(hooks)
_drop_hook = sql.delete(hooks).where(hooks.c.person == sql.bindparam("of"))
_say = sql.update(hooks).where(hooks.c.person == sql.bindparam("of")).values(said=sql.bindparam("to"))
_see = sql.update(hooks).where(hooks.c.person == sql.bindparam("of")).values(seen=sql.bindparam("at"))
_add_notice = sql.insert(notices)
_drop_notices = sql.delete(notices).where(notices.c.person == sql.bindparam("of"))


Kind: TypeAlias = Literal["device", "recovery", "program"]


class Key(NamedTuple):
    """One key, as it is kept."""

    id: str
    person: str
    kind: Kind
    label: str
    hash: str
    created: int  # seconds of the wall clock
    used: int  # a day, counted from 1970


class Found(NamedTuple):
    """A key with its person."""

    key: Key
    name: str
    told: bool  # a notice was sent since this person was last here


class Hook(NamedTuple):
    url: str
    origin: str
    said: str
    seen: int  # by any server process, seconds of the wall clock


def today() -> int:
    return int(time.time() // 86_400)


def new_key(key: Key) -> Change:
    return (_add_key, key._asdict())


class Register:
    def __init__(self, store: Store) -> None:
        self._store = store

    # Keys

    async def key(self, id: str) -> Found | None:
        told = sql.exists().where(notices.c.person == keys.c.person)
        question = sql.select(*keys.c[Key._fields], people.c.name, told)
        rows = await self._store.ask(
            question.join(people, people.c.id == keys.c.person).where(keys.c.id == id)
        )
        for *key, name, told in rows:
            return Found(Key._make(key), name, told)
        return None

    async def keys(self, person: str) -> list[Key]:
        """The newest first."""
        question = sql.select(*keys.c[Key._fields]).where(keys.c.person == person)
        return [
            Key._make(row)
            for row in await self._store.ask(question.order_by(keys.c.created.desc(), keys.c.id))
        ]

    async def known(self, ids: Collection[str]) -> set[str]:
        """Those that still stand."""
        return {row[0] for row in await self._store.ask(sql.select(keys.c.id).where(keys.c.id.in_(ids)))}

    async def add_key(self, key: Key) -> None:
        await self._store.put([new_key(key)])

    async def drop_key(self, person: str, id: str) -> None:
        await self._store.put([(_drop_key, {"of_id": id, "of_person": person})])

    async def use_key(self, id: str) -> None:
        await self._store.put([(_use_key, {"of": id, "on": today()})])

    # Webhooks and notices

    async def hook(self, person: str) -> Hook | None:
        rows = await self._store.ask(sql.select(*hooks.c[Hook._fields]).where(hooks.c.person == person))
        return Hook._make(rows[0]) if rows else None

    async def hooked(self) -> list[str]:
        """Everybody with a webhook."""
        return [row[0] for row in await self._store.ask(sql.select(hooks.c.person))]

    async def set_hook(self, person: str, hook: Hook | None) -> None:
        new = [] if hook is None else [(_add_hook, {"person": person, **hook._asdict()})]
        await self._store.put([(_drop_hook, {"of": person}), *new])

    async def say(self, person: str, sentence: str) -> None:
        await self._store.put([(_say, {"of": person, "to": sentence})])

    async def see(self, persons: Collection[str]) -> None:
        """These are here now. It is noted of those who have a webhook."""
        rows = await self._store.ask(sql.select(hooks.c.person).where(hooks.c.person.in_(persons)))
        if rows:
            await self._store.put([*((_see, {"of": row[0], "at": int(time.time())}) for row in rows)])

    async def claim(self, person: str, code: str, kind: str) -> None:
        """This notice is sent by whoever claims it; Taken if it was."""
        await self._store.put([(_add_notice, {"person": person, "code": code, "kind": kind})])

    async def back(self, person: str) -> None:
        """Here again: from now on there may be notices anew."""
        await self._store.put([(_drop_notices, {"of": person})])

    # Matches

    async def playing(self, person: str, most: int = 500) -> list[Kept]:
        rows = await self._store.ask(
            sql.select(*_kept)
            .join(sitters, sitters.c.code == tables.c.code)
            .where(sitters.c.person == person, tables.c.status == "playing")
            .order_by(tables.c.changed.desc())
            .limit(most)
        )
        return [Kept._make(row) for row in rows]

    async def finished(
        self, person: str, before: tuple[int, str] | None, most: int
    ) -> list[tuple[Kept, int]]:
        """With the moment of the end, the newest first."""
        question = (
            sql.select(*_kept, tables.c.changed)
            .join(sitters, sitters.c.code == tables.c.code)
            .where(sitters.c.person == person, tables.c.status == "over")
        )
        if before is not None:
            earlier = sql.or_(
                tables.c.changed < before[0],
                sql.and_(tables.c.changed == before[0], tables.c.code < before[1]),
            )
            question = question.where(earlier)
        question = question.order_by(tables.c.changed.desc(), tables.c.code.desc()).limit(most)
        return [(Kept._make(row[:-1]), row[-1]) for row in await self._store.ask(question)]

    async def set_due(self, marks: Mapping[str, str]) -> None:
        await self._store.put([due(code, mark) for code, mark in marks.items()])

    async def set_ending(self, code: str, ending: str) -> None:
        await self._store.put([end(code, ending)])
