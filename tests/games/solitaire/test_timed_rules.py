"""King Tut and Quicksand against the clock: what happens when, to the millisecond."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from benben.core import match
from benben.core.contract import CHANCE, EVERYONE, OVER, TIME, Event, Illegal, Seat
from benben.core.match import Match, after
from benben.games.solitaire import game, rules
from benben.games.solitaire.rules import Options, State, board_moves, state
from benben.games.solitaire.rules.state import Result, Sand


def begun(seats: int, **options: Any) -> Match:
    return match.begin(game, seats, game.options(**options))


def acted(m: Match, at: int, seat: Seat, text: str) -> Match:
    return after(m, Event(at, seat, game.notation.find(m.state, text)))


def rung(m: Match, at: int) -> Match:
    return after(m, Event(at, TIME, None))


def test_the_clock_of_king_tut_runs_from_start_to_done() -> None:
    m = begun(2, mode="king-tut", ranks=1, files=5)
    m = acted(m, 7_000, 0, "start")
    m = acted(m, 9_500, 0, "a1>c1")
    m = acted(m, 12_345, 0, "done")
    assert m.state.results == ((Result(5_345, 27),), ())
    assert state.time_score(m.state.results[0][0]) == 5_345 + 26 * 3_000
    assert (m.state.phase, m.state.seat, m.state.since) == ("ready", 1, 12_345)
    assert match.deadline(m) == 72_345


def test_the_clock_stops_with_the_last_hop() -> None:
    m = acted(begun(2, mode="king-tut", ranks=1, files=4), 100, 0, "start")
    m = acted(m, 4_100, 0, "a1>c1")
    assert m.state.results[0] == (Result(4_000, 21),)
    with pytest.raises(Illegal, match=r"Seat 2 is at play[.] \(solitaire 2[.]1\)"):
        acted(m, 4_200, 0, "done")


def test_who_does_not_start_is_started_after_a_minute() -> None:
    m = rung(begun(2, mode="king-tut"), 60_000)
    assert (m.state.phase, m.state.since) == ("running", 60_000)
    with pytest.raises(Illegal, match="Time has no event"):
        rung(begun(2, mode="king-tut"), 59_999)
    with pytest.raises(Illegal, match="Too late"):
        acted(begun(2, mode="king-tut"), 60_000, 0, "start")
    assert acted(begun(2, mode="king-tut"), 59_999, 0, "start").state.since == 59_999


def test_at_the_limit_a_game_counts_as_it_stands() -> None:
    m = acted(begun(2, mode="king-tut", limit=90), 1_000, 0, "start")
    m = acted(m, 90_999, 0, "a1>c1")
    with pytest.raises(Illegal, match="Too late"):
        acted(m, 91_000, 0, "a2>c2")
    m = rung(m, 91_000)
    assert m.state.results[0] == (Result(90_000, 69),)


def test_rounds_rotate_and_the_lowest_total_reigns() -> None:
    m, at, order = begun(3, mode="king-tut", ranks=1, files=3, rounds=3), 0, []
    while not m.over:
        seat = m.state.seat
        order.append((m.state.round, seat))
        m = acted(m, at, seat, "start")
        at += 1_000 * (seat + 1)
        m = acted(m, at, seat, "a1>c1")
    assert order == [(1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 0), (3, 2), (3, 0), (3, 1)]
    assert m.outcome.places == (1, 2, 3)
    assert m.outcome.points == tuple(3 * (1_000 * n + 14 * 3_000) for n in (1, 2, 3))
    assert rules.turn(m.state) == OVER


def test_the_sand_runs_when_everybody_has_said_start() -> None:
    m = begun(3, mode="quicksand")
    assert match.deadline(m) is None
    assert rules.turn(m.state) == EVERYONE
    m = acted(m, 4_000, 2, "start")
    assert match.deadline(m) == 24_000
    m = acted(m, 5_000, 0, "start")
    assert match.deadline(m) == 24_000
    m = acted(m, 6_500, 1, "start")
    assert (m.state.phase, m.state.since, m.state.bell) == ("running", 6_500, 186_500)


def test_the_sand_runs_anyway_twenty_seconds_after_the_first_start() -> None:
    m = rung(acted(begun(3, mode="quicksand"), 4_000, 2, "start"), 24_000)
    assert (m.state.phase, m.state.since, m.state.bell) == ("running", 24_000, 204_000)
    assert all(rules.actions(m.state, seat) for seat in range(3))


def test_a_hop_at_the_bell_is_void_and_one_before_it_counts() -> None:
    m = begun(2, mode="quicksand", sand=10)
    m = acted(acted(m, 0, 0, "start"), 0, 1, "start")
    m = acted(m, 9_999, 0, "a1>c1")
    with pytest.raises(Illegal, match="Too late"):
        acted(m, 10_000, 1, "a1>c1")
    m = rung(m, 10_000)
    assert m.over
    assert m.outcome.points == (69, 72)
    assert m.outcome.places == (1, 2)


def test_equal_scores_go_to_who_reached_them_earlier() -> None:
    m = begun(3, mode="quicksand")
    for seat in range(3):
        m = acted(m, 0, seat, "start")
    m = acted(m, 5_000, 1, "a1>c1")
    m = acted(m, 5_001, 0, "d3>b3")
    m = acted(m, 5_001, 2, "d1>b1")
    m = rung(m, 180_000)
    assert m.outcome.places == (2, 1, 2)
    assert m.outcome.winners == (1,)
    assert m.outcome.reason == "69 points at the bell, reached first"


def test_the_bell_rings_when_nobody_can_hop() -> None:
    m = begun(2, mode="quicksand", ranks=1, files=3)
    m = acted(acted(m, 0, 0, "start"), 0, 1, "start")
    m = acted(m, 1_000, 0, "a1>c1")
    assert not m.over
    assert rules.actions(m.state, 0) == []
    m = acted(m, 2_000, 1, "c1>a1")
    assert m.over
    assert m.outcome.places == (1, 2)


def hidden(**more: Any) -> Match:
    m = begun(2, mode="quicksand", hidden=True, **more)
    m = acted(acted(m, 500, 0, "start"), 700, 1, "start")
    assert rules.turn(m.state) == CHANCE
    return m


def test_hidden_sand_is_any_whole_second_of_its_range() -> None:
    rows = rules.chances(hidden().state)
    assert rows == [(Sand(seconds), 1) for seconds in range(60, 301)]
    m = after(hidden(), Event(700, CHANCE, Sand(83)))
    assert m.state.bell == 700 + 83_000 == match.deadline(m)


def test_hidden_sand_is_told_by_chance_when_the_bell_has_rung() -> None:
    m = after(hidden(), Event(700, CHANCE, Sand(83)))
    m = rung(m, 83_700)
    assert not m.over
    assert rules.turn(m.state) == CHANCE
    assert rules.chances(m.state) == [(Sand(83), 1)]
    with pytest.raises(Illegal):
        after(m, Event(83_700, CHANCE, Sand(84)))
    assert after(m, Event(83_700, CHANCE, Sand(83))).over


def test_the_draw_is_the_matchs_own() -> None:
    """Over many secrets every second comes, about equally often."""
    m = hidden(least=10, most=13)
    drawn = Counter(
        match.next_chance_event(m, f"{n:064x}", ["0" * 32, "1" * 32], 700).what.seconds for n in range(400)
    )
    assert sorted(drawn) == [10, 11, 12, 13]
    assert min(drawn.values()) > 60


@pytest.mark.parametrize(
    ("seats", "options", "clause"),
    [
        (1, {"ranks": 2, "files": 2}, "1.1"),
        (2, {}, "1.8"),
        (0, {}, "1.8"),
        (1, {"mode": "king-tut"}, "1.8"),
        (7, {"mode": "quicksand"}, "1.8"),
        (2, {"mode": "quicksand", "goal": "large"}, "1.6"),
        (1, {"position": "S,M"}, "1.9"),
        (1, {"position": "S,-,M"}, "1.9"),
        (1, {"position": "S,S,- done"}, "1.9"),
        (2, {"position": "S,S,-", "mode": "king-tut"}, "1.9"),
        (2, {"mode": "quicksand", "hidden": True, "least": 301}, "3.1"),
        (2, {"mode": "quicksand", "hidden": True, "most": 661}, "3.1"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_clause(
    seats: int, options: dict[str, Any], clause: str
) -> None:
    with pytest.raises(Illegal) as refused:
        begun(seats, **options)
    assert refused.value.clause == f"solitaire {clause}"


@pytest.mark.parametrize(
    "field", [{"ranks": 0}, {"files": 9}, {"limit": 59}, {"sand": 9}, {"rounds": 0}, {"goal": "tiny"}]
)
def test_options_have_limits(field: dict[str, Any]) -> None:
    with pytest.raises(Illegal, match="solitaire options"):
        game.options(**field)


def test_how_many_may_play_follows_from_the_mode() -> None:
    assert list(rules.seats(Options())) == [1]
    assert list(rules.seats(Options(mode="king-tut"))) == [2, 3, 4, 5, 6]
    for mode in ("solo", "king-tut", "quicksand"):
        for seats in rules.seats(game.options(mode=mode)):
            assert isinstance(begun(seats, mode=mode).state, State)


def test_undo_and_hints_are_free_in_the_solo_game_only() -> None:
    assert rules.allows_help(begun(1).state)
    assert not rules.allows_help(begun(2, mode="king-tut").state)
    assert not rules.allows_help(begun(2, mode="quicksand").state)


def test_the_solo_game_ends_with_the_last_hop_or_with_done() -> None:
    m = begun(1, ranks=1, files=3)
    assert acted(m, 0, 0, "a1>c1").over
    stopped = acted(m, 5, 0, "done")
    assert stopped.over
    assert stopped.outcome.points == (18,)
    assert stopped.outcome.winners == ()


def test_a_solo_game_may_begin_from_any_position() -> None:
    m = begun(1, position="S,M,-/-,-,S", goal="medium")
    assert game.notation.write(m.state) == "S,M,-/-,-,S goal M"
    assert m.state == game.notation.read("S,M,-/-,-,S goal M")


def test_nobody_without_a_seat_can_act() -> None:
    for m in (begun(2, mode="king-tut"), begun(2, mode="quicksand"), begun(1)):
        for seat in (-1, 5):
            assert list(rules.actions(m.state, seat)) == []


def test_a_board_changes_for_its_own_seat_only() -> None:
    m = begun(2, mode="quicksand")
    m = acted(acted(m, 0, 0, "start"), 0, 1, "start")
    m = acted(m, 1, 1, "a1>c1")
    assert m.state.boards[0] == board_moves.nests(3, 4)
    assert board_moves.score(m.state.boards[1]) == 69
