"""Validity of dice, WLL and actions of a position, for the parser. The rest is in validity.py."""

from __future__ import annotations

from benben.core.contract import Seat
from benben.games.horus.board import BLOCK, DEAD, DELROY, ESCAPED, IDOL, MOST_LOAD, OUTSIDE
from benben.games.horus.rules.state import Player, State, Step, is_in_play, load, turn_order, wll_of

_STEPS = {
    **dict.fromkeys(("deal", "choose", "ankh"), Step.SET_UP),
    "load": Step.LOAD,
    **dict.fromkeys(("stamina", "roll"), Step.ROLL),
    **dict.fromkeys(
        ("turn", "search", "opening", "reading", "cast", "alcove", "recast", "rerolled"), Step.TURNS
    ),
    "mummies": Step.MUMMIES,
    **dict.fromkeys(("foresight", "foreseeing", "foreseen", "fall", "dodge", "flee"), Step.BLOCK),
    **dict.fromkeys(("score", "chest", "over"), Step.END),
}
_PAID = ("search", "opening", "cast", "alcove", "recast", "rerolled", "wound", "shed")


def step_of(s: State) -> Step:
    """The phase of the round in which the position stands; END when nobody is in play."""
    if s.phase == "wound":
        return Step.BLOCK if s.pending.wound == BLOCK else Step.TURNS
    return s.pending.step if s.phase == "shed" else _STEPS[s.phase]


def is_later(s: State, seat: Seat) -> bool:
    """Whether the turn of this seat is still to come in this round (4.1)."""
    places = turn_order(s)
    return step_of(s) == Step.TURNS and places.index(seat) > places.index(s.seat)


def dice_fault(s: State) -> tuple[str, str]:
    """The first part in which dice, WLL and actions do not agree, and a sentence; both empty if they do."""
    wrong = _table_fault(s)
    if wrong:
        return "cast", wrong
    for seat, p in enumerate(s.players):
        wrong = _wll_fault(s, seat, p) or _actions_fault(s, seat, p) or _curse_fault(s, seat, p)
        if wrong:
            return str(seat + 1), wrong
    return "", ""


def _table_fault(s: State) -> str:
    """Why the dice of the round, of an alcove or of the mummies cannot lie like that."""
    now = step_of(s)
    if now < Step.TURNS:
        if s.cast or (s.roll and s.phase != "roll"):
            return "no dice lie on the table before the roll"
        return "" if _is_in_order(s.roll) else "dice are thrown in the order of their colours"
    if (not s.roll and now < Step.END) or 0 in s.roll:
        return "the five dice of the round have been rolled before anybody's turn"
    if now == Step.BLOCK and not s.cast:
        return "the five dice of the mummies have been rolled before the block"
    if s.phase in ("cast", "mummies"):
        return "" if _is_in_order(s.cast) else "dice are thrown in the order of their colours"
    return "a cast is complete before play goes on" if 0 in s.cast and s.phase != "recast" else ""


def _is_in_order(dice: tuple[int, ...]) -> bool:
    return 0 not in dice or not any(dice[dice.index(0) :])


def _wll_fault(s: State, seat: Seat, p: Player) -> str:
    """Why the WLL does not follow from the load of Phase 1, or one lower by Stamina (2.2, 2.3, 8.4)."""
    now = step_of(s)
    if now == Step.SET_UP or p.place == DEAD:
        return "there is no WLL without a load" if p.wll else ""
    weights = range(MOST_LOAD + 1)
    if p.place == OUTSIDE:
        weights = range(1)
    elif is_in_play(p) and (now == Step.ROLL or is_later(s, seat)):
        weights = range(load(p), load(p) + 1)
    may_be = {wll_of(s.options, weight) for weight in weights}
    if p.adventurer == DELROY and not p.ready:
        may_be |= {max(wll - 1, 0) for wll in may_be}
    return "" if p.wll in may_be else f"no load makes WLL {p.wll} here"


def _actions_fault(s: State, seat: Seat, p: Player) -> str:
    """Why the actions do not follow from the dice that show the WLL and are not cursed (3.1, 3.2)."""
    if step_of(s) < Step.TURNS or p.place == DEAD:
        return "there are no actions before the roll" if p.actions else ""
    given = sum(pips >= p.wll and not p.cursed >> die & 1 for die, pips in enumerate(s.roll))
    if p.actions > given:
        return f"these dice give {given} action{'' if given == 1 else 's'}"
    if is_later(s, seat) and is_in_play(p) and p.actions != given:
        return f"these dice give {given} action{'' if given == 1 else 's'}, and its turn is still to come"
    if seat == s.seat and step_of(s) == Step.TURNS:
        if s.phase in _PAID and p.actions == given:
            return f"one of {given} actions is used up"
        if p.place == OUTSIDE and p.actions != given:
            return f"outside, all {given} actions are left"
    elif p.place == OUTSIDE and given and not is_later(s, seat):
        return "with an action it must have entered"
    return ""


def _curse_fault(s: State, seat: Seat, p: Player) -> str:
    """Why the cursed dice are not those of the idols held at the roll (3.2)."""
    gone = sum(1 << card - IDOL for card in s.gone if card >= IDOL)
    if p.cursed & ~(p.idols | gone) or (p.cursed and p.place == DEAD):
        return "a die is cursed only for the seat that held its idol at the roll"
    if is_later(s, seat) and is_in_play(p) and p.cursed != p.idols:
        return "the idols that it holds curse their dice"
    return ""


def ankh_fault(s: State) -> str:
    """Why the Ankh cannot be there: its holder is in play until Phase 3 at least (7.1)."""
    if step_of(s) in (Step.LOAD, Step.ROLL) and s.players[s.ankh].place == ESCAPED:
        return "the Ankh was passed to somebody in play, and nobody escapes before Phase 3"
    return ""
