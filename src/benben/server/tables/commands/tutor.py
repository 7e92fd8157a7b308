"""The tutor of a person who plays alone or against bots: what matters now, and what was a blunder."""

from __future__ import annotations

from functools import partial

from benben.core import match
from benben.core.contract import Event, Illegal, Seat
from benben.server import wire
from benben.server.tables.commands.advice import (
    ask_worker,
    check_choosing,
    check_unopposed,
    note_help,
    refusal_in_words,
)
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Subscriber
from benben.server.workers import tasks


async def give_focus(room: Room, subscriber: Subscriber, id: str, seat: Seat) -> None:
    """Send the sender what matters to that seat, in the background; Illegal if nobody may or can say."""
    _check_tutor(room)
    check_choosing(room, subscriber, seat)
    person, awaiting = subscriber.owner.person, room.services.awaiting_focus
    if person in awaiting:
        raise Illegal("table", "An answer is on its way.")
    await note_help(room, seat)
    awaiting.add(person)
    room.spawn(_send_focus(room, subscriber, id, seat)).add_done_callback(lambda _: awaiting.discard(person))


async def _send_focus(room: Room, subscriber: Subscriber, id: str, seat: Seat) -> None:
    state, m = room.state, room.state.match
    v = state.game.views.view(m.state, seat)
    try:
        sentence = await ask_worker(
            room, subscriber.owner, tasks.focus, state.game.name, v, seat, state.game.version
        )
    except Exception as fault:  # whatever happened to the tutor, the player gets an answer
        words = refusal_in_words(fault, "Nobody can say that just now.")
        subscriber.send(wire.Refused(id, "table", words, room.broadcaster.now_for(subscriber)))
        return
    subscriber.send(wire.Focused(id, len(m.events), sentence))


async def give_judgement(room: Room, subscriber: Subscriber, wish: wire.Judge) -> None:
    """Send the sender whether an action was a blunder, in the background; Illegal if nobody can say."""
    _check_tutor(room)
    state = room.state
    check_unopposed(room, subscriber, wish.seat, reopens=state.match.reopens)
    events = state.match.events
    if not 1 <= wish.n <= len(events) or events[wish.n - 1].by != wish.seat:
        raise Illegal("match", "That was no action of yours.")
    allows = state.game.allows_help
    if allows is not None and not allows(state.states[wish.n - 1]):
        raise Illegal("table", "No hints are given at this point of the match.")
    subscriber.latest_judgement_id = wish.id
    room.spawn(_send_judgement(room, subscriber, wish, events[wish.n - 1]))


async def _send_judgement(room: Room, subscriber: Subscriber, wish: wire.Judge, event: Event) -> None:
    """Send a judgement. Those for one client are computed one after the other, and only the newest counts."""
    async with subscriber.judgement:
        if subscriber.latest_judgement_id != wish.id or not _stands(room, wish.n, event):
            subscriber.send(wire.Done(wish.id))
            return
        try:
            answer = await _judgement_message(room, subscriber, wish, event)
            if answer.sentence and _stands(room, wish.n, event):
                await room.run(partial(note_help, room, wish.seat))
        except Exception as fault:  # whatever happened to the judge, the player gets an answer
            words = refusal_in_words(fault, "Nobody can judge that just now.")
            subscriber.send(wire.Refused(wish.id, "table", words, room.broadcaster.now_for(subscriber)))
            return
        subscriber.send(answer if _stands(room, wish.n, event) else wire.Done(wish.id))


async def _judgement_message(
    room: Room, subscriber: Subscriber, wish: wire.Judge, event: Event
) -> wire.Judged:
    game, before = room.state.game, room.state.states[wish.n - 1]
    nothing = wire.Judged(wish.id, wish.n, wish.n - 1, "", "")
    if match.is_departure(game, event):
        return nothing
    v = game.views.view(before, wish.seat)
    found = await ask_worker(
        room, subscriber.owner, tasks.blunder, game.name, v, wish.seat, event.what, game.version
    )
    if found is None:
        return nothing
    better = game.notation.name(before, found.better)
    return wire.Judged(wish.id, wish.n, wish.n - 1, found.sentence, better)


def _stands(room: Room, n: int, event: Event) -> bool:
    """Whether this is still event number n of the match."""
    events = room.state.match.events
    return n <= len(events) and events[n - 1] == event


def _check_tutor(room: Room) -> None:
    game = room.state.game
    if game.tutor is None:
        raise Illegal("table", f"Nobody teaches {game.title} here.")
