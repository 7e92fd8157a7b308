"""What happens at a table without a message: time acts, chance throws, bots play, and unused rooms end.

Run inside the room's own task.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benben.core.contract import CHANCE, Event, Millis
from benben.server.storage.errors import WriteConflict
from benben.server.tables import deadlines, seat_changes, sleep
from benben.server.tables.deadlines import OWNER_GRACE_MS
from benben.server.tables.pending_commit import next_chance_event

if TYPE_CHECKING:
    from benben.server.tables.room import Room


async def tick(room: Room) -> None:
    """Do everything that is due by now. A room that nobody uses ends, if nothing more is due."""
    if not room.schedule.is_paused and await _go_on(room):
        return
    if room.is_deserted and room.schedule.may_unload:
        await _unload(room)


async def _go_on(room: Room) -> bool:
    """Let time, chance or a bot act. Returns whether a bot did: the next may be due."""
    state, schedule = room.state, room.schedule
    at = schedule.now
    if late := room.opening.late_people:
        await seat_changes.remove_people(room, late)
    if schedule.claim_is_due:
        await room.ownership.claim()
    if not room.ownership.owned_here:  # the owner goes first
        at -= OWNER_GRACE_MS
    await apply_expired(room, at)
    if room.presence.gone != room.presence.reported_gone:
        room.broadcaster.send_table()
        room.broadcaster.send_news(len(state.journal.rows))
    if state.status == "playing" and state.turn == CHANCE:
        throw = schedule.throw_at
        if throw is not None and at >= throw:
            await room.commit_entry(next_chance_event(state, at))
        return False
    return state.status == "playing" and await _play_bot(room, at)


async def apply_expired(room: Room, at: Millis) -> None:
    """Commit the entries of all deadlines up to this moment, before a later message is handled."""
    while (entry := deadlines.first_expired(room.state, at)) is not None:
        await room.commit_entry(entry)


async def _play_bot(room: Room, at: Millis) -> bool:
    """Commit the action of the first bot whose pause is over. Returns whether there was one."""
    for seat, one in room.bot_turns.ready_answers:
        if at >= one.at and room.ownership.owned_here:
            room.bot_turns.forget(seat)
            try:
                await room.commit_entry(Event(max(at, room.state.match.at), seat, one.action))
            except WriteConflict:  # what it thought of may still be right
                room.bot_turns.requeue(seat, one)
                raise
            return True
    return False


async def _unload(room: Room) -> None:
    """End the room of a table that nobody uses. If its clock runs, the table sleeps until that runs out."""
    state, at, expiry = room.state, room.schedule.now, deadlines.next_expiry(room.state)
    if room.ownership.owned_here and expiry is not None:
        is_paused = room.schedule.is_paused
        change = (
            sleep.pause_statement(state.code, at)
            if is_paused
            else sleep.sleep_statement(state.code, at, expiry)
        )
        await room.services.store.commit([change])
    await room.ownership.release()
    if room.is_deserted:
        room.unload()
    else:  # somebody came at this very moment
        await room.ownership.claim()
