"""What Pyramydal's notation refuses, and where it says the fault is; and the examples of the rulebook."""

from __future__ import annotations

import pytest

from benben.core.contract import Unreadable
from benben.games.pyramydal import notation, rules
from benben.games.pyramydal.rules import Action
from benben.games.pyramydal.rules.state import BUILD, TAKE

MIDDLE = "..y1g2..b3g1r3.. | 1,4,8 | r1,g3,y2 | -,-,- | 1 move"
LAST = "g3......y3....r3........y3.. | 14,=,12 | r3y2y2b3,r2g1b1,- | -,-,g3r2y1 | 3 move last"


@pytest.mark.parametrize("text", [MIDDLE, LAST])
def test_the_examples_of_the_rulebook_are_read_and_written_again(text: str) -> None:
    assert notation.write(notation.read(text)) == text


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("", "column 1", "a position is line, tokens"),
        ("r1y2 | -,-,- | -,-,- | -,-,-", "column 1", "a position is line, tokens"),
        (MIDDLE.replace("..y1", ". y1"), "column 1", "a pyramid is a colour"),
        (MIDDLE.replace("y1", "y4"), "column 3", "a pyramid is a colour"),
        (MIDDLE.replace("y1", "x1"), "column 3", "a pyramid is a colour"),
        (MIDDLE.replace("1,4,8", "2,4,8"), "column 20", "a token stands on 2"),
        (MIDDLE.replace("1,4,8", "1,4,4"), "column 24", "two tokens stand on 4"),
        (MIDDLE.replace("1,4,8", "1,4,9"), "column 24", "a token is the number"),
        (MIDDLE.replace("1,4,8", "01,4,8"), "column 20", "a token is the number"),
        (MIDDLE.replace("r1,g3,y2", "r1,g3,-"), "column 28", "3 cells are taken"),
        (MIDDLE.replace("r1,g3,y2", "r1,g3"), "column 28", "there are 3 tokens"),
        (MIDDLE.replace("-,-,-", "-,-"), "column 39", "there are 3 tokens"),
        (MIDDLE.replace("1 move", "4 move"), "column 47", "the turn is as in 2 move"),
        (MIDDLE.replace("1 move", "3 move"), "column 47", "no pyramid is ahead"),
        (MIDDLE.replace("1 move", "1 move last"), "column 47", "others can move"),
        (MIDDLE.replace("1 move", "over"), "column 47", "2 tokens can move"),
        (MIDDLE.replace("1 move", "lay"), "column 1", "while the line is laid"),
        (MIDDLE.replace("1 move", "choose ?,?,-"), "column 47", "the turn is as in 2 move"),
        (MIDDLE + " | die 7", "column 56", "options are"),
        (MIDDLE + " | diagonal,die 6", "column 56", "options are"),
        (MIDDLE + " | die 6", "column 47", "the turn is as in choose"),
        (MIDDLE + " | ", "column 56", "options are"),
        (LAST.replace(" last", ""), "column 75", "only one token can move"),
        (LAST + " | die 6", "column 35", "with dice nobody retires"),
        (LAST.replace("r3y2y2b3", "y2r3y2b3"), "column 42", "a collection is sorted"),
        (LAST.replace("g3r2y1", "g3r2g1"), "column 66", "a statue is three alike"),
        (LAST.replace("g3r2y1", "y1r2g3"), "column 66", "a statue is three alike"),
        (LAST.replace("g3r2y1", "g3r2"), "column 66", "a statue is three pyramids"),
        ("r3r3r3r3r3r3 | -,-,- | -,-,- | -,-,- | 1 move", "column 1", "there are only 5 r3"),
        ("- | -,-,- | -,-,- | -,-,- | 1 move", "column 1", "the line has no cells"),
        ("m3 | -,-,- | -,-,- | -,-,- | lay", "column 1", "while the line is laid"),
        ("............y1 | 1,2,- | -,-,- | r3g2b1,r3g2b1,- | 1 move", "column 41", "no two mixed statues"),
        ("r1y1 | -,-,- | -,-,- | -,-,- | choose ?,?,- | die 6", "column 43", "- stands for a seat"),
        ("r1y1 | -,-,- | -,-,- | -,-,- | choose ?,? | die 6", "column 39", "there is a choice for each"),
        ("r1y1 | -,-,- | -,-,- | -,-,- | choose ?,?,7 | die 6", "column 43", "a choice is 1 to 6"),
        ("r1y1 | -,-,- | -,-,- | -,-,- | build 1,1 | die 6", "column 40", "every seat builds once"),
        ("r1y1 | -,-,- | -,-,- | -,-,- | build 4 | die 6", "column 38", "those still to build"),
    ],
)
def test_what_does_not_agree_with_itself_is_refused_with_its_place(
    text: str, place: str, sentence: str
) -> None:
    with pytest.raises(Unreadable) as fault:
        notation.read(text)
    assert fault.value.place == place
    assert fault.value.sentence.startswith(sentence)


def test_a_line_of_any_length_is_read_and_every_colour_that_occurs_is_in_play() -> None:
    text = "m1" + "r1" * 5 + "y2" * 5 + " | -,-,- | -,-,- | -,-,- | 1 move"
    s = notation.read(text)
    assert notation.write(s) == text
    assert s.table.colours == 5
    assert not rules.fits(s)
    assert notation.name(s, notation.find(s, "build m3m3m3")) == "build m3m3m3"
    assert rules.fits(notation.read(MIDDLE))


@pytest.mark.parametrize("text", ["r3r3r3", "r3g2b1", "b1g2r3", "r3r3g2", "r3r2r1", "y2y2y2"])
def test_any_stack_of_three_is_found_and_named_alike(text: str) -> None:
    s = notation.read(MIDDLE)
    found = notation.find(s, f"build {text}")
    assert found.verb == BUILD
    assert notation.name(s, found) == f"build {text}"


@pytest.mark.parametrize(
    "text",
    ["", "07", "1000", "take 7", "build", "build r3r3r3r3", "build r4r4r4", "choose", "reveal 1,2", "lay"],
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.find(notation.read(MIDDLE), text)


def test_a_cell_is_its_number() -> None:
    assert notation.find(notation.read(MIDDLE), "7") == Action(TAKE, 7)


def test_the_options_are_told_in_a_few_words() -> None:
    assert notation.summary(rules.Options()) == "by turns"
    assert notation.summary(rules.Options(die=8, diagonal=True)) == "all at once, dice of 8, diagonals"
