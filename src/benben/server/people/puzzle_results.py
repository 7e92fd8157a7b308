"""Results of puzzles of the day, counted without names.

A result is counted once for each person, or for each device of somebody without an account. To know that, a
hash of the day, the game and the person or device is kept until the day is over, and then forgotten. What
stays are numbers: how many found it at the first try, in how many minutes, and which answer was tried first.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import sqlalchemy as sql

from benben.server.settings import Limits
from benben.server.storage.errors import WriteConflict
from benben.server.storage.schema import puzzle_counts, puzzle_voters
from benben.server.storage.statements import Change
from benben.server.storage.store import Store
from benben.server.wire import PartName, PuzzleResult, ResultCounts

TIMES_MS = (20_000, 40_000, 60_000, 120_000, 300_000)  # the ends of times that are counted together
LAST_TRY = 4  # and all after it are counted together
WITH_HELP = "help"  # the bucket of those who had help, for tries and times alike
TOO_LATE = "The day of this puzzle is over: its results stand."
COUNTED_BEFORE = "Your result of this puzzle was counted before."
TOO_MANY_RESULTS = "Many results of this puzzle came from your address already."

_count = sql.text(
    "INSERT INTO puzzle_counts (day, game, part, kind, bucket, many) "
    "VALUES (:day, :game, :part, :kind, :bucket, 1) "
    "ON CONFLICT (day, game, part, kind, bucket) DO UPDATE SET many = puzzle_counts.many + 1"
)
_add_voter = sql.insert(puzzle_voters)
_drop_voters = sql.delete(puzzle_voters).where(puzzle_voters.c.day < sql.bindparam("before"))


def today() -> str:
    """The day in UTC."""
    return datetime.now(UTC).date().isoformat()


class PuzzleResultStore:
    """Counts results of puzzles, and tells how they are distributed."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits
        self._by_address: Counter[tuple[str, str, str]] = Counter()  # results by day, game and address

    async def count(self, day: str, game: str, voter: str, address: str, result: PuzzleResult) -> str:
        """Count a result of a person or device. Empty if it was counted, else why it was not."""
        if day < self._first_open_day():
            return TOO_LATE
        hashed = _hash(day, game, voter)
        seen = sql.select(sql.literal(1)).where(
            puzzle_voters.c.day == day, puzzle_voters.c.game == game, puzzle_voters.c.voter == hashed
        )
        if await self._store.fetch(seen):
            return COUNTED_BEFORE
        if self._by_address[day, game, address] >= self._limits.results_per_address:
            return TOO_MANY_RESULTS
        changes: list[Change] = [(_add_voter, {"day": day, "game": game, "voter": hashed})]
        place = {"day": day, "game": game, "part": result.part}
        changes += [(_count, place | {"kind": kind, "bucket": bucket}) for kind, bucket in _buckets(result)]
        try:
            await self._store.commit(changes)
        except WriteConflict:  # it was sent twice at the same time
            return COUNTED_BEFORE
        self._by_address[day, game, address] += 1
        return ""

    async def results(self, day: str) -> list[ResultCounts]:
        """The results of a day, by game and part."""
        table = puzzle_counts.c
        question = sql.select(table.game, table.part, table.kind, table.bucket, table.many).where(
            table.day == day, table.kind != "choice"
        )
        counts: dict[tuple[str, PartName], dict[tuple[str, str], int]] = {}
        for game, part, kind, bucket, many in await self._store.fetch(
            question.order_by(table.game, table.part)
        ):
            counts.setdefault((game, part), {})[kind, bucket] = many
        return [_message(game, part, found) for (game, part), found in counts.items()]

    async def choices(self, day: str, game: str) -> dict[str, int]:
        """How many people gave each answer first."""
        table = puzzle_counts.c
        question = sql.select(table.bucket, table.many).where(
            table.day == day, table.game == game, table.kind == "choice"
        )
        return {row[0]: row[1] for row in await self._store.fetch(question)}

    async def forget_voters(self) -> None:
        """Forget who was counted on days that are over."""
        first = self._first_open_day()
        for key in [key for key in self._by_address if key[0] < first]:
            del self._by_address[key]
        await self._store.commit([(_drop_voters, {"before": first})])

    def _first_open_day(self) -> str:
        """The first day whose results are still counted."""
        return (datetime.now(UTC) - timedelta(seconds=self._limits.grace_seconds)).date().isoformat()


def _hash(day: str, game: str, voter: str) -> str:
    return hashlib.sha256(f"benben puzzle {day} {game} {voter}".encode()).hexdigest()


def _buckets(result: PuzzleResult) -> Sequence[tuple[str, str]]:
    """Where a result is counted: kinds and their buckets."""
    tried = WITH_HELP if result.helped else str(min(result.tries, LAST_TRY))
    time = WITH_HELP if result.helped else str(sum(result.ms > end for end in TIMES_MS))
    choice = [("choice", result.first)] if result.first else []
    return [("tries", tried), ("time", time), *choice]


def _message(game: str, part: PartName, found: dict[tuple[str, str], int]) -> ResultCounts:
    tries = [found.get(("tries", str(n)), 0) for n in range(1, LAST_TRY + 1)]
    times = [found.get(("time", str(n)), 0) for n in range(len(TIMES_MS) + 1)]
    helped = found.get(("tries", WITH_HELP), 0)
    return ResultCounts(
        game=game,
        part=part,
        people=sum(tries) + helped,
        tries=[*tries, helped],
        times=[*times, found.get(("time", WITH_HELP), 0)],
        limits=list(TIMES_MS),
    )
