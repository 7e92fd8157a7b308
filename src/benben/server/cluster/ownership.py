"""Who keeps a table: one process asks its bots, throws for nature and sees to its deadlines.

The log's key alone keeps a table whole, so two keepers would do no harm but work twice. A row of `awake`
names the keeper of a table that is loaded and played, and the moment at which match time was 0, by the
database's clock: so match time is the same wherever the table is loaded. A row whose keeper has died, or
hangs and shows no life, is anybody's.

With SQLite there is one process, which keeps everything. There a row tells only that a table with bots is
loaded, so that it goes on after a restart.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from benben.core.contract import Millis
from benben.server.cluster.messages import Here, HostHere, Left, Shown, Wait, Who, said
from benben.server.storage.errors import StorageError
from benben.server.storage.statements import Change, notify_statement
from benben.server.storage.store import Store
from benben.server.tables import log_sync, open_tables
from benben.server.tables.deadlines import LATE

if TYPE_CHECKING:
    from benben.server.tables.room import Room

SPACE = 0x62656E02  # of the advisory locks by which processes show that they live
ALONE = NOBODY = 0  # the keeper's number where there is one process, and of a table that was let go
FEW = 20  # tables taken over at once
PAUSE, PAUSES = 0.02, 10  # seconds between two looks, and how many, while somebody else is to write
AGAIN = 1.0  # seconds until something that failed is tried again
SILENT = 10.0  # seconds after which a process that asks nothing counts as dead, though it holds its lock

# Whoever lives asks who else does, every second and on the connection that holds its lock. The database notes
# when a connection last did something. Where it does not tell, the lock alone counts.
_held = (
    "pg_locks k LEFT JOIN pg_stat_activity p ON p.pid = k.pid "
    f"WHERE k.locktype = 'advisory' AND k.classid = {SPACE} AND k.objsubid = 2 AND k.granted "
    "AND k.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "AND (p.state_change IS NULL OR p.state_change > clock_timestamp() - make_interval(secs => {}))"
)
LIVING = f"SELECT k.objid::bigint FROM {_held.format('%s')}"
_orphaned = f"NOT EXISTS (SELECT 1 FROM {_held.format(':silent')} AND k.objid = a.keeper::oid)"
_silent = sql.bindparam("silent", callable_=lambda: SILENT, type_=sql.Float)
_clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

_note = sql.text(
    "INSERT INTO awake (code, keeper, epoch) VALUES (:code, :keeper, 0) ON CONFLICT (code) DO NOTHING"
)
_forget = sql.text(f"DELETE FROM awake WHERE code = :code AND (keeper = :keeper OR :keeper = {ALONE})")
_let_go = sql.text(f"UPDATE awake SET keeper = {NOBODY} WHERE keeper = :keeper")
_claim = sql.text(
    f"INSERT INTO awake AS a (code, keeper, epoch) VALUES (:code, :keeper, {_clock} - :at) "
    f"ON CONFLICT (code) DO UPDATE SET keeper = excluded.keeper, epoch = excluded.epoch "
    f"WHERE a.keeper = excluded.keeper OR {_orphaned}"
).bindparams(_silent)
_kept = sql.text(f"SELECT keeper, {_clock} - epoch FROM awake WHERE code = :code")
_adopt = sql.text(
    "UPDATE awake SET keeper = :keeper WHERE code IN "
    f"(SELECT code FROM awake a WHERE {_orphaned} LIMIT {FEW} FOR UPDATE SKIP LOCKED) RETURNING code"
).bindparams(_silent)
_unkept = sql.text(
    f"SELECT code FROM tables t WHERE status = 'playing' AND timed AND wake <= {_clock} AND NOT EXISTS "
    f"(SELECT 1 FROM awake a WHERE a.code = t.code AND NOT {_orphaned})"
).bindparams(_silent)
_noted = sql.text("SELECT code FROM awake")


class There(NamedTuple):
    """Who is connected to a table at one process."""

    persons: frozenset[str]  # of those who sit at it
    watching: int


EMPTY = There(frozenset(), 0)


class Keeping:
    """Of one loaded table."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.herald = room.lobby.herald
        self.mine = self.herald is None  # whether this process keeps it
        self._tried = 0.0  # when it last asked to keep it
        self._noted = False  # there is a row that says so
        self._following = False  # what others wrote will be read
        self.followed = 0  # entries up to the last that others wrote
        self._elsewhere: dict[int, There] = {}  # who is connected to which other process
        self.elsewhere: frozenset[str] = frozenset()  # of those who sit here, who is connected to any other
        self._told = EMPTY  # who is connected here, as the others know it
        self._told_host = False  # the host of this open table is, as the others know it
        if self.herald:
            self.herald.say(Who(self.herald.id, room.desk.code))
        if room.desk.status == "playing":
            self.begin()

    # Keeping

    def begin(self) -> None:
        """The match runs: somebody must keep it."""
        if self.herald:
            self.room.put(self.claim)
        self.note()

    def note(self) -> None:
        """Where nobody else could take the table over, the next start is to know of its bots."""
        if not self.herald and self.room.desk.has_bots and not self._noted:
            self._noted = True
            self.room.spawn(_quietly(self.room.lobby.store, [_awake(self.room.desk.code)]))

    async def claim(self) -> None:
        """Keeps the table if nobody who lives does. If somebody does, match time is theirs."""
        room, me = self.room, self.herald
        self._tried = time.monotonic()
        if me is None or room.desk.status != "playing":
            return
        try:
            keeper, at, mono = await asyncio.to_thread(_claimed, room.lobby.store, me.id, room)
        except StorageError:
            self._later(self.claim)
            return
        self.mine = keeper == me.id
        if not self.mine:
            room.keep_time(at, mono)

    async def release(self) -> None:
        """The room is about to be put away."""
        room, me = self.room, self.herald
        if me is None:
            if self._noted:
                room.lobby.spawn(_quietly(room.lobby.store, [asleep(room.desk.code, ALONE)]))
        elif self.mine:
            self.mine = False
            left = notify_statement(said(Left(me.id, room.desk.code)))
            await _quietly(room.lobby.store, [asleep(room.desk.code, me.id), left])

    def left(self) -> list[Change]:
        """The process stops. What goes on by itself is left to others, or to the next start."""
        room = self.room
        if not room.quiet or not (self.mine if self.herald else self._noted):
            return []
        return [asleep(room.desk.code, self.herald.id if self.herald else ALONE)]

    @property
    def overdue(self) -> float:
        """Monotonic time at which to ask again, where another keeps it and does nothing."""
        return self._tried + LATE / 1000

    # Following

    def heard(self, n: int) -> None:
        """Others wrote entries up to n."""
        if n >= self.room.desk.length and not self._following:
            self._following = True
            self.room.put(self._follow)

    async def _follow(self) -> None:
        self._following = False
        try:
            await log_sync.follow(self.room)
        except StorageError:
            self._following = True
            self._later(self._follow)

    def _later(self, errand: Callable[[], Awaitable[None]]) -> None:
        """The database did not answer."""
        asyncio.get_running_loop().call_later(AGAIN, self.room.put, errand)

    def beg(self) -> None:
        """Others were faster again and again."""
        if self.herald:
            self.herald.say(Wait(self.herald.id, self.room.desk.code, self.room.desk.length))

    async def wait(self, n: int) -> None:
        """Writes nothing for a moment, until somebody else has written entry n or one after it."""
        for _ in range(PAUSES):
            if self.followed > n:
                return
            await asyncio.sleep(PAUSE)
            await log_sync.follow(self.room)

    async def check(self) -> None:
        """After a time in which nothing was heard."""
        await log_sync.follow(self.room)
        await self.claim()
        if self.herald:
            self.herald.say(Who(self.herald.id, self.room.desk.code))
            self.answer()

    # Who is here

    @property
    def watching(self) -> int:
        """How many look on at other processes."""
        return sum(there.watching for there in self._elsewhere.values())

    def share(self) -> None:
        """Tells the others who is here, if that has changed."""
        if self.herald and self._here() != self._told:
            self._say_here()
        if self.herald and open_tables.is_host_connected(self.room) != self._told_host:
            self._say_host()

    def answer(self) -> None:
        if self._here() != EMPTY:
            self._say_here()

    def answer_host(self) -> None:
        """Tells the others that the host of this open table is here."""
        if open_tables.is_host_connected(self.room):
            self._say_host()

    def show(self, message: bytes) -> None:
        if self.herald:
            self.herald.say(Shown(self.herald.id, self.room.desk.code, message.decode()))

    async def met(self, by: int, there: There) -> None:
        """Who is connected to another process now."""
        if self._elsewhere.get(by, EMPTY) == there:
            return
        before = self.room.here
        self._elsewhere[by] = there
        self.elsewhere = frozenset().union(*(there.persons for there in self._elsewhere.values()))
        self.room.count()
        self.room.miss(before - self.room.here)
        self.room.voice.tell_table()

    async def mourn(self, dead: frozenset[int]) -> None:
        """Who was connected there is not here any more, and what was kept there is free."""
        for each in dead:
            await self.met(each, EMPTY)
        if not self.mine:
            await self.claim()

    def _here(self) -> There:
        desk, people = self.room.desk, [one.person for one in self.room.listeners]
        sitting = frozenset(person for person in people if person and desk.seats_of(person))
        looking = [person for person in people if person not in sitting]
        return There(sitting, len({person for person in looking if person}) + looking.count(None))

    def _say_here(self) -> None:
        if self.herald:
            self._told = self._here()
            persons = sorted(self._told.persons)
            self.herald.say(Here(self.herald.id, self.room.desk.code, persons, self._told.watching))

    def _say_host(self) -> None:
        if self.herald:
            self._told_host = open_tables.is_host_connected(self.room)
            self.herald.say(HostHere(self.herald.id, self.room.desk.code, self._told_host))


def asleep(code: str, keeper: int) -> Change:
    return _forget, {"code": code, "keeper": keeper}


def let_go(keeper: int) -> Change:
    """Of everything: whoever lives may take it over."""
    return _let_go, {"keeper": keeper}


def _awake(code: str) -> Change:
    return _note, {"code": code, "keeper": ALONE}


async def _quietly(store: Store, changes: list[Change]) -> None:
    """Nothing is lost if it fails: the row is seen to at the next start."""
    with suppress(StorageError):
        await store.commit(changes)


async def adopted(store: Store, keeper: int) -> list[str]:
    """A few tables whose keeper is gone; this process keeps them now."""
    return await asyncio.to_thread(_codes, store, _adopt, {"keeper": keeper})


async def waiting(store: Store, shared: bool) -> list[str]:
    """Tables that go on without anybody and that nobody who lives keeps."""
    if shared:
        return await asyncio.to_thread(_codes, store, _unkept, {})
    noted = await asyncio.to_thread(_codes, store, _noted, {})
    return list(dict.fromkeys([*await store.codes_with_running_clock(), *noted]))


def _claimed(store: Store, keeper: int, room: Room) -> tuple[int, Millis, float]:
    """The keeper, match time there, and the moment of that by our own monotonic clock."""
    code = room.desk.code
    try:
        while True:
            with store.engine.begin() as connection:
                connection.execute(_claim, {"code": code, "keeper": keeper, "at": room.now})
                before = time.monotonic()
                row = connection.execute(_kept, {"code": code}).first()
                if row:  # else it was let go at this very moment
                    return row[0], row[1], (before + time.monotonic()) / 2
    except SQLAlchemyError as fault:
        raise StorageError(f"The database did not answer: {type(fault).__name__}") from None


def _codes(store: Store, statement: sql.TextClause, values: dict[str, int]) -> list[str]:
    try:
        with store.engine.begin() as connection:
            return list(connection.execute(statement, values).scalars())
    except SQLAlchemyError as fault:
        raise StorageError(f"The database did not answer: {type(fault).__name__}") from None
