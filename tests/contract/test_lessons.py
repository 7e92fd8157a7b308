"""Every lesson is played as it is shown, and every try at it is answered."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benben import bots
from benben.bots.paced import Paced
from benben.core import lesson_check, lesson_walk, lessons, match, playouts
from benben.core.cases import cases
from benben.core.contract import CHANCE, EVERYONE, TIME, Event, Illegal, Unreadable
from benben.core.exercises import GO
from benben.core.lessons import LessonPlan
from benben.games import NAMES, load

every_game = pytest.mark.parametrize("name", NAMES)
THOUGHT = 4_000  # ms that somebody thinks about an action
LONGEST_SHORT_GAME = 450_000  # ms: two to five minutes is what a player is told, and some are slow
ODD_TEXTS = st.sampled_from(["", "what?", "10-14", "resign", "done", "throw 6", "99", "1" * 200, "\x00", "é"])


def plan_of(name: str) -> LessonPlan:
    plan = lessons.lesson(load(name))
    assert plan, f"{name} has no lesson"
    return plan


@every_game
def test_a_lesson_has_no_fault(name: str) -> None:
    assert lesson_check.faults(load(name), plan_of(name)) == []


@every_game
def test_the_game_at_the_end_is_short(name: str) -> None:
    """Played by the weakest bots, which think as long as a person where they race, else four seconds."""
    game, draw = load(name), Random(1).randrange
    bot, begun = bots.level(game, game.levels[0].name), lessons.short_game(game, plan_of(name))
    m, planned = match.begin_with(game, begun), dict[int, Event]()
    while not m.over:
        if m.turn == CHANCE:
            event = playouts.random_event(m, draw)
        else:
            seats = range(m.seats) if m.turn == EVERYONE else (m.turn,)
            able = [seat for seat in seats if game.rules.actions(m.state, seat)]
            for seat in able:
                if seat not in planned:
                    v = game.views.view(m.state, seat)
                    action = bot.choose(v, seat, draw)
                    pause = bot.pace(v, seat, action, draw) if isinstance(bot, Paced) else THOUGHT
                    planned[seat] = Event(m.at + pause, seat, action)
            event = min((planned[seat] for seat in able), key=lambda one: one.at)
            limit = match.deadline(m)
            if limit is not None and event.at >= limit:
                event = Event(limit, TIME, None)
        if event.by < 0 or m.turn != EVERYONE:
            planned.clear()
        planned.pop(event.by, None)
        m = match.after(m, event)
    assert m.at - begun.at < LONGEST_SHORT_GAME


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
