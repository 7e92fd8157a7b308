"""Days of puzzles: dates, and numbers that follow from a date alone."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import date as calendar
from typing import Final, TypeVar

from benben.core.contract import Draw, Unreadable

Item = TypeVar("Item")

FIRST_DAY: Final = "2026-11-01"  # with a puzzle for each game; none before it
GRADES: Final = ("very easy", "easy", "medium", "hard", "very hard")  # from 1
# Of a hundred days, how many have a puzzle of each grade, from 1
GRADE_SHARES: Final = (12, 24, 32, 20, 12)


def day_number(date: str) -> int:
    """The number of a day such as 2026-11-15, counted from 0; Unreadable if it is no day with puzzles."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", date):
            raise ValueError
        number = (calendar.fromisoformat(date) - calendar.fromisoformat(FIRST_DAY)).days
    except ValueError:
        raise Unreadable("a date is as in 2026-11-15", date[:40]) from None
    if number < 0:
        raise Unreadable(f"the first day with puzzles is {FIRST_DAY}", date)
    return number


def draws(label: str) -> Draw:
    """A function draw(n) whose numbers in 0..n-1 follow from the label alone, each equally likely."""
    drawn = 0

    def draw(n: int) -> int:
        nonlocal drawn
        while True:
            drawn += 1
            number = int.from_bytes(hashlib.sha256(f"{label} {drawn}".encode()).digest()[:8], "big")
            if number < (1 << 64) - (1 << 64) % n:
                return number % n

    return draw


def sample(items: Sequence[Item], many: int, draw: Draw) -> list[Item]:
    """That many of the items, each once, in an order of chance."""
    rest = list(items)
    return [rest.pop(draw(len(rest))) for _ in range(min(many, len(rest)))]


def drawn_grade(draw: Draw) -> int:
    """A grade from 1 to 5, as often as the days of a year should have it."""
    number = draw(sum(GRADE_SHARES))
    for grade, share in enumerate(GRADE_SHARES, 1):
        number -= share
        if number < 0:
            return grade
    raise AssertionError("not reached")
