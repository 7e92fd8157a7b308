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
        Level("apprentice", "advised 1", "Grabs what pays now and runs for the door in the eighth round."),
        Level("scribe", "advised 2", "Weighs treasure against load, mummies, blocks and the way home."),
        Level("vizier", "sampled 200", "Plays on in its head, in many pyramids that may be the real one."),
    ),
    hints=hints,
    before={"sobek": 7},
)

__all__ = ["game"]
