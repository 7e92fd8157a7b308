"""Lessons as a text: what is read, what is refused with its line, and how a step goes."""

from __future__ import annotations

import pytest

from benben.core import lesson_check, lesson_walk
from benben.core.contract import Illegal, Unreadable
from benben.core.lesson_walk import TOO_EARLY, StepState
from benben.core.lessons import NOT_THE_TASK, LessonPlan, lesson, parse_lesson, short_game
from benben.games import load

HEAD = """lesson
minutes 5
wins 1.1 All your pieces off the board first.
game seats=2 pieces=3
"""
PAIR = """
step pair
title Two together
Two side by side guard each other.
task Swap with the spool that stands alone.
clauses 5.1 4.1
case two: guarded | ........../..x..oo.../.......... x - of 2
position ........../..x..oo..x/..o....... x 3 of 3
do 20x23 -> You changed places.
wrong 13x16 or 13-16 -> 5.1 Not 16: 17 stands beside it.
"""
THROWS = """
step throws
title Throws
A four throws again. A three does not.
task Throw, and move a cone.
clauses 3.1
position ....o...../.x.....x../.......... x - of 2
go throw 4 -> A four.
wrong 12-16 -> 3.1 Throw first.
until turn chance -> Again.
show 18-22
task Throw again, and move.
go throw 3
do 12-15 -> Now the spools.
aside 22-25 -> Move the one behind.
chance throw 2
reply seat 2: 5-7 -> They walk.
"""


def plan(text: str) -> LessonPlan:
    return parse_lesson(HEAD + text)


def first_state(text: str) -> StepState:
    return lesson_walk.begin(load("senet"), plan(text).steps[0])


def refusal(state: StepState, text: str) -> tuple[str, str]:
    with pytest.raises(Illegal) as fault:
        lesson_walk.attempt(state, text)
    return fault.value.clause, fault.value.sentence


def test_a_lesson_is_read() -> None:
    found = plan("# a remark\nabout Past each other.\n" + PAIR + THROWS)
    assert (found.minutes, found.clause, found.options, found.seats) == (5, "1.1", {"pieces": 3}, 2)
    assert (found.about, found.capstone) == ("Past each other.", "A short game")
    pair, throws = found.steps
    assert (pair.name, pair.title, pair.clauses) == ("pair", "Two together", ("5.1", "4.1"))
    assert pair.drawings[0].label == "two: guarded"
    assert pair.script[0].tries[0].texts == ("13x16", "13-16")
    assert throws.about == "A four throws again."
    assert throws.fact == "A four throws again. A three does not."
    assert [line.task for line in throws.script] == [0, 0, 1, 1, 1, 1]
    assert found.step("throws") is throws
    assert found.step("thrown") is None


def test_the_short_game_may_begin_late() -> None:
    text = "........../..x..oo..x/..o....... x 3"
    late = parse_lesson(HEAD.replace("game seats=2 pieces=3", f"position {text}") + PAIR)
    assert (late.position, late.options, late.seats) == (text, {}, None)
    opening = short_game(load("senet"), late)
    assert (opening.seats, opening.options.pieces) == (2, 5)
    assert load("senet").notation.write(opening.state) == text
    for wrong in ("nonsense", "........../........../.........x o #", f"{text} of 5"):
        faults = lesson_check.faults(load("senet"), late._replace(position=wrong))
        assert any(fault.startswith("line 1: the short game: ") for fault in faults), faults


BAD_TEXTS = {
    "nothing": ("", "line 1: a lesson begins with the line: lesson"),
    "no head": (PAIR, "line 1: a lesson begins with the line: lesson"),
    "half a head": ("lesson\nminutes 5", "line 1: the head lacks wins, game"),
    "a head twice": ("lesson\nminutes 5\nminutes 6", "line 3: the head has once each: about, minutes, "),
    "minutes": (HEAD.replace("minutes 5", "minutes some"), "line 2: minutes are a number from 1 to 99"),
    "wins": (HEAD.replace("wins 1.1", "wins"), "line 3: what wins is a clause and a sentence"),
    "options": (HEAD.replace("pieces=3", "three"), "line 4: options are written pieces=3 seats=2"),
    "seats": (HEAD.replace("seats=2", "seats=two"), "line 4: seats are a number"),
    "a position too": (f"{HEAD.rstrip()}\nposition x", "line 4: a position says seats and options itself"),
}
BAD_STEPS = {
    "step pair": ("step Pair!", "line 6: a step begins with its name: step pair"),
    "title Two together\n": ("", "line 6: step pair lacks title"),
    "Two side by side guard each other.\n": ("", "line 6: step pair lacks fact"),
    "position": ("posture", "line 12: posture is none of: title about task"),
    "clauses 5.1 4.1": ("clauses five", "line 10: clauses are written 5.1 4.1"),
    "case two: guarded |": ("case two: guarded", "line 11: a case is a label, a stroke and a position"),
    "do 20x23 -> You changed places.": ("do 20x23", "line 13: an arrow and what is said then follow a do"),
    "do 20x23": ("until there", "line 13: until is followed by: over, turn chance"),
    "do 20x23 ->": ("until over ->", "line 13: a show follows an until"),
    "do 20x23 -> You changed places.\n": ("", "line 13: wrong stands below a go, a do or an until"),
    "-> 5.1 Not": ("-> Not", "line 14: a try has an arrow and words"),
    "wrong 13x16 or 13-16 -> 5.1 Not 16: 17 stands beside it.": (
        "show 20x23",
        "line 14: one show with its actions stands below an until",
    ),
}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_a_bad_head_is_refused_with_its_line(name: str) -> None:
    text, said = BAD_TEXTS[name]
    with pytest.raises(Unreadable) as fault:
        parse_lesson(text)
    assert str(fault.value).startswith(said)


@pytest.mark.parametrize("old", BAD_STEPS)
def test_a_bad_step_is_refused_with_its_line(old: str) -> None:
    new, said = BAD_STEPS[old]
    with pytest.raises(Unreadable) as fault:
        plan(PAIR.replace(old, new, 1))
    assert str(fault.value).startswith(said)


MORE_BAD_LINES = {
    "reply 5-7 -> So.": "a reply names its seat: reply seat 2: 5-9",
    "time soon": "time is in milliseconds: time 60000",
    "chance": "what is to happen follows chance",
    "seat 2": "seat stands above what happens in a step",
    "title Again": "a step has one title",
    "The end.": "the fact of a step stands above what happens in it",
    "task Something more.": "task 2 of step pair has no go, do or until",
}


@pytest.mark.parametrize("line", MORE_BAD_LINES)
def test_a_line_that_cannot_stand_at_the_end_is_refused(line: str) -> None:
    with pytest.raises(Unreadable) as fault:
        plan(f"{PAIR}{line}\n")
    assert fault.value.sentence == MORE_BAD_LINES[line]


def test_two_steps_have_two_names() -> None:
    with pytest.raises(Unreadable, match="line 16: there are two steps pair"):
        plan(PAIR + PAIR)


def test_the_task_is_done() -> None:
    state = first_state(PAIR)
    assert (state.glow, state.show, state.task, state.due is None) == (["20x23"], ["20x23"], 0, False)
    done = lesson_walk.attempt(state, "20")
    assert (done.done, done.answer, done.due) == (("20x23",), "You changed places.", None)
    assert refusal(done, "20x23") == ("lesson", "This step is done.")


def test_a_wrong_try_is_answered_by_the_lesson_or_by_the_rules() -> None:
    state = first_state(PAIR)
    assert refusal(state, "13x16") == ("senet 5.1", "Not 16: 17 stands beside it.")
    assert refusal(state, "13") == ("senet 5.1", "Not 16: 17 stands beside it.")
    assert refusal(state, "20-22") == ("senet 2.1", "3 from 20 leads to 23.")
    assert refusal(state, "go") == ("lesson", "There is nothing to throw now.")
    assert refusal(state, "throw 4") == ("match", "That is for chance to do.")
    with pytest.raises(Unreadable):
        lesson_walk.attempt(state, "what?")


def test_a_legal_try_that_is_not_the_task_is_answered() -> None:
    text = PAIR.replace("..x..oo..x", ".x...oo..x").replace("wrong 13x16 or 13-16 -> 5.1", "aside 12-15 ->")
    assert refusal(first_state(text), "12-15") == ("lesson", "Not 16: 17 stands beside it.")
    plain = text[: text.index("aside")]
    assert refusal(first_state(plain), "12-15") == ("lesson", NOT_THE_TASK)


def test_a_step_goes_through_its_tasks() -> None:
    state = first_state(THROWS)
    assert state.exercise.is_your_throw
    assert state.show == ["go"]
    assert refusal(state, "12-16") == ("senet 3.1", "Throw first.")
    state = lesson_walk.attempt(state, "go")
    assert (state.answer, state.glow, state.show, state.task) == ("A four.", [], ["18-22"], 0)
    state = lesson_walk.attempt(state, "12-16")  # whatever is legal counts
    assert (state.answer, state.task, state.task_begun) == ("Again.", 1, 2)
    assert [row.text for row in state.exercise.rows[state.rows_before :]] == ["12-16"]


def test_what_happens_by_itself_follows_at_once() -> None:
    state = lesson_walk.walk(first_state(THROWS), ["go", "18-22", "go", "12-15"])
    assert state.due is None
    assert state.answer == "Now the spools. They walk."
    assert [row.text for row in state.exercise.rows[state.rows_before :]] == ["12-15", "throw 2", "5-7"]


def test_nothing_ends_the_game_before_the_goal_is_reached() -> None:
    plan = lesson(load("solitaire"))
    assert plan
    step = plan.step("perfect")
    assert step
    state = lesson_walk.begin(load("solitaire"), step)
    assert refusal(state, "done") == ("lesson", TOO_EARLY)
    state = lesson_walk.attempt(state, "c3>c1")
    assert refusal(state, "c1>a3") == ("lesson", TOO_EARLY)  # no hop would be left, with more than one small
    state = lesson_walk.walk(state, ["c1>a1", "a1>c1", "c1>a3"])
    assert state.due is None


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(Illegal, match="does not fit this step, from number 2 on"):
        lesson_walk.walk(first_state(THROWS), ["go", "go"])


FAULTS = {
    "minutes 5": ("minutes 0", None),
    "wins 1.1": ("wins 1.9", "line 1: the rulebook has no clause 1.9"),
    "pieces=3": ("pieces=30", "line 1: the short game: "),
    "seats=2": ("seats=3", "line 1: the short game is not for 3"),
    "Two together": ("Two together, side by side", "line 6: the title has more than 22 characters"),
    "each other.": ("each other", "line 6: the fact is not a whole sentence"),
    "guard each": ("guard " + "very " * 20 + "much each", "line 6: the fact has 1"),
    "by side guard": ("by side guard" + " very" * 11, "line 6: fact and task have more than 120"),
    "clauses 5.1": ("clauses 5.9", "line 6: the rulebook has no clause 5.9"),
    "guarded | ....": ("guarded | ...", "line 11: column 10: a square is x, o or a dot"),
    "x 3 of 3": ("x 5 of 3", "line 6: step pair: column 36: "),
    "do 20x23": ("do 20-24", "line 13: 3 from 20 leads to 23. (senet 2.1)"),
    "do 20x23 ->": ("do 20 ->", "line 13: 20: the game writes 20x23"),
    "-> 5.1": ("-> 4.1", "line 14: 13x16 is refused by 5.1: 16 and 17 protect each other."),
    "wrong 13x16": ("wrong 20x23", "line 14: 20x23 is legal"),
    "wrong 13x16 or 13-16 -> 5.1": ("aside 13x16 ->", "line 14: 13x16 is not legal: "),
    "wrong 13x16 or 13-16 -> 5.1 ": ("aside 20x23 -> ", "line 14: 20x23 is the task"),
}


@pytest.mark.parametrize("old", FAULTS)
def test_a_lesson_that_the_rules_contradict_is_found(old: str) -> None:
    new, said = FAULTS[old]
    text = (HEAD + PAIR).replace(old, new, 1)
    if said is None:
        with pytest.raises(Unreadable):
            parse_lesson(text)
        return
    faults = lesson_check.faults(load("senet"), parse_lesson(text))
    assert any(fault.startswith(said) for fault in faults), faults


def test_a_lesson_that_is_too_short_or_too_quick_is_found() -> None:
    assert lesson_check.faults(load("senet"), plan(PAIR + THROWS)) == [
        "line 1: a lesson has 5 to 12 steps, this one 2"
    ]
    many = "".join(THROWS.replace("step throws", f"step throws{n}") for n in range(12))
    assert lesson_check.faults(load("senet"), plan(many)) == ["line 1: 12 steps take more than 5 minutes"]


def test_a_way_that_does_not_reach_its_goal_is_found() -> None:
    text = THROWS.replace("until turn chance", "until over")
    assert "line 14: what is shown does not reach the goal" in lesson_check.faults(load("senet"), plan(text))
