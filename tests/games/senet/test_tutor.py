"""Senet's tutor: true figures, and the words of the rulebook."""

from __future__ import annotations

from random import Random

import pytest

from benben import bots, games
from benben.games.senet import notation, rules, tutor
from benben.games.senet.rules import Move

SENET = games.load("senet")


def said(position: str, action: str) -> str:
    s = notation.read(position)
    move = notation.find(s, action)
    assert isinstance(move, Move)
    return tutor.reason(s, s.mover, move)


@pytest.mark.parametrize(
    ("position", "action", "sentence"),
    [
        (
            "........../x.o......./.........x x 3",
            "11-14",
            "It brings your cone from 11 ahead to 14. It leaves 14 alone: 25 % that it is sent back.",
        ),
        (
            "........../xo......../.........x x 3",
            "11-14",
            "It brings your cone from 11 ahead to 14. It leaves 14 alone: 37 % that it is sent back.",
        ),
        (
            "........../x..o....../.......... x 3",
            "11x14",
            "It swaps: your cone goes ahead to 14, and the spool there is sent back to 11. "
            "It leaves 14 alone: 25 % that it is sent back.",
        ),
        (
            "........../x...x...../o......... x 3",
            "11-14",
            "14 and 15 guard each other: no spool can swap with them.",
        ),
        (
            "o.......xx/x.....x.../.......... x 3",
            "17-20",
            "It keeps 9, 10 and 11 together, which no spool can pass. "
            "None of your cones can be sent back by the next throw.",
        ),
        (
            "o......x.x/x........./.......... x 1",
            "8-9",
            "9, 10 and 11 are a block: no spool can pass it, and 1 is behind it. Then you throw again.",
        ),
        ("o........./........../.........x x 1", "30-off", "It takes your last cone off the board: you win."),
        (
            "o........./........../........xx x 1",
            "30-off",
            "It takes a cone off the board: 1 to go. Then you throw again.",
        ),
    ],
)
def test_a_reason_gives_what_the_move_does_and_what_it_leaves(
    position: str, action: str, sentence: str
) -> None:
    assert said(position, action) == sentence


def test_the_figure_counts_every_way_in_which_the_sticks_send_a_piece_back() -> None:
    """Against a count by playing every throw and looking where the piece stands then."""
    draw = Random(7)
    for _ in range(200):
        squares = draw.sample([n for n in range(1, 31) if n != 27], 6)
        cones, spools = (sum(1 << square for square in some) for some in (squares[:3], squares[3:]))
        s = rules.State(cones, spools, 1, 0, 0, 0, 0, 5, 0, 0)
        ways = 0
        for throw, weight in rules.THROWS:
            after = rules.settle(s, throw)
            moves = rules.actions(after, 1) if after.mover == 1 else []
            sent = [
                move
                for move in moves
                if move.swap and move.land > move.start and after.cones >> move.land & 1
            ]
            ways += weight if sent else 0
        assert tutor._swap_ways(s, 0)[1] == ways


HARMS = ("It leaves", "passes over a swap", "falls into the water", "which guarded each other")


def test_a_blunder_is_told_with_its_reason_and_both_chances() -> None:
    """The block holds two spools up; breaking it, or leaving a cone alone before them, gives much away."""
    bot = bots.level(SENET, "vizier")
    assert isinstance(bot, bots.ComparingBot)
    draw = Random(3)
    found: set[str] = set()
    for _ in range(150):
        squares = draw.sample([n for n in range(1, 31) if n != 27], 8)
        cones, spools = (sum(1 << square for square in some) for some in (squares[:4], squares[4:]))
        s = rules.settle(
            rules.State(cones, spools, 0, 0, 0, 0, 0, 5, 0, 0), rules.Throw(draw.choice((1, 2, 3)))
        )
        if rules.turn(s) != 0:
            continue
        for action in rules.actions(s, 0):
            compared = bot.compare(s, 0, action, draw.randrange)
            assert compared.worth <= compared.best_worth
            told = tutor.blunder(s, 0, action, compared)
            assert (told is None) == (compared.best_worth - compared.worth < tutor.BLUNDER)
            if told:
                assert told.better == compared.best != action
                assert "You win about " in told.sentence
                found |= {words for words in HARMS if words in told.sentence}
    assert found == set(HARMS)


def test_a_move_is_no_blunder_where_nobody_compared_it() -> None:
    s = notation.read("........../xo......../.........x x 3")
    assert tutor.blunder(s, 0, Move(11, 14, 14, 0), None) is None
