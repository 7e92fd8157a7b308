"""Achievements of people: what they have earned, and the matches from which it is still to be read.

A match is noted as unread in the transaction that ends it, and the note goes in the transaction that stores
what was earned. So nothing is lost whenever the server stops, and to read a match twice changes nothing: an
achievement is stored once, with the first match that earned it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sql

from benben.server.storage.schema import achievements, unread_matches
from benben.server.storage.statements import Change
from benben.server.storage.store import Store
from benben.server.wire import EarnedAchievement

_note_unread = sql.text(
    "INSERT INTO unread_matches (code, lines) VALUES (:code, :lines) "
    "ON CONFLICT (code) DO UPDATE SET lines = excluded.lines"
)
_drop_unread = sql.delete(unread_matches).where(
    unread_matches.c.code == sql.bindparam("of"), unread_matches.c.lines == sql.bindparam("length")
)
# A person who was deleted keeps a seat in the log, and gets nothing.
_store_earned = sql.text(
    "INSERT INTO achievements (person, game, id, code, at) "
    "SELECT people.id, CAST(:game AS TEXT), CAST(:id AS TEXT), tables.code, tables.changed "
    "FROM people, tables WHERE people.id = :person AND tables.code = :code "
    "ON CONFLICT (person, game, id) DO UPDATE SET code = excluded.code, at = excluded.at "
    "WHERE excluded.at < achievements.at"
)
_drop_earned = sql.delete(achievements).where(achievements.c.person == sql.bindparam("of"))


class Earned(NamedTuple):
    person: str
    id: str  # of the achievement


def unread_match_statement(code: str, lines: int) -> Change:
    """The change that notes a match that is over, with the length of its log, as still to be read."""
    return (_note_unread, {"code": code, "lines": lines})


def drop_achievements_statement(person: str) -> Change:
    return (_drop_earned, {"of": person})


class AchievementStore:
    """Reads and stores what people have earned."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def earned(self, person: str) -> list[EarnedAchievement]:
        """All that a person has earned, the first before the last."""
        columns = achievements.c["game", "id", "code", "at"]
        question = sql.select(*columns).where(achievements.c.person == person)
        found = await self._store.fetch(
            question.order_by(achievements.c.at, achievements.c.game, achievements.c.id)
        )
        return [EarnedAchievement(*row) for row in found]

    async def unread_codes(self, after: str, most: int) -> list[str]:
        """Codes of tables, in order, whose matches are still to be read."""
        question = sql.select(unread_matches.c.code).where(unread_matches.c.code > after)
        return [
            row[0] for row in await self._store.fetch(question.order_by(unread_matches.c.code).limit(most))
        ]

    async def unread_lines(self, code: str) -> int | None:
        """The length of the log with which a match is still to be read; None if it has been."""
        found = await self._store.fetch(
            sql.select(unread_matches.c.lines).where(unread_matches.c.code == code)
        )
        return found[0][0] if found else None

    async def save(self, code: str, lines: int, game: str, earned: Iterable[Earned]) -> None:
        """Store what was earned in a match, and that it has been read as far as these lines."""
        changes: list[Change] = [
            (_store_earned, {"person": one.person, "game": game, "id": one.id, "code": code})
            for one in earned
        ]
        await self._store.commit([*changes, (_drop_unread, {"of": code, "length": lines})])
