"""Puzzles of the day as exercises: a player acts from a position on until the question is answered.

What chance does is in the script of the puzzle, so that everybody meets the same. Nothing is kept: whoever
answers sends what was done so far, and it is played again.

    attempt = played(game, one, ["drop 2 necklace", "done", "go e2"])
    attempt.answer                              None: more is to be done
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from benben.core import exercises, match
from benben.core.contract import CHANCE, Event, Game, Illegal, Puzzle, PuzzleAnswer
from benben.core.exercises import Exercise

ANSWERED: Final = "This puzzle is answered. Begin it again to try another way."
NO_RESIGNATION: Final = "Nobody resigns from a puzzle."
LOST_WAY: Final = "The best can no longer be reached from here. Begin again."
_TYPESET = str.maketrans("-x", "\u2013\u00d7")  # moves in sentences have a dash and a cross
_FATE = "puzzle"  # what chance does once the question is answered, if it still has to


class Attempt(NamedTuple):
    """What was done to answer a puzzle, and what came of it."""

    exercise: Exercise
    done: tuple[str, ...]  # your actions in notation
    answer: PuzzleAnswer | None  # None: more is to be done
    rows_before: int  # rows of the log that were there before the last action


class Verdict(NamedTuple):
    right: bool
    sentence: str  # "17-20 keeps 56 %. There is a better one.", typeset


def begin(game: Game, one: Puzzle) -> Attempt:
    return Attempt(exercises.begin(game, "position", one.position, one.seat), (), None, 0)


def played(game: Game, one: Puzzle, done: Sequence[str]) -> Attempt:
    """The attempt after these actions; Illegal or Unreadable if one of them cannot be done."""
    attempt = begin(game, one)
    for text in done:
        attempt = after(game, one, attempt, text)
    return attempt


def after(game: Game, one: Puzzle, attempt: Attempt, text: str) -> Attempt:
    """The attempt after one more action; Illegal or Unreadable if it cannot be done."""
    maker = game.puzzles or game.rush
    assert maker is not None
    if attempt.answer:
        raise Illegal("puzzle", ANSWERED)
    before = len(attempt.exercise.rows)
    event = Event(attempt.exercise.match.at, one.seat, exercises.action(attempt.exercise, text))
    if match.is_departure(game, event):
        raise Illegal("puzzle", NO_RESIGNATION)
    exercise = exercises.after(attempt.exercise, event)
    done = (*attempt.done, exercise.rows[before].text)
    exercise = _after_script(exercise, one.script)
    given = maker.answer(one, exercise.match.state, done)
    found = None if given is None else next(each for each in one.answers if each.text == given)
    if found and one.script:
        exercise = exercises.after_others(exercise, _FATE)
    return Attempt(exercise, done, found, before)


def _after_script(exercise: Exercise, script: Sequence[str]) -> Exercise:
    """The exercise after what chance is known to do until you may act."""
    while exercise.match.turn == CHANCE and exercise.match.draws < len(script):
        m = exercise.match
        what = m.functions.find(m.state, script[m.draws])
        exercise = exercises.after(exercise, Event(m.at, CHANCE, what))
    return exercise


def goes_on(game: Game, one: Puzzle) -> bool:
    """Whether the match goes on after the best answer, so that a player may want to try it on."""
    return not played(game, one, one.line).exercise.match.over


def verdict(one: Puzzle, answer: PuzzleAnswer) -> Verdict:
    """Whether an answer is a best one, and a sentence that tells its own value and no other."""
    right = answer.value == one.answers[0].value
    match one.unit:
        case "chance":
            what = f"{answer.text.translate(_TYPESET)} keeps {percent(answer.value)} %."
        case "points":
            what = f"That makes {answer.value} points." if answer.value else f"No points: {answer.words}."
        case "pips":
            what = "1 pip is left." if answer.value == -1 else f"{-answer.value} pips are left."
        case "cover":
            what = "All is covered." if right else "Not all is covered."
    rest = "It is the best there is." if right else "There is a better one."
    return Verdict(right, f"{what} {rest}")


def percent(value: int) -> int:
    """Ten-thousandths of a chance in per cent."""
    return (value + 50) // 100


def hint(game: Game, one: Puzzle, attempt: Attempt) -> str:
    """The next action of a best answer, in notation; empty if what was done leads away from it.

    The order of what was done does not matter, if the rest can still be done.
    """
    rest = list(one.line)
    for text in attempt.done:
        if text not in rest:
            return ""
        rest.remove(text)
    try:
        for text in rest:
            attempt = after(game, one, attempt, text)
    except Illegal:
        return ""
    return rest[0] if rest and attempt.answer and attempt.answer.value == one.answers[0].value else ""
