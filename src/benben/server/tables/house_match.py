"""The house match: bots of the server itself, to be watched where nobody plays in public.

There is one for a database, whatever the number of processes: the code of each follows from the one before,
so a second process that makes it finds its key taken. It is made when somebody asks what there is to watch.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import suppress

from benben import games
from benben.server import wire
from benben.server.storage import rows, table_queries
from benben.server.storage.errors import WriteConflict
from benben.server.storage.rows import Identity, TableRow
from benben.server.storage.store import Store
from benben.server.tables import creation, log
from benben.server.tables.codes import code_for_record

HOUSE_NAME = "Benben"  # the host of the table
HOUSE_MAKER = "house"  # in the column of the person who made a table; no person has this id


class HouseMatch:
    """Finds the present house match, and makes the next one when it is over."""

    def __init__(self, store: Store, rest_seconds: float) -> None:
        self._store = store
        self._rest_ms = rest_seconds * 1000  # after the end of one match, until the next is made

    async def present(self, is_unfit: Callable[[str], bool]) -> tuple[TableRow, int] | None:
        """The house match that runs, or was over last, and when its status changed; None if there is none.

        The next one is made in its place after a rest, if it is over or its code is unfit to be shown.
        """
        last = await self._last()
        if last is None or self._may_be_followed(last, is_unfit):
            with suppress(WriteConflict):  # another process was faster
                await self._store.add_table(*await asyncio.to_thread(_next_table, last[0] if last else None))
            last = await self._last()
        return last if last and not is_unfit(last[0].code) else None

    async def _last(self) -> tuple[TableRow, int] | None:
        return await table_queries.last_table_made_by(self._store, HOUSE_MAKER)

    def _may_be_followed(self, last: tuple[TableRow, int], is_unfit: Callable[[str], bool]) -> bool:
        row, changed = last
        has_rested = rows.wall_clock_ms() - changed >= self._rest_ms
        return has_rested and (row.status == "over" or is_unfit(row.code))


def _next_table(last: TableRow | None) -> creation.NewTableRows:
    """The rows of the house match after this one: another game, between the best bots."""
    names = [name for name in games.COURSES if _seats(name) > 1]
    before = log.decode_plan(last.plan).game if last else ""
    name = names[(names.index(before) + 1) % len(names) if before in names else 0]
    levels = [level.name for level in games.load(name).levels]
    seats = [wire.SeatPlan("bot", levels[-1 - seat % 2]) for seat in range(_seats(name))]
    new = creation.from_request(wire.NewTable(name, seats), Identity("", HOUSE_NAME), "")
    seal = hashlib.sha256(f"house match after {last.code if last else 'none'}".encode()).hexdigest()
    return new._replace(table=new.table._replace(code=code_for_record(seal), maker=HOUSE_MAKER))


def _seats(name: str) -> int:
    """How many bots play this game: as few as its usual options allow, but not one; 0 if only one may."""
    game = games.load(name)
    return next((seats for seats in game.seats_for(game.options_of({})) if seats > 1), 0)
