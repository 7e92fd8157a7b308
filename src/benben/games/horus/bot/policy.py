"""The policy of a planner: a quick answer to every question of the game.

Play-outs use `decide` too, so a plan once made is followed until it is carried out or the round is over;
only then are all plans compared again.
"""

from __future__ import annotations

from collections.abc import Callable

from benben.core.contract import Draw, Seat
from benben.games.horus import odds
from benben.games.horus.board import (
    ALCOVE_AT,
    BLOCK_SPACES,
    CORRIDOR,
    CROWBAR,
    CROWBAR_SLOT,
    DOOR_MASK,
    DOORS,
    ESCAPED,
    FAR,
    IDOL,
    NEAR,
    OUTSIDE,
    TOMB_AT,
    UDJAT_SLOT,
    ZONE,
    reachable,
    steps_from,
)
from benben.games.horus.bot.evaluation import QUICK, Temper
from benben.games.horus.bot.paths import LIGHT, open_chance
from benben.games.horus.bot.planner import (
    ALCOVE_PLAN,
    HOME,
    KEEPS,
    SEARCHING,
    TOMB,
    Outlook,
    Plan,
    actions_per_round,
    gods_of,
    marginal_points,
    plans,
)
from benben.games.horus.rules import phases
from benben.games.horus.rules.edits import drop_card
from benben.games.horus.rules.events import (
    ALCOVE,
    CLAIRVOYANCE,
    DISCARD,
    DODGE,
    DONE,
    EXIT,
    KEEP,
    OPEN,
    PASS,
    PICK,
    RETURN,
    SEARCH,
    STAMINA,
    TAKE,
    UDJAT_SEES,
    Action,
    Choose,
    Drop,
    Go,
    Peek,
    Reroll,
    Shoot,
    Use,
)
from benben.games.horus.rules.state import (
    Player,
    State,
    cure,
    has_room,
    load,
    missing_numbers,
    mummies_on,
    wll_of,
)

Planner = Callable[[State, Seat, Temper], Plan]


def best_plan(s: State, seat: Seat, t: Temper) -> Plan:
    return plans(s, seat, t)[0].plan


def decide(
    s: State,
    seat: Seat,
    plan: Plan | None,
    draw: Draw,
    t: Temper = QUICK,
    planner: Planner = best_plan,
) -> tuple[Action, Plan | None]:
    """The action of the seat that is asked, and the plan with which it goes on."""
    match s.phase:
        case "turn":
            return _turn_action(s, seat, plan, draw, t, planner)
        case "load" if t.sticks and (plan is None or plan.kind != HOME):
            return DONE, plan
        case "load":
            return discard_choice(s, seat, t), plan
        case "shed":
            p = s.players[seat]
            return Drop(min(droppable_cards(p), key=lambda card: marginal_points(p, card))), plan
        case "choose":
            taken = {p.adventurer for p in s.players}
            free = [adventurer for adventurer in range(8) if adventurer not in taken]
            return Choose(free[draw(len(free))]), plan
    return _answer(s, seat, t), plan


def _answer(s: State, seat: Seat, t: Temper) -> Action:
    """The answer to a question outside the turn that needs no plan."""
    p = s.players[seat]
    match s.phase:
        case "stamina":
            return STAMINA if p.wll >= 4 or (p.wll == 3 and s.round >= 6) else PASS
        case "alcove":
            return Reroll(odds.best_reroll(ALCOVE_AT[p.place], s.cast))
        case "rerolled":
            if missing_numbers(ALCOVE_AT[p.place], s.cast) == 1:
                return Use(CROWBAR) if p.equipment[CROWBAR_SLOT] else PICK
            return PASS
        case "wound":
            able, card = phases.remedies(p, s.pending.wound)
            return Use(card) if card else DISCARD if able else PASS
        case "foresight":
            if t.alarm >= 1 or block_danger(s, p) < t.alarm:
                return PASS
            return UDJAT_SEES if p.equipment[UDJAT_SLOT] else CLAIRVOYANCE
        case "foreseen":
            return RETURN if is_unwelcome(s, seat) else KEEP
        case "dodge":
            return DODGE
    return flight_choice(s, seat, t)


def droppable_cards(p: Player) -> list[int]:
    """The cards that a seat can give up."""
    return [*p.treasures, *(IDOL + god for god in range(5) if p.idols >> god & 1)]


# Phase 1


def discard_choice(s: State, seat: Seat, t: Temper) -> Action:
    """The cheapest card, dropped if a lower band is worth more, above all on the way home; or DONE."""
    p = s.players[seat]
    weight = load(p)
    now = wll_of(s.options, weight)
    if p.place == OUTSIDE or now <= 2:
        return DONE
    q, lost, first, many = s, 0.0, -1, 0
    if wll_of(s.options, weight - t.drops) == now:
        return DONE
    while wll_of(s.options, load(q.players[seat])) == now:
        cards, many = droppable_cards(q.players[seat]), many + 1
        if not cards or many > t.drops:
            return DONE
        card = min(cards, key=lambda one: marginal_points(q.players[seat], one))
        lost += marginal_points(q.players[seat], card)
        first = card if first < 0 else first
        q = drop_card(q, seat, card)
    o = Outlook(s, seat, t)
    if lost >= o.value:
        return DONE
    light = load(q.players[seat])
    gain = o.value_of_leaving(light, lost) - o.value_of_leaving()
    lasting = open_chance(s.blocked, p.place, t.stays, t.orders)
    if lasting > 0.9 and light == weight - 1:
        gain = max(
            gain,
            t.action * t.stays * (actions_per_round(s, p, light) - actions_per_round(s, p, weight)) - lost,
        )
    return Drop(first) if gain > 0 else DONE


# Phase 3


def _turn_action(
    s: State, seat: Seat, plan: Plan | None, draw: Draw, t: Temper, planner: Planner
) -> tuple[Action, Plan | None]:
    p = s.players[seat]
    free = free_action(s, p)
    if free is not None:
        return free, plan
    if not p.actions:
        return DONE, plan
    if (
        plan is None
        or (plan.round != KEEPS and plan.round + t.sticks < s.round)
        or not is_feasible(s, p, plan)
    ):
        plan = planner(s, seat, t)
    return follow(s, seat, plan, draw)


def free_action(s: State, p: Player) -> Action | None:
    """A good action that is free: a cure, a look into a sarcophagus, a shot in the corridor; or None."""
    healing = cure(p)
    if healing is not None:
        return Use(*healing)
    if p.ready and p.place < OUTSIDE:
        near = phases.readable_spaces(s, p)
        if near:
            return Peek(p.place if p.place in near else near[0])
        shots = phases.targets(s, p)
        if shots and ZONE[p.place] == CORRIDOR:
            return Shoot(shots[0])
    return None


def is_feasible(s: State, p: Player, plan: Plan) -> bool:
    """Whether the plan can still be carried out."""
    goal = plan.goal
    if plan.kind == HOME:
        return p.place < OUTSIDE
    if s.blocked >> goal & 1:
        return False
    if plan.kind == TOMB:
        return s.tombs[TOMB_AT[goal]] >= 0 and has_room(p, 1, 0)
    if plan.kind == ALCOVE_PLAN:
        return bool(s.idols >> ALCOVE_AT[goal] & 1) and has_room(p, 0, 1)
    return s.left[ZONE[goal]] > 0


def follow(s: State, seat: Seat, plan: Plan, draw: Draw) -> tuple[Action, Plan | None]:
    """The next action of a plan; the plan is None when this one ends it."""
    p = s.players[seat]
    if p.place == plan.goal:
        if plan.kind == SEARCHING:
            zone = ZONE[p.place]
            return SEARCH, plan if zone and gods_of(p) >> zone - 1 & 1 else None
        if plan.kind == ALCOVE_PLAN:
            return ALCOVE, plan
        if s.tombs[TOMB_AT[p.place]]:
            return TAKE, None
        if p.actions == 1 and _is_rival_near(s, seat):
            return DONE, None  # another would take what is opened now
        return OPEN, plan
    return step_towards(s, p, plan, draw), plan


def _is_rival_near(s: State, seat: Seat) -> bool:
    steps = steps_from(s.blocked, s.players[seat].place)
    return any(
        other != seat and q.place < OUTSIDE and steps[q.place] <= 4 for other, q in enumerate(s.players)
    )


def step_towards(s: State, p: Player, plan: Plan, draw: Draw) -> Action:
    """The step to a space nearer to the goal, round a mummy if there is another way."""
    if plan.kind == HOME:
        if DOOR_MASK >> p.place & 1:
            return EXIT
        steps = steps_from(s.blocked, OUTSIDE)
    else:
        steps = steps_from(s.blocked, plan.goal)
    near = DOORS if p.place == OUTSIDE else NEAR[p.place]
    best, found = 999, []
    for space in near:
        if not s.blocked >> space & 1:
            far = 2 * steps[space] + 3 * mummies_on(s, space)
            if far < best:
                best, found = far, [space]
            elif far == best:
                found.append(space)
    if not found:
        return DONE
    return Go(found[draw(len(found))] if len(found) > 1 else found[0])


# Phase 5


def block_danger(s: State, p: Player) -> float:
    """The chance that the next block hits or traps this player."""
    if p.place >= OUTSIDE:
        return 0.0
    bad = many = 0
    for space in BLOCK_SPACES[1:]:
        if not s.blocked >> space & 1:
            many += 1
            bad += space == p.place or not reachable(s.blocked | 1 << space) >> p.place & 1
    return bad / max(many, 1)


def is_unwelcome(s: State, seat: Seat) -> bool:
    """Whether the block that was seen harms this player more than another would, and buries no rival."""
    p = s.players[seat]
    space = BLOCK_SPACES[s.pending.block]
    lying = s.blocked | 1 << space
    if p.place < OUTSIDE and (space == p.place or not reachable(lying) >> p.place & 1):
        return True
    buried = sum(q.place < OUTSIDE and not reachable(lying) >> q.place & 1 for q in s.players)
    if buried or p.place == OUTSIDE:
        return False
    return open_chance(lying, p.place, 2, LIGHT) < open_chance(s.blocked, p.place, 3, LIGHT) - 0.1


def flight_choice(s: State, seat: Seat, t: Temper) -> Action:
    """The way out from under a block: through the door if it is time, else where the way home lasts."""
    ways = phases.ways_out(s, s.players[seat].place)
    p = s.players[seat]
    out = steps_from(s.blocked, OUTSIDE)
    spaces = [place for place in ways if place != ESCAPED and out[place] < FAR]
    if ESCAPED in ways and (not spaces or best_plan(s, seat, t).kind == HOME):
        return EXIT
    if not spaces:
        return EXIT if ESCAPED in ways else Go(ways[0])
    falls = 3 + out[p.place] / 4 if out[p.place] < FAR else 3
    place = max(
        spaces,
        key=lambda one: (
            open_chance(s.blocked, one, falls, t.orders) - 0.1 * mummies_on(s, one),
            -out[one],
        ),
    )
    return Go(place)
