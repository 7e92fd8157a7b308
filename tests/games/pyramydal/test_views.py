"""What a board is told of Pyramydal, and that nobody learns what others have chosen."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from benben.core.contract import CHANCE, OVER, Event, Hidden
from benben.games import load
from benben.games.pyramydal import notation, rules, terminal, views
from benben.games.pyramydal.board import HIDDEN
from benben.games.pyramydal.rules import Action, state
from benben.games.pyramydal.rules.state import CHOOSE, State
from tests.contract import leaks

GAME = load("pyramydal")
MIDDLE = "..y1g2..b3g1r3.. | 1,4,8 | r1,g3,y2 | -,-,- | 1 move"
SECRET = "r1y2g3b1r2y3g1b2 | -,-,- | -,-,- | -,-,- | choose 3,?,5 | die 6"


def picture(text: str, seat: int | None = 0) -> views.Picture:
    return views.picture(views.view(notation.read(text), seat))


def choice(text: str, move: str) -> views.Choice:
    s = notation.read(text)
    action: Any = notation.find(s, move)
    return views.choice(views.view(s, max(rules.turn(s), 0)), max(rules.turn(s), 0), action)


def test_a_picture_shows_the_line_and_everybody_in_turn_order() -> None:
    shown = picture(MIDDLE)
    assert shown.line == ("", "y1", "g2", "", "b3", "g1", "r3", "")
    assert (shown.phase, shown.turn, shown.last, shown.virtual) == ("move", 0, False, 2)
    assert [one.token for one in shown.seats] == ["line", "line", "stuck"]
    assert [one.ahead for one in shown.seats] == [5, 3, 0]
    assert shown.order == (0, 1)
    assert shown.colours == "rygb"


def test_another_turn_is_certain_if_more_pyramids_are_ahead_than_others_can_take() -> None:
    assert [one.again for one in picture(MIDDLE).seats] == [True, True, False]
    close = "..y1..b3 | 1,3,- | r1,g3,- | -,-,- | 2 move"
    assert [one.again for one in picture(close).seats] == [False, False, False]
    assert not any(one.again for one in picture(SECRET).seats)


def test_a_seat_that_is_still_to_move_may_end_its_own_turns() -> None:
    """Five pyramids are ahead and one other token can move: taking the furthest leaves no turn after it."""
    s = notation.read(MIDDLE)
    assert picture(MIDDLE).seats[0].again
    far = rules.play(s, 0, Action(state.TAKE, 7))
    assert not views.picture(views.view(far, 0)).seats[0].again
    assert (rules.turn(far), far.last) == (1, True)


def test_a_pyramid_says_what_would_be_passed_and_what_could_be_built() -> None:
    held = "....y1g2..b3g1r3r3.. | 1,4,10 | r3r3,-,g2b1 | -,-,- | 1 move"
    far = choice(
        held.replace("....y1", "..y1..").replace("1,4,10", "1,3,10").replace("..b3g1", "b3g1.."), "8"
    )
    assert far.kind == "take"
    assert far.builds == ("r3r3r3",)
    assert far.statue is None
    assert far.skipped == 4
    assert "You pass 4 pyramids; they are lost to you." in far.more
    assert far.words == "Take 8, a large carnelian?"


@pytest.mark.parametrize(
    ("collection", "statue", "words"),
    [
        ("r1r1r1", "r1r1r1", "Build three small carnelian pyramids for 12 points?"),
        ("r1y3b2", "y3b2r1", "Build a large orpiment, a medium lapis and a small carnelian for 18 points?"),
    ],
)
def test_a_statue_is_offered_in_words(collection: str, statue: str, words: str) -> None:
    built = f"........r1y1y2 | 4,3,- | {collection},b3,- | -,-,- | 1 build"
    assert choice(built, f"build {statue}").words == words


def test_the_last_turn_is_told() -> None:
    last = "g3......y3....r3........y3.. | 14,=,12 | r3y2y2b3,r2g1b1,- | -,-,g3r2y1 | 3 move last"
    shown = picture(last)
    assert shown.last
    assert shown.order == (2,)
    assert shown.seats[1].token == "retired"
    assert choice(last, "decline").kind == "decline"
    assert choice(last, "retire").clause == "2.3"


def test_ending_a_turn_says_whether_another_is_certain() -> None:
    early = "........r1y1y2 | 4,3,- | r1r1r1,b3,- | -,-,- | 1 build"
    assert choice(early, "end").more == "You will surely have another turn."
    late = "........r1 | 4,3,- | r1r1r1,b3,- | -,-,- | 1 build"
    assert choice(late, "end").more == "This may have been your last turn."


def test_a_view_shows_that_others_have_chosen_and_not_what() -> None:
    s = notation.read(SECRET)
    assert notation.write(views.view(s, 0)).split(" | ")[4] == "choose 3,?,*"
    assert notation.write(views.view(s, None)).split(" | ")[4] == "choose *,?,*"
    assert [one.choice for one in picture(SECRET, 0).seats] == ["known", "due", "hidden"]
    assert [one.number for one in picture(SECRET, 0).seats] == [3, 0, 0]
    event = Event(0, 1, Action(CHOOSE, 4))
    assert views.seen(s, event, 1) == event
    assert views.seen(s, event, 2).what == views.seen(s, event, None).what == Hidden("choose ?")


def test_a_guess_makes_every_number_equally_likely() -> None:
    v, draw = views.view(notation.read(SECRET), 0), random.Random(5)
    seen = dict.fromkeys(range(1, 7), 0)
    for _ in range(1200):
        s = views.guess(v, draw.randrange)
        assert s.chosen & 0xFF == 0x03
        seen[s.chosen >> 8] += 1
    assert min(seen.values()) > 150
    assert HIDDEN not in seen


def test_a_number_says_where_it_leads_and_whether_that_is_sure() -> None:
    s = notation.read(SECRET)
    waiting = views.choice(views.view(s, 1), 1, Action(CHOOSE, 3))
    assert (waiting.cell, waiting.piece, waiting.sure) == (2, "y2", False)
    alone = "....r1....g3........ | 5,7,10 | y3y2b1,r3r3r3,b3b1 | -,-,- | choose ?,-,- last | die 6"
    v = views.view(notation.read(alone), 0)
    assert views.choice(v, 0, Action(CHOOSE, 4)).sure
    assert views.picture(v).order == (0,)


@pytest.mark.parametrize(
    ("text", "tie", "tied", "words"),
    [
        (
            ".............. | 5,6,7 | -,r1r1b2b2,- | y1y1y1,-,- | over",
            "statues",
            (0, 1),
            "seats 1 and 2 have 12 points each; seat 2 has more statues",
        ),
        (
            "........ | 3,4,2 | r3g1,-,y3b1 | -,-,- | over",
            "order",
            (0, 2),
            "seats 1 and 3 have 8 points each; seat 3 comes later in turn order",
        ),
        (".......... | 5,4,3 | r3r3,y1y1,g1 | -,-,- | over", "", (), "seat 1 has the most points, 36"),
    ],
)
def test_the_end_says_what_decided(text: str, tie: str, tied: tuple[int, ...], words: str) -> None:
    end = picture(text).ending
    assert end is not None
    assert (end.tie, end.tied, end.words) == (tie, tied, words)


def test_the_end_tells_every_statue_and_every_diagonal() -> None:
    end = picture("................ | 8,7,6 | y2b3,-,- | r3y2g1+g3r2y1,-,- | over | diagonal").ending
    assert end is not None
    first = end.tallies[0]
    assert [(line.pieces, line.points, line.virtual) for line in first.lines] == [
        (("r3", "y2", "g1"), 18, -1),
        (("g3", "r2", "y1"), 18, -1),
        (("b3", "y2", "r1"), 18, 2),
    ]
    assert [(one.colour, one.statues, one.points) for one in first.diagonals] == [("r", (0, 1, 2), 9)]
    assert (first.points, first.statues, first.place) == (63, 3, 1)


def walked(text: str, draw: random.Random) -> leaks.Walk:
    states, events = [notation.read(text)], []
    while (turn := rules.turn(states[-1])) != OVER:
        s: State = states[-1]
        seats = range(s.table.seats)
        able = [Event(0, seat, action) for seat in seats for action in rules.actions(s, seat)]
        if turn == CHANCE:
            able = [Event(0, CHANCE, what) for what, _ in rules.chances(s)]
        events.append(draw.choice(able))
        what = events[-1].what
        states.append(rules.settle(s, what) if turn == CHANCE else rules.play(s, events[-1].by, what))
    return leaks.Walk(GAME, states[0].table.seats, states, events)


def rounds(seats: int, die: int, draw: random.Random) -> leaks.Walk:
    """A game on a short line, so that it is mostly choosing."""
    kinds = [f"{letter}{pips}" for letter in "rygb" for pips in "123" for _ in range(5)]
    line, due, none = "".join(draw.sample(kinds, 20)), ",".join("?" * seats), ",".join("-" * seats)
    return walked(f"{line} | {none} | {none} | {none} | choose {due} | die {die}", draw)


@pytest.mark.parametrize(("seats", "die", "games"), [(3, 6, 5), (3, 8, 5), (5, 10, 2)])
def test_no_choice_leaks_in_games_of_many_rounds(seats: int, die: int, games: int) -> None:
    draw = random.Random(f"leaks {seats} {die}")
    assert sum(leaks.check(rounds(seats, die, draw), draw.randrange) for _ in range(games)) > 80


def told(s: State, seat: int | None) -> views.View:  # noqa: ARG001
    return views.View(*s)


def heard(s: State, event: Event, seat: int | None) -> Event:  # noqa: ARG001
    return event


@pytest.mark.parametrize(("name", "leak"), [("view", told), ("seen", heard)])
def test_a_choice_that_did_leak_would_be_noticed(name: str, leak: Any) -> None:
    open_views: Any = SimpleNamespace(**{**vars(views), name: leak})
    draw = random.Random(name)
    w = rounds(3, 6, draw)._replace(game=replace(GAME, views=open_views))
    with pytest.raises(leaks.Leak):
        leaks.check(w, draw.randrange)


@pytest.mark.parametrize("colour", [True, False])
def test_the_terminal_draws_any_position(colour: bool) -> None:
    draw = random.Random(11)
    for text in (MIDDLE, SECRET, "- | -,-,- | -,-,- | -,-,- | lay"):
        for s in walked(text, draw).states[:: 1 if text != "- | -,-,- | -,-,- | -,-,- | lay" else 20]:
            drawn = terminal.draw(views.view(s, 0), colour)
            assert ("\x1b" in drawn) == colour
            assert "[1]" in drawn


def test_the_terminal_shows_the_count() -> None:
    s = notation.read("................ | 8,7,6 | y2b3,-,- | r3y2g1+g3r2y1,-,- | over | diagonal")
    drawn = terminal.draw(views.view(s, None))
    assert "[1]  63 = r3 y2 g1 18 + g3 r2 y1 18 + b3 y2 (r1) 18 + diagonal r 9" in drawn
    assert "Seat 1 has the most points, 63." in drawn
