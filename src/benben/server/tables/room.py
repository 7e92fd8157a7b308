"""A room: one task and one queue for a table.

It takes a message or the next deadline, has it judged by the match, stores it, and only then acknowledges it
and tells each listener what it may know. All that touches the table happens in this one task, in order.
"""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Protocol, TypeAlias, TypeVar

from benben.core.contract import CHANCE, Event, Illegal, Millis, Seat
from benben.core.entries import Entry, Reseated
from benben.server import wire
from benben.server.counters import counters
from benben.server.limits import TokenBucket
from benben.server.storage.errors import StaleDecision, StorageError, WriteConflict
from benben.server.storage.rows import Identity, LogRow
from benben.server.storage.statements import Change
from benben.server.tables import deadlines, log, log_sync, sleep, visibility
from benben.server.tables.bot_turns import Prompter
from benben.server.tables.broadcast import Voice
from benben.server.tables.deadlines import LATE
from benben.server.tables.mailbox import Inbox
from benben.server.tables.pending import Deed, chance, judged, numbered
from benben.server.tables.presence import Attendance
from benben.server.tables.services import RoomServices
from benben.server.tables.state import Desk, beat
from benben.server.tables.subscriber import Listener

HAND = 20_000  # ms until a throw happens by itself, if its player is away or a clock runs
AGAIN = 2.0  # seconds until something that failed is tried again
TRIES = 20  # how often an errand is judged anew when others wrote first
READY = 2.0  # seconds that a match waits at its start for what is worked out beside it, at most

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
        self._unload = unload  # called when the room has ended
        self.listeners: list[Listener] = []
        self.here: frozenset[str] = frozenset()  # people who are connected, wherever
        self.talkers: dict[str, TokenBucket] = {}  # by person
        self.stopped = False
        self._inbox: Inbox[tuple[Errand, Asker | None]] = Inbox()
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0.0  # when it does, by the loop's clock
        self._tasks: set[asyncio.Task[None]] = set()  # bots that think
        self.prompter = Prompter(self)
        self.voice = Voice(self)
        self._held = 0.0  # nothing is tried by itself before this moment
        self._left = time.monotonic()  # when the last listener went, or somebody asked for the room
        self._attendance = Attendance(desk.code, services.departures, services.patience_seconds)
        self._set_time(sleep.resumed(desk, deadlines.soonest(desk)))
        if desk.status == "playing":
            self._prepare()
        self.ownership = services.new_ownership(self)
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

    def expect(self) -> None:
        """Somebody is about to ask for something: it is not put away before that."""
        self._left = time.monotonic()

    def add(self, listener: Listener) -> None:
        self.listeners.append(listener)
        self.count()

    def remove(self, listener: Listener) -> None:
        self.listeners.remove(listener)
        self.count()
        self._left = time.monotonic()
        if listener.person and listener.person not in self.here:
            self._attendance.went(listener.person)

    def count(self) -> None:
        """Somebody came or went, here or at another process."""
        here = frozenset(listener.person for listener in self.listeners if listener.person)
        self.here = here | self.ownership.people_elsewhere

    @property
    def host_is_here(self) -> bool:
        """Whoever made this table is connected to it, or was a moment ago."""
        hosts = self.desk.hosts
        return not hosts.isdisjoint(self.here) or any(map(self._attendance.was_here, hosts))

    @property
    def there(self) -> visibility.Presence:
        there = self._attendance.presence(self.desk, self.listeners, self.here)
        return there._replace(watching=there.watching + self.ownership.watchers_elsewhere())

    def miss(self, persons: Iterable[str]) -> None:
        """They were here a moment ago."""
        for person in persons:
            self._attendance.went(person)

    def told_gone(self, seats: Collection[Seat]) -> None:
        """Those who listen have been told that these are gone."""
        self._attendance.told = list(seats)

    @property
    def gone(self) -> list[Seat]:
        """Seats whose players have been away for so long that the others need not wait."""
        return self._attendance.gone(self.desk, self.here)

    @property
    def now(self) -> Millis:
        """Match time. It stands still before the start and while the room is put away."""
        if self.desk.status == "waiting":
            return 0
        return self._at + int((time.monotonic() - self._mono) * 1000)

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
        self.prompter.prod(self._since)
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
                self._held = time.monotonic() + AGAIN
                _refuse(answer, lost)
        except (Illegal, StorageError) as refusal:
            if tries and isinstance(refusal, Illegal) and await log_sync.outdated(self):
                await self._attempt(errand, answer, tries - 1)
                return
            if answer is None:
                _log.warning("table %s: %s", self.desk.code, type(refusal).__name__)
                self._held = time.monotonic() + AGAIN
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
        self._held = time.monotonic() + AGAIN
        _refuse(answer, StorageError("Something went wrong here. Nothing was changed."))

    def _ended(self, task: asyncio.Task[None]) -> None:
        """It should end only when it is told to; if not, the next who asks gets a fresh room."""
        if not task.cancelled() and task.exception():
            _log.error("table %s: the room broke down", self.desk.code, exc_info=task.exception())
            self._cancel()
            self._unload(self)
            for listener in self.listeners:
                listener.close("This table had to be closed for a moment. Please come back.")

    def _set_timer(self) -> None:
        """A timer that comes too early does nothing but set the next, so most need not be set anew."""
        loop = asyncio.get_running_loop()
        if self._timer and self._unhurried:
            return
        delay = self._delay()
        if delay is None:
            return
        when = loop.time() + delay
        if self._timer:
            if self._rings <= when:
                return
            self._timer.cancel()
        self._timer, self._rings = loop.call_at(when, self._ring), when

    @property
    def _unhurried(self) -> bool:
        """Nothing happens by itself: people alone play, without a clock, and all are here."""
        desk = self.desk
        plain = desk.timeless and not self.prompter.asked and self.ownership.owned_here and not desk.has_bots
        nature = desk.turn == CHANCE and desk.hand is None
        return plain and not nature and desk.status == "playing" and desk.people <= self.here

    def _ring(self) -> None:
        self._timer = None
        self._inbox.put_nowait((self._tick, None))

    def _delay(self) -> float | None:
        """Seconds until something happens without a message; None: nothing will."""
        desk, mine = self.desk, self.ownership.owned_here
        moments: list[Millis] = []
        if desk.status == "playing" and (mine or self.listeners):
            late = 0 if mine else LATE
            moments += [entry.at + late for entry in deadlines.ahead(desk)]
            throw = self._throw_at
            if throw is not None:
                moments.append(throw + late)
            if mine and self.prompter.asked:
                moments += [one.at for _, one in self.prompter.ready]
        delays: list[float] = []
        if moments:
            delays.append(max((min(moments) - self.now) / 1000, self._held - time.monotonic(), 0))
        if self._unkept():
            delays.append(max(self.ownership.claim_again_at() - time.monotonic(), 0))
        if self.listeners:
            told = self._attendance.told  # who has just gone and was not told of is told now
            away = self._attendance.away(desk, self.here)
            delays += [max(left, 0) for seat, left in away if left > 0 or seat not in told]
        elif not (any(moment - self.now <= sleep.FAR for moment in moments) or (mine and self.prompter.busy)):
            delays.append(max(self._left + self.services.idle_seconds - time.monotonic(), 0))
        return min(delays, default=None)

    def _unkept(self) -> bool:
        """A bot is to act, and another process is to ask it."""
        desk = self.desk
        if self.ownership.owned_here or not self.listeners or desk.status != "playing":
            return False
        return any(desk.level(seat) for seat in desk.due)

    @property
    def _throw_at(self) -> Millis | None:
        """Match time at which chance acts without a message; None: it waits for a hand, or need not act."""
        desk, hand = self.desk, self.desk.hand
        if desk.turn != CHANCE:
            return None
        if hand is None:
            return self._since
        if desk.level(hand):
            return self._since + self.prompter.pause
        if desk.clock.kind != "none":
            return self._since + HAND
        person = desk.player(hand).person
        if person in self.here or len(desk.people) == 1:
            return None
        left = self.now - int(self._attendance.seconds_away(person) * 1000)
        return max(self._since, left) + HAND

    async def _tick(self) -> None:
        """Does what is due by now without a message."""
        at, desk = self.now, self.desk
        if self._unkept() and time.monotonic() >= self.ownership.claim_again_at():
            await self.ownership.claim()
        if not self.ownership.owned_here:  # the keeper goes first
            at -= LATE
        await self.catch_up(at)
        if self.gone != self._attendance.told:
            self.voice.tell_table()
            self.voice.news(len(desk.marks))
        if desk.status != "playing":
            pass
        elif desk.turn == CHANCE:
            throw = self._throw_at
            if throw is not None and at >= throw:
                await self.enter(chance(desk, at))
        else:
            for seat, one in self.prompter.ready:
                if at >= one.at and self.ownership.owned_here:
                    self.prompter.forget(seat)
                    try:
                        await self.enter(Event(max(at, desk.match.at), seat, one.action))
                    except WriteConflict:  # what it thought of may still be right
                        self.prompter.remember(seat, one)
                        raise
                    return
        if self._deserted and self.quiet:
            expiry = deadlines.soonest(desk)
            if self.ownership.owned_here and expiry is not None:
                await self.services.store.commit([sleep.asleep(desk.code, self.now, expiry)])
            await self.ownership.release()
            if not self._deserted:  # somebody came at this very moment
                await self.ownership.claim()
                return
            self.stopped = True
            self._cancel()
            self._unload(self)

    @property
    def _deserted(self) -> bool:
        """Nobody is here, and for a while nobody came."""
        long = time.monotonic() - self._left >= self.services.idle_seconds
        return long and not self.listeners and self._inbox.empty()

    @property
    def quiet(self) -> bool:
        """Nothing will happen here by itself, at least not soon."""
        if self.desk.status != "playing" or not self.ownership.owned_here:
            return True
        expiry = deadlines.soonest(self.desk)
        soon = expiry is not None and expiry - self.now <= sleep.FAR
        return not (self.prompter.busy or soon or self._throw_at is not None)

    @property
    def passed(self) -> Change | None:
        """To be written down, where a clock runs that is watched here."""
        if (
            self.desk.status != "playing"
            or not self.ownership.owned_here
            or deadlines.soonest(self.desk) is None
        ):
            return None
        return sleep.awake(self.desk.code, self.now)

    async def catch_up(self, at: Millis) -> None:
        """Time acts before a message that came after it."""
        while (entry := deadlines.due(self.desk, at)) is not None:
            await self.enter(entry)

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()

    def _set_time(self, at: Millis) -> None:
        self._at, self._mono = at, time.monotonic()
        self._since = at  # when the match last changed

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
        desk, steps, kept, status = self.desk, deed.steps, deed.kept, deed.status
        entry, offer = steps[0].entry, desk.offer
        if deed.listener:
            deed.listener.send(wire.Done(deed.id))
            counters.moves += 1
        self._since = max(self.now, desk.match.at)
        for written in kept[: deed.before]:
            desk.take(written)
        if len(steps) == 1:
            self.voice.news(desk.take(kept[-1], steps[0]))
        else:
            pairs = zip(kept[deed.before :], steps, strict=True)
            for _, run in groupby(pairs, key=lambda pair: beat(pair[1])):
                stood = [desk.take(written, step) for written, step in run]
                self.voice.news(stood[0])
        self.reseat(entry)
        if status or offer is not desk.offer or isinstance(entry, Reseated):
            self.voice.tell_table()
        if status == "over":
            self.tell_watchers()
        self.services.observer.table_changed(self)

    def tell_watchers(self) -> None:
        """After the end players may read what those who looked on said."""
        if any(said.to == "watchers" for said in self.desk.talk):
            self.voice.tell_all()

    def reseat(self, entry: Entry) -> None:
        """Whoever thought about a seat that changed hands need not go on."""
        if isinstance(entry, Reseated):
            self.prompter.forget(entry.by)
            self.ownership.note_bots()

    def begin(self) -> None:
        """The match has just begun; what nature does before anybody acts comes with the next tick."""
        self._set_time(0)
        self._attendance.begin()
        self._prepare()
        self.ownership.begin()
        self.voice.news(0)
        self.services.observer.table_changed(self)

    def _prepare(self) -> None:
        """What takes long and will be needed is worked out in a thread; nature waits for it, but not long."""
        prepare = getattr(self.desk.game.hints, "prepare", None)
        if prepare:
            self._held = time.monotonic() + READY
            self.spawn(self._work_out(prepare))

    async def _work_out(self, prepare: Callable[[Any], None]) -> None:
        try:
            await asyncio.to_thread(prepare, self.desk.options)
        except Exception as fault:  # then it is worked out when it is needed
            _log.error("table %s: nothing was prepared: %s", self.desk.code, type(fault).__name__)
        self._held = 0.0
        self._inbox.put_nowait((self._tick, None))

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

    # What others wrote

    def wake(self) -> None:
        """Something may be due."""
        self._inbox.put_nowait((self._tick, None))

    def keep_time(self, at: Millis, mono: float) -> None:
        """Match time as the keeper has it. For those who listen it never goes back."""
        theirs = at + int((time.monotonic() - mono) * 1000)
        if theirs > self.now or not self.listeners:
            self._at, self._mono = max(theirs, self.desk.match.at), time.monotonic()

    def catch_time(self) -> None:
        if self.desk.match.at > self.now:
            self._at, self._mono = self.desk.match.at, time.monotonic()
        self._since = self.now


def _refuse(answer: Asker | None, fault: Exception) -> None:
    if answer is not None and not answer.done():
        answer.set_exception(fault)
