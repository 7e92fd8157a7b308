"""The room of a table: one task and one queue.

The task takes a message or the next deadline, has it judged by the match, stores it, and only then
acknowledges it and sends each subscriber what it may know. Whatever changes the table happens in this order.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Protocol, TypeAlias, TypeVar

from benben.core.contract import Illegal
from benben.core.entries import Entry, Reseated
from benben.server import wire
from benben.server.counters import counters
from benben.server.limits import TokenBucket, TokenBuckets
from benben.server.log_output import log_name
from benben.server.storage.errors import OutcomeUnknown, StaleDecision, StorageError, WriteConflict
from benben.server.storage.rows import Identity, LogRow
from benben.server.storage.statements import Change
from benben.server.tables import log, log_sync, tick
from benben.server.tables.bot_turns import BotTurns
from benben.server.tables.broadcast import Broadcaster
from benben.server.tables.mailbox import Mailbox
from benben.server.tables.opening_round import OpeningRound
from benben.server.tables.pending_commit import PendingCommit, number_lines, prepare_commit
from benben.server.tables.presence import PresenceTracker
from benben.server.tables.schedule import Schedule
from benben.server.tables.services import RoomServices
from benben.server.tables.state import TableState, beat_key
from benben.server.tables.subscriber import Subscriber
from benben.server.workers.worker_process import WorkerRefusal

RETRY_SECONDS = 2.0  # until something that failed is tried again
MAX_ATTEMPTS = 20  # at a job, when other processes wrote to the table first

Result = TypeVar("Result")
Job: TypeAlias = Callable[[], Awaitable[Any]]

_log = logging.getLogger("benben")


class Reply(Protocol):
    """Receives the result of a job: a future, or an object with its methods."""

    def done(self) -> bool: ...
    def set_result(self, result: Any, /) -> None: ...
    def set_exception(self, fault: Exception, /) -> None: ...


class Room:
    """A table that is loaded, with everything that runs there."""

    def __init__(self, services: RoomServices, state: TableState, unload: Callable[[Room], None]) -> None:
        self.services = services
        self.state = state
        self._on_unload = unload  # called when the room has ended
        self.chat_buckets: dict[str, TokenBucket] = {}  # by person
        self.proposal_buckets = TokenBuckets(services.limits.proposals)  # by person
        self.seat_buckets = TokenBuckets(services.limits.seat_changes)  # by person
        self.stopped = False
        self.in_doubt = False  # what this process sent last may be in the log; nobody could be asked
        self._has_stored = False  # the present job has stored something
        self._mailbox: Mailbox[tuple[Job, Reply | None]] = Mailbox()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0  # when it goes off, by the loop's clock
        self._tick: Job = partial(tick.tick, self)
        self._tasks: set[asyncio.Task[None]] = set()  # bots that think
        self.bot_turns = BotTurns(self)
        self.broadcaster = Broadcaster(self)
        self.ownership = services.new_ownership(self)
        self.presence = PresenceTracker(
            state,
            services.departures,
            self.ownership,
            patience=services.patience_seconds,
            host_grace=services.limits.host_grace_seconds,
            claim_seconds=services.claim_seconds,
        )
        self.subscribers = self.presence.subscribers
        self.opening = OpeningRound(state, self.presence, services.limits.opening_seconds)
        self.schedule = Schedule(
            state,
            self.presence,
            self.opening,
            self.bot_turns,
            self.ownership,
            idle_seconds=services.idle_seconds,
            house_moves=services.limits.house_moves,
        )
        self._task = asyncio.create_task(self._run(), name=f"room {log_name(state.code)}")
        self._task.add_done_callback(self._on_task_end)

    # From outside

    async def run(self, job: Callable[[], Awaitable[Result]]) -> Result:
        """Run a job in the room's task, in its turn, and return its result."""
        return await self.submit(job)

    def submit(self, job: Callable[[], Awaitable[Result]]) -> asyncio.Future[Result]:
        """Queue a job for the room's task; the future gets its result."""
        reply: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.enqueue(job, reply)
        return reply

    def enqueue(self, job: Job, reply: Reply | None = None) -> None:
        """Queue a job for the room's task; its result goes to `reply`, if there is one."""
        if not self.stopped:
            self._mailbox.put_nowait((job, reply))
        else:
            _refuse(reply, StorageError("This table was just unloaded. Please try again."))

    @property
    def idle(self) -> bool:
        """Whether the task waits for something to do."""
        return self._mailbox.idle and not self.stopped

    async def stop(self, sentence: str) -> None:
        """Close every connection with this sentence and end the room. What was stored stands."""
        self.stopped = True
        for subscriber in self.subscribers:
            subscriber.close(sentence)
        self._cancel()
        self._task.cancel()
        await asyncio.gather(self._task, *self._tasks, return_exceptions=True)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is here, nobody came for a while, and nothing waits to be done."""
        return self.schedule.is_deserted and self._mailbox.empty()

    def unload(self) -> None:
        """End the room from inside its own task."""
        self.stopped = True
        self._cancel()
        self._on_unload(self)

    def wake(self) -> None:
        """Queue a tick: something may be due."""
        self._mailbox.put_nowait((self._tick, None))

    # The task

    async def _run(self) -> None:
        try:
            while not self.stopped:
                self._look_ahead()
                await self._attempt(*await self._mailbox.get())
        finally:
            self.stopped = True
            while not self._mailbox.empty():
                _, reply = self._mailbox.get_nowait()
                _refuse(reply, StorageError("This table was just unloaded. Please try again."))

    def _look_ahead(self) -> None:
        if self.schedule.note_pause():
            self.enqueue(self.ownership.release if self.schedule.is_paused else self.ownership.claim)
        self.bot_turns.ask_due_bots(self.schedule.changed_at)
        self._set_timer()

    async def _attempt(self, job: Job, reply: Reply | None, tries: int = MAX_ATTEMPTS) -> None:
        """Run one job; whatever it does, the room goes on. If another process wrote first, try it again."""
        self._has_stored = False
        try:
            result = await job()
        except WriteConflict as lost:
            if tries and (isinstance(lost, StaleDecision) or await log_sync.sync(self)):
                if tries < MAX_ATTEMPTS:  # not for the first time
                    self.ownership.request_turn()
                await self._attempt(job, reply, tries - 1)
            else:
                self.schedule.hold(RETRY_SECONDS)
                _refuse(reply, lost)
        except (Illegal, StorageError) as refusal:
            if tries and isinstance(refusal, Illegal) and await log_sync.sync_if_shared(self):
                await self._attempt(job, reply, tries - 1)
                return
            if reply is None:
                _log.warning("table %s: %s", log_name(self.state.code), type(refusal).__name__)
                self.schedule.hold(RETRY_SECONDS)
            _refuse(reply, refusal)
        except asyncio.CancelledError:
            _refuse(reply, OutcomeUnknown())  # the writer may have it still
            raise
        except Exception as fault:
            self._report_fault(fault, reply)
        else:
            if reply is not None and not reply.done():
                reply.set_result(result)

    def _report_fault(self, fault: Exception, reply: Reply | None) -> None:
        """Log a fault of the server and refuse the job."""
        where = "".join(traceback.format_tb(fault.__traceback__))
        _log.error("table %s: %s\n%s", log_name(self.state.code), type(fault).__name__, where)
        self.schedule.hold(RETRY_SECONDS)
        unchanged = StorageError("Something went wrong here. Nothing was changed.")
        _refuse(reply, OutcomeUnknown() if self._has_stored else unchanged)

    def _on_task_end(self, task: asyncio.Task[None]) -> None:
        """Unload the room if its task broke down, so that the next request loads it again."""
        if not task.cancelled() and task.exception():
            _log.error("table %s: the room broke down", log_name(self.state.code), exc_info=task.exception())
            self._cancel()
            self._on_unload(self)
            for subscriber in self.subscribers:
                subscriber.close("This table had to be closed for a moment. Please come back.")

    def _set_timer(self) -> None:
        """Set the timer for what is due next. A timer that fires early only sets the next, so it may stay."""
        loop = asyncio.get_running_loop()
        if self._timer and self.schedule.nothing_pending:
            return
        delay = self.schedule.delay()
        if delay is None:
            return
        when = loop.time() + delay
        if self._timer:
            if self._timer_at <= when:
                return
            self._timer.cancel()
        self._timer, self._timer_at = loop.call_at(when, self._on_timer), when

    def _on_timer(self) -> None:
        self._timer = None
        self._mailbox.put_nowait((self._tick, None))

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()

    def spawn(self, job: Any) -> asyncio.Task[None]:
        """Run a coroutine beside the room's task; it ends with the room."""
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Entries

    async def commit_entry(
        self,
        entry: Entry,
        subscriber: Subscriber | None = None,
        id: str = "",
        before: Sequence[log.LogLine] = (),
        consents: Sequence[Entry] = (),
    ) -> None:
        """Judge an entry and the chance events that follow it, store them, acknowledge and send the news.

        Illegal if the entry may not follow. The last answer to a proposal goes before it, then the consents.
        """
        commit, changes = prepare_commit(self.state, entry, subscriber, id, before, consents)
        await self.services.store.commit(changes)
        self._has_stored = True
        self._publish(commit)

    def commit_inline(
        self, entry: Entry, subscriber: Subscriber, id: str, on_done: Callable[[Exception | None], None]
    ) -> None:
        """Commit an entry without the room's task, which must be idle: it goes on after the news is sent.

        Illegal if the entry may not follow. `on_done` gets the fault that kept it from being stored, or None.
        """
        commit, changes = prepare_commit(self.state, entry, subscriber, id)
        self.services.store.commit_nowait(changes, partial(self._committed, commit, on_done))
        self._mailbox.hold()

    def _committed(
        self,
        commit: PendingCommit,
        on_done: Callable[[Exception | None], None],
        hindrance: Exception | None,
    ) -> None:
        self._mailbox.release()
        if isinstance(hindrance, OutcomeUnknown):
            self.in_doubt = True
        if hindrance is None and not self.stopped:
            try:
                self._publish(commit)
                self._look_ahead()
            except Exception as fault:
                self._report_fault(fault, None)
        on_done(hindrance)

    def _publish(self, commit: PendingCommit) -> None:
        """Acknowledge a stored commit to its sender, and send the news to all subscribers."""
        state, schedule = self.state, self.schedule
        steps, rows, status = commit.steps, commit.rows, commit.status
        entry, offer = steps[0].entry, state.proposal
        if commit.subscriber:
            commit.subscriber.send(wire.Done(commit.id))
            counters.moves += 1
        schedule.changed_at = max(schedule.now, state.match.at)
        for row in rows[: commit.before]:
            state.apply(row)
        if len(steps) == 1:
            self.broadcaster.send_news(state.apply(rows[-1], steps[0]))
        else:
            pairs = zip(rows[commit.before :], steps, strict=True)
            for _, run in groupby(pairs, key=lambda pair: beat_key(pair[1])):
                stood = [state.apply(row, step) for row, step in run]
                self.broadcaster.send_news(min(stood))  # an undo cuts the rows of its consents
        if isinstance(entry, Reseated):
            self.bot_turns.player_changed(entry.by)
        if status or offer is not state.proposal or isinstance(entry, Reseated):
            self.broadcaster.send_table()
        if status == "over":
            self.broadcaster.reveal_watcher_chat()
            self.services.match_ended(state.code)
        self.services.observer.table_changed(self)

    def begin(self) -> None:
        """Start the clock and the bots of a match that has just begun. Chance acts with the next tick."""
        self.schedule.set_time(self.state.match.at)
        self.presence.begin()
        if self.state.game.preparation:
            self.schedule.hold(RETRY_SECONDS)  # until `prepare` is called
            self.enqueue(self.prepare)
        self.ownership.begin()
        self.broadcaster.send_news(0)
        self.services.observer.table_changed(self)

    async def prepare(self) -> None:
        """Wait until what the match needs is at hand. Run in the room's task, so that nothing goes before."""
        while not self.stopped:
            try:
                await self.services.preparations.prepare(self.state)
                break
            except WorkerRefusal as refusal:
                _log.warning("table %s waits: %s", log_name(self.state.code), type(refusal).__name__)
                await asyncio.sleep(RETRY_SECONDS)
        self.schedule.release()

    async def append(
        self,
        lines: Sequence[log.LogLine],
        member: Identity | None = None,
        id: str = "",
        status: str | None = None,
        sitter: str | None = None,
        beside: Sequence[Change] = (),
    ) -> list[LogRow]:
        """Store lines under the next numbers of the log; the id of the message goes with the first."""
        rows = number_lines(self.state, lines, member, id)
        await self.services.store.append(self.state.code, rows, status, sitter, beside)
        self._has_stored = True
        return rows


def _refuse(reply: Reply | None, fault: Exception) -> None:
    if reply is not None and not reply.done():
        reply.set_exception(fault)
