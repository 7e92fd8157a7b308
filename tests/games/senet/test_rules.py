"""Senet as it is played: how long a random game is, and who wins it."""

from __future__ import annotations

import random

import pytest

from benben.core import playouts
from benben.core.compiled import compiled
from benben.core.contract import CHANCE, OVER
from benben.games import load
from benben.games.senet import rules

GAMES = 20_000


def test_a_random_game_takes_190_throws_and_the_first_player_wins_a_little_more() -> None:
    tally = playouts.playouts(compiled(rules), rules.start(2, rules.Options()), 2, GAMES, 1)
    assert sum(tally.wins) == GAMES
    assert tally.chances / GAMES == pytest.approx(190.5, abs=2)
    assert tally.wins[0] / GAMES == pytest.approx(0.528, abs=0.012)


def test_a_cap_ends_every_game() -> None:
    tally = playouts.playouts(compiled(rules), rules.start(2, rules.Options(cap=100)), 2, GAMES, 1)
    assert tally.nobody + sum(tally.wins) == GAMES
    assert tally.nobody > GAMES / 2
    assert tally.chances <= 100 * GAMES


def test_a_random_player_chooses_among_three_moves() -> None:
    draw = random.Random("three moves")
    decisions = moves = 0
    for _ in range(100):
        s = rules.start(2, rules.Options())
        while (turn := rules.turn(s)) != OVER:
            if turn == CHANCE:
                (throw,) = draw.choices(
                    [throw for throw, _ in rules.THROWS], [ways for _, ways in rules.THROWS]
                )
                s = rules.settle(s, throw)
            else:
                actions = rules.actions(s, turn)
                decisions, moves = decisions + 1, moves + len(actions)
                s = rules.play(s, turn, draw.choice(actions))
    assert moves / decisions == pytest.approx(3.1, abs=0.1)


def test_pieces_are_never_lost_or_doubled() -> None:
    draw = random.Random("pieces")
    for pieces in range(1, 8):
        m = playouts.random_match(load("senet"), 2, rules.Options(pieces=pieces), draw.randrange, 400)
        s = rules.start(2, m.options)
        home = [0, 0]
        for event in m.events:
            if event.by == CHANCE:
                s = rules.settle(s, event.what)
            else:
                home[event.by] += event.what.land == 31
                s = rules.play(s, event.by, event.what)
            assert s.cones & s.spools == 0
            assert not (s.cones | s.spools) >> 27 & 1
            assert [s.cones.bit_count(), s.spools.bit_count()] == [pieces - home[0], pieces - home[1]]
            assert bool(s.able) == bool(s.throw)
