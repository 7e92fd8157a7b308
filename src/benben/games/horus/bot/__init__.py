"""The bots of The Pyramid of Horus: the planner at three levels, and what sampling bots ask for.

`choose` plays three levels: a greedy one that leaves in a fixed round, one that plans for points, and one
that plans to win. Sampling bots play on in guessed positions: `ideas` are the actions worth it, `imagine`
leaves one seat alone in play, `pursue` acts for it and `happen` for chance, `settled` ends a play-out, and
`share` is its value.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from benben.core.contract import Draw, Seat
from benben.games.horus.board import OUTSIDE
from benben.games.horus.bot import planner, policy
from benben.games.horus.bot.balance_report import report, tally
from benben.games.horus.bot.evaluation import HASTY, QUICK, SCRIBE, VIZIER, Temper, hand_value, winning_points
from benben.games.horus.bot.greedy import LEAVING_ROUND, race
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
    "ideas",
    "imagine",
    "pursue",
    "race",
    "report",
    "settled",
    "share",
    "tally",
]


BALANCE = ("scribe",) * 4, 1000  # bots and games by which the balance is judged
# Plans worth a play-out: how many at most, and how close to the best, as a share of it and in points.
BREADTH, CLOSE, SLACK = 4, 0.35, 0.05


class Pursuit(NamedTuple):
    """The plan of a seat in a play-out, and the weights by which it decides."""

    plan: Plan | None
    temper: Temper


def choose(v: View, seat: Seat, level: int, draw: Draw) -> Action:
    """The action of a level: 1 is greedy and leaves in a fixed round, 2 plays for points, 3 to win."""
    s = guess(v, draw)
    if level == 1:
        return decide(s, seat, None, draw, QUICK, _greedy)[0]
    return decide(s, seat, None, draw, SCRIBE if level == 2 else VIZIER)[0]


def _greedy(s: State, seat: Seat, t: Temper) -> Plan:  # noqa: ARG001
    """The plan with most points for an action, without regard to load or danger; late in the game, home."""
    p = s.players[seat]
    if s.round >= LEAVING_ROUND and p.place < OUTSIDE:
        return Plan(HOME, OUTSIDE, s.round)
    return planner.greedy_plan(s, p)


def ideas(s: State, seat: Seat, draw: Draw) -> list[tuple[Action, Pursuit]]:
    """The actions worth a play-out, each with the plan that it serves; the planner's own is first."""
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
    """The action of a seat in a play-out, and the plan with which it goes on."""
    pursuit = pursuit or Pursuit(None, QUICK)
    action, plan = decide(s, seat, pursuit.plan, draw, pursuit.temper)
    return action, pursuit if plan is pursuit.plan else Pursuit(plan, pursuit.temper)
