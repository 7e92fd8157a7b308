"""The Pyramid of Horus: adventurers rob a pyramid that falls to pieces, and must get out again."""

from dataclasses import replace

from benben.core.contract import BotSupport, Game, Level
from benben.core.judge import ReviewSupport
from benben.games.horus import achievements, bot, notation, puzzles, rules, tutor, views

_present = Game(
    name="horus",
    title="The Pyramid of Horus",
    seats=range(rules.LEAST_SEATS, rules.MOST_SEATS + 1),
    version=2,
    Options=rules.Options,
    rules=rules,
    views=views,
    notation=notation,
    Action=rules.Action,
    Chance=rules.Chance,
    levels=(
        Level("apprentice", "advised 1", "Grabs what pays now and runs for the door in the eighth round."),
        Level("scribe", "advised 2", "Weighs treasure against load, mummies, blocks and the way home."),
        Level("vizier", "sampled 200", "Plays on in its head, in many pyramids that may be the real one."),
    ),
    bot=BotSupport(race=bot.race, player=bot, rollouts=bot, balance=bot),
    timed_with=rules.timed,
    unhurried=rules.unhurried,
    timing=rules,
    resignation=rules,
    contenders=rules.contenders,
    draw_allowed=True,  # 7.4
    opened=views.opened,
    apart=views.apart,
    summary=notation.summary,
    tutor=tutor,
    achievements=achievements,
    review=ReviewSupport("sampled 40", "the dice, cards and blocks"),
    puzzles=puzzles,
    before={"sobek": 7},
)
# In version 1 a flag ended the match, all others had won, and the last one left still had to come out
game = replace(_present, editions={1: replace(_present, version=1, contenders=None)})

__all__ = ["game"]
