"""The rulebooks can be read by a program, and their pictures are those of the cases."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benben.core import cases, rulebook
from benben.core.contract import Unreadable
from benben.games import NAMES, load
from tools import draw_rulebook


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_is_numbered_in_order_and_says_something(name: str) -> None:
    sections = rulebook.rulebook(load(name))
    numbers = [section.number for section in sections if section.number]
    assert numbers == [str(n) for n in range(int(numbers[0]), int(numbers[0]) + len(numbers))]
    for section in sections:
        assert section.title
        for clause in section.clauses:
            assert clause.text.count("`") % 2 == 0
            assert bool(clause.number) == bool(section.number)


@pytest.mark.parametrize("name", NAMES)
def test_every_rulebook_begins_with_a_hundred_plain_words(name: str) -> None:
    game = load(name)
    assert rulebook.rulebook(game)[0].title == rulebook.SUMMARY
    paragraphs = rulebook.summary(game)
    assert len(paragraphs) == 3  # the goal; a turn; the end and what scores
    assert 60 <= sum(len(text.split()) for text in paragraphs) <= 100
    for text in paragraphs:
        assert re.fullmatch(r"([A-Za-z0-9]+[.,:;]? ?)+", text), text
        assert text.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_is_as_it_would_be_drawn(name: str) -> None:
    assert draw_rulebook.faults(load(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_is_sound_xml_with_a_title(name: str) -> None:
    for text in draw_rulebook.pictures(load(name)).values():
        root = ElementTree.fromstring(text)
        assert root.tag.endswith("svg")
        assert root[0].tag.endswith("title")


def test_a_picture_that_differs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("senet")
    (tmp_path / "RULES.md").write_text("## 5 Protection\n1. So.\n   ![Here](pictures/pair.svg)\n", "utf-8")
    (tmp_path / "cases.txt").write_bytes((cases.folder(game) / "cases.txt").read_bytes())
    monkeypatch.setattr(cases, "folder", lambda _: tmp_path)
    monkeypatch.setattr(rulebook, "folder", lambda _: tmp_path)
    assert draw_rulebook.faults(game) == ["senet: pair.svg is missing"]
    assert draw_rulebook.draw_pictures(game) == 1
    assert draw_rulebook.faults(game) == []
    (tmp_path / "pictures" / "pair.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "pictures" / "old.svg").write_text("<svg/>", "utf-8")
    assert draw_rulebook.faults(game) == [
        "senet: old.svg is shown by no clause",
        "senet: pair.svg is not as it would be drawn",
    ]
    assert draw_rulebook.draw_pictures(game) == 1
    assert draw_rulebook.faults(game) == []


def test_a_rulebook_is_read_clause_by_clause() -> None:
    sections = rulebook.parse_rulebook(
        "# Toy\n\nA preface\non two lines.\n\n## In a hundred words\nWin.\n\n"
        "## 1 Aim\n1. Win.\n2. Or\n   lose.\n\n"
        "   ![Lost](pictures/lost.svg)\n\n## Notes\n- One\n  more.\n- Two.\n"
    )
    assert sections == (
        rulebook.Section("", "Toy", (rulebook.Clause("", "A preface on two lines.", ()),)),
        rulebook.Section("", "In a hundred words", (rulebook.Clause("", "Win.", ()),)),
        rulebook.Section(
            "1",
            "Aim",
            (
                rulebook.Clause("1.1", "Win.", ()),
                rulebook.Clause("1.2", "Or lose.", (rulebook.Picture("Lost", "lost"),)),
            ),
        ),
        rulebook.Section(
            "", "Notes", (rulebook.Clause("", "- One more.", ()), rulebook.Clause("", "- Two.", ()))
        ),
    )
    for text, complaint in (
        ("## 1 Aim\n2. Win.\n", "line 2: clause 1.1 should stand here"),
        ("## 1 Aim\n![Lost](pictures/lost.svg)\n", "line 2: a picture stands below"),
    ):
        with pytest.raises(Unreadable) as fault:
            rulebook.parse_rulebook(text)
        assert complaint in str(fault.value)


def test_a_clause_is_found_by_its_number() -> None:
    clause = rulebook.clause(load("senet"), "5.1")
    assert clause is not None
    assert "protect each other" in clause.text
    assert rulebook.clause(load("senet"), "5.9") is None
