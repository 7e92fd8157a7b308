"""docs/glossary.md leads from a word of the field to a module that is there and uses the word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "benben"
ROW = re.compile(r"\| ([^|]+) \| `([^`]+)` \|")
ROWS = [
    found.groups()
    for line in (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines()
    if (found := ROW.match(line))
]


def files(path: str) -> list[Path]:
    """The Python files of a module or a package; with NAME in its path, those of every game that has it."""
    return [
        file
        for pattern in (f"{path}.py", f"{path}/**/*.py")
        for file in SOURCE.glob(pattern.replace("NAME", "*"))
    ]


def test_the_glossary_has_the_words_of_the_field() -> None:
    assert len(ROWS) >= 34


@pytest.mark.parametrize(("words", "path"), ROWS, ids=[words for words, _ in ROWS])
def test_a_word_leads_to_a_module_that_uses_it(words: str, path: str) -> None:
    found = files(path)
    assert found, f"there is no module {path}"
    text = "\n".join(f"{file.relative_to(SOURCE)}\n{file.read_text('utf-8')}" for file in found).lower()
    stems = [word.strip().lower().rstrip("s") for word in words.split(",")]
    assert any(stem.replace(" ", sign) in text for stem in stems for sign in (" ", "_", "-"))
