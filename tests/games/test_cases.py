"""Every case of every game is played, and the reader of cases says what it cannot read."""

from __future__ import annotations

import pytest

from benben.core import cases
from benben.core.contract import Unreadable
from benben.games import NAMES, load

ALL = [(name, case) for name in NAMES for case in cases.cases(load(name))]
PAIR = """
case pair
Neighbours protect each other.
clauses 5.1
position ........../..x..oo.../.......... x 3
"""


@pytest.mark.parametrize(("name", "case"), ALL, ids=[f"{name}-{case.name}" for name, case in ALL])
def test_the_game_bears_out(name: str, case: cases.Case) -> None:
    cases.run(load(name), case)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("legal 13-16", "the case says '13-16', the game says '13-10'"),
        ("play 13-16", "16 and 17 protect each other"),
        ("chance throw 2", "Chance cannot do that now"),
        ("refuse 13-10 -> 6.1 No.", "13-10 is legal"),
        ("refuse 13x16 -> 5.2 16 and 17 protect each other.", "the game says '5.1"),
        ("now ........../..x..oo.../.......... o -", "the game says"),
        ("has x", "is no part of"),
        ("turn seat 2", "'seat 1'"),
        ("told throws 3", "nothing has happened yet"),
        ("weights throw 1: 1", "throw 2: 6"),
        ("reads 13 as 13-16", "'13-10'"),
        ("unreadable action 13-10 -> no", "was read"),
        ("over places 1 2, points 0 0, won", "the game goes on"),
    ],
)
def test_a_wrong_line_of_a_case_is_found(line: str, complaint: str) -> None:
    (case,) = cases.parse_cases(f"{PAIR}{line}\n")
    with pytest.raises(cases.CaseMismatch, match="senet case pair, line 6: ") as fault:
        cases.run(load("senet"), case)
    assert complaint in str(fault.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("casa pair\n", "line 1: a case begins with its name"),
        ("case A Pair\n", "line 1: a case begins with its name"),
        ("case pair\nclauses 5.1\n", "line 1: case pair has no sentence"),
        ("case pair\nSo it is.\nclauses five\n", "line 3: five is no clause"),
        ("case pair\nSo it is.\nclauses 5.1\nplay 1-2\n", "line 4: case pair begins with a position"),
        ("case pair\nSo it is.\nclauses 5.1\nstart\nhop 1-2\n", "line 5: hop is none of"),
        ("case pair\nSo it is.\nclauses 5.1\nstart\nrefuse 1-2\n", "line 5: an arrow and an answer"),
        (f"{PAIR}{PAIR}", "line 7: there are two cases pair"),
    ],
)
def test_a_file_of_cases_that_cannot_be_read_says_where(text: str, complaint: str) -> None:
    with pytest.raises(Unreadable) as fault:
        cases.parse_cases(text)
    assert complaint in str(fault.value)
