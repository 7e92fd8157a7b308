"""Egyptian Solitaire: nested pyramids hop over each other until one is left."""

from dataclasses import replace

from benben.core.contract import BotSupport, Game, Level
from benben.core.judge import ReviewSupport
from benben.games.solitaire import achievements, bot, judge, notation, quick_puzzles, rules, tutor, views

_present = Game(
    name="solitaire",
    title="Egyptian Solitaire",
    seats=range(1, rules.MOST_SEATS + 1),
    version=2,
    Options=rules.Options,
    rules=rules,
    views=views,
    notation=notation,
    Action=rules.Action,
    Chance=rules.Chance,
    levels=(
        Level("apprentice", "paced 1", "Hops as it likes, slowly, and gets stuck early."),
        Level("scribe", "paced 2", "Looks a few hops ahead and leaves a handful of pyramids."),
        Level("vizier", "paced 3", "Knows the way to a single small, and hops it without haste."),
    ),
    bot=BotSupport(paced=bot),
    seats_with=rules.seats,
    timing=rules,
    allows_help=rules.allows_help,
    resignation=rules,
    contenders=rules.contenders,
    draw_allowed=True,  # 2.3, 3.3
    opened=views.opened,
    apart=views.apart,
    summary=notation.summary,
    remark=notation.remark,
    rate=bot.rate,
    tutor=tutor,
    achievements=achievements,
    review=ReviewSupport(judge.judge, outlook=judge.outlook),
    daily=bot.daily,
    rush=quick_puzzles,
)
# In version 1 a resignation or a flag ended the match, and all others had won
game = replace(_present, editions={1: replace(_present, version=1, contenders=None)})

__all__ = ["game"]
