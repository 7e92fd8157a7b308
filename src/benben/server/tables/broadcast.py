"""Broadcasts of a room: messages to its subscribers, encoded once for all that may know the same things."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from benben.core import clock
from benben.server import wire
from benben.server.tables import log, visibility
from benben.server.tables.subscriber import Subscriber, encode_message

if TYPE_CHECKING:
    from benben.server.tables.room import Room

WATCHER_COUNT_SECONDS = 1.0  # in which watchers who come and go are reported together


class Broadcaster:
    """Sends each subscriber of a room what it may know."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._watchers_pending = False  # a new number of watchers will be sent soon

    def clocks(self) -> wire.Clocks | None:
        state = self.room.state
        if state.clock.kind == "none":
            return None
        now = self.room.schedule.now
        rest = [clock.left(state.clock, seat, now) for seat in range(state.match.seats)]
        return wire.Clocks(rest, state.clock.running)

    def now_for(self, subscriber: Subscriber) -> wire.Now:
        seats = self.room.state.seats_of(subscriber.person)
        now = visibility.now_message(
            self.room.state, seats, self.room.schedule.now, self.clocks(), self.room.presence.gone
        )
        subscriber.choices = now.choices
        return now

    def welcome_for(self, subscriber: Subscriber) -> wire.Welcome:
        seats = self.room.state.seats_of(subscriber.person)
        return wire.Welcome(
            table=self.table_for(subscriber.person),
            yours=seats,
            log=visibility.visible_rows(self.room.state, seats),
            now=self.now_for(subscriber),
            talk=visibility.chat_messages(self.room.state, subscriber.person),
        )

    def send_news(self, kept: int) -> None:
        """Send everybody the rows after the first `kept`, and the position now.

        Connections of one person share their bytes, and so do all watchers. Choices that a subscriber has
        already are not sent again: in a race somebody acts all the time, which seldom changes the choices of
        the others.
        """
        room, state = self.room, self.room.state
        presents: dict[str | None, wire.Now] = {}  # by person who sits; None for all watchers
        made: dict[tuple[str | None, bool], bytes] = {}
        clocks, gone, at = self.clocks(), room.presence.gone, room.schedule.now
        for subscriber in room.subscribers:
            seats = state.seats_of(subscriber.person)
            who = subscriber.person if seats else None
            now = presents.get(who)
            if now is None:
                now = presents[who] = visibility.now_message(state, seats, at, clocks, gone)
            same = any(now.choices) and now.choices == subscriber.choices
            message = made.get((who, same))
            if message is None:
                rows = visibility.visible_rows(state, seats, kept)
                told = msgspec.structs.replace(now, choices=[[] for _ in now.choices]) if same else now
                message = made[who, same] = encode_message(wire.News(kept, rows, told, same=same))
            subscriber.choices = now.choices
            subscriber.send_bytes(message)

    def send_welcomes(self) -> None:
        """Send every subscriber a full Welcome, as after a reconnection."""
        for subscriber in self.room.subscribers:
            subscriber.send(self.welcome_for(subscriber))

    def send_chat(self, said: log.Said) -> None:
        """Send the newest chat line to all who may read it."""
        talk = visibility.chat_messages(self.room.state, said.person)[-1]
        for each in self.room.subscribers:
            if visibility.can_hear(self.room.state, each.person, said):
                each.send(talk)

    def reveal_watcher_chat(self) -> None:
        """Send the chat of watchers to the players too: the match is over."""
        if any(said.to == "watchers" for said in self.room.state.chat_lines):
            self.send_welcomes()

    def send_name(self, line: log.Renamed) -> None:
        """Send the new name of a person, which goes with their chat from now on."""
        for each in self.room.subscribers:
            if each.member and each.member.id == line.person:
                each.member = each.member._replace(name=line.name)
        self.send_table()

    def send_transient(self, message: wire.FromServer) -> None:
        """Send a message that is not stored to all subscribers, also those of other processes."""
        self.send_transient_bytes(encode_message(message))
        self.room.ownership.share_message(encode_message(message))

    def send_transient_bytes(self, message: bytes) -> None:
        """Send a message that is not stored to the subscribers of this process."""
        for each in self.room.subscribers:
            each.send_bytes(message)

    def table_for(self, person: str | None) -> wire.Table:
        return visibility.table_message(self.room.state, person, self._presence())

    def _presence(self) -> visibility.Presence:
        return self.room.presence.snapshot()._replace(opening=self.room.opening.is_running)

    def send_presence(self, subscriber: Subscriber) -> None:
        """Report that a subscriber came or went: a player immediately, watchers together after a moment."""
        if self.room.state.seats_of(subscriber.person):
            self.send_table(but=subscriber)
        elif not self._watchers_pending:
            self._watchers_pending = True
            asyncio.get_running_loop().call_later(
                WATCHER_COUNT_SECONDS, self.room.enqueue, self._send_watchers
            )

    async def _send_watchers(self) -> None:
        self._watchers_pending = False
        self.send_table()

    def send_table(self, but: Subscriber | None = None) -> None:
        """Send every subscriber except `but` the table: seats, presence, proposal, what the dice need."""
        self.room.ownership.share_presence()
        self.room.opening.refresh()
        made: dict[str | None, bytes] = {}
        there = self._presence()
        self.room.presence.reported_gone = list(there.gone)
        for subscriber in self.room.subscribers:
            if subscriber is but:
                continue
            person = subscriber.person
            if person not in made:
                table = visibility.table_message(self.room.state, person, there)
                made[person] = encode_message(wire.TableNews(table, self.room.state.seats_of(person)))
            subscriber.send_bytes(made[person])
