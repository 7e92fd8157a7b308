"""What a player of The Pyramid of Horus is remembered for, and what comes near and is not."""

from __future__ import annotations

from benben import games
from benben.core.contract import Event
from benben.games.horus.rules import RESIGN
from tests.games.finished import earned

HORUS = games.load("horus")
ALL = ("hededet", "sobek", "anubis", "thoth", "horus")
DEAD = "dead, wll 0, actions 0; -; -; -; -"
OUT = "escaped, wll 2, actions 0; -; -; -; -"


def at_the_door(cards: str, idols: str, other: str = OUT, empty: str = "", wll: int = 2) -> str:
    """The first seat can leave, with these treasures and idols; the second is out already, or dead."""
    left = " ".join(god for god in ALL if god not in idols)
    return (
        f"seats: 2 / phase: turn 1 / cast: 5 5 5 5 5 / alcoves: {left} / {empty}"
        f"1: edgar ready, c1, wll {wll}, actions 1; -; -; {cards}; {idols} / 2: maki ready, {other}"
    )


def shown(*cards: str) -> list[str]:
    return ["exit", *(f"show {card}" for card in cards)]


def test_out_with_an_idol() -> None:
    assert earned(HORUS, at_the_door("-", "sobek"), ["exit"]) == (("idol",), ())


def test_a_treasure_is_no_idol_and_an_idol_that_stays_inside_is_not_out() -> None:
    assert earned(HORUS, at_the_door("6 sobek", "-"), shown("6 sobek")) == ((), ())
    assert earned(HORUS, at_the_door("-", "sobek"), [Event(0, 0, RESIGN)]) == ((), ())


EMPTY = "empty: a4 i4 c8 / "


def test_five_gods() -> None:
    cards = "4 hededet, 4 anubis, 4 thoth, 4 horus"
    five = at_the_door(cards, "sobek", empty=EMPTY, wll=3)
    assert earned(HORUS, five, shown("4 hededet")) == (("idol", "five-gods"), ())


def test_four_gods_and_a_necklace_are_not_five() -> None:
    four = at_the_door("2 necklace, 4 hededet, 4 anubis, 4 thoth", "sobek", empty="empty: a4 i4 / ", wll=3)
    assert earned(HORUS, four, shown("2 necklace", "4 hededet"))[0] == ("idol",)


def test_the_only_survivor() -> None:
    assert earned(HORUS, at_the_door("-", "-", DEAD), ["exit"]) == (("only-survivor",), ())


def test_one_of_two_survivors_is_not_the_only_one() -> None:
    assert earned(HORUS, at_the_door("-", "-", OUT), ["exit"]) == ((), ())


def test_nobody_is_the_only_survivor_where_somebody_resigned() -> None:
    """The second seat has eleven wounds, and the next step leads to a mummy."""
    wounds = " ".join(["mummy"] * 11)
    dying = f"1: edgar ready, {OUT} / 2: maki ready, a5, wll 5, actions 5; {wounds}; -; -; -"
    two = f"seats: 2 / phase: turn 2 / cast: 5 5 5 5 5 / {dying}"
    assert earned(HORUS, two, ["go a6"]) == (("only-survivor",), ())
    three = f"{two.replace('seats: 2', 'seats: 3')} / 3: jose ready, c2, wll 2, actions 5; -; -; -; -"
    assert earned(HORUS, three, [Event(0, 2, RESIGN), "go a6"]) == ((), (), ())
    inside = "c2, wll 2, actions 5; -; -; -; -"
    assert earned(HORUS, at_the_door("-", "-", inside), ["exit", Event(0, 1, RESIGN)]) == ((), ())
