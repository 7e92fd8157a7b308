"""Actions, throws, taking back and resigning, run inside the room's own task."""

from __future__ import annotations

from benben.core import match
from benben.core.contract import Event, Illegal, Millis, Seat
from benben.core.entries import Undone
from benben.server import wire
from benben.server.tables import pending
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Listener


def requested_event(room: Room, listener: Listener, message: wire.Act | wire.Go, at: Millis) -> Event:
    """The event that is wished for."""
    desk = room.desk
    if isinstance(message, wire.Act):
        check_playing(room, listener, message.seat)
        return Event(at, message.seat, parsed_action(room, message.action))
    if desk.status != "playing" or desk.hand not in desk.seats_of(listener.person):
        raise Illegal("match", "It is not yours to throw now.")
    return pending.chance(desk, at)


async def undo(room: Room, listener: Listener, wish: wire.Undo, at: Millis) -> None:
    """Take back the sender's last moves; Illegal if chance or somebody else has acted since."""
    m = room.desk.match
    check_playing(room, listener, wish.seat, reopens=m.reopens)
    least = match.free_undo(m, wish.seat)
    kept = len(m.events) - 1 if wish.kept is None else wish.kept
    if least is None or kept < least:
        raise Illegal(
            "match", "You can take back your own moves only until chance or somebody else has acted."
        )
    await room.enter(Undone(at, wish.seat, kept), listener, wish.id)


def check_playing(room: Room, listener: Listener, seat: Seat, reopens: bool = False) -> None:
    if room.desk.status == "waiting":
        raise Illegal("table", "The match has not begun: somebody is still to sit down.")
    if seat not in room.desk.seats_of(listener.person):
        raise Illegal("table", "That seat is not yours.")
    if room.desk.status == "over" and not reopens:
        raise Illegal("match", "The match is over.")


def parsed_action(room: Room, text: str) -> object:
    """An action in notation. The rules are not asked about what is for chance to do."""
    m = room.desk.match
    what = m.functions.find(m.state, text)
    if isinstance(what, m.functions.chance):
        raise Illegal("match", "That is for chance to do.")
    return what
