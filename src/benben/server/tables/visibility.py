"""What one person at a table may see of it, as messages. Built up from views, never cut down from a state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from benben.core import match
from benben.core import perspective as eyes
from benben.core.contract import EVERYONE, OVER, Illegal, Millis, Seat
from benben.core.match import Match
from benben.core.perspective import OPEN, Perspective
from benben.server import wire
from benben.server.tables import log, proposals
from benben.server.tables.state import Desk

FRAME = 256 * 1024  # bytes of pictures in one answer

_encoder = msgspec.json.Encoder()


def eye(desk: Desk, seats: Sequence[Seat]) -> Seat | None:
    """The seat through which somebody with these seats looks: the one to act, else the first."""
    for seat in desk.due:
        if seat in seats:
            return seat
    return seats[0] if seats and desk.order is not None else None


def chosen_eye(desk: Desk, wish: wire.Eye, seats: Sequence[Seat]) -> Perspective:
    """The eye that was asked for; Illegal if somebody with these seats may not look with it now."""
    if wish == "own":
        return eye(desk, seats)
    if wish == "watcher":
        return None
    if desk.status == "waiting":
        raise Illegal("table", "The match has not begun: somebody is still to sit down.")
    if isinstance(wish, int) and not 0 <= wish < desk.match.seats:
        raise Illegal("match", f"There is no seat {wish + 1}.")
    if desk.status != "over" and wish not in seats:
        raise Illegal("table", "You can look with the eyes of others when the match is over.")
    return OPEN if isinstance(wish, str) else wish


def past(desk: Desk, n: int, many: int, wish: wire.Eye, seats: Sequence[Seat]) -> wire.Past:
    """Pictures after n and the following events, so many as one frame holds; the first always."""
    top = len(desk.match.events)
    if n > top:
        raise Illegal("match", f"There is no event {n} yet.")
    through = chosen_eye(desk, wish, seats)
    pictures: list[Raw] = []
    size = 0
    for s in desk.states[n : min(n + many, top + 1)]:
        drawn = _encoder.encode(eyes.picture(desk.game, s, through))
        size += len(drawn)
        if pictures and size > FRAME:
            break
        pictures.append(Raw(drawn))
    return wire.Past(n, pictures[0], list(pictures[1:]), wish)


def now(
    desk: Desk,
    seats: Sequence[Seat],
    at: Millis,
    clocks: wire.Clocks | None,
    gone: Collection[Seat] = (),
) -> wire.Now:
    m, turn = desk.match, desk.turn
    functions, s = m.functions, m.state
    mine: Sequence[Seat] = seats if desk.status == "playing" else ()
    choices: list[list[Any]] = [[] for _ in range(m.seats)]
    if turn >= 0 or turn == EVERYONE:
        for seat in mine:
            if seat in desk.due:
                v, choice = functions.view(s, seat), functions.choice
                choices[seat] = [choice(v, seat, action) for action in functions.actions(s, seat)]
    undo = [False] * m.seats
    for seat in seats if m.reopens else mine:
        undo[seat] = match.undoes(m, seat)
    may = proposals.may(desk, mine, gone) if mine else []
    drawn = desk.drawn(functions.view(s, eye(desk, seats)))
    over = ending(desk) if desk.status == "over" else None
    resign = [seat in mine and match.resigns(m, seat) for seat in range(m.seats)]
    return wire.Now(
        len(m.events), at, turn, desk.hand, drawn, choices, undo, may, clocks, over, resign, list(desk.out)
    )


def ending(desk: Desk) -> wire.Ending | None:
    if desk.status != "over" or desk.turn != OVER:
        return None
    return ending_of(desk.match)


def ending_of(m: Match) -> wire.Ending:
    """Of a match that is over."""
    places, winners, points, reason = m.outcome
    return wire.Ending(list(places), list(winners), list(points), reason)


def written_ending(ending: wire.Ending) -> str:
    return msgspec.json.encode(ending).decode()


def read_ending(text: str) -> wire.Ending:
    return msgspec.json.decode(text, type=wire.Ending)


def rows(desk: Desk, seats: Sequence[Seat], since: int = 0) -> list[wire.Row]:
    return desk.journal.messages(seats[0] if seats and desk.order is not None else None)[since:]


def read(desk: Desk, wish: wire.Eye, seats: Sequence[Seat]) -> wire.Log:
    """The log with the eye that was asked for."""
    if wish == "own":
        return wire.Log(wish, rows(desk, seats))
    return wire.Log(wish, desk.journal.messages(chosen_eye(desk, wish, seats)))


def talk(desk: Desk, person: str | None) -> list[wire.Talk]:
    return [
        wire.Talk(said.name, next(iter(desk.seats_of(said.person)), None), said.text, said.at, said.to)
        for said in desk.talk
        if hears(desk, person, said)
    ]


def hears(desk: Desk, person: str | None, said: log.Said) -> bool:
    """Watchers may know what a player may not, so players hear them only after the end."""
    return said.to == "table" or desk.status == "over" or not desk.seats_of(person)


class Presence(NamedTuple):
    """Who is there, as the room knows it."""

    here: Collection[str] = ()  # people
    gone: Collection[Seat] = ()  # seats whose players have been away for long
    watching: int = 0
    patience: int = 0  # seconds until somebody counts as gone
    since: Mapping[str, Millis] = MappingProxyType({})  # when people who are away left, where that is known


NOBODY = Presence()


def table(desk: Desk, person: str | None, there: Presence = NOBODY) -> wire.Table:
    due = desk.due
    yours = desk.seats_of(person)
    return wire.Table(
        code=desk.code,
        game=desk.game.name,
        title=desk.game.title,
        options=desk.plan.options,
        words=(desk.game.summary or words)(desk.options),
        status=desk.status,
        seats=[_chair(desk, seat, person, there) for seat in range(len(desk.chairs))],
        seating=desk.plan.seating,
        clock=desk.plan.clock,
        timed=match.timed(desk.game, desk.options),
        commitment=desk.commitment,
        secret=desk.secret if desk.status == "over" else None,
        public=desk.plan.public,
        host=desk.circle.names.get(desk.plan.hosted, desk.plan.host),
        rematch=desk.rematch,
        turn=_turn(desk, due, yours),
        due=any(seat in yours for seat in due),
        asked=desk.status == "playing" and any(seat in yours for seat in desk.waits),
        hosting=bool(person) and desk.plan.hosted == person,
        watching=there.watching,
        offer=proposals.shown(desk),
        patience=there.patience,
        brought=desk.plan.brought is not None,
    )


def words(options: Any) -> str:
    """The options in a few words: "5 pieces". What is off or 0 is not mentioned.

    A game with options that are not for every match has words of its own: Game.summary.
    """
    told = []
    for name in options.__struct_fields__:
        value, plain = getattr(options, name), name.replace("_", " ")
        if value is True:
            told.append(plain)
        elif isinstance(value, str) and value:
            told.append(f"{plain} {value}")
        elif isinstance(value, int) and value:
            told.append(f"{value} {plain}" if plain.endswith("s") else f"{plain} {value}")
    return ", ".join(told)


def _chair(desk: Desk, seat: Seat, person: str | None, there: Presence) -> wire.TableSeat:
    place = desk.chairs[seat]
    plan, sat, level = desk.plan.places[place], desk.sitting.get(place), desk.own_level(place)
    if level:
        return wire.TableSeat(sat.name if sat else level, "bot", level, False, True, "", True, False, 0)
    if sat is None:
        kept = desk.circle.kept_for(place)
        name = plan.called or desk.circle.names.get(kept, plan.name) if kept else ""
        you = bool(person) and kept == person
        return wire.TableSeat("", "open", "", you, False, name, False, False, 0)
    return wire.TableSeat(
        name=sat.name,
        kind="person",
        level=desk.stand_ins.get(seat, ""),
        you=sat.person == person,
        here=sat.person in there.here,
        kept="",
        ready=sat.person not in desk.circle.unready,
        gone=seat in there.gone,
        away=0 if sat.person in there.here else there.since.get(sat.person, 0),
        helped=desk.helped[seat],
    )


def _turn(desk: Desk, due: Sequence[Seat], yours: Sequence[Seat]) -> str | None:
    if not due:
        return None
    if any(seat in yours for seat in due):
        return "your turn"
    return " or ".join(desk.player(seat).name for seat in due)
