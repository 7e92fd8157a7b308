"""Who sits where before the match begins, run inside the room's own task."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.contract import Illegal
from benben.server import log, store, wire
from benben.server.desk import IDLE_SEED
from benben.server.listener import Listener
from benben.server.log import Sat
from benben.server.room import Room
from benben.server.store import Change, Member


async def sit(room: Room, member: Member, seed: str, ready: bool = True) -> wire.Table:
    """The places kept for this person, or a free one. Sitting again changes nothing."""
    desk = room.desk
    places = desk.places_for(member.id)
    if places:
        called = {place: desk.plan.places[place].called or member.name for place in places}
        sat = [Sat(place, member.id, name, seed, ready) for place, name in called.items()]
        known = any(desk.circle.kept_for(place) == member.id for place in places)
        await _seat(room, sat, sitter=None if known else member.id)
    return room.table(member.id)


async def ready(room: Room, listener: Listener, wish: wire.Ready) -> None:
    member = _sitting(room, listener)
    await _seat(room, [log.Readied(member.id, wish.ready)], listener, wish.id)


async def leave(room: Room, listener: Listener, wish: wire.Leave) -> None:
    member = _sitting(room, listener)
    gone = store.no_sitter(room.desk.code, member.id)
    await _seat(room, [log.Left(member.id)], listener, wish.id, beside=[gone])


async def fill(room: Room, listener: Listener, wish: wire.Fill) -> None:
    """By the host: bots on every free place."""
    desk, member = room.desk, listener.member
    if desk.status != "waiting":
        raise Illegal("table", "The match has begun.")
    if member is None or desk.plan.hosted != member.id:
        raise Illegal("table", "Only who made this table can give its seats to bots.")
    names = [level.name for level in desk.game.levels]
    if wish.level not in names:
        raise Illegal("table", f"{desk.game.title} has no bot of that level; there are {', '.join(names)}.")
    if not desk.circle.free:
        raise Illegal("table", "No seat is free.")
    name = wish.level.capitalize()
    bots = [Sat(place, "", name, IDLE_SEED, True, wish.level) for place in desk.circle.free]
    await _seat(room, bots, listener, wish.id)


def _sitting(room: Room, listener: Listener) -> Member:
    if room.desk.status != "waiting":
        raise Illegal("table", "The match has begun.")
    if listener.member is None or not room.desk.seats_of(listener.person):
        raise Illegal("table", "You do not sit at this table.")
    return listener.member


async def _seat(
    room: Room,
    lines: Sequence[Sat | log.Readied | log.Left],
    listener: Listener | None = None,
    id: str = "",
    sitter: str | None = None,
    beside: Sequence[Change] = (),
) -> None:
    """Stored, with the start of the match if that follows, and told."""
    desk = room.desk
    circle = desk.circle
    for line in lines:
        circle = circle.after(line)
    begun = desk.start(circle)
    member, status = listener.member if listener else None, "playing" if begun else None
    stored = await room.append([*lines, begun] if begun else lines, member, id, status, sitter, beside)
    if listener:
        listener.send(wire.Done(id))
    for entry in stored:
        desk.take(entry)
    room.tell_table()
    if begun:
        room.begin()
