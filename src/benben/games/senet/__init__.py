"""Senet: two players race along thirty squares, past each other and past the water."""

from benben.core.contract import BotSupport, Game, Level
from benben.core.judge import ReviewSupport
from benben.games.senet import achievements, bot, notation, puzzles, rules, tutor, views
from benben.games.senet.solver.known import known_chance

game = Game(
    name="senet",
    title="Senet",
    seats=range(2, 3),
    version=1,
    Options=rules.Options,
    rules=rules,
    views=views,
    notation=notation,
    Action=rules.Action,
    Chance=rules.Chance,
    levels=(
        Level("apprentice", "greedy", "Runs for the end and looks no farther than this move."),
        Level("scribe", "expectimax 0", "Builds pairs and minds its stragglers, but looks no throw ahead."),
        Level(
            "vizier", "solved 3", "Weighs three throws ahead, and knows all chances with three pieces a side."
        ),
    ),
    bot=BotSupport(race=bot.race, evaluate=bot.evaluate, known=known_chance),
    is_legal=rules.legal,
    options_in=rules.options_in,
    tutor=tutor,
    achievements=achievements,
    review=ReviewSupport("solved 3", "the sticks", error=400),
    puzzles=puzzles,
    rush=puzzles,
)

__all__ = ["game"]
