"""The evaluation of the greedy bot: points in the hand until a fixed round, then the way home."""

from __future__ import annotations

from benben.core.contract import Seat
from benben.games.horus import odds
from benben.games.horus.board import (
    ALCOVE_AT,
    BLOCK_SPACES,
    DEAD,
    ESCAPED,
    OUTSIDE,
    RUBBLE,
    ZONE,
    reachable,
    steps_from,
)
from benben.games.horus.bot.evaluation import CHEST
from benben.games.horus.rules.scoring import worth
from benben.games.horus.rules.state import Player, State, chest_count, has_tool, idol_worth, load, wll_of

LEAVING_ROUND = 8  # the round in which a greedy player turns for the door
OUT, IN = 30.0, 33.0  # being out for good; being inside before that round
HOME = 2.5  # what a step nearer to the door is worth after it
BAND = 1.5  # what one pip more on the dice costs
WOUND, READY, KIT = 1.2, 1.0, 0.4  # a wound; an ability unspent; a piece of equipment
TRAPPED, HIT = 50.0, 3.0  # by a block that is known to fall


def race(s: State, seat: Seat) -> float:
    """The value of a position to a seat: points until a fixed round, then only the way home."""
    p = s.players[seat]
    if p.place == DEAD:
        return 0.0
    hand = sum(worth(s.options, p)) + CHEST * chest_count(p)
    if p.place == ESCAPED:
        return OUT + hand
    total = hand - WOUND * sum(p.wounds) - BAND * (wll_of(s.options, load(p)) - 2)
    total += READY * p.ready + KIT * sum(p.equipment)
    if p.place == OUTSIDE:
        return OUT - 2 * HOME + total
    home = steps_from(s.blocked, OUTSIDE)[p.place]
    total += IN - 0.05 * home if s.round < LEAVING_ROUND else OUT - HOME * home
    return total + _hoped_points(s, seat, p) - _feared_points(s, p)


def _hoped_points(s: State, seat: Seat, p: Player) -> float:
    """The points that this seat may expect of the chance that is waited for."""
    if s.seat != seat or s.round >= LEAVING_ROUND + 2:
        return 0.0
    match s.phase:
        case "search":
            return 1.2 if ZONE[p.place] == RUBBLE else 2.2
        case "opening":
            return 2.5
        case "reading" | "foreseeing":
            return 0.6 + READY
        case "cast" | "recast":
            god = ALCOVE_AT[p.place]
            waiting = sum(1 << die for die, pips in enumerate(s.cast) if not pips)
            fresh = s.phase == "cast"
            chance = (
                odds.attempt_chance(god, has_tool(p))
                if fresh
                else odds.reroll_chance(god, s.cast, waiting, has_tool(p))
            )
            return chance * idol_worth(s.options, god)
    return 0.0


def _feared_points(s: State, p: Player) -> float:
    """The points that this seat loses by a block that is kept, since it falls for sure."""
    if s.phase != "fall" or not s.pending.block or s.pending.returned:
        return 0.0
    space = BLOCK_SPACES[s.pending.block]
    if space == p.place:
        return HIT
    return 0.0 if reachable(s.blocked | 1 << space) >> p.place & 1 else TRAPPED
