"""Words for a learner of The Pyramid of Horus: where a step leads, what matters, what was a blunder.

Odds of dice, decks and the next block are exact, as far as the seat can know them. Nobody can say soundly
what a whole turn is worth here, so only what the odds prove is called a blunder: the wrong dice cast again,
and a turn that ends in danger with actions left.
"""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Blunder, Comparison, Seat
from benben.games.horus import board, odds
from benben.games.horus.bot.evaluation import VIZIER
from benben.games.horus.bot.planner import ALCOVE_PLAN, HOME, SEARCHING, Plan, gods_of, plans
from benben.games.horus.bot.policy import block_danger
from benben.games.horus.notation.narration import plural
from benben.games.horus.rules.events import DONE, KEEP, Action, Go, Reroll, Say
from benben.games.horus.rules.scoring import worth
from benben.games.horus.rules.state import Player, State, has_tool, idol_worth, load, mummies_on, wll_of
from benben.games.horus.views.choices import choice
from benben.games.horus.views.knowledge import View, guess
from benben.games.horus.views.picture import deck_counts

LESS = 0.1  # of the chance to open an alcove: what other dice must lose before that is a blunder
SAFER = 0.15  # of the chance that a block hits or traps: what a step must save before staying is one


def reason(v: View, seat: Seat, action: Action) -> str:
    """Why to do this: what it leads to, with the odds."""
    p = v.players[seat]
    match action:
        case Go(space) if v.phase == "turn":
            return f"{_leading(v, seat, space)} {choice(v, seat, action).more}".strip()
        case Reroll(mask):
            return _casting(v, p, mask)
        case Say("search"):
            return _searching(v, board.ZONE[p.place])
        case Say("open"):
            return _opening(v, seat, board.TOMB_AT[p.place])
        case Say("take"):
            tomb = board.TOMB_AT[p.place]
            return _taking(p, board.tomb_treasure(tomb, v.tombs[tomb]))
        case Say("alcove"):
            god = board.ALCOVE_AT[p.place]
            chance = odds.attempt_chance(god, has_tool(p))
            points = idol_worth(v.options, god)
            return f"The dice open it with {_percent(chance)} %, and the idol is worth {points}."
        case Say("exit"):
            return f"You are out for good, with {plural(_points(v, p), 'point')} in your hand."
    offer = choice(v, seat, action)
    return offer.more or f"{offer.words.rstrip('?')}."


def focus(v: View, seat: Seat) -> str:
    """What matters now, before the seat acts; no action is told."""
    s, p = _known(v), v.players[seat]
    match v.phase:
        case "load":
            return f"Your load is {load(p)}: a die must show {wll_of(v.options, load(p))} for an action."
        case "alcove" | "rerolled":
            lacking = odds.lacking_numbers(board.ALCOVE_AT[p.place], v.cast)
            told = " and ".join(map(str, lacking)) or "nothing"
            return f"Missing: {told}. Dice that fit are kept."
        case "wound" | "shed":
            return f"Every wound weighs: with load {load(p)} a die must show {wll_of(v.options, load(p))}."
        case "foresight" | "foreseen" | "dodge" | "flee":
            return "Keep a way to the door: whoever is cut off from it is out of the game."
    if v.phase != "turn":
        return "Each adventurer has one ability, to be used once."
    if p.place == board.OUTSIDE:
        return "The farther in, the more there is to take; but all of it has to come out again."
    home = board.steps_from(v.blocked, board.OUTSIDE)[p.place]
    mean = (5 - p.idols.bit_count()) * (7 - wll_of(v.options, load(p))) / 6
    danger = block_danger(s, p)
    if danger:
        return f"The next block hits or traps you here with {_percent(danger)} %."
    if home >= board.FAR:
        return "No way leads to the door from here."
    rounds = home / max(mean, 0.1)
    return f"The door is {plural(home, 'step')} away: about {rounds:.1f} rounds with your load."


def blunder(v: View, seat: Seat, action: Action, compared: Comparison | None) -> Blunder | None:  # noqa: ARG001
    """The wrong dice cast again or none, or a turn that ends in danger with actions left."""
    s, p = _known(v), v.players[seat]
    if v.phase == "alcove":
        god, tool = board.ALCOVE_AT[p.place], has_tool(p)
        best = odds.best_reroll(god, v.cast)
        mask = action.mask if isinstance(action, Reroll) else 0
        if not best or (not isinstance(action, Reroll) and action != KEEP):
            return None
        now, then = (odds.reroll_chance(god, v.cast, each, tool) for each in (mask, best))
        if then - now < LESS:
            return None
        cast = f"These dice open the alcove with {_percent(now)} %" if mask else "The roll opens nothing"
        return Blunder(Reroll(best), f"{cast}; those that do not fit, cast again, with {_percent(then)} %.")
    if v.phase != "turn" or action != DONE or not p.actions or p.place >= board.OUTSIDE:
        return None
    danger = block_danger(s, p)
    ways = [
        (block_danger(s, _moved(p, space)), space)
        for space in board.NEAR[p.place]
        if not v.blocked >> space & 1 and not mummies_on(s, space)
    ]
    if not ways or danger - min(ways)[0] < SAFER:
        return None
    left = plural(p.actions, "action")
    told = f"The next block hits or traps you here with {_percent(danger)} %"
    return Blunder(Go(min(ways)[1]), f"{told}, and {left} would take you to safer ground.")


def _leading(v: View, seat: Seat, space: int) -> str:
    """What a step leads to: the best of the plans that it brings nearer."""
    s, p = _known(v), v.players[seat]
    for rated in plans(s, seat, VIZIER):
        goal = board.OUTSIDE if rated.plan.kind == HOME else rated.plan.goal
        steps = board.steps_from(v.blocked, goal)
        if p.place == board.OUTSIDE or steps[space] < steps[p.place]:
            return _goal(v, rated.plan, steps[space])
    return "Every way from here is longer; this one stays open."


def _goal(v: View, plan: Plan, far: int) -> str:
    left = f", {plural(far, 'step')} further" if far else ""
    if plan.kind == HOME:
        return f"It leads to the door{left}."
    if plan.kind == SEARCHING:
        zone = board.ZONE[plan.goal]
        treasures, _, _ = deck_counts(v)[zone]
        return (
            f"It leads to the {board.ZONES[zone]}{left}: {treasures} of {v.left[zone]} cards are treasures."
        )
    if plan.kind == ALCOVE_PLAN:
        god = board.ALCOVE_AT[plan.goal]
        name, points = board.GODS[god].capitalize(), idol_worth(v.options, god)
        return f"It leads to the alcove of {name}{left}: the idol is worth {points}."
    tomb = board.TOMB_AT[plan.goal]
    name = board.GODS[board.TOMB_GOD[tomb]].capitalize()
    lies = f": a {v.tombs[tomb]} lies open in it" if v.tombs[tomb] > 0 else ""
    return f"It leads to a sarcophagus of {name}{left}{lies}."


def _casting(v: View, p: Player, mask: int) -> str:
    god = board.ALCOVE_AT[p.place]
    chance = odds.reroll_chance(god, v.cast, mask, has_tool(p))
    many = mask.bit_count()
    if mask == odds.best_reroll(god, v.cast):
        fit = "This die fits" if many == 1 else f"These {many} dice fit"
        return f"{fit} no number that is missing: cast again, {_percent(chance)} % that the alcove opens."
    return f"Cast so, the alcove opens with {_percent(chance)} %."


def _searching(v: View, zone: int) -> str:
    treasures, equipment, wounds = deck_counts(v)[zone]
    left = v.left[zone]
    good = (
        f"{plural(treasures, 'treasure')} and {equipment} of equipment"
        if equipment
        else plural(treasures, "treasure")
    )
    return f"Of {left} cards left, {good}; {_percent(wounds / left if left else 0)} % that it wounds you."


def _taking(p: Player, card: int) -> str:
    value, god = board.value_of(card), board.god_of(card)
    gods = gods_of(p)
    if god >= 0 and not gods >> god & 1:
        many = gods.bit_count()
        more = board.VARIETY[many + 1] - board.VARIETY[many]
        return f"It is worth {value}, and a new god adds {plural(more, 'point')}."
    return f"It is worth {plural(value, 'point')}."


def _opening(v: View, seat: Seat, tomb: int) -> str:
    """What may lie in a closed sarcophagus, or what the seat has read in it."""
    if v.read is not None and v.read.tomb == tomb and v.read.seat == seat:
        return f"You have read it: a {v.read.value} lies inside, and to take it costs another action."
    god = board.TOMB_GOD[tomb]
    values = [value for value in board.CONTENTS[god] if v.inside[god - board.ANUBIS] >> value & 1]
    mean = sum(values) / max(len(values), 1)
    return f"What lies inside is worth {mean:.1f} on average, and to take it costs another action."


def _points(v: View, p: Player) -> int:
    """The points of a hand without what its chests will hold."""
    return sum(worth(v.options, p))


def _moved(p: Player, space: int) -> Player:
    return replace(p, place=space)


def _known(v: View) -> State:
    """A state that fits the view. Only what the view knows is read off it."""
    return guess(v, lambda many: many - 1)


def _percent(chance: float) -> int:
    return round(100 * chance)
