"""Evaluation for bots of The Pyramid of Horus: hands, weights of a player, and the chance to win."""

from __future__ import annotations

from math import exp

from msgspec import Struct
from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus.board import ESCAPED, OUTSIDE, UNKNOWN, VARIETY, WORTH
from benben.games.horus.bot.paths import LIGHT, ORDERS
from benben.games.horus.rules.state import Player, State

CHEST, NECKLACE, CARD = 3.5, 1.8, 3.6  # points that an unknown card is worth, on average

# By round, for planners that come out: points in hand, how many more they bring out, how much that varies,
# and how much of a lead now is a lead then. Counted in 80 games of four planners.
COURSE = (
    (0.0, 36.0, 8.4, 0.0),
    (0.0, 36.0, 8.4, 0.0),
    (3.2, 32.8, 8.4, 0.1),
    (10.3, 25.7, 8.4, 0.1),
    (16.0, 20.0, 8.4, 0.15),
    (20.9, 15.1, 8.3, 0.2),
    (25.2, 10.9, 8.0, 0.4),
    (28.1, 8.0, 7.3, 0.6),
    (30.4, 5.8, 6.5, 0.75),
    (32.3, 4.1, 5.9, 0.82),
    (34.0, 2.6, 5.2, 0.87),
    (35.6, 1.2, 4.3, 0.9),
    (36.7, 0.7, 3.9, 0.9),
    (36.8, 0.4, 3.1, 0.93),
    (36.9, 0.2, 2.7, 0.95),
    (36.5, 0.0, 2.4, 0.95),
)
SURVIVES = 0.9  # the share of planners who come out
WIDEST = COURSE[0][2]
CHESTS = 1.2  # how much the points of a survivor may still vary


class Temper(Struct, frozen=True, eq=False):
    """The weights by which a player decides, in points where nothing else is said."""

    orders: int = ORDERS  # in which blocks may fall, that are thought of
    burden: float = 1.0  # that a card costs by its load
    wound: float = 1.8
    kit: float = 0.9  # a piece of equipment
    curse: float = 1.0  # a die less a round, as a share of what it would still bring
    caution: float = 0.6  # blocks added to those expected, since dice may fall badly
    margin: float = 0.05  # an action, that staying must bring
    action: float = 0.9  # an action to somebody who stays
    stays: float = 3.0  # rounds that it is counted for
    drops: int = 2  # cards that are given up for a band, at most
    alarm: float = 0.06  # chance of harm by the next block, above which it is looked at
    sticks: int = 0  # rounds that a plan is kept for unweighed; load is then minded on the way home only
    spread: float = 0.0  # how little is known at first of the points that win; 0: points are all that counts
    least: float = 2.5  # how little is known at last
    lead: float = 0.5  # by how much of what varies the best of the rivals is ahead of the others
    aim: tuple[float, float] | None = None  # points that win and how little is known of them, if given


SCRIBE, QUICK = Temper(), Temper(orders=LIGHT)
VIZIER = Temper(spread=9.0, lead=0.4, margin=-0.1, caution=0.3)
# A vizier in a play-out, where nobody looks at blocks before they fall.
HASTY = replace(VIZIER, orders=LIGHT, drops=1, alarm=1.0, sticks=1)


def hand_value(p: Player) -> float:
    """The points of a hand; unknown cards count their average."""
    total, gods = 0.0, p.idols
    for card in p.treasures:
        points = card % 10  # as value_of gives it; this runs often
        if points == UNKNOWN:
            total += NECKLACE if card < 10 else CARD
        else:
            total += points or CHEST
        if card >= 10:
            gods |= 1 << card // 10 - 1
    if p.idols:
        for god in range(5):
            if p.idols >> god & 1:
                total += WORTH[god]
    return total + VARIETY[gods.bit_count()]


def expected_points(s: State, q: Player) -> tuple[float, float]:
    """The points that a player in the pyramid will bring out on average, and how much they vary."""
    now, more, varies, keeps = COURSE[min(s.round, len(COURSE) - 1)]
    return now + more + keeps * (hand_value(q) - now), varies


def points_to_come(s: State) -> float:
    """The points that a player in the pyramid still finds on average."""
    return COURSE[min(s.round, len(COURSE) - 1)][1]


def winning_points(s: State, seat: Seat, t: Temper) -> tuple[float, float]:
    """The points that will win, as an estimate, and how uncertain they are."""
    aim, wide = 0.0, t.least
    for other, q in enumerate(s.players):
        if other == seat:
            continue
        if q.place == ESCAPED:
            aim = max(aim, hand_value(q))
        elif q.place <= OUTSIDE:
            mean, varies = expected_points(s, q)
            aim = max(aim, mean + t.lead * varies)
            wide = max(wide, t.spread * varies / WIDEST)
    return aim, wide


def worth_of_points(points: float, aim: float, wide: float) -> float:
    """What coming out with these points is worth if about `aim` win. Near `aim` a point is worth one."""
    return 4 * wide / (1 + exp((aim - points) / wide))


Prospects = tuple[
    tuple[float, float, float], ...
]  # by rival: points, how much they vary, the chance to come out


def rival_prospects(s: State, seat: Seat) -> Prospects:
    """What each rival will bring out, as far as can be told now."""
    found = []
    for other, q in enumerate(s.players):
        if other != seat:
            if q.place == ESCAPED:
                found.append((hand_value(q), CHESTS, 1.0))
            elif q.place <= OUTSIDE:
                found.append((*expected_points(s, q), SURVIVES))
    return tuple(found)


def win_chance(points: float, rivals: Prospects) -> float:
    """The chance that no rival brings out more than these points."""
    chance = 1.0
    for mean, varies, survives in rivals:
        chance *= 1 - survives / (1 + exp(1.7 * (points - mean) / varies))
    return chance
