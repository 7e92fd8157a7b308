"""Chat at a table (on the page: Talk), run inside the room's task. Lines are stored, reactions are not."""

from __future__ import annotations

import unicodedata

from benben.core.contract import Illegal, Millis
from benben.server import wire
from benben.server.limits import TokenBucket
from benben.server.storage.rows import Identity
from benben.server.tables import log
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Subscriber


async def send_line(room: Room, subscriber: Subscriber, wish: wire.Say, at: Millis) -> None:
    """Store and send a chat line: to the table by its players, to the watchers by the others."""
    member = _talker(subscriber)
    text = _visible_text(wish.text)
    if not text:
        raise Illegal("talk", "There is no text in that message.")
    sits = bool(room.state.seats_of(member.id))
    if wish.to == "table" and not sits:
        raise Illegal("talk", "Only seated players can talk to the table. Watchers have their own talk.")
    if wish.to == "watchers" and sits and room.state.status != "over":
        raise Illegal("talk", "Watchers talk among themselves until the match is over.")
    _charge(room, member)
    said = log.Said(at, member.id, member.name, text, wish.to)
    for entry in await room.append([said], member, wish.id):
        room.state.apply(entry)
    subscriber.send(wire.Done(wish.id))
    room.broadcaster.send_chat(said)


def send_reaction(room: Room, subscriber: Subscriber, wish: wire.React) -> None:
    """Send a quick reaction of a player to everybody; Illegal if the sender has no seat."""
    member = _talker(subscriber)
    seat = next(iter(room.state.seats_of(member.id)), None)
    if seat is None:
        raise Illegal("talk", "Only seated players can send signs.")
    _charge(room, member)
    subscriber.send(wire.Done(wish.id))
    room.broadcaster.send_transient(wire.Reacted(room.state.player(seat).name, seat, wish.sign))


def _talker(subscriber: Subscriber) -> Identity:
    if subscriber.member is None:
        raise Illegal("talk", "Take a name before you talk.")
    return subscriber.member


def _charge(room: Room, member: Identity) -> None:
    bucket = room.chat_buckets.setdefault(member.id, TokenBucket(room.services.limits.chat))
    if not bucket.allows():
        raise Illegal("talk", "Slow down a little: too many lines at once.")


def _visible_text(text: str) -> str:
    """The text as one line, without control characters."""
    return " ".join("".join(" " if unicodedata.category(sign)[0] == "C" else sign for sign in text).split())
