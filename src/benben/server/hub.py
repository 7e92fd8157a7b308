"""The hub: starts, holds and stops the services of one server."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial

from benben import games
from benben.core.contract import Illegal, Unreadable
from benben.server import wire
from benben.server.cluster import ownership
from benben.server.cluster.bus import ClusterBus
from benben.server.cluster.ownership import TableOwnership
from benben.server.limits import TokenBuckets
from benben.server.log_output import log_name
from benben.server.notify.turn_notifier import TurnNotifier
from benben.server.people import puzzle_results
from benben.server.people.accounts import SIGNED_OUT, Accounts
from benben.server.people.achievement_store import AchievementStore
from benben.server.people.bans import ADDRESS_BANNED, PERSON_BANNED, TABLE_BANNED, Bans
from benben.server.people.deletion import FORMER_NAME, PERSON_DELETED, PersonDeletion
from benben.server.people.progress import ProgressStore
from benben.server.people.puzzle_results import PuzzleResultStore
from benben.server.settings import Settings
from benben.server.storage import cleanup, table_queries
from benben.server.storage.errors import StorageError
from benben.server.storage.rows import Identity
from benben.server.storage.store import Store
from benben.server.storage.table_import import remove_abandoned_imports
from benben.server.tables import creation, sleep
from benben.server.tables.achievement_recorder import AchievementRecorder
from benben.server.tables.commands import seating
from benben.server.tables.listing import TableLists
from benben.server.tables.open_tables import OpenTables
from benben.server.tables.record_files import RecordFiles
from benben.server.tables.registry import RoomRegistry
from benben.server.tables.reviews import MatchReviews
from benben.server.tables.room import Room
from benben.server.tables.services import RoomServices
from benben.server.tables.table_quota import TableQuota
from benben.server.tables.watch_list import WatchList
from benben.server.workers import tasks
from benben.server.workers.daily_puzzles import DailyPuzzles
from benben.server.workers.fair_queue import Owner
from benben.server.workers.pool import PoolClosed, WorkerPool
from benben.server.workers.worker_process import WorkerRefusal

TABLES_RESUMED_TOGETHER = 64  # one that waits for a worker must not keep the others waiting

_log = logging.getLogger("benben")


class Hub:
    """The services of one server. Make it inside the running event loop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.db, settings.limits)
        self.accounts = Accounts(self.store, settings.limits)
        self.workers = WorkerPool(settings)
        self.daily_puzzles = DailyPuzzles(self.workers, settings.limits.job_seconds)
        self._services = RoomServices(self.store, self.accounts, self.workers, settings, self._ownership)
        self._quota = TableQuota(self.store, settings.limits)
        self.rooms = RoomRegistry(self._services)
        self.open_tables = OpenTables(self.rooms)
        self.lists = TableLists(self.rooms, self.open_tables)
        self.watch_list = WatchList(self.rooms, self.lists, settings.house_match)
        self.notifier = TurnNotifier(self.accounts, self.rooms, self.lists, settings)
        self._services.observer = self.notifier
        self.bus: ClusterBus | None = None  # None where the database serves one process alone
        self.records = RecordFiles(self.rooms)
        self.reviews = MatchReviews(self.rooms)
        self.connections: Counter[str] = Counter()  # open sockets and streams, by address of the client
        self.calls = TokenBuckets(settings.limits.calls)  # by address of the client
        self.reads = TokenBuckets(settings.limits.reads)  # by address of the client
        self.bans = Bans(self.store)
        self.progress = ProgressStore(self.store, settings.limits)
        self.puzzle_results = PuzzleResultStore(self.store, settings.limits)
        self.achievements = AchievementStore(self.store)
        self.achievement_recorder = AchievementRecorder(self.rooms, self.achievements)
        self._services.match_ended = self.achievement_recorder.note_end
        self.deletion = PersonDeletion(self.store, self.accounts, self.progress, self.achievements)
        self.rooms.is_banned = self.bans.has_table
        self._renames = TokenBuckets(settings.limits.renames)  # by person
        self._tasks = self._services.tasks

    async def open(self) -> None:
        """Start the services, warm up bots in the background, and resume matches whose clocks run."""
        if self.store.shared:
            self.bus = ClusterBus(self.rooms, self.open_tables, self._person_changed)
            self.accounts.on_change = self.bus.publish_person_changed
            await self.bus.open()
            self._tasks.spawn(self._report_presence())
        await self.check_bans()
        self._tasks.spawn(self._watch_bans())
        self._tasks.spawn(self._warm_bots())
        self._tasks.spawn(self._resume(await ownership.unowned_codes(self.store, self._silent_seconds)))
        self.notifier.open()
        self._tasks.spawn(self._watch_clocks())
        self._tasks.spawn(self._clean_up())
        self._tasks.spawn(self.achievement_recorder.run())
        if self.settings.warm:
            self._tasks.spawn(self._make_puzzles())

    async def leave(self, sentence: str) -> None:
        """Tell every client that the server stops, and end every room and whatever is being computed."""
        changes = await self.rooms.stop(sentence)
        self.workers.close()
        if self.bus:
            await self.bus.leave(changes)
        elif changes:
            with suppress(StorageError):
                await self.store.commit(changes)

    async def close(self, sentence: str) -> None:
        """End all rooms, write what still waits, and stop the services."""
        await self.leave(sentence)
        await self.notifier.close()
        await self._tasks.cancel()
        await self.daily_puzzles.close()
        await self.records.close()
        await self.reviews.close()
        await self.watch_list.close()
        if self.bus:
            await self.bus.close()
        await self.store.close()

    async def create_table(self, wish: wire.NewTable, host: Identity, address: str = "") -> str:
        """Make a table and return its code; Illegal or Unreadable if there can be no such table."""
        owner = Owner(address, host.id)
        if wish.position and games.load(wish.game).preparation:  # to read it may take long
            await self.workers.ask(
                tasks.check_position,
                wish.game,
                wish.position,
                owner=owner,
                lane="jobs",
                seconds=self.settings.limits.job_seconds,
            )
        new = creation.from_request(wish, host, address)
        async with self._quota.reserve(owner):
            await self.store.add_table(*new)
        return new.table.code

    async def rename(self, member: Identity, name: str) -> Identity:
        """Give a person another name, also at their tables that wait or run; Illegal if it cannot be used."""
        if name != member.name and not self._renames.of(member.id).allows():
            raise Illegal("people", "Too many new names at once. Please wait a little.")
        renamed = await self.accounts.rename(member, name)
        if renamed.name == member.name:
            return renamed
        limits = self.settings.limits
        recent = await self.store.tables_of(member.id, limits.tables_listed)
        running = await table_queries.playing_tables(self.store, member.id, limits.tables_searched)
        for code in {table.code for table in (*recent, *running) if table.status != "over"}:
            try:
                room = await self.rooms.room(code, Owner("", member.id))
                if room:
                    await room.run(partial(seating.rename_sitter, room, renamed))
            except (StorageError, WorkerRefusal) as fault:
                _log.warning("table %s keeps an old name: %s", log_name(code), type(fault).__name__)
        return renamed

    async def delete_person(self, person: str) -> None:
        """Delete a person: free their seats, resign their matches, and overwrite their name everywhere."""
        former = Identity(person, FORMER_NAME)
        for code in await self.deletion.unfinished_codes(person):
            try:
                room = await self.rooms.room(code)
                if room:
                    await room.run(partial(seating.leave_for_good, room, former))
            except (StorageError, WorkerRefusal, Illegal, Unreadable) as fault:
                _log.warning("table %s was not left: %s", log_name(code), type(fault).__name__)
        await self.deletion.delete(person)
        self.accounts.note_change(person)
        await self._forget_person(person)
        _log.info("a person was deleted")

    async def _forget_person(self, person: str) -> None:
        """Close the connections of a deleted person, and drop what is in memory with their name."""
        self.rooms.close_where(lambda each: each.person == person, PERSON_DELETED)
        self.records.forget()
        self.watch_list.forget()
        for room in self.rooms.loaded_rooms():
            if room.state.status == "over" and room.state.seats_of(person):
                await self.rooms.close_table(room.state.code, "A name has changed here. Please come back.")

    def _ownership(self, room: Room) -> TableOwnership:
        return TableOwnership(room, self.bus)

    @property
    def _silent_seconds(self) -> float | None:
        """After how long a silent process counts as dead; None where there is one process."""
        return self.settings.limits.silent_process_seconds if self.bus else None

    # In the background

    async def _warm_bots(self) -> None:
        try:
            await self.workers.warm(games.NAMES if self.settings.warm else ())
        except PoolClosed:
            pass  # the server stops already
        except Exception as fault:  # harmless: bots are slow at first
            _log.warning("the bots could not warm up: %s", type(fault).__name__)

    async def _make_puzzles(self) -> None:
        """Make the puzzles of each day when it begins: the first visitor should not wait for them."""
        with suppress(PoolClosed):  # the server stops
            while True:
                await self.make_todays_puzzles()
                now = datetime.now(UTC)
                midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
                await asyncio.sleep((midnight - now).total_seconds() + 1)

    async def make_todays_puzzles(self) -> None:
        """Make the puzzles of today; PoolClosed if the server stops."""
        for name in games.COURSES:
            game = await asyncio.to_thread(games.load, name)  # the first time it takes a moment
            try:
                await self.daily_puzzles.make(game, puzzle_results.today())
            except PoolClosed:
                raise
            except WorkerRefusal as refusal:  # whoever asks for them has them made
                _log.warning("a puzzle of the day was not made: %s", type(refusal).__name__)

    async def _resume(self, codes: Sequence[str]) -> None:
        """Go on with these tables, and with those of processes that are gone."""
        free = asyncio.Semaphore(TABLES_RESUMED_TOGETHER)

        async def resume(code: str) -> None:
            async with free:
                await self.rooms.resume(code)

        await asyncio.gather(*map(resume, codes))
        if self.bus:
            await self.bus.adopt_orphans()

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(sleep.CLOCK_CHECK_SECONDS)
            with suppress(StorageError):
                await self.check_clocks()

    async def check_clocks(self) -> None:
        """Save how much match time has passed, and wake the tables whose moment has come."""
        changes = [room.schedule.elapsed_statement for room in self.rooms.loaded_rooms()]
        if any(changes):
            await self.store.commit([change for change in changes if change])
        await self.rooms.absorb_clock_jump()
        if not self.bus:  # with a bus, tables without an owner are searched for anyway
            for code in await self.store.codes_with_running_clock():
                if not self.rooms.has(code):
                    await self.rooms.resume(code)

    async def _clean_up(self) -> None:
        while True:
            await asyncio.sleep(self.settings.limits.cleanup_seconds)
            with suppress(StorageError):
                await remove_abandoned_imports(self.store)
                await self.remove_unused()
                await self.puzzle_results.forget_voters()

    async def remove_unused(self) -> tuple[int, int]:
        """Remove tables that never began and people without a table, after long. Returns how many of each."""
        settings, batch = self.settings, self.settings.limits.cleanup_batch
        removed = [0, 0]
        if settings.unused_table_days:
            while codes := await cleanup.unused_tables(self.store, settings.unused_table_days, batch):
                codes = [code for code in codes if not self.rooms.has(code)]
                await cleanup.remove_tables(self.store, codes)
                removed[0] += len(codes)
                if len(codes) < batch:
                    break
        if settings.unused_person_days:
            while people := await cleanup.unused_people(self.store, settings.unused_person_days, batch):
                await cleanup.remove_people(self.store, people)
                removed[1] += len(people)
        if any(removed):
            _log.info("removed %d unused tables and %d people without a table", *removed)
        return removed[0], removed[1]

    # What the host of this server has banned

    async def _watch_bans(self) -> None:
        while True:
            await asyncio.sleep(self.settings.limits.ban_check_seconds)
            with suppress(StorageError):
                await self.check_bans()

    async def check_bans(self) -> None:
        """Read what is banned, and close whatever is open of it."""
        for ban in await self.bans.refresh():
            _log.warning("banned: %s", ban.log_name)
            if ban.kind == "person":
                self.accounts.drop_cached(ban.subject)
                if ban.removed and await self.store.person(ban.subject):
                    await self.delete_person(ban.subject)
        for room in self.rooms.loaded_rooms():
            if self.bans.has_table(room.state.code):
                await self.rooms.close_table(room.state.code, TABLE_BANNED)
        self.rooms.close_where(lambda each: self.bans.has_person(each.person or ""), PERSON_BANNED)
        self.rooms.close_where(lambda each: self.bans.has_address(each.owner.address), ADDRESS_BANNED)

    # People who changed, and keys that were revoked, at another process

    def _person_changed(self, person: str) -> None:
        self.accounts.drop_cached(person)
        self._tasks.spawn(self._forget_if_deleted(person))
        keys = {member.key for member in self.rooms.connected_people() if member.id == person}
        if keys:
            self._tasks.spawn(self._close_revoked(keys))

    async def _forget_if_deleted(self, person: str) -> None:
        with suppress(StorageError):
            if await self.store.person(person) is None:
                await self._forget_person(person)

    async def _close_revoked(self, keys: set[str]) -> None:
        """Close every connection whose key is among these and was revoked."""
        try:
            self.rooms.close_connections(keys - await self.accounts.records.existing_keys(keys), SIGNED_OUT)
        except StorageError as fault:
            _log.warning("%s", fault)

    async def _report_presence(self) -> None:
        """Save who is here for the other processes, and close connections whose key was revoked elsewhere."""
        pause = self.settings.limits.presence_seconds
        while True:
            await asyncio.sleep(pause)
            members = self.rooms.connected_people()
            here = {member.id for member in members} | self.accounts.active_within(pause)
            if members:
                await self._close_revoked({member.key for member in members})
            try:
                if here:
                    await self.accounts.records.note_seen(here)
            except StorageError as fault:
                _log.warning("%s", fault)
