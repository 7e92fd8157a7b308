"""Moves: actions, throws and undo; run inside the room's task, or outside while that task is idle."""

from __future__ import annotations

from benben.core import match
from benben.core.contract import Event, Illegal, Millis, Seat
from benben.core.entries import Undone
from benben.server import wire
from benben.server.tables import pending_commit
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Subscriber


def requested_event(room: Room, subscriber: Subscriber, message: wire.Act | wire.Go, at: Millis) -> Event:
    """The event that a message asks for; Illegal or Unreadable if it cannot happen now."""
    state = room.state
    if isinstance(message, wire.Act):
        check_playing(room, subscriber, message.seat)
        return Event(at, message.seat, parsed_action(room, message.action))
    if state.status != "playing" or state.thrower not in state.seats_of(subscriber.person):
        raise Illegal("match", "It is not your turn to throw.")
    return pending_commit.next_chance_event(state, at)


async def undo_moves(room: Room, subscriber: Subscriber, wish: wire.Undo, at: Millis) -> None:
    """Take back the sender's last moves; Illegal if chance or somebody else has acted since."""
    m = room.state.match
    check_playing(room, subscriber, wish.seat, reopens=m.reopens)
    least = match.free_undo(m, wish.seat)
    kept = len(m.events) - 1 if wish.kept is None else wish.kept
    if least is None or kept < least:
        raise Illegal(
            "match", "You can take back your own moves only until chance or somebody else has acted."
        )
    await room.commit_entry(Undone(at, wish.seat, kept), subscriber, wish.id)


def check_playing(room: Room, subscriber: Subscriber, seat: Seat, *, reopens: bool = False) -> None:
    """Illegal unless the sender has this seat and the match is running, or is over and may be reopened."""
    if room.state.status == "waiting":
        raise Illegal("table", "The match has not begun: not everybody is seated and ready.")
    if seat not in room.state.seats_of(subscriber.person):
        raise Illegal("table", "That seat is not yours.")
    if room.state.status == "over" and not reopens:
        raise Illegal("match", "The match is over.")


def parsed_action(room: Room, text: str) -> object:
    """The action that this notation means; Illegal if it is for chance to do."""
    m = room.state.match
    what = m.functions.find(m.state, text)
    if isinstance(what, m.functions.chance):
        raise Illegal("match", "That is for chance to do.")
    return what
