"""What a table tells those who listen: each what it may know, made once for all who may know the same."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from benben.core import clock
from benben.server import wire
from benben.server.tables import log, visibility
from benben.server.tables.subscriber import Listener, encoded

if TYPE_CHECKING:
    from benben.server.tables.room import Room

COUNTING = 1.0  # seconds in which those who come to look on and go are counted together


class Voice:
    """Of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._counting = False  # a new number of those who look on will be told

    def clocks(self) -> wire.Clocks | None:
        desk = self.room.desk
        if desk.clock.kind == "none":
            return None
        now = self.room.schedule.now
        rest = [clock.left(desk.clock, seat, now) for seat in range(desk.match.seats)]
        return wire.Clocks(rest, desk.clock.running)

    def present(self, listener: Listener) -> wire.Now:
        seats = self.room.desk.seats_of(listener.person)
        now = visibility.now(
            self.room.desk, seats, self.room.schedule.now, self.clocks(), self.room.attendance.gone
        )
        listener.choices = now.choices
        return now

    def welcome(self, listener: Listener) -> wire.Welcome:
        seats = self.room.desk.seats_of(listener.person)
        return wire.Welcome(
            table=self.table(listener.person),
            yours=seats,
            log=visibility.rows(self.room.desk, seats),
            now=self.present(listener),
            talk=visibility.talk(self.room.desk, listener.person),
        )

    def news(self, kept: int) -> None:
        """News to everybody; connections of one person get the same bytes, and so do all who look on.

        Choices that a listener has already are not sent again: in a race somebody acts all the time, and that
        leaves the choices of the others as they were.
        """
        room, desk = self.room, self.room.desk
        presents: dict[str | None, wire.Now] = {}  # by person who sits; None: for all who look on
        made: dict[tuple[str | None, bool], bytes] = {}
        clocks, gone, at = self.clocks(), room.attendance.gone, room.schedule.now
        for listener in room.listeners:
            seats = desk.seats_of(listener.person)
            who = listener.person if seats else None
            now = presents.get(who)
            if now is None:
                now = presents[who] = visibility.now(desk, seats, at, clocks, gone)
            same = any(now.choices) and now.choices == listener.choices
            message = made.get((who, same))
            if message is None:
                rows = visibility.rows(desk, seats, kept)
                told = msgspec.structs.replace(now, choices=[[] for _ in now.choices]) if same else now
                message = made[who, same] = encoded(wire.News(kept, rows, told, same))
            listener.choices = now.choices
            listener.send_bytes(message)

    def tell_all(self) -> None:
        """Everything anew."""
        for listener in self.room.listeners:
            listener.send(self.welcome(listener))

    def tell_talk(self, said: log.Said) -> None:
        """The newest line, to all who may hear it."""
        talk = visibility.talk(self.room.desk, said.person)[-1]
        for each in self.room.listeners:
            if visibility.hears(self.room.desk, each.person, said):
                each.send(talk)

    def tell_watchers_talk(self) -> None:
        """After the end players may read what those who looked on said."""
        if any(said.to == "watchers" for said in self.room.desk.talk):
            self.tell_all()

    def tell_name(self, line: log.Renamed) -> None:
        """A new name; what that person says from now on bears it too."""
        for each in self.room.listeners:
            if each.member and each.member.id == line.person:
                each.member = each.member._replace(name=line.name)
        self.tell_table()

    def show(self, message: wire.FromServer) -> None:
        """Something that is not kept, to all who listen now, wherever they are connected."""
        self.show_bytes(encoded(message))
        self.room.ownership.share_message(encoded(message))

    def show_bytes(self, message: bytes) -> None:
        for each in self.room.listeners:
            each.send_bytes(message)

    def table(self, person: str | None) -> wire.Table:
        return visibility.table(self.room.desk, person, self.room.attendance.presence())

    def tell_presence(self, listener: Listener) -> None:
        """Who came or went. Of players all are told at once; those who look on are counted now and then."""
        if self.room.desk.seats_of(listener.person):
            self.tell_table(but=listener)
        elif not self._counting:
            self._counting = True
            asyncio.get_running_loop().call_later(COUNTING, self.room.put, self._count)

    async def _count(self) -> None:
        self._counting = False
        self.tell_table()

    def tell_table(self, but: Listener | None = None) -> None:
        self.room.ownership.share_presence()
        made: dict[str | None, bytes] = {}
        there = self.room.attendance.presence()
        self.room.attendance.told = list(there.gone)
        for listener in self.room.listeners:
            if listener is but:
                continue
            person = listener.person
            if person not in made:
                table = visibility.table(self.room.desk, person, there)
                made[person] = encoded(wire.TableNews(table, self.room.desk.seats_of(person)))
            listener.send_bytes(made[person])
