"""Every lesson is played as it is shown, and every try at it is answered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benben.core import lesson_check, lesson_walk, lessons
from benben.core.cases import cases
from benben.core.contract import Illegal, Unreadable
from benben.core.exercises import GO
from benben.core.lessons import LessonPlan
from benben.games import NAMES, load

every_game = pytest.mark.parametrize("name", NAMES)
ODD_TEXTS = st.sampled_from(["", "what?", "10-14", "resign", "done", "throw 6", "99", "1" * 200, "\x00", "é"])


def plan_of(name: str) -> LessonPlan:
    plan = lessons.lesson(load(name))
    assert plan, f"{name} has no lesson"
    return plan


@every_game
def test_a_lesson_has_no_fault(name: str) -> None:
    assert lesson_check.faults(load(name), plan_of(name)) == []


@every_game
@given(data=st.data())
def test_any_tries_are_answered_and_a_refused_one_changes_nothing(name: str, data: st.DataObject) -> None:
    game = load(name)
    step = data.draw(st.sampled_from(plan_of(name).steps))
    said = [line.text for case in cases(game) for line in case.lines]
    state = start = lesson_walk.begin(game, step)
    for _ in range(data.draw(st.integers(1, 8))):
        m = state.exercise.match
        legal = [m.functions.name(m.state, action) for action in state.exercise.actions[:20]]
        text = data.draw(
            st.sampled_from([GO, *state.show[:1], *state.glow, *legal]) | ODD_TEXTS | st.sampled_from(said)
        )
        before = state
        try:
            state = lesson_walk.attempt(state, text)
        except (Illegal, Unreadable):
            assert state is before
        else:
            assert len(state.done) == len(before.done) + 1
        assert lesson_walk.walk(start, state.done) == state
