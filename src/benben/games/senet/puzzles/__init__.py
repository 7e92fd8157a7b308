"""The puzzle of the day for Senet: a throw has fallen, and one move is clearly the best.

There are three cones against one spool or two. All values are exact: see solver.py, and
tools/make_senet_puzzles.py, which chose them. positions.txt has one for each day from FIRST_DAY on; after the
last line it begins again. Lines are never changed, so that old days stay as they were: more are appended.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from benben.core.contract import Event, Puzzle, PuzzleAnswer
from benben.core.puzzle_days import day_number, draws
from benben.games.senet import notation
from benben.games.senet.rules import State

FILE = Path(__file__).with_name("positions.txt")
PROOF = (
    "Solved exactly: every throw and every answer, to the end of the game. Each chance is for the best play "
    "of both sides."
)

_LINE = re.compile(r"([1-5]) \| ([^|]+) \| ([^|]+)")


def puzzle(date: str) -> Puzzle:
    """The puzzle of a day such as 2026-11-15; Unreadable if that day has none."""
    return numbered_puzzle(day_number(date))


def numbered_puzzle(number: int) -> Puzzle:
    """The puzzle in this line of positions.txt, counted from 0; after the last the first comes again."""
    grade, position, rated = positions()[number % len(positions())]
    s = notation.read(position)
    answers = []
    for each in rated.split(", "):
        text, chance = each.split(" ")
        words = notation.tell(s, Event(0, s.mover, notation.find(s, text))).words
        answers.append(PuzzleAnswer(text, int(chance), words))
    return Puzzle(
        question=f"You threw {s.throw}. Find the best move.",
        grade=grade,
        position=position,
        seat=s.mover,
        unit="chance",
        answers=tuple(answers),
        line=(answers[0].text,),
        proof=PROOF,
    )


def quick_puzzle(label: str, grade: int) -> Puzzle:
    """A puzzle of this grade that follows from the label alone."""
    numbers = [number for number, (own, _, _) in enumerate(positions()) if own == grade]
    return numbered_puzzle(numbers[draws(f"benben senet {label}")(len(numbers))])


@cache
def positions() -> tuple[tuple[int, str, str], ...]:
    """The lines of positions.txt: grade, position, and moves with their chances."""
    lines = [line for line in FILE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    parts = [_LINE.fullmatch(line) for line in lines]
    return tuple((int(part[1]), part[2], part[3]) for part in parts if part)


def answer(one: Puzzle, s: State, done: Sequence[str]) -> str | None:  # noqa: ARG001
    """The move that was chosen: the first."""
    return done[0] if done else None
