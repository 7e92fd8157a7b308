"""What a player of the Gate is remembered for, and what comes near and is not."""

from __future__ import annotations

from benben import games
from tests.games.finished import Deed, earned

GATE = games.load("gate")
TRACKS = (
    "track 6: proygbproygbp; track 5: bproygbproygb; track 4: gbproygbproyg; track 3: ygbproygbproy; "
    "track 2: oygbproygbpro; track 1: "
)
DISCARDED = "discarded: 11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26"
EIGHT = "1@30000+2@40000/" * 7 + "2@30000+1@40000"  # the second round to come was not the first seat's
NINTH = "boards: 01,02; symbol: eye; tiles: b3c3d3+a4b4c4d4,-; solved: -; results: "
RACE = f"seats: 2; round: 9; starter: 1; phase: solve 1; deadline: 600000; {TRACKS}"
LAST: list[Deed] = [
    (0, "put c1c2d1d2"),
    "time",
    "move 2",
]  # the first seat covers its board, and the sand runs out


def race(results: str, track: str = ".............", jewels: str = "r3o2y2g2b2p2,-") -> str:
    return f"{RACE}{track}; hexes: 2,1; jewels: {jewels}; {DISCARDED}; {NINTH}{results}"


def test_all_nine_rounds() -> None:
    assert earned(GATE, race(EIGHT), LAST, at=560_000)[0] == ("every-round",)


def test_eight_of_nine_are_not_all() -> None:
    missed = EIGHT.replace("1@30000+2@40000", "2@40000", 1)
    assert earned(GATE, race(missed), LAST, at=560_000)[0] == ()
    assert earned(GATE, race(EIGHT), ["time", "time"], at=560_000)[0] == (), "the ninth was not solved"


def test_a_race_won_without_being_first() -> None:
    second = "/".join(["2@30000+1@40000"] * 8)
    assert earned(GATE, race(second), ["time", "time"], at=560_000) == (("never-first",), ())


def test_a_race_that_was_once_led_or_is_shared() -> None:
    assert earned(GATE, race(EIGHT), ["time", "time"], at=560_000) == ((), ())
    nobody = "/".join(["-"] * 8)
    equal = race(nobody, "roygbproygbpr", "-,-")
    assert earned(GATE, equal, ["time", "time"], at=560_000) == ((), ())


PRACTICE = (
    "seats: 1; options: mode practice, side expert, grade any; round: 2; phase: deal; boards: -; symbol: -; "
    "tiles: -; solved: -; tried: 01 eye "
)
END = ["board 2", "die eye", "done"]


def test_an_expert_puzzle_within_a_minute() -> None:
    assert earned(GATE, PRACTICE + "59999", END) == (("expert-minute",),)
    assert earned(GATE, PRACTICE + "59999", END, advised=[0]) == ((),)


def test_a_minute_is_too_long_and_other_puzzles_are_too_easy() -> None:
    assert earned(GATE, PRACTICE + "60000", END) == ((),)
    assert earned(GATE, PRACTICE + "-", END) == ((),)
    assert earned(GATE, (PRACTICE + "59999").replace("expert", "normal"), END) == ((),)
    assert earned(GATE, (PRACTICE + "59999").replace("grade any", "grade easy"), END) == ((),)
