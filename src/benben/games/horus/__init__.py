"""The Pyramid of Horus: adventurers rob a pyramid that falls to pieces, and must get out again."""

from benben.core.contract import Game, Level
from benben.games.horus import hints, notation, rules, views

game = Game(
    name="horus",
    title="The Pyramid of Horus",
    seats=range(rules.LEAST_SEATS, rules.MOST_SEATS + 1),
    version=1,
    Options=rules.Options,
    rules=rules,
    views=views,
    notation=notation,
    levels=(
        Level("apprentice", "greedy", "Grabs what lies near and runs for the door in the eighth round."),
    ),
    hints=hints,
)

__all__ = ["game"]
