"""Events of Pyramydal in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from benben.core.contract import Event, Hidden, Seat, Told
from benben.games.pyramydal.board import MIX, description, piece_text, statue_description, statue_text
from benben.games.pyramydal.rules import Action, Options, contenders, outcome, play, settle
from benben.games.pyramydal.rules.edits import take_pyramid
from benben.games.pyramydal.rules.state import (
    BUILD,
    CHOOSE,
    DECLINE,
    ENDED,
    LAY,
    LEAVE,
    RETIRE,
    REVEAL,
    TAKE,
    State,
    built_score,
    can_move,
    kind_at,
    landing,
    seats_from_behind,
    virtual_owner,
)

if TYPE_CHECKING:
    from benben.games.pyramydal.views import View


def tell(v: View, event: Event) -> Told:
    """An event in words; v is what is known before it."""
    s, what = cast(State, v), event.what
    if isinstance(what, Hidden):
        return Told(event.by, "has chosen", "chosen", "5.1")
    if what.verb == LAY:
        laid = description(piece_text(s.table.palette, what.what))
        return Told(None, f"a {laid} is laid on {s.cells + 1}", "", "1.2")
    if what.verb == REVEAL:
        after = settle(s, what)
        return _with_consequence(s, after, Told(None, moves_text(s, what.what), "reveal", "5.2"))
    told = _tell_action(s, event.by, what)
    if what.verb == LEAVE and len(contenders(play(s, event.by, what))) == 1:
        return told  # the match is over, and nobody has a last turn (4.7)
    return told if what.verb == CHOOSE else _with_consequence(s, play(s, event.by, what), told)


def _tell_action(s: State, seat: Seat, action: Action) -> Told:
    if action.verb == TAKE:
        words = (
            f"takes {action.what}, a {description(piece_text(s.table.palette, kind_at(s.line, action.what)))}"
        )
        if action.what == s.cells:
            return Told(seat, f"{words}, and gets the virtual pyramid", "virtual", "2.5")
        return Told(seat, words, "", "2.1")
    if action.verb == LEAVE:
        return Told(seat, "resigns", "resigned", "4.7")
    if action.verb == RETIRE:
        return Told(seat, "retires before the end of the line", "retired", "2.3")
    if action.verb == DECLINE:
        return Told(seat, "does not move any more", "declined", "4.1")
    if action.verb == CHOOSE:
        return Told(seat, f"chooses {action.what}", "", "5.1")
    if action.verb == BUILD:
        points = (built_score(play(s, seat, action), seat) >> 8) - (built_score(s, seat) >> 8)
        if action.what < MIX:
            return Told(seat, f"builds {statue_description(s.table, action.what)}", f"+{points}", "3.2")
        return Told(seat, f"builds the mixed statue {statue_text(s.table, action.what)}", f"+{points}", "3.3")
    return Told(seat, "builds no more this turn", "", "3.5")


def _with_consequence(s: State, after: State, told: Told) -> Told:
    """An event in words with what it brings about: the last turn, or the end (4.1)."""
    if after.phase == ENDED:
        end = outcome(after)
        won = f"seat {end.winners[0] + 1} wins with {end.points[end.winners[0]]} points"
        return told._replace(words=f"{told.words}; the game is over, {won}", note="end", clause="4.5")
    if after.last and not s.last:
        who = next(seat for seat in range(s.table.seats) if can_move(after, seat))
        if told.seat == who:
            return told._replace(words=f"{told.words}, and has one last turn", note=told.note or "last")
        return told._replace(
            words=f"{told.words}; seat {who + 1} has the last turn", note=told.note or "last"
        )
    return told


def moves_text(s: State, numbers: int) -> str:
    """The moves after a reveal in words, in the order in which seats move (5.2)."""
    words, after, palette = [], s, s.table.palette
    for seat in seats_from_behind(s):
        number = numbers >> 4 * seat & 15
        if not number:
            continue
        cell = landing(after, seat, number)
        if cell:
            what = description(piece_text(palette, kind_at(after.line, cell)))
            after = take_pyramid(after, seat, cell)
            won = " and gets the virtual pyramid" if virtual_owner(after) == seat and cell == s.cells else ""
            words.append(f"seat {seat + 1} with a {number} takes {cell}, a {what}{won}")
        else:
            words.append(f"seat {seat + 1} with a {number} has nothing ahead any more")
    return "; ".join(words)


def summary(options: Options) -> str:
    """The options that matter, in a few words: "by turns", "dice of 6, diagonals"."""
    words = [f"all at once, dice of {options.die}" if options.die else "by turns"]
    return ", ".join([*words, "diagonals"] if options.diagonal else words)
