"""All tables of one server: making them, finding them, loading their rooms and putting them away."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from benben import games
from benben.core import chance, match
from benben.core.contract import Game, Illegal, Millis, Seat, Unreadable
from benben.server import keeping, log, register, sight, slumber, store, thinking, wire
from benben.server.codes import fresh_code
from benben.server.desk import IDLE_SEED, Desk
from benben.server.herald import Herald
from benben.server.hooks import AWAY, PAUSES, Hooks
from benben.server.log import Place, Plan, Sat
from benben.server.people import People, checked_name
from benben.server.room import Room
from benben.server.store import Change, Kept, Member, Store, Unstored, Written
from benben.server.thinking import Thinkers

DAYS = 32  # days whose puzzles are kept
IDLE = 60.0  # seconds without a listener until a room is put away
ROUND = 10.0  # seconds between two looks at what other server processes should know, or did
PAGE = 20  # finished matches that are listed at once
PATIENCE = 60.0  # seconds until a player who is away counts as gone
SIGNED_OUT = "This device was signed out."

_log = logging.getLogger("benben")


class Lobby:
    def __init__(
        self,
        store: Store,
        pace: Millis = 900,
        idle: float = IDLE,
        workers: int = 2,
        warm: bool = True,
        patience: float = PATIENCE,
        away: float = AWAY,
        pauses: Sequence[float] = PAUSES,
        local_hooks: bool = False,
    ) -> None:
        self.store = store
        self.herald: Herald | None = None  # where several processes may share the store
        self.people = People(store)
        self.hooks = Hooks(self, away, pauses, local_hooks)
        self.thinkers = Thinkers(workers)
        self.pace = pace  # how long a bot pauses, so that people can follow
        self.idle = idle
        self.patience = patience
        self.leaving = False
        self.sockets: Counter[str] = Counter()  # open now, by address
        self._to_warm = games.NAMES if warm else ()
        self._days: OrderedDict[tuple[str, str], asyncio.Task[list[wire.DailyPuzzle]]] = OrderedDict()
        self._rooms: dict[str, asyncio.Task[Room | None]] = {}
        self._broken: set[str] = set()  # tables that cannot be loaded
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Bots warm up in the background; matches whose clocks run go on at once."""
        if self.store.shared:
            self.herald = Herald(self)
            self.people.on_change = self.herald.say_changed
            await self.herald.open()
            self.spawn(self._go_round())
        self.spawn(self._warm())
        self.spawn(self.resume(await keeping.waiting(self.store, self.herald is not None)))
        self.hooks.open()
        self.spawn(self._watch())

    async def _watch(self) -> None:
        """Writes down what has passed, and wakes the tables whose moment has come."""
        while True:
            await asyncio.sleep(slumber.ROUND)
            with suppress(Unstored):
                await self.look_round()

    async def look_round(self) -> None:
        changes = [room.passed for room in self.rooms()]
        if any(changes):
            await self.store.put([change for change in changes if change])
        if not self.herald:  # who has others beside it looks for such tables anyway
            for code in await self.store.ticking():
                if code not in self._rooms:
                    await self.resumed(code)

    async def resume(self, codes: Sequence[str]) -> None:
        """Goes on with these tables, and with those of processes that are gone."""
        for code in codes:
            await self.resumed(code)
        if self.herald:
            await self.herald.adopt()

    async def resumed(self, code: str) -> bool:
        """Whether the table can go on here."""
        if code in self._broken:
            return False
        try:
            return await self.room(code) is not None
        except Unstored:
            return True  # it will be tried again
        except (Illegal, Unreadable) as fault:  # of a game or an edition of it that is no longer here
            self._broken.add(code)
            _log.warning("table %s cannot go on: %s", code, type(fault).__name__)
            return False

    def spawn(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def leave(self, sentence: str) -> None:
        """Everybody is told, and every room ends."""
        self.leaving = True
        changes: list[Change] = []
        for task in list(self._rooms.values()):
            with suppress(Exception):
                room = await task
                if room is not None:
                    await room.stop(sentence)
                    changes += [change for change in (room.passed,) if change]
                    changes += room.keeping.left()
                    if room.desk.status == "playing":
                        changes.append(register.due(room.desk.code, room.desk.mark))
        self._rooms.clear()
        if self.herald:
            await self.herald.leave(changes)
        elif changes:
            with suppress(Unstored):
                await self.store.put(changes)

    async def close(self, sentence: str) -> None:
        """Then what still waits is written."""
        await self.leave(sentence)
        await self.hooks.close()
        unwanted = [*self._tasks, *self._days.values()]
        for task in unwanted:
            task.cancel()
        await asyncio.gather(*unwanted, return_exceptions=True)
        self.thinkers.close()
        if self.herald:
            await self.herald.close()
        await self.store.close()

    async def _warm(self) -> None:
        try:
            await self.thinkers.warm(self._to_warm)
        except Exception as fault:  # they will be slow at first, no more
            _log.warning("the bots could not warm up: %s", type(fault).__name__)

    # Rooms

    async def room(self, code: str) -> Room | None:
        """The room of this table, loaded if need be; None if there is no such table."""
        if self.leaving:
            raise Unstored("The server stops.")
        task = self._rooms.get(code)
        if task is None:
            task = self._rooms[code] = asyncio.create_task(self._load(code))
        try:
            room = await asyncio.shield(task)
        except Exception:
            self._rooms.pop(code, None)
            raise
        if room is None:
            self._rooms.pop(code, None)
        return room

    async def _load(self, code: str) -> Room | None:
        desk = await self.desk(code)
        if desk is None:
            return None
        room = Room(self, desk)
        if desk.wake:  # what it counted on in its sleep will change
            await self.store.put([slumber.awake(code, room.now)])
        return room

    async def desk(self, code: str) -> Desk | None:
        """As its log tells it. The replay is done off the loop."""
        kept = await self.store.table(code)
        if kept is None:
            return None
        entries = (await self.store.log([code]))[code]
        return await asyncio.to_thread(_replayed, kept, entries)

    def put_away(self, room: Room) -> None:
        self._rooms.pop(room.desk.code, None)
        if room.desk.status == "playing":
            self.spawn(self._keep_waits({room.desk.code: room.desk.mark}))

    async def _keep_waits(self, waits: dict[str, str]) -> None:
        with suppress(Unstored):  # it can be worked out anew
            await self.people.register.set_due(waits)

    def loaded(self, code: str) -> Room | None:
        task = self._rooms.get(code)
        if task is None or not task.done() or task.cancelled() or task.exception():
            return None
        return task.result()

    @property
    def loaded_tables(self) -> int:
        return len(self._rooms)

    def rooms(self) -> list[Room]:
        """Those that are loaded."""
        found = (self.loaded(code) for code in list(self._rooms))
        return [room for room in found if room is not None]

    def reach(self, code: str, deed: Callable[[Room], None]) -> None:
        """Does it with a loaded room, or as soon as it is loaded; if nobody loads it, not at all."""

        def done(task: asyncio.Task[Room | None]) -> None:
            if not task.cancelled() and not task.exception():
                room = task.result()
                if room is not None and not room.stopped:
                    deed(room)

        task = self._rooms.get(code)
        if task is not None:
            task.add_done_callback(done)

    def has(self, person: str) -> bool:
        """Whether this person has a live connection to any table here."""
        return any(person in room.here for room in self.rooms())

    def hang_up(self, keys: Collection[str], sentence: str) -> None:
        """Ends every connection that was opened with one of these keys."""
        for room in self.rooms():
            for listener in list(room.listeners):
                if listener.member and listener.member.key in keys:
                    listener.close(sentence)

    def changed(self, person: str) -> None:
        """Another process says so: perhaps a key was revoked there."""
        self.people.forget(person)
        keys = {member.key for member in self._members() if member.id == person}
        if keys:
            self.spawn(self._check(keys))

    def _members(self) -> list[Member]:
        """Of every live connection."""
        return [each.member for room in self.rooms() for each in room.listeners if each.member]

    async def _check(self, keys: set[str]) -> None:
        try:
            self.hang_up(keys - await self.people.register.known(keys), SIGNED_OUT)
        except Unstored as fault:
            _log.warning("%s", fault)

    async def _go_round(self) -> None:
        """Tells the other processes who is here, and ends connections whose key was revoked unheard."""
        while True:
            await asyncio.sleep(ROUND)
            members = self._members()
            here = {member.id for member in members} | self.people.heard_of(ROUND)
            if members:
                await self._check({member.key for member in members})
            try:
                if here:
                    await self.people.register.see(here)
            except Unstored as fault:
                _log.warning("%s", fault)

    # Tables

    async def create(self, wish: wire.NewTable, host: Member) -> str:
        """A new table; Illegal or Unreadable if it cannot be. Its bots sit at once."""
        game = games.load(wish.game)
        options = _checked_options(game, wish.options, len(wish.seats))
        places = [_place(game, seat, host) for seat in wish.seats]
        plan = Plan(
            game=game.name,
            version=game.version,
            options=msgspec.to_builtins(options),
            places=places,
            seating=wish.seating,
            clock=wish.clock,
            public=wish.public,
            host=host.name,
            hosted=host.id,
        )
        kept, persons, entries = _new(plan)
        await self.store.add_table(kept, persons, entries)
        if kept.status == "playing":  # bots among themselves wait for nobody
            await self.room(kept.code)
        return kept.code

    async def daily(self, game: Game, date: str) -> list[wire.DailyPuzzle]:
        """The puzzles of a day, made off the loop once for all who ask; the last days asked for are kept."""
        made = self._days.get((game.name, date))
        if made is None or (made.done() and (made.cancelled() or made.exception())):
            made = asyncio.create_task(self.thinkers.ask_aside(thinking.daily, game.name, date))
            self._days[game.name, date] = made
        self._days.move_to_end((game.name, date))
        while len(self._days) > DAYS:
            self._days.popitem(last=False)
        return await asyncio.shield(made)

    def knows(self, game: Game, date: str) -> bool:
        """Whether the puzzles of this day need not be made any more."""
        return (game.name, date) in self._days

    def following(self, desk: Desk, host: Member) -> tuple[str, list[Change]]:
        """The table of a rematch: everybody one seat further, each place kept for who sat there."""
        seats = [_kept_place(desk, seat) for seat in range(desk.match.seats)]
        game = games.load(desk.plan.game)
        plan = msgspec.structs.replace(
            desk.plan,
            version=game.version,  # by the rules of today, whatever this match was played by
            options=msgspec.to_builtins(_checked_options(game, desk.plan.options, len(seats))),
            places=[*seats[1:], *seats[:1]],
            seating="choice",
            public=False,
            host=host.name,
            hosted=host.id,
            follows=desk.code,
        )
        kept, persons, entries = _new(plan)
        return kept.code, store.new_table(kept, persons, entries)

    async def tables_of(self, member: Member) -> list[wire.Table]:
        """Those where this person is to act first, then the other running ones, then the finished."""
        shown = await self._shown(await self.store.tables_of(member.id), member.id)
        order = {"playing": 1, "waiting": 1, "over": 2}
        return sorted(shown, key=lambda table: 0 if table.due else order[table.status])

    async def open_tables(self, person: str | None) -> list[wire.Table]:
        """Public ones where somebody may still sit down."""
        shown = await self._shown(await self.store.open_tables(), person)
        return [
            table
            for table in shown
            if table.status == "waiting"
            and any(seat.kind == "open" and not seat.kept for seat in table.seats)
        ]

    async def turns(self, member: Member) -> list[wire.Turn]:
        """The matches with other people that wait for this person."""
        found = await self._shown(await self.people.register.playing(member.id), member.id)
        return [
            wire.Turn(
                table.code,
                table.game,
                table.title,
                [seat.name for seat in table.seats if not seat.you],
            )
            for table in found
            if table.due and any(seat.kind == "person" and not seat.you for seat in table.seats)
        ]

    async def history(self, member: Member, before: tuple[int, str] | None) -> wire.History:
        """What came of the matches of this person, a page at a time."""
        found = await self.people.register.finished(member.id, before, PAGE + 1)
        page, more = found[:PAGE], len(found) > PAGE
        endings = {kept.code: await self._ending(kept) for kept, _ in page}
        tables = {table.code: table for table in await self._shown([kept for kept, _ in page], member.id)}
        matches = []
        for kept, ended in page:
            table, ending = tables.get(kept.code), endings[kept.code]
            if table and ending:
                yours = [seat for seat, chair in enumerate(table.seats) if chair.you]
                matches.append(wire.Finished(table, yours, ended, ending))
        last, at = page[-1] if more else (None, 0)
        return wire.History(matches, f"{at}-{last.code}" if last else "")

    async def _ending(self, kept: Kept) -> wire.Ending | None:
        """As it was written when the match ended; a match of an older store is replayed once."""
        if kept.ending:
            return sight.read_ending(kept.ending)
        try:
            desk = await self.desk(kept.code)
            ending = sight.ending(desk) if desk else None
        except (Illegal, Unreadable):
            return None
        if ending is not None:
            await self.people.register.set_ending(kept.code, sight.written_ending(ending))
        return ending

    async def glance(self, code: str) -> Desk | None:
        """Who sits at a table and whom it waits for, without loading its room; None if there is none."""
        room = self.loaded(code)
        if room is not None:
            return room.desk
        kept = await self.store.table(code)
        if kept is None:
            return None
        heads = (await self.store.log([code], log.HEAD))[code]
        return (await self._glances([kept], {code: heads}))[code]

    async def _shown(self, found: Sequence[Kept], person: str | None) -> list[wire.Table]:
        """A loaded table as it is, the others at a glance."""
        rooms = {kept.code: self.loaded(kept.code) for kept in found}
        away = [kept for kept in found if rooms[kept.code] is None]
        heads = await self.store.log([kept.code for kept in away], log.HEAD)
        desks = await self._glances(away, heads)
        shown = []
        for kept in found:
            room = rooms[kept.code]
            desk = room.desk if room else desks[kept.code]
            if desk is not None:
                shown.append(sight.table(desk, person, room.there if room else sight.NOBODY))
        return shown

    async def _glances(
        self, found: Sequence[Kept], heads: Mapping[str, Sequence[Written]]
    ) -> dict[str, Desk | None]:
        """None for a table of a game, or of an edition of it, that is no longer here."""
        lengths = await self.store.lengths([kept.code for kept in found if kept.status == "playing"])
        desks: dict[str, Desk | None] = {}
        stale: dict[str, str] = {}
        for kept in found:
            try:
                due = _waits(kept.due, lengths.get(kept.code))
                if kept.status == "playing" and due is None:
                    desk = await self.desk(kept.code)
                    if desk is not None:
                        stale[kept.code] = desk.mark
                    desks[kept.code] = desk
                else:
                    desks[kept.code] = Desk(kept).glance(heads[kept.code], kept.status == "over", due or ())
            except (Illegal, Unreadable):
                desks[kept.code] = None
        if stale:
            await self._keep_waits(stale)
        return desks


def _waits(text: str, length: int | None) -> list[Seat] | None:
    """The seats that a table waits for, as they were written down; None if the log has grown since then."""
    kept, *seats = text.split() or ["-1"]
    return [int(seat) for seat in seats] if int(kept) == length else None


def _replayed(kept: Kept, entries: Sequence[Written]) -> Desk:
    desk = Desk(kept)
    for entry in entries:
        desk.take(entry)
    return desk


def _new(plan: Plan) -> tuple[Kept, list[str], list[Written]]:
    """A table out of its plan: a fresh code, a fresh secret, and the bots in their places."""
    secret = chance.fresh_secret()
    game = games.load(plan.game)
    timed = plan.clock.kind != "none" or match.timed(game, game.options(**plan.options))
    kept = Kept(fresh_code(), log.write_plan(plan), secret, plan.public, timed, "waiting")
    sitting = {
        i: Sat(i, "", place.level.capitalize(), IDLE_SEED)
        for i, place in enumerate(plan.places)
        if place.kind == "bot"
    }
    lines: list[log.Line] = [*sitting.values()]
    desk = Desk(kept)
    begun = desk.start(desk.circle._replace(sitting=sitting))
    if begun:
        lines.append(begun)
        kept = kept._replace(status="playing")
    persons = dict.fromkeys(place.kept for place in plan.places if place.kept)
    return kept, list(persons), [log.written(n, line) for n, line in enumerate(lines)]


def _place(game: Game, wish: wire.SeatPlan, host: Member) -> Place:
    if wish.kind == "me":
        called = checked_name(wish.name) if wish.name else ""
        return Place("person", kept=host.id, name=host.name, called=called)
    if wish.kind == "open":
        return Place("person")
    names = [level.name for level in game.levels]
    if wish.level not in names:
        raise Unreadable(
            f"{game.title} has no bot of that level; there are {', '.join(names)}", wish.level[:40]
        )
    return Place("bot", level=wish.level)


def _kept_place(desk: Desk, seat: int) -> Place:
    sat, place = desk.player(seat), desk.plan.places[desk.chairs[seat]]
    level = desk.own_level(desk.chairs[seat])
    if level:
        return Place("bot", level=level)
    return Place("person", kept=sat.person, name=sat.name, called=place.called)


def fit(game: Game, wish: dict[str, Any]) -> wire.Fit:
    """What a table with these options would be; a fault in place of a refusal."""
    words, remark, apart, fault, seats = "", "", "", "", game.seats
    try:
        options = _named_options(game, wish)
        seats = game.seats_for(options)
        game.rules.start(seats[0], options)
        words = getattr(game.notation, "summary", sight.words)(options)
        remark = getattr(game.notation, "remark", lambda _: "")(options)
        apart = getattr(game.views, "apart", lambda _: "")(options)
    except Illegal as illegal:
        fault = illegal.sentence
    return wire.Fit(seats[0], seats[-1], words, remark, apart, fault)


def _checked_options(game: Game, wish: dict[str, Any], seats: int) -> Any:
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        span = f"{least}" if least == most else f"{least} to {most}"
        raise Illegal("table", f"{game.title} is for {span} players.")
    options = _named_options(game, wish)
    game.rules.start(seats, options)
    return options


def _named_options(game: Game, wish: dict[str, Any]) -> Any:
    for name in wish:
        if name not in game.Options.__struct_fields__:
            raise Illegal(f"{game.name} options", f"{game.title} has no option {name[:40]!r}.")
    return game.options(**wish)
