"""Hints, and ratings of actions, for a person who plays alone or against bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from benben.core import match
from benben.core.contract import CHANCE, Illegal, Seat
from benben.server import wire
from benben.server.tables import log
from benben.server.tables.commands.moves import check_playing
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Subscriber
from benben.server.workers import tasks
from benben.server.workers.fair_queue import Owner
from benben.server.workers.worker_process import WorkerRefusal

Answer = TypeVar("Answer")


async def ask_worker(room: Room, owner: Owner, question: Callable[..., Answer], *arguments: Any) -> Answer:
    """The answer of a worker to a question of this person."""
    services = room.services
    seconds = services.limits.advice_seconds
    return await services.workers.ask(question, *arguments, owner=owner, lane="advice", seconds=seconds)


def refusal_in_words(fault: Exception, otherwise: str) -> str:
    """Why there is no advice, in words for the player."""
    return fault.sentence if isinstance(fault, WorkerRefusal) else otherwise


def check_unopposed(room: Room, subscriber: Subscriber, seat: Seat, *, reopens: bool = False) -> None:
    """Illegal unless the sender plays this seat, alone or against bots, where the rules allow help."""
    check_playing(room, subscriber, seat, reopens=reopens)
    state = room.state
    if any(sat.person not in ("", subscriber.person) for sat in state.sitters.values()):
        raise Illegal("table", "There are no hints against other people: that would be unfair.")
    if not match.allows_undo_and_hints(state.match):
        raise Illegal("table", "No hints are given at this point of the match.")


def check_choosing(room: Room, subscriber: Subscriber, seat: Seat) -> None:
    """Illegal unless the sender plays this seat alone or against bots, and has something to choose."""
    check_unopposed(room, subscriber, seat)
    if not room.state.game.rules.actions(room.state.match.state, seat):
        raise Illegal("match", "There is nothing to choose now.")


async def give_rating(room: Room, subscriber: Subscriber, wish: wire.Rate) -> None:
    """Send the sender a rating of their actions, in the background; Illegal if none is given."""
    game = room.state.game
    if game.rate is None:
        raise Illegal("table", f"Nobody can rate the actions of {game.title}.")
    check_choosing(room, subscriber, wish.seat)
    if wish.helps:
        await note_help(room, wish.seat)
    subscriber.latest_rating_id = wish.id
    room.spawn(_send_rating(room, subscriber, wish.id, wish.seat))


async def _send_rating(room: Room, subscriber: Subscriber, id: str, seat: Seat) -> None:
    """Send a rating from the view of a seat. Ratings for one client are computed one after the other.

    A client may ask at every position. A rating that is out of date, or was requested again, is only
    acknowledged.
    """
    async with subscriber.rating:
        state, m = room.state, room.state.match
        if subscriber.latest_rating_id != id or not state.game.rules.actions(m.state, seat):
            subscriber.send(wire.Done(id))
            return
        try:
            answer = await _rating_message(room, id, seat, subscriber.owner)
        except Exception as fault:  # whatever happened to the solver, the player gets an answer
            sentence = refusal_in_words(fault, "There is no rating just now.")
            subscriber.send(wire.Refused(id, "table", sentence, room.broadcaster.now_for(subscriber)))
            return
        moved = room.state is not state or state.match.length != m.length
        subscriber.send(wire.Done(id) if moved else answer)


async def note_help(room: Room, seat: Seat) -> None:
    """Store that this seat asked for advice, once until chance acts: a result with help is marked."""
    state, events = room.state, room.state.match.events
    helped = state.helped[seat]
    if helped and not any(event.by == CHANCE for event in events[helped[-1] :]):
        return
    for entry in await room.append([log.Helped(seat, len(events))]):
        state.apply(entry)
    room.broadcaster.send_table()


async def give_hint(room: Room, subscriber: Subscriber, id: str, seat: Seat) -> None:
    """Send the sender a hint from that seat's view, in the background; Illegal if none is given."""
    if not room.state.game.levels:
        raise Illegal("table", f"{room.state.game.title} has no bot to ask.")
    check_choosing(room, subscriber, seat)
    person, awaiting = subscriber.owner.person, room.services.awaiting_hint
    if person in awaiting:
        raise Illegal("table", "A hint is on its way.")
    await note_help(room, seat)
    awaiting.add(person)
    room.spawn(_send_hint(room, subscriber, id, seat)).add_done_callback(lambda _: awaiting.discard(person))


async def _send_hint(room: Room, subscriber: Subscriber, id: str, seat: Seat) -> None:
    state, m = room.state, room.state.match
    try:
        answer = await _hint_message(room, id, seat, subscriber.owner)
    except Exception as fault:  # whatever happened to the adviser, the player gets an answer
        sentence = refusal_in_words(fault, "There is no hint just now.")
        subscriber.send(wire.Refused(id, "table", sentence, room.broadcaster.now_for(subscriber)))
        return
    if room.state is not state or state.match.length != m.length:
        sentence = "The position changed before the hint was ready."
        subscriber.send(wire.Refused(id, "match", sentence, room.broadcaster.now_for(subscriber)))
        return
    subscriber.send(answer)


async def _hint_message(room: Room, id: str, seat: Seat, owner: Owner) -> wire.Hinted:
    """The hint of the strongest bot, from the view of this seat."""
    game, s = room.state.game, room.state.match.state
    v = game.views.view(s, seat)
    action, sentence = await ask_worker(room, owner, tasks.hint, game.name, v, seat, game.version)
    return wire.Hinted(id, game.notation.name(s, action), sentence)


async def _rating_message(room: Room, id: str, seat: Seat, owner: Owner) -> wire.Rated:
    game, m = room.state.game, room.state.match
    v = game.views.view(m.state, seat)
    rating = await ask_worker(room, owner, tasks.rate, game.name, v, seat, game.version)
    best, exact, costs, sentence = rating
    named = {game.notation.name(m.state, action): cost for action, cost in costs}
    return wire.Rated(id, len(m.events), best, exact, named, sentence)
