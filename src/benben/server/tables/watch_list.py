"""The watch list: public matches that people play now or have finished, and the house match.

Everybody gets the same list, made at most every few seconds. It shows what an onlooker may see.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence

import msgspec
from msgspec import Raw

from benben.core import perspective as perspectives
from benben.core.contract import Illegal, Unreadable
from benben.core.outcomes import BROKEN_OFF
from benben.server import wire
from benben.server.log_output import log_name
from benben.server.storage import table_queries
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import TableRow
from benben.server.tables import visibility
from benben.server.tables.house_match import HouseMatch
from benben.server.tables.listing import TableLists
from benben.server.tables.registry import RoomRegistry
from benben.server.tables.room import Room
from benben.server.tables.state import TableState
from benben.server.workers.worker_process import WorkerRefusal

BOARDS_KEPT = 64  # of tables that are not loaded here, and whose logs have not grown

_log = logging.getLogger("benben")
_encoder = msgspec.json.Encoder()


class WatchList:
    """Makes the list of matches to watch, and keeps it for a while."""

    def __init__(self, rooms: RoomRegistry, lists: TableLists, has_house_match: bool) -> None:
        self._rooms, self._lists, self._store = rooms, lists, rooms.services.store
        self._limits = rooms.services.limits
        self._house = HouseMatch(self._store, self._limits.house_rest_seconds) if has_house_match else None
        self._found: list[wire.WatchedMatch] = []
        self._found_at = 0.0  # by the monotonic clock; 0: it has to be made
        self._looking: asyncio.Task[None] | None = None  # all who ask meanwhile wait for it
        self._boards: OrderedDict[tuple[str, int], wire.WatchedMatch] = OrderedDict()  # by code and length
        self._resumed = ""  # the code of the house match whose first moves this process has seen to
        self._unfit = ""  # the code of a house match that cannot be loaded

    async def matches(self) -> list[wire.WatchedMatch]:
        """What there is to watch: matches that run, then finished ones, the newest first."""
        if not self._found_at or time.monotonic() - self._found_at >= self._limits.watch_seconds:
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self._look_again())
            await asyncio.shield(self._looking)
        return [one for one in self._found if not self._rooms.is_banned(one.code)]

    def forget(self) -> None:
        """Forget what is kept: names in it have changed."""
        self._boards.clear()
        self._found_at = 0.0

    async def close(self) -> None:
        """Give up what is being made."""
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look_again(self) -> None:
        self._found = await self._look()
        self._found_at = time.monotonic()

    async def _look(self) -> list[wire.WatchedMatch]:
        boards = self._limits.watch_boards
        shown = await self._live(boards)
        if not shown and self._house:
            shown = await self._house_match(self._house)
        return shown + await self._finished(boards - len(shown))

    # Matches that run

    async def _live(self, most: int) -> list[wire.WatchedMatch]:
        """Public matches whose players are here, those where all are before others."""
        rooms = sorted(filter(_is_live, self._rooms.loaded_rooms()), key=_order)
        shown = [_shown(room.state) for room in rooms if not self._rooms.is_banned(room.state.code)][:most]
        if len(shown) < most and self._rooms.services.shared:
            searched = self._limits.tables_searched
            found = await table_queries.public_loaded_tables(self._store, searched, searched)
            shown += await self._elsewhere(found, most - len(shown))
        return shown

    async def _elsewhere(self, found: Sequence[TableRow], most: int) -> list[wire.WatchedMatch]:
        """Matches that only other processes have loaded."""
        there = [
            row for row in found if not self._rooms.has(row.code) and not self._rooms.is_banned(row.code)
        ]
        lengths = await self._store.lengths([row.code for row in there[:most]])
        drawn = [await self._board_if_possible(code, length) for code, length in lengths.items()]
        return [one for one in drawn if one and one.kind == "live"]

    async def _house_match(self, house: HouseMatch) -> list[wire.WatchedMatch]:
        """The house match, alone in a list; none if it cannot be shown now."""
        try:
            present = await house.present(self._is_unfit)
        except StorageError:  # the rest of the list can be read all the same
            return []
        if present is None:
            return []
        row, changed = present
        length = (await self._store.lengths([row.code])).get(row.code, 0)
        try:
            shown = await self._board(row.code, length)
        except WorkerRefusal:
            return []
        except (Illegal, Unreadable):
            self._unfit = row.code
            return []
        if row.status == "playing" and row.code != self._resumed:
            self._resumed = row.code
            self._rooms.services.tasks.spawn(self._resume(row.code))
        return [msgspec.structs.replace(shown, kind="house", ended=changed if shown.ending else 0)]

    async def _resume(self, code: str) -> None:
        """Load a house match, so that its bots make their first moves."""
        await self._rooms.resume(code)

    def _is_unfit(self, code: str) -> bool:
        return code == self._unfit or self._rooms.is_banned(code)

    # Finished matches

    async def _finished(self, boards: int) -> list[wire.WatchedMatch]:
        """Public matches that are over: as many with boards, and some of which a line tells."""
        limits = self._limits
        found = await table_queries.public_finished_tables(self._store, limits.tables_listed)
        lengths = await self._store.lengths([row.code for row, _ in found])
        long = [
            (row, ended)
            for row, ended in found
            if lengths.get(row.code, 0) >= limits.watch_least_log and not self._rooms.is_banned(row.code)
        ]
        shown: list[wire.WatchedMatch] = []
        for row, ended in long:
            if len(shown) == boards + limits.watch_lines:
                break
            result = await self._lists.result(row)
            if result is None or result[1].reason == BROKEN_OFF:
                continue
            length, has_board = lengths[row.code], len(shown) < boards
            board = await self._board_if_possible(row.code, length) if has_board else None
            table, ending = result
            shown.append(_message(table, board.picture if board else None, ending, ended))
        return shown

    # One match

    async def _board_if_possible(self, code: str, length: int) -> wire.WatchedMatch | None:
        """A match with its board; None if it cannot be shown now."""
        try:
            return await self._board(code, length)
        except (Illegal, Unreadable, WorkerRefusal) as fault:
            _log.debug("table %s is not shown: %s", log_name(code), type(fault).__name__)
            return None

    async def _board(self, code: str, length: int) -> wire.WatchedMatch:
        """A match with its board; Illegal if its log is too long for this. Unreadable, or WorkerRefusal.

        Its room is not loaded: what is not here is replayed once for each length of its log.
        """
        room = self._rooms.loaded(code)
        if room:
            return _shown(room.state)
        key = (code, length)
        if key not in self._boards:
            if length > self._limits.watch_most_log:
                raise Illegal("table", "This match is too long to be shown in a list.")
            state = await self._rooms.state(code)
            if state is None:
                raise Illegal("table", "This table was removed.")
            self._boards[key] = _shown(state)
            while len(self._boards) > BOARDS_KEPT:
                self._boards.popitem(last=False)
        self._boards.move_to_end(key)
        return self._boards[key]


def _is_live(room: Room) -> bool:
    """Whether this is a public match that runs, and somebody who plays it is connected."""
    state = room.state
    return state.status == "playing" and state.plan.public and not state.people.isdisjoint(room.presence.here)


def _order(room: Room) -> tuple[bool, int]:
    """Matches where everybody is here come first, and among them those that began last."""
    return not room.state.people <= room.presence.here, room.schedule.now


def _shown(state: TableState) -> wire.WatchedMatch:
    """A match that runs or is over as an onlooker sees it."""
    drawn = Raw(_encoder.encode(perspectives.picture(state.game, state.match.state, None)))
    return _message(visibility.table_message(state, None), drawn, visibility.ending(state))


def _message(
    table: wire.Table, picture: Raw | None, ending: wire.Ending | None, ended: int = 0
) -> wire.WatchedMatch:
    return wire.WatchedMatch(
        code=table.code,
        game=table.game,
        title=table.title,
        words=table.words,
        kind="over" if ending else "live",
        players=[seat.name for seat in table.seats],
        picture=picture,
        ended=ended,
        ending=ending,
    )
