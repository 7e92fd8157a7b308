"""The actions of Pyramydal as a client offers them."""

from __future__ import annotations

from typing import cast

from benben.core.contract import Seat
from benben.games.pyramydal.board import description, piece_text, statue_description
from benben.games.pyramydal.notation import name
from benben.games.pyramydal.rules import Action
from benben.games.pyramydal.rules.state import (
    BUILD,
    CHOOSE,
    DECLINE,
    END,
    RETIRE,
    TAKE,
    State,
    ahead,
    can_move,
    collection,
    count,
    kind_at,
    landing,
    movers,
    seats_from_behind,
    taken_signatures,
)
from benben.games.pyramydal.rules.statues import buildable
from benben.games.pyramydal.views.knowledge import View
from benben.games.pyramydal.views.picture import could_build, statue_picture, statues_text
from benben.games.pyramydal.views.picture_types import Choice


def choice(v: View, seat: Seat, action: Action) -> Choice:
    s, text = cast(State, v), name(v, action)
    if action.verb == TAKE:
        return _take(s, seat, action.what, text)
    if action.verb == CHOOSE:
        return _choose(s, seat, action.what, text)
    if action.verb == BUILD:
        statue = statue_picture(s, action.what)
        words = f"Build {statue_description(s.table, action.what)} for {statue.points} points?"
        more = "It is final." if statue.kind == "mono" else "It is final, and nobody else may build the same."
        clause = "3.2" if statue.kind == "mono" else "3.3"
        return Choice(text, "build", 0, "", 0, (), statue, 0, False, words, more, clause)
    if action.verb == RETIRE:
        more = "You take nothing, and your token never moves again."
        return Choice(text, "retire", 0, "", 0, (), None, 0, False, "Stop before the end?", more, "2.3")
    if action.verb == DECLINE:
        more = "Your last move may be left out. You can still build."
        return Choice(text, "decline", 0, "", 0, (), None, 0, False, "Stay where you are?", more, "4.1")
    assert action.verb == END
    return Choice(text, "end", 0, "", 0, (), None, 0, False, "Build no more?", _unbuilt(s, seat), "3.5")


def _take(s: State, seat: Seat, cell: int, text: str) -> Choice:
    kind = kind_at(s.line, cell)
    what = piece_text(s.table.palette, kind)
    own, colours = collection(s, seat), s.table.colours
    before = set(could_build(s, seat))
    new = [one for one in buildable(own + (1 << 3 * kind), taken_signatures(s), colours) if one not in before]
    skipped = count(ahead(s, seat) & (1 << cell) - 1)
    more = []
    if skipped:
        passed = "1 pyramid; it is" if skipped == 1 else f"{skipped} pyramids; they are"
        more.append(f"You pass {passed} lost to you.")
    if cell == s.cells:
        more.append("You get the virtual pyramid, and your token has reached the end.")
    words = f"Take {cell}, a {description(what)}?"
    clause = "2.5" if cell == s.cells else "2.1"
    return Choice(
        text, "take", cell, what, skipped, statues_text(s, new), None, 0, False, words, " ".join(more), clause
    )


def _choose(s: State, seat: Seat, number: int, text: str) -> Choice:
    first = next(other for other in seats_from_behind(s) if can_move(s, other))
    cell = landing(s, seat, number)
    what, sure = piece_text(s.table.palette, kind_at(s.line, cell)), first == seat
    more = f"It leads to {cell}, a {description(what)}{'' if sure else ', if nobody moves before you'}."
    return Choice(text, "choose", cell, what, 0, (), None, number, sure, f"Choose {number}?", more, "5.2")


def _unbuilt(s: State, seat: Seat) -> str:
    """What a player who ends a turn should know: whether another one is certain."""
    cells, others = count(ahead(s, seat)), movers(s) - can_move(s, seat)
    if s.last:
        return "The game is over then. What is left is paired and counted."
    if s.table.die == 0 and cells > others > 0:
        return "You will surely have another turn."
    return "This may have been your last turn."
