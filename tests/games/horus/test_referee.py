"""The Pyramid of Horus against a second reading of its rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben import games
from benben.core.contract import CHANCE, OVER
from benben.core.match import Match
from benben.games.horus import board
from tests.contract.games import matches, states_of
from tests.games.horus import referee

HORUS = games.load("horus")


def test_the_map_is_the_one_that_was_drawn() -> None:
    assert set(board.SPACES) == referee.spaces()
    assert len(board.SPACES) == 64
    for space, name in enumerate(board.SPACES):
        assert {board.SPACES[other] for other in board.NEAR[space]} == referee.neighbours(name), name
    assert [board.SPACES[space] for space in board.WALK] == referee.corridor()
    assert {n: board.SPACES[board.BLOCK_SPACES[n]] for n in range(1, 37)} == referee.numbers()


@settings(max_examples=60)
@given(blocks=st.sets(st.integers(1, 36)))
def test_the_way_to_the_door_is_found_behind_any_blocks(blocks: set[int]) -> None:
    reached = board.reachable(sum(1 << board.BLOCK_SPACES[number] for number in blocks))
    names = {name for space, name in enumerate(board.SPACES) if reached >> space & 1}
    assert names == referee.open_to_the_door(frozenset(referee.numbers()[number] for number in blocks))


def test_the_decks_hold_the_cards_that_were_named() -> None:
    cards = {board.card_name(card): many for deck in board.DECKS for card, many in deck}
    for god, values in board.CONTENTS.items():
        cards |= {f"{value} {board.GODS[god]}": 1 for value in values}
    assert cards == dict(referee.CARDS)
    assert [sum(deck) for deck in board.FULL] == [18, 18, 18]


@settings(max_examples=6)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 6), load=st.sampled_from(("banded", "literal")))
def test_what_must_hold_holds_in_every_position_of_a_long_game(seed: int, seats: int, load: str) -> None:
    m = referee.deep(HORUS, seats, seed, 700, load=load)
    for s in states_of(m):
        referee.check(HORUS.notation.write(s))


@settings(max_examples=8)
@given(m=matches(HORUS, longest=300))
def test_what_must_hold_holds_when_rare_things_happen(m: Match) -> None:
    for s in states_of(m)[-40:]:
        referee.check(HORUS.notation.write(s))


@settings(max_examples=3)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 6))
def test_a_long_game_can_be_written_down_and_read_at_any_moment(seed: int, seats: int) -> None:
    for s in states_of(referee.deep(HORUS, seats, seed, 700)):
        assert HORUS.notation.read(HORUS.notation.write(s)) == s


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_game_between_players_who_never_leave_ends_with_the_last_block_at_the_latest(seats: int) -> None:
    s, rules = HORUS.rules.start(seats, HORUS.options()), HORUS.rules
    for n in range(20_000):
        turn = rules.turn(s)
        if turn == OVER:
            break
        if turn == CHANCE:
            rows = rules.chances(s)
            s = rules.settle(s, rows[n * 7919 % len(rows)][0])
        else:
            able = [one for one in rules.actions(s, turn) if getattr(one, "word", "") != "exit"]
            s = rules.play(s, turn, able[n * 104729 % len(able)])
    assert rules.turn(s) == OVER
    assert s.round <= 36


def test_a_mummy_touches_as_often_as_it_should() -> None:
    """A mummy comes to a space d ahead if at least d of five dice show 4 or more."""
    ways = dict.fromkeys(range(6), 0)
    for code in range(2**5):
        ways[code.bit_count()] += 1
    for d, chance in ((1, 0.97), (2, 0.81), (3, 0.50), (4, 0.19), (5, 0.03)):
        space = board.WALK[5 + d]
        touched = sum(many for steps, many in ways.items() if board.MARCH[5, 1][steps][2] >> space & 1)
        assert touched / 32 == pytest.approx(chance, abs=0.005)


def test_the_last_position_of_every_path_keeps_its_cards() -> None:
    m = referee.deep(HORUS, 4, 11, 2000)
    assert m.over
    for s in states_of(m):
        cards = sum(map(sum, s.decks)) + len([card for card in s.gone if card in board.SLOT])
        cards += sum(map(len, s.dropped))
        for p in s.players:
            cards += sum(p.equipment) + sum(p.wounds[:3]) + sum(card < board.SECRET for card in p.treasures)
        cards += s.phase == "wound" and s.pending.wound != board.BLOCK
        assert cards == 54
