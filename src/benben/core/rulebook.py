"""A game's RULES.md: sections, numbered clauses, and the cases that picture them.

## In a hundred words                            first of all: goal, turn, end and what scores, in plain words
## 5 Protection                                  a section with its number
1. Neighbours protect each other ...             clause 5.1; further lines are indented
   ![16 and 17 are a pair](pictures/pair.svg)    a picture: the position of case `pair`
## Notation                                      a section without a number: plain paragraphs
"""

from __future__ import annotations

import re
from typing import NamedTuple

from benben.core.cases import folder
from benben.core.contract import Game, Unreadable

SUMMARY = "In a hundred words"  # title of the section that begins every rulebook
_HEADING = re.compile(r"## (?:([0-9]+) )?(.+)")
_CLAUSE = re.compile(r"([0-9]+)\. (.+)")
_PICTURE = re.compile(r"!\[([^\]]+)\]\(pictures/([a-z0-9-]+)\.svg\)")


class Picture(NamedTuple):
    caption: str
    case: str  # whose position it shows


class Clause(NamedTuple):
    number: str  # "5.1"; empty for a paragraph
    text: str  # with the marks **bold**, *emphasis* and `code`
    pictures: tuple[Picture, ...]


class Section(NamedTuple):
    number: str  # "5"; may be empty
    title: str
    clauses: tuple[Clause, ...]


def rulebook(game: Game) -> tuple[Section, ...]:
    return parse_rulebook(folder(game).joinpath("RULES.md").read_text("utf-8"))


def summary(game: Game) -> tuple[str, ...]:
    """The paragraphs of the game in a hundred words."""
    return tuple(one.text for part in rulebook(game) if part.title == SUMMARY for one in part.clauses)


def clause(game: Game, number: str) -> Clause | None:
    """The clause of that number, such as 5.1; None if there is none."""
    return next((one for section in rulebook(game) for one in section.clauses if one.number == number), None)


def parse_rulebook(text: str) -> tuple[Section, ...]:
    """The sections of a rulebook. A preface under the title is a section without a number."""
    sections: list[Section] = []
    number, title = "", ""
    clauses: list[Clause] = []
    broken = True  # a blank line ends a paragraph
    for at, line in enumerate([*text.splitlines(), "## end"], 1):
        heading, words = _HEADING.fullmatch(line), line.strip()
        if heading:
            if clauses:
                sections.append(Section(number, title, tuple(clauses)))
            number, title, clauses, broken = heading[1] or "", heading[2], [], True
        elif line.startswith("# "):
            title = line[2:]
        elif not words:
            broken = True
        elif shown := _PICTURE.fullmatch(words):
            if not clauses:
                raise Unreadable("a picture stands below the clause that it shows", f"line {at}")
            last = clauses[-1]
            clauses[-1] = last._replace(pictures=(*last.pictures, Picture(shown[1], shown[2])))
        elif number and (item := _CLAUSE.fullmatch(line)):
            expected = 1 + sum(bool(one.number) for one in clauses)
            if int(item[1]) != expected:
                raise Unreadable(f"clause {number}.{expected} should stand here", f"line {at}")
            clauses.append(Clause(f"{number}.{item[1]}", item[2], ()))
            broken = False
        elif broken or not clauses:
            clauses.append(Clause("", words, ()))
            broken = False
        elif words.startswith(("- ", "> ")):
            clauses.append(Clause("", words, ()))
        else:
            clauses[-1] = clauses[-1]._replace(text=f"{clauses[-1].text} {words}")
    return tuple(sections)
