"""The chance to open an alcove, exactly (4.4, 4.10)."""

from __future__ import annotations

from functools import cache

from benben.games.horus.board import NEEDS

FACES = range(1, 7)


@cache
def fitting_throws(needed: tuple[int, ...], dice: int, slack: int) -> int:
    """How many of the 6 ** dice throws show all the needed numbers but `slack` of them."""
    if len(needed) <= slack:
        return int(6**dice)
    if len(needed) - slack > dice:
        return 0
    total = 0
    for pips in FACES:
        if pips in needed:
            at = needed.index(pips)
            total += fitting_throws(needed[:at] + needed[at + 1 :], dice - 1, slack)
        else:
            total += fitting_throws(needed, dice - 1, slack)
    return total


def lacking_numbers(god: int, kept: tuple[int, ...]) -> tuple[int, ...]:
    """The alcove's numbers that these dice do not show."""
    left, needed = list(kept), []
    for number in NEEDS[god]:
        if number in left:
            left.remove(number)
        else:
            needed.append(number)
    return tuple(needed)


def reroll_chance(god: int, cast: tuple[int, ...], mask: int, tool: bool) -> float:
    """The chance that the alcove opens if these dice are thrown again."""
    kept = tuple(pips for die, pips in enumerate(cast) if not mask >> die & 1)
    dice = 5 - len(kept)
    return fitting_throws(lacking_numbers(god, kept), dice, int(tool)) / float(6**dice)


def best_reroll(god: int, cast: tuple[int, ...]) -> int:
    """The dice to throw again: all but those that show a needed number, as a mask."""
    needed, mask = list(NEEDS[god]), 0
    for die, pips in enumerate(cast):
        if pips in needed:
            needed.remove(pips)
        else:
            mask |= 1 << die
    return mask


@cache
def attempt_chance(god: int, tool: bool) -> float:
    """The chance of a whole attempt, re-rolled as well as can be: 0.32 for Hededet, with a tool 0.76."""
    after = {NEEDS[god]: 1}  # numbers still lacking, and the ways to come there, die by die
    for _ in range(5):
        before, after = after, {}
        for needed, ways in before.items():
            for pips in FACES:
                rest = without_number(needed, pips)
                after[rest] = after.get(rest, 0) + ways
    total = 0.0
    for needed, ways in after.items():
        dice = 5 - (len(NEEDS[god]) - len(needed))  # those that show nothing needed are thrown again
        opened = len(needed) <= int(tool)
        total += ways * (1.0 if opened else fitting_throws(needed, dice, int(tool)) / 6**dice)
    return total / 6**5


def without_number(needed: tuple[int, ...], pips: int) -> tuple[int, ...]:
    """The needed numbers that are left after a die shows these pips."""
    if pips not in needed:
        return needed
    at = needed.index(pips)
    return needed[:at] + needed[at + 1 :]
