"""What a player of Pyramydal is remembered for, and what comes near and is not."""

from __future__ import annotations

from benben import games
from benben.core.contract import Event
from benben.games.pyramydal.rules import RESIGN
from tests.games.finished import Deed, earned

PYRAMYDAL = games.load("pyramydal")


def test_three_large_ones() -> None:
    last = "........r1.. | 4,=,6 | r3r3r3,-,b1b1 | -,-,- | 1 move last"
    assert earned(PYRAMYDAL, last, ["decline", "build r3r3r3"])[0] == ("three-large",)


def test_three_medium_ones_and_three_large_ones_left_lying_are_not_enough() -> None:
    medium = "........r1.. | 4,=,6 | r2r2r2,-,b1b1 | -,-,- | 1 move last"
    assert earned(PYRAMYDAL, medium, ["decline", "build r2r2r2"])[0] == ()
    left = "........r1.. | 4,=,6 | r3r3r3,-,b1b1 | -,-,- | 1 move last"
    assert earned(PYRAMYDAL, left, ["decline", "end"])[0] == ()


def test_a_statue_with_the_virtual_pyramid() -> None:
    mono = "........r1.. | 4,=,6 | y2y1y1,-,b1b1 | -,-,- | 1 move last"
    assert earned(PYRAMYDAL, mono, ["decline"])[2] == ("virtual-statue",)
    mixed = "........r1.. | 4,=,6 | y2y1y1,-,g2b3 | -,-,- | 1 move last"
    assert "virtual-statue" in earned(PYRAMYDAL, mixed, ["decline"])[2]


def test_a_mini_with_the_virtual_pyramid_is_no_statue_of_three() -> None:
    mini = "........r1.. | 4,=,6 | y2y1y1g1,-,b1 | -,-,- | 1 move last"
    assert "virtual-statue" not in earned(PYRAMYDAL, mini, ["decline"])[2]
    without = "........r1.. | 4,=,6 | b1b1,-,y3y2y1 | -,-,- | 1 move last"
    assert earned(PYRAMYDAL, without, ["decline"])[0] == (), "the virtual pyramid is another seat's"


def test_a_win_with_the_fewest_pyramids() -> None:
    few = "........r1........ | 9,=,4 | r3r3,y2y1y1,g1b1b1 | -,-,- | 3 move last"
    assert earned(PYRAMYDAL, few, ["decline"]) == (("virtual-statue", "fewest"), (), ())


def test_as_many_as_another_are_not_the_fewest_and_a_loser_has_not_won() -> None:
    as_many = "........r1........ | 9,=,4 | r3r3,y2y1y1b1,b1b1 | -,-,- | 3 move last"
    assert earned(PYRAMYDAL, as_many, ["decline"])[0] == ("virtual-statue",)
    loser = "........r1........ | 9,=,4 | r1y1,y3y3y2,g1b1b1 | -,-,- | 3 move last"
    assert earned(PYRAMYDAL, loser, ["decline"]) == ((), (), ())


def test_whose_rivals_leave_has_not_won() -> None:
    few = "........r1........ | 9,=,4 | r3r3,y2y1y1,g1b1b1 | -,-,- | 3 move last"
    assert earned(PYRAMYDAL, few, [Event(0, 2, RESIGN)]) == ((), (), ())
    one: list[Deed] = [Event(0, 1, RESIGN), "decline"]
    assert earned(PYRAMYDAL, few, one)[0] == ("virtual-statue", "fewest"), "the others played on"
