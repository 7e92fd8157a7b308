"""A match begins at any position that its game writes; it is played to the end, and its record verifies."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core import match, playouts, record
from benben.core.contract import CHANCE, OVER, Draw, Game, Illegal, Unreadable
from benben.core.entries import Undone
from benben.core.match import Match
from benben.core.opening_position import opening_at
from benben.core.record.verify import verify_record
from tests.contract.games import GAMES, game_of, matches, option_values
from tests.contract.played import played

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
some = settings(max_examples=25)
few = settings(max_examples=8)


@every_game
@some
@given(data=st.data())
def test_a_match_begins_at_any_position_of_another_that_is_not_over(game: Game, data: st.DataObject) -> None:
    before = data.draw(matches(game))
    text = game.notation.write(before.state)
    if game.rules.turn(before.state) == OVER:
        with pytest.raises(Illegal, match="over"):
            opening_at(game, text)
        return
    opening = opening_at(game, text)
    assert (opening.seats, opening.state) == (before.seats, before.state)
    assert opening.at <= before.at
    m = match.begin(game, opening.seats, opening.options, text)
    assert (m.state, m.first, m.at, len(m.events)) == (before.state, before.state, opening.at, 0)
    assert (m.turn, match.deadline(m)) == (game.rules.turn(before.state), match.deadline(before))


@every_game
@few
@given(data=st.data())
def test_such_a_match_ends_and_its_record_verifies(game: Game, data: st.DataObject) -> None:
    before = data.draw(matches(game, longest=80))
    if game.rules.turn(before.state) == OVER:
        return
    text = game.notation.write(before.state)
    seed = data.draw(st.integers(0, 2**32))
    later = played(game, seed, position=text)
    assert later.match.over
    whole = later.record()
    assert (whole.format, whole.position) == (3, text)
    assert record.read(record.write_text(whole)) == whole == record.read(record.write_json(whole))
    verdict = verify_record(whole, game_of)
    assert verdict.good, verdict
    assert verdict.draws == sum(line.by == CHANCE for line in whole.entries)
    again = record.match_of(whole, game_of)
    assert again.state == later.match.state
    assert match.state_at(again, 0) == before.state


@every_game
def test_a_walk_from_a_position_ends_by_the_rules(game: Game) -> None:
    draw = Random(11).randrange
    m = _walked(game, 6, draw)
    text = game.notation.write(m.state)
    opening = opening_at(game, text)
    m = match.begin(game, opening.seats, opening.options, text)
    for _ in range(30_000):
        if m.over:
            break
        m = match.after(m, playouts.random_event(m, draw))
    assert m.over
    assert m.outcome == game.rules.outcome(m.state) or m.ended is not None


@every_game
def test_what_is_taken_back_leads_to_the_position_again(game: Game) -> None:
    draw = Random(3).randrange
    m = _walked(game, 3, draw)
    text = game.notation.write(m.state)
    later = begun = match.begin(game, m.seats, opening_at(game, text).options, text)
    for _ in range(3):
        later = match.after(later, playouts.random_event(later, draw))
    back = match.after(later, Undone(later.at, 0, 0))
    assert (back.state, back.events, back.draws) == (begun.state, begun.events, 0)


@every_game
@some
@given(data=st.data())
def test_a_state_tells_the_options_with_which_it_came_about(game: Game, data: st.DataObject) -> None:
    options = data.draw(option_values(game))
    for seats in game.seats_for(options):
        try:
            s = game.rules.start(seats, options)
        except Illegal:
            continue
        assert game.rules.start(seats, game.options_in(s)) == s


@every_game
@some
@given(data=st.data())
def test_no_state_tells_of_a_time_to_come(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    if game.timing is None:
        return
    limit = game.timing.deadline(m.state)
    assert 0 <= game.timing.moment(m.state) <= m.at
    assert limit is None or game.timing.moment(m.state) < limit


def test_a_position_of_other_seats_or_options_is_refused() -> None:
    game = game_of("senet")
    text = "........../..x..oo..x/..o....... x 3"
    with pytest.raises(Illegal, match="one for 2 players, not for 3"):
        match.begin(game, 3, game.options(), text)
    with pytest.raises(Illegal, match="pieces 5, and the options say 3"):
        match.begin(game, 2, game.options(pieces=3), text)


def test_a_text_that_the_game_does_not_write_is_refused() -> None:
    game = game_of("senet")
    with pytest.raises(Unreadable, match="in notation that is"):
        opening_at(game, "........../..x..oo..x/..o....... x 3 of 5")
    with pytest.raises(Unreadable, match="three rows"):
        opening_at(game, "nonsense")


def test_a_position_whose_time_has_run_out_is_refused() -> None:
    game = game_of("solitaire")
    text = "SML,SML,SML/SML,SML,SML/SML,SML,SML ; king-tut 1/1 1 ready 99999999999 ; -,-"
    with pytest.raises(Illegal, match="time has run out"):
        opening_at(game, text)


def test_a_position_on_boards_that_are_not_printed_is_refused() -> None:
    game = game_of("gate")
    start = game.rules.start(2, game.options(box=77))
    with pytest.raises(Illegal, match="made for that match"):
        opening_at(game, game.notation.write(start))


def _walked(game: Game, events: int, draw: Draw) -> Match:
    """A match after some events of a random walk, which are too few to end it."""
    seats = game.seats_for(game.options())[0]
    return playouts.random_match(game, seats, game.options(), draw, events)
