"""What a message does at a table. Each is authorised by itself; run inside the room's own task."""

from __future__ import annotations

from functools import partial
from typing import Any

from benben.core import match
from benben.core.contract import CHANCE, Event, Game, Illegal, Millis, Seat, Unreadable
from benben.core.entries import Undone
from benben.server import wire
from benben.server.people.accounts import SIGNED_OUT
from benben.server.storage.errors import StaleDecision, StorageError, WriteConflict
from benben.server.tables import creation, deadlines, log, log_sync, pending, visibility
from benben.server.tables.commands import chat, proposals, seating
from benben.server.tables.room import Asker, Room
from benben.server.tables.subscriber import Listener
from benben.server.workers import tasks


async def join(room: Room, listener: Listener) -> None:
    if listener not in room.listeners:  # else this is tried anew
        await log_sync.outdated(room)  # somebody who comes from another process misses nothing
        newcomer = listener.person not in room.here
        room.add(listener)
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
        room.remove(listener)
        if listener.member:
            room.services.accounts.note_activity(listener.member.id)
        if listener.person not in room.here:
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
        await room.catch_up(at)
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
        room.enter_at_once(_wish(room, listener, message, max(at, desk.match.at)), listener, message.id, then)
    except Exception:  # nothing is changed, and `hear` will find and say the same
        return False
    return True


def _wish(room: Room, listener: Listener, message: wire.Act | wire.Go, at: Millis) -> Event:
    """The event that is wished for."""
    desk = room.desk
    if isinstance(message, wire.Act):
        _check_playing(room, listener, message.seat)
        return Event(at, message.seat, _found(room, message.action))
    if desk.status != "playing" or desk.hand not in desk.seats_of(listener.person):
        raise Illegal("match", "It is not yours to throw now.")
    return pending.chance(desk, at)


async def _obey(room: Room, listener: Listener, message: wire.FromClient, at: Millis) -> None:
    desk = room.desk
    match message:
        case wire.Act(id) | wire.Go(id):
            await room.enter(_wish(room, listener, message, at), listener, id)
        case wire.Undo(id, seat, kept):
            _check_playing(room, listener, seat, reopens=desk.match.reopens)
            least = match.free_undo(desk.match, seat)
            kept = len(desk.match.events) - 1 if kept is None else kept
            if least is None or kept < least:
                raise Illegal(
                    "match", "You can take back your own moves only until chance or somebody else has acted."
                )
            await room.enter(Undone(at, seat, kept), listener, id)
        case wire.Resign(id, seat):
            _check_playing(room, listener, seat)
            await room.enter(match.resignation(desk.match, seat, at), listener, id)
        case wire.Offer(seat=seat):
            _check_playing(room, listener, seat)
            await proposals.offer(room, listener, message, at)
        case wire.Answer(seat=seat):
            _check_playing(room, listener, seat)
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
            await _rematch(room, listener, id)
        case wire.Hint(id, seat):
            if not desk.game.levels:
                raise Illegal("table", f"{desk.game.title} has no bot to ask.")
            await _advise(room, listener, id, seat)
        case wire.Rate(id, seat, helps):
            if not hasattr(desk.game.hints, "rate"):
                raise Illegal("table", f"Nobody can rate the actions of {desk.game.title}.")
            _check_advice(room, listener, seat)
            if helps:
                await _note_help(room, seat)
            listener.rated = id
            room.spawn(_rate(room, listener, id, seat))
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


def _check_playing(room: Room, listener: Listener, seat: Seat, reopens: bool = False) -> None:
    if room.desk.status == "waiting":
        raise Illegal("table", "The match has not begun: somebody is still to sit down.")
    if seat not in room.desk.seats_of(listener.person):
        raise Illegal("table", "That seat is not yours.")
    if room.desk.status == "over" and not reopens:
        raise Illegal("match", "The match is over.")


def _found(room: Room, text: str) -> object:
    """An action in notation. The rules are not asked about what is for chance to do."""
    m = room.desk.match
    what = m.functions.find(m.state, text)
    if isinstance(what, m.functions.chance):
        raise Illegal("match", "That is for chance to do.")
    return what


def in_full(fault: Unreadable) -> str:
    """Its sentence begins small where it follows a place; here it stands alone."""
    text = fault.sentence.rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."


async def _rematch(room: Room, listener: Listener, id: str) -> None:
    desk, member = room.desk, listener.member
    if desk.status != "over":
        raise Illegal("table", "A rematch comes after the end of this match.")
    if member is None or not desk.seats_of(member.id):
        raise Illegal("table", "Only those who played can ask for a rematch.")
    if desk.rematch is None:
        code, changes = creation.rematch(desk, member)
        stored = await room.append([log.Followed(code)], member, id, beside=changes)
        for entry in stored:
            desk.take(entry)
        room.voice.tell_table()
    listener.send(wire.Done(id))


def _check_advice(room: Room, listener: Listener, seat: Seat) -> None:
    _check_playing(room, listener, seat)
    desk = room.desk
    if any(sat.person not in ("", listener.person) for sat in desk.sitting.values()):
        raise Illegal("table", "There are no hints against other people: that would be unfair.")
    if not match.free(desk.match):
        raise Illegal("table", "No hints are given at this point of the match.")
    if not desk.game.rules.actions(desk.match.state, seat):
        raise Illegal("match", "There is nothing to choose now.")


async def _rate(room: Room, listener: Listener, id: str, seat: Seat) -> None:
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
            answer = await _rated(room, id, seat)
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


async def _advise(room: Room, listener: Listener, id: str, seat: Seat) -> None:
    """A hint, from that seat's view. The match goes on meanwhile."""
    _check_advice(room, listener, seat)
    if listener.asking:
        raise Illegal("table", "A hint is on its way.")
    await _note_help(room, seat)
    listener.asking = True
    room.spawn(_answer(room, listener, id, seat))


async def _answer(room: Room, listener: Listener, id: str, seat: Seat) -> None:
    desk, m = room.desk, room.desk.match
    try:
        answer = await _hinted(room, id, seat)
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


async def _hinted(room: Room, id: str, seat: Seat) -> wire.Hinted:
    """The strongest level is asked."""
    game, s = room.desk.game, room.desk.match.state
    level = game.levels[-1].name
    v = game.views.view(s, seat)
    ask = room.services.workers.ask_low_priority
    action, _ = await ask(tasks.choose, game.name, level, v, seat, game.version)
    return wire.Hinted(id, game.notation.name(s, action), _advice(game, level, v, seat, action))


def _advice(game: Game, level: str, v: Any, seat: Seat, action: Any) -> str:
    """What a level would do and what that brings, in the player's words: they never need notation."""
    if hasattr(game.hints, "advice"):
        return str(game.hints.advice(v, seat, action))
    choice = game.views.choice(v, seat, action)
    words = choice.words.rstrip("?")
    return f"The {level} would {words[:1].lower()}{words[1:]}. {choice.more}".rstrip()


async def _rated(room: Room, id: str, seat: Seat) -> wire.Rated:
    game, m = room.desk.game, room.desk.match
    v = game.views.view(m.state, seat)
    ask = room.services.workers.ask_low_priority
    best, exact, costs, sentence = await ask(tasks.rate, game.name, v, seat, game.version)
    named = {game.notation.name(m.state, action): cost for action, cost in costs}
    return wire.Rated(id, len(m.events), best, exact, named, sentence)
