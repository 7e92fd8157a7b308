"""Senet: two players race along thirty squares, past each other and past the water."""

from benben.core.contract import BotSupport, Game, Level
from benben.core.judge import ReviewSupport
from benben.core.learned import LearnedJudgement
from benben.games.senet import achievements, bot, net, notation, puzzles, rules, tutor, views
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
        # Their strength: wins of 100 against perfect play with three pieces a side, see docs/bots.md.
        Level("apprentice", "greedy", "Runs for the end. Wins 17 of 100 against perfect play."),
        Level("scribe", "expectimax 0", "Builds pairs and minds its stragglers. Wins 30 of 100."),
        Level("steward", "expectimax 1", "Weighs what the next throw may bring. Wins 35 of 100."),
        Level("priest", "expectimax 0 net", "Plays at sight, from long practice. Wins 44 of 100."),
        Level("vizier", "solved 1 net", "Weighs the next throw too, and knows every ending. Wins 50 of 100."),
    ),
    bot=BotSupport(
        race=bot.race,
        evaluate=bot.evaluate,
        known=known_chance,
        net=LearnedJudgement(net.evaluate, net.plain_evaluate, net.throws_left),
    ),
    is_legal=rules.legal,
    options_in=rules.options_in,
    tutor=tutor,
    achievements=achievements,
    review=ReviewSupport("solved 1 net", "the sticks", error=400),
    puzzles=puzzles,
    rush=puzzles,
)

__all__ = ["game"]
