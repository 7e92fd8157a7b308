"""Pyramydal: three to ten collectors walk a line of pyramids and stack what they take into statues."""

from dataclasses import replace

from benben.core.contract import BotSupport, Game, Level
from benben.core.judge import ReviewSupport
from benben.games.pyramydal import (
    achievements,
    bot,
    judge,
    notation,
    puzzles,
    rules,
    search_model,
    tutor,
    views,
)

_present = Game(
    name="pyramydal",
    title="Pyramydal",
    seats=range(3, 11),
    version=2,
    Options=rules.Options,
    rules=rules,
    views=views,
    notation=notation,
    Action=rules.Action,
    Chance=rules.Chance,
    levels=(
        Level("apprentice", "advised 1", "Takes what scores now, and minds every pyramid it skips."),
        Level("scribe", "advised 2", "Collects towards monos, and ends the game when that wins."),
        Level("vizier", "maxn 600", "Thinks ahead for every player at the table and counts to the point."),
    ),
    bot=BotSupport(player=bot, tree_search=bot, search_model=search_model),
    options_in=rules.options_in,
    allows_help=rules.allows_help,
    resignation=rules,
    contenders=rules.contenders,
    opened=views.opened,
    summary=notation.summary,
    tutor=tutor,
    achievements=achievements,
    review=ReviewSupport(
        "maxn 600", "the line and what no search foresaw", 500, guide=judge, chances=judge.chances
    ),
    puzzles=puzzles,
)
# In version 1 a resignation or a flag ended the match, and all others had won
game = replace(_present, editions={1: replace(_present, version=1, contenders=None)})

__all__ = ["game"]
