"""What guides the judge of a match that is over: the search of the bots, and points made into chances."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from benben.games.pyramydal import bot
from benben.games.pyramydal.board import STASH
from benben.games.pyramydal.bot import likely, obvious, sensible, standing, world
from benben.games.pyramydal.rules import State
from benben.games.pyramydal.rules.state import LAYING, ahead, can_move, count, is_out

__all__ = ["chances", "likely", "obvious", "sensible", "shares", "world"]

# Points by which a foreseen lead is doubtful: at the end, and more for each pyramid ahead. Fitted to how 162
# games of the two stronger levels ended, from 1,400 positions: chances so made come true as often as told.
LEAST, MORE = 0.5, 0.2


def shares(s: State) -> list[float]:
    """What the end is worth to each seat, by which the search goes; then the points of each seat."""
    found = bot.shares(s)
    for seat in range(s.table.seats):
        found.append(standing(s, seat) / 256.0)
    return found


def chances(s: State, means: Sequence[float]) -> list[float]:
    """The chance of each seat to win, from the mean of `shares` over the lines of a search from here."""
    seats = s.table.seats
    doubt = LEAST + MORE * _pyramids_ahead(s)
    points = means[seats : 2 * seats]
    most = max(points)
    odds = [0.0 if is_out(s, seat) else exp((one - most) / doubt) for seat, one in enumerate(points)]
    total = sum(odds)
    return [one / total for one in odds]


def _pyramids_ahead(s: State) -> int:
    """How many pyramids lie ahead of the last token that can move; all that will be laid, while they are."""
    if s.phase == LAYING:
        return STASH * s.table.colours
    return max((count(ahead(s, seat)) for seat in range(s.table.seats) if can_move(s, seat)), default=0)
