"""The Gate of the Pyramid: cover a puzzle board before the sand runs out, and take the jewels."""

from dataclasses import replace

from benben.core.contract import BotSupport, Game, Level, Preparation
from benben.core.judge import ReviewSupport
from benben.games.gate import achievements, bot, judge, notation, rules, tutor, views
from benben.games.gate.puzzles import quick

_present = Game(
    name="gate",
    title="The Gate of the Pyramid",
    seats=range(1, rules.MOST_SEATS + 1),
    version=2,
    Options=rules.Options,
    rules=rules,
    views=views,
    notation=notation,
    Action=rules.Action,
    Chance=rules.Chance,
    levels=(
        Level("apprentice", "paced 1", "Tries this and that, and often runs out of sand."),
        Level("scribe", "paced 2", "Solves most boards in time and collects its own colours."),
        Level("vizier", "paced 3", "About as quick as a good player, and takes what you need."),
    ),
    bot=BotSupport(paced=bot),
    seats_with=rules.seats,
    timing=rules,
    allows_help=rules.allows_help,
    resignation=rules,
    contenders=rules.contenders,
    draw_allowed=True,  # 5.1
    apart=views.apart,
    summary=notation.summary,
    tutor=tutor,
    achievements=achievements,
    review=ReviewSupport(judge.judge, "the jewels and boards", outlook=judge.outlook),
    daily=bot.daily,
    rush=quick,
    preparation=Preparation(bot.made_boards, bot.keep_boards, bot.has_boards, bot.needs_boards),
    before={"series": 1},
)
# In version 1 a flag ended the match and all others had won; a draw was also for those who had resigned
game = replace(_present, editions={1: replace(_present, version=1, contenders=None)})

__all__ = ["game"]
