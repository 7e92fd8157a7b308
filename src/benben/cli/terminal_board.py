"""A game's board and its rulebook's clauses as text for the terminal."""

from __future__ import annotations

import os
import re
import textwrap
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benben.core import rulebook
from benben.core.contract import Game

WIDTH = 79


class TerminalBoard:
    """Draws a view with the game's terminal.py, where there is one, else in notation."""

    def __init__(self, game: Game, colour: bool) -> None:
        self._game, self._colour = game, colour and not os.environ.get("NO_COLOR")
        package = f"benben.games.{game.name}"
        self._terminal = import_module(f"{package}.terminal") if find_spec(f"{package}.terminal") else None

    def text(self, v: Any) -> str:
        if self._terminal is None:
            return self._game.notation.write(v)
        return str(self._terminal.draw(v, self._colour))


def summary_text(game: Game) -> str:
    """The game in a hundred words."""
    return "\n\n".join(textwrap.fill(paragraph, WIDTH) for paragraph in rulebook.summary(game))


def clause_text(game: Game, number: str) -> str | None:
    """The text of a clause of the game's RULES.md, such as 5.1; None if there is no such clause."""
    found = rulebook.clause(game, number) if number else None
    if found is None:
        return None
    text = re.sub(r"(?<!\w)[*`]+|[*`]+(?!\w)", "", found.text)  # Markdown's marks of bold, emphasis and code
    return textwrap.fill(f"{number}  {text}", WIDTH, subsequent_indent=" " * (len(number) + 2))
