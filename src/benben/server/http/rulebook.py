"""A game's rulebook as the client reads it, each picture drawn from the case that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from benben import games
from benben.core import cases, rulebook
from benben.core.contract import Game
from benben.server import wire
from benben.server.http import exercises


@cache
def rulebook_message(name: str) -> wire.RuleBook:
    """The rulebook of the game with this name."""
    game = games.load(name)
    known = {case.name: case for case in cases.cases(game)}
    tried = [case for case in known.values() if case.name in exercises.open_cases(name)]
    sections = [
        wire.RuleSection(
            section.number,
            section.title,
            [_clause(game, clause, known, tried) for clause in section.clauses],
        )
        for section in rulebook.rulebook(game)
        if section.title != rulebook.SUMMARY
    ]
    return wire.RuleBook(game.name, game.title, game.version, list(rulebook.summary(game)), sections)


def _clause(
    game: Game, clause: rulebook.Clause, known: dict[str, cases.Case], tried: Sequence[cases.Case]
) -> wire.RuleClause:
    pictures = []
    for shown in clause.pictures:
        s = cases.position(game, known[shown.case])
        picture = game.views.picture(game.views.view(s, None))
        pictures.append(wire.RulePicture(shown.caption, game.notation.write(s), picture))
    examples = [wire.RuleCase(case.name, case.sentence) for case in tried if clause.number in case.clauses]
    return wire.RuleClause(clause.number, clause.text, pictures, examples)
