"""Every clause is followed by code and shown by a case, and the tool that says so can fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benben.core.cases import parse_cases
from benben.games import NAMES, load
from tools.trace_clauses import Citation, citations, rows_and_faults, table, trace_game

ROOT = Path(__file__).parents[2]
CASE = "case one\nSo it is.\nclauses {}\nstart\n"


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_code_and_a_case(name: str) -> None:
    rows, faults = trace_game(load(name))
    assert rows
    assert faults == []


def test_a_clause_without_code_or_case_is_a_fault() -> None:
    _, faults = rows_and_faults(
        ["1.1", "1.2"], [Citation("1.1", "rules.play", True)], parse_cases(CASE.format("1.2"))
    )
    assert faults == ["1.2 is followed by no code", "1.1 is shown by no case"]


def test_a_citation_of_no_clause_is_a_fault() -> None:
    cited = [Citation("1.1", "rules.play", True), Citation("7.9", "rules.why", True)]
    cited.append(Citation("0.68", "rules", False))  # a number in a comment may be anything
    examples = parse_cases(CASE.format("1.1 3.4") + "refuse 1-2 -> 9.9 No.\n")
    _, faults = rows_and_faults(["1.1"], cited, examples)
    assert faults == [
        "rules.why cites 7.9, which is no clause",
        "case one cites 3.4, which is no clause",
        "case one cites 9.9, which is no clause",
    ]


def test_docstrings_comments_and_refusals_are_citations(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(
        '"""A game (0.1)."""\n'
        "LIMIT = 3.5  # clause 2.1\n"
        "def play():\n"
        '    """Plays (1.1)."""\n'
        "    # because of 1.2\n"
        '    return "1.3", "toy 1.4", "not 1.5 of this"\n',
        "utf-8",
    )
    assert {(cited.clause, cited.where, cited.strict) for cited in citations(path, "toy")} == {
        ("0.1", "rules", False),
        ("2.1", "rules", False),
        ("1.1", "rules.play", False),
        ("1.2", "rules.play", False),
        ("1.3", "rules.play", True),
        ("1.4", "rules.play", True),
    }


def test_the_tool_prints_a_row_for_each_clause() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "trace_clauses.py")], capture_output=True, text=True, check=True
    )
    for name in NAMES:
        rows, _ = trace_game(load(name))
        assert table(rows) in done.stdout
