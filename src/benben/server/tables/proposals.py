"""Proposals: what a seat may propose, who must agree, and their wording. Nothing is changed here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence, Set

from benben.core import match
from benben.core.contract import Illegal, Seat
from benben.core.entries import Aborted, Drawn, Entry, Reseated, Undone
from benben.server import wire
from benben.server.tables import log
from benben.server.tables.state import TableState


def allowed_proposals(
    state: TableState, seats: Sequence[Seat], gone: Collection[Seat] = ()
) -> list[wire.Proposed]:
    """The kinds of proposal that a person with these seats may make now."""
    seats = [seat for seat in seats if not state.departed[seat]]
    if not seats or state.status != "playing":
        return []
    found: list[wire.Proposed] = []
    gone = [seat for seat in gone if not state.departed[seat]]
    if any(state.undoable_events[seat] for seat in seats) and match.allows_undo_and_hints(state.match):
        found.append("undo")
    may_draw = state.drawable and set(seats) & set(_eligible(state, "draw"))
    if may_draw and _seats_to_ask(state, seats[0], "draw"):
        found.append("draw")
    if gone and not set(gone) <= set(seats):
        found.append("bot")
    found.append("end")
    return found


def new_proposal(state: TableState, wish: wire.Offer, at: int, gone: Collection[Seat]) -> log.Offered:
    """The line of the log for this proposal; Illegal if it cannot be made."""
    seat, what = wish.seat, wish.what
    kept, absent, level = 0, None, ""
    if what not in allowed_proposals(state, state.seats_of(state.player(seat).person), gone):
        raise Illegal("table", _WHY_NOT[what])
    if what == "undo":
        kept = _undo_target(state, seat, wish.kept)
    if what == "bot":
        if wish.absent is None or wish.absent not in gone:
            raise Illegal("table", "A bot can only stand in for somebody who is gone.")
        absent, level = wish.absent, _stand_in_level(state, wish.level)
    spared = gone if what in ("bot", "end") else ()
    asked = [other for other in _seats_to_ask(state, seat, what) if other not in spared]
    return log.Offered(at, seat, what, kept, absent, level, asked)


def check_all_were_asked(state: TableState, offer: log.Offered, here: Set[str]) -> None:
    """Illegal if a player who was gone, and therefore not asked, is back."""
    for seat in _seats_to_ask(state, offer.by, offer.what):
        player = state.player(seat)
        if seat not in offer.asked and player.person in here:
            raise Illegal("table", f"{player.name} is back and was not asked. Propose it again.")


def agreed_entry(offer: log.Offered, at: int, by: Seat) -> Entry:
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


_WHY_NOT = {
    "undo": "There is nothing of yours to take back here.",
    "draw": "A draw cannot be agreed on in this match.",
    "bot": "Nobody is gone: a bot stands in only for somebody who has been away for a while.",
    "end": "There is nothing to break off now.",
}


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
