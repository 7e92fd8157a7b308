"""The bus between the server processes that share one PostgreSQL.

Each process has one connection that listens. It receives messages: log lines were written, somebody came or
went, a table was released. The messages about log lines are sent inside the transaction that writes them, so
they arrive exactly when the lines can be read. On the same connection the process holds a lock with its own
number. When it dies, however it dies, the database releases the lock, and the others take over its tables.
When it hangs, it asks nothing on that connection, and after a while the others do the same.

With SQLite there is one process and no bus.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from benben.server.background import BackgroundTasks
from benben.server.cluster import ownership
from benben.server.cluster.messages import (
    BusMessage,
    HostReport,
    HostRequest,
    LinesWritten,
    OwnershipReleased,
    PersonChanged,
    PresenceReport,
    PresenceRequest,
    ProcessLeaving,
    TransientMessage,
    TurnRequest,
    decode,
    encode,
)
from benben.server.cluster.ownership import RemotePresence, TableOwnership
from benben.server.storage.errors import StorageError
from benben.server.storage.statements import Change, notify_statement
from benben.server.tables.open_tables import OpenTables
from benben.server.tables.registry import RoomRegistry
from benben.server.tables.room import Room

if TYPE_CHECKING:
    import psycopg

HEARTBEAT_SECONDS = 1.0  # between two checks which processes live
ORPHAN_SEARCH_BEATS = 15  # heartbeats between two searches for tables without an owner
RECONNECT_SECONDS = 0.5  # until a lost connection is opened again
TABLES_PER_MESSAGE = 100  # a message may have 8,000 bytes

_log = logging.getLogger("benben")


class ClusterBus:
    """This process among those that share the database."""

    def __init__(
        self, rooms: RoomRegistry, open_tables: OpenTables, on_person_changed: Callable[[str], None]
    ) -> None:
        self.id = 1 + secrets.randbelow(2**31 - 1)
        self.living: frozenset[int] = frozenset((self.id,))
        self.silent_seconds = rooms.services.limits.silent_process_seconds
        self._rooms, self._store = rooms, rooms.services.store
        self._open_tables, self._on_person_changed = open_tables, on_person_changed
        self._loop = asyncio.get_running_loop()
        self._ready: asyncio.Future[None] = self._loop.create_future()
        self._closed = threading.Event()
        self._awake = threading.Event()  # the event loop has handled the last heartbeat
        self._awake.set()
        self._beaten = time.monotonic()  # when the last heartbeat was
        self._lost = False  # the connection is lost
        self._gone: set[int] = set()  # processes that have left; their locks may remain for a moment
        self._tasks = BackgroundTasks()
        self._thread = threading.Thread(target=self._listen, name="bus", daemon=True)

    async def open(self) -> None:
        """Start listening, and return once no message is missed any more."""
        self._store.notifications = self._notifications
        self._thread.start()
        try:
            await self._ready
        except StorageError:
            self._closed.set()
            raise
        self.publish(HostRequest(self.id))

    async def leave(self, changes: Sequence[Change]) -> None:
        """Release every table and tell the other processes, so that they take over without delay."""
        with suppress(StorageError):
            goodbye = notify_statement(encode(ProcessLeaving(self.id)))
            await self._store.commit([*changes, ownership.release_all_statement(self.id), goodbye])

    async def close(self) -> None:
        """Stop listening."""
        self._store.notifications = None
        self._closed.set()
        with suppress(StorageError):  # the listening thread receives it, and ends
            await self._store.commit([notify_statement(encode(ProcessLeaving(self.id)))])
        await asyncio.to_thread(self._thread.join, 2 * HEARTBEAT_SECONDS)
        await self._tasks.cancel()

    # Sending

    def _notifications(self, last: Mapping[str, int]) -> list[str]:
        """The messages that are sent together with these log lines."""
        codes = list(last)
        parts = [codes[i : i + TABLES_PER_MESSAGE] for i in range(0, len(codes), TABLES_PER_MESSAGE)]
        return [encode(LinesWritten(self.id, {code: last[code] for code in part})) for part in parts]

    def publish(self, message: BusMessage) -> None:
        """Send a message without waiting. One that is lost costs nothing but time."""
        if len(self.living) > 1:
            self._spawn(self._store.commit([notify_statement(encode(message))]))

    def publish_person_changed(self, person: str) -> None:
        self.publish(PersonChanged(self.id, person))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background. If the database fails, only time is lost."""

        async def attempt() -> None:
            with suppress(StorageError):
                await work

        self._tasks.spawn(attempt())

    # Listening: a thread of its own

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                with self._connect() as connection:
                    self._serve_connection(connection)
            except Exception as fault:  # any error: without messages nobody can play
                self._call_in_loop(self._on_connection_lost, fault)
                self._closed.wait(RECONNECT_SECONDS)

    def _connect(self) -> psycopg.Connection[Any]:
        import psycopg

        engine = self._store.engine
        arguments, settings = engine.dialect.create_connect_args(engine.url)
        return psycopg.connect(*arguments, **settings, autocommit=True)

    def _serve_connection(self, connection: psycopg.Connection[Any]) -> None:
        for setting in ("idle = 10", "interval = 5", "count = 3"):  # both sides notice a lost connection
            connection.execute(f"SET tcp_keepalives_{setting}".encode())
        connection.execute(b"LISTEN benben")
        while not self._take_lock(connection):  # an older connection of ours is not quite gone
            if self._closed.wait(RECONNECT_SECONDS):
                return
        self._call_in_loop(self._on_connected, self._living_processes(connection))
        beats = 0
        while not self._closed.is_set():
            for notice in connection.notifies(timeout=HEARTBEAT_SECONDS):
                self._receive(notice.payload)
                if self._closed.is_set():
                    return
            beats += 1
            if self._awake.is_set():  # an event loop that hangs sends no heartbeat
                living = self._living_processes(connection)
                self._awake.clear()
                self._call_in_loop(self._on_heartbeat, living, beats % ORPHAN_SEARCH_BEATS == 0)

    def _take_lock(self, connection: psycopg.Connection[Any]) -> bool:
        key = (ownership.PROCESS_LOCKS, self.id)
        row = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", key).fetchone()
        return bool(row and row[0])

    def _living_processes(self, connection: psycopg.Connection[Any]) -> frozenset[int]:
        """The numbers of all processes that live, this one among them."""
        found = connection.execute(ownership.LIVING.encode(), (self.silent_seconds,))
        return frozenset(row[0] for row in found) | {self.id}

    def _receive(self, payload: str) -> None:
        message = decode(payload)
        if message and message.by != self.id:
            self._call_in_loop(self._on_message, message)

    def _call_in_loop(self, function: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(function, *arguments)

    # In the event loop

    def _on_connection_lost(self, fault: Exception) -> None:
        if not self._lost:
            _log.warning("the connection of the bus is lost: %s", type(fault).__name__)
        self._lost = True
        if not self._ready.done():
            self._ready.set_exception(StorageError("The database did not answer."))

    def _on_connected(self, living: frozenset[int]) -> None:
        """Look up what was missed while the connection was lost; from now on no message is missed."""
        if not self._ready.done():
            self.living = living
            self._ready.set_result(None)
            return
        _log.warning("the connection of the bus is back")
        self._lost = False
        self._beaten = time.monotonic()
        self._update_living(living, True)
        self._compare_rooms()
        self._open_tables.forget_all()
        self.publish(HostRequest(self.id))

    def _on_heartbeat(self, living: frozenset[int], search: bool) -> None:
        self._awake.set()
        silence, self._beaten = time.monotonic() - self._beaten, time.monotonic()
        self._update_living(living, search)
        if silence > self.silent_seconds / 2:  # others may have taken this process for dead
            _log.warning("this process hung for %d seconds", silence)
            self._compare_rooms()

    def _compare_rooms(self) -> None:
        """Compare every loaded table with its log, and with the row of its owner."""
        for room in self._rooms.loaded_rooms():
            room.enqueue(_ownership(room).compare)

    def _update_living(self, living: frozenset[int], search: bool) -> None:
        living -= self._gone
        dead, self.living = self.living - living, living
        if dead:
            self._on_process_gone(dead)
        elif search:
            self._spawn(self.adopt_orphans())

    def _on_process_gone(self, dead: frozenset[int]) -> None:
        _log.info("another process is gone")
        self._open_tables.forget_processes(dead)
        for room in self._rooms.loaded_rooms():
            room.enqueue(partial(_ownership(room).process_gone, dead))
        self._spawn(self.adopt_orphans())

    def _on_message(self, message: BusMessage) -> None:
        if isinstance(message, ProcessLeaving):
            self._gone.add(message.by)
        self._update_living(self.living | {message.by}, False)  # perhaps the process has just started
        when_loaded = self._rooms.when_loaded
        match message:
            case LinesWritten(_, last):
                for code, n in last.items():
                    when_loaded(code, partial(_note_lines, n))
            case PresenceReport(by, code, persons, watching):
                there = RemotePresence(frozenset(persons), watching)
                when_loaded(
                    code, lambda room: room.enqueue(partial(_ownership(room).presence_elsewhere, by, there))
                )
            case PresenceRequest(_, code):
                when_loaded(code, lambda room: _ownership(room).answer_presence())
            case HostReport(by, code, here):
                self._open_tables.hear_of_host(by, code, here)
            case HostRequest():
                for room in self._rooms.loaded_rooms():
                    _ownership(room).answer_host()
            case TransientMessage(_, code, text):
                when_loaded(code, lambda room: room.broadcaster.send_transient_bytes(text.encode()))
            case OwnershipReleased(_, code):
                when_loaded(code, lambda room: room.enqueue(room.ownership.claim))
            case TurnRequest(_, code, n):
                when_loaded(code, lambda room: room.enqueue(partial(_ownership(room).give_turn, n)))
            case PersonChanged(_, person):
                self._on_person_changed(person)

    async def adopt_orphans(self) -> None:
        """Load the tables whose process is gone, a few at a time, so that living processes share them."""
        while not self._rooms.leaving:
            codes = await ownership.adopt_tables(self._store, self.id, self.silent_seconds)
            if not codes:
                return
            _log.info("%d tables are taken over", len(codes))
            for code in codes:
                if not await self._rooms.resume(code):
                    await self._store.commit([ownership.delete_owner_statement(code, self.id)])


def _ownership(room: Room) -> TableOwnership:
    assert isinstance(room.ownership, TableOwnership)
    return room.ownership


def _note_lines(n: int, room: Room) -> None:
    _ownership(room).note_foreign_lines(n)
