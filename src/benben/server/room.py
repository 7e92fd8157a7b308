"""A room: one task and one queue for a table.

It takes a message or the next deadline, has it judged by the match, stores it, and only then acknowledges it
and tells each listener what it may know. All that touches the table happens in this one task, in order.
"""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from benben.core import clock, match
from benben.core.contract import CHANCE, EVERYONE, TIME, Event, Illegal, Millis, Seat, Unreadable
from benben.core.match import Match
from benben.server import log, register, sight, slumber, thinking, wire
from benben.server.attendance import Attendance
from benben.server.desk import Desk, Step
from benben.server.inbox import Inbox
from benben.server.keeping import LATE, Keeping
from benben.server.listener import Bucket, Listener, encoded
from benben.server.meter import meter
from benben.server.store import Change, Member, Stale, Taken, Unstored, Written

if TYPE_CHECKING:
    from benben.server.lobby import Lobby

HAND = 20_000  # ms until a throw that a person could make happens by itself
AGAIN = 2.0  # seconds until something that failed is tried again
TRIES = 20  # how often an errand is judged anew when others wrote first
COUNTING = 1.0  # seconds in which those who come to look on and go are counted together
READY = 2.0  # seconds that a match waits at its start for what is worked out beside it, at most

Result = TypeVar("Result")
Errand: TypeAlias = Callable[[], Awaitable[Any]]

_log = logging.getLogger("benben")


class Answer(NamedTuple):
    """What a bot wants to do."""

    moment: int  # that it thought about
    action: Any
    at: Millis  # when it does it


class Room:
    def __init__(self, lobby: Lobby, desk: Desk) -> None:
        self.lobby = lobby
        self.desk = desk
        self.listeners: list[Listener] = []
        self.talkers: dict[str, Bucket] = {}  # by person
        self.stopped = False
        self._inbox: Inbox[tuple[Errand, asyncio.Future[Any] | None]] = Inbox()
        self._timer: asyncio.TimerHandle | None = None
        self._rings = 0.0  # when it does, by the loop's clock
        self._tasks: set[asyncio.Task[None]] = set()  # bots that think
        self._asked: dict[Seat, int] = {}  # by seat, the moment that its bot thinks about
        self._answers: dict[Seat, Answer] = {}
        self._held = 0.0  # nothing is tried by itself before this moment
        self._left = time.monotonic()  # when the last listener went
        self._attendance = Attendance(lobby.patience)
        self._counting = False  # a new number of those who look on will be told
        self._set_time(slumber.resumed(desk, self._expiry()))
        if desk.status == "playing":
            self._prepare()
        self.keeping = Keeping(self)
        self._task = asyncio.create_task(self._run(), name=f"room {desk.code}")
        self._task.add_done_callback(self._ended)

    # From outside

    async def do(self, errand: Callable[[], Awaitable[Result]]) -> Result:
        """Has the room's own task do it, in its turn."""
        return await self.post(errand)

    def post(self, errand: Callable[[], Awaitable[Result]]) -> asyncio.Future[Result]:
        """The same for who does not wait."""
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        if self.stopped:
            _refuse(answer, Unstored("This table was just put away. Please try again."))
        else:
            self._inbox.put_nowait((errand, answer))
        return answer

    def put(self, errand: Errand) -> None:
        """The same, for what nobody waits for."""
        if not self.stopped:
            self._inbox.put_nowait((errand, None))

    async def stop(self, sentence: str) -> None:
        """Tells everybody and ends. What was stored stands."""
        self.stopped = True
        for listener in self.listeners:
            listener.close(sentence)
        self._cancel()
        self._task.cancel()
        await asyncio.gather(self._task, *self._tasks, return_exceptions=True)

    def add(self, listener: Listener) -> None:
        self.listeners.append(listener)

    def remove(self, listener: Listener) -> None:
        self.listeners.remove(listener)
        self._left = time.monotonic()
        if listener.person and listener.person not in self.here:
            self._attendance.went(listener.person)

    @property
    def here(self) -> set[str]:
        here = {listener.person for listener in self.listeners if listener.person}
        return here | self.keeping.elsewhere if self.keeping.elsewhere else here

    @property
    def there(self) -> sight.Presence:
        there = self._attendance.presence(self.desk, self.listeners, self.here)
        return there._replace(watching=there.watching + self.keeping.watching)

    def miss(self, persons: Iterable[str]) -> None:
        """They were here a moment ago."""
        for person in persons:
            self._attendance.went(person)

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
                self._prod()
                self._set_timer()
                await self._attempt(*await self._inbox.get())
        finally:
            self.stopped = True
            while not self._inbox.empty():
                _, answer = self._inbox.get_nowait()
                _refuse(answer, Unstored("This table was just put away. Please try again."))

    async def _attempt(self, errand: Errand, answer: asyncio.Future[Any] | None, tries: int = TRIES) -> None:
        """The room goes on, whatever one errand did. If others wrote first, it is tried anew."""
        try:
            result = await errand()
        except Taken as fault:
            if tries and (isinstance(fault, Stale) or await self.refreshed()):
                if tries < TRIES:  # not for the first time
                    self.keeping.beg()
                await self._attempt(errand, answer, tries - 1)
            else:
                self._held = time.monotonic() + AGAIN
                _refuse(answer, fault)
        except (Illegal, Unstored) as fault:
            if tries and isinstance(fault, Illegal) and await self.outdated():
                await self._attempt(errand, answer, tries - 1)
                return
            if answer is None:
                _log.warning("table %s: %s", self.desk.code, type(fault).__name__)
                self._held = time.monotonic() + AGAIN
            _refuse(answer, fault)
        except asyncio.CancelledError:
            _refuse(answer, Unstored("The server stops."))
            raise
        except Exception as fault:
            where = "".join(traceback.format_tb(fault.__traceback__))
            _log.error("table %s: %s\n%s", self.desk.code, type(fault).__name__, where)
            self._held = time.monotonic() + AGAIN
            _refuse(answer, Unstored("Something went wrong here. Nothing was changed."))
        else:
            if answer is not None and not answer.done():
                answer.set_result(result)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """It should end only when it is told to; if not, the next who asks gets a fresh room."""
        if not task.cancelled() and task.exception():
            _log.error("table %s: the room broke down", self.desk.code, exc_info=task.exception())
            self._cancel()
            self.lobby.put_away(self)
            for listener in self.listeners:
                listener.close("This table had to be closed for a moment. Please come back.")

    def _set_timer(self) -> None:
        """A timer that comes too early does nothing but set the next, so most need not be set anew."""
        delay = self._delay()
        if delay is None:
            return
        loop = asyncio.get_running_loop()
        when = loop.time() + delay
        if self._timer:
            if self._rings <= when:
                return
            self._timer.cancel()
        self._timer, self._rings = loop.call_at(when, self._ring), when

    def _ring(self) -> None:
        self._timer = None
        self._inbox.put_nowait((self._tick, None))

    def _delay(self) -> float | None:
        """Seconds until something happens without a message; None: nothing will."""
        desk, mine = self.desk, self.keeping.mine
        moments: list[Millis] = []
        if desk.status == "playing" and (mine or self.listeners):
            late = 0 if mine else LATE
            moments += [entry.at + late for entry in self._expiries()]
            if desk.turn == CHANCE:
                moments.append(self._since + self._patience(desk.hand) + late)
            moments += [one.at for _, one in self._ready() if mine]
        delays: list[float] = []
        if moments:
            delays.append(max((min(moments) - self.now) / 1000, self._held - time.monotonic(), 0))
        if self.listeners:
            delays += [left for _, left in self._attendance.away(desk, self.here) if left > 0]
        if self._unkept():
            delays.append(max(self.keeping.overdue - time.monotonic(), 0))
        near = any(moment - self.now <= slumber.FAR for moment in moments)
        if not self.listeners and not near and not (mine and self._asked_now()):
            delays.append(max(self._left + self.lobby.idle - time.monotonic(), 0))
        return min(delays, default=None)

    def _unkept(self) -> bool:
        """A bot is to act, and another process is to ask it."""
        desk = self.desk
        if self.keeping.mine or not self.listeners or desk.status != "playing":
            return False
        return any(desk.level(seat) for seat in desk.due)

    def _patience(self, hand: Seat | None) -> Millis:
        if hand is None:
            return 0
        return self.lobby.pace if self.desk.level(hand) else HAND

    async def _tick(self) -> None:
        """Does what is due by now without a message."""
        at, desk = self.now, self.desk
        if self._unkept() and time.monotonic() >= self.keeping.overdue:
            await self.keeping.claim()
        if not self.keeping.mine:  # the keeper goes first
            at -= LATE
        await self.catch_up(at)
        if self.gone != self._attendance.told:
            self.tell_table()
            self._tell(len(desk.marks))
        if desk.status != "playing":
            pass
        elif desk.turn == CHANCE:
            if at >= self._since + self._patience(desk.hand):
                await self.enter(self.chance(at))
        else:
            for seat, one in self._ready():
                if at >= one.at and self.keeping.mine:
                    del self._answers[seat]
                    asked = self._asked.pop(seat, None)
                    try:
                        await self.enter(Event(max(at, desk.match.at), seat, one.action))
                    except Taken:  # what it thought of may still be right
                        self._answers[seat] = one
                        if asked is not None:
                            self._asked[seat] = asked
                        raise
                    return
        idle = time.monotonic() - self._left
        if not self.listeners and idle >= self.lobby.idle and self._inbox.empty() and self.quiet:
            expiry = self._expiry()
            if self.keeping.mine and expiry is not None:
                await self.lobby.store.put([slumber.asleep(desk.code, self.now, expiry)])
            await self.keeping.release()
            if self.listeners or not self._inbox.empty():  # somebody came at this very moment
                await self.keeping.claim()
                return
            self.stopped = True
            self._cancel()
            self.lobby.put_away(self)

    @property
    def quiet(self) -> bool:
        """Nothing will happen here by itself, at least not soon."""
        if self.desk.status != "playing" or not self.keeping.mine:
            return True
        expiry = self._expiry()
        soon = expiry is not None and expiry - self.now <= slumber.FAR
        return not (self._asked_now() or soon or self.desk.turn == CHANCE)

    @property
    def passed(self) -> Change | None:
        """To be written down, where a clock runs that is watched here."""
        if self.desk.status != "playing" or not self.keeping.mine or self._expiry() is None:
            return None
        return slumber.awake(self.desk.code, self.now)

    def _expiry(self) -> Millis | None:
        """When time itself will do something."""
        playing = self.desk.status == "playing"
        return min((entry.at for entry in self._expiries()), default=None) if playing else None

    def _expiries(self) -> list[match.Entry]:
        """What time itself would do, if nobody acted."""
        found: list[match.Entry] = []
        limit = match.deadline(self.desk.match)
        if limit is not None:
            found.append(Event(limit, TIME, None))
        flag = clock.expiry(self.desk.clock)
        if flag is not None and not self.desk.level(flag[0]):  # the pauses of a bot are ours, not its own
            found.append(match.Flagged(flag[1], flag[0]))
        return found

    async def catch_up(self, at: Millis) -> None:
        """Time acts before a message that came after it."""
        while self.desk.status == "playing":
            expiries = self._expiries()
            if not expiries:
                return
            entry = min(expiries, key=lambda entry: entry.at)
            if entry.at > at:
                return
            await self.enter(entry)

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()

    def _set_time(self, at: Millis) -> None:
        self._at, self._mono = at, time.monotonic()
        self._since = at  # when the match last changed

    # Bots

    def _moment(self, seat: Seat) -> int:
        """What a bot thinks about. Where everybody acts at once, the others' events leave it as it was."""
        m = self.desk.match
        if self.desk.turn != EVERYONE:
            return m.length
        return -1 - sum(event.by in (seat, CHANCE, TIME) for event in m.events)

    def _asked_now(self) -> bool:
        return any(moment == self._moment(seat) for seat, moment in self._asked.items())

    def _ready(self) -> list[tuple[Seat, Answer]]:
        return [(seat, one) for seat, one in self._answers.items() if one.moment == self._moment(seat)]

    def _prod(self) -> None:
        """Asks every bot that is to act and does not think about it yet."""
        desk = self.desk
        if desk.status != "playing" or desk.turn == CHANCE or not self.keeping.mine:
            return
        for seat in desk.due:
            moment = self._moment(seat)
            if desk.level(seat) and self._asked.get(seat) != moment:
                self._asked[seat] = moment
                self._answers.pop(seat, None)
                v = desk.game.views.view(desk.match.state, seat)
                self.spawn(self._think(seat, moment, self._since, v))

    async def _think(self, seat: Seat, moment: int, since: Millis, v: Any) -> None:
        desk, ask = self.desk, self.lobby.thinkers.ask
        try:
            action, pace = await ask(
                thinking.choose, desk.game.name, desk.level(seat), v, seat, desk.game.version
            )
        except Exception as fault:  # a broken bot must not end the room; it is asked again
            _log.error("table %s: the bot of seat %d failed: %s", desk.code, seat, type(fault).__name__)
            await asyncio.sleep(AGAIN)
            self._asked.pop(seat, None)
        else:
            pause = self.lobby.pace and (pace or self.lobby.pace)
            self._answers[seat] = Answer(moment, action, since + pause)
        self._inbox.put_nowait((self._tick, None))

    def spawn(self, errand: Any) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Entries

    def chance(self, at: Millis, m: Match | None = None) -> Event:
        m = m or self.desk.match
        return match.next_chance(m, self.desk.secret, self.desk.seeds, max(at, m.at))

    async def enter(
        self,
        entry: match.Entry,
        listener: Listener | None = None,
        id: str = "",
        before: Sequence[log.Line] = (),
    ) -> None:
        """One entry, and what nature does after it at once: judged, stored, acknowledged, told.

        Lines that lead to it, such as the last consent, stand before it.
        """
        offer = self.desk.offer
        steps = [self.desk.judged(self.desk.match, entry)]
        self._add_nature(steps)
        over = steps[-1].match.over
        status = None if over == self.desk.match.over else "over" if over else "playing"
        lines = [*before, *(step.line for step in steps)]
        ending = sight.written_ending(sight.ending_of(steps[-1].match)) if status == "over" else ""
        beside = [register.end(self.desk.code, ending)] if status else []
        kept = await self.append(lines, listener.member if listener else None, id, status, beside=beside)
        if listener:
            listener.send(wire.Done(id))
            meter.moves += 1
        self._since = max(self.now, self.desk.match.at)
        for written in kept[: len(before)]:
            self.desk.take(written)
        if len(steps) == 1:
            self._tell(self.desk.take(kept[-1], steps[0]))
        else:
            pairs = zip(kept[len(before) :], steps, strict=True)
            for _, beat in groupby(pairs, key=lambda pair: _beat(pair[1])):
                stood = [self.desk.take(written, step) for written, step in beat]
                self._tell(stood[0])
        self._reseat(entry)
        if status or offer is not self.desk.offer or isinstance(entry, match.Reseated):
            self.tell_table()
        if status == "over":
            self._tell_watchers()
        self.lobby.hooks.heed(self)

    def _tell_watchers(self) -> None:
        """After the end players may read what those who looked on said."""
        if any(said.to == "watchers" for said in self.desk.talk):
            self.tell_all()

    def _reseat(self, entry: match.Entry) -> None:
        """Whoever thought about a seat that changed hands need not go on."""
        if isinstance(entry, match.Reseated):
            self._asked.pop(entry.by, None)
            self._answers.pop(entry.by, None)
            self.keeping.note()

    def begin(self) -> None:
        """The match has just begun; what nature does before anybody acts comes with the next tick."""
        self._set_time(0)
        self._attendance.begin()
        self._prepare()
        self.keeping.begin()
        self._tell(0)
        self.lobby.hooks.heed(self)

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

    def _add_nature(self, steps: list[Step]) -> None:
        while True:
            m = steps[-1].match
            if m.over or m.game.rules.turn(m.state) != CHANCE or match.hand(m) is not None:
                return
            steps.append(self.desk.judged(m, self.chance(m.at, m)))

    async def append(
        self,
        lines: Sequence[log.Line],
        member: Member | None = None,
        id: str = "",
        status: str | None = None,
        sitter: str | None = None,
        beside: Sequence[Change] = (),
    ) -> list[Written]:
        """The lines, stored under the next numbers; the message's id goes with the first."""
        n = self.desk.length
        by = (member.id, id) if member and id else (None, None)
        kept = [log.written(n, lines[0], *by)]
        kept += [log.written(n + i, line) for i, line in enumerate(lines[1:], 1)]
        await self.lobby.store.append(self.desk.code, kept, status, sitter, beside)
        return kept

    # What others wrote

    async def follow(self) -> bool:
        """Takes and tells the entries that another process wrote. Answers whether there were any."""
        desk = self.desk
        entries = await self.lobby.store.since(desk.code, desk.length)
        last: Step | None = None
        stood: int | None = None  # rows before those that are still to be told
        for entry in entries:
            line = log.read(entry)
            step = None
            if isinstance(line, log.Played):
                step = desk.judged(desk.match, log.as_entry(desk.match, line))
            if stood is not None and (step is None or last is None or _beat(step) != _beat(last)):
                self._tell(stood)
                stood = None
            before = (desk.status, desk.offer)
            kept = desk.take(entry, step)
            last = step
            if step is None:
                self._tell_line(line)
                continue
            stood = kept if stood is None else stood
            self._catch_time()
            if before != (desk.status, desk.offer) or isinstance(step.entry, match.Reseated):
                self._tell(stood)
                self._reseat(step.entry)
                self.tell_table()
                if desk.status == "over" != before[0]:
                    self._tell_watchers()
                stood = None
        if stood is not None:
            self._tell(stood)
        if entries:
            self.keeping.followed = desk.length
        return bool(entries)

    def _tell_line(self, line: log.Line) -> None:
        """One that is no part of play."""
        match line:
            case log.Said():
                self.tell_talk(line)
            case log.Begun():
                self.tell_table()
                self.begin()
            case _:
                self.tell_table()

    async def refreshed(self) -> bool:
        """Whether others wrote meanwhile. What they wrote is followed."""
        try:
            return await self.follow()
        except (Unstored, Illegal, Unreadable) as fault:
            _log.warning("table %s cannot be followed: %s", self.desk.code, type(fault).__name__)
            return False

    async def outdated(self) -> bool:
        """The same, before something is refused; asked only where there may be others."""
        return self.lobby.herald is not None and await self.refreshed()

    def keep_time(self, at: Millis, mono: float) -> None:
        """Match time as the keeper has it. For those who listen it never goes back."""
        theirs = at + int((time.monotonic() - mono) * 1000)
        if theirs > self.now or not self.listeners:
            self._at, self._mono = max(theirs, self.desk.match.at), time.monotonic()

    def _catch_time(self) -> None:
        if self.desk.match.at > self.now:
            self._at, self._mono = self.desk.match.at, time.monotonic()
        self._since = self.now

    # Telling

    def clocks(self) -> wire.Clocks | None:
        desk = self.desk
        if desk.clock.kind == "none":
            return None
        now = self.now
        rest = [clock.left(desk.clock, seat, now) for seat in range(desk.match.seats)]
        return wire.Clocks(rest, desk.clock.running)

    def present(self, listener: Listener) -> wire.Now:
        seats = self.desk.seats_of(listener.person)
        now = sight.now(self.desk, seats, self.now, self.clocks(), self.gone)
        listener.choices = now.choices
        return now

    def welcome(self, listener: Listener) -> wire.Welcome:
        seats = self.desk.seats_of(listener.person)
        return wire.Welcome(
            table=self.table(listener.person),
            yours=seats,
            log=sight.rows(self.desk, seats),
            now=self.present(listener),
            talk=sight.talk(self.desk, listener.person),
        )

    def _tell(self, kept: int) -> None:
        """News to everybody; those with the same seats get the same bytes.

        Choices that a listener has already are not sent again: in a race somebody acts all the time, and that
        leaves the choices of the others as they were.
        """
        presents: dict[tuple[int, ...], wire.Now] = {}
        made: dict[tuple[tuple[int, ...], bool], bytes] = {}
        clocks, gone, at = self.clocks(), self.gone, self.now
        for listener in self.listeners:
            seats = tuple(self.desk.seats_of(listener.person))
            if seats not in presents:
                presents[seats] = sight.now(self.desk, seats, at, clocks, gone)
            now = presents[seats]
            same = any(now.choices) and now.choices == listener.choices
            if (seats, same) not in made:
                rows = sight.rows(self.desk, seats, kept)
                told = msgspec.structs.replace(now, choices=[[] for _ in now.choices]) if same else now
                made[seats, same] = encoded(wire.News(kept, rows, told, same))
            listener.choices = now.choices
            listener.send_bytes(made[seats, same])

    def tell_all(self) -> None:
        """Everything anew."""
        for listener in self.listeners:
            listener.send(self.welcome(listener))

    def tell_talk(self, said: log.Said) -> None:
        """The newest line, to all who may hear it."""
        talk = sight.talk(self.desk, said.person)[-1]
        for each in self.listeners:
            if sight.hears(self.desk, each.person, said):
                each.send(talk)

    def show(self, message: wire.FromServer) -> None:
        """Something that is not kept, to all who listen now, wherever they are connected."""
        self.show_bytes(encoded(message))
        self.keeping.show(encoded(message))

    def show_bytes(self, message: bytes) -> None:
        for each in self.listeners:
            each.send_bytes(message)

    def table(self, person: str | None) -> wire.Table:
        return sight.table(self.desk, person, self.there)

    def tell_presence(self, listener: Listener) -> None:
        """Who came or went. Of players all are told at once; those who look on are counted now and then."""
        if self.desk.seats_of(listener.person):
            self.tell_table(but=listener)
        elif not self._counting:
            self._counting = True
            asyncio.get_running_loop().call_later(COUNTING, self._inbox.put_nowait, (self._count, None))

    async def _count(self) -> None:
        self._counting = False
        self.tell_table()

    def tell_table(self, but: Listener | None = None) -> None:
        self.keeping.share()
        made: dict[str | None, bytes] = {}
        there = self.there
        self._attendance.told = list(there.gone)
        for listener in self.listeners:
            if listener is but:
                continue
            person = listener.person
            if person not in made:
                table = sight.table(self.desk, person, there)
                made[person] = encoded(wire.TableNews(table, self.desk.seats_of(person)))
            listener.send_bytes(made[person])


def _refuse(answer: asyncio.Future[Any] | None, fault: Exception) -> None:
    if answer is not None and not answer.done():
        answer.set_exception(fault)


def _beat(step: Step) -> object:
    """A run of chance of one kind is one beat; everything else stands alone."""
    if isinstance(step.entry, Event) and step.entry.by == CHANCE:
        what = step.entry.what
        return getattr(what, "kind", type(what).__name__)
    return id(step)
