"""Positions of the Gate as text: the fields of the rulebook, in any order, and nothing impossible."""

from __future__ import annotations

import re

import pytest

from benben.core import cases, rulebook
from benben.core.contract import Unreadable
from benben.games.gate import game, rules
from benben.games.gate.notation import find, name, read, summary, write
from benben.games.gate.rules.state import Put
from tests.games.gate.race import begun, covered, raced

FULL = [
    "seats: 3",
    "options: side normal, sand 60, tracks 13, fourth 1",
    "round: 4",
    "starter: 2",
    "phase: solve 1",
    "deadline: 61200",
    "track 6: ..rgbpyoyrgbp",
    "track 5: roygbproygbpr",
    "track 4: roygbproygbpr",
    "track 3: ....bproygbpo",
    "track 2: roygbproygbpo",
    "track 1: roygbproygbpo",
    "hexes: 3,1,5",
    "jewels: -,-,-",
    "discarded: 04,05,06,07,08,09,10,11,13",
    "boards: 12,14,31",
    "symbol: eye",
    "tiles: -,-,-",
    "solved: -",
    "results: -/-/-",
    "resigned: -",
]


def full() -> list[str]:
    """The fields of a position, with the jewels that the tracks lack as holdings."""
    tracks = "".join(line.split(": ")[1] for line in FULL if line.startswith("track"))
    held = "".join(f"{colour}{13 - tracks.count(colour)}" for colour in "roygbp" if tracks.count(colour) < 13)
    return [line.replace("jewels: -", f"jewels: {held or '-'}") for line in FULL]


def test_the_fields_may_stand_in_any_order_on_one_line_or_on_many() -> None:
    lines = full()
    s = read("; ".join(lines))
    assert write(s) == "; ".join(lines)
    assert read("\n".join(lines)) == s
    assert read("\n".join(reversed(lines))) == s
    assert s.until == 61200
    assert s.boards == (12, 14, 31)


@pytest.mark.parametrize(
    ("field", "other", "place"),
    [
        ("seats: 3", "seats: 0", "seats"),
        ("round: 4", "round: 10", "round"),
        ("round: 4", "round: 04", "round"),
        ("starter: 2", "starter: 4", "starter"),
        ("phase: solve 1", "phase: solve 3", "phase"),
        ("phase: solve 1", "phase: start 2", "round"),
        ("deadline: 61200", "deadline: 59999", "deadline"),
        ("deadline: 61200", "deadline: 061200", "deadline"),
        ("track 5: roygbproygbpr", "track 5: roygbproygbp", "track 5"),
        ("track 5: roygbproygbpr", "track 5: roygbproygbpo", "jewels"),
        ("track 6: ..rgbpyoyrgbp", "track 6: .r.gbpyoyrgbp", "track 6"),
        ("hexes: 3,1,5", "hexes: 3,1", "hexes"),
        ("hexes: 3,1,5", "hexes: 3,1,-", "hexes"),
        ("boards: 12,14,31", "boards: 12,14,-", "boards"),
        ("boards: 12,14,31", "boards: 12,14,11", "boards"),
        ("symbol: eye", "symbol: moon", "symbol"),
        ("symbol: eye", "symbol: -", "symbol"),
        ("solved: -", "solved: 2", "solved"),
        ("results: -/-/-", "results: -/-", "results"),
        ("results: -/-/-", "results: 2@1x/-/-", "results"),
        ("resigned: -", "resigned: 1,2", "resigned"),
        ("options: side normal, sand 60, tracks 13, fourth 1", "options: side normal, sand 9", "options"),
        (
            "options: side normal, sand 60, tracks 13, fourth 1",
            "options: mode practice, side normal",
            "options",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_the_field_that_is_wrong(field: str, other: str, place: str) -> None:
    text = "; ".join(full())
    assert field in text
    with pytest.raises(Unreadable) as fault:
        read(text.replace(field, other))
    assert fault.value.place == place


def test_the_examples_of_the_rulebook_are_notation() -> None:
    s = read("; ".join(full()))
    text = " ".join(
        clause.text
        for section in rulebook.rulebook(game)
        if section.title == "Notation"
        for clause in section.clauses
    )
    actions = re.findall(r"`((?:start|put|lift|move|first|gem|board|die) [^`]+|roll|resign|next|done)`", text)
    assert len(actions) >= 12
    for action in actions:
        assert name(s, find(s, action)) == action


def test_cells_of_an_action_may_be_named_in_any_order() -> None:
    s = begun(2).state
    put = next(action for action in rules.actions(s, 0) if isinstance(action, Put))
    cells = re.findall("[a-h][1-8]", name(s, put))
    assert find(s, f"put {''.join(reversed(cells))}") == put


def test_every_position_of_the_cases_is_read_and_written_again() -> None:
    for case in cases.cases(game):
        s = cases.position(game, case)
        assert read(write(s)) == s


def test_times_and_jewels_of_the_present_round_and_those_before_are_written() -> None:
    m = raced((3, 3), seed=4)
    assert write(read(write(m.state))) == write(m.state)
    s = covered(begun(2), 1, at=30_000).state
    assert "solved: 2; times: 30000; taken: -" in write(s)


def test_options_are_told_in_a_few_words() -> None:
    assert summary(game.options()) == "normal side, 60 s of sand"
    told = summary(game.options(side="expert", sand=90, tracks=12, fourth=0, box=7))
    assert told == "expert side, 90 s of sand, 12 jewels a track, the fourth does not move, box 7"
    assert summary(game.options(mode="practice", grade="hard")) == "practice, normal side, hard grade"
    assert summary(game.options(mode="practice", puzzle="12 eye")) == "practice, normal side, puzzle 12 eye"
