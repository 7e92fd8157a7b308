"""What is wrong with a lesson: each line of it is held against the rules, the rulebook and its own limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from benben.core import exercises, lesson_walk, rulebook
from benben.core.contract import Event, Game, Illegal, Unreadable
from benben.core.lesson_walk import StepState, clause_number
from benben.core.lessons import LessonPlan, ScriptLine, StepPlan, TryWords, short_game

STEPS: Final = range(5, 13)  # in a lesson
TITLE_LENGTH: Final = 22  # in characters, beside the pyramid
FACT_LENGTH: Final = 110  # in characters: two lines of the dock, three on a phone
ABOUT_LENGTH: Final = 64  # in characters, in lists
TASK_LENGTH: Final = 80  # in characters
DOCK_LENGTH: Final = 120  # in characters, of the fact and the first task: three lines on a phone
WORDS_LENGTH: Final = 120  # in characters, of what is said to a try
LABEL_LENGTH: Final = 28  # in characters, below a small drawing
STEP_SECONDS: Final = 30  # that a step takes, about
_SENTENCE_END = re.compile(r"[.!?](?= |$)")


def faults(game: Game, plan: LessonPlan) -> list[str]:
    """A sentence for each fault of a lesson, with the number of its line; none: it is good."""
    return [*_head_faults(game, plan), *(fault for step in plan.steps for fault in _step_faults(game, step))]


def _head_faults(game: Game, plan: LessonPlan) -> Iterator[str]:
    if len(plan.steps) not in STEPS:
        yield f"line {plan.number}: a lesson has {STEPS[0]} to {STEPS[-1]} steps, this one {len(plan.steps)}"
    if plan.minutes * 60 < len(plan.steps) * STEP_SECONDS:
        yield f"line {plan.number}: {len(plan.steps)} steps take more than {plan.minutes} minutes"
    if rulebook.clause(game, plan.clause) is None:
        yield f"line {plan.number}: the rulebook has no clause {plan.clause}"
    yield from _text_faults(plan.number, "what wins", plan.wins, FACT_LENGTH)
    if plan.about:
        yield from _text_faults(plan.number, "about", plan.about, ABOUT_LENGTH)
    try:
        if plan.seats is not None and plan.seats not in game.seats_for(game.options(**plan.options)):
            yield f"line {plan.number}: the short game is not for {plan.seats}"
        else:
            short_game(game, plan)
    except (Illegal, Unreadable) as fault:
        yield f"line {plan.number}: the short game: {fault.sentence}"


def _step_faults(game: Game, step: StepPlan) -> Iterator[str]:
    yield from _wording_faults(step)
    cited = [(step.number, clause) for clause in step.clauses]
    cited += [(tried.number, tried.clause) for line in step.script for tried in line.tries if tried.clause]
    for number, clause in cited:
        if rulebook.clause(game, clause) is None:
            yield f"line {number}: the rulebook has no clause {clause}"
    for drawing in step.drawings:
        try:
            game.notation.read(drawing.position)
        except Unreadable as fault:
            yield f"line {drawing.number}: {fault}"
    try:
        yield from _playing_faults(game, step)
    except (Illegal, Unreadable) as fault:
        yield f"line {step.number}: step {step.name}: {fault}"


def _wording_faults(step: StepPlan) -> Iterator[str]:
    if len(step.title) > TITLE_LENGTH:
        yield f"line {step.number}: the title has more than {TITLE_LENGTH} characters"
    if len(_SENTENCE_END.findall(step.fact)) > 2:
        yield f"line {step.number}: the fact has more than two sentences"
    yield from _text_faults(step.number, "about", step.about, ABOUT_LENGTH)
    yield from _text_faults(step.number, "the fact", step.fact, FACT_LENGTH)
    if len(f"{step.fact} {step.tasks[0]}") > DOCK_LENGTH:
        yield f"line {step.number}: fact and task have more than {DOCK_LENGTH} characters together"
    for task in step.tasks:
        yield from _text_faults(step.number, "the task", task, TASK_LENGTH)
    for drawing in step.drawings:
        if len(drawing.label) > LABEL_LENGTH:
            yield f"line {drawing.number}: the label has more than {LABEL_LENGTH} characters"
    for line in step.script:
        if line.words:
            yield from _text_faults(line.number, "what is said", line.words, WORDS_LENGTH)
        for tried in line.tries:
            yield from _text_faults(tried.number, "what is said", tried.words, WORDS_LENGTH)


def _text_faults(number: int, what: str, text: str, length: int) -> Iterator[str]:
    if len(text) > length:
        yield f"line {number}: {what} has {len(text)} characters, {length} at most"
    if not text.endswith((".", "!", "?")):
        yield f"line {number}: {what} is not a whole sentence"


def _playing_faults(game: Game, step: StepPlan) -> Iterator[str]:
    """The faults that are met when the step is played as it is shown."""
    state = lesson_walk.begin(game, step)
    if state.done == () and state.line and state.step.script[state.line - 1].verb == "until":
        yield f"line {step.number}: the goal is reached before anything is done"
    first = True
    while state.due is not None:
        line = state.due
        yield from _tries_faults(state, line)
        if line.verb == "do" and first:
            first = False
            if not line.tries and len(state.exercise.actions) > 1:
                yield f"line {line.number}: no wrong and no aside says what other tries are told"
        try:
            for text in _shown_texts(state, line):
                state = lesson_walk.attempt(state, text)
                if state.done[-1] != text:
                    yield f"line {line.number}: the game writes {state.done[-1]}, not {text}"
        except (Illegal, Unreadable) as fault:
            yield f"line {line.number}: {fault}"
            return
        if state.due is line:
            yield f"line {line.number}: what is shown does not reach the goal"
            return


def _shown_texts(state: StepState, line: ScriptLine) -> Iterator[str]:
    """What the step shows at this line; Unreadable if a text is not as the game writes it."""
    m = state.exercise.match
    if line.verb == "go" and not state.exercise.is_your_throw:
        raise Unreadable("a go is a throw of yours; write chance where nobody throws")
    if line.verb == "do":
        for text in line.answers:
            exercises.after_action(state.exercise, text)
            written = m.functions.name(m.state, m.functions.find(m.state, text))
            if written != text:
                raise Unreadable(f"the game writes {written}", text)
    yield from state.show


def _tries_faults(state: StepState, line: ScriptLine) -> Iterator[str]:
    for tried in line.tries:
        for text in tried.texts:
            try:
                fault = _try_fault(state, line, tried, text)
            except Unreadable as unread:
                fault = str(unread)
            if fault:
                yield f"line {tried.number}: {fault}"


def _try_fault(state: StepState, line: ScriptLine, tried: TryWords, text: str) -> str:
    """What is wrong with the words for a try; empty: nothing."""
    exercise = state.exercise
    m = exercise.match
    try:
        what = exercises.action(exercise, text)
        exercises.after(exercise, Event(m.at, exercise.you, what))
    except Illegal as refused:
        clause = clause_number(m.game, refused.clause)
        if not tried.clause:
            return f"{text} is not legal: {refused}"
        return "" if clause == tried.clause else f"{text} is refused by {clause}: {refused.sentence}"
    if tried.clause:
        return f"{text} is legal"
    written = m.functions.name(m.state, what)
    return f"{text} is the task" if written in state.glow and line.verb == "do" else ""
