"""The reader of The Pyramid of Horus takes every position of a game, and none that no game can reach."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from benben import games
from benben.core import match
from benben.core.contract import CHANCE, Event, Unreadable
from benben.games.horus.board import DAVID, DEAD, ESCAPED
from benben.games.horus.rules import leaves
from benben.games.horus.rules.events import RESIGN
from benben.games.horus.rules.state import State, is_in_play
from tests.games.horus import referee

HORUS = games.load("horus")
RULES, NOTATION = HORUS.rules, HORUS.notation


@given(
    seats=st.integers(2, 6),
    seed=st.integers(0, 2**32),
    limit=st.integers(0, 400),
    quits=st.sampled_from([0, 0, 60, 12]),
    options=st.sampled_from([{}, {"load": "literal"}, {"adventurers": "chosen", "reaction": 600}]),
)
@example(seats=2, seed=2, limit=2, quits=12, options={"adventurers": "chosen"})  # one leaves unchosen
@example(seats=2, seed=233, limit=217, quits=0, options={})  # the last one flees from under the block
def test_every_position_of_a_game_is_read_back(
    seats: int, seed: int, limit: int, quits: int, options: dict[str, Any]
) -> None:
    """Positions of random matches; a seat resigns in one of `quits` events, or never if that is 0."""
    random = Random(seed)
    m = match.begin(HORUS, seats, HORUS.options(**options))
    for _ in range(limit):
        assert NOTATION.read(NOTATION.write(m.state)) == m.state
        if m.over:
            return
        leaving = [seat for seat in range(seats) if leaves(m.state, seat)]
        if quits and leaving and not random.randrange(quits):
            m = match.after(m, Event(m.at, random.choice(leaving), RESIGN))
        else:
            m = match.after(m, referee.deep_event(m, random.randrange))


def positions(seed: int) -> list[State]:
    """All positions of a long game without resigning."""
    m = referee.deep(HORUS, 2 + seed % 5, seed, 700)
    s = RULES.start(m.seats, m.options)
    found = [s]
    for event in m.events:
        s = RULES.settle(s, event.what) if event.by == CHANCE else RULES.play(s, event.by, event.what)
        found.append(s)
    return found


def is_read(s: State) -> bool:
    try:
        return bool(NOTATION.read(NOTATION.write(s)) == s)
    except Unreadable:
        return False


def with_seat(s: State, seat: int, **changes: Any) -> State:
    p = replace(s.players[seat], **changes)
    return replace(s, players=(*s.players[:seat], p, *s.players[seat + 1 :]))


@pytest.mark.parametrize("seed", range(3))
def test_an_action_or_a_wll_that_no_die_and_no_load_gives_is_not_read(seed: int) -> None:
    for s in positions(seed):
        for seat, p in enumerate(s.players):
            assert not is_read(with_seat(s, seat, wll=9))
            given_ = sum(pips >= p.wll and not p.cursed >> die & 1 for die, pips in enumerate(s.roll))
            if p.place == DEAD or s.phase in ("load", "stamina", "roll"):
                given_ = 0
            if given_ < 5:
                assert not is_read(with_seat(s, seat, actions=given_ + 1))


@pytest.mark.parametrize("seed", range(3))
def test_a_round_without_its_roll_and_a_mummy_that_nobody_shot_are_not_read(seed: int) -> None:
    for s in positions(seed):
        if s.round and s.phase not in ("load", "stamina", "roll", "score", "chest", "over"):
            assert not is_read(replace(s, roll=()))
        if s.shot < 0 and all(p.ready or p.adventurer != DAVID for p in s.players):
            assert not is_read(replace(s, shot=seed % 3))


def test_the_ankh_is_with_a_dead_seat_only_because_its_holder_may_resign() -> None:
    """Before Phase 3 nobody escapes, but a seat that resigns keeps the Ankh until Phase 6 (7.1, 7.6)."""
    tried = 0
    for s in positions(4):
        if s.phase == "roll" and not any(s.roll):
            others = [p for seat, p in enumerate(s.players) if seat != s.ankh and is_in_play(p)]
            resigned = RULES.play(s, s.ankh, RESIGN) if others else s
            assert is_read(resigned)
            assert not is_read(with_seat(s, s.ankh, place=ESCAPED))
            tried += 1
    assert tried > 3
