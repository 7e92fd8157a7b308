"""Lists of tables: of a person, open tables, tables that wait for a person, and the history of matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from benben.core.contract import Illegal, Unreadable
from benben.server import wire
from benben.server.storage import table_queries
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import Identity, LogRow, TableRow
from benben.server.tables import log, visibility
from benben.server.tables.open_tables import OpenTables
from benben.server.tables.registry import RoomRegistry
from benben.server.tables.state import TableState
from benben.server.tables.waiting_for import WaitingFor
from benben.server.workers.worker_process import WorkerRefusal

SUMMARIES_TOGETHER = 10  # that are made before the event loop does something else
Charge: TypeAlias = Callable[[int], None]  # called with the number of tables in a list before it is made


def free_of_charge(_: int) -> None:
    """Let a list be made whatever its length."""


class TableLists:
    """Makes lists of tables. No room is loaded for a list: other tables are summarized from the store."""

    def __init__(self, rooms: RoomRegistry, open_tables: OpenTables) -> None:
        self._rooms, self._store, self._open_tables = rooms, rooms.services.store, open_tables
        limits = rooms.services.limits
        self._most, self._searched = limits.tables_listed, limits.tables_searched
        self._page = limits.history_page

    async def tables_of(self, member: Identity, charge: Charge = free_of_charge) -> list[wire.Table]:
        """The tables of a person: first those that wait for them, then other running and finished ones."""
        found = await self._store.tables_of(member.id, self._most)
        if len(found) == self._most and found[-1].status != "over":  # a table left out may wait longest
            known = {row.code for row in found}
            running = await table_queries.playing_tables(self._store, member.id, self._searched)
            found += [row for row in running if row.code not in known]
        charge(len(found))
        shown = await self._shown(found, member.id)
        order = {"playing": 1, "waiting": 1, "over": 2}
        return sorted(shown, key=lambda table: 0 if table.due or table.asked else order[table.status])[
            : self._most
        ]

    async def open_tables(self, person: str | None) -> list[wire.Table]:
        """Public tables where the host is there and a seat is free, the oldest first."""
        found = await self._store.open_tables(self._open_tables.codes, self._most)
        shown = await self._shown(found, person, hosts_there=True)
        return [
            table
            for table in shown
            if table.status == "waiting"
            and any(seat.kind == "open" and not seat.kept for seat in table.seats)
        ]

    async def turns(self, member: Identity, charge: Charge = free_of_charge) -> list[wire.Turn]:
        """The matches with other people that wait for this person."""
        playing = await table_queries.playing_tables(self._store, member.id, self._searched)
        charge(len(playing))
        found = await self._shown(playing, member.id)
        return [
            wire.Turn(
                table.code,
                table.game,
                table.title,
                [seat.name for seat in table.seats if not seat.you],
                _kinds(table),
            )
            for table in found
            if _kinds(table) and any(seat.kind == "person" and not seat.you for seat in table.seats)
        ]

    async def history(self, member: Identity, before: tuple[int, str] | None) -> wire.History:
        """A page of the finished matches of this person, with their results."""
        found = await table_queries.finished_tables(self._store, member.id, before, self._page + 1)
        page, more = found[: self._page], len(found) > self._page
        endings = {row.code: await self._ending(row) for row, _ in page}
        tables = {table.code: table for table in await self._shown([row for row, _ in page], member.id)}
        matches = []
        for row, ended in page:
            table, ending = tables.get(row.code), endings[row.code]
            if table and ending:
                yours = [n for n, seat in enumerate(table.seats) if seat.you]
                matches.append(wire.Finished(table, yours, ended, ending))
        last, at = page[-1] if more else (None, 0)
        return wire.History(matches, f"{at}-{last.code}" if last else "")

    async def result(self, row: TableRow) -> tuple[wire.Table, wire.Ending] | None:
        """A table whose match is over as anybody sees it, and how it ended; None if it cannot be read."""
        ending, shown = await self._ending(row), await self._shown([row], None)
        return (shown[0], ending) if shown and ending else None

    async def _ending(self, row: TableRow) -> wire.Ending | None:
        """How a match ended, as it was saved then; a match of an older store is replayed once."""
        if row.ending:
            return visibility.decode_ending(row.ending)
        try:
            state = await self._rooms.state(row.code)
            ending = visibility.ending(state) if state else None
        except (Illegal, Unreadable, WorkerRefusal):
            return None
        if ending is not None:
            await table_queries.set_ending(self._store, row.code, visibility.encode_ending(ending))
        return ending

    async def summary(self, code: str) -> TableState | None:
        """The state of a table as lists need it, without loading its room; None if there is no such table."""
        room = self._rooms.loaded(code)
        if room is not None:
            return room.state
        row = await self._store.table(code)
        if row is None:
            return None
        heads = (await self._store.log([code], log.SUMMARY_KINDS))[code]
        return (await self._summaries([row], {code: heads}))[code]

    async def _shown(
        self, found: Sequence[TableRow], person: str | None, hosts_there: bool = False
    ) -> list[wire.Table]:
        """The tables as messages. At a table that is not loaded only its host may be connected."""
        rooms = {row.code: self._rooms.loaded(row.code) for row in found}
        away = [row for row in found if rooms[row.code] is None]
        heads = await self._store.log([row.code for row in away], log.SUMMARY_KINDS)
        states = await self._summaries(away, heads)
        shown = []
        for row in found:
            room = rooms[row.code]
            state = room.state if room else states[row.code]
            if state is not None:
                nobody = visibility.Presence(state.hosts if hosts_there else ())
                there = room.presence.snapshot() if room else nobody
                shown.append(visibility.table_message(state, person, there))
        return shown

    async def _summaries(
        self, found: Sequence[TableRow], heads: Mapping[str, Sequence[LogRow]]
    ) -> dict[str, TableState | None]:
        """The states of tables for a list, by code; None where the game or its edition is no longer here."""
        lengths = await self._store.lengths([row.code for row in found if row.status == "playing"])
        states: dict[str, TableState | None] = {}
        stale: dict[str, str] = {}
        for n, row in enumerate(found):
            if n % SUMMARIES_TOGETHER == 0:
                await asyncio.sleep(0)
            try:
                waits = WaitingFor.parse(row.due, lengths.get(row.code))
                if row.status == "playing" and waits is None:
                    state = await self._rooms.state(row.code)
                    if state is not None:
                        stale[row.code] = state.waiting_summary
                    states[row.code] = state
                else:
                    states[row.code] = TableState(row).summarize(heads[row.code], row.status == "over", waits)
            except (Illegal, Unreadable, WorkerRefusal):
                states[row.code] = None
        if stale:
            with suppress(StorageError):  # it can be worked out again
                await table_queries.set_due(self._store, stale)
        return states


def _kinds(table: wire.Table) -> list[wire.Waited]:
    """What a table waits for from the person to whom it is shown."""
    waits: dict[wire.Waited, bool] = {"turn": table.due, "proposal": table.asked}
    return [kind for kind, so in waits.items() if so]
