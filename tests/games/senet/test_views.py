"""What a client is given of Senet: the picture, the choices, and events in words."""

from __future__ import annotations

import random

import msgspec
import pytest

from benben.core.contract import CHANCE, Event, Told
from benben.games.senet import notation, rules, views
from tests.games.senet.test_referee import crowded
from tests.games.senet.test_refusals import states


def chosen(position: str, text: str) -> views.Choice:
    s = notation.read(position)
    action = notation.find(s, text)
    assert action in rules.actions(s, s.mover)
    assert isinstance(action, rules.Move)
    return views.choice(s, s.mover, action)


def test_the_picture_shows_the_whole_position() -> None:
    s = notation.read("........../..x.x...../..x.....o. x 2/4:15 of 6")
    assert views.picture(s) == views.Picture(
        squares="............x.x.......x.....o.",
        mover=0,
        phase="play",
        throw=4,
        steps=2,
        used=(15,),
        again=True,
        home=(3, 5),
        pieces=6,
        throws=0,
        cap=0,
        stays=(
            views.Stay(13, "another cone stands on 15", "4.1"),
            views.Stay(15, "the cone on 15 has used its part of this throw", "8.3"),
        ),
    )


@pytest.mark.parametrize(
    ("position", "phase", "mover", "again"),
    [
        ("........../.x......../....o..... o -", "throw", 1, False),
        ("........../.x......../....o..... o 3", "play", 1, False),
        ("........../.x......../....o..... o 4", "play", 1, True),
        ("........../.x......../....o..... o 4 cap 9/9", "play", 1, False),
        ("........../........../....o..... x #", "over", 0, False),
        ("........../.x......../....o..... - # cap 9/9", "over", -1, False),
    ],
)
def test_the_picture_tells_the_phase(position: str, phase: str, mover: int, again: bool) -> None:
    picture = views.picture(notation.read(position))
    assert (picture.phase, picture.mover, picture.again) == (phase, mover, again)


def test_every_piece_of_the_mover_has_a_choice_or_a_reason_to_stay() -> None:
    for s in states("stays", 400):
        picture = views.picture(s)
        assert msgspec.json.decode(msgspec.json.encode(picture), type=views.Picture) == picture
        if rules.turn(s) < 0:
            assert picture.stays == ()
            continue
        starts = {action.start for action in rules.actions(s, s.mover)} - {0}
        stays = {stay.square for stay in picture.stays}
        assert not starts & stays
        assert starts | stays == {n for n in range(1, 31) if picture.squares[n - 1] == "xo"[s.mover]}
        for stay in picture.stays:
            target = min(stay.square + s.steps, 31)
            if not s.able & 1:
                clause, sentence = rules.why(s, s.mover, rules.Move(stay.square, target, target, 0))
                assert (f"senet {stay.clause}", stay.words.lower()) == (clause, sentence.lower()[:-1])


def test_a_choice_says_what_the_move_does() -> None:
    for s in states("choices", 300):
        for action in rules.actions(s, s.mover):
            choice = views.choice(s, s.mover, action)
            after = rules.play(s, s.mover, action)
            assert notation.find(s, choice.text) == action
            assert (choice.start, choice.land, choice.end) == action[:3]
            assert choice.words.endswith("?")
            assert choice.more == "" or choice.more.endswith(".")
            assert choice.back == (0 < choice.land < choice.start)
            if choice.kind != "decline":
                assert choice.left == after.steps
                assert ("left for another piece" in choice.more) == (after.throw > 0)


@pytest.mark.parametrize(
    ("position", "text", "kind", "words", "more", "clause"),
    [
        (
            "....o..o../..x..oo.xx/..o..x.... x 3",
            "20x23",
            "swap",
            "Swap with the spool on 23?",
            "The cone on 20 goes there, the spool comes to 20.",
            "4.1",
        ),
        ("....o..o../..x..oo.xx/..o..x.... x 3", "19-22", "move", "Move the cone from 19 to 22?", "", ""),
        (
            "....o...../.x......../..x..o.... x 3",
            "23-25",
            "move",
            "Move the cone from 23 to 25?",
            "26 is taken, so it stops on 25. 1 step is left for another piece.",
            "8.2",
        ),
        (
            "........../........../.x.....o.. x 6",
            "22-27~15",
            "water",
            "Fall into the water from 22?",
            "28 is taken, so it stops on 27. The cone swims to 15. 1 step is lost.",
            "7.1",
        ),
        (
            "....o...../.x......../.......xxx x 6",
            "30-off",
            "off",
            "Bear off the cone on 30?",
            "5 steps are left for another piece.",
            "9.1",
        ),
        ("........../........../.......x.o x 6", "28-off", "off", "Bear off the cone on 28?", "", "9.1"),
        (
            "....o...../.....o...x/...oo..... x 4",
            "20x16",
            "swap",
            "Swap with the spool on 16?",
            "Nothing can move forward. The cone on 20 goes there, the spool comes to 20.",
            "6.2",
        ),
        (
            "....o...../.x......../....xo.... x 2/3:25",
            "decline",
            "decline",
            "Let the 2 steps left go?",
            "",
            "9.2",
        ),
    ],
)
def test_a_choice_is_a_question_with_its_effect(
    position: str, text: str, kind: str, words: str, more: str, clause: str
) -> None:
    choice = chosen(position, text)
    assert (choice.text, choice.kind, choice.words, choice.more) == (text, kind, words, more)
    assert choice.clause == clause


def test_the_mover_throws() -> None:
    assert views.thrower(notation.read("....o...../.x......../.......... o -")) == 1
    assert views.thrower(notation.read("....o...../.x......../.......... o 2")) is None
    assert views.thrower(notation.read("....o...../........../.......... x #")) is None


def test_everything_is_open_to_everybody() -> None:
    s = notation.read("....o...../.x......../.......... o 2")
    event = Event(7, 1, rules.Move(5, 7, 7, 0))
    for seat in (0, 1, None):
        assert views.view(s, seat) == s
        assert views.seen(s, event, seat) == event
    assert views.guess(s, random.Random(1).randrange) == s


@pytest.mark.parametrize(
    ("position", "by", "text", "told"),
    [
        (
            "....o...../.x......../.......... x -",
            CHANCE,
            "throw 4",
            Told(0, "throws 4 and will throw again", "again", "3.1"),
        ),
        ("....o...../.x......../.......... o -", CHANCE, "throw 2", Told(1, "throws 2", "", "3.1")),
        (
            ".....oo.../.x.....oo./.......... x -",
            CHANCE,
            "throw 6",
            Told(0, "throws 6, nothing can move, the turn passes", "pass", "6.3"),
        ),
        (
            "....o...../.........x/..o....... x 3",
            0,
            "20x23",
            Told(0, "swaps 20 with the spool on 23", "swap", "4.1"),
        ),
        (
            "....o...../.x......../...x...... x 3",
            0,
            "24-27~15",
            Told(0, "falls into the water on 27 and swims to 15", "water", "7.1"),
        ),
        (
            "....o...../.x......../.......x.. x 3",
            0,
            "28-off",
            Told(0, "bears off from 28", "off", "9.1"),
        ),
        (
            "........../.x......../.......o.. o 3",
            1,
            "28-off",
            Told(1, "bears off from 28 and wins", "wins", "1.1"),
        ),
    ],
)
def test_an_event_is_told_in_words(position: str, by: int, text: str, told: Told) -> None:
    s = notation.read(position)
    assert notation.tell(s, Event(0, by, notation.find(s, text))) == told


def test_every_event_can_be_told() -> None:
    draw = random.Random("told")
    for _ in range(150):
        s = notation.read(crowded(draw))
        for throw, _ in rules.chances(s):
            assert notation.tell(s, Event(0, CHANCE, throw)).seat == s.mover
            after = rules.settle(s, throw)
            for action in rules.actions(after, after.mover):
                told = notation.tell(after, Event(0, after.mover, action))
                assert told.seat == after.mover
                assert told.words
                assert told.clause
