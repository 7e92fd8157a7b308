"""Pyramydal: three to ten collectors walk a line of pyramids and stack what they take into statues."""

from benben.core.contract import Game, Level
from benben.games.pyramydal import hints, notation, rules, views

game = Game(
    name="pyramydal",
    title="Pyramydal",
    seats=range(3, 11),
    version=1,
    Options=rules.Options,
    rules=rules,
    views=views,
    notation=notation,
    levels=(
        Level("apprentice", "advised 1", "Takes what scores now, and minds every pyramid it skips."),
        Level("scribe", "advised 2", "Collects towards monos, and ends the game when that wins."),
        Level("vizier", "maxn 600", "Thinks ahead for every player at the table and counts to the point."),
    ),
    hints=hints,
)

__all__ = ["game"]
