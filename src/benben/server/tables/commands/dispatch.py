"""Dispatch of client messages to the commands of a table. Each command checks who may give it."""

from __future__ import annotations

import hashlib
from functools import partial

import msgspec

from benben.core import match
from benben.core.contract import Illegal, Millis, Unreadable
from benben.server import wire
from benben.server.people.accounts import SIGNED_OUT
from benben.server.storage.errors import (
    OUTCOME_UNKNOWN,
    OutcomeUnknown,
    StaleDecision,
    StorageError,
    WriteConflict,
)
from benben.server.tables import deadlines, log_sync, tick, visibility
from benben.server.tables.commands import advice, chat, meter, moves, proposals, seating, tutor
from benben.server.tables.commands.moves import check_playing
from benben.server.tables.room import Reply, Room
from benben.server.tables.state import TableState
from benben.server.tables.subscriber import Subscriber

DIGEST_BYTES = 8  # of a message: enough to tell those of one person apart

_encoder = msgspec.json.Encoder()


async def join_room(room: Room, subscriber: Subscriber) -> None:
    """Add a connection to the room, welcome it, and tell the others."""
    if subscriber not in room.subscribers:  # else the job is tried again
        await log_sync.settle_doubt(room)  # a client that comes from another process misses nothing
        newcomer = subscriber.person not in room.presence.here
        room.presence.add(subscriber)
        if newcomer:
            room.broadcaster.send_presence(subscriber)
        subscriber.send(room.broadcaster.welcome_for(subscriber))
        if subscriber.member and subscriber.member.key in room.services.revoked_keys:
            subscriber.close(SIGNED_OUT)
        if room.state.seats_of(subscriber.person):
            room.ownership.share_presence()
    await proposals.return_seat(room, subscriber.person)


async def leave_room(room: Room, subscriber: Subscriber) -> None:
    """Remove a connection from the room, and tell the others."""
    if subscriber in room.subscribers:
        room.presence.remove(subscriber)
        room.schedule.note_use()
        if subscriber.member:
            room.services.accounts.note_activity(subscriber.member.id)
        if subscriber.person not in room.presence.here:
            room.broadcaster.send_presence(subscriber)
        if room.state.seats_of(subscriber.person):
            room.ownership.share_presence()


async def handle_message(room: Room, subscriber: Subscriber, message: wire.FromClient, at: Millis) -> None:
    """Handle a message and answer it with Done, with what it asked for, or with Refused."""
    id = getattr(message, "id", "")
    try:
        if room.in_doubt:
            await log_sync.settle_doubt(room)
        known = _note_digest(room.state, subscriber.person, id, message)
        if known is not None:
            _answer_known_id(room, subscriber, id, known)
            return
        await tick.apply_expired(room, at)
        await proposals.return_seat(room, subscriber.person)
        await _dispatch(room, subscriber, message, max(at, room.state.match.at))
    except (Illegal, Unreadable) as fault:
        if await log_sync.sync_if_shared(room):
            raise StaleDecision("Something else happened at this table first.") from None
        clause = fault.clause if isinstance(fault, Illegal) else "notation"
        sentence = fault.sentence if isinstance(fault, Illegal) else as_sentence(fault)
        subscriber.send(wire.Refused(id, clause, sentence, room.broadcaster.now_for(subscriber)))
    except WriteConflict:  # the room reads what was written first, and handles this again
        raise
    except StorageError as failure:
        room.in_doubt = room.in_doubt or isinstance(failure, OutcomeUnknown)
        if room.in_doubt:  # a refusal would say that nothing changed; a client that comes back sends it again
            subscriber.close(f"{OUTCOME_UNKNOWN} It is safe to send it again.")
            return
        sentence = "This could not be stored, so nothing was changed. Please try again."
        subscriber.send(wire.Refused(id, "table", sentence, room.broadcaster.now_for(subscriber)))
    finally:
        room.state.pending_digests.pop((subscriber.person or "", id), None)


def _note_digest(state: TableState, person: str | None, id: str, message: wire.FromClient) -> str | None:
    """Note the digest of a message for its line in the log. Returns that of a stored one with the same id."""
    if not person or not id:
        return None
    digest = hashlib.blake2b(_encoder.encode(message), digest_size=DIGEST_BYTES).hexdigest()
    state.pending_digests[person, id] = digest
    return state.handled_digest(person, id)


def _answer_known_id(room: Room, subscriber: Subscriber, id: str, digest: str) -> None:
    """Acknowledge a message that was sent again; refuse another one with the id of an earlier message."""
    sent = room.state.pending_digests.pop((subscriber.person or "", id))
    if digest in ("", sent):  # empty: stored before there were digests
        subscriber.send(wire.Done(id))
        return
    sentence = "You used this id for another message before. Choose a new one for each message."
    subscriber.send(wire.Refused(id, "message", sentence, room.broadcaster.now_for(subscriber)))


def handle_inline(
    room: Room, subscriber: Subscriber, message: wire.FromClient, at: Millis, answer: Reply
) -> bool:
    """Handle an action or a throw, as most messages are, without the room's task, if that task is idle.

    Returns False, and changes nothing, if something else must happen first or the message is at fault. The
    caller then uses `handle_message`.
    """
    if not isinstance(message, (wire.Act, wire.Go)) or not room.idle:
        return False
    state, person = room.state, subscriber.person
    if state.stand_ins or _note_digest(state, person, message.id, message) is not None:
        return False
    if deadlines.first_expired(state, at) is not None:
        return False

    def on_done(hindrance: Exception | None) -> None:
        if hindrance is None:
            answer.set_result(None)
        else:  # a fault that leaves a doubt is kept by the room
            room.enqueue(partial(handle_message, room, subscriber, message, at), answer)

    try:
        event = moves.requested_event(room, subscriber, message, max(at, state.match.at))
        room.commit_inline(event, subscriber, message.id, on_done)
    except Exception:  # nothing is changed; `handle_message` finds the fault again and answers it
        return False
    return True


async def _dispatch(room: Room, subscriber: Subscriber, message: wire.FromClient, at: Millis) -> None:
    state = room.state
    match message:
        case wire.Act(id) | wire.Go(id):
            await room.commit_entry(moves.requested_event(room, subscriber, message, at), subscriber, id)
        case wire.Undo():
            await moves.undo_moves(room, subscriber, message, at)
        case wire.Resign(id, seat):
            check_playing(room, subscriber, seat)
            await room.commit_entry(match.resignation(state.match, seat, at), subscriber, id)
        case wire.Offer(seat=seat):
            check_playing(room, subscriber, seat)
            await proposals.offer_proposal(room, subscriber, message, at)
        case wire.Answer(seat=seat):
            check_playing(room, subscriber, seat)
            await proposals.answer_proposal(room, subscriber, message, at)
        case wire.Ready():
            await seating.set_ready(room, subscriber, message)
        case wire.Open():
            await seating.open_seed(room, subscriber, message)
        case wire.Commit():
            await seating.commit_seed(room, subscriber, message)
        case wire.Leave():
            await seating.leave_seats(room, subscriber, message)
        case wire.Fill():
            await seating.fill_seats(room, subscriber, message)
        case wire.Free():
            await seating.free_seat(room, subscriber, message)
        case wire.Rematch(id):
            await proposals.create_rematch(room, subscriber, id)
        case wire.Hint(id, seat):
            await advice.give_hint(room, subscriber, id, seat)
        case wire.Rate():
            await advice.give_rating(room, subscriber, message)
        case wire.Focus(id, seat):
            await tutor.give_focus(room, subscriber, id, seat)
        case wire.Meter():
            await meter.give_outlook(room, subscriber, message)
        case wire.Judge():
            await tutor.give_judgement(room, subscriber, message)
        case wire.Look(n, many, wish):
            seats, most = state.seats_of(subscriber.person), room.services.limits.history_bytes
            subscriber.send(visibility.past_message(state, n, many, wish, seats, most))
        case wire.Read(wish):
            subscriber.send(visibility.log_message(state, wish, state.seats_of(subscriber.person)))
        case wire.Say():
            await chat.send_line(room, subscriber, message, at)
        case wire.React():
            chat.send_reaction(room, subscriber, message)
        case wire.Pace(id, pace):
            subscriber.pace = pace
            subscriber.send(wire.Done(id))
        case wire.Ping(sent):
            subscriber.send(wire.Pong(sent, at))
        case wire.Hello():
            raise Illegal("table", "You are at this table already.")


def as_sentence(fault: Unreadable) -> str:
    """The sentence of a fault with a capital letter and a full stop, without its place."""
    text = fault.sentence.rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
