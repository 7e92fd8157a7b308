"""What happens at a table without a message: time acts, chance throws, bots play, and unused rooms end.

Run inside the room's own task.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benben.core.contract import CHANCE, Event, Millis
from benben.server.storage.errors import WriteConflict
from benben.server.tables import deadlines, sleep
from benben.server.tables.deadlines import LATE
from benben.server.tables.pending import chance

if TYPE_CHECKING:
    from benben.server.tables.room import Room


async def tick(room: Room) -> None:
    """Do everything that is due by now."""
    desk, schedule = room.desk, room.schedule
    at = schedule.now
    if schedule.claim_is_due:
        await room.ownership.claim()
    if not room.ownership.owned_here:  # the owner goes first
        at -= LATE
    await apply_expired(room, at)
    if room.attendance.gone != room.attendance.told:
        room.voice.tell_table()
        room.voice.news(len(desk.journal.rows))
    if desk.status == "playing" and desk.turn == CHANCE:
        throw = schedule.throw_at
        if throw is not None and at >= throw:
            await room.enter(chance(desk, at))
    elif desk.status == "playing" and await _play_bot(room, at):
        return
    if room.is_deserted and schedule.may_unload:
        await _unload(room)


async def apply_expired(room: Room, at: Millis) -> None:
    """Enter what time does up to this moment, before a message that came later."""
    while (entry := deadlines.due(room.desk, at)) is not None:
        await room.enter(entry)


async def _play_bot(room: Room, at: Millis) -> bool:
    """Enter the action of the first bot whose pause is over. Returns whether there was one."""
    for seat, one in room.prompter.ready:
        if at >= one.at and room.ownership.owned_here:
            room.prompter.forget(seat)
            try:
                await room.enter(Event(max(at, room.desk.match.at), seat, one.action))
            except WriteConflict:  # what it thought of may still be right
                room.prompter.remember(seat, one)
                raise
            return True
    return False


async def _unload(room: Room) -> None:
    """End the room of a table that nobody uses; until its clock runs out the table sleeps."""
    expiry = deadlines.soonest(room.desk)
    if room.ownership.owned_here and expiry is not None:
        change = sleep.asleep(room.desk.code, room.schedule.now, expiry)
        await room.services.store.commit([change])
    await room.ownership.release()
    if room.is_deserted:
        room.unload()
    else:  # somebody came at this very moment
        await room.ownership.claim()
