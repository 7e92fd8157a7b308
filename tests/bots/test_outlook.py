"""How a match stands while it runs: of every position of the kept records, from what one seat knows."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from benben import games
from benben.bots.judges import outlook
from benben.core import match, record
from benben.core.contract import OVER, Illegal
from benben.core.judge import WHOLE
from benben.core.match import Match

RECORDS = Path(__file__).resolve().parents[1] / "records"
POSITIONS = 4  # of a record


def positions(stem: str) -> tuple[Match, list[Any]]:
    """The match of a kept record, and some states of it in which it runs."""
    m = record.match_of(record.read((RECORDS / f"{stem}.txt").read_text()), games.load)
    states, s = [], m.first
    for event in m.events:
        if m.game.rules.turn(s) != OVER:
            states.append(s)
        s = match.state_after(m.game, s, event)
    return m, states[:: max(1, len(states) // POSITIONS)]


@pytest.mark.parametrize("stem", ["senet-1-three", "pyramydal-1-turns", "horus-1-two", "horus-1-four"])
def test_chances_add_up_to_a_whole_and_say_their_error(stem: str) -> None:
    m, states = positions(stem)
    for s in states:
        found = outlook(m.game, m.seats, m.game.views.view(s, 0), 0)
        assert found is not None
        assert (found.unit, len(found.values)) == ("chance", m.seats)
        assert found.label == ("bounded" if m.game.name == "senet" else "estimated")
        assert abs(sum(found.values) - WHOLE) <= m.seats  # each is rounded by itself
        assert 0 < found.error < WHOLE // 3


@pytest.mark.parametrize("stem", ["pyramydal-1-dice", "horus-1-two", "horus-1-four", "horus-2-committed"])
def test_two_worlds_that_a_seat_cannot_tell_apart_stand_alike_to_it(stem: str) -> None:
    m, states = positions(stem)
    views, hidden = m.game.views, 0
    for s in states:
        for seat in range(m.seats):
            v = views.view(s, seat)
            twin = views.guess(v, Random(seat).randrange)
            hidden += twin != s
            assert outlook(m.game, m.seats, views.view(twin, seat), seat) == outlook(m.game, m.seats, v, seat)
    assert hidden or not stem.startswith("horus")


@pytest.mark.parametrize("stem", ["gate-1-race", "gate-1-practice", "solitaire-1-solo", "solitaire-1-tut"])
def test_a_judge_of_the_games_own_tells_one_value_a_seat_or_nothing(stem: str) -> None:
    m, states = positions(stem)
    told = [outlook(m.game, m.seats, m.game.views.view(s, 0), 0) for s in states]
    if stem in ("gate-1-race", "solitaire-1-tut"):
        assert set(told) == {None}
    else:
        assert any(one is not None and len(one.values) == 1 for one in told)


def test_a_game_without_a_judge_says_so() -> None:
    from tests.contract import pebbles

    s = pebbles.game.rules.start(2, pebbles.game.options())
    with pytest.raises(Illegal, match="Benben has no judge for Pebbles yet"):
        outlook(pebbles.game, 2, s, 0)
