"""Play-outs over guessed worlds: what serves best in the worlds that may be, if everybody plays sensibly.

The game says which actions deserve thought, each with an intention: what the seat would be up to. Every one
of them is tried in the same worlds, guessed from the view, and with the same chance; the game's own player
goes on from there for all seats, this one with its intention. The worse half is dropped again and again, so
most play-outs go to the actions that are hard to tell apart. The first action is what the game's own player
would do; it is tried in every world, and left only for one that is better beyond doubt, or nearly so.

The game's RolloutPolicy says all that. Play-outs are counted, not seconds, so equal
draws make equal choices.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

from benben.core.contract import CHANCE, OVER, Draw, Game, RolloutPolicy, Seat, Unreadable

MOST = 10_000  # play-outs that a player may ask for
DOUBT = 0.5  # standard errors by which what the game's own player would do must be beaten


def make(game: Game, words: tuple[str, ...]) -> Sampled:
    spec = " ".join(("sampled", *words))
    many = words[0] if len(words) == 1 else ""
    if not (many.isdecimal() and many.isascii() and 1 <= int(many) <= MOST):
        raise Unreadable(f"it plays out 1 to {MOST} times, as in: sampled 200", spec[:40])
    if game.bot.rollouts is None:
        raise Unreadable(f"{game.title} has no hints that play-outs could go by", spec[:40])
    return Sampled(game, game.bot.rollouts, spec, int(many))


class Sampled:
    def __init__(self, game: Game, policy: RolloutPolicy, spec: str, many: int) -> None:
        self.spec = spec
        self._game = game
        self._policy = policy
        self._many = many

    def choose(self, v: Any, seat: Seat, draw: Draw) -> Any:
        game = self._game
        s = game.views.guess(v, draw)
        able = game.rules.actions(s, seat)
        if len(able) == 1:
            return able[0]
        thought = self._policy.ideas(s, seat, draw)
        if all(action == thought[0][0] for action, _ in thought):
            return thought[0][0]
        seed, world = draw(1 << 32), 0
        found: list[list[float]] = [[] for _ in thought]  # by action and world
        others = list(range(1, len(thought)))
        stages = len(others).bit_length()
        for _ in range(stages):
            for _ in range(-(-self._many // (stages * (1 + len(others))))):
                world += 1
                guessed = game.views.guess(v, seeded_draw(f"guess {seed} {world}"))
                imagined = self._policy.imagine(guessed, seat)
                for n in (0, *others):
                    action, intention = thought[n]
                    found[n].append(self.rollout_value(imagined, seat, action, intention, seed + world))
            others.sort(key=lambda n: -sum(found[n]))
            others = others[: (len(others) + 1) // 2]
        return thought[others[0] if is_better(found[others[0]], found[0]) else 0][0]

    def rollout_value(self, imagined: Any, seat: Seat, action: Any, intention: Any, seed: int) -> float:
        """The result for the seat in this world if it takes this action now."""
        rules, policy = self._game.rules, self._policy
        since, stakes = imagined
        draw, intentions = seeded_draw(f"play {seed}"), {seat: intention}
        s = rules.play(since, seat, action)
        turn = rules.turn(s)
        while turn != OVER and not policy.settled(s, since, seat):
            if turn == CHANCE:
                s = policy.happen(s, draw, seed)
            else:
                action, intentions[turn] = policy.pursue(s, turn, intentions.get(turn), draw)
                s = rules.play(s, turn, action)
            turn = rules.turn(s)
        return policy.share(s, seat, stakes)


def is_better(one: list[float], other: list[float]) -> bool:
    """Whether `one` is better than `other` on average, by more than chance would explain."""
    apart = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(apart) / len(apart)
    spread = sum((more - mean) ** 2 for more in apart) / len(apart)
    return mean > DOUBT * sqrt(spread / len(apart))


def seeded_draw(seed: str) -> Draw:
    """Draws from a generator with this seed."""
    chance = Random(seed).random
    return lambda n: int(chance() * n)
