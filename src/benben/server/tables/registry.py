"""The registry of rooms: loads the room of a table when somebody asks for it, and unloads it later."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress

from benben.core.contract import Illegal, Unreadable
from benben.server.log_output import log_name
from benben.server.storage import table_queries
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import Identity
from benben.server.storage.statements import Change, due_statement
from benben.server.tables import deadlines, sleep
from benben.server.tables.room import Room
from benben.server.tables.services import RoomServices
from benben.server.tables.state import TableState
from benben.server.tables.subscriber import Subscriber
from benben.server.tables.table_loader import TableLoader
from benben.server.workers.fair_queue import Owner
from benben.server.workers.worker_process import WorkerRefusal

_log = logging.getLogger("benben")


class RoomRegistry:
    """The rooms of one server, by the code of their table."""

    def __init__(self, services: RoomServices) -> None:
        self.services = services
        self.leaving = False  # the server stops, and loads no more rooms
        self._rooms: dict[str, asyncio.Task[Room | None]] = {}
        self._broken: set[str] = set()  # tables that cannot be loaded
        self.is_banned: Callable[[str], bool] = lambda _: False  # by the host of this server
        self._loader = TableLoader(services.store, services.preparations, services.limits)

    async def room(
        self, code: str, owner: Owner | None = None, charge: Callable[[int], None] | None = None
    ) -> Room | None:
        """The room of this table, loaded if need be; None if there is no such table.

        Loaded on account of this owner, else of the person who opened the table. `charge` is called with the
        length of a log before it is loaded, and may refuse by an exception.
        """
        if charge and code not in self._rooms:
            charge((await self.services.store.lengths([code])).get(code, 0))
        if self.leaving:
            raise StorageError("The server stops.")
        task = self._rooms.get(code)
        if task is None:
            task = self._rooms[code] = asyncio.create_task(self._load(code, owner))
        try:
            room = await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():  # by `stop`
                raise StorageError("The server stops.") from None
            raise
        except Exception:
            self._rooms.pop(code, None)
            raise
        if room is None:
            self._rooms.pop(code, None)
        else:
            room.schedule.note_use()
        return room

    async def _load(self, code: str, owner: Owner | None) -> Room | None:
        state = await self.state(code, owner)
        if state is None:
            return None
        if state.wake_at:  # its clock goes by match time again, not by the wall clock
            at = sleep.match_time_on_load(state, deadlines.next_expiry(state))
            await self.services.store.commit([sleep.awake_statement(code, at)])
        return Room(self.services, state, self.unload)

    async def state(self, code: str, owner: Owner | None = None) -> TableState | None:
        """The state of a table, replayed from its log; None if there is no such table."""
        return await self._loader.state(code, owner)

    async def resume(self, code: str) -> bool:
        """Load a table whose match goes on by itself. False if it can never be loaded here."""
        if code in self._broken or self.is_banned(code):
            return False
        try:
            return await self.room(code) is not None
        except (StorageError, WorkerRefusal):
            return True  # a later attempt may work
        except (Illegal, Unreadable) as fault:  # a game, or an edition of it, that is no longer here
            self._broken.add(code)
            _log.warning("table %s cannot go on: %s", log_name(code), type(fault).__name__)
            return False

    def unload(self, room: Room) -> None:
        """Forget a room that has ended, and save which seats its match waits for."""
        self._rooms.pop(room.state.code, None)
        if room.state.status == "playing":
            self.services.tasks.spawn(self._save_due({room.state.code: room.state.waiting_summary}))

    async def _save_due(self, waiting: dict[str, str]) -> None:
        with suppress(StorageError):  # it can be worked out again
            await table_queries.set_due(self.services.store, waiting)

    async def stop(self, sentence: str) -> list[Change]:
        """Close all connections with this sentence and end all rooms. Returns changes to be stored."""
        self.leaving = True
        changes: list[Change] = []
        for task in list(self._rooms.values()):
            if not task.done():  # it still loads
                task.cancel()
                continue
            with suppress(Exception):
                room = await task
                if room is not None:
                    await room.stop(sentence)
                    changes += [change for change in (room.schedule.elapsed_statement,) if change]
                    changes += room.ownership.release_statements()
                    if room.state.status == "playing":
                        changes.append(due_statement(room.state.code, room.state.waiting_summary))
        self._rooms.clear()
        return changes

    async def close_table(self, code: str, sentence: str) -> None:
        """Close all connections to a table with this sentence, and end its room."""
        room = self.loaded(code)
        if room is not None:
            await room.stop(sentence)
            self._rooms.pop(code, None)

    # Rooms that are loaded

    def has(self, code: str) -> bool:
        """Whether the room of this table is loaded, or being loaded."""
        return code in self._rooms

    def loaded(self, code: str) -> Room | None:
        """The room of this table if it is loaded."""
        task = self._rooms.get(code)
        if task is None or not task.done() or task.cancelled() or task.exception():
            return None
        return task.result()

    def loaded_rooms(self) -> list[Room]:
        """All rooms that are loaded."""
        found = (self.loaded(code) for code in list(self._rooms))
        return [room for room in found if room is not None]

    @property
    def loaded_tables(self) -> int:
        """How many rooms are loaded, or being loaded."""
        return len(self._rooms)

    def when_loaded(self, code: str, use: Callable[[Room], None]) -> None:
        """Call `use` with the room: now if it is loaded, later if it is being loaded, else never."""

        def done(task: asyncio.Task[Room | None]) -> None:
            if not task.cancelled() and not task.exception():
                room = task.result()
                if room is not None and not room.stopped:
                    use(room)

        task = self._rooms.get(code)
        if task is not None:
            task.add_done_callback(done)

    # Connections

    def is_connected(self, person: str) -> bool:
        """Whether this person has a live connection to any table here."""
        return any(person in room.presence.here for room in self.loaded_rooms())

    def connected_people(self) -> list[Identity]:
        """The person behind every live connection of somebody with a name."""
        return [each.member for room in self.loaded_rooms() for each in room.subscribers if each.member]

    def close_where(self, unwanted: Callable[[Subscriber], bool], sentence: str) -> int:
        """Close every connection of which this is true, and return how many there were."""
        found = [each for room in self.loaded_rooms() for each in room.subscribers if unwanted(each)]
        for subscriber in found:
            subscriber.close(sentence)
        return len(found)

    def close_connections(self, keys: Collection[str], sentence: str) -> None:
        """Close every connection that was opened with one of these keys."""
        self.services.revoked_keys.extend(keys)
        for room in self.loaded_rooms():
            for subscriber in list(room.subscribers):
                if subscriber.member and subscriber.member.key in keys:
                    subscriber.close(sentence)
