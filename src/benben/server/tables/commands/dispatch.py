"""What a message does at a table. Each is authorised by itself; run inside the room's own task."""

from __future__ import annotations

from functools import partial

from benben.core import match
from benben.core.contract import Illegal, Millis, Unreadable
from benben.server import wire
from benben.server.people.accounts import SIGNED_OUT
from benben.server.storage.errors import StaleDecision, StorageError, WriteConflict
from benben.server.tables import deadlines, log_sync, tick, visibility
from benben.server.tables.commands import advice, chat, moves, proposals, seating
from benben.server.tables.commands.moves import check_playing
from benben.server.tables.room import Asker, Room
from benben.server.tables.subscriber import Listener


async def join(room: Room, listener: Listener) -> None:
    if listener not in room.listeners:  # else this is tried anew
        await log_sync.outdated(room)  # somebody who comes from another process misses nothing
        newcomer = listener.person not in room.attendance.here
        room.attendance.add(listener)
        if newcomer:
            room.voice.tell_presence(listener)
        listener.send(room.voice.welcome(listener))
        if listener.member and listener.member.key in room.services.revoked_keys:
            listener.close(SIGNED_OUT)
        if room.desk.seats_of(listener.person):
            room.ownership.share_presence()
    await proposals.give_back(room, listener.person)


async def leave(room: Room, listener: Listener) -> None:
    if listener in room.listeners:
        room.attendance.remove(listener)
        room.schedule.note_use()
        if listener.member:
            room.services.accounts.note_activity(listener.member.id)
        if listener.person not in room.attendance.here:
            room.voice.tell_presence(listener)
        if room.desk.seats_of(listener.person):
            room.ownership.share_presence()


async def hear(room: Room, listener: Listener, message: wire.FromClient, at: Millis) -> None:
    """Done, an answer or Refused: no message is left without one."""
    id = getattr(message, "id", "")
    if room.desk.known(listener.person, id):
        listener.send(wire.Done(id))
        return
    try:
        await tick.apply_expired(room, at)
        await proposals.give_back(room, listener.person)
        await _obey(room, listener, message, max(at, room.desk.match.at))
    except (Illegal, Unreadable) as fault:
        if await log_sync.outdated(room):
            raise StaleDecision("Something else happened at this table first.") from None
        clause = fault.clause if isinstance(fault, Illegal) else "notation"
        sentence = fault.sentence if isinstance(fault, Illegal) else in_full(fault)
        listener.send(wire.Refused(id, clause, sentence, room.voice.present(listener)))
    except WriteConflict:  # the room follows what was written first, and this is heard anew
        raise
    except StorageError:
        sentence = "This could not be stored, so nothing was changed. Please try again."
        listener.send(wire.Refused(id, "table", sentence, room.voice.present(listener)))


def hear_at_once(room: Room, listener: Listener, message: wire.FromClient, at: Millis, answer: Asker) -> bool:
    """Most messages are actions and throws, and find the room idle: they are judged without its task.

    False where somebody else, time or a fault comes first. Then `hear` sees to it.
    """
    if not isinstance(message, (wire.Act, wire.Go)) or not room.idle:
        return False
    desk, person = room.desk, listener.person
    if desk.stand_ins or desk.known(person, message.id) or deadlines.due(desk, at) is not None:
        return False

    def then(hindrance: Exception | None) -> None:
        if hindrance is None:
            answer.set_result(None)
        else:
            room.put(partial(hear, room, listener, message, at), answer)

    try:
        room.enter_at_once(
            moves.requested_event(room, listener, message, max(at, desk.match.at)), listener, message.id, then
        )
    except Exception:  # nothing is changed, and `hear` will find and say the same
        return False
    return True


async def _obey(room: Room, listener: Listener, message: wire.FromClient, at: Millis) -> None:
    desk = room.desk
    match message:
        case wire.Act(id) | wire.Go(id):
            await room.enter(moves.requested_event(room, listener, message, at), listener, id)
        case wire.Undo():
            await moves.undo(room, listener, message, at)
        case wire.Resign(id, seat):
            check_playing(room, listener, seat)
            await room.enter(match.resignation(desk.match, seat, at), listener, id)
        case wire.Offer(seat=seat):
            check_playing(room, listener, seat)
            await proposals.offer(room, listener, message, at)
        case wire.Answer(seat=seat):
            check_playing(room, listener, seat)
            await proposals.answer(room, listener, message, at)
        case wire.Ready():
            await seating.ready(room, listener, message)
        case wire.Leave():
            await seating.leave(room, listener, message)
        case wire.Fill():
            await seating.fill(room, listener, message)
        case wire.Free():
            await seating.free(room, listener, message)
        case wire.Rematch(id):
            await proposals.rematch(room, listener, id)
        case wire.Hint(id, seat):
            await advice.hint(room, listener, id, seat)
        case wire.Rate():
            await advice.rate(room, listener, message)
        case wire.Look(n, many, wish):
            listener.send(visibility.past(desk, n, many, wish, desk.seats_of(listener.person)))
        case wire.Read(wish):
            listener.send(visibility.read(desk, wish, desk.seats_of(listener.person)))
        case wire.Say():
            await chat.say(room, listener, message, at)
        case wire.React():
            chat.react(room, listener, message)
        case wire.Pace(id, pace):
            listener.pace = pace
            listener.send(wire.Done(id))
        case wire.Ping(sent):
            listener.send(wire.Pong(sent, at))
        case wire.Hello():
            raise Illegal("table", "You are at this table already.")


def in_full(fault: Unreadable) -> str:
    """Its sentence begins small where it follows a place; here it stands alone."""
    text = fault.sentence.rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
