"""Progress of people: steps of lessons that they have done, and puzzles of the day that they have solved.

Progress is a union of what all devices of a person have sent. Nothing is taken away, and of two results of a
puzzle the earlier one stands: so it does not matter in which order devices send theirs.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sql

from benben import games
from benben.core.contract import Illegal
from benben.core.puzzle_days import FIRST_DAY
from benben.server.settings import Limits
from benben.server.storage.schema import progress
from benben.server.storage.statements import Change
from benben.server.storage.store import Store
from benben.server.wire import PersonProgress, SolvedPuzzle

CLOCK_SLACK_SECONDS = 86_400  # by which the clock of a device may be ahead

_merge = sql.text(
    "INSERT INTO progress (person, kind, name, at, body) VALUES (:person, :kind, :name, :at, :body) "
    "ON CONFLICT (person, kind, name) DO UPDATE SET at = excluded.at, body = excluded.body "
    "WHERE excluded.at < progress.at"
)
_drop = sql.delete(progress).where(progress.c.person == sql.bindparam("of"))
_decode = msgspec.json.Decoder(SolvedPuzzle).decode
_encode = msgspec.json.encode


def drop_progress_statement(person: str) -> Change:
    return (_drop, {"of": person})


class ProgressStore:
    """Reads and merges the progress of people."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits

    async def progress(self, person: str) -> PersonProgress:
        """All that a person has learned and solved."""
        question = sql.select(progress.c.kind, progress.c.name, progress.c.body)
        rows = await self._store.fetch(
            question.where(progress.c.person == person).order_by(progress.c.kind, progress.c.name)
        )
        found = PersonProgress()
        lessons: dict[str, list[str]] = {}
        puzzles: dict[str, dict[str, SolvedPuzzle]] = {}
        for kind, name, body in rows:
            first, _, second = name.partition("/")
            if kind == "lesson":
                lessons.setdefault(first, []).append(second)
            else:
                puzzles.setdefault(first, {})[second] = _decode(body)
        found.lessons, found.puzzles = lessons, puzzles
        return found

    async def add(self, person: str, sent: PersonProgress) -> PersonProgress:
        """Add what a device has sent, and return the whole; Illegal if it names what cannot be."""
        rows = list(_rows(person, sent))
        if rows:
            await self._check_room(person, len(rows))
            await self._store.commit([(_merge, row) for row in rows])
        return await self.progress(person)

    async def _check_room(self, person: str, more: int) -> None:
        """Illegal if so many more rows might be too many for one person."""
        question = sql.select(sql.func.count()).where(progress.c.person == person)
        found = (await self._store.fetch(question))[0][0]
        if found + more > self._limits.progress_rows:
            raise Illegal("people", "There is no room for more progress.")


def row_count(sent: PersonProgress) -> int:
    """How many steps and puzzles there are."""
    return sum(map(len, sent.lessons.values())) + sum(map(len, sent.puzzles.values()))


def _rows(person: str, sent: PersonProgress) -> Iterator[dict[str, Any]]:
    """The rows to be merged; Illegal if a game or a day cannot be."""
    for game, steps in sent.lessons.items():
        _check_game(game)
        for step in dict.fromkeys(steps):
            yield {"person": person, "kind": "lesson", "name": f"{game}/{step}", "at": 0, "body": ""}
    latest = (datetime.now(UTC) + timedelta(seconds=CLOCK_SLACK_SECONDS)).date().isoformat()
    soonest_ms = (time.time() + CLOCK_SLACK_SECONDS) * 1000
    for day, results in sent.puzzles.items():
        if not _is_day(day) or not FIRST_DAY <= day <= latest:
            raise Illegal("people", f"There is no puzzle of the day {day[:20]}.")
        for game, solved in results.items():
            _check_game(game)
            if solved.at > soonest_ms:
                raise Illegal("people", "A puzzle cannot have been solved in the future.")
            body = _encode(solved).decode()
            yield {"person": person, "kind": "puzzle", "name": f"{day}/{game}", "at": solved.at, "body": body}


def _check_game(name: str) -> None:
    if name not in games.NAMES:
        raise Illegal("people", "There is no game of that name.")


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
