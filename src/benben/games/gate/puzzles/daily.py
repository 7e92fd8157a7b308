"""The daily puzzles of the Gate: they follow from the date, so everybody has the same."""

from __future__ import annotations

import re
from datetime import date as calendar

from benben.core.contract import Daily, Unreadable
from benben.games.gate.board import BOARDS, SYMBOLS
from benben.games.gate.puzzles import FIRST_SERIES
from benben.games.gate.puzzles.generate import stream

DAILY = (("easy", "normal", "easy"), ("medium", "normal", "medium"), ("hard", "expert", "medium"))
LARGEST = 1_000_000  # boxes are numbered below it
TILES_OF = {"normal": "three", "expert": "four"}


CHANGED = calendar(2026, 11, 17).toordinal()  # days before it keep the boards of the first series


def daily(date: str) -> tuple[Daily, ...]:
    """The puzzles of a day such as 2026-11-15: each day has a box of its own (6.5).

    Days before 17 November 2026 have the boards that they had then.
    """
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", date):
            raise ValueError
        day = calendar.fromisoformat(date).toordinal()
    except ValueError:
        raise Unreadable("a date is as in 2026-11-15", date[:40]) from None
    found = []
    for name, side, grade in DAILY:
        draw = stream(f"benben gate {date} {name}")
        puzzle = f"{1 + draw(BOARDS):02} {SYMBOLS[draw(len(SYMBOLS))]}"
        options = {"mode": "practice", "side": side, "grade": grade, "box": day % LARGEST, "puzzle": puzzle}
        if day < CHANGED:
            options["series"] = FIRST_SERIES
        found.append(Daily(name, f"Cover a fresh board with {TILES_OF[side]} tiles.", options))
    return tuple(found)
