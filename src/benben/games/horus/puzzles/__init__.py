"""The puzzle of the day for The Pyramid of Horus: the way out, with dice that are known beforehand.

You are the last one inside. You know what the dice will show, in one round or in two, and between them how
far the mummies walk and which block falls. What you carry says which dice give you actions (2.3, 3.1), and an
idol curses one of them (3.2). So: what do you give up to come out with the most points? The decks are empty
and every alcove is too, so that nothing is left to chance. Everything that you could do is played by the
rules: see search.py.

All follows from the date: numbers hashed from it lay out a position (positions.py), and if it is as hard as
the day should be, it is the puzzle. A change of this package that changes puzzles needs a new VERSION, from a
later day on.
"""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.contract import Puzzle, PuzzleAnswer
from benben.core.puzzle_days import day_number, drawn_grade, draws
from benben.games.horus import board
from benben.games.horus.notation import name, write
from benben.games.horus.puzzles.positions import Layout, estimate, estimate_of_two, random_layout
from benben.games.horus.puzzles.search import SEAT, Ending, all_endings, ending_text
from benben.games.horus.rules.state import Player, State

VERSION = 1
TRIES = 400  # positions that are looked at for a grade; after them another grade will do
EASILY_FOUND = (2, 3, 1)  # grades
STATES = 6_000  # that a search may visit; a position that needs more is left out
TWO_ROUNDS = 4  # puzzles of this grade and above have two rounds
PROOF = "Everything that can be done with these dice was played by the rules: {many} positions."
EMPTY = "All decks and alcoves are empty."


def puzzle(date: str) -> Puzzle:
    """The puzzle of a day such as 2026-11-15; Unreadable if that day has none."""
    day_number(date)
    return drawn_puzzle(f"benben horus {date} {VERSION}")


def drawn_puzzle(label: str) -> Puzzle:
    """The puzzle that follows from a label."""
    draw = draws(label)
    wanted = drawn_grade(draw)
    for grade in (wanted, *EASILY_FOUND):
        for _ in range(TRIES):
            rounds, likely = (2, estimate_of_two) if grade >= TWO_ROUNDS else (1, estimate)
            layout = random_layout(draw, rounds=rounds)
            if layout and likely(layout) == grade:
                found = puzzle_from(layout, grade)
                if found:
                    return found
    raise AssertionError("some of so many positions make a puzzle")


def puzzle_from(layout: Layout, wanted: int) -> Puzzle | None:
    """The puzzle that a layout makes, if it is of this grade; else None."""
    s = layout.state
    endings, many = all_endings(s, layout.script, STATES)
    ranked = sorted(endings.values(), key=lambda one: -one.points)
    if len(ranked) < 3 or ranked[0].points == 0:
        return None
    best = ranked[0]
    if layout.rounds == 2 and grade_of_two(s, best) != wanted:
        return None
    return Puzzle(
        question=_question(layout),
        grade=wanted,
        position=write(s),
        seat=SEAT,
        unit="points",
        answers=tuple(PuzzleAnswer(one.text, one.points, _words(one)) for one in ranked),
        line=tuple(name(s, action) for action in best.line),
        proof=PROOF.format(many=f"{many:,}"),
        script=layout.script,
        known=(*layout.known, EMPTY),
    )


def answer(one: Puzzle, s: State, done: Sequence[str]) -> str | None:  # noqa: ARG001
    """How it ended for you: "27 points", "inside" or "dead"; None while you may still act."""
    return ending_text(s)


def grade_of_two(s: State, best: Ending) -> int:
    """The grade of a puzzle of two rounds; 0 if its best is too plain: out in one round with everything."""
    before, after = s.players[SEAT], best.state.players[SEAT]
    kept = set(before.treasures) <= set(after.treasures) and before.idols & ~after.idols == 0
    if best.state.round == s.round:
        return 0
    return TWO_ROUNDS if kept else TWO_ROUNDS + 1


def _question(layout: Layout) -> str:
    who = board.FULL_NAMES[layout.state.players[SEAT].adventurer].split()[0]
    if layout.rounds == 2:
        return f"Two rounds, all dice known. Bring {who} out with the most points."
    dice = " ".join(text.removeprefix("die ") for text in layout.script)
    return f"The dice will show {dice}. Bring {who} out with the most points."


def _words(one: Ending) -> str:
    if one.text == "dead":
        return "does not survive"
    if one.text == "inside":
        return "is still inside when the dice are used up"
    kept = cards_in_words(one.state.players[SEAT])
    return f"comes out with {kept}" if kept else "comes out with nothing"


def cards_in_words(p: Player) -> str:
    """The treasures and idols of a player: "the idol of Horus, 4 of Sobek, a necklace of 2"."""
    words = [f"the idol of {god.capitalize()}" for n, god in enumerate(board.GODS) if p.idols >> n & 1]
    for card in p.treasures:
        god, value = board.god_of(card), board.value_of(card)
        words.append(f"a necklace of {value}" if god < 0 else f"{value} of {board.GODS[god].capitalize()}")
    return ", ".join(words)
