"""The planner of The Pyramid of Horus: rates goals by what they bring and what they risk.

A plan is a goal: a deck to search, a sarcophagus, an alcove, or home. Its gain is compared with the actions
that it takes, including the way home, and with the chance that blocks cut that way off.
Home is a plan like the others; when none is better it is time to leave.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from benben.core.contract import Seat
from benben.games.horus import odds
from benben.games.horus.board import (
    ALCOVES,
    ALL_GODS,
    ANUBIS,
    CONTENTS,
    CORRIDOR,
    DECKS,
    ESCAPED,
    FAR,
    IDOL,
    MOST_LOAD,
    OUTSIDE,
    SECRET,
    TOMB_GOD,
    TOMB_GODS,
    TOMBS,
    VARIETY,
    WORTH,
    ZONE,
    god_of,
    is_equipment,
    steps_from,
    value_of,
)
from benben.games.horus.bot.evaluation import (
    CHEST,
    QUICK,
    SCRIBE,
    Temper,
    hand_value,
    points_to_come,
    winning_points,
    worth_of_points,
)
from benben.games.horus.bot.paths import FADES, LIGHT, TOUCH_CHANCES, open_chances
from benben.games.horus.rules.state import Player, State, has_tool, load, mummies_on, wll_of

HOME, SEARCHING, TOMB, ALCOVE_PLAN = range(4)  # kinds of plan
KEEPS = -1  # as the round of a plan: it is kept until it is carried out


class Plan(NamedTuple):
    kind: int
    goal: int  # a space; OUTSIDE: home
    round: int  # in which it was made, or KEEPS


class Rated(NamedTuple):
    score: float  # points an action above leaving
    plan: Plan


LEAVE = Plan(HOME, OUTSIDE, KEEPS)
Add = Callable[[int, int, float, float, float, float], None]
TOMBS_OF = {god: tuple(tomb for tomb, owner in enumerate(TOMB_GOD) if owner == god) for god in TOMB_GODS}
ZONE_SPACES = tuple(tuple(space for space in range(64) if ZONE[space] == zone) for zone in range(3))


def gods_of(p: Player) -> int:
    """The gods in a hand, as a mask."""
    gods = p.idols
    for card in p.treasures:
        if card >= 10:
            gods |= 1 << card // 10 - 1
    return gods


def actions_per_round(s: State, p: Player, weight: int) -> float:
    """The actions that a round brings at that load, on average."""
    needed = min(max(wll_of(s.options, weight), 1), 7)
    return (5 - p.idols.bit_count()) * (7 - needed) / 6 + 0.05


@lru_cache(1 << 13)
def deck_worth(zone: int, deck: tuple[int, ...], new: int, t: Temper) -> tuple[float, float]:
    """The points that a search brings on average, less the cost of wounds; and the chance of a treasure.

    `new` is what the god adds if the hand has none of it yet.
    """
    total = sum(deck)
    if not total:
        return 0.0, 0.0
    points = treasures = 0.0
    for (card, _), many in zip(DECKS[zone], deck, strict=True):
        if card < SECRET:
            points += many * ((value_of(card) or CHEST) + new - t.burden)
            treasures += many
        else:
            points += many * (t.kit if is_equipment(card) else -t.wound)
    return points / total, treasures / total


class Outlook:
    """What the plans of a seat are rated by, made once for a position."""

    def __init__(self, s: State, seat: Seat, t: Temper = QUICK) -> None:
        p = s.players[seat]
        self.s, self.p, self.seat, self.t = s, p, seat, t
        self.load = load(p)
        self.table = open_chances(s.blocked, t.orders)
        self.last = len(self.table) - 1
        self.rates = (
            actions_per_round(s, p, self.load),
            actions_per_round(s, p, min(self.load + 1, MOST_LOAD)),
        )
        self.value = hand_value(p)
        self.gods = gods_of(p)
        self.out = steps_from(s.blocked, OUTSIDE)
        self.home = self.out[p.place] if p.place < OUTSIDE else 0
        self.bar = 0.0
        rivals = False
        for other, q in enumerate(s.players):
            if other != seat:
                if q.place == ESCAPED:
                    self.bar = max(self.bar, hand_value(q))
                rivals = rivals or q.place <= OUTSIDE
        self.rivals = rivals
        self.hopes = t.spread > 0
        self.aim, self.wide = (t.aim or winning_points(s, seat, t)) if self.hopes else (0.0, 0.0)

    def worth(self, points: float) -> float:
        """The value of points. Fewer than a survivor has are worth little."""
        if self.hopes:
            return worth_of_points(points, self.aim, self.wide)
        return points if points >= self.bar else 0.4 * points

    def escape_chance(self, space: int, moves: float, pace: float) -> float:
        """The chance to come out from a space, with this number of moves to make at this pace a round."""
        left = moves - self.p.actions
        if left <= 0:
            return 1.0
        falls = left / pace + self.t.caution
        whole = int(falls)
        if whole >= self.last:
            return self.table[-1][space] * float(FADES ** (falls - self.last))
        share = self.table[whole][space]
        return share + (self.table[whole + 1][space] - share) * (falls - whole)

    def value_of_leaving(self, weight: int | None = None, less: float = 0.0) -> float:
        """The value of going home."""
        if self.p.place == OUTSIDE:
            return 0.0
        pace = self.rates[0] if weight is None else actions_per_round(self.s, self.p, weight)
        points = self.worth(self.value - less)
        return self.escape_chance(self.p.place, self.home, pace) * (points + 0.5)


def plans(s: State, seat: Seat, t: Temper = QUICK) -> list[Rated]:
    """The plans that can be carried out, the best first. Home is always among them."""
    p = s.players[seat]
    o = Outlook(s, seat, t)
    steps = steps_from(s.blocked, p.place)
    left = o.value_of_leaving()
    found = [Rated(t.margin, Plan(HOME, OUTSIDE, s.round))]
    if t.aim is None and not o.rivals and o.value > o.bar and p.place < OUTSIDE:
        return found  # any escape wins
    new = VARIETY[o.gods.bit_count() + 1] - VARIETY[o.gods.bit_count()] if o.gods != ALL_GODS else 0

    quick, pace, out, home, has = t.orders == LIGHT, o.rates[1], o.out, o.home, o.value

    def add(kind: int, goal: int, work: float, gain: float, more: float, extra: float) -> None:
        """Rate a plan; `more` is what could be added there with `extra` actions."""
        far = steps[goal]
        if far == FAR:
            return
        there = far + out[goal]
        if quick and extra:
            gain, work, extra = gain + more / 2, work + extra / 2, 0.0
        lasts = o.escape_chance(goal, there + work, pace)
        best = (lasts * (o.worth(has + gain) + 0.5) - left) / max(there + work - home, work)
        if extra:
            gain, work = gain + more, work + extra
            lasts = o.escape_chance(goal, there + work, pace)
            then = (lasts * (o.worth(has + gain) + 0.5) - left) / max(there + work - home, work)
            best = max(best, then)
        found.append(Rated(best, Plan(kind, goal, s.round)))

    # Decks. From the second search on the god is no longer new.
    for zone in range(3):
        if not s.left[zone]:
            continue
        fresh = new if zone and not o.gods >> zone - 1 & 1 else 0
        gain, treasure = deck_worth(zone, s.decks[zone], fresh, t)
        again = gain - treasure * fresh
        if o.load >= MOST_LOAD:
            continue
        spaces = ZONE_SPACES[zone]
        goal = min(spaces, key=steps.__getitem__)
        if steps[goal] < FAR and gain > 0:
            add(SEARCHING, goal, 1.0, gain, 2 * again, 2.0)

    room = o.load < MOST_LOAD
    if room:
        _add_tombs(o, steps, new, add)
        _add_alcoves(o, new, add)
    found.sort(key=lambda one: -one.score)
    return found


def _add_tombs(o: Outlook, steps: tuple[int, ...], new: int, add: Add) -> None:
    """Add plans for every open sarcophagus, and for the best closed one of each god."""
    s = o.s
    for god in TOMB_GODS:
        fresh = new if not o.gods >> god & 1 else 0
        inside = s.inside[god - ANUBIS]
        values = [points for points in CONTENTS[god] if inside >> points & 1]
        mean = sum(values) / len(values) if values else 0.0
        closed = [tomb for tomb in TOMBS_OF[god] if s.tombs[tomb] == 0 and steps[TOMBS[tomb]] < FAR]
        nearest = min(closed, key=lambda tomb: steps[TOMBS[tomb]]) if closed else -1
        if o.t.orders != LIGHT and len(closed) > 1:
            nearest = min(
                closed,
                key=lambda tomb: steps[TOMBS[tomb]] + mummy_danger(o, TOMBS[tomb], steps[TOMBS[tomb]] + 2),
            )
        for tomb in TOMBS_OF[god]:
            space, lies = TOMBS[tomb], s.tombs[tomb]
            known = lies
            if s.read is not None and s.read.tomb == tomb and s.read.seat == o.seat:
                known = s.read.value
            if lies < 0 or steps[space] == FAR or (not known and tomb != nearest):
                continue
            work = 1.0 if lies else 2.0
            gain = (known or mean) + fresh - o.t.burden - mummy_danger(o, space, steps[space] + work)
            more = mean - o.t.burden if len(closed) > (lies == 0) else 0.0
            add(TOMB, space, work, gain, more, 3.5 if more > 0 else 0.0)


def _add_alcoves(o: Outlook, new: int, add: Add) -> None:
    s, p = o.s, o.p
    tool = has_tool(p)
    curse = o.t.curse * points_to_come(s) / max(5 - p.idols.bit_count(), 1)
    for god in range(5):
        if s.idols >> god & 1:
            chance = odds.attempt_chance(god, tool)
            fresh = new if not o.gods >> god & 1 else 0
            gain = WORTH[god] + fresh - o.t.burden - curse
            if ZONE[ALCOVES[god]] == CORRIDOR:
                gain -= 0.5 * o.t.wound + mummy_danger(o, ALCOVES[god], 9)
            add(ALCOVE_PLAN, ALCOVES[god], 1 / chance, gain, 0.0, 0.0)


def greedy_plan(s: State, p: Player) -> Plan:
    """The plan that pays most for an action, without regard to the way back."""
    steps = steps_from(s.blocked, p.place)
    gods = gods_of(p)
    new = VARIETY[min(gods.bit_count() + 1, 5)] - VARIETY[gods.bit_count()]
    found = [(0.0, Plan(HOME, OUTSIDE, s.round))]

    def add(kind: int, goal: int, work: float, gain: float) -> None:
        if steps[goal] < FAR:
            found.append((gain / (steps[goal] + work), Plan(kind, goal, s.round)))

    for zone in range(3):
        if s.left[zone]:
            gain, _ = deck_worth(zone, s.decks[zone], new if zone and not gods >> zone - 1 & 1 else 0, SCRIBE)
            add(SEARCHING, min(ZONE_SPACES[zone], key=steps.__getitem__), 1.0, gain)
    if load(p) < MOST_LOAD:
        for tomb, space in enumerate(TOMBS):
            god, lies = TOMB_GOD[tomb], s.tombs[tomb]
            if lies >= 0:
                add(TOMB, space, 1.0 if lies else 2.0, (lies or 5) + (0 if gods >> god & 1 else new))
        for god, space in enumerate(ALCOVES):
            if s.idols >> god & 1:
                gain = WORTH[god] + (0 if gods >> god & 1 else new)
                add(ALCOVE_PLAN, space, 1 / odds.attempt_chance(god, False), gain)
    return max(found)[1]


def mummy_danger(o: Outlook, space: int, actions: float) -> float:
    """The expected cost of mummies on a space of the corridor, now and in Phase 4."""
    s = o.s
    total = o.t.wound * mummies_on(s, space) if o.p.place != space else 0.0
    if actions >= o.p.actions:
        for mummy in range(3):
            total += o.t.wound * TOUCH_CHANCES[s.mummies[mummy], s.headings[mummy]][space]
    return total


def marginal_points(p: Player, card: int) -> float:
    """The points lost with a card: its own, and those for variety if no other card has its god."""
    points = float(WORTH[card - IDOL]) if card >= IDOL else value_of(card) or CHEST
    god = god_of(card)
    if god >= 0:
        same = sum(god_of(other) == god for other in p.treasures) + (p.idols >> god & 1)
        if same == 1:
            many = gods_of(p).bit_count()
            points += VARIETY[many] - VARIETY[many - 1]
    return points
