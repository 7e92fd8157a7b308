"""Lessons and cases of the rulebook as the client plays them: nothing is kept between two tries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from benben import games
from benben.core import cases, exercises, lesson_walk, lessons, match
from benben.core.contract import Game, Illegal, Unreadable
from benben.core.exercises import GO, Exercise, SeenEvent
from benben.core.lesson_walk import NO_CLAUSE, StepState
from benben.core.lessons import LessonPlan
from benben.server import wire
from benben.server.http.requests import HttpError
from benben.server.tables.commands.dispatch import as_sentence
from benben.server.tables.visibility import ending_of

# Lessons

SHORT_GAME: Final = "game"  # at the end of a lesson, among the names of its steps in addresses


@cache
def _lesson_plan(name: str) -> LessonPlan:
    """The lesson of the game with this name; HttpError 404 if it has none."""
    game = games.load(name)
    plan = lessons.lesson(game)
    if plan is None:
        raise HttpError(404, f"{game.title} has no lesson.")
    return plan


def lesson_minutes(name: str) -> int:
    """How long the lesson of a game takes; 0 if it has none."""
    plan = lessons.lesson(games.load(name))
    return plan.minutes if plan else 0


@cache
def _first_states(name: str) -> dict[str, StepState]:
    """The steps of a lesson before anything is done, by name."""
    game = games.load(name)
    return {step.name: lesson_walk.begin(game, step) for step in _lesson_plan(name).steps}


@cache
def lesson_message(name: str) -> wire.Lesson:
    """The lesson of the game with this name."""
    game, plan = games.load(name), _lesson_plan(name)
    return wire.Lesson(
        game=game.name,
        title=game.title,
        about=plan.about,
        minutes=plan.minutes,
        wins=plan.wins,
        clause=plan.clause,
        steps=[_step_message(start) for start in _first_states(name).values()],
        play=_short_game(game, plan),
    )


def has_step(name: str, step: str) -> bool:
    """Whether the lesson of a game has this step; the short game at its end is one too."""
    try:
        plan = _lesson_plan(name)
    except HttpError:
        return False
    return step == SHORT_GAME or plan.step(step) is not None


def _short_game(game: Game, plan: LessonPlan) -> wire.LessonGame:
    opening = lessons.short_game(game, plan)
    start = Exercise(match.begin_with(game, opening), 0)
    dealt = exercises.after_others(start, SHORT_GAME, every_seat=True)
    return wire.LessonGame(
        title=plan.capstone,
        options=msgspec.to_builtins(opening.options) if plan.position else plan.options,
        seats=opening.seats,
        position=plan.position,
        level=game.levels[0].name if game.levels and opening.seats > 1 else "",
        picture=dealt.match.functions.picture(dealt.view),
        help=match.allows_undo_and_hints(dealt.match),
    )


def _step_message(start: StepState) -> wire.LessonStep:
    step, game = start.step, start.exercise.match.game
    drawn = [
        wire.LessonCase(one.label, one.position, _picture(game, one.position, start.exercise.you))
        for one in step.drawings
    ]
    return wire.LessonStep(
        step.name, step.title, step.about, step.fact, list(step.tasks), list(step.clauses), drawn
    )


def _picture(game: Game, position: str, you: int) -> object:
    return game.views.picture(game.views.view(game.notation.read(position), you))


def lesson_moment(name: str, step: str, wish: wire.Try) -> wire.LessonMoment:
    """Where a step stands after a try; HttpError if there is none, or what was done before does not fit."""
    start = _first_states(name).get(step)
    if start is None:
        raise HttpError(404, f"The lesson of {games.load(name).title} has no such step.")
    try:
        state = lesson_walk.walk(start, wish.done)
    except Illegal as fault:
        raise HttpError(409, fault.sentence, fault.clause) from None
    refused = None
    if wish.attempt is not None:
        try:
            state = lesson_walk.attempt(state, wish.attempt)
        except (Illegal, Unreadable) as fault:
            refused = refused_try(wish.attempt, fault)
    rows_before = state.rows_before if refused is None else len(state.exercise.rows)
    return wire.LessonMoment(
        moment=moment_message(state.exercise, rows_before),
        done=list(state.done),
        task=state.task,
        glow=state.glow,
        show=state.show,
        kept=state.task_begun,
        answer=state.answer if refused is None else "",
        refused=refused,
        finished=state.due is None,
    )


# Cases


@cache
def open_cases(name: str) -> dict[str, Exercise]:
    """The cases that can be tried, by name: those in which a seat may act or throw, once chance has acted."""
    game = games.load(name)
    shown = [case for case in cases.cases(game) if not case.is_about_notation]
    started = {case.name: _first_exercise(game, case) for case in shown}
    return {case: start for case, start in started.items() if start is not None and start.is_yours}


def _first_exercise(game: Game, case: cases.Case) -> Exercise | None:
    """The exercise with which a case begins, after what chance does first; None if it takes long to make."""
    first = exercises.begin(game, case.lines[0].verb, case.lines[0].text)
    options = first.match.options
    if game.preparation is not None and options is not None and not game.preparation.is_kept(options):
        return None
    return exercises.after_others(cases.after_first_chances(first, case), "", every_seat=True)


def case_moment(name: str, case: str, wish: wire.CaseTry) -> wire.CaseMoment:
    """Where a case stands after a try; HttpError if there is none, or what was done before does not fit."""
    start = open_cases(name).get(case)
    if start is None:
        raise HttpError(404, f"{games.load(name).title} has no such case that can be tried.")
    fate = f"case {wish.fate}"
    exercise, rows_before, done = start, 0, list(wish.done)
    for number, text in enumerate(wish.done, 1):
        try:
            exercise, rows_before = _after_try(exercise, text, fate), len(exercise.rows)
        except (Illegal, Unreadable):
            sentence = f"What was done does not fit this case, from number {number} on. Begin it again."
            raise HttpError(409, sentence, "match") from None
    refused = None
    if wish.attempt is not None:
        try:
            before, exercise = exercise, _after_try(exercise, wish.attempt, fate)
            rows_before = len(before.rows)
            done.append(GO if wish.attempt == GO else exercise.rows[rows_before].text)
        except (Illegal, Unreadable) as fault:
            refused, rows_before = refused_try(wish.attempt, fault), len(exercise.rows)
    return wire.CaseMoment(moment_message(exercise, rows_before), done, refused)


def _after_try(exercise: Exercise, text: str, fate: str) -> Exercise:
    after = exercises.after_throw(exercise, fate) if text == GO else exercises.after_action(exercise, text)
    return exercises.after_others(after, fate, every_seat=True)


# What all exercises are shown by


def moment_message(exercise: Exercise, rows_before: int) -> wire.Moment:
    """An exercise as its player may see it; the rows after the first `rows_before` are new."""
    m, you, v = exercise.match, exercise.you, exercise.view
    actions = exercise.actions
    log = _rows(exercise.rows)
    return wire.Moment(
        n=len(m.events),
        at=m.at,
        turn=m.turn,
        seats=m.seats,
        you=you,
        seat=you if actions else None,
        go=exercise.is_your_throw,
        picture=m.functions.picture(v),
        choices=[m.functions.choice(v, you, action) for action in actions],
        rows=log[rows_before:],
        log=log,
        over=m.over,
        ending=ending_of(m) if m.over else None,
    )


def refused_try(text: str, fault: Illegal | Unreadable) -> wire.RefusedTry:
    """The answer to a try that was not taken."""
    if isinstance(fault, Unreadable):
        return wire.RefusedTry(text, as_sentence(fault), "notation")
    return wire.RefusedTry(text, fault.sentence, "" if fault.clause == NO_CLAUSE else fault.clause)


def _rows(rows: Sequence[SeenEvent]) -> list[wire.Row]:
    return [
        wire.Row(n, at, told.seat, by, text, told.words, told.note, told.clause)
        for n, at, by, text, told in rows
    ]
