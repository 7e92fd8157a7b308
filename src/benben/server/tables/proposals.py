"""Proposals: what a seat may propose, who must agree, and their wording. Nothing is changed here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence, Set
from typing import NamedTuple

from benben.core import match
from benben.core.contract import Illegal, Seat
from benben.core.entries import Aborted, Consented, Drawn, Entry, Forfeited, Reseated, Undone
from benben.server import wire
from benben.server.tables import log
from benben.server.tables.state import TableState


class Absence(NamedTuple):
    """Seats of a running match whose players are away."""

    gone: Collection[Seat] = ()  # away for long: the others need not wait
    overdue: Collection[Seat] = ()  # the match has waited too long for them: the others may claim the end


NO_ABSENCE = Absence()


def allowed_proposals(
    state: TableState, seats: Sequence[Seat], absence: Absence = NO_ABSENCE
) -> list[wire.Proposed]:
    """The kinds of proposal that a person with these seats may make now."""
    seats = [seat for seat in seats if not state.departed[seat]]
    if not seats or state.status != "playing":
        return []
    found: list[wire.Proposed] = []
    gone = [seat for seat in absence.gone if not state.departed[seat]]
    replaced = _seats_of_replaced_people(state, seats)
    if any(state.undoable_events[seat] for seat in seats) and match.allows_undo_and_hints(state.match):
        found += [] if replaced else ["undo"]
    may_draw = state.drawable and set(seats) & set(_eligible(state, "draw"))
    if may_draw and _seats_to_ask(state, seats[0], "draw") and not replaced:
        found.append("draw")
    if gone and not set(gone) <= set(seats):
        found.append("bot")
    if not replaced or is_opening(state):
        found.append("end")
    if not set(absence.overdue) <= set(seats):
        found.append("claim")
    return found


def new_proposal(state: TableState, wish: wire.Offer, at: int, absence: Absence) -> log.Offered:
    """The line of the log for this proposal; Illegal if it cannot be made."""
    seat, what = wish.seat, wish.what
    kept, absent, level = 0, None, ""
    mine = state.seats_of(state.player(seat).person)
    if what not in allowed_proposals(state, mine, absence):
        raise Illegal("table", _hindrance_in_words(state, mine, what))
    if what == "undo":
        kept = _undo_target(state, seat, wish.kept)
    if what == "bot":
        if wish.absent is None or wish.absent not in absence.gone:
            raise Illegal("table", "A bot can only stand in for somebody who is gone.")
        absent, level = wish.absent, _stand_in_level(state, wish.level)
    if what == "claim":
        if wish.absent is None or wish.absent not in absence.overdue:
            raise Illegal("table", "The match does not wait for that player, or not long enough.")
        return log.Offered(at, seat, what, seat=wish.absent)
    spared = absence.gone if what == "bot" or (what == "end" and is_opening(state)) else ()
    asked = [other for other in _seats_to_ask(state, seat, what) if other not in spared]
    return log.Offered(at, seat, what, kept, absent, level, asked)


def check_all_were_asked(state: TableState, offer: log.Offered, here: Set[str]) -> None:
    """Illegal if a player who was gone, and therefore not asked, is back."""
    for seat in _seats_to_ask(state, offer.by, offer.what):
        player = state.player(seat)
        if seat not in offer.asked and player.person in here:
            raise Illegal("table", f"{player.name} is back and was not asked. Propose it again.")


def agreed_entry(state: TableState, offer: log.Offered, at: int, by: Seat) -> Entry:
    """The entry of a proposal to which everybody has agreed; seat `by` was the last."""
    match offer.what:
        case "undo":
            return Undone(at, offer.by, offer.kept)
        case "draw":
            return Drawn(at, by)
        case "bot":
            assert offer.seat is not None
            return Reseated(at, offer.seat, offer.level.capitalize(), offer.level)
        case "end":
            return Aborted(at, offer.by)
        case "claim":
            assert offer.seat is not None
            if state.record_format == 1:  # which has no entry for it
                return match.resignation(state.match, offer.seat, at)
            return Forfeited(at, offer.seat)


def consent_entries(state: TableState, offer: log.Offered, at: int) -> list[Entry]:
    """The consents that a record has before an undo: of every other seat of a person who has not left.

    A person with several seats, as at one device, has agreed for each of them.
    """
    if offer.what != "undo" or state.record_format == 1:
        return []
    seats = [seat for seat in _eligible(state, "undo") if seat != offer.by]
    return [Consented(at, seat) for seat in seats if state.player(seat).person]


def seat_returned(state: TableState, seat: Seat, at: int) -> Entry:
    """The entry by which a player takes a seat back from a bot."""
    return Reseated(at, seat, state.player(seat).name, "")


def proposal_message(state: TableState) -> wire.Proposal | None:
    """The proposal that waits for answers, for everybody at the table; None if there is none."""
    offer = state.proposal
    if offer is None or state.status != "playing":
        return None
    return wire.Proposal(
        offer.by,
        offer.what,
        offer.kept,
        offer.seat,
        offer.level,
        _proposal_in_words(state, offer),
        state.seats_to_answer,
    )


def _proposal_in_words(state: TableState, offer: log.Offered) -> str:
    match offer.what:
        case "undo":
            rows = state.journal.rows
            first = bisect_right(rows, offer.kept, key=lambda row: row.n)
            first = next(i for i in range(first, len(rows)) if rows[i].event)
            later = " and what came after" if offer.kept + 1 < len(state.match.events) else ""
            text = state.journal.messages(None)[first].text  # as anybody may know it
            return f"asks to take back {text}{later}"
        case "draw":
            return "offers a draw"
        case "bot":
            name = state.player(offer.seat or 0).name
            return f"proposes that a bot, {offer.level}, plays for {name} until they are back"
        case "end":
            return "proposes to break off the match without a result"
        case "claim":
            return "claims the end of the match"


_WHY_NOT = {
    "undo": "There is nothing of yours to take back here.",
    "draw": "A draw cannot be agreed on in this match.",
    "bot": "Nobody is gone: a bot stands in only for somebody who has been away for a while.",
    "end": "There is nothing to break off now.",
    "claim": "The end can be claimed only when the match has waited long enough for an absent player.",
}
_NOT_WITHOUT = {  # while a bot plays for somebody
    "undo": "Nothing can be taken back",
    "draw": "A draw cannot be agreed on",
    "end": "The match cannot be broken off",
}


def _hindrance_in_words(state: TableState, seats: Sequence[Seat], what: wire.Proposed) -> str:
    """Why a person with these seats cannot make this proposal now."""
    if what == "claim" and state.clock.kind != "none":
        return "Nobody can claim the end here: the clock decides."
    replaced = _seats_of_replaced_people(state, seats)
    if not replaced or what not in _NOT_WITHOUT or (what == "draw" and not state.drawable):
        return _WHY_NOT[what]
    name = state.player(replaced[0]).name
    return f"A bot plays for {name}. {_NOT_WITHOUT[what]} until {name} is back and can be asked."


def _seats_of_replaced_people(state: TableState, seats: Sequence[Seat]) -> list[Seat]:
    """Seats, other than these, of people for whom a bot plays. They count as asked, and cannot answer."""
    return [seat for seat in state.stand_ins if seat not in seats and not state.departed[seat]]


def is_opening(state: TableState) -> bool:
    """Whether somebody has not acted yet: a match that has hardly begun may end without a result."""
    return any(
        not any(state.own_events[seat] for seat in seats)
        for seats in map(state.seats_of, state.people)
        if not all(state.departed[seat] for seat in seats)
    )


def _eligible(state: TableState, what: wire.Proposed) -> Sequence[Seat]:
    """The seats that are asked: all that have not left, or for a draw all that may still win."""
    if what == "draw":
        return match.contenders(state.match)
    return [seat for seat in range(state.match.seats) if not state.departed[seat]]


def _seats_to_ask(state: TableState, seat: Seat, what: wire.Proposed) -> list[Seat]:
    """One seat for each other person to be asked. Bots, and people for whom a bot plays, are not asked."""
    found: dict[str, Seat] = {}
    for other in _eligible(state, what):
        if not state.level(other):
            found.setdefault(state.player(other).person, other)
    found.pop(state.player(seat).person, None)
    return list(found.values())


def _undo_target(state: TableState, seat: Seat, wish: int | None) -> int:
    """How many events stay; Illegal if there is nothing to take back."""
    events = state.match.events
    if wish is None:
        wish = next((n for n in range(len(events) - 1, -1, -1) if events[n].by == seat), None)
    if wish is None or wish >= len(events) or wish < state.settled_events:
        raise Illegal("match", "There is nothing to take back.")
    return wish


def _stand_in_level(state: TableState, wish: str) -> str:
    names = [level.name for level in state.game.levels]
    if not names:
        raise Illegal("table", f"{state.game.title} has no bot that could stand in.")
    if wish and wish not in names:
        raise Illegal("table", f"{state.game.title} has no bot of that level; there are {', '.join(names)}.")
    return wish or names[len(names) // 2]
