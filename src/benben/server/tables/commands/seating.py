"""Commands about seats before the match begins, and new names; run inside the room's task."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.chance import IDLE_SEED
from benben.core.contract import Illegal
from benben.server import wire
from benben.server.storage import statements
from benben.server.storage.rows import Identity
from benben.server.storage.statements import Change
from benben.server.tables import creation, log
from benben.server.tables.log import Sat
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Subscriber


async def sit(room: Room, member: Identity, seed: str, *, ready: bool = True) -> wire.Table:
    """Seat a person in the places kept for them, or in a free one; Illegal if there is none."""
    state = room.state
    places = state.places_for(member.id)
    if places:
        kept = [place for place in places if state.seats.kept_for(place) == member.id]
        called = {place: state.plan.places[place].called if place in kept else "" for place in places}
        sat = [Sat(place, member.id, name or member.name, seed, ready) for place, name in called.items()]
        await _store_seating(room, sat, sitter=None if kept else member.id)
    return room.broadcaster.table_for(member.id)


async def ready(room: Room, subscriber: Subscriber, wish: wire.Ready) -> None:
    """Note whether a person who sits here wants to begin."""
    member = _sitter(room, subscriber)
    await _store_seating(room, [log.Readied(member.id, wish.ready)], subscriber, wish.id)


async def leave(room: Room, subscriber: Subscriber, wish: wire.Leave) -> None:
    """Free the places of a person who leaves before the start."""
    member = _sitter(room, subscriber, kept=True)
    gone = statements.remove_sitter_statement(room.state.code, member.id)
    await _store_seating(room, [log.Left(member.id)], subscriber, wish.id, beside=[gone])


async def fill(room: Room, subscriber: Subscriber, wish: wire.Fill) -> None:
    """Give every free place to a bot, as the host wishes."""
    state = room.state
    _check_host(room, subscriber, "give its seats to bots")
    names = [level.name for level in state.game.levels]
    if wish.level not in names:
        raise Illegal("table", f"{state.game.title} has no bot of that level; there are {', '.join(names)}.")
    if not state.seats.free_places:
        raise Illegal("table", "No seat is free.")
    name = wish.level.capitalize()
    bots = [Sat(place, "", name, IDLE_SEED, level=wish.level) for place in state.seats.free_places]
    await _store_seating(room, bots, subscriber, wish.id)


async def free(room: Room, subscriber: Subscriber, wish: wire.Free) -> None:
    """Keep a place no longer for a person who does not come, as the host wishes."""
    state, place = room.state, wish.seat
    _check_host(room, subscriber, "free its seats")
    if not 0 <= place < len(state.plan.places):
        raise Illegal("table", f"There is no seat {place + 1}.")
    if place in state.sitters:
        raise Illegal("table", "Somebody sits there.")
    person = state.seats.kept_for(place)
    if not person:
        raise Illegal("table", "That seat is free already.")
    others = [i for i in range(len(state.plan.places)) if i != place and state.seats.kept_for(i) == person]
    known = others or state.seats_of(person)  # then the table stays on that person's list
    beside = [] if known else [statements.remove_sitter_statement(state.code, person)]
    await _store_seating(room, [log.Freed(place)], subscriber, wish.id, beside=beside)


async def rename(room: Room, member: Identity) -> None:
    """Show the new name of a person who has a seat here; a finished match keeps the old name."""
    state, line = room.state, log.Renamed(member.id, member.name)
    if state.status == "over" or state.seats.after(line) == state.seats:
        return
    for entry in await room.append([line], member):
        state.apply(entry)
    room.broadcaster.send_name(line)


def _check_host(room: Room, subscriber: Subscriber, action: str) -> None:
    if room.state.status != "waiting":
        raise Illegal("table", "The match has begun.")
    if subscriber.member is None or room.state.plan.hosted != subscriber.member.id:
        raise Illegal("table", f"Only who made this table can {action}.")


def _sitter(room: Room, subscriber: Subscriber, *, kept: bool = False) -> Identity:
    """The sender, who sits here; with `kept` also a person for whom a place is kept, as at a rematch."""
    seats = room.state.seats
    if room.state.status != "waiting":
        raise Illegal("table", "The match has begun.")
    member = subscriber.member
    awaited = kept and member and any(seats.kept_for(i) == member.id for i in range(len(seats.places)))
    if member is None or not (awaited or room.state.seats_of(member.id)):
        raise Illegal("table", "You do not sit at this table.")
    return member


async def _store_seating(
    room: Room,
    lines: Sequence[Sat | log.Readied | log.Left | log.Freed],
    subscriber: Subscriber | None = None,
    id: str = "",
    sitter: str | None = None,
    beside: Sequence[Change] = (),
) -> None:
    """Store lines about seats, with the start of the match if that follows, and send the table."""
    state = room.state
    seats = state.seats
    for line in lines:
        seats = seats.after(line)
    begun = state.start_line(seats)
    if begun and begun.options is not None:
        timed = creation.is_timed(state.game, state.plan, begun.options)
        beside = [*beside, statements.timed_statement(state.code, timed)]
    member, status = subscriber.member if subscriber else None, "playing" if begun else None
    stored = await room.append([*lines, begun] if begun else lines, member, id, status, sitter, beside)
    if subscriber:
        subscriber.send(wire.Done(id))
    for entry in stored:
        state.apply(entry)
    room.broadcaster.send_table()
    if begun:
        room.begin()
