"""Pebbles after its rules were changed: the die is fair now, and an option came that was not there before.

The rules of before are kept as they were, in pebbles.py, as the edition of version 1.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated, Any

from msgspec import Meta

from benben.core.contract import Game
from tests.contract import pebbles


class Options(pebbles.Options, frozen=True, forbid_unknown_fields=True):
    colour: Annotated[str, Meta(max_length=20, description="Of the pebbles")] = "grey"


FAIR = ((pebbles.Throw(1), 1), (pebbles.Throw(2), 1), (pebbles.Throw(3), 1))

_before: dict[str, Any] = {name: getattr(pebbles, name) for name in dir(pebbles) if not name.startswith("_")}
_rules: Any = SimpleNamespace(**_before)
_rules.chances = lambda s: FAIR  # noqa: ARG005

game = Game(
    name="pebbles",
    title="Pebbles",
    seats=range(2, 3),
    version=2,
    Options=Options,
    rules=_rules,
    views=pebbles.game.views,
    notation=pebbles.game.notation,
    Action=pebbles.Take,
    Chance=pebbles.Throw,
    editions={1: pebbles.game},
)

# the option came without any other change, so the version stayed
widened = replace(pebbles.game, Options=Options)


def present(name: str) -> Game:
    """As games.load, in a world where there is only this."""
    assert name == "pebbles"
    return game
