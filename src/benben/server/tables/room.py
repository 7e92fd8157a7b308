"""A room: one task and one queue for a table.

It takes a message or the next deadline, has it judged by the match, stores it, and only then acknowledges it
and tells each listener what it may know. All that touches the table happens in this one task, in order.
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
from benben.server.limits import TokenBucket
from benben.server.storage.errors import StaleDecision, StorageError, WriteConflict
from benben.server.storage.rows import Identity, LogRow
from benben.server.storage.statements import Change
from benben.server.tables import log, log_sync, tick
from benben.server.tables.bot_turns import Prompter
from benben.server.tables.broadcast import Voice
from benben.server.tables.mailbox import Inbox
from benben.server.tables.pending import Deed, judged, numbered
from benben.server.tables.presence import Attendance
from benben.server.tables.schedule import Schedule
from benben.server.tables.services import RoomServices
from benben.server.tables.state import Desk, beat
from benben.server.tables.subscriber import Listener

AGAIN = 2.0  # seconds until something that failed is tried again
TRIES = 20  # how often an errand is judged anew when others wrote first

Result = TypeVar("Result")
Errand: TypeAlias = Callable[[], Awaitable[Any]]

_log = logging.getLogger("benben")


class Asker(Protocol):
    """Who waits for an errand: a future, or somebody who is called back at once."""

    def done(self) -> bool: ...
    def set_result(self, result: Any, /) -> None: ...
    def set_exception(self, fault: Exception, /) -> None: ...


class Room:
    def __init__(self, services: RoomServices, desk: Desk, unload: Callable[[Room], None]) -> None:
        self.services = services
        self.desk = desk
        self._on_unload = unload  # called when the room has ended
        self.talkers: dict[str, TokenBucket] = {}  # by person
        self.stopped = False
        self._inbox: Inbox[tuple[Errand, Asker | None]] = Inbox()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0  # when it goes off, by the loop's clock
        self._tick: Errand = partial(tick.tick, self)
        self._tasks: set[asyncio.Task[None]] = set()  # bots that think
        self.prompter = Prompter(self)
        self.voice = Voice(self)
        self.ownership = services.new_ownership(self)
        self.attendance = Attendance(desk, services.departures, self.ownership, services.patience_seconds)
        self.listeners = self.attendance.listeners
        self.schedule = Schedule(desk, self.attendance, self.prompter, self.ownership, services.idle_seconds)
        if desk.status == "playing":
            self.prompter.prepare()
        self._task = asyncio.create_task(self._run(), name=f"room {desk.code}")
        self._task.add_done_callback(self._ended)

    # From outside

    async def do(self, errand: Callable[[], Awaitable[Result]]) -> Result:
        """Has the room's own task do it, in its turn."""
        return await self.post(errand)

    def post(self, errand: Callable[[], Awaitable[Result]]) -> asyncio.Future[Result]:
        """The same for who does not wait."""
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.put(errand, answer)
        return answer

    def put(self, errand: Errand, answer: Asker | None = None) -> None:
        """The same, for what nobody waits for, or somebody who is called back."""
        if not self.stopped:
            self._inbox.put_nowait((errand, answer))
        else:
            _refuse(answer, StorageError("This table was just put away. Please try again."))

    @property
    def idle(self) -> bool:
        """The task waits for something to do."""
        return self._inbox.idle and not self.stopped

    async def stop(self, sentence: str) -> None:
        """Tells everybody and ends. What was stored stands."""
        self.stopped = True
        for listener in self.listeners:
            listener.close(sentence)
        self._cancel()
        self._task.cancel()
        await asyncio.gather(self._task, *self._tasks, return_exceptions=True)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is here, nobody came for a while, and nothing waits to be done."""
        return self.schedule.is_deserted and self._inbox.empty()

    def unload(self) -> None:
        """End the room from inside its own task."""
        self.stopped = True
        self._cancel()
        self._on_unload(self)

    def wake(self) -> None:
        """Queue a tick: something may be due."""
        self._inbox.put_nowait((self._tick, None))

    # The task

    async def _run(self) -> None:
        try:
            while not self.stopped:
                self._look_ahead()
                await self._attempt(*await self._inbox.get())
        finally:
            self.stopped = True
            while not self._inbox.empty():
                _, answer = self._inbox.get_nowait()
                _refuse(answer, StorageError("This table was just put away. Please try again."))

    def _look_ahead(self) -> None:
        self.prompter.prod(self.schedule.changed_at)
        self._set_timer()

    async def _attempt(self, errand: Errand, answer: Asker | None, tries: int = TRIES) -> None:
        """The room goes on, whatever one errand did. If others wrote first, it is tried anew."""
        try:
            result = await errand()
        except WriteConflict as lost:
            if tries and (isinstance(lost, StaleDecision) or await log_sync.refreshed(self)):
                if tries < TRIES:  # not for the first time
                    self.ownership.request_turn()
                await self._attempt(errand, answer, tries - 1)
            else:
                self.schedule.hold(AGAIN)
                _refuse(answer, lost)
        except (Illegal, StorageError) as refusal:
            if tries and isinstance(refusal, Illegal) and await log_sync.outdated(self):
                await self._attempt(errand, answer, tries - 1)
                return
            if answer is None:
                _log.warning("table %s: %s", self.desk.code, type(refusal).__name__)
                self.schedule.hold(AGAIN)
            _refuse(answer, refusal)
        except asyncio.CancelledError:
            _refuse(answer, StorageError("The server stops."))
            raise
        except Exception as fault:
            self._excuse(fault, answer)
        else:
            if answer is not None and not answer.done():
                answer.set_result(result)

    def _excuse(self, fault: Exception, answer: Asker | None) -> None:
        """A fault of ours."""
        where = "".join(traceback.format_tb(fault.__traceback__))
        _log.error("table %s: %s\n%s", self.desk.code, type(fault).__name__, where)
        self.schedule.hold(AGAIN)
        _refuse(answer, StorageError("Something went wrong here. Nothing was changed."))

    def _ended(self, task: asyncio.Task[None]) -> None:
        """It should end only when it is told to; if not, the next who asks gets a fresh room."""
        if not task.cancelled() and task.exception():
            _log.error("table %s: the room broke down", self.desk.code, exc_info=task.exception())
            self._cancel()
            self._on_unload(self)
            for listener in self.listeners:
                listener.close("This table had to be closed for a moment. Please come back.")

    def _set_timer(self) -> None:
        """A timer that comes too early does nothing but set the next, so most need not be set anew."""
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
        self._timer, self._timer_at = loop.call_at(when, self._ring), when

    def _ring(self) -> None:
        self._timer = None
        self._inbox.put_nowait((self._tick, None))

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()

    def spawn(self, errand: Any) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Entries

    async def enter(
        self,
        entry: Entry,
        listener: Listener | None = None,
        id: str = "",
        before: Sequence[log.Line] = (),
    ) -> None:
        """One entry, and what nature does after it at once: judged, stored, acknowledged, told.

        Lines that lead to it, such as the last consent, stand before it.
        """
        deed, changes = judged(self.desk, entry, listener, id, before)
        await self.services.store.commit(changes)
        self._stands(deed)

    def enter_at_once(
        self, entry: Entry, listener: Listener, id: str, then: Callable[[Exception | None], None]
    ) -> None:
        """The same while the task is idle, without it: the task goes on when the entry is stored and told.

        Illegal if it may not follow. `then` hears what hindered it, or that nothing did.
        """
        deed, changes = judged(self.desk, entry, listener, id)
        self.services.store.commit_nowait(changes, partial(self._stored, deed, then))
        self._inbox.hold()

    def _stored(
        self, deed: Deed, then: Callable[[Exception | None], None], hindrance: Exception | None
    ) -> None:
        self._inbox.let_go()
        if hindrance is None and not self.stopped:
            try:
                self._stands(deed)
                self._look_ahead()
            except Exception as fault:
                self._excuse(fault, None)
        then(hindrance)

    def _stands(self, deed: Deed) -> None:
        """It is stored: acknowledge and tell it."""
        desk, schedule, steps, kept, status = self.desk, self.schedule, deed.steps, deed.kept, deed.status
        entry, offer = steps[0].entry, desk.offer
        if deed.listener:
            deed.listener.send(wire.Done(deed.id))
            counters.moves += 1
        schedule.changed_at = max(schedule.now, desk.match.at)
        for written in kept[: deed.before]:
            desk.take(written)
        if len(steps) == 1:
            self.voice.news(desk.take(kept[-1], steps[0]))
        else:
            pairs = zip(kept[deed.before :], steps, strict=True)
            for _, run in groupby(pairs, key=lambda pair: beat(pair[1])):
                stood = [desk.take(written, step) for written, step in run]
                self.voice.news(stood[0])
        if isinstance(entry, Reseated):
            self.prompter.player_changed(entry.by)
        if status or offer is not desk.offer or isinstance(entry, Reseated):
            self.voice.tell_table()
        if status == "over":
            self.voice.tell_watchers_talk()
        self.services.observer.table_changed(self)

    def begin(self) -> None:
        """The match has just begun; what nature does before anybody acts comes with the next tick."""
        self.schedule.set_time(0)
        self.attendance.begin()
        self.prompter.prepare()
        self.ownership.begin()
        self.voice.news(0)
        self.services.observer.table_changed(self)

    async def append(
        self,
        lines: Sequence[log.Line],
        member: Identity | None = None,
        id: str = "",
        status: str | None = None,
        sitter: str | None = None,
        beside: Sequence[Change] = (),
    ) -> list[LogRow]:
        """The lines, stored under the next numbers; the message's id goes with the first."""
        kept = numbered(self.desk, lines, member, id)
        await self.services.store.append(self.desk.code, kept, status, sitter, beside)
        return kept


def _refuse(answer: Asker | None, fault: Exception) -> None:
    if answer is not None and not answer.done():
        answer.set_exception(fault)
