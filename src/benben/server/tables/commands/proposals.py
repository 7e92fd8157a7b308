"""Proposals and their answers, run inside the room's own task. A proposal is stored like everything else."""

from __future__ import annotations

from benben.core.contract import Illegal, Millis
from benben.server import wire
from benben.server.tables import creation, log, proposals
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Listener


async def offer(room: Room, listener: Listener, wish: wire.Offer, at: Millis) -> None:
    """Where nobody is to be asked it happens at once."""
    line = proposals.proposed(room.desk, wish, at, room.attendance.gone)
    if line.asked:
        await _keep(room, listener, wish.id, line)
    else:
        await room.enter(proposals.entry(line, at, wish.seat), listener, wish.id)


async def answer(room: Room, listener: Listener, wish: wire.Answer, at: Millis) -> None:
    desk = room.desk
    offer = desk.offer
    if offer is None:
        raise Illegal("table", "There is no proposal to answer any more.")
    if wish.what not in (None, offer.what) or wish.kept not in (None, offer.kept):
        raise Illegal("table", "Another proposal stands by now. Read it first.")
    mine = desk.seats_of(listener.person)
    if offer.by in mine and not wish.yes:
        await _keep(room, listener, wish.id, log.Answered(at, offer.by, False))
        return
    place = next((seat for seat in desk.waits if seat in mine), None)
    if place is None:
        raise Illegal("table", "Your answer is not waited for.")
    line = log.Answered(at, place, wish.yes)
    if wish.yes and desk.waits == [place]:
        proposals.check_asked(desk, offer, room.attendance.here)
        await room.enter(proposals.entry(offer, at, place), listener, wish.id, before=[line])
    else:
        await _keep(room, listener, wish.id, line)


async def _keep(room: Room, listener: Listener, id: str, line: log.Line) -> None:
    (entry,) = await room.append([line], listener.member, id)
    kept = room.desk.take(entry)
    listener.send(wire.Done(id))
    if len(room.desk.journal.rows) > kept:  # somebody said no
        room.voice.news(kept)
    room.voice.tell_table()
    room.services.observer.table_changed(room)


async def give_back(room: Room, person: str | None) -> None:
    """Who is back plays again where a bot stood in."""
    if not person or not room.desk.stand_ins or room.desk.status != "playing":
        return
    for seat in [seat for seat in room.desk.seats_of(person) if seat in room.desk.stand_ins]:
        await room.enter(proposals.returned(room.desk, seat, max(room.schedule.now, room.desk.match.at)))


async def rematch(room: Room, listener: Listener, id: str) -> None:
    desk, member = room.desk, listener.member
    if desk.status != "over":
        raise Illegal("table", "A rematch comes after the end of this match.")
    if member is None or not desk.seats_of(member.id):
        raise Illegal("table", "Only those who played can ask for a rematch.")
    if desk.rematch is None:
        code, changes = creation.rematch(desk, member)
        stored = await room.append([log.Followed(code)], member, id, beside=changes)
        for entry in stored:
            desk.take(entry)
        room.voice.tell_table()
    listener.send(wire.Done(id))
