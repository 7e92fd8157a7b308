"""What a client is given: pictures, choices, events in words, and nothing of a hidden bell."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from benben.core.contract import CHANCE, TIME, Event, Hidden, Told
from benben.games.solitaire import notation, rules, terminal, views
from benben.games.solitaire.rules.board_moves import Hop
from benben.games.solitaire.rules.state import Sand

BOARDS = "SML,SML,SML,SML | SM,SM,SMLL,SML"
RUNNING = f"{BOARDS} ; quicksand running 5000 185000 ; -,9000"
HIDDEN = f"{RUNNING} ; hidden 60-300"
DRAWING = "SML,SML,SML | SML,SML,SML ; quicksand drawing 5000 ; -,- ; hidden 60-300"


def test_the_picture_of_the_solo_game() -> None:
    picture = views.picture(views.view(notation.read("SMLL,-,S/L,M,-/-,-,SM goal M"), 0))
    assert picture.boards == (
        views.BoardPicture(("SMLL", "", "S", "L", "M", "", "", "", "SM"), 18, 9, False, None),
    )
    assert (picture.mode, picture.phase, picture.turn, picture.goal) == ("solo", "running", 0, "medium")
    assert (picture.ranks, picture.files, picture.minimum, picture.until) == (3, 3, 24, None)


def test_the_picture_of_king_tut_has_clock_and_standings() -> None:
    text = "SML,SML,SML ; king-tut 2/3 1 running 61200 ; 1000:5,2000:3+500:15 ; limit 300"
    picture = views.picture(views.view(notation.read(text), None))
    assert (picture.round, picture.rounds, picture.seat, picture.turn) == (2, 3, 0, 0)
    assert (picture.since, picture.until, picture.limit) == (61_200, 361_200, 300)
    assert picture.standings == (
        views.Standing((1000,), (5,), (13_000,), 13_000),
        views.Standing((2000, 500), (3, 15), (8_000, 42_500), 50_500),
    )


def test_the_picture_of_open_sand_tells_the_bell_and_that_of_hidden_sand_does_not() -> None:
    known, secret = (views.picture(views.view(notation.read(text), 1)) for text in (RUNNING, HIDDEN))
    assert (known.since, known.until, known.hidden) == (5_000, 185_000, False)
    assert (secret.since, secret.until, secret.hidden) == (5_000, None, True)
    assert [board.last for board in secret.boards] == [None, 9_000]
    assert [board.stuck for board in secret.boards] == [False, True]


@pytest.mark.parametrize("bell", [65_000, 66_000, 185_000, 305_000])
def test_all_hidden_bells_look_alike(bell: int) -> None:
    def told(text: str) -> bytes:
        s = notation.read(text)
        v = views.view(s, 0)
        able = [views.choice(v, 0, action) for action in rules.actions(s, 0)]
        whys = [rules.why(s, seat, "start") for seat in (0, 1)]
        return msgspec.json.encode((v, views.picture(v), able, whys, notation.write(v), terminal.draw(v)))

    assert told(HIDDEN.replace("185000", str(bell))) == told(HIDDEN)


def test_the_draw_is_seen_by_nobody_and_its_telling_by_all() -> None:
    s = notation.read(DRAWING)
    event = Event(5_000, CHANCE, Sand(77))
    for seat in (0, 1, None):
        assert views.seen(s, event, seat).what == Hidden("sand ?")
    rung = notation.read(HIDDEN.replace("running", "ringing"))
    assert views.seen(rung, event, 0) == event


def test_a_bell_that_has_rung_by_itself_is_known_and_one_that_rang_early_is_not() -> None:
    rung = notation.read(HIDDEN.replace("running", "ringing"))
    assert views.view(rung, 0).bell == 185_000
    early = notation.read(
        "SM,SM,SMLL,SML | SM,SM,SMLL,SML ; quicksand ringing 5000 185000 ; 9500,9000 ; hidden 60-300"
    )
    assert views.view(early, 0).bell is None


def test_guesses_are_whole_seconds_ahead_and_equally_likely() -> None:
    text = "SML,SML,SML,SML | SM,SM,SMLL,SML ; quicksand running 5000 302000 ; -,300500 ; hidden 60-300"
    v, random = views.view(notation.read(text), 0), Random(1)
    bells = Counter(views.guess(v, random.randrange).bell for _ in range(400))
    assert sorted(bell for bell in bells if bell) == [301_000, 302_000, 303_000, 304_000, 305_000]
    assert min(bells.values()) > 40
    assert views.view(views.guess(v, random.randrange), 0) == v


def test_a_guess_changes_nothing_that_is_known() -> None:
    for text in (RUNNING, "S,S,-", DRAWING, "SML,SML,SML ; king-tut 1/1 1 ready ; -,-"):
        s = notation.read(text)
        assert views.guess(views.view(s, 0), Random(1).randrange) == s


def test_a_choice_tells_what_hops_what_is_taken_and_what_is_left() -> None:
    s = notation.read("M,L,M,-/SML,S,SML,SML/SM,L,L,-")
    assert views.choice(views.view(s, 0), 0, Hop(0, 1, 2)) == views.Choice(
        text="a1>c1",
        kind="hop",
        start="a1",
        over="b1",
        end="c1",
        size="M",
        taken="L",
        left=32,
        words="Hop from a1 over b1 to c1?",
        more="It lands on its own size; the large on b1 leaves the board.",
        clause="1.2",
    )


def test_start_and_done_are_choices_too() -> None:
    s = notation.read("SML,SML,SML ; king-tut 1/1 1 running 5 ; -,-")
    done = views.choice(views.view(s, 0), 0, "done")
    assert (done.kind, done.left, done.more, done.clause) == ("done", 18, "18 points count.", "2.1")
    s = notation.read("SML,SML,SML | SML,SML,SML ; quicksand ready -,- ; -,-")
    assert views.choice(views.view(s, 1), 1, "start").clause == "3.4"


def test_nature_pours_the_sand() -> None:
    assert views.thrower(views.view(notation.read(DRAWING), 0)) is None


@pytest.mark.parametrize(
    ("text", "event", "told"),
    [
        (RUNNING, Event(185_000, TIME, None), Told(None, "the bell rings", "bell", "3.2")),
        (
            DRAWING,
            Event(5_000, CHANCE, Hidden("sand ?")),
            Told(None, "the sand runs, and nobody knows how long", "sand", "3.1"),
        ),
        (
            "SM,S,- ; king-tut 1/1 1 running 1000 ; -,-",
            Event(3_500, 0, "done"),
            Told(0, "is done: 2.500 s and 4 points make 11.500 s", "done", "2.1"),
        ),
        ("SM,S,-", Event(0, 0, "done"), Told(0, "stops with 4 points", "done", "1.4")),
    ],
)
def test_events_are_told_in_words(text: str, event: Event, told: Told) -> None:
    assert notation.tell(views.view(notation.read(text), 0), event) == told


def test_the_terminal_draws_all_boards_and_their_points() -> None:
    drawn = terminal.draw(views.view(notation.read(RUNNING), None))
    assert "| SML | SML | SML | SML |" in drawn
    assert "24 points, 12 pyramids" in drawn
    assert "21 points, 11 pyramids" in drawn
    coloured = terminal.draw(views.view(notation.read(RUNNING), None), colour=True)
    assert "\x1b[" in coloured
    assert "\x1b[" not in drawn
    assert max(map(len, drawn.splitlines())) < 90
