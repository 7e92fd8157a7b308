"""Exercises: a match from a position on, as one seat sees it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benben.core import cases, exercises, match
from benben.core.contract import CHANCE, Event, Illegal, Unreadable
from benben.core.exercises import Exercise
from benben.games import NAMES, load

PAIR = "........../..x..oo..x/..o....... x 3 of 3"
DUE = "....o...../.x......../.......... x - of 1"


def senet(text: str = PAIR) -> Exercise:
    return exercises.begin(load("senet"), "position", text)


def test_you_are_the_seat_to_act_or_to_throw_unless_it_is_said() -> None:
    assert senet().you == 0
    assert senet(DUE.replace("x -", "o -")).you == 1
    assert exercises.begin(load("senet"), "start", "pieces=3").you == 0
    assert exercises.begin(load("senet"), "start", "pieces=3", 1).you == 1
    with pytest.raises(Illegal, match="There is no seat 3"):
        exercises.begin(load("senet"), "start", "pieces=3", 2)


def test_an_action_is_judged_as_in_a_match() -> None:
    start = senet()
    following = exercises.after_action(start, "20")
    assert following.match.state == match.after(start.match, Event(0, 0, start.actions[0])).state
    assert [(row.n, row.by, row.text, row.told.words) for row in following.rows] == [
        (1, 0, "20x23", "swaps 20 with the spool on 23")
    ]
    assert start.rows == ()
    with pytest.raises(Illegal) as fault:
        exercises.after_action(start, "13x16")
    assert fault.value.clause == "senet 5.1"
    with pytest.raises(Unreadable):
        exercises.after_action(start, "20 to 23")
    with pytest.raises(Illegal, match="for chance to do"):
        exercises.after_action(start, "throw 3")


def test_a_throw_is_yours_alone_and_falls_as_fate_says() -> None:
    start = senet(DUE)
    assert start.is_your_throw
    assert start.actions == []
    throws = {exercises.after_throw(start, str(fate)).rows[0].text for fate in range(40)}
    assert throws <= {f"throw {n}" for n in (1, 2, 3, 4, 6)}
    assert len(throws) > 2
    assert exercises.after_throw(start, "7") == exercises.after_throw(start, "7")
    other = exercises.begin(load("senet"), "position", DUE, 1)
    with pytest.raises(Illegal, match="not your turn to throw"):
        exercises.after_throw(other, "7")


def test_others_act_until_it_is_your_turn() -> None:
    start = exercises.begin(load("senet"), "position", DUE, 1)
    following = exercises.after_others(start, "7")
    assert following.is_your_throw
    assert {row.by for row in following.rows} == {0, CHANCE}
    assert exercises.after_others(following, "7") is following


def test_every_seat_may_be_yours() -> None:
    start = senet()
    following = exercises.after_others(exercises.after_action(start, "20x23"), "7", every_seat=True)
    assert (following.you, following.is_your_throw, len(following.rows)) == (1, True, 1)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_every_case_can_be_played_on_by_chance(name: str, data: st.DataObject) -> None:
    """From any position of the cases, whoever acts by the list of actions is never refused."""
    game = load(name)
    positions = [case.lines[0] for case in cases.cases(game) if case.lines[0].verb == "position"]
    first = data.draw(st.sampled_from(positions))
    exercise = exercises.begin(game, first.verb, first.text)
    for _ in range(5):
        exercise = exercises.after_others(exercise, "chance", every_seat=True)
        if exercise.match.over or not exercise.is_yours:
            break
        if exercise.is_your_throw:
            exercise = exercises.after_throw(exercise, "chance")
            continue
        action = data.draw(st.sampled_from(exercise.actions))
        m = exercise.match
        exercise = exercises.after_action(exercise, m.functions.name(m.state, action))
    assert len(exercise.rows) == len(exercise.match.events)
