"""News between the server processes that share one PostgreSQL.

Each process has one connection that listens. What it hears are words: entries were written, somebody came or
went, a table was put away. The words about entries are sent inside the transaction that writes them, so they
are heard exactly when the entries can be read. On the same connection the process holds a lock with its own
number. When it dies, however it dies, the database lets the lock go, and the others see to its tables. When
it hangs, it asks nothing on that connection, and after a while the others do the same.

With SQLite there is one process and no herald.
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

from benben.server.cluster import ownership
from benben.server.cluster.messages import (
    Bye,
    Forget,
    Here,
    HostHere,
    Left,
    Shown,
    Wait,
    Who,
    WhoHosts,
    Word,
    Wrote,
    heard,
    said,
)
from benben.server.cluster.ownership import There
from benben.server.storage.errors import StorageError
from benben.server.storage.statements import Change, notify_statement

if TYPE_CHECKING:
    import psycopg

    from benben.server.hub import Lobby
    from benben.server.tables.room import Room

BEAT = 1.0  # seconds between two looks at who is alive
ROUND = 15  # beats between two searches for tables that nobody keeps
AGAIN = 0.5  # seconds until a lost connection is made anew
MANY = 100  # tables in one word; a word may have 8,000 bytes

_log = logging.getLogger("benben")


class Herald:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.id = 1 + secrets.randbelow(2**31 - 1)
        self.living: frozenset[int] = frozenset((self.id,))
        self._loop = asyncio.get_running_loop()
        self._ready: asyncio.Future[None] = self._loop.create_future()
        self._closed = threading.Event()
        self._awake = threading.Event()  # the loop has done what it was told with the last beat
        self._awake.set()
        self._beaten = time.monotonic()  # when that was
        self._lost = False  # the connection
        self._gone: set[int] = set()  # processes that said goodbye; their locks may outlive it for a moment
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._listen, name="herald", daemon=True)

    async def open(self) -> None:
        """Comes back when it listens."""
        self.lobby.store.notifications = self._words
        self._thread.start()
        try:
            await self._ready
        except StorageError:
            self._closed.set()
            raise
        self.say(WhoHosts(self.id))

    async def leave(self, changes: Sequence[Change]) -> None:
        """Lets go of every table and says goodbye, so that the others need not find out."""
        with suppress(StorageError):
            await self.lobby.store.commit(
                [*changes, ownership.let_go(self.id), notify_statement(said(Bye(self.id)))]
            )

    async def close(self) -> None:
        self.lobby.store.notifications = None
        self._closed.set()
        with suppress(StorageError):
            await self.lobby.store.commit(
                [notify_statement(said(Bye(self.id)))]
            )  # heard by its own thread, which ends
        await asyncio.to_thread(self._thread.join, 2 * BEAT)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Speaking

    def _words(self, last: Mapping[str, int]) -> list[str]:
        """What is said together with these entries."""
        codes = list(last)
        parts = [codes[i : i + MANY] for i in range(0, len(codes), MANY)]
        return [said(Wrote(self.id, {code: last[code] for code in part})) for part in parts]

    def say(self, word: Word) -> None:
        """Without waiting. A word that is lost costs nothing but time."""
        if len(self.living) > 1:
            self.spawn(self.lobby.store.commit([notify_statement(said(word))]))

    def say_changed(self, person: str) -> None:
        self.say(Forget(self.id, person))

    def spawn(self, errand: Coroutine[Any, Any, None]) -> None:
        async def done() -> None:
            with suppress(StorageError):
                await errand

        task = asyncio.create_task(done())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Listening: a thread of its own

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                with self._connected() as connection:
                    self._attend(connection)
            except Exception as fault:  # whatever it was, without news nobody can play
                self._call(self._failed, fault)
                self._closed.wait(AGAIN)

    def _connected(self) -> psycopg.Connection[Any]:
        import psycopg

        engine = self.lobby.store.engine
        arguments, settings = engine.dialect.create_connect_args(engine.url)
        return psycopg.connect(*arguments, **settings, autocommit=True)

    def _attend(self, connection: psycopg.Connection[Any]) -> None:
        for setting in ("idle = 10", "interval = 5", "count = 3"):  # a cut line is noticed on both sides
            connection.execute(f"SET tcp_keepalives_{setting}".encode())
        connection.execute(b"LISTEN benben")
        while not self._held(connection):  # by an older connection of ours that is not quite gone
            if self._closed.wait(AGAIN):
                return
        self._call(self._in_touch, self._seen(connection))
        beats = 0
        while not self._closed.is_set():
            for notice in connection.notifies(timeout=BEAT):
                self._hear(notice.payload)
                if self._closed.is_set():
                    return
            beats += 1
            if self._awake.is_set():  # a loop that hangs shows no life
                living = self._seen(connection)
                self._awake.clear()
                self._call(self._beat, living, beats % ROUND == 0)

    def _held(self, connection: psycopg.Connection[Any]) -> bool:
        row = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (ownership.SPACE, self.id)).fetchone()
        return bool(row and row[0])

    def _seen(self, connection: psycopg.Connection[Any]) -> frozenset[int]:
        """The numbers of all processes that live."""
        found = connection.execute(ownership.LIVING.encode(), (ownership.SILENT,))
        return frozenset(row[0] for row in found) | {self.id}  # whoever asks lives

    def _hear(self, payload: str) -> None:
        word = heard(payload)
        if word and word.by != self.id:
            self._call(self._obey, word)

    def _call(self, deed: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(deed, *arguments)

    # What is done about it: in the loop

    def _failed(self, fault: Exception) -> None:
        if not self._lost:
            _log.warning("the connection for news is lost: %s", type(fault).__name__)
        self._lost = True
        if not self._ready.done():
            self._ready.set_exception(StorageError("The database did not answer."))

    def _in_touch(self, living: frozenset[int]) -> None:
        """From now on nothing is missed; what was missed before is found out."""
        if not self._ready.done():
            self.living = living
            self._ready.set_result(None)
            return
        _log.warning("the connection for news is there again")
        self._lost = False
        self._beaten = time.monotonic()
        self._met(living, True)
        self._compare()
        self.lobby.open_tables.forget_all()
        self.say(WhoHosts(self.id))

    def _beat(self, living: frozenset[int], search: bool) -> None:
        self._awake.set()
        silence, self._beaten = time.monotonic() - self._beaten, time.monotonic()
        self._met(living, search)
        if silence > ownership.SILENT / 2:  # others may have taken this process for dead
            _log.warning("this process hung for %d seconds", silence)
            self._compare()

    def _compare(self) -> None:
        """Every loaded table with the log, and with who keeps it."""
        for room in self.lobby.rooms():
            room.put(room.keeping.check)

    def _met(self, living: frozenset[int], search: bool) -> None:
        living -= self._gone
        dead, self.living = self.living - living, living
        if dead:
            self._mourn(dead)
        elif search:
            self.spawn(self.adopt())

    def _mourn(self, dead: frozenset[int]) -> None:
        _log.info("another process is gone")
        self.lobby.open_tables.forget_processes(dead)
        for room in self.lobby.rooms():
            room.put(partial(room.keeping.mourn, dead))
        self.spawn(self.adopt())

    def _obey(self, word: Word) -> None:
        if isinstance(word, Bye):
            self._gone.add(word.by)
        self._met(self.living | {word.by}, False)  # perhaps it has just come to life
        match word:
            case Wrote(_, last):
                for code, n in last.items():
                    self.lobby.reach(code, partial(_hear_of, n))
            case Here(by, code, persons, watching):
                there = There(frozenset(persons), watching)
                self.lobby.reach(code, lambda room: room.put(partial(room.keeping.met, by, there)))
            case Who(_, code):
                self.lobby.reach(code, lambda room: room.keeping.answer())
            case HostHere(by, code, here):
                self.lobby.open_tables.hear_of_host(by, code, here)
            case WhoHosts():
                for room in self.lobby.rooms():
                    room.keeping.answer_host()
            case Shown(_, code, message):
                self.lobby.reach(code, lambda room: room.voice.show_bytes(message.encode()))
            case Left(_, code):
                self.lobby.reach(code, lambda room: room.put(room.keeping.claim))
            case Wait(_, code, n):
                self.lobby.reach(code, lambda room: room.put(partial(room.keeping.wait, n)))
            case Forget(_, person):
                self.lobby.changed(person)

    async def adopt(self) -> None:
        """Loads the tables whose process is gone, a few at a time, so that all who live share them."""
        while not self.lobby.leaving:
            codes = await ownership.adopted(self.lobby.store, self.id)
            if not codes:
                return
            _log.info("%d tables are taken over", len(codes))
            for code in codes:
                if not await self.lobby.resumed(code):
                    await self.lobby.store.commit([ownership.asleep(code, self.id)])


def _hear_of(n: int, room: Room) -> None:
    room.keeping.heard(n)
