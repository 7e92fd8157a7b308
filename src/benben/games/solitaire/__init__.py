"""Egyptian Solitaire: nested pyramids hop over each other until one is left."""

from dataclasses import replace

from benben.core.contract import Game, Level
from benben.games.solitaire import bot, notation, rules, views

_present = Game(
    name="solitaire",
    title="Egyptian Solitaire",
    seats=range(1, rules.MOST_SEATS + 1),
    version=2,
    Options=rules.Options,
    rules=rules,
    views=views,
    notation=notation,
    levels=(
        Level("apprentice", "paced 1", "Hops as it likes, slowly, and gets stuck early."),
        Level("scribe", "paced 2", "Looks a few hops ahead and leaves a handful of pyramids."),
        Level("vizier", "paced 3", "Knows the way to a single small, and hops it without haste."),
    ),
    hints=bot,
    contenders=rules.contenders,
)
# In version 1 a resignation or a flag ended the match, and all others had won
game = replace(_present, editions={1: replace(_present, version=1, contenders=None)})

__all__ = ["game"]
