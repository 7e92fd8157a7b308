"""What a player of Senet is remembered for, and what comes near and is not."""

from __future__ import annotations

import pytest

from benben import games
from benben.core.entries import Aborted, Reseated, Resigned, Undone
from tests.games.finished import Deed, earned

SENET = games.load("senet")
ALL_OFF: list[Deed] = ["throw 6", "30-off", "29-off", "28-off"]


def of_first(position: str, deeds: list[Deed]) -> tuple[str, ...]:
    return earned(SENET, position, deeds)[0]


def test_three_pieces_off_with_one_throw() -> None:
    position = "........../o........./.......xxx x - of 3"
    assert earned(SENET, position, ALL_OFF) == (("three-in-one-throw", "far-behind"), ())


def test_two_with_one_throw_and_one_with_the_next_are_not_three() -> None:
    position = "o........./o........./........xx x - of 3"
    assert earned(SENET, position, ["throw 4", "30-off", "29-off"]) == ((), ())
    three = "o........./o........./.......xxx x - of 3"
    assert earned(SENET, three, ["throw 4", "30-off", "29-off", "decline", "throw 6", "28-off"]) == ((), ())


def test_a_win_from_far_behind() -> None:
    """Three cones were there when one spool was left; with two it would have been nothing."""
    slow: list[Deed] = ["throw 1", "30-off", "throw 4", "29-off", "decline", "throw 4", "28-off"]
    assert of_first("........../o........./.......xxx x -", slow) == ("far-behind", "never-sent-back")
    assert of_first("........../o........./.......xxx x - of 3", slow) == ("far-behind",)
    assert of_first("........../o........./........xx x - of 3", slow[:4]) == ()
    assert of_first("........../oo......../.......xxx x - of 3", slow) == ()


def test_a_win_in_which_nothing_was_sent_back() -> None:
    """The spool is behind the cone on 25: it attacks, or it does not."""
    position = "........../........../o...x..... o -"
    last: list[Deed] = ["throw 6", "25-off"]
    assert of_first(position, ["throw 2", "21-23", *last]) == ("never-sent-back",)
    attacked: list[Deed] = ["throw 4", "21x25", "throw 2", "25-27~15", "throw 4", "21-25", *last]
    assert of_first(position, attacked) == ()
    assert of_first(position + " of 4", ["throw 2", "21-23", *last]) == ()


def test_what_counts_in_no_game() -> None:
    position = "o........./........../.......xxx x - of 3"
    assert earned(SENET, position, ALL_OFF)[0]
    assert earned(SENET, position, ALL_OFF, advised=[0]) == ((), ())
    assert earned(SENET, position, ALL_OFF, advised=[1])[0]
    assert earned(SENET, position, [Reseated(0, 0, "Scribe", "scribe"), *ALL_OFF]) == ((), ())
    assert earned(SENET, position, [*ALL_OFF[:3], Aborted(0, 1)]) == ((), ())


def test_who_leaves_earns_nothing_and_whose_rival_leaves_has_not_won() -> None:
    position = "o........./o........./.......xxx x - of 4"
    three: list[Deed] = ["throw 6", "30-off", "29-off", "28-off"]
    with_one_more = position.replace("/o..", "/o.x", 1)
    assert earned(SENET, with_one_more, [*three, Resigned(0, 1)])[0] == ("three-in-one-throw",)
    assert earned(SENET, with_one_more, [*three, Resigned(0, 0)]) == ((), ())
    one_left = "........../o..x....../.......xxx x - of 4"
    assert earned(SENET, one_left, ["throw 1", "30-off", Resigned(0, 1)]) == ((), ())


@pytest.mark.parametrize(
    ("kept", "again", "counts"),
    [(2, ALL_OFF[2:], True), (1, ALL_OFF[1:], True), (0, ALL_OFF, False)],
    ids=["the last move", "all since the throw", "the throw too"],
)
def test_a_take_back_past_a_throw_shows_what_would_come(kept: int, again: list[Deed], counts: bool) -> None:
    position = "o........./........../.......xxx x - of 3"
    deeds = [*ALL_OFF[:3], Undone(0, 0, kept), *again]
    assert earned(SENET, position, deeds) == ((("three-in-one-throw", "far-behind") if counts else ()), ())
