"""What a bot may be told about The Pyramid of Horus.

`choose` plays three levels: a greedy one with a fixed hour to leave, one that plans for points, and one that
plans to win. For play-outs over guessed worlds there are `ideas`, `imagine`, `pursue`, `happen`, `settled`
and `share`: which actions deserve thought and to what end, the world with nobody else in it, what a player
would do without, what chance does, when enough has been played, and what that is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus.board import OUTSIDE
from benben.games.horus.bot import planner, policy
from benben.games.horus.bot.balance_report import report, tally
from benben.games.horus.bot.evaluation import HASTY, QUICK, SCRIBE, VIZIER, Temper, hand_value, winning_points
from benben.games.horus.bot.greedy import homeward, race
from benben.games.horus.bot.planner import HOME, KEEPS, Plan, plans
from benben.games.horus.bot.policy import decide
from benben.games.horus.bot.rollout_chance import happen
from benben.games.horus.bot.rollout_world import imagine, settled, share
from benben.games.horus.rules.events import DONE, Action
from benben.games.horus.rules.state import State
from benben.games.horus.views.knowledge import View, guess

__all__ = [
    "BALANCE",
    "choose",
    "happen",
    "homeward",
    "ideas",
    "imagine",
    "pursue",
    "race",
    "report",
    "settled",
    "share",
    "tally",
]

Draw = Callable[[int], int]

BALANCE = ("scribe",) * 4, 1000  # bots and games by which the balance is judged
HOUR = 8  # the round in which a greedy player turns for the door
# Plans that deserve a play-out: so many, if they are so close to the best, as a share of it and in points.
BREADTH, CLOSE, SLACK = 4, 0.35, 0.05


class Pursuit(NamedTuple):
    """What a seat is up to in a play-out."""

    plan: Plan | None
    temper: Temper


def choose(v: View, seat: Seat, level: int, draw: Draw) -> Action:
    """Level 1 is greedy and leaves at its hour; 2 weighs everything in points, 3 by the chance to win."""
    s = guess(v, draw)
    if level == 1:
        return decide(s, seat, None, draw, QUICK, _greedy)[0]
    return decide(s, seat, None, draw, SCRIBE if level == 2 else VIZIER)[0]


def _greedy(s: State, seat: Seat, t: Temper) -> Plan:  # noqa: ARG001
    """The most points an action, whatever it weighs and whatever walks or falls there; then home."""
    p = s.players[seat]
    if s.round >= HOUR and p.place < OUTSIDE:
        return Plan(HOME, OUTSIDE, s.round)
    return planner.greedy_plan(s, p)


def ideas(s: State, seat: Seat, draw: Draw) -> list[tuple[Action, Pursuit]]:
    """The actions that deserve thought, each with what it is to lead to; what the planner does is first."""
    p = s.players[seat]
    aim, wide = winning_points(s, seat, HASTY)
    temper = replace(HASTY, aim=(aim, wide))
    if s.phase != "turn" or not p.actions or policy.free_action(s, p) is not None:
        action, plan = decide(s, seat, None, draw, VIZIER)
        found = [(action, Pursuit(plan, temper))]
        if s.phase == "load" and action != DONE:
            found.append((DONE, Pursuit(None, temper)))
        return found
    rated = plans(s, seat, VIZIER)
    least = rated[0].score - CLOSE * abs(rated[0].score) - SLACK
    chosen = [one.plan for one in rated[:BREADTH] if one.score >= least]
    if p.place < OUTSIDE and hand_value(p) >= aim - wide and not any(plan.kind == HOME for plan in chosen):
        chosen.append(planner.LEAVE)
    found = []
    for plan in chosen:
        action, then = policy.follow(s, seat, plan._replace(round=KEEPS), draw)
        if all(action != other for other, _ in found):
            found.append((action, Pursuit(then, temper)))
    return found


def pursue(s: State, seat: Seat, pursuit: Pursuit | None, draw: Draw) -> tuple[Action, Pursuit]:
    """What a player does without much thought, and what it is up to afterwards."""
    pursuit = pursuit or Pursuit(None, QUICK)
    action, plan = decide(s, seat, pursuit.plan, draw, pursuit.temper)
    return action, pursuit if plan is pursuit.plan else Pursuit(plan, pursuit.temper)
