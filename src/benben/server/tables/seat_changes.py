"""Changes of seats before the match begins: stored line by line, with the start if that follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from benben.server import wire
from benben.server.storage import statements
from benben.server.storage.statements import Change
from benben.server.tables import creation, log
from benben.server.tables.log import Sat
from benben.server.tables.subscriber import Subscriber

if TYPE_CHECKING:
    from benben.server.tables.room import Room


async def store_seating(
    room: Room,
    lines: Sequence[Sat | log.Readied | log.Left | log.Opened | log.Freed],
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


async def remove_people(room: Room, people: Sequence[str]) -> None:
    """Free the places of people who did not open their seed: the same as if they had left."""
    gone = [statements.remove_sitter_statement(room.state.code, person) for person in people]
    await store_seating(room, [log.Left(person) for person in people], beside=gone)
