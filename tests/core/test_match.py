"""A match is a list of entries folded through a game, and the only judge of legality."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from benben.core import match
from benben.core.contract import CHANCE, TIME, Event, Illegal
from benben.core.entries import Aborted, Entry, Flagged, Reseated, Resigned, Undone
from benben.core.match import Match
from benben.core.replay import Fold, replay
from tests.contract import caskets, pebbles
from tests.contract.caskets import Dealt, Lay, Lit, Look, Peek, Turned
from tests.contract.pebbles import Take, Throw

SECRET, SEEDS = "ab" * 32, ("0" * 32, "1" * 32)


def played(*entries: Entry, heap: int = 12) -> Match:
    return replay(pebbles.game, 2, pebbles.game.options(heap=heap), entries)


def throw(at: int, value: int) -> Event:
    return Event(at, CHANCE, Throw(value))


def take(at: int, seat: int, pebbles: int) -> Event:
    return Event(at, seat, Take(pebbles))


def candle(*entries: Entry) -> Match:
    """Two seats with one card each, 3 and 5, and a candle lit at 100 ms that burns down at 4100."""
    first: list[Entry] = [Event(0, CHANCE, Dealt(0, 3)), Event(0, CHANCE, Dealt(1, 5))]
    light: list[Entry] = [Event(100, CHANCE, Lit(4000))]
    return replay(caskets.game, 2, caskets.game.options(cards=1), [*first, *light, *entries])


def test_a_match_is_what_its_entries_make_of_it() -> None:
    m = played(throw(5, 3), take(7, 0, 2))
    assert (m.state.heap, m.state.mover, len(m.events), m.length, m.at) == (10, 1, 2, 2, 7)
    assert not m.over


def test_matches_with_the_same_entries_are_equal() -> None:
    assert played(throw(5, 3), take(7, 0, 2)) == played(throw(5, 3), take(7, 0, 2))
    for other in (
        played(throw(5, 3)),
        played(throw(5, 3), take(8, 0, 2)),
        played(throw(5, 3), take(7, 0, 1)),
    ):
        assert played(throw(5, 3), take(7, 0, 2)) != other


def test_the_rules_end_a_match() -> None:
    m = played(throw(0, 2), take(0, 0, 2), heap=2)
    assert m.over
    assert m.outcome.winners == (0,)


@pytest.mark.parametrize(
    ("entry", "clause"),
    [
        (take(9, 1, 1), "pebbles 2"),
        (take(9, 0, 3), "pebbles 3"),
        (take(9, 2, 1), "match"),
        (take(9, -2, 1), "match"),
        (throw(9, 1), "match"),
        (Event(9, 0, Throw(1)), "pebbles 1"),
        (Event(9, TIME, None), "match"),
        (take(4, 0, 1), "match"),
        (Undone(9, 0, 1), "match"),
        (Undone(9, 0, -1), "match"),
        (Undone(9, 5, 0), "match"),
        (Resigned(9, 2), "match"),
        (Flagged(9, -1), "match"),
        (Aborted(9, 3), "match"),
        (Reseated(9, 3, "a", ""), "match"),
    ],
)
def test_what_may_not_follow_is_refused_with_its_clause(entry: Entry, clause: str) -> None:
    m = played(throw(5, 2))
    with pytest.raises(Illegal) as refused:
        match.after(m, entry)
    assert refused.value.clause == clause
    fold = Fold(pebbles.game, 2, pebbles.game.options())
    fold.add(throw(5, 2))
    with pytest.raises(Illegal) as refused:
        fold.add(entry)
    assert refused.value.clause == clause
    assert fold.match == m


def test_a_throw_does_not_pass_for_taking_as_many() -> None:
    assert tuple(Throw(1)) == tuple(Take(1)), "and so named tuples are equal"
    with pytest.raises(Illegal):
        played(Event(0, CHANCE, Take(1)))


def test_nothing_follows_the_end() -> None:
    for end in (Resigned(0, 0), Flagged(0, 0), Aborted(0, 0)):
        m = played(end)
        for entry in (throw(0, 1), Undone(0, 0, 0), Resigned(0, 1), Reseated(0, 0, "a", "")):
            with pytest.raises(Illegal, match="over"):
                match.after(m, entry)


def test_who_resigns_or_runs_out_of_time_is_last_and_all_others_win() -> None:
    three = match.begin(caskets.game, 3, caskets.game.options())
    for end, words in ((Resigned(4, 1), "seat 2 resigned"), (Flagged(4, 1), "seat 2 ran out of time")):
        assert match.after(three, end).outcome == ((1, 3, 1), (0, 2), (1, 0, 1), words)
    assert match.after(three, Aborted(4, 1)).outcome == ((1, 1, 1), (), (0, 0, 0), "broken off")


def test_a_seat_gives_up_by_an_action_where_the_game_has_one_for_it() -> None:
    m = played(throw(5, 3))
    assert match.resignation(m, 1, 9) == Resigned(9, 1)
    resignation = SimpleNamespace(RESIGN="leave", leaves=lambda s, seat: True)  # noqa: ARG005
    goes_on = match.Match(
        replace(pebbles.game, resignation=resignation), m.seats, m.options, m.state, m.events
    )
    assert match.resignation(goes_on, 1, 9) == Event(9, 1, "leave")


def test_what_is_taken_back_stays_in_the_log_and_leaves_the_state_as_it_was() -> None:
    before = played(throw(5, 3))
    m = played(throw(5, 3), take(7, 0, 2), throw(8, 1), Undone(9, 0, 1))
    assert m.state == before.state
    assert m.events == before.events
    assert (m.length, m.at) == (4, 9)
    assert match.after(m, take(9, 0, 1)).state.heap == 11


def test_undo_is_free_back_to_the_last_event_of_somebody_else() -> None:
    m = played(throw(5, 3), take(7, 0, 2))
    assert match.free_undo(m, 0) == 1
    assert match.free_undo(m, 1) is None
    assert match.free_undo(played(throw(5, 3)), 0) is None
    assert match.free_undo(played(throw(5, 3), take(7, 0, 2), throw(8, 1)), 0) is None
    assert match.free_undo(played(throw(5, 3), take(7, 0, 2), Resigned(8, 1)), 0) is None


def test_a_throw_taken_back_falls_the_same_again() -> None:
    m = played()
    first = match.next_chance_event(m, SECRET, SEEDS, 0)
    m = match.after(m, first)
    m = match.after(m, take(0, 0, 1))
    second = match.next_chance_event(m, SECRET, SEEDS, 0)
    m = match.after(match.after(m, second), Undone(0, 0, 0))
    assert match.next_chance_event(m, SECRET, SEEDS, 3).what == first.what
    m = match.after(match.after(m, first), take(0, 0, 1))
    assert match.next_chance_event(m, SECRET, SEEDS, 4).what == second.what


def test_draws_are_by_the_weights_of_the_rules() -> None:
    throws = [
        match.chance_event(pebbles.game, played().state, n, SECRET, SEEDS, 0).what.value for n in range(600)
    ]
    assert throws.count(1) > throws.count(2) > throws.count(3) > 60


def test_a_change_of_seat_changes_nothing_in_the_game() -> None:
    m = played(throw(5, 3), Reseated(6, 0, "Senbi", "scribe"))
    assert m.state == played(throw(5, 3)).state
    assert m.length == 2


def test_time_acts_at_its_deadline_and_not_otherwise() -> None:
    m = candle()
    assert match.deadline(m) == 4100
    for at in (4099, 4101):
        with pytest.raises(Illegal):
            match.after(m, Event(at, TIME, None))
    m = match.after(m, Event(4100, TIME, None))
    assert m.state.laid == (3, 5)
    assert match.deadline(m) is None
    assert match.after(m, Event(4100, CHANCE, Turned((3, 5)))).state.points == (0, 1)


@pytest.mark.parametrize("at", [4100, 4101, 9000])
def test_what_a_player_does_at_or_after_the_deadline_is_too_late(at: int) -> None:
    with pytest.raises(Illegal, match="Too late"):
        candle(Event(at, 0, Lay(3)))


def test_no_entry_at_all_gets_past_a_deadline_before_time_has_acted() -> None:
    late: list[Entry] = [Resigned(4101, 0), Reseated(4101, 0, "a", ""), Undone(4101, 0, 2)]
    for entry in late:
        with pytest.raises(Illegal, match="Too late"):
            candle(entry)


def test_nothing_is_taken_back_into_a_time_that_has_run_out() -> None:
    m = candle(Event(200, 0, Lay(3)), Event(4000, 1, Lay(5)))
    assert match.after(m, Undone(4099, 1, 4)).state.laid == (3, 0)
    with pytest.raises(Illegal, match="run out since"):
        match.after(m, Undone(4100, 1, 4))


def test_what_chance_does_is_judged_at_its_own_time() -> None:
    m = candle(Event(200, 0, Peek()))
    assert match.after(m, Event(200, CHANCE, Look(6))).state.casket == 6
    drawn = match.next_chance_event(m, SECRET, SEEDS, 300)
    assert match.after(m, drawn).state.now == 300


def test_a_fold_and_single_steps_agree() -> None:
    entries: list[Entry] = [throw(0, 1), take(1, 0, 1), Undone(2, 0, 1), take(3, 0, 1), throw(4, 3)]
    entries.append(Undone(5, 1, 0))
    fold, m = Fold(pebbles.game, 2, pebbles.game.options()), played()
    for entry in entries:
        fold.add(entry)
        m = match.after(m, entry)
        assert fold.match == m
        assert fold.draws == sum(event.by == CHANCE for event in m.events)
        assert fold.state == m.state
