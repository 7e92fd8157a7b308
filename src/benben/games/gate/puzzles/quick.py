"""Quick puzzles of the Gate for a puzzle rush: a fresh board each, of rising grade."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.contract import CHANCE, Puzzle, PuzzleAnswer
from benben.core.puzzle_days import draws
from benben.games.gate import rules
from benben.games.gate.board import SYMBOLS
from benben.games.gate.notation import name, write
from benben.games.gate.rules.state import Options, Put, State, puzzle

BOXES = 1_000_000  # are numbered below it
TILES_OF = {"normal": "three", "expert": "four"}  # by side, in words
GRADES = (  # from 1: the side, and the grade among its boards
    ("normal", "easy"),
    ("normal", "medium"),
    ("expert", "easy"),
    ("expert", "medium"),
    ("expert", "hard"),
)
COVERED = PuzzleAnswer("covered", 1, "covers all white cells")
LEFT = PuzzleAnswer("left", 0, "leaves white cells bare")


def quick_puzzle(label: str, grade: int) -> Puzzle:
    """A puzzle of this grade that follows from the label alone."""
    draw = draws(f"benben gate {label}")
    side, level = GRADES[grade - 1]
    words = f"01 {SYMBOLS[draw(len(SYMBOLS))]}"
    fields = {"mode": "practice", "side": side, "grade": level, "box": 1 + draw(BOXES - 1), "puzzle": words}
    s = rules.start(1, Options(**fields))  # type: ignore[arg-type]
    while rules.turn(s) == CHANCE:
        s = rules.settle(s, rules.chances(s)[0][0])
    one = puzzle(s, 0)
    assert one is not None
    return Puzzle(
        question=f"Cover the white with {TILES_OF[side]} tiles.",
        grade=grade,
        position=write(s),
        seat=0,
        unit="cover",
        answers=(COVERED, LEFT),
        line=tuple(name(s, Put(mask)) for mask in one.solution),
        proof="These tiles cover the board in one way only.",
    )


def answer(one: Puzzle, s: State, done: Sequence[str]) -> str | None:  # noqa: ARG001
    """Whether the board is covered, or was laid aside; None while tiles are being put."""
    if s.phase == "solve":
        return None
    return COVERED.text if rules.outcome(s).points[0] else LEFT.text
