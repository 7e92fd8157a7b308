"""Commands about seats before the match begins, and new names; run inside the room's task."""

from __future__ import annotations

from msgspec.structs import replace

from benben.core import chance, match
from benben.core.chance import IDLE_SEED
from benben.core.contract import Illegal
from benben.server import wire
from benben.server.storage import statements
from benben.server.storage.rows import Identity
from benben.server.tables import log, seat_rules
from benben.server.tables.log import Sat
from benben.server.tables.room import Room
from benben.server.tables.seat_changes import remove_people, store_seating
from benben.server.tables.subscriber import Subscriber


async def take_seats(room: Room, member: Identity, wish: wire.Sit) -> wire.Table:
    """Seat a person in all places kept for them, or in a free one; Illegal if there is none."""
    state = room.state
    places = state.places_for(member.id)
    if places:
        seat_rules.check_one_seat(state, member.id, places)
        _charge(room, member)
        kept = [place for place in places if state.seats.kept_for(place) == member.id]
        called = {place: state.plan.places[place].called if place in kept else "" for place in places}
        seed, commitment = wish.seed or "", wish.commitment or ""
        own = seat_rules.name_at_table(state, member.id, member.name)
        sat = [
            Sat(place, member.id, name or own, seed, wish.ready, commitment=commitment)
            for place, name in called.items()
        ]
        await store_seating(room, sat, sitter=None if kept else member.id)
    return room.broadcaster.table_for(member.id)


async def set_ready(room: Room, subscriber: Subscriber, wish: wire.Ready) -> None:
    """Store whether the sender is ready to begin; Illegal if the sender has no seat."""
    member = _sitter(room, subscriber)
    if room.state.seats.opened and not wish.ready:
        raise Illegal("table", "The seeds are being opened: the match begins in a moment.")
    _charge(room, member)
    await store_seating(room, [log.Readied(member.id, wish.ready)], subscriber, wish.id)


async def open_seed(room: Room, subscriber: Subscriber, wish: wire.Open) -> None:
    """Store the seed of a person. One that does not fit its commitment costs the seat."""
    state, seats = room.state, room.state.seats
    if subscriber.person and seats.opened.get(subscriber.person) == wish.seed:  # from a second window
        subscriber.send(wire.Done(wish.id))
        return
    member = _sitter(room, subscriber)
    if member.id not in seats.unopened or not room.opening.is_running:
        raise Illegal("table", "Seeds are opened when everybody sits here, is ready and is connected.")
    if chance.seed_commitment(state.commitment, wish.seed) not in _commitments(room, member.id):
        await remove_people(room, [member.id])
        raise Illegal("table", "That seed does not fit your commitment, so your seat is free now.")
    await store_seating(room, [log.Opened(member.id, wish.seed)], subscriber, wish.id)


async def commit_seed(room: Room, subscriber: Subscriber, wish: wire.Commit) -> None:
    """Store a fresh commitment in place of the one before. What others have opened is void then."""
    member = _sitter(room, subscriber)
    seats = room.state.seats
    if member.id not in seats.committed:
        raise Illegal("table", "Your seed is known, so it is too late to commit to one.")
    if member.id in seats.opened:
        raise Illegal("table", "You have opened your seed. It counts unless the seats change.")
    if member.id in seats.spent and wish.commitment in _commitments(room, member.id):
        raise Illegal("table", "That seed was opened already. A fresh one is needed.")
    room.opening.note_renewal(member.id)
    ready = member.id not in seats.unready
    sat = [
        replace(sat, commitment=wish.commitment, ready=ready)
        for sat in seats.sitters.values()
        if sat.person == member.id and sat.commitment
    ]
    await store_seating(room, sat, subscriber, wish.id)


def _commitments(room: Room, person: str) -> set[str]:
    return {sat.commitment for sat in room.state.sitters.values() if sat.person == person}


async def leave_seats(room: Room, subscriber: Subscriber, wish: wire.Leave) -> None:
    """Free the places of the sender; Illegal once the match has begun."""
    member = _sitter(room, subscriber, kept=True)
    _charge(room, member)
    gone = statements.remove_sitter_statement(room.state.code, member.id)
    await store_seating(room, [log.Left(member.id)], subscriber, wish.id, beside=[gone])


async def fill_seats(room: Room, subscriber: Subscriber, wish: wire.Fill) -> None:
    """Seat bots of the requested level in all free places; Illegal unless the sender is the host."""
    state = room.state
    _check_host(room, subscriber, "give its seats to bots")
    names = [level.name for level in state.game.levels]
    if wish.level not in names:
        raise Illegal("table", f"{state.game.title} has no bot of that level; there are {', '.join(names)}.")
    if not state.seats.free_places:
        raise Illegal("table", "No seat is free.")
    name = wish.level.capitalize()
    bots = [Sat(place, "", name, IDLE_SEED, level=wish.level) for place in state.seats.free_places]
    await store_seating(room, bots, subscriber, wish.id)


async def free_seat(room: Room, subscriber: Subscriber, wish: wire.Free) -> None:
    """Free a place that is kept for a person, or whose person is gone and lets the start wait.

    Illegal unless the sender is the host.
    """
    state, place = room.state, wish.seat
    _check_host(room, subscriber, "free its seats")
    if not 0 <= place < len(state.plan.places):
        raise Illegal("table", f"There is no seat {place + 1}.")
    if place in room.presence.gone:
        await remove_people(room, [state.sitters[place].person], subscriber, wish.id)
        return
    if place in state.sitters:
        raise Illegal("table", "Somebody sits there.")
    person = state.seats.kept_for(place)
    if not person:
        raise Illegal("table", "That seat is free already.")
    others = [i for i in range(len(state.plan.places)) if i != place and state.seats.kept_for(i) == person]
    known = others or state.seats_of(person)  # then the table stays on that person's list
    beside = [] if known else [statements.remove_sitter_statement(state.code, person)]
    await store_seating(room, [log.Freed(place)], subscriber, wish.id, beside=beside)


async def rename_sitter(room: Room, member: Identity) -> None:
    """Show the new name of a person who has a seat here; a finished match keeps the old name."""
    state = room.state
    line = log.Renamed(member.id, seat_rules.name_at_table(state, member.id, member.name))
    if state.status == "over" or state.seats.after(line) == state.seats:
        return
    for entry in await room.append([line], member):
        state.apply(entry)
    room.broadcaster.send_name(line)


async def leave_for_good(room: Room, former: Identity) -> None:
    """Free the places of a person who is deleted, or resign for them; `former` has the name that is shown."""
    state = room.state
    if state.status == "waiting":
        gone = statements.remove_sitter_statement(state.code, former.id)
        await store_seating(room, [log.Left(former.id)], beside=[gone])
        return
    await rename_sitter(room, former)
    for seat in state.seats_of(former.id):
        if state.status == "playing" and match.may_resign(state.match, seat):
            await room.commit_entry(match.resignation(state.match, seat, room.schedule.now))


def _charge(room: Room, member: Identity) -> None:
    if not room.seat_buckets.of(member.id).allows():
        raise Illegal("table", "Too many changes of seats at once. Please wait a little.")


def _check_host(room: Room, subscriber: Subscriber, action: str) -> None:
    if room.state.status != "waiting":
        raise Illegal("table", "The match has begun.")
    if subscriber.member is None or room.state.plan.hosted != subscriber.member.id:
        raise Illegal("table", f"Only the player who made this table can {action}.")


def _sitter(room: Room, subscriber: Subscriber, *, kept: bool = False) -> Identity:
    """The sender, who sits here; with `kept` also a person for whom a place is kept, as at a rematch."""
    seats = room.state.seats
    if room.state.status != "waiting":
        raise Illegal("table", "The match has begun.")
    member = subscriber.member
    awaited = kept and member and any(seats.kept_for(i) == member.id for i in range(len(seats.places)))
    if member is None or not (awaited or room.state.seats_of(member.id)):
        raise Illegal("table", "You have no seat at this table.")
    return member
