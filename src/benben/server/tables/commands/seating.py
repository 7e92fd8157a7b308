"""Who sits where before the match begins, run inside the room's own task."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.contract import Illegal
from benben.server import wire
from benben.server.storage import statements
from benben.server.storage.rows import Identity
from benben.server.storage.statements import Change
from benben.server.tables import creation, log
from benben.server.tables.log import Sat
from benben.server.tables.room import Room
from benben.server.tables.state import IDLE_SEED
from benben.server.tables.subscriber import Listener


async def sit(room: Room, member: Identity, seed: str, ready: bool = True) -> wire.Table:
    """The places kept for this person, or a free one. Sitting again changes nothing."""
    desk = room.desk
    places = desk.places_for(member.id)
    if places:
        kept = [place for place in places if desk.circle.kept_for(place) == member.id]
        called = {place: desk.plan.places[place].called if place in kept else "" for place in places}
        sat = [Sat(place, member.id, name or member.name, seed, ready) for place, name in called.items()]
        known = bool(kept)
        await _seat(room, sat, sitter=None if known else member.id)
    return room.voice.table(member.id)


async def ready(room: Room, listener: Listener, wish: wire.Ready) -> None:
    member = _sitting(room, listener)
    await _seat(room, [log.Readied(member.id, wish.ready)], listener, wish.id)


async def leave(room: Room, listener: Listener, wish: wire.Leave) -> None:
    member = _sitting(room, listener, kept=True)
    gone = statements.remove_sitter_statement(room.desk.code, member.id)
    await _seat(room, [log.Left(member.id)], listener, wish.id, beside=[gone])


async def fill(room: Room, listener: Listener, wish: wire.Fill) -> None:
    """By the host: bots on every free place."""
    desk = room.desk
    _check_host(room, listener, "give its seats to bots")
    names = [level.name for level in desk.game.levels]
    if wish.level not in names:
        raise Illegal("table", f"{desk.game.title} has no bot of that level; there are {', '.join(names)}.")
    if not desk.circle.free:
        raise Illegal("table", "No seat is free.")
    name = wish.level.capitalize()
    bots = [Sat(place, "", name, IDLE_SEED, True, wish.level) for place in desk.circle.free]
    await _seat(room, bots, listener, wish.id)


async def free(room: Room, listener: Listener, wish: wire.Free) -> None:
    """By the host: a seat is kept no longer for somebody who does not come."""
    desk, place = room.desk, wish.seat
    _check_host(room, listener, "free its seats")
    if not 0 <= place < len(desk.plan.places):
        raise Illegal("table", f"There is no seat {place + 1}.")
    if place in desk.sitting:
        raise Illegal("table", "Somebody sits there.")
    person = desk.circle.kept_for(place)
    if not person:
        raise Illegal("table", "That seat is free already.")
    others = [i for i in range(len(desk.plan.places)) if i != place and desk.circle.kept_for(i) == person]
    known = others or desk.seats_of(person)  # then the table stays on that person's list
    beside = [] if known else [statements.remove_sitter_statement(desk.code, person)]
    await _seat(room, [log.Freed(place)], listener, wish.id, beside=beside)


async def rename(room: Room, member: Identity) -> None:
    """Shows the new name of somebody who has a seat here; a finished match keeps the old name."""
    desk, line = room.desk, log.Renamed(member.id, member.name)
    if desk.status == "over" or desk.circle.after(line) == desk.circle:
        return
    for entry in await room.append([line], member):
        desk.take(entry)
    room.voice.tell_name(line)


def _check_host(room: Room, listener: Listener, deed: str) -> None:
    if room.desk.status != "waiting":
        raise Illegal("table", "The match has begun.")
    if listener.member is None or room.desk.plan.hosted != listener.member.id:
        raise Illegal("table", f"Only who made this table can {deed}.")


def _sitting(room: Room, listener: Listener, kept: bool = False) -> Identity:
    """Who sits here; also somebody for whom a seat is kept, as at a rematch."""
    circle = room.desk.circle
    if room.desk.status != "waiting":
        raise Illegal("table", "The match has begun.")
    member = listener.member
    awaited = kept and member and any(circle.kept_for(i) == member.id for i in range(len(circle.places)))
    if member is None or not (awaited or room.desk.seats_of(member.id)):
        raise Illegal("table", "You do not sit at this table.")
    return member


async def _seat(
    room: Room,
    lines: Sequence[Sat | log.Readied | log.Left | log.Freed],
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
    if begun and begun.options is not None:
        timed = creation.is_timed(desk.game, desk.plan, begun.options)
        beside = [*beside, statements.timed_statement(desk.code, timed)]
    member, status = listener.member if listener else None, "playing" if begun else None
    stored = await room.append([*lines, begun] if begun else lines, member, id, status, sitter, beside)
    if listener:
        listener.send(wire.Done(id))
    for entry in stored:
        desk.take(entry)
    room.voice.tell_table()
    if begun:
        room.begin()
