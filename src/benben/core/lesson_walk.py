"""Playing a step of a lesson: where it stands after what was done, and whether a try is the task."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from benben.core import exercises
from benben.core.cases import turn_in_words
from benben.core.contract import CHANCE, TIME, Event, Game, Illegal, Unreadable
from benben.core.exercises import GO, Exercise
from benben.core.lessons import BY_ITSELF, NOT_THE_TASK, ScriptLine, StepPlan
from benben.core.match import Match, is_departure

TOO_EARLY = "That would end the game before the task is done. Try another way, or let it be shown."
NO_CLAUSE = "lesson"  # of a refusal that no rule gives: the try is legal, or the step is done


class StepState(NamedTuple):
    """Where a step stands."""

    step: StepPlan
    exercise: Exercise
    line: int = 0  # lines of the script that are done
    done: tuple[str, ...] = ()  # by you: actions in notation, and GO
    rows_before: int = 0  # rows of the exercise before the last thing that you did
    answer: str = ""  # what that brought about, in words
    line_begun: int = 0  # how many of `done` stood when the present line began
    task_begun: int = 0  # how many of `done` stood when the present task began

    @property
    def due(self) -> ScriptLine | None:
        """The line that waits for you; None: the step is finished."""
        script = self.step.script
        return script[self.line] if self.line < len(script) else None

    @property
    def task(self) -> int:
        """The task that is to be done, from 0; of a finished step the last."""
        return self.due.task if self.due else len(self.step.tasks) - 1

    @property
    def glow(self) -> list[str]:
        """The actions that are the task, in notation; none where a throw is due, or any legal one will do."""
        if self.due is None or self.due.verb != "do":
            return []
        m = self.exercise.match
        return [m.functions.name(m.state, m.functions.find(m.state, text)) for text in self.due.answers]

    @property
    def show(self) -> list[str]:
        """What would do the present task from here; empty if no way is known."""
        if self.due is None:
            return []
        if self.due.verb == "go":
            return [GO]
        if self.due.verb == "do":
            return self.glow[:1]
        since = self.done[self.line_begun :]
        return list(self.due.show[len(since) :]) if self.due.show[: len(since)] == since else []


def begin(game: Game, step: StepPlan) -> StepState:
    """The step before you have done anything."""
    opening, text = step.opening
    return _played_on(StepState(step, exercises.begin(game, opening, text, step.seat)))


def walk(start: StepState, done: Sequence[str]) -> StepState:
    """The step after all this was done; Illegal if it cannot be."""
    state = start
    for number, text in enumerate(done, 1):
        try:
            state = attempt(state, text)
        except (Illegal, Unreadable) as fault:
            sentence = f"What was done does not fit this step, from number {number} on. Begin the step again."
            raise Illegal(NO_CLAUSE, sentence) from fault
    return state


def attempt(state: StepState, text: str) -> StepState:
    """The step after a try; Illegal or Unreadable if refused, in words of the lesson or of the rules."""
    if state.due is None:
        raise Illegal(NO_CLAUSE, "This step is done.")
    before = state.exercise
    after = _after_throw(state, state.due) if text == GO else _after_action(state, state.due, text)
    deed = GO if text == GO else after.rows[len(before.rows)].text
    done = (*state.done, deed)
    state = state._replace(exercise=after, done=done, rows_before=len(before.rows), answer="")
    return _played_on(state if state.due and state.due.verb == "until" else _line_done(state))


def _after_throw(state: StepState, line: ScriptLine) -> Exercise:
    exercise = state.exercise
    if line.verb == "go":
        return _by_chance(exercise, line.text)
    if line.verb == "until" and exercise.is_your_throw:
        return exercises.after_throw(exercise, _fate(state))
    raise Illegal(NO_CLAUSE, "There is nothing to throw now.")


def _after_action(state: StepState, line: ScriptLine, text: str) -> Exercise:
    exercise = state.exercise
    m = exercise.match
    what = exercises.action(exercise, text)
    words = {tried.clause: tried.words for tried in line.tries if _is_among(m, what, tried.texts)}
    event = Event(m.at, exercise.you, what)
    try:
        after = exercises.after(exercise, event)
    except Illegal as fault:
        raise Illegal(fault.clause, words.get(clause_number(m.game, fault.clause), fault.sentence)) from None
    if line.verb == "until" and is_departure(m.game, event):
        raise Illegal(NO_CLAUSE, "Nobody resigns in a lesson.")
    if line.verb == "until" and after.match.over and not is_reached(after.match, line.text):
        raise Illegal(NO_CLAUSE, TOO_EARLY)
    if line.verb == "until" or _is_among(m, what, line.answers):
        return after
    raise Illegal(NO_CLAUSE, words.get("", NOT_THE_TASK))


def clause_number(game: Game, clause: str) -> str:
    """The number of a clause as lessons and cases write it: 5.1 of senet 5.1."""
    return clause.removeprefix(game.name).strip()


def _is_among(m: Match, what: Any, texts: Sequence[str]) -> bool:
    """Whether one of the texts means this action. Equal named tuples of two types are two actions."""
    others = [m.functions.find(m.state, text) for text in texts]
    return any(type(what) is type(other) and what == other for other in others)


def _played_on(state: StepState) -> StepState:
    """The step when it waits for you again: what happens by itself has happened."""
    while state.due is not None:
        line = state.due
        if line.verb in BY_ITSELF:
            state = _line_done(state._replace(exercise=_by_itself(state.exercise, line)))
        elif line.verb == "until" and is_reached(state.exercise.match, line.text):
            state = _line_done(state)
        elif line.verb == "until":
            return _waiting_at_until(state, line)
        else:
            break
    return state


def _waiting_at_until(state: StepState, line: ScriptLine) -> StepState:
    """The step at an `until`, when it is your turn; further on, if others reach the goal."""
    after = exercises.after_others(state.exercise, _fate(state))
    state = state._replace(exercise=after)
    return _played_on(_line_done(state)) if is_reached(after.match, line.text) else state


def _line_done(state: StepState) -> StepState:
    line = state.due
    assert line is not None, "only a line that is there can be done"
    answer = f"{state.answer} {line.words}".strip()
    following = state._replace(line=state.line + 1, answer=answer, line_begun=len(state.done))
    return following._replace(task_begun=len(state.done)) if following.task != line.task else following


def _by_itself(exercise: Exercise, line: ScriptLine) -> Exercise:
    m = exercise.match
    if line.verb == "chance":
        return _by_chance(exercise, line.text)
    if line.verb == "time":
        return exercises.after(exercise, Event(int(line.text), TIME, None))
    seat, text = line.seat_and_text
    return exercises.after(exercise, Event(m.at, seat, m.functions.find(m.state, text)))


def _by_chance(exercise: Exercise, text: str) -> Exercise:
    m = exercise.match
    return exercises.after(exercise, Event(m.at, CHANCE, m.functions.find(m.state, text)))


def _fate(state: StepState) -> str:
    return f"lesson {state.exercise.match.game.name} {state.step.name}"


def is_reached(m: Match, goal: str) -> bool:
    """Whether the goal of an `until` is reached."""
    kind, _, text = goal.partition(" ")
    if kind == "over":
        return m.over
    if kind == "turn":
        return turn_in_words(m) == text
    return text in (part.strip() for part in re.split(r" / |;|\|", m.game.notation.write(m.state)))
