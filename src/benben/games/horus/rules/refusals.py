"""Why an action is refused, with its clause. The reasons tell no more than the seat's view."""

from __future__ import annotations

from typing import Any

from benben.core.contract import Seat
from benben.games.horus import board
from benben.games.horus.board import (
    card_name,
    equipment_slot,
    is_equipment,
    is_treasure,
    is_wound,
    value_of,
    wound_slot,
)
from benben.games.horus.rules.events import RESIGN, Choose, Drop, Go, Peek, Reroll, Say, Shoot, Use
from benben.games.horus.rules.state import Player, State, has_room, is_in_play, missing_numbers

Reason = tuple[str, str]

_ASKED: dict[str, Reason] = {
    "choose": ("horus 1.1", "Choose an adventurer first."),
    "load": ("horus 2.1", "This is Phase 1: drop treasures or idols, or say done."),
    "stamina": ("horus 3.3", "Say stamina, or pass."),
    "turn": ("horus 4.11", "There is nothing to answer here: it is your turn."),
    "alcove": ("horus 4.10", "The alcove is cast: re-roll some dice, or keep the roll."),
    "rerolled": ("horus 4.10", "The re-roll is made: use a tool, or pass."),
    "wound": ("horus 4.7", "Say what becomes of the wound, or pass."),
    "shed": ("horus 2.4", "Your load is above 12: drop a treasure or an idol."),
    "foresight": ("horus 8.8", "Look at the block, or pass."),
    "foreseen": ("horus 8.8", "Keep the block, or return it."),
    "dodge": ("horus 6.4", "Say dodge, or pass."),
    "flee": ("horus 6.2", "A block falls on you: move to a neighbouring space without one."),
}


def why(s: State, seat: Seat, action: Any) -> Reason:
    if not isinstance(action, Choose | Drop | Go | Peek | Shoot | Use | Reroll | Say):
        return "horus 3.1", "Chance does that, not a player."
    if s.phase == "over":
        return "horus 7.2", "The game is over."
    if action == RESIGN and 0 <= seat < len(s.players):
        out = not is_in_play(s.players[seat])
        return "horus 7.6", "You are out of play already." if out else "You can resign when play has begun."
    if s.phase not in _ASKED:
        return "horus 4.11", "Nobody is asked now: chance is at work."
    if seat != s.seat:
        if 0 <= seat < len(s.players) and not is_in_play(s.players[seat]):
            return "horus 7.1", "You are out of play."
        return "horus 4.11", f"Seat {s.seat + 1} is asked now."
    p = s.players[seat]
    match action:
        case Choose(adventurer) if s.phase == "choose":
            return "horus 1.1", f"{board.FULL_NAMES[adventurer]} is taken."
        case Drop(card) if s.phase in ("load", "shed"):
            return ("horus 2.4" if s.phase == "shed" else "horus 2.1"), _not_held(card)
        case Go(space) if s.phase in ("turn", "flee"):
            return _no_way(s, p, space)
        case Use(card, wound) if s.phase in ("turn", "alcove", "rerolled", "wound"):
            return _no_use(s, p, card, wound)
        case Drop() if s.phase == "turn":
            return "horus 2.1", "Treasures are discarded in Phase 1 only."
        case Say("exit") if s.phase in ("turn", "flee"):
            return _no_exit(p)
        case Say("pick") if s.phase in ("alcove", "rerolled"):
            return _no_pick(s, p)
    return _not_in_turn(s, p, action) if s.phase == "turn" else _ASKED[s.phase]


def _not_held(card: int) -> str:
    if card >= board.IDOL:
        return f"You do not hold the idol of {board.GODS[card - board.IDOL].capitalize()}."
    if not is_treasure(card):
        return f"Only treasures and idols are given up, not {card_name(card)} cards."
    return (
        f"You do not hold {card_name(card)}."
        if value_of(card) != board.UNKNOWN
        else "Name a card that you hold."
    )


def _no_way(s: State, p: Player, space: int) -> Reason:
    name = board.SPACES[space]
    if p.place == board.OUTSIDE:
        if board.DOOR_MASK >> space & 1:
            return "horus 4.1", f"A block lies on {name}."
        return "horus 4.1", "The way in leads through c1 to g1."
    here = board.SPACES[p.place]
    if space not in board.NEAR[p.place]:
        if _beside(here, name):
            return "horus 1.3", f"There is a wall between {here} and {name}."
        if name == here:
            return "horus 4.1", f"You are on {name} already."
        return "horus 1.3", f"No step leads from {here} to {name}."
    if s.blocked >> space & 1:
        return ("horus 6.2" if s.phase == "flee" else "horus 4.1"), f"A block lies on {name}."
    return _no_action_left()


def _beside(one: str, other: str) -> bool:
    across, along = ord(one[0]) - ord(other[0]), int(one[1]) - int(other[1])
    return abs(across) + abs(along) == 1


def _no_exit(p: Player) -> Reason:
    if p.place == board.OUTSIDE:
        return "horus 4.1", "You are outside already, and must enter."
    if not board.DOOR_MASK >> p.place & 1:
        return "horus 4.1", f"From {board.SPACES[p.place]} no step leads outside."
    return _no_action_left()


def _no_pick(s: State, p: Player) -> Reason:
    if p.adventurer != board.JOSE:
        return "horus 8.6", "Lock picking is Jose Ardila's."
    if not p.ready:
        return "horus 8.11", "Lock picking is spent."
    many = missing_numbers(board.ALCOVE_AT[p.place], s.cast)
    return "horus 8.6", f"{many} numbers are missing; a tool stands for one."


def _no_use(s: State, p: Player, card: int, wound: int) -> Reason:
    if not is_equipment(card) or not p.equipment[equipment_slot(card)]:
        return "horus 8.7", f"You have no {card_name(card)}."
    if card == board.CROWBAR:
        if s.phase not in ("alcove", "rerolled"):
            return "horus 8.6", "A crowbar is for alcoves."
        many = missing_numbers(board.ALCOVE_AT[p.place], s.cast)
        return "horus 8.6", f"{many} numbers are missing; a tool stands for one."
    if s.phase == "turn" and is_wound(wound):
        if not p.wounds[wound_slot(wound)]:
            return "horus 8.7", f"You have no {card_name(wound)} wound."
        return "horus 8.7", f"The {card_name(card)} does not help against {_with_article(wound)} wound."
    if s.phase == "wound":
        return (
            "horus 8.7",
            f"The {card_name(card)} does not help against {_with_article(s.pending.wound)} wound.",
        )
    return "horus 8.7", f"There is nothing here to use the {card_name(card)} on."


def _with_article(wound: int) -> str:
    return f"a {card_name(wound)}"


def _no_action_left() -> Reason:
    return "horus 4.1", "You have no action left."


def _not_in_turn(s: State, p: Player, action: Any) -> Reason:
    if p.place == board.OUTSIDE:
        return "horus 4.1", "A player who is outside and has an action must enter."
    zone, here = board.ZONE[p.place], board.SPACES[p.place]
    tomb, god = board.TOMB_AT[p.place], board.ALCOVE_AT.get(p.place, -1)
    match action:
        case Say("search"):
            if zone == board.CORRIDOR:
                return "horus 4.2", "There is nothing to search in the corridor."
            if not s.left[zone]:
                return "horus 4.2", f"The deck of {board.DECK_NAMES[zone].capitalize()} is empty."
            return _no_action_left()
        case Say("open" | "take" as word):
            if tomb < 0:
                return "horus 4.3", f"There is no sarcophagus on {here}."
            if s.tombs[tomb] < 0:
                return "horus 4.3", f"The sarcophagus on {here} is empty."
            if (s.tombs[tomb] > 0) == (word == "open"):
                return "horus 4.3", f"The sarcophagus on {here} is {'open' if word == 'open' else 'closed'}."
            if word == "take" and not has_room(p, 1, 0):
                return "horus 2.4", "It would bring your load above 12."
            return _no_action_left()
        case Say("alcove"):
            if god < 0:
                return "horus 4.4", f"There is no alcove on {here}."
            if not s.idols >> god & 1:
                return "horus 4.10", f"The alcove on {here} is empty."
            if not has_room(p, 0, 1):
                return "horus 2.4", "It would bring your load above 12."
            return _no_action_left()
        case Peek(space):
            return _no_ability(p, board.ABDEL) or (
                "horus 8.1",
                f"There is no closed sarcophagus on {board.SPACES[space]}."
                if board.TOMB_AT[space] < 0 or s.tombs[board.TOMB_AT[space]]
                else f"The sarcophagus on {board.SPACES[space]} is not next to {here}.",
            )
        case Shoot(mummy):
            return _no_ability(p, board.DAVID) or (
                "horus 8.3",
                f"{board.MUMMIES[mummy].capitalize()} stands on no neighbouring space.",
            )
    return _ASKED["turn"]


def _no_ability(p: Player, owner: int) -> Reason | None:
    clause = "horus 8.1" if owner == board.ABDEL else "horus 8.3"
    if p.adventurer != owner:
        return clause, f"{board.ABILITIES[owner]} is {board.FULL_NAMES[owner]}'s."
    return None if p.ready else ("horus 8.11", f"{board.ABILITIES[owner]} is spent.")
