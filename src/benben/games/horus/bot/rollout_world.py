"""The world of a play-out: one seat alone, its rivals replaced by what they will bring out.

Players seldom get in each other's way, and playing on for all of them takes four times as long.
"""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus.board import DEAD, ESCAPED, OUTSIDE
from benben.games.horus.bot.evaluation import COURSE, Prospects, hand_value, rival_prospects, win_chance
from benben.games.horus.bot.planner import Outlook
from benben.games.horus.rules.state import NO_CARDS, Player, State

ROUNDS = 6  # that a play-out goes on for at most
GROWS = 0.5  # the share of what planners still gather that a seat inside gets after a play-out


def imagine(s: State, seat: Seat) -> tuple[State, Prospects]:
    """The position with only this seat in play, and what its rivals will bring out."""
    players = tuple(
        p
        if other == seat or p.place >= ESCAPED
        else Player(p.adventurer, False, DEAD, 0, 0, NO_CARDS, NO_CARDS, (), 0, ())
        for other, p in enumerate(s.players)
    )
    return replace(s, players=players), rival_prospects(s, seat)


def settled(s: State, since: State, seat: Seat) -> bool:
    """Whether the play-out is long enough: the seat is out of play, or ROUNDS are over."""
    return s.players[seat].place >= ESCAPED or s.round >= since.round + ROUNDS


def share(s: State, seat: Seat, rivals: Prospects) -> float:
    """The chance to win with what has been brought out, or may still be."""
    p = s.players[seat]
    if p.place == DEAD:
        return 0.0
    if p.place == ESCAPED:
        return win_chance(hand_value(p), rivals)
    o = Outlook(s, seat)
    more = GROWS * COURSE[min(s.round, len(COURSE) - 1)][1]
    lasts = o.escape_chance(p.place, o.home, o.rates[0]) if p.place < OUTSIDE else 0.6
    return lasts * win_chance(o.value + more, rivals)
