"""What every game promises, written once. Hypothesis chooses the walk."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core import match, perspective
from benben.core.compiled import compiled
from benben.core.contract import CHANCE, EVERYONE, OVER, Event, Game, Illegal, Told, Unreadable
from benben.core.match import Match
from benben.server.tables.journal_row import Remark
from tests.contract.games import CONSERVED, GAMES, as_json, matches, states_of, steps_of

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
some = settings(max_examples=25)
few = settings(max_examples=12)


def seats_and(m: Match) -> list[int | None]:
    return [*range(m.seats), None]


@every_game
@some
@given(data=st.data())
def test_legal_actions_are_distinct_and_playable(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    for seat in range(m.seats):
        actions = list(game.rules.actions(m.state, seat))
        assert all(a != b for n, a in enumerate(actions) for b in actions[:n])
        for action in actions:
            if m.over:  # from outside the rules: nothing follows
                with pytest.raises(Illegal, match="The match is over"):
                    match.after(m, Event(m.at, seat, action))
            else:
                match.after(m, Event(m.at, seat, action))


@every_game
@some
@given(data=st.data())
def test_only_who_has_the_turn_can_act(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    turn = game.rules.turn(m.state)
    assert turn in (CHANCE, EVERYONE, OVER) or 0 <= turn < m.seats
    able = {seat for seat in range(m.seats) if game.rules.actions(m.state, seat)}
    assert able <= set(range(m.seats)) if turn == EVERYONE else able <= {turn}


@every_game
@some
@given(data=st.data())
def test_what_is_not_legal_is_refused_with_a_clause_and_a_sentence(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    pool = [event.what for event in m.events[-30:] if event.what is not None]
    for seat in range(m.seats):
        legal = match.legal_actions(game, m.state, seat)
        for what in pool:
            if what in legal:
                continue
            clause, sentence = game.rules.why(m.state, seat, what)
            assert re.fullmatch(rf"{game.name} \S+", clause)
            assert re.fullmatch(r"[A-Z0-9].*[.]", sentence)
            with pytest.raises(Illegal):
                match.after(m, Event(m.at, seat, what))


@every_game
@few
@given(data=st.data())
def test_what_is_no_action_at_all_is_refused(game: Game, data: st.DataObject) -> None:
    """For example the text of an action: `after` takes what `find` has read, not the text."""
    m = data.draw(matches(game))
    for seat in range(m.seats):
        for what in ("nonsense", "7", "a1>c1", "10-14", 7, None, (1, 2), ["go"]):
            with pytest.raises(Illegal, match=r"[A-Z].*[.]"):
                match.after(m, Event(m.at, seat, what))


@every_game
@some
@given(data=st.data())
def test_chance_has_distinct_outcomes_of_positive_weight(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    if game.rules.turn(m.state) != CHANCE:
        with pytest.raises(Illegal):
            match.after(m, Event(m.at, CHANCE, None))
        return
    rows = game.rules.chances(m.state)
    assert 0 < len(rows) < 1000
    assert all(isinstance(weight, int) and weight > 0 for _, weight in rows)
    assert all(a != b for n, (a, _) in enumerate(rows) for b, _ in rows[:n])
    for what, _ in rows if not m.over else ():
        match.after(m, Event(m.at, CHANCE, what))


@every_game
@some
@given(data=st.data())
def test_somebody_can_act_or_a_deadline_lies_ahead_unless_it_is_over(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    if game.rules.turn(m.state) == CHANCE:
        assert game.rules.chances(m.state)
    elif not m.over:
        limit = match.deadline(m)
        able = any(game.rules.actions(m.state, seat) for seat in range(m.seats))
        assert able or (limit is not None and limit >= m.at)


@every_game
@few
@given(data=st.data())
def test_a_walk_ends_with_an_outcome_in_which_the_winners_are_best(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game, longest=3000, chosen=0))
    if not m.over:
        return
    places, winners, points, reason = m.outcome
    assert len(places) == len(points) == m.seats
    assert min(places) == 1 or not winners  # where nobody wins nobody need be first
    assert all(places[seat] == 1 for seat in winners)
    assert reason
    assert reason[-1] != "."
    assert m.ended or not any(game.rules.actions(m.state, seat) for seat in range(m.seats))


@every_game
@some
@given(data=st.data())
def test_no_piece_is_lost_or_made(game: Game, data: st.DataObject) -> None:
    conserved = CONSERVED.get(game.name)
    if conserved:
        for s in states_of(data.draw(matches(game))):
            assert conserved(s), game.notation.write(s)


@every_game
@some
@given(data=st.data())
def test_states_events_and_views_survive_json(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    rules: Any = game.rules
    views: Any = game.views
    assert as_json(m.state, rules.State) == m.state
    for seat in seats_and(m):
        v = views.view(m.state, seat)
        assert as_json(v, views.View) == v
    for event in m.events[-5:]:
        if event.what is not None:
            kind = game.Chance if event.by == CHANCE else game.Action
            assert as_json(event.what, kind) == event.what


@every_game
@few
@given(data=st.data())
def test_a_game_without_secrets_looks_the_same_to_everybody(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    if perspective.has_secrets(game):
        return
    for s, event in zip(states_of(m), m.events, strict=False):
        for seat in range(m.seats):
            assert game.views.view(s, seat) == game.views.view(s, None)
            assert game.views.seen(s, event, seat) == event


@every_game
@some
@given(data=st.data())
def test_pictures_and_choices_survive_json(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    for seat in seats_and(m):
        v = game.views.view(m.state, seat)
        picture = game.views.picture(v)
        assert as_json(picture, game.views.Picture) == picture
        if game.rules.turn(m.state) == CHANCE:
            assert game.views.thrower(v) in seats_and(m)
        for action in game.rules.actions(m.state, seat) if seat is not None else ():
            choice: Any = game.views.choice(v, seat or 0, action)
            assert as_json(choice, game.views.Choice) == choice
            assert choice.text == game.notation.name(m.state, action)


@every_game
@some
@given(data=st.data())
def test_notation_reads_what_it_writes(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game))
    text = game.notation.write(m.state)
    assert text.isprintable()
    assert game.notation.read(text) == m.state
    turn = game.rules.turn(m.state)
    whats = [what for what, _ in game.rules.chances(m.state)] if turn == CHANCE else []
    for seat in range(m.seats):
        whats += [a for a in game.rules.actions(m.state, seat) if a not in whats]
    names = [game.notation.name(m.state, what) for what in whats]
    assert len(set(names)) == len(names)
    for what, name in zip(whats, names, strict=True):
        assert name.isprintable()
        assert game.notation.find(m.state, name) == what


@every_game
@pytest.mark.parametrize("word", sorted({*get_args(Remark)} - {"resign"}))
def test_no_event_is_written_like_a_remark_of_the_table(game: Game, word: str) -> None:
    s = match.begin(game, game.seats_for(game.options())[0], game.options()).state
    with pytest.raises(Unreadable):
        game.notation.find(s, word)


@every_game
@few
@given(data=st.data())
def test_every_event_is_told_in_words_to_everybody(game: Game, data: st.DataObject) -> None:
    m = data.draw(matches(game, longest=60))
    for s, event in steps_of(m)[-8:]:
        for seat in seats_and(m):
            told = game.notation.tell(game.views.view(s, seat), game.views.seen(s, event, seat))
            assert isinstance(told, Told)
            assert told.words
            assert told.seat in seats_and(m)


@every_game
@settings(max_examples=60)
@given(data=st.data(), text=st.text(max_size=60))
def test_what_is_not_notation_is_unreadable_and_nothing_worse(
    game: Game, data: st.DataObject, text: str
) -> None:
    m = data.draw(matches(game, longest=40, chosen=2))
    mangled = mangle(data, game.notation.write(m.state))
    for unsure in (text, mangled):
        with suppress(Unreadable):
            assert game.notation.write(game.notation.read(unsure)) == unsure
    named = [game.notation.name(m.state, event.what) for event in m.events[-3:] if event.what is not None]
    for unsure in (text, *(mangle(data, one) for one in named)):
        with suppress(Unreadable):
            what = game.notation.find(m.state, unsure)
            for seat in range(m.seats):
                if what not in game.rules.actions(m.state, seat):
                    assert all(game.rules.why(m.state, seat, what))


def mangle(data: st.DataObject, text: str) -> str:
    """One character more, less or other."""
    at = data.draw(st.integers(0, len(text)))
    return text[:at] + data.draw(st.text("0129 -/x.~:,o#é\n", max_size=2)) + text[at + 1 :]


@every_game
@few
@given(data=st.data())
def test_machine_code_agrees_with_the_plain_rules(game: Game, data: st.DataObject) -> None:
    rules = game.rules
    m = data.draw(matches(game))
    engine = compiled(rules).fitting(m.state)
    for s in states_of(m)[-20:]:
        turn = rules.turn(s)
        assert engine.turn(s) == turn
        if turn == CHANCE:
            assert list(engine.chances(s)) == list(rules.chances(s))
            for what, _ in rules.chances(s):
                assert engine.settle(s, what) == rules.settle(s, what)
        if turn == OVER:
            winners = rules.outcome(s).winners
            assert engine.winner(s) == (winners[0] if len(winners) == 1 else -1)
        for seat in range(m.seats):
            actions = list(rules.actions(s, seat))
            assert list(engine.actions(s, seat)) == actions
            assert engine.breadth(s, seat) == len(actions)
            for n, action in enumerate(actions):
                assert engine.nth(s, seat, n) == action
                assert engine.pick(s, seat, ((n << 32) + (1 << 31)) // len(actions)) == action
                assert engine.play(s, seat, action) == rules.play(s, seat, action)


@every_game
def test_options_have_defaults_and_are_described_for_the_player(game: Game) -> None:
    game.options()
    for field in msgspec.json.schema(game.Options)["$defs"][game.Options.__name__]["properties"].values():
        assert field["description"]
        assert "default" in field
    with pytest.raises(Illegal):
        game.options(nothing_of_the_sort=1)


@every_game
def test_a_match_needs_as_many_seats_as_the_game_has(game: Game) -> None:
    able = game.seats_for(game.options())
    assert set(able) <= set(game.seats)
    for seats in {0, able[0] - 1, able[-1] + 1}:
        with pytest.raises(Illegal):
            match.begin(game, seats, game.options())
    for seats in able:
        match.begin(game, seats, game.options())
