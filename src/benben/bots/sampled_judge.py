"""The judge of games with secrets: matches played on to the end, in worlds that may have been."""

from __future__ import annotations

from math import sqrt
from typing import Any

from benben.bots import sampled
from benben.core.compiled import Engine
from benben.core.contract import CHANCE, EVERYONE, OVER, Draw, Event, Outcome, Seat, Unreadable
from benben.core.judge import WHOLE, ChoiceWorth, ReviewSupport, TrueCost, Unit, Worth, chance_result
from benben.core.match import Match

DOUBT = 2.5  # standard errors by which play-outs must prefer another action
QUICK_EVENTS = 8_000  # played on for an outlook; after them no further match is begun
LEAST_SAMPLES = 10  # of an outlook, however long they are
NINE_IN_TEN = 1.65  # standard errors within which nine in ten estimates are


class SampledJudge:
    """Plays matches on to the end, with sensible players in all seats, in worlds that may have been.

    A position is judged when another seat is to act, in worlds guessed from what that seat knew; between two
    such moments nothing new is known. A choice is compared first by the bot's own short play-outs, which look
    at one seat alone. If they prefer another action, both are played on in equal worlds. Only a difference
    of more than DOUBT standard errors counts. Where the true world is another than those guessed, both are
    played on in the true one too, which tells bad luck from a bad choice.
    """

    unit: Unit = "chance"

    def __init__(self, m: Match, support: ReviewSupport, samples: int, engine: Engine) -> None:  # noqa: ARG002
        if m.game.bot.rollouts is None:
            raise Unreadable(f"{m.game.title} has no hints that play-outs could go by")
        self._game, self._policy = m.game, m.game.bot.rollouts
        self._samples = samples
        self._bot = sampled.make(m.game, (str(samples),))
        self._asked: Seat | None = None  # who was to act when a position was last judged
        self._values: tuple[int, ...] = (WHOLE // m.seats,) * m.seats  # found then
        self._nothing = (0,) * m.seats
        self._events = 0  # played on so far
        self._is_usual = m.first == m.game.rules.start(m.seats, m.options)
        self._error = round(2 * WHOLE * sqrt(0.25 / samples))
        self.method = f"Judged by {samples} matches played on from each turn, as far as was known then."

    def first(self, s: Any) -> Worth:
        if self._is_usual:
            return Worth(self._values, "estimated", 0)  # nothing is dealt, and all are equal
        found = [self._ending(self._world(s, None, 0, n), 0, n) for n in range(self._samples)]
        return Worth(_means(found), "estimated", self._error)

    def known_worth(self, v: Any) -> Worth:
        """The value in worlds guessed from a view; the error is that of the seat that is least certain."""
        found: list[tuple[int, ...]] = []
        self._events = 0
        while len(found) < self._samples and (self._events < QUICK_EVENTS or len(found) < LEAST_SAMPLES):
            n = len(found)
            world = self._game.views.guess(v, sampled.seeded_draw(f"guess 0 {n}"))
            found.append(self._ending(world, 0, n))
        values, many = _means(found), len(found)
        spread = max(max(one * (WHOLE - one), WHOLE**2 // many) for one in values)
        return Worth(values, "estimated", round(NINE_IN_TEN * sqrt(spread / many)))

    def position(self, s: Any, number: int) -> Worth | None:
        turn = self._game.rules.turn(s)
        if turn in (CHANCE, EVERYONE, OVER, self._asked):
            return None
        found = [self._ending(self._world(s, turn, number, n), number, n) for n in range(self._samples)]
        self._asked, self._values = turn, _means(found)
        return Worth(self._values, "estimated", self._error)

    def choice(self, s: Any, event: Event, number: int) -> ChoiceWorth | None:
        seat = event.by
        if len(self._game.rules.actions(s, seat)) < 2:
            return None
        draw = sampled.seeded_draw(f"choose {number}")
        better = self._bot.choose(self._game.views.view(s, seat), seat, draw)
        best: list[tuple[int, ...]] = []
        played: list[tuple[int, ...]] = []
        hidden = False
        for n in range(self._samples if better != event.what else 0):
            if n == self._samples // 2 and _lead(best, played, seat)[0] <= 0:
                hidden = False  # the two were not compared to the end: nothing is told beside
                break
            world = self._world(s, seat, number, n)
            hidden = hidden or world != s
            for found, action in ((best, better), (played, event.what)):
                found.append(self._ending(self._game.rules.play(world, seat, action), number, n))
        mean, error = _lead(best, played, seat) if best else (0, 0)
        really = self._true_cost(s, seat, better, event.what, number) if hidden else None
        if mean <= error:
            return ChoiceWorth(event.what, self._values[seat], self._nothing, "estimated", error, really)
        effects = tuple(a - b for a, b in zip(_means(played), _means(best), strict=True))
        return ChoiceWorth(better, _means(best)[seat], effects, "estimated", error, really)

    def _true_cost(self, s: Any, seat: Seat, better: Any, played: Any, number: int) -> TrueCost:
        """What an action cost against another in the true state, with the luck of the guessed worlds."""
        ends: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
        states = [self._game.rules.play(s, seat, action) for action in (better, played)]
        for n in range(self._samples):
            if n == self._samples // 2 and _lead(*ends, seat)[0] <= 0:
                break
            for found, state in zip(ends, states, strict=True):
                found.append(self._ending(state, number, n))
        return TrueCost(better, *_lead(*ends, seat))

    def result(self, s: Any, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return chance_result(outcome)

    def _world(self, s: Any, seat: Seat | None, number: int, n: int) -> Any:
        """A world that the seat, or a spectator, could not tell from the real one."""
        views = self._game.views
        return views.guess(views.view(s, seat), sampled.seeded_draw(f"guess {number} {n}"))

    def _ending(self, s: Any, number: int, n: int) -> tuple[int, ...]:
        """The result of a match that is played on; equal numbers share their luck."""
        rules, policy = self._game.rules, self._policy
        draw: Draw = sampled.seeded_draw(f"play {number} {n}")
        fate, intentions = draw(1 << 32), dict[Seat, Any]()
        turn = rules.turn(s)
        while turn != OVER:
            self._events += 1
            if turn == CHANCE:
                s = policy.happen(s, draw, fate)
            else:
                action, intentions[turn] = policy.pursue(s, turn, intentions.get(turn), draw)
                s = rules.play(s, turn, action)
            turn = rules.turn(s)
        return chance_result(rules.outcome(s))


def _means(found: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(round(sum(amounts) / len(found)) for amounts in zip(*found, strict=True))


def _lead(best: list[tuple[int, ...]], played: list[tuple[int, ...]], seat: Seat) -> tuple[int, int]:
    """By how much one action did better for a seat than the other in equal worlds, and the doubt in it."""
    apart = [a[seat] - b[seat] for a, b in zip(best, played, strict=True)]
    mean = sum(apart) / len(apart)
    spread = sum((more - mean) ** 2 for more in apart) + WHOLE**2  # one world more, in which they differ
    return round(mean), round(DOUBT * sqrt(spread) / len(apart))
