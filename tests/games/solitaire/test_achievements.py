"""What a player of Egyptian Solitaire is remembered for, and what comes near and is not."""

from __future__ import annotations

from benben import games
from benben.core.entries import Undone
from tests.games.finished import Deed, earned
from tests.games.solitaire.perfect_lines import EIGHTEEN, HARD, SEVEN

SOLITAIRE = games.load("solitaire")


def test_a_perfect_game_from_nests() -> None:
    assert earned(SOLITAIRE, "start: seats=1 ranks=1 files=7", SEVEN) == (("perfect",),)


def test_two_points_are_not_perfect_and_neither_is_a_position_near_the_end() -> None:
    assert earned(SOLITAIRE, "start: seats=1 ranks=1 files=7", [*SEVEN[:-1], "done"]) == ((),)
    assert earned(SOLITAIRE, "S,S,-", ["a1>c1"]) == ((),)


def test_own_hops_may_be_taken_back_and_hints_may_not_be_asked_for() -> None:
    tried: list[Deed] = [*SEVEN[:9], Undone(0, 0, 4), *SEVEN[4:]]
    assert earned(SOLITAIRE, "start: seats=1 ranks=1 files=7", tried) == (("perfect",),)
    assert earned(SOLITAIRE, "start: seats=1 ranks=1 files=7", tried, advised=[0]) == ((),)


def test_one_out_of_eighteen() -> None:
    assert earned(SOLITAIRE, HARD, EIGHTEEN) == (("out-of-eighteen",),)
    assert earned(SOLITAIRE, HARD, [*EIGHTEEN[:-1], "done"]) == ((),)
    after_one_hop = "S,M,SMLLL,S/S,-,M,S/SMM,L,-,SM"
    assert earned(SOLITAIRE, after_one_hop, EIGHTEEN[1:]) == ((),), "seventeen are not eighteen"


QUICK = "S,S,-,M/-,-,-,-/L,-,-,- ; king-tut 1/1 2 running 70000 ; 10000:9,-"


def test_quick_hands_in_king_tut() -> None:
    """The hop leaves six points, so the first place goes to who was quicker; then five are left."""
    assert earned(SOLITAIRE, QUICK.replace("L,", "S,"), ["a1>c1", "done"], at=71_000)[1] == ("quick-hands",)
    assert earned(SOLITAIRE, QUICK.replace("L,", "M,"), ["a1>c1", "done"], at=71_000)[1] == ("quick-hands",)
    assert earned(SOLITAIRE, QUICK, ["a1>c1", "done"], at=71_000) == ((), ())


def test_a_slow_hand_and_a_small_board_are_not_quick_hands() -> None:
    five = QUICK.replace("L,", "M,")
    assert earned(SOLITAIRE, five, ["a1>c1", "done"], at=120_000) == ((), ()), "the other wins"
    small = "S,S,-,M ; king-tut 1/1 2 running 70000 ; 10000:9,-"
    assert earned(SOLITAIRE, small, ["a1>c1", "done"], at=71_000) == ((), ())


def test_quick_hands_in_quicksand() -> None:
    sand = "S,S,-,-/-,-,-,-/M,-,-,- | L,L,-,-/-,-,-,-/M,-,-,- ; quicksand running 0 60000 ; 1000,2000"
    few: list[Deed] = [(0, "a1>c1"), (1, "a1>c1")]
    assert earned(SOLITAIRE, sand, few, at=5_000) == (("quick-hands",), ())
    many = sand.replace("S,S,-,-/-,-,-,-/M", "L,L,-,-/-,-,-,-/L").replace("| L,L", "| L,-")
    assert earned(SOLITAIRE, many, [(0, "a1>c1")], at=5_000) == ((), ("quick-hands",))
