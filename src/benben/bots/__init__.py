"""Players that are programs. See docs/bots.md.

A bot is built from a few words and chooses from a view, like everyone at the table:

    bot = make(game, "expectimax 2")        # or level(game, "scribe")
    action = bot.choose(game.views.view(s, seat), seat, draw)

`draw(n)` gives a whole number in 0..n-1 and is the only source of chance, so equal draws make equal choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from benben.bots import advised, expectimax, greedy, maxn, paced, random, sampled, solved
from benben.core.contract import CHANCE, OVER, Comparison, Draw, Game, Seat, Unreadable


class Bot(Protocol):
    spec: str  # the words that it was built from

    def choose(self, v: Any, seat: Seat, draw: Draw) -> Any:
        """A legal action of that seat. There must be one."""


@runtime_checkable
class ComparingBot(Protocol):
    """A bot that can say how much worse an action is than its own choice."""

    def compare(self, v: Any, seat: Seat, action: Any, draw: Draw) -> Comparison: ...


KINDS: dict[str, Callable[[Game, tuple[str, ...]], Bot]] = {
    "random": random.make,
    "greedy": greedy.make,
    "expectimax": expectimax.make,
    "solved": solved.make,
    "paced": paced.make,
    "advised": advised.make,
    "maxn": maxn.make,
    "sampled": sampled.make,
}


def make(game: Game, spec: str) -> Bot:
    """The bot that the words describe: "random", "greedy", "expectimax 2"."""
    kind, *words = spec.split() or [""]
    if kind not in KINDS:
        raise Unreadable(f"there is no bot of that kind; there are {', '.join(KINDS)}", spec[:40])
    return KINDS[kind](game, tuple(words))


def level(game: Game, name: str) -> Bot:
    """The bot behind a level that a player can choose."""
    for one in game.levels:
        if one.name == name:
            return make(game, one.bot)
    names = ", ".join(one.name for one in game.levels) or "none"
    raise Unreadable(f"{game.title} has no bot of that level; there are {names}", name[:40])


def find(game: Game, text: str) -> Bot:
    """The bot with this level's name, or built from these words."""
    if text.split()[:1] and text.split()[0] in KINDS:
        return make(game, text)
    try:
        return level(game, text)
    except Unreadable:
        levels = [one.name for one in game.levels]
        raise Unreadable(f"no such bot; there are {', '.join((*levels, *KINDS))}", text[:40]) from None


def warm(
    game: Game, some: Iterable[Bot] | None = None, seats: int | None = None, options: Any = None
) -> None:
    """Have these bots, or every level, choose once, so that nobody waits later for machine code.

    Without a number of seats: at the smallest table, and at the largest too if that has code of its own.
    """
    able_seats = game.seats_for(options or game.options())
    tables = [able_seats[0], able_seats[-1]] if game.bot.search_model else [able_seats[0]]
    for many in tables if seats is None else [seats]:
        found = first_choice(game, many, options)
        if found is None:
            return
        s, seat, able = found
        for bot in [level(game, one.name) for one in game.levels] if some is None else some:
            bot.choose(game.views.view(s, seat), seat, lambda n: n - 1)
            if isinstance(bot, ComparingBot):
                bot.compare(game.views.view(s, seat), seat, able[0], lambda n: n - 1)


def first_choice(
    game: Game, seats: int | None = None, options: Any = None
) -> tuple[Any, Seat, Sequence[Any]] | None:
    """The first state of a match in which a seat has a choice, that seat and its actions; None: none has."""
    options = options or game.options()
    seats = seats or game.seats_for(options)[0]
    s = game.rules.start(seats, options)
    for _ in range(100):
        turn = game.rules.turn(s)
        if turn == OVER:
            return None
        if turn == CHANCE:
            s = game.rules.settle(s, game.rules.chances(s)[0][0])
            continue
        seat = next(seat for seat in range(seats) if game.rules.actions(s, seat))
        able = game.rules.actions(s, seat)
        if len(able) > 1:
            return s, seat, able
        s = game.rules.play(s, seat, able[0])
    return None
