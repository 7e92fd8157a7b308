"""Visibility: messages that show a player or a spectator what they may know, built up from views."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from benben.core import chance, match
from benben.core import perspective as perspectives
from benben.core.contract import EVERYONE, OVER, Illegal, Millis, Seat
from benben.core.match import Match
from benben.core.perspective import OPEN, Perspective
from benben.server import wire
from benben.server.tables import log, proposals
from benben.server.tables.meter_rules import why_no_meter
from benben.server.tables.proposals import NO_ABSENCE, Absence
from benben.server.tables.state import TableState

_encoder = msgspec.json.Encoder()


def own_perspective(state: TableState, seats: Sequence[Seat]) -> Seat | None:
    """The seat whose view a person with these seats gets: the one to act, else the first."""
    for seat in state.seats_to_act:
        if seat in seats:
            return seat
    return seats[0] if seats and state.order is not None else None


def requested_perspective(state: TableState, wish: wire.Eye, seats: Sequence[Seat]) -> Perspective:
    """The requested perspective; Illegal if a person with these seats may not have it now."""
    if wish == "own":
        return own_perspective(state, seats)
    if wish == "watcher":
        return None
    if state.status == "waiting":
        raise Illegal("table", "The match has not begun: not everybody is seated and ready.")
    if isinstance(wish, int) and not 0 <= wish < state.match.seats:
        raise Illegal("match", f"There is no seat {wish + 1}.")
    if state.status != "over" and wish not in seats:
        raise Illegal("table", "You can see what other seats saw when the match is over.")
    return OPEN if isinstance(wish, str) else wish


def past_message(
    state: TableState, n: int, many: int, wish: wire.Eye, seats: Sequence[Seat], most_bytes: int
) -> wire.Past:
    """Pictures after event n and following events, up to that many bytes and at least one."""
    top = len(state.match.events)
    if n > top:
        raise Illegal("match", f"There is no event {n} yet.")
    through = requested_perspective(state, wish, seats)
    pictures: list[Raw] = []
    size = 0
    for s in state.states[n : min(n + many, top + 1)]:
        drawn = _encoder.encode(perspectives.picture(state.game, s, through))
        size += len(drawn)
        if pictures and size > most_bytes:
            break
        pictures.append(Raw(drawn))
    return wire.Past(n, pictures[0], list(pictures[1:]), wish)


def now_message(
    state: TableState,
    seats: Sequence[Seat],
    at: Millis,
    clocks: wire.Clocks | None,
    absence: Absence = NO_ABSENCE,
) -> wire.Now:
    """The position and what a person with these seats may do now."""
    m, turn = state.match, state.turn
    functions, s = m.functions, m.state
    mine: Sequence[Seat] = seats if state.status == "playing" else ()
    choices: list[list[Any]] = [[] for _ in range(m.seats)]
    if turn >= 0 or turn == EVERYONE:
        for seat in mine:
            if seat in state.seats_to_act:
                v, choice = functions.view(s, seat), functions.choice
                choices[seat] = [choice(v, seat, action) for action in functions.actions(s, seat)]
    undo = [False] * m.seats
    for seat in seats if m.reopens else mine:
        undo[seat] = match.may_undo(m, seat)
    may = proposals.allowed_proposals(state, mine, absence) if mine else []
    drawn = state.encoded_picture(functions.view(s, own_perspective(state, seats)))
    over = ending(state) if state.status == "over" else None
    resign = [seat in mine and match.may_resign(m, seat) for seat in range(m.seats)]
    opening = state.status == "playing" and proposals.is_opening(state)
    n, thrower, out = len(m.events), state.thrower, list(state.departed)
    return wire.Now(n, at, turn, thrower, drawn, choices, undo, may, clocks, over, resign, out, opening)


def ending(state: TableState) -> wire.Ending | None:
    """How the match ended; None if it is not over, or its events were not read."""
    if state.status != "over" or state.turn != OVER:
        return None
    return ending_of(state.match)


def ending_of(m: Match) -> wire.Ending:
    """How a match that is over ended."""
    places, winners, points, reason = m.outcome
    return wire.Ending(list(places), list(winners), list(points), reason)


def encode_ending(ending: wire.Ending) -> str:
    return msgspec.json.encode(ending).decode()


def decode_ending(text: str) -> wire.Ending:
    return msgspec.json.decode(text, type=wire.Ending)


def visible_rows(state: TableState, seats: Sequence[Seat], since: int = 0) -> list[wire.Row]:
    """The journal as a person with these seats may see it, from row `since` on."""
    return state.journal.messages(seats[0] if seats and state.order is not None else None)[since:]


def log_message(state: TableState, wish: wire.Eye, seats: Sequence[Seat]) -> wire.Log:
    """The journal from the requested perspective; Illegal if the person may not have it now."""
    if wish == "own":
        return wire.Log(wish, visible_rows(state, seats))
    return wire.Log(wish, state.journal.messages(requested_perspective(state, wish, seats)))


def chat_messages(state: TableState, person: str | None) -> list[wire.Talk]:
    """The chat lines that this person may read."""
    return [
        wire.Talk(said.name, next(iter(state.seats_of(said.person)), None), said.text, said.at, said.to)
        for said in state.chat_lines
        if can_hear(state, person, said)
    ]


def can_hear(state: TableState, person: str | None, said: log.Said) -> bool:
    """Whether a person may read a chat line. Watchers may know secrets, so players read theirs at the end."""
    return said.to == "table" or state.status == "over" or not state.seats_of(person)


class Presence(NamedTuple):
    """Who is connected to a table, as its room knows it."""

    here: Collection[str] = ()  # people
    gone: Collection[Seat] = ()  # seats whose players have been away for long
    watching: int = 0
    patience: int = 0  # seconds until somebody counts as gone
    claim: int = 0  # seconds until the end can be claimed from a player who is away; 0: never
    since: Mapping[str, Millis] = MappingProxyType({})  # when absent people left, where that is known
    opening: bool = False  # seeds are being opened


NOBODY = Presence()


def table_message(state: TableState, person: str | None, there: Presence = NOBODY) -> wire.Table:
    """The table as it is shown to this person: plan, seats, who is here, whose turn it is."""
    due = state.seats_to_act
    yours = state.seats_of(person)
    return wire.Table(
        code=state.code,
        game=state.game.name,
        title=state.game.title,
        options=state.plan.options,
        words=_words(state),
        status=state.status,
        seats=[_seat_message(state, seat, person, there) for seat in range(len(state.seat_order))],
        seating=state.plan.seating,
        clock=state.plan.clock,
        timed=match.is_timed(state.game, state.options),
        commitment=state.commitment,
        secret=state.secret if state.status == "over" else None,
        public=state.plan.public,
        host=state.seats.names.get(state.plan.hosted, state.plan.host),
        rematch=state.rematch,
        turn=_turn_in_words(state, due, yours),
        due=any(seat in yours for seat in due),
        asked=state.status == "playing" and any(seat in yours for seat in state.seats_to_answer),
        hosting=bool(person) and state.plan.hosted == person,
        watching=there.watching,
        offer=proposals.proposal_message(state),
        patience=there.patience,
        brought=state.plan.brought is not None,
        dice=_dice_wish(state, person, opening=there.opening),
        parts=state.seats.missing_parts if state.status == "waiting" else [],
        claim=there.claim,
        position=bool(state.plan.position),
        meter=not why_no_meter(state),
    )


def _words(state: TableState) -> str:
    """What is played, in words, besides the game."""
    words = (state.game.summary or options_in_words)(state.options)
    start = "from a position" if state.plan.position else ""
    return ", ".join(filter(None, (words, start)))


def _dice_wish(state: TableState, person: str | None, *, opening: bool) -> wire.DiceWish:
    """What the dice need of this person now."""
    if state.status != "waiting" or person is None:
        return ""
    if person in state.seats.spent:
        return "commit"
    return "open" if opening and person in state.seats.unopened else ""


def options_in_words(options: Any) -> str:
    """The options in a few words: "5 pieces". Options that are off or 0 are left out.

    A game may have its own words instead: Game.summary.
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


def _seat_message(state: TableState, seat: Seat, person: str | None, there: Presence) -> wire.TableSeat:
    place = state.seat_order[seat]
    plan, sat, level = state.plan.places[place], state.sitters.get(place), state.own_level(place)
    if level:
        return wire.TableSeat(
            name=sat.name if sat else level,
            kind="bot",
            level=level,
            you=False,
            here=True,
            kept="",
            ready=True,
            gone=False,
            away=0,
        )
    if sat is None:
        kept = state.seats.kept_for(place)
        name = plan.called or state.seats.names.get(kept, plan.name) if kept else ""
        you = bool(person) and kept == person
        return wire.TableSeat(
            name="", kind="open", level="", you=you, here=False, kept=name, ready=False, gone=False, away=0
        )
    return wire.TableSeat(
        name=sat.name,
        kind="person",
        level=state.stand_ins.get(seat, ""),
        you=sat.person == person,
        here=sat.person in there.here,
        kept="",
        ready=sat.person not in state.seats.unready,
        gone=seat in there.gone,
        away=0 if sat.person in there.here else there.since.get(sat.person, 0),
        helped=state.helped[seat],
        commitment=sat.commitment or chance.seed_commitment(state.commitment, sat.seed),
    )


def _turn_in_words(state: TableState, due: Sequence[Seat], yours: Sequence[Seat]) -> str | None:
    if not due:
        return None
    if any(seat in yours for seat in due):
        return "your turn"
    return " or ".join(state.player(seat).name for seat in due)
