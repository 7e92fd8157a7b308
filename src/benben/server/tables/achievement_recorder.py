"""The recorder of achievements: reads each match that is over, and stores what its players have earned.

Matches are read one after the other: those that have just ended first, then those that ended when no server
could read them. A short match whose room is loaded is read here, every other one in a worker. One that cannot
be read now is read later; one that can never be read waits for the next start of the server.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from benben.core.achievement_check import earned_by_seat
from benben.core.contract import Game
from benben.server.log_output import log_name
from benben.server.people.achievement_store import AchievementStore, Earned
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import TableRow
from benben.server.storage.table_queries import log_pages
from benben.server.tables import log_codec
from benben.server.tables.registry import RoomRegistry
from benben.server.tables.state import TableState
from benben.server.workers.fair_queue import SERVER
from benben.server.workers.worker_process import TookTooLong, WorkerRefusal

POLL_SECONDS = 0.05  # between two looks whether a match has been read

_log = logging.getLogger("benben")


class AchievementRecorder:
    """Reads matches that are over, in the background."""

    def __init__(self, rooms: RoomRegistry, store: AchievementStore) -> None:
        services = rooms.services
        self._rooms, self._store, self._tables = rooms, store, services.store
        self._workers, self._limits = services.workers, services.limits
        self._ended: dict[str, None] = {}  # codes of tables whose matches have ended here, in their order
        self._woken = asyncio.Event()
        self._broken: set[str] = set()  # codes of matches that cannot be read

    def note_end(self, code: str) -> None:
        """Read this match soon."""
        self._ended[code] = None  # once, however often a game for one ends before its turn comes
        self._woken.set()

    async def run(self) -> None:
        """Read matches for as long as the server runs."""
        while True:
            self._woken.clear()
            await self._read_all()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), self._limits.achievement_pause)

    async def wait_until_read(self, code: str) -> None:
        """Wait until this match has been read, if it is over, but not for long."""
        ends = asyncio.get_running_loop().time() + self._limits.achievement_seconds
        while await self._store.unread_lines(code) is not None and code not in self._broken:
            if asyncio.get_running_loop().time() > ends:
                return
            await asyncio.sleep(POLL_SECONDS)

    async def _read_all(self) -> None:
        last, most = "", self._limits.achievement_batch
        while True:
            await self._read_ended()
            try:
                codes = await self._store.unread_codes(last, most)
            except StorageError as fault:
                _log.warning("achievements: %s", fault)
                return
            for code in codes:
                await self._read(code)
                await self._read_ended()
            if len(codes) < most:
                return
            last = codes[-1]

    async def _read_ended(self) -> None:
        while self._ended:
            code = next(iter(self._ended))
            del self._ended[code]
            await self._read(code)

    async def _read(self, code: str) -> None:
        """Read one match and store what was earned in it; a fault concerns no other match."""
        if code in self._broken:
            return
        try:
            lines = await self._store.unread_lines(code)
            table = None if lines is None else await self._tables.table(code)
            if table is not None and lines is not None:
                await self._store.save(code, lines, *await self._earned(table, lines))
        except TookTooLong:
            self._give_up(code, "took too long")
        except (StorageError, WorkerRefusal) as refusal:
            _log.warning("table %s: achievements wait: %s", log_name(code), type(refusal).__name__)
        except Exception as fault:
            self._give_up(code, type(fault).__name__)

    def _give_up(self, code: str, reason: str) -> None:
        self._broken.add(code)
        _log.warning("table %s: no achievements can be read: %s", log_name(code), reason)

    async def _earned(self, table: TableRow, lines: int) -> tuple[str, list[Earned]]:
        """The game of a match, and what was earned in it."""
        room = self._rooms.loaded(table.code)
        if room and room.state.length >= lines and lines <= self._limits.free_lines:
            return room.state.game.name, earned_at(room.state)
        game = TableState(table).game
        pages = [log_codec.pack(page) async for page in log_pages(self._tables, table.code)]
        seconds = self._limits.job_seconds
        return game.name, await self._workers.ask(
            earned_in_log, game, table, pages, owner=SERVER, lane="jobs", seconds=seconds
        )


def earned_in_log(game: Game, table: TableRow, pages: Sequence[bytes]) -> list[Earned]:
    """What the people of a match have earned, by its log. Run in a worker."""
    state = TableState(table, game)
    for page in pages:
        for line in log_codec.unpack(page):
            state.apply(line)
    return earned_at(state)


def earned_at(state: TableState) -> list[Earned]:
    """What the people at a table have earned in its match; nothing if it is not over, or was imported.

    A match that began at a position earns nothing: it may have been almost won. Whoever has several seats
    earns nothing: they play against themselves, or share a device with others.
    """
    if state.status != "over" or state.plan.brought or state.plan.position:
        return []
    advised = [seat for seat, asked in enumerate(state.helped) if asked]
    by_seat = earned_by_seat(state.match, state.entries, state.states, advised)
    return [
        Earned(person, id)
        for person in sorted(state.people)
        for id in (by_seat[state.seats_of(person)[0]] if len(state.seats_of(person)) == 1 else ())
    ]
