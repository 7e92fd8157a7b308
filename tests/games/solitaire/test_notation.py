"""Positions and actions as text: exactly as the rulebook gives them, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benben.core import playouts
from benben.core.contract import Illegal, Unreadable
from benben.games.solitaire import game, notation, rules, views
from benben.games.solitaire.rules.board_moves import Hop
from benben.games.solitaire.rules.state import Sand

START = "SML,SML,SML,SML/SML,SML,SML,SML/SML,SML,SML,SML"
FOUR = "SML,SML,SML,SML"
TURNED = "SM,SM,SMLL,SML"
HIDDEN = f"{FOUR} | {TURNED} ; quicksand running 5000 185000 ; -,9000 ; hidden 60-300"


@pytest.mark.parametrize(
    "text",
    [
        START,
        f"{START} goal M",
        f"{START} goal L",
        f"{START} done",
        f"{START} goal L done",
        "S,-,M",
        "S/-/M",
        "SMLLLL,-,-,-/MM,-,S,-/-,-,-,-",
        f"{START} ; king-tut 2/3 2 ready ; 61200:5,0:72",
        f"{START} ; king-tut 2/3 2 ready 61200 ; 61200:5,0:72",
        f"{START} ; king-tut 2/3 1 running 61200 ; 61200:5,0:72+1000:60",
        "S,-,M ; king-tut 1/1 over ; 5:15,61200:3",
        f"{START} ; king-tut 1/1 1 ready ; -,-,-,-,-,-",
        f"{START} ; king-tut 1/1 1 running 0 ; -,- ; limit 300",
        f"{FOUR} | {FOUR} ; quicksand ready 1,- ; -,-",
        f"{FOUR} | {FOUR} ; quicksand ready 1,- 4000 ; -,-",
        f"{FOUR} | {FOUR} ; quicksand ready -,- ; -,- ; sand 60",
        f"{FOUR} | {TURNED} ; quicksand running 5000 185000 ; -,9000",
        f"{FOUR} | {TURNED} ; quicksand running 5000 65000 ; -,9000",
        f"{FOUR} | {TURNED} ; quicksand over ; -,9000",
        f"{FOUR} | {FOUR} ; quicksand drawing 5000 ; -,- ; hidden 10-20",
        HIDDEN,
        f"{FOUR} | {TURNED} ; quicksand running 5000 ? ; -,9000 ; hidden 60-300",
        f"{FOUR} | {TURNED} ; quicksand ringing 5000 185000 ; -,9000 ; hidden 60-300",
    ],
)
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    assert notation.write(notation.read(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "S",
        "S,-",
        "-,-,-",
        "S,,M",
        "S,-,M ",
        " S,-,M",
        "s,-,m",
        "S,-,M/S,-",
        "ML,-,-",
        "SSM,-,-",
        "MSS,-,-",
        "S--,-,-",
        "SSS,-,-",
        ",".join(["S"] * 9),
        "S,-,M goal S",
        "S,-,M goal",
        "S,-,M done",
        f"{START} done goal M",
        f"{START} goal M goal M",
        f"{START}\n",
        f"{START} ;",
        f"{START} ; solo",
        f"{START} ; king-tut 1/1 1 ready",
        f"{START} ; king-tut 1/1 1 ready ; -",
        f"{START} ; king-tut 1/1 1 ready ; -,-,-,-,-,-,-",
        f"{START} ; king-tut 1/1 1 ready 0 ; -,-",
        f"{START} ; king-tut 1/1 1 running ; -,-",
        f"{START} ; king-tut 1/1 1 running 05 ; -,-",
        f"{START} ; king-tut 1/1 2 ready ; -,-",
        f"{START} ; king-tut 2/1 1 ready ; -,-",
        f"{START} ; king-tut 1/21 1 ready ; -,-",
        f"{START} ; king-tut 1/1 over ; -,-",
        f"{START} ; king-tut 1/1 1 ready ; 5:5,-",
        f"{START} ; king-tut 1/1 2 ready ; 5:0,-",
        f"{START} ; king-tut 1/1 2 ready ; 5:73,-",
        f"{START} ; king-tut 1/1 2 ready ; 5,-",
        f"{START} goal M ; king-tut 1/1 1 ready ; -,-",
        f"{TURNED} ; king-tut 1/1 1 ready ; -,-",
        f"{TURNED} ; king-tut 1/1 1 running 5 ; -,-",
        "S,-,M ; king-tut 1/1 over ; 5:15,61200:4",
        "S,-,M ; king-tut 1/1 over ; 5:15,61200:3 ; limit 60",
        f"{START} ; king-tut 1/1 1 ready ; -,- ; limit 600",
        f"{START} ; king-tut 1/1 1 ready ; -,- ; limit 59",
        f"{START} ; king-tut 1/1 1 ready ; -,- ; limit 060",
        f"{START} ; king-tut 1/1 1 ready ; -,- ; sand 60",
        f"{START} ; king-tut 1/1 1 ready ; -,- ; limit 60 ; limit 60",
        f"{FOUR} ; quicksand ready - ; -",
        f"{FOUR} | S,-,M ; quicksand ready -,- ; -,-",
        f"{FOUR} | {FOUR} ; quicksand ; -,-",
        f"{FOUR} | {FOUR} ; quicksand ready 1,2 ; -,-",
        f"{FOUR} | {FOUR} ; quicksand ready 2,- ; -,-",
        f"{FOUR} | {FOUR} ; quicksand ready -,- 5 ; -,-",
        f"{FOUR} | {FOUR} ; quicksand ready 1,- 0 ; -,-",
        f"{FOUR} | {FOUR} ; quicksand ready 1,-  ; -,-",
        f"{FOUR} | {FOUR} ; quicksand ready -,- ; -",
        f"{FOUR} | {FOUR} ; quicksand ready -,- ; -,- ; sand 180",
        f"{FOUR} | {FOUR} ; quicksand ready -,- ; -,- ; hidden 60-59",
        f"{FOUR} | {FOUR} ; quicksand ready -,- ; -,- ; hidden 60-661",
        f"{FOUR} | {TURNED} ; quicksand ready -,- ; -,9000",
        f"{FOUR} | {TURNED} ; quicksand over ; -,-",
        f"{FOUR} | {TURNED} ; quicksand over ; 5,9000",
        f"{FOUR} | {TURNED} ; quicksand over 5 ; -,9000",
        f"{FOUR} | {TURNED} ; quicksand over ; -,9000 ; hidden 60-300",
        f"{FOUR} | {FOUR} ; quicksand drawing 5000 ; -,-",
        f"{FOUR} | {FOUR} ; quicksand drawing ; -,- ; hidden 60-300",
        f"{FOUR} | {TURNED} ; quicksand drawing 5000 ; -,9000 ; hidden 60-300",
        f"{FOUR} | {FOUR} ; quicksand running 5000 ; -,-",
        f"{FOUR} | {FOUR} ; quicksand running 5000 5001 ; -,-",
        f"{FOUR} | {FOUR} ; quicksand running 5000 10000 ; -,-",
        f"{FOUR} | {FOUR} ; quicksand running 5000 ? ; -,-",
        f"{FOUR} | {TURNED} ; quicksand running 5000 185000 ; -,4999",
        f"{FOUR} | {TURNED} ; quicksand running 5000 185000 ; -,185000",
        f"{TURNED} | {TURNED} ; quicksand running 5000 185000 ; 8000,9000",
        f"{FOUR} | {FOUR} ; quicksand running 5000 35000 ; -,- ; hidden 60-300",
        f"{FOUR} | {TURNED} ; quicksand ringing 5000 185000 ; -,9000",
        f"{FOUR} | {TURNED} ; quicksand ringing 5000 ? ; -,9000 ; hidden 60-300",
        f"{FOUR} | {FOUR} ; quicksand dancing ; -,-",
    ],
)
def test_what_is_never_written_is_never_read(text: str) -> None:
    with pytest.raises(Unreadable) as fault:
        notation.read(text)
    assert fault.value.place.startswith("column ")


def test_the_place_of_a_fault_is_its_column() -> None:
    with pytest.raises(Unreadable) as fault:
        notation.read("SML,SML,ML,S")
    assert fault.value.place == "column 9"


def test_long_games_are_written_and_read_at_every_step() -> None:
    for seed in range(24):
        random = Random(seed)
        options: dict[str, Any] = {
            "mode": ("solo", "king-tut", "quicksand")[seed % 3],
            "ranks": random.randint(1, 5),
            "files": random.randint(3, 5),
            "rounds": random.randint(1, 3),
            "limit": random.choice((60, 600)),
            "sand": random.choice((10, 180)),
            "hidden": seed % 2 == 0,
            "least": 10,
        }
        value = game.options(**options)
        seats = random.choice(rules.seats(value))
        m = playouts.random_match(game, seats, value, random.randrange, 120)
        s = rules.start(seats, value)
        for event in m.events:
            assert notation.read(notation.write(s)) == s
            s = match_followed(s, event)
        assert notation.read(notation.write(s)) == s == m.state


def match_followed(s: Any, event: Any) -> Any:
    from benben.core.match import state_after

    return state_after(game, s, event)


def test_a_view_does_not_write_the_hidden_bell() -> None:
    s = notation.read(HIDDEN)
    text = notation.write(views.view(s, 0))
    assert text == HIDDEN.replace("185000", "?")
    unknown = notation.read(text)
    assert rules.deadline(unknown) is None
    assert notation.write(unknown) == text


@pytest.mark.parametrize("text", ["a1>c1", "a3>c1", "b2>d2", "done", "start", "sand 10", "sand 3600"])
def test_actions_and_chances_go_both_ways(text: str) -> None:
    s = notation.read(START)
    assert notation.name(s, notation.find(s, text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "a1", "a1>", "a1>c1 ", "A1>C1", "a1>e1", "a4>a2", "a0>a2", "sand 9", "sand 3601", "sand", "stop"],
)
def test_what_is_no_action_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        notation.find(notation.read(START), text)


def test_the_hopped_square_is_the_midpoint() -> None:
    s = notation.read(START)
    assert notation.find(s, "a1>c3") == Hop(0, 5, 10)
    assert notation.find(s, "d3>b3") == Hop(11, 10, 9)
    assert notation.find(s, "a1>d1") == Hop(0, -1, 3)
    assert notation.find(s, "sand 60") == Sand(60)


def test_a_refusal_by_the_options_is_no_matter_of_notation() -> None:
    with pytest.raises(Illegal):
        rules.start(2, game.options())
