"""Proposals, their answers, and rematches; run inside the room's task and stored like moves."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.contract import Illegal, Millis, Seat
from benben.server import wire
from benben.server.tables import creation, log, proposals
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Subscriber


async def offer_proposal(room: Room, subscriber: Subscriber, wish: wire.Offer, at: Millis) -> None:
    """Store a proposal; if nobody has to agree, do what it proposes immediately."""
    line = proposals.new_proposal(room.state, wish, at, room.schedule.absence)
    if line.asked:
        if not room.proposal_buckets.of(subscriber.person or "").allows():
            raise Illegal("table", "Too many proposals at once. Please wait a little before the next one.")
        await _store_line(room, subscriber, wish.id, line)
    else:
        await _carry_out(room, subscriber, wish.id, line, at, wish.seat)


async def answer_proposal(room: Room, subscriber: Subscriber, wish: wire.Answer, at: Millis) -> None:
    """Store an answer to the proposal; with the last consent, do what it proposes."""
    state = room.state
    offer = state.proposal
    if offer is None:
        raise Illegal("table", "There is no proposal to answer any more.")
    if wish.what not in (None, offer.what) or wish.kept not in (None, offer.kept):
        raise Illegal("table", "There is a newer proposal. Read it first.")
    mine = state.seats_of(subscriber.person)
    if offer.by in mine and not wish.yes:
        await _store_line(room, subscriber, wish.id, log.Answered(at, offer.by, yes=False))
        return
    place = next((seat for seat in state.seats_to_answer if seat in mine), None)
    if place is None:
        raise Illegal("table", "This proposal does not need your answer.")
    line = log.Answered(at, place, wish.yes)
    if wish.yes and state.seats_to_answer == [place]:
        proposals.check_all_were_asked(state, offer, room.presence.here)
        await _carry_out(room, subscriber, wish.id, offer, at, place, before=[line])
    else:
        await _store_line(room, subscriber, wish.id, line)


async def _carry_out(
    room: Room,
    subscriber: Subscriber,
    id: str,
    offer: log.Offered,
    at: Millis,
    by: Seat,
    before: Sequence[log.LogLine] = (),
) -> None:
    """Do what was proposed: everybody has agreed, seat `by` last."""
    entry = proposals.agreed_entry(room.state, offer, at, by)
    consents = proposals.consent_entries(room.state, offer, at)
    await room.commit_entry(entry, subscriber, id, before, consents)


async def _store_line(room: Room, subscriber: Subscriber, id: str, line: log.LogLine) -> None:
    (entry,) = await room.append([line], subscriber.member, id)
    kept = room.state.apply(entry)
    subscriber.send(wire.Done(id))
    if len(room.state.journal.rows) > kept:  # somebody said no
        room.broadcaster.send_news(kept)
    room.broadcaster.send_table()
    room.services.observer.table_changed(room)


async def return_seat(room: Room, person: str | None) -> None:
    """Give a person who is back their seats, where bots stood in for them."""
    if not person or not room.state.stand_ins or room.state.status != "playing":
        return
    for seat in [seat for seat in room.state.seats_of(person) if seat in room.state.stand_ins]:
        await room.commit_entry(
            proposals.seat_returned(room.state, seat, max(room.schedule.now, room.state.match.at))
        )


async def create_rematch(room: Room, subscriber: Subscriber, id: str) -> None:
    """Create the table of a rematch, if there is none yet."""
    state, member = room.state, subscriber.member
    if state.status != "over":
        raise Illegal("table", "A rematch comes after the end of this match.")
    if member is None or not state.seats_of(member.id):
        raise Illegal("table", "Only the players of this match can ask for a rematch.")
    if state.rematch is None:
        code, changes = creation.rematch_changes(state, member, subscriber.owner.address)
        stored = await room.append([log.RematchMade(code)], member, id, beside=changes)
        for entry in stored:
            state.apply(entry)
        room.broadcaster.send_table()
    subscriber.send(wire.Done(id))
