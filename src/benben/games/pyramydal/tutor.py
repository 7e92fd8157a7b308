"""Words for a learner of Pyramydal: what a pyramid brings, what matters, and what a move gave away.

Points are exact: what the seat could build and count if the game ended now. Whether a move was a blunder is
the judgement of a search to the end of the game; why it was is told in points and pyramids again.
"""

from __future__ import annotations

from typing import cast

from benben.core.contract import Blunder, Comparison, Seat
from benben.games.pyramydal.board import MONO, SIZES, description, piece_text, statue_code, statue_description
from benben.games.pyramydal.bot import standing
from benben.games.pyramydal.rules import Action
from benben.games.pyramydal.rules.edits import take_pyramid
from benben.games.pyramydal.rules.state import (
    BUILD,
    BUILDING,
    CHOOSE,
    CHOOSING,
    DECLINE,
    END,
    RETIRE,
    TAKE,
    State,
    ahead,
    can_move,
    cells_of,
    collection,
    count,
    kind_at,
    landing,
    lowest,
    movers,
    shown_kinds,
    taken_signatures,
    virtual_owner,
)
from benben.games.pyramydal.rules.statues import buildable
from benben.games.pyramydal.scoring import promise
from benben.games.pyramydal.views import View
from benben.games.pyramydal.views.picture import statue_picture

BLUNDER = 0.12  # of a sure win: a move that gives away as much is called a blunder
MANY = 4  # pyramids that a move passes over before that is what is wrong with it


def reason(v: View, seat: Seat, action: Action) -> str:
    """Why to do this: the points that it brings or keeps possible."""
    s = cast(State, v)
    if action.verb == TAKE:
        return f"{_taking(s, seat, action.what)} {_passing(s, seat, action.what)}".strip()
    if action.verb == CHOOSE:
        cell = landing(s, seat, action.what)
        return f"It leads to a {_piece(s, cell)} if nobody moves before you. {_taking(s, seat, cell)}"
    if action.verb == BUILD:
        statue = statue_picture(s, action.what)
        rest = "" if statue.kind == "mono" else ", and nobody else may build the same"
        return f"It is worth {statue.points} points{rest}."
    if action.verb == END:
        return _ending(s, seat)
    if action.verb == DECLINE:
        return "What lies ahead adds nothing to what you have."
    if action.verb == RETIRE:
        return "You keep what you have, and the game may end sooner for the others."
    return "You leave the match."


def focus(v: View, seat: Seat) -> str:
    """What matters now, before the seat acts; no action is told."""
    s = cast(State, v)
    if s.phase == BUILDING:
        if s.last:
            return "It is your last turn: what you do not build now is only paired."
        return "What is in your hand still has every use; what is built stays as it is."
    if s.last:
        return "It is your last move: distance costs nothing any more, only the points count."
    cells, others = count(ahead(s, seat)), movers(s) - can_move(s, seat)
    near = _completing(s, seat)
    if s.phase == CHOOSING:
        return "Those behind you move first and may take what you aim at."
    if near:
        cell, points = near
        far = count(ahead(s, seat) & (1 << cell) - 1)
        passed = "the next one" if far == 0 else f"{far} pyramid{'' if far == 1 else 's'} away"
        return f"A pyramid that completes a statue worth {points} lies ahead, {passed}."
    pair = _pair(s, seat)
    if pair:
        return pair
    if others and cells <= 2 * others:
        return f"Only {cells} pyramids lie ahead of you: soon your token can move no more."
    return "Whatever you pass over is lost to you: a short step keeps more turns."


def blunder(v: View, seat: Seat, action: Action, compared: Comparison | None) -> Blunder | None:
    """A move that a search to the end finds much worse than another."""
    if compared is None or compared.best_worth - compared.worth < BLUNDER:
        return None
    s, best = cast(State, v), compared.best
    if action.verb == RETIRE:
        left = count(ahead(s, seat))
        return Blunder(best, f"You stop with {left} pyramids ahead of you: your token never moves again.")
    if action.verb == BUILD and best.verb in (BUILD, END):
        return Blunder(best, f"{_statue(s, action.what)} It is final. {_instead(s, seat, best)}")
    if action.verb != TAKE:
        return Blunder(best, _instead(s, seat, best))
    passed = count(ahead(s, seat) & (1 << action.what) - 1)
    if best.verb == TAKE:
        less = _points(s, seat, best.what) - _points(s, seat, action.what)
        fewer = passed - count(ahead(s, seat) & (1 << best.what) - 1)
        if less > 0:
            return Blunder(best, f"It brings {less} points less than {best.what}. {_instead(s, seat, best)}")
        if fewer >= MANY:
            return Blunder(best, f"It passes over {passed} pyramids, and they are lost to you.")
    return Blunder(best, _instead(s, seat, best))


def _instead(s: State, seat: Seat, best: Action) -> str:
    """What the better action would have brought."""
    if best.verb == TAKE:
        return f"{best.what} is a {_piece(s, best.what)}. {_taking(s, seat, best.what)}"
    if best.verb == BUILD:
        return f"You could build {statue_description(s.table, best.what)}."
    return _ending(s, seat) if best.verb == END else "Another choice serves you better."


def _taking(s: State, seat: Seat, cell: int) -> str:
    """What a pyramid is good for, in points that can be built or may come."""
    kind = kind_at(s.line, cell)
    if kind < 0:
        return "Nothing is left there."
    if cell == s.cells:
        return "It is the last one of the line, and the virtual pyramid comes with it."
    own, colours = collection(s, seat), s.table.colours
    before = set(buildable(own, taken_signatures(s), colours))
    fresh = set(buildable(own + (1 << 3 * kind), taken_signatures(s), colours)) - before
    gain = _points(s, seat, cell)
    after = take_pyramid(s, seat, cell)
    owns, diagonal = virtual_owner(after) == seat, s.table.diagonal == 1
    plan = promise(
        collection(after, seat), shown_kinds(s, seat), taken_signatures(s), colours, owns, diagonal
    ).plan
    built = [one for one in fresh if any(_is_statue(s, one, built.kinds) for built in plan)]
    if built:
        best = max(built, key=lambda one: (statue_picture(s, one).points, -one))
        points = statue_picture(s, best).points
        return f"It completes a statue worth {points}: {statue_description(s.table, best)}."
    have, pips = own >> 3 * kind & 7, kind % 3 + 1
    if have == 1 and count(cells_of(s.line, kind) & ahead(after, seat)):
        return f"It is your second {_piece(s, cell)}: with a third, {MONO * pips} points."
    if gain > 0:
        return f"It adds {gain} point{'' if gain == 1 else 's'} to what you can count."
    return f"A {SIZES[kind % 3]} one is what your statues lack."


def _passing(s: State, seat: Seat, cell: int) -> str:
    skipped = count(ahead(s, seat) & (1 << cell) - 1)
    if cell == s.cells or s.last:
        return ""
    if not skipped:
        return "You pass over none."
    return f"You pass over {'one pyramid' if skipped == 1 else f'{skipped} pyramids'} for it."


def _ending(s: State, seat: Seat) -> str:
    cells, others = count(ahead(s, seat)), movers(s) - can_move(s, seat)
    if not buildable(collection(s, seat), taken_signatures(s), s.table.colours):
        return "There is nothing to build."
    if not s.last and s.table.die == 0 and cells > others > 0:
        return "Another turn is sure, and what is in your hand still has every use: build later."
    return "What is left counts more in pairs than in another statue."


def _points(s: State, seat: Seat, cell: int) -> int:
    """The points by which a pyramid raises what the seat could count now."""
    return (standing(take_pyramid(s, seat, cell), seat) >> 8) - (standing(s, seat) >> 8)


def _completing(s: State, seat: Seat) -> tuple[int, int] | None:
    """The nearest pyramid that completes a statue not yet possible, and its points; None if none does."""
    own, taken, colours = collection(s, seat), taken_signatures(s), s.table.colours
    before = set(buildable(own, taken, colours))
    rest, seen = ahead(s, seat), 0
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        kind = kind_at(s.line, cell)
        if seen >> kind & 1:
            continue
        seen |= 1 << kind
        fresh = set(buildable(own + (1 << 3 * kind), taken, colours)) - before
        if fresh and _points(s, seat, cell) > 2 * (kind % 3 + 1):
            return cell, max(statue_picture(s, one).points for one in fresh)
    return None


def _pair(s: State, seat: Seat) -> str:
    """That two of a kind wait for a third which is still ahead; empty if none do."""
    own = collection(s, seat)
    for kind in sorted(range(3 * s.table.colours), key=lambda one: -(one % 3)):
        third = cells_of(s.line, kind) & ahead(s, seat)
        if own >> 3 * kind & 7 == 2 and third:
            name = description(piece_text(s.table.palette, kind))
            return (
                f"You have two {name} pyramids: a third, still ahead, makes {MONO * (kind % 3 + 1)} points."
            )
    return ""


def _is_statue(s: State, statue: int, kinds: tuple[int, ...]) -> bool:
    """Whether these kinds from below are that statue."""
    return len(kinds) == 3 and statue == statue_code(kinds, s.table.colours)


def _statue(s: State, statue: int) -> str:
    return f"You built {statue_description(s.table, statue)}."


def _piece(s: State, cell: int) -> str:
    kind = kind_at(s.line, cell)
    return description(piece_text(s.table.palette, kind)) if kind >= 0 else "pyramid that is gone"
