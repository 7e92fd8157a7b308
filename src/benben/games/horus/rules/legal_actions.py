"""The legal actions of a seat, question by question."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benben.core.contract import Seat
from benben.games.horus.board import (
    ALCOVE_AT,
    CORRIDOR,
    CURES,
    DOOR_MASK,
    DOORS,
    ESCAPED,
    IDOL,
    NEAR,
    OUTSIDE,
    RASPUTIN,
    TOMB_AT,
    UDJAT_SLOT,
    ZONE,
    equipment_slot,
    wound_slot,
)
from benben.games.horus.rules import phases
from benben.games.horus.rules.chance import usable_tools
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
from benben.games.horus.rules.scoring import contenders
from benben.games.horus.rules.state import Player, State, has_room, is_in_play

# Every action is made once.
_CHOICES = tuple(Choose(adventurer) for adventurer in range(8))
_GO = tuple(Go(space) for space in range(64))
_WAYS = tuple(tuple((1 << other, _GO[other]) for other in NEAR[space]) for space in range(64))
_PEEKS = tuple(Peek(space) for space in range(64))
_SHOTS = tuple(Shoot(mummy) for mummy in range(3))
_DROPS = tuple(Drop(card) for card in range(IDOL + 5))
_CURES = tuple(
    (equipment_slot(kit), wound_slot(wound), Use(kit, wound))
    for kit, wounds in CURES.items()
    for wound in wounds
)
_REROLLS = tuple(Reroll(mask) for mask in range(1, 32))


def actions(s: State, seat: Seat) -> Sequence[Action]:
    asked = QUESTIONS.get(s.phase)
    return asked(s, s.players[seat]) if asked is not None and seat == s.seat else ()


def leaves(s: State, seat: Seat) -> bool:
    """Whether this seat may resign now: while a seat is asked, or a roll waits for the first player (7.6).

    Before the Ankh is drawn only the seat that chooses may.
    """
    if s.phase == "choose":
        return seat == s.seat and len(contenders(s)) > 1
    if not s.round or not 0 <= seat < len(s.players) or not is_in_play(s.players[seat]):
        return False
    waits = (s.phase == "roll" and not any(s.roll)) or (s.phase == "mummies" and not any(s.cast))
    return waits or s.phase in QUESTIONS


def _choices(s: State, p: Player) -> Sequence[Action]:  # noqa: ARG001
    taken = [other.adventurer for other in s.players]
    return [_CHOICES[adventurer] for adventurer in range(8) if adventurer not in taken]


def _drops(s: State, p: Player) -> list[Action]:  # noqa: ARG001
    """The treasures and idols that can be given up, each sort once (2.1, 2.4)."""
    found: list[Action] = [_DROPS[card] for card in dict.fromkeys(p.treasures)]
    return found + [_DROPS[IDOL + god] for god in range(5) if p.idols >> god & 1]


def _discards(s: State, p: Player) -> list[Action]:
    return [*_drops(s, p), DONE]


def _turn_actions(s: State, p: Player) -> list[Action]:
    """The actions of a seat in its own turn (4.1-4.4, 4.6, 8.1, 8.3, 8.7)."""
    place, blocked = p.place, s.blocked
    if place == OUTSIDE:
        return [_GO[door] for door in DOORS if not blocked >> door & 1]
    found: list[Action] = []
    if p.actions:
        found = [go for bit, go in _WAYS[place] if not blocked & bit]
        zone = ZONE[place]
        if zone != CORRIDOR:
            if DOOR_MASK >> place & 1:
                found.append(EXIT)
            if s.left[zone]:
                found.append(SEARCH)
        elif (tomb := TOMB_AT[place]) >= 0:
            inside = s.tombs[tomb]
            if inside == 0:
                found.append(OPEN)
            elif inside > 0 and has_room(p, 1, 0):
                found.append(TAKE)
        god = ALCOVE_AT.get(place, -1)
        if god >= 0 and s.idols >> god & 1 and has_room(p, 0, 1):
            found.append(ALCOVE)
    if p.ready:
        found += [_PEEKS[space] for space in phases.readable_spaces(s, p)]
        found += [_SHOTS[mummy] for mummy in phases.targets(s, p)]
    found += [use for kit, wound, use in _CURES if p.equipment[kit] and p.wounds[wound]]
    found.append(DONE)
    return found


def _alcove(s: State, p: Player) -> Sequence[Action]:
    return (*_REROLLS, KEEP, *usable_tools(s, p))


def _rerolled(s: State, p: Player) -> Sequence[Action]:
    return (*usable_tools(s, p), PASS)


def _wound(s: State, p: Player) -> Sequence[Action]:
    """The remedies against a wound, which are offered and never used by themselves (4.7, 8.9)."""
    able, card = phases.remedies(p, s.pending.wound)
    found: list[Action] = [DISCARD] if able else []
    return [*found, Use(card), PASS] if card else [*found, PASS]


def _foresight(s: State, p: Player) -> Sequence[Action]:  # noqa: ARG001
    found: list[Action] = [CLAIRVOYANCE] if p.ready and p.adventurer == RASPUTIN else []
    return [*found, UDJAT_SEES, PASS] if p.equipment[UDJAT_SLOT] else [*found, PASS]


def _flee(s: State, p: Player) -> Sequence[Action]:
    return [EXIT if place == ESCAPED else _GO[place] for place in phases.ways_out(s, p.place)]


QUESTIONS: dict[str, Callable[[State, Player], Sequence[Action]]] = {
    "choose": _choices,
    "load": _discards,
    "stamina": lambda _s, _p: (STAMINA, PASS),
    "turn": _turn_actions,
    "alcove": _alcove,
    "rerolled": _rerolled,
    "wound": _wound,
    "shed": _drops,
    "foresight": _foresight,
    "foreseen": lambda _s, _p: (KEEP, RETURN),
    "dodge": lambda _s, _p: (DODGE, PASS),
    "flee": _flee,
}
