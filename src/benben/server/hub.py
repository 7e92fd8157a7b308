"""All tables of one server: finding them, loading their rooms and putting them away."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from benben import games
from benben.core.contract import Illegal, Millis, Unreadable
from benben.server import wire
from benben.server.cluster import ownership
from benben.server.cluster.bus import Herald
from benben.server.notify.turn_notifier import AWAY, PAUSES, Hooks
from benben.server.people.accounts import SIGNED_OUT, Accounts
from benben.server.storage import statements, table_queries
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import Identity, LogRow, TableRow
from benben.server.storage.statements import Change
from benben.server.storage.store import Store
from benben.server.tables import creation, deadlines, sleep
from benben.server.tables.commands import seating
from benben.server.tables.listing import Lists
from benben.server.tables.open_tables import OpenTables
from benben.server.tables.presence import Departures
from benben.server.tables.room import Room
from benben.server.tables.state import Desk
from benben.server.workers.daily_puzzles import DailyPuzzles
from benben.server.workers.pool import WorkerPool

IDLE = 60.0  # seconds without a listener until a room is put away
ROUND = 10.0  # seconds between two looks at what other server processes should know, or did
TABLES = 50  # of somebody with a new name that are looked through besides the running ones
PATIENCE = 60.0  # seconds until a player who is away counts as gone

_log = logging.getLogger("benben")


class Lobby:
    def __init__(
        self,
        store: Store,
        pace: Millis = 900,
        idle: float = IDLE,
        workers: int = 2,
        warm: bool = True,
        patience: float = PATIENCE,
        away: float = AWAY,
        pauses: Sequence[float] = PAUSES,
        local_hooks: bool = False,
    ) -> None:
        self.store = store
        self.herald: Herald | None = None  # where several processes may share the store
        self.people = Accounts(store)
        self.hooks = Hooks(self, away, pauses, local_hooks)
        self.lists = Lists(self)
        self.open_tables = OpenTables(self)
        self.departures = Departures()
        self.workers = WorkerPool(workers)
        self.daily_puzzles = DailyPuzzles(self.workers)
        self.pace = pace  # how long a bot pauses, so that people can follow
        self.idle = idle
        self.patience = patience
        self.leaving = False
        self.revoked: deque[str] = deque(maxlen=1000)  # keys whose clients may just be coming in
        self.sockets: Counter[str] = Counter()  # open now, by address
        self._to_warm = games.NAMES if warm else ()
        self._rooms: dict[str, asyncio.Task[Room | None]] = {}
        self._broken: set[str] = set()  # tables that cannot be loaded
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Bots warm up in the background; matches whose clocks run go on at once."""
        if self.store.shared:
            self.herald = Herald(self)
            self.people.on_change = self.herald.say_changed
            await self.herald.open()
            self.spawn(self._go_round())
        self.spawn(self._warm())
        self.spawn(self.resume(await ownership.waiting(self.store, self.herald is not None)))
        self.hooks.open()
        self.spawn(self._watch())

    async def _watch(self) -> None:
        """Writes down what has passed, and wakes the tables whose moment has come."""
        while True:
            await asyncio.sleep(sleep.ROUND)
            with suppress(StorageError):
                await self.look_round()

    async def look_round(self) -> None:
        changes = [room.passed for room in self.rooms()]
        if any(changes):
            await self.store.commit([change for change in changes if change])
        if not self.herald:  # who has others beside it looks for such tables anyway
            for code in await self.store.codes_with_running_clock():
                if code not in self._rooms:
                    await self.resumed(code)

    async def resume(self, codes: Sequence[str]) -> None:
        """Goes on with these tables, and with those of processes that are gone."""
        for code in codes:
            await self.resumed(code)
        if self.herald:
            await self.herald.adopt()

    async def resumed(self, code: str) -> bool:
        """Whether the table can go on here."""
        if code in self._broken:
            return False
        try:
            return await self.room(code) is not None
        except StorageError:
            return True  # it will be tried again
        except (Illegal, Unreadable) as fault:  # of a game or an edition of it that is no longer here
            self._broken.add(code)
            _log.warning("table %s cannot go on: %s", code, type(fault).__name__)
            return False

    def spawn(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def leave(self, sentence: str) -> None:
        """Everybody is told, and every room ends."""
        self.leaving = True
        changes: list[Change] = []
        for task in list(self._rooms.values()):
            with suppress(Exception):
                room = await task
                if room is not None:
                    await room.stop(sentence)
                    changes += [change for change in (room.passed,) if change]
                    changes += room.keeping.left()
                    if room.desk.status == "playing":
                        changes.append(statements.due_statement(room.desk.code, room.desk.mark))
        self._rooms.clear()
        if self.herald:
            await self.herald.leave(changes)
        elif changes:
            with suppress(StorageError):
                await self.store.commit(changes)

    async def close(self, sentence: str) -> None:
        """Then what still waits is written."""
        await self.leave(sentence)
        await self.hooks.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.daily_puzzles.close()
        self.workers.close()
        if self.herald:
            await self.herald.close()
        await self.store.close()

    async def _warm(self) -> None:
        try:
            await self.workers.warm(self._to_warm)
        except Exception as fault:  # they will be slow at first, no more
            _log.warning("the bots could not warm up: %s", type(fault).__name__)

    # Rooms

    async def room(self, code: str) -> Room | None:
        """The room of this table, loaded if need be; None if there is no such table."""
        if self.leaving:
            raise StorageError("The server stops.")
        task = self._rooms.get(code)
        if task is None:
            task = self._rooms[code] = asyncio.create_task(self._load(code))
        try:
            room = await asyncio.shield(task)
        except Exception:
            self._rooms.pop(code, None)
            raise
        if room is None:
            self._rooms.pop(code, None)
        else:
            room.expect()
        return room

    async def _load(self, code: str) -> Room | None:
        desk = await self.desk(code)
        if desk is None:
            return None
        if desk.wake:  # what it counted on in its sleep will change
            passed = sleep.resumed(desk, deadlines.soonest(desk))
            await self.store.commit([sleep.awake(code, passed)])
        return Room(self, desk)

    async def desk(self, code: str) -> Desk | None:
        """As its log tells it. The replay is done off the loop."""
        kept = await self.store.table(code)
        if kept is None:
            return None
        entries = (await self.store.log([code]))[code]
        return await asyncio.to_thread(_replayed, kept, entries)

    def put_away(self, room: Room) -> None:
        self._rooms.pop(room.desk.code, None)
        if room.desk.status == "playing":
            self.spawn(self._keep_waits({room.desk.code: room.desk.mark}))

    async def _keep_waits(self, waits: dict[str, str]) -> None:
        with suppress(StorageError):  # it can be worked out anew
            await table_queries.set_due(self.store, waits)

    def loaded(self, code: str) -> Room | None:
        task = self._rooms.get(code)
        if task is None or not task.done() or task.cancelled() or task.exception():
            return None
        return task.result()

    @property
    def loaded_tables(self) -> int:
        return len(self._rooms)

    def rooms(self) -> list[Room]:
        """Those that are loaded."""
        found = (self.loaded(code) for code in list(self._rooms))
        return [room for room in found if room is not None]

    def reach(self, code: str, deed: Callable[[Room], None]) -> None:
        """Does it with a loaded room, or as soon as it is loaded; if nobody loads it, not at all."""

        def done(task: asyncio.Task[Room | None]) -> None:
            if not task.cancelled() and not task.exception():
                room = task.result()
                if room is not None and not room.stopped:
                    deed(room)

        task = self._rooms.get(code)
        if task is not None:
            task.add_done_callback(done)

    def has(self, person: str) -> bool:
        """Whether this person has a live connection to any table here."""
        return any(person in room.here for room in self.rooms())

    def hang_up(self, keys: Collection[str], sentence: str) -> None:
        """Ends every connection that was opened with one of these keys."""
        self.revoked.extend(keys)
        for room in self.rooms():
            for listener in list(room.listeners):
                if listener.member and listener.member.key in keys:
                    listener.close(sentence)

    def changed(self, person: str) -> None:
        """Another process says so: perhaps a key was revoked there."""
        self.people.drop_cached(person)
        keys = {member.key for member in self._members() if member.id == person}
        if keys:
            self.spawn(self._check(keys))

    async def rename(self, member: Identity, name: str) -> Identity:
        """A new name, also at the tables of this person that wait or run; Illegal if it is no name."""
        renamed = await self.people.rename(member, name)
        if renamed.name == member.name:
            return renamed
        recent = await self.store.tables_of(member.id, TABLES)
        running = await table_queries.playing_tables(self.store, member.id)
        for code in {kept.code for kept in (*recent, *running) if kept.status != "over"}:
            try:
                room = await self.room(code)
                if room:
                    await room.do(partial(seating.rename, room, renamed))
            except StorageError as fault:
                _log.warning("table %s keeps an old name: %s", code, type(fault).__name__)
        return renamed

    def _members(self) -> list[Identity]:
        """Of every live connection."""
        return [each.member for room in self.rooms() for each in room.listeners if each.member]

    async def _check(self, keys: set[str]) -> None:
        try:
            self.hang_up(keys - await self.people.records.existing_keys(keys), SIGNED_OUT)
        except StorageError as fault:
            _log.warning("%s", fault)

    async def _go_round(self) -> None:
        """Tells the other processes who is here, and ends connections whose key was revoked unheard."""
        while True:
            await asyncio.sleep(ROUND)
            members = self._members()
            here = {member.id for member in members} | self.people.active_within(ROUND)
            if members:
                await self._check({member.key for member in members})
            try:
                if here:
                    await self.people.records.note_seen(here)
            except StorageError as fault:
                _log.warning("%s", fault)

    def ownership(self, room: Room) -> ownership.Keeping:
        return ownership.Keeping(room)

    # New tables

    async def create(self, wish: wire.NewTable, host: Identity) -> str:
        """Its code; Illegal or Unreadable if it cannot be."""
        new = creation.wished(wish, host)
        await self.store.add_table(*new)
        if new.kept.status == "playing":  # bots among themselves wait for nobody
            await self.room(new.kept.code)
        return new.kept.code

    def following(self, desk: Desk, host: Identity) -> tuple[str, list[Change]]:
        """The table of a rematch."""
        return creation.rematch(desk, host)


def _replayed(kept: TableRow, entries: Sequence[LogRow]) -> Desk:
    desk = Desk(kept)
    for entry in entries:
        desk.take(entry)
    return desk
