"""Hints and ratings for one who plays without other people, run inside the room's own task or beside it."""

from __future__ import annotations

from typing import Any

from benben.core import match
from benben.core.contract import CHANCE, Game, Illegal, Seat
from benben.server import wire
from benben.server.tables import log
from benben.server.tables.commands.moves import check_playing
from benben.server.tables.room import Room
from benben.server.tables.subscriber import Listener
from benben.server.workers import tasks


def _check_advice(room: Room, listener: Listener, seat: Seat) -> None:
    check_playing(room, listener, seat)
    desk = room.desk
    if any(sat.person not in ("", listener.person) for sat in desk.sitting.values()):
        raise Illegal("table", "There are no hints against other people: that would be unfair.")
    if not match.free(desk.match):
        raise Illegal("table", "No hints are given at this point of the match.")
    if not desk.game.rules.actions(desk.match.state, seat):
        raise Illegal("match", "There is nothing to choose now.")


async def rate(room: Room, listener: Listener, wish: wire.Rate) -> None:
    """Send the sender a rating of their actions while the match goes on; Illegal if there is none."""
    game = room.desk.game
    if game.rate is None:
        raise Illegal("table", f"Nobody can rate the actions of {game.title}.")
    _check_advice(room, listener, wish.seat)
    if wish.helps:
        await _note_help(room, wish.seat)
    listener.rated = wish.id
    room.spawn(_send_rating(room, listener, wish.id, wish.seat))


async def _send_rating(room: Room, listener: Listener, id: str, seat: Seat) -> None:
    """A rating, from that seat's view. It waits for the one before it.

    A client may ask at every position. What is no longer true, or was asked anew meanwhile, is only
    acknowledged: the client knows that it has moved on.
    """
    async with listener.rating:
        desk, m = room.desk, room.desk.match
        if listener.rated != id or not desk.game.rules.actions(m.state, seat):
            listener.send(wire.Done(id))
            return
        try:
            answer = await _rating_message(room, id, seat)
        except Exception:  # whatever happened to the solver, the player gets an answer
            sentence = "There is no rating just now."
            listener.send(wire.Refused(id, "table", sentence, room.voice.present(listener)))
            return
        moved = room.desk is not desk or desk.match.length != m.length
        listener.send(wire.Done(id) if moved else answer)


async def _note_help(room: Room, seat: Seat) -> None:
    """Stores that this seat asked what to do, once until chance acts, so that a result with help is known."""
    desk, events = room.desk, room.desk.match.events
    drawn = max((n for n, event in enumerate(events, 1) if event.by == CHANCE), default=0)
    if desk.helped[seat] and desk.helped[seat][-1] >= drawn:
        return
    for entry in await room.append([log.Helped(seat, len(events))]):
        desk.take(entry)
    room.voice.tell_table()


async def hint(room: Room, listener: Listener, id: str, seat: Seat) -> None:
    """Send the sender a hint, from that seat's view, while the match goes on; Illegal if none is given."""
    if not room.desk.game.levels:
        raise Illegal("table", f"{room.desk.game.title} has no bot to ask.")
    _check_advice(room, listener, seat)
    if listener.asking:
        raise Illegal("table", "A hint is on its way.")
    await _note_help(room, seat)
    listener.asking = True
    room.spawn(_send_hint(room, listener, id, seat))


async def _send_hint(room: Room, listener: Listener, id: str, seat: Seat) -> None:
    desk, m = room.desk, room.desk.match
    try:
        answer = await _hint_message(room, id, seat)
    except Exception:  # whatever happened to the adviser, the player gets an answer
        listener.send(wire.Refused(id, "table", "There is no hint just now.", room.voice.present(listener)))
        return
    finally:
        listener.asking = False
    if room.desk is not desk or desk.match.length != m.length:
        sentence = "The position changed before the hint was ready."
        listener.send(wire.Refused(id, "match", sentence, room.voice.present(listener)))
        return
    listener.send(answer)


async def _hint_message(room: Room, id: str, seat: Seat) -> wire.Hinted:
    """The strongest level is asked."""
    game, s = room.desk.game, room.desk.match.state
    level = game.levels[-1].name
    v = game.views.view(s, seat)
    ask = room.services.workers.ask_low_priority
    action, _ = await ask(tasks.choose, game.name, level, v, seat, game.version)
    return wire.Hinted(id, game.notation.name(s, action), _advice_in_words(game, level, v, seat, action))


def _advice_in_words(game: Game, level: str, v: Any, seat: Seat, action: Any) -> str:
    """What a level would do and what that brings, in the player's words: they never need notation."""
    if game.advice is not None:
        return game.advice(v, seat, action)
    choice = game.views.choice(v, seat, action)
    words = choice.words.rstrip("?")
    return f"The {level} would {words[:1].lower()}{words[1:]}. {choice.more}".rstrip()


async def _rating_message(room: Room, id: str, seat: Seat) -> wire.Rated:
    game, m = room.desk.game, room.desk.match
    v = game.views.view(m.state, seat)
    ask = room.services.workers.ask_low_priority
    best, exact, costs, sentence = await ask(tasks.rate, game.name, v, seat, game.version)
    named = {game.notation.name(m.state, action): cost for action, cost in costs}
    return wire.Rated(id, len(m.events), best, exact, named, sentence)
