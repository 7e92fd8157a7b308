"""What a bot may be told about The Pyramid of Horus.

`choose` plays two levels: a greedy one with a fixed hour to leave, and one that plans. For play-outs over
guessed worlds there are `ideas`, `pursue`, `happen`, `settled` and `shares`: which actions deserve thought
and to what end, what a player would do without, what chance does, when enough has been played, and what that
is worth.
"""

from __future__ import annotations

from collections.abc import Callable

from benben.core.contract import Seat
from benben.games.horus import planner, policy
from benben.games.horus.balance import report, tally
from benben.games.horus.board import ESCAPED, OUTSIDE
from benben.games.horus.fates import happen
from benben.games.horus.knowing import View, guess
from benben.games.horus.planner import HOME, KEEPS, Plan, plans, shares
from benben.games.horus.policy import decide
from benben.games.horus.racing import homeward, race
from benben.games.horus.state import DONE, Action, State
from benben.games.horus.ways import LIGHT, ORDERS

__all__ = [
    "BALANCE",
    "choose",
    "happen",
    "homeward",
    "ideas",
    "pursue",
    "race",
    "report",
    "settled",
    "shares",
    "tally",
]

Draw = Callable[[int], int]

BALANCE = ("scribe",) * 4, 1000  # bots and games by which the balance is judged
HOUR = 8  # the round in which a greedy player turns for the door
ROUNDS = 5  # that a play-out goes on for at most
BREADTH, CLOSE = 3, 0.6  # plans that deserve a play-out: so many, if they are so close to the best
ENOUGH = 12.0  # points with which leaving deserves one


def choose(v: View, seat: Seat, level: int, draw: Draw) -> Action:
    """Level 1 is greedy and leaves at its hour; from level 2 on everything is weighed."""
    s = guess(v, draw)
    if level == 1:
        return decide(s, seat, None, draw, LIGHT, _greedy)[0]
    return decide(s, seat, None, draw, ORDERS)[0]


def _greedy(s: State, seat: Seat, orders: int) -> Plan:  # noqa: ARG001
    """The most points an action, whatever it weighs and whatever walks or falls there; then home."""
    p = s.players[seat]
    if s.round >= HOUR and p.place < OUTSIDE:
        return Plan(HOME, OUTSIDE, s.round)
    return planner.nearest(s, p)


def ideas(s: State, seat: Seat, draw: Draw) -> list[tuple[Action, Plan | None]]:
    """The actions that deserve thought, each with the plan that it serves; what the planner does is first."""
    first = decide(s, seat, None, draw, ORDERS)
    if s.phase == "load":
        return [first] if first[0] == DONE else [first, (DONE, None)]
    if s.phase != "turn" or not s.players[seat].actions or policy.at_once(s, s.players[seat]) is not None:
        return [first]
    found = [first]
    rated = [one for one in plans(s, seat, ORDERS) if one.plan.kind != HOME]
    chosen = [one.plan for one in rated[:BREADTH] if one.score > CLOSE * rated[0].score]
    if s.players[seat].place < OUTSIDE and planner.value(s.players[seat]) >= ENOUGH:
        chosen.append(planner.LEAVE)
    for plan in chosen:
        one = policy.follow(s, seat, plan._replace(round=KEEPS), draw)
        if one not in found:
            found.append(one)
    return found


def pursue(s: State, seat: Seat, plan: Plan | None, draw: Draw) -> tuple[Action, Plan | None]:
    """What a player does without much thought, and what it is up to afterwards."""
    return decide(s, seat, plan, draw)


def settled(s: State, since: State, seat: Seat) -> bool:
    """Enough has been played: the seat is out of play, or some rounds are over."""
    return s.round >= since.round + ROUNDS or s.players[seat].place >= ESCAPED
