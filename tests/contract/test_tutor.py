"""What every game says to a learner: sentences in the player's words, from a view alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core import match
from benben.core.contract import Game
from benben.games import NAMES, load
from tests.contract.games import matches

GAMES = [load(name) for name in NAMES]
LONGEST = 150  # characters: three lines of a dock of 360 pixels
NOTATION = re.compile(
    r"\d[-x>~]\d|\b[a-i][1-8][a-i][1-8]|\breroll\b|\bgem \w\b|\bbox \d|\btake \d|[_{}\[\]]|  "
)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


def check_sentence(sentence: str) -> None:
    assert re.match(r"[A-Z0-9]", sentence), sentence
    assert sentence.endswith("."), sentence
    assert len(sentence) <= LONGEST, sentence
    assert not NOTATION.search(sentence), sentence


@every_game
@settings(max_examples=12)
@given(data=st.data())
def test_a_reason_is_a_sentence_without_notation(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    assert game.tutor is not None
    for seat in range(m.seats):
        able = [] if m.over else list(game.rules.actions(m.state, seat))
        able = [action for action in able if action != match.resign_action(game)]
        if not able:
            continue
        action = data.draw(st.sampled_from(able))
        sentence = game.tutor.reason(game.views.view(m.state, seat), seat, action)
        check_sentence(sentence)
        name = game.notation.name(m.state, action)
        assert name.isalpha() or not re.search(rf"\b{re.escape(name)}\b", sentence), (name, sentence)


@every_game
@settings(max_examples=12)
@given(data=st.data())
def test_what_matters_is_a_sentence_without_notation(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    assert game.tutor is not None
    for seat in range(m.seats):
        if not m.over and game.rules.actions(m.state, seat):
            check_sentence(game.tutor.focus(game.views.view(m.state, seat), seat))


@every_game
@settings(max_examples=12)
@given(data=st.data())
def test_a_blunder_names_a_legal_action_that_is_better(game: Game, data: st.DataObject) -> None:
    """Without a search: what a game can judge by its rules alone."""
    m = data.draw(matches(game))
    assert game.tutor is not None
    for seat in range(m.seats):
        able = [] if m.over else list(game.rules.actions(m.state, seat))
        if len(able) < 2:
            continue
        action = data.draw(st.sampled_from(able))
        found = game.tutor.blunder(game.views.view(m.state, seat), seat, action, None)
        if found is not None:
            check_sentence(found.sentence)
            assert re.search(r"\d|could|can no longer|cannot", found.sentence), found.sentence
            assert found.better in able
            assert found.better != action
