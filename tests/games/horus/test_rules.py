"""The Pyramid of Horus where no case can go, and whole games of it."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from benben import games
from benben.core.contract import CHANCE, OVER, Illegal, Unreadable
from benben.core.match import Match
from benben.core.playouts import random_match
from benben.games.horus.board import DEAD, ESCAPED, INDEX
from benben.games.horus.rules import phases
from benben.games.horus.rules.state import Options, State, wll_of
from tests.games.horus import referee

HORUS = games.load("horus")
RULES, VIEWS, NOTATION = HORUS.rules, HORUS.views, HORUS.notation
TWO = (
    "seats: 2 / phase: fall / cast: 1 1 1 1 1 / roll: 1 1 1 1 1 / "
    "1: chantal ready, b4, wll 2, actions 0; -; -; -; - / "
    "2: maki ready, e1, wll 2, actions 0; -; -; -; -"
)


def test_under_a_block_with_nowhere_to_go_even_dodge_does_not_help() -> None:
    """No game reaches this position: the round before would have trapped the player (6.2, 6.4)."""
    s: State = NOTATION.read(TWO)
    walls = sum(1 << INDEX[space] for space in ("b3", "c4", "b5"))
    s = phases.drop_block(replace(s, blocked=walls), 18)
    assert s.players[0].place == DEAD
    assert s.players[0].ready


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("load", ["banded", "literal"])
def test_random_games_end(seats: int, load: str) -> None:
    source = random.Random(seats)
    for _ in range(3):
        m = random_match(HORUS, seats, HORUS.options(load=load), source.randrange, 5000)
        assert m.over
        assert m.state.round <= 36


def test_random_games_come_to_every_phase() -> None:
    met: set[str] = set()
    for seed in range(24):
        m = referee.deep(HORUS, 2 + seed % 5, seed, 900)
        s = RULES.start(m.seats, m.options)
        for event in m.events:
            met.add(s.phase)
            s = RULES.settle(s, event.what) if event.by == CHANCE else RULES.play(s, event.by, event.what)
        met.add(s.phase)
    assert met == {
        *("deal", "ankh", "load", "stamina", "roll", "turn", "search", "opening", "reading", "cast"),
        *("alcove", "recast", "rerolled", "wound", "shed", "mummies", "foresight", "foreseeing"),
        *("foreseen", "fall", "dodge", "flee", "score", "chest", "over"),
    }


@pytest.mark.parametrize("seats", [0, 1, 7, 20])
def test_it_is_for_two_to_six(seats: int) -> None:
    with pytest.raises(Illegal, match="two to six"):
        RULES.start(seats, HORUS.options())


def test_the_bands_of_the_load() -> None:
    assert [wll_of(Options(), load) for load in range(13)] == [2] * 4 + [3] * 3 + [4] * 3 + [5] * 3
    assert [wll_of(Options(load="literal"), load) for load in range(13)] == list(range(13))


def test_a_position_may_be_written_one_part_a_line_in_any_order() -> None:
    lines = NOTATION.write(NOTATION.read(TWO)).split(" / ")
    random.Random(3).shuffle(lines)
    assert NOTATION.read("\n".join(lines) + "\n") == NOTATION.read(TWO)


def test_lines_and_strokes_are_not_mixed() -> None:
    with pytest.raises(Unreadable):
        NOTATION.read(TWO.replace(" / ", "\n", 1))


def test_a_view_is_written_with_question_marks() -> None:
    text = (
        "seats: 2 / phase: foreseen 1 17 / cast: 1 1 1 1 1 / roll: 1 1 1 1 1 / "
        "gone: 3 hededet by 1, ? sobek / read: 2 a4 8 / "
        "1: rasputin spent, e2, wll 2, actions 0; -; -; 2 necklace, chest sobek; - / "
        "2: abdel spent, e1, wll 2, actions 0; -; -; 5 hededet; -"
    )
    told = NOTATION.write(VIEWS.view(NOTATION.read(text), 1)).split(" / ")
    assert "phase: foreseen 1 ?" in told
    assert "gone: ? hededet by 1, ? sobek" in told
    assert "read: 2 a4 8" in told
    assert "1: rasputin spent, e2, wll 2, actions 0; -; -; ? necklace, ? sobek; -" in told
    assert "2: abdel spent, e1, wll 2, actions 0; -; -; 5 hededet; -" in told
    watched = NOTATION.write(VIEWS.view(NOTATION.read(text), None)).split(" / ")
    assert "read: 2 a4 ?" in watched
    with pytest.raises(Unreadable):
        NOTATION.read(" / ".join(told))


def test_the_winner_is_who_has_most_and_came_out() -> None:
    ended: list[Match] = []
    for seed in range(12):
        m = referee.deep(HORUS, 3, seed, 2000)
        assert m.over
        ended.append(m)
        places, winners, points, _ = m.outcome
        out = [p.place == ESCAPED for p in m.state.players]
        assert all(out[seat] for seat in winners)
        assert bool(winners) == any(out)
        for seat in range(3):
            assert out[seat] or points[seat] == 0
            if winners and out[seat]:
                assert points[seat] <= points[winners[0]]
            assert out[seat] or places[seat] == (1 + sum(out) if winners else 2)
    assert any(m.outcome.winners for m in ended)
    assert any(not all(p.place == ESCAPED for p in m.state.players) for m in ended)


def test_playing_changes_no_state() -> None:
    m = referee.deep(HORUS, 4, 1, 300)
    s = RULES.start(m.seats, m.options)
    for event in m.events:
        before = NOTATION.write(s)
        after = RULES.settle(s, event.what) if event.by == CHANCE else RULES.play(s, event.by, event.what)
        assert NOTATION.write(s) == before
        s = after
    assert s == m.state
    assert RULES.turn(s) != OVER
