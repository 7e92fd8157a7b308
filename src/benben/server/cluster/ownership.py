"""Ownership of tables: one process asks the bots of a table, throws for chance and watches its deadlines.

The key of the log alone keeps a table whole, so two owners would do no harm but work twice. A row of `awake`
names the owner of a table that is loaded and played (its column `keeper`), and the moment at which match time
was 0, by the database's clock: so match time is the same wherever the table is loaded. A row whose owner has
died, or hangs and is silent, is anybody's.

With SQLite there is one process, which owns everything. There a row tells only that a table with bots is
loaded, so that it goes on after a restart.

A match of bots alone goes on only while somebody looks. It is owned by a process through which somebody does.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sql

from benben.core.contract import Millis
from benben.server.cluster.messages import (
    HostReport,
    OwnershipReleased,
    PresenceReport,
    PresenceRequest,
    TransientMessage,
    TurnRequest,
    encode,
)
from benben.server.storage.errors import StorageError
from benben.server.storage.statements import Change, notify_statement
from benben.server.storage.store import Store
from benben.server.tables import log_sync, open_tables
from benben.server.tables.deadlines import OWNER_GRACE_MS
from benben.server.tables.services import Ownership

if TYPE_CHECKING:
    from benben.server.cluster.bus import ClusterBus
    from benben.server.tables.room import Room

PROCESS_LOCKS = 0x62656E02  # space of the advisory locks by which processes show that they live
SOLE_PROCESS = NO_PROCESS = 0  # the owner's number where there is one process, and of a released table
ADOPTED_TABLES = 20  # that a process takes over in one step
TURN_PAUSE_SECONDS, TURN_PAUSES = 0.02, 10  # how long, and how often, to wait for another process to write
OWNER_RETRY_SECONDS = 1.0  # until a job that the database failed is run again

# A living process asks every second which others live, on the connection that holds its lock. The database
# keeps when a connection was last active. Where it does not show that, the lock alone counts.
_locks_held = (
    "pg_locks k LEFT JOIN pg_stat_activity p ON p.pid = k.pid "
    f"WHERE k.locktype = 'advisory' AND k.classid = {PROCESS_LOCKS} AND k.objsubid = 2 AND k.granted "
    "AND k.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "AND (p.state_change IS NULL OR p.state_change > clock_timestamp() - make_interval(secs => {}))"
)
LIVING = f"SELECT k.objid::bigint FROM {_locks_held.format('%s')}"
_orphaned = f"NOT EXISTS (SELECT 1 FROM {_locks_held.format(':silent')} AND k.objid = a.keeper::oid)"
_silent = sql.bindparam("silent", type_=sql.Float)  # seconds after which a silent process counts as dead
_has_people = "EXISTS (SELECT 1 FROM sitters s WHERE s.code = {}.code)"  # bots alone wait for a watcher
_clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

_insert_owner = sql.text(
    "INSERT INTO awake (code, keeper, epoch) VALUES (:code, :keeper, 0) ON CONFLICT (code) DO NOTHING"
)
_delete_owner = sql.text(
    f"DELETE FROM awake WHERE code = :code AND (keeper = :keeper OR :keeper = {SOLE_PROCESS})"
)
_release_all = sql.text(f"UPDATE awake SET keeper = {NO_PROCESS} WHERE keeper = :keeper")
_claim = sql.text(
    f"INSERT INTO awake AS a (code, keeper, epoch) VALUES (:code, :keeper, {_clock} - :at) "
    f"ON CONFLICT (code) DO UPDATE SET keeper = excluded.keeper, epoch = excluded.epoch "
    f"WHERE a.keeper = excluded.keeper OR {_orphaned}"
).bindparams(_silent)
_select_owner = sql.text(f"SELECT keeper, {_clock} - epoch FROM awake WHERE code = :code")
_adopt = sql.text(
    "UPDATE awake SET keeper = :keeper WHERE code IN "
    f"(SELECT code FROM awake a WHERE {_orphaned} AND {_has_people.format('a')} LIMIT {ADOPTED_TABLES} "
    "FOR UPDATE SKIP LOCKED) "
    "RETURNING code"
).bindparams(_silent)
_select_unowned = sql.text(
    f"SELECT code FROM tables t WHERE status = 'playing' AND timed AND wake <= {_clock} AND NOT EXISTS "
    f"(SELECT 1 FROM awake a WHERE a.code = t.code AND NOT {_orphaned}) AND {_has_people.format('t')}"
).bindparams(_silent)
_select_owned = sql.text(f"SELECT code FROM awake a WHERE {_has_people.format('a')}")


class RemotePresence(NamedTuple):
    """Who is connected to a table through one process."""

    persons: frozenset[str]  # ids of people who have a seat at it
    watching: int  # how many others


NOBODY_THERE = RemotePresence(frozenset(), 0)


class TableOwnership(Ownership):
    """The ownership of one loaded table."""

    def __init__(self, room: Room, bus: ClusterBus | None) -> None:
        self.room = room
        self.bus = bus
        self.owned_here = bus is None
        self._tried = 0.0  # when this process last claimed the table
        self._recorded = False  # the database has a row with this owner
        self._syncing = False  # lines that others wrote are about to be read
        self.foreign_length = 0
        self._elsewhere: dict[int, RemotePresence] = {}  # who is connected to which other process
        self.people_elsewhere: frozenset[str] = frozenset()
        self._reported = NOBODY_THERE  # who is connected here, as the others know it
        self._host_reported = False  # whether the host is connected here, as the others know it
        if bus:
            bus.publish(PresenceRequest(bus.id, room.state.code))
        if room.state.status == "playing":
            self.begin()

    # Owning

    def begin(self) -> None:
        if self.bus:
            self.room.enqueue(self.claim)
        self.note_bots()

    def note_bots(self) -> None:
        # With one process nobody else can take the table over, so the next start must know of its bots.
        state = self.room.state
        if not self.bus and state.has_bots and not state.is_played_by_bots_alone and not self._recorded:
            self._recorded = True
            row = {"code": state.code, "keeper": SOLE_PROCESS}
            self.room.spawn(_try_commit(self.room.services.store, [(_insert_owner, row)]))

    async def claim(self) -> None:
        room, bus = self.room, self.bus
        self._tried = time.monotonic()
        if bus is None:
            self.note_bots()
            return
        if room.state.status != "playing" or room.schedule.is_paused:
            return
        try:
            owner, at, mono = await _claim_table(room, bus.id, bus.silent_seconds)
        except StorageError:
            self._retry_later(self.claim)
            return
        self.owned_here = owner == bus.id
        if not self.owned_here:
            room.schedule.set_owner_time(at, mono)

    async def release(self) -> None:
        services, code = self.room.services, self.room.state.code
        if self.bus is None:
            if self._recorded:
                self._recorded = False
                changes = [delete_owner_statement(code, SOLE_PROCESS)]
                services.tasks.spawn(_try_commit(services.store, changes))
        elif self.owned_here:
            self.owned_here = False
            released = notify_statement(encode(OwnershipReleased(self.bus.id, code)))
            await _try_commit(services.store, [delete_owner_statement(code, self.bus.id), released])

    def release_statements(self) -> list[Change]:
        # What goes on by itself is left to the other processes, or to the next start.
        if not self.room.schedule.may_unload or not (self.owned_here if self.bus else self._recorded):
            return []
        return [delete_owner_statement(self.room.state.code, self.bus.id if self.bus else SOLE_PROCESS)]

    def claim_again_at(self) -> float:
        return self._tried + OWNER_GRACE_MS / 1000

    # What others wrote

    def note_foreign_lines(self, n: int) -> None:
        """Queue a job that reads the log: another process wrote lines up to number n."""
        if n >= self.room.state.length and not self._syncing:
            self._syncing = True
            self.room.enqueue(self._sync)

    async def _sync(self) -> None:
        self._syncing = False
        try:
            await log_sync.apply_foreign_lines(self.room)
        except StorageError:
            self._syncing = True
            self._retry_later(self._sync)

    def _retry_later(self, job: Callable[[], Awaitable[None]]) -> None:
        """Run a job again later: the database did not answer."""
        asyncio.get_running_loop().call_later(OWNER_RETRY_SECONDS, self.room.enqueue, job)

    def request_turn(self) -> None:
        if self.bus:
            self.bus.publish(TurnRequest(self.bus.id, self.room.state.code, self.room.state.length))

    async def give_turn(self, n: int) -> None:
        """Write nothing for a moment, until another process has written line n or one after it."""
        for _ in range(TURN_PAUSES):
            if self.foreign_length > n:
                return
            await asyncio.sleep(TURN_PAUSE_SECONDS)
            await log_sync.apply_foreign_lines(self.room)

    async def compare(self) -> None:
        """Read the log, claim the table and ask who is there: messages of the bus may have been missed."""
        await log_sync.apply_foreign_lines(self.room)
        await self.claim()
        if self.bus:
            self.bus.publish(PresenceRequest(self.bus.id, self.room.state.code))
            self.answer_presence()

    # Who is here

    def watchers_elsewhere(self) -> int:
        return sum(there.watching for there in self._elsewhere.values())

    def share_presence(self) -> None:
        if self.bus and self._presence() != self._reported:
            self._report_presence()
        if self.bus and open_tables.is_host_connected(self.room) != self._host_reported:
            self._report_host()

    def answer_presence(self) -> None:
        """Tell the process that asked who is connected here, if anybody is."""
        if self._presence() != NOBODY_THERE:
            self._report_presence()

    def answer_host(self) -> None:
        """Tell the other processes that the host of this open table is connected here, if so."""
        if open_tables.is_host_connected(self.room):
            self._report_host()

    def share_message(self, message: bytes) -> None:
        if self.bus:
            self.bus.publish(TransientMessage(self.bus.id, self.room.state.code, message.decode()))

    async def presence_elsewhere(self, by: int, there: RemotePresence) -> None:
        """Store who is connected to another process now, and send the table to the subscribers."""
        if self._elsewhere.get(by, NOBODY_THERE) == there:
            return
        self._elsewhere[by] = there
        self.people_elsewhere = frozenset().union(*(there.persons for there in self._elsewhere.values()))
        self.room.presence.elsewhere_changed()
        self.room.broadcaster.send_table()

    async def process_gone(self, dead: frozenset[int]) -> None:
        """Forget who was connected to these processes, and claim the table if it was theirs."""
        for each in dead:
            await self.presence_elsewhere(each, NOBODY_THERE)
        if not self.owned_here:
            await self.claim()

    def _presence(self) -> RemotePresence:
        state, people = self.room.state, [one.person for one in self.room.subscribers]
        sitting = frozenset(person for person in people if person and state.seats_of(person))
        looking = [person for person in people if person not in sitting]
        return RemotePresence(sitting, len({person for person in looking if person}) + looking.count(None))

    def _report_presence(self) -> None:
        if self.bus:
            self._reported = self._presence()
            persons, watching = sorted(self._reported.persons), self._reported.watching
            self.bus.publish(PresenceReport(self.bus.id, self.room.state.code, persons, watching))

    def _report_host(self) -> None:
        if self.bus:
            self._host_reported = open_tables.is_host_connected(self.room)
            self.bus.publish(HostReport(self.bus.id, self.room.state.code, self._host_reported))


def delete_owner_statement(code: str, owner: int) -> Change:
    """The change that removes the owner of a table that is unloaded."""
    return _delete_owner, {"code": code, "keeper": owner}


def release_all_statement(owner: int) -> Change:
    """The change that releases all tables of a process, for the others to take over."""
    return _release_all, {"keeper": owner}


async def _try_commit(store: Store, changes: list[Change]) -> None:
    """Write changes and ignore a failure: the next start corrects the row."""
    with suppress(StorageError):
        await store.commit(changes)


async def adopt_tables(store: Store, owner: int, silent: float) -> list[str]:
    """Take over a few tables whose owner is gone, and return their codes."""
    return await _codes(store, _adopt, {"keeper": owner, "silent": silent})


async def unowned_codes(store: Store, silent: float | None) -> list[str]:
    """The tables whose match goes on by itself and that no living process owns.

    `silent` is after how many seconds a silent process counts as dead; None where there is one process.
    """
    if silent is not None:
        return await _codes(store, _select_unowned, {"silent": silent})
    owned = await _codes(store, _select_owned, {})
    return list(dict.fromkeys([*await store.codes_with_running_clock(), *owned]))


async def _claim_table(room: Room, owner: int, silent: float) -> tuple[int, Millis, float]:
    """Claim a table; returns its owner, its match time, and when that was read, by the monotonic clock."""
    code = room.state.code

    def claim(connection: sql.Connection) -> tuple[int, Millis, float] | None:
        values = {"code": code, "keeper": owner, "at": room.schedule.now, "silent": silent}
        connection.execute(_claim, values)
        before = time.monotonic()
        row = connection.execute(_select_owner, {"code": code}).first()
        return (row[0], row[1], (before + time.monotonic()) / 2) if row else None

    while True:
        claimed = await room.services.store.run_in_reader(claim)
        if claimed:  # else it was released at this very moment
            return claimed


async def _codes(store: Store, statement: sql.TextClause, values: dict[str, float]) -> list[str]:
    return await store.run_in_reader(lambda connection: list(connection.execute(statement, values).scalars()))
