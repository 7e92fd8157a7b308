"""The judges of the Gate: chances to win a race, and time lost in practice.

A race is played on from each position many times: who covers a board in time is left to chance, everybody
equally likely, and each takes the jewels that its colours gain most by. Draws follow from a fixed seed, the
same ones from every position. A cover completed is a deed of its seat; which hex it moves to is a choice.

In practice, where nobody else plays, a tile put wrong is charged with the time until the board is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from benben.core.contract import Event, Outcome, Seat
from benben.core.judge import WHOLE, ChoiceWorth, Outlook, Unit, Worth, chance_result
from benben.core.match import Match, state_after
from benben.core.playouts import next_seed
from benben.games.gate import bot
from benben.games.gate.board import HEXES, JEWELS, REACH, ROUNDS, tile_of
from benben.games.gate.rules import actions, play, state
from benben.games.gate.rules.state import TAKEN, TAKES, Move, Put, Start, State

SAMPLES = 500  # races played on from a position
SOLVES = 70  # of a hundred boards that are covered in time
ERROR = 500  # of differences of two positions: nine in ten change by less with other draws
SEED = 1


def judge(m: Match) -> RaceJudge | PracticeJudge:
    """The judge of a match."""
    return PracticeJudge(m) if m.options.mode == "practice" else RaceJudge()


def outlook(s: State, seat: Seat) -> Outlook | None:  # noqa: ARG001
    """Practice: whether the tiles that lie can stay, since a board has one solution. None of a race."""
    if s.options.mode != "practice" or s.phase not in ("solve", "solved"):
        return None
    return Outlook("chance", (0 if _has_wrong(s) else WHOLE,), "exact", 0)


class RaceJudge:
    unit: Unit = "chance"

    def __init__(self, samples: int = SAMPLES) -> None:
        self._samples = samples
        self.method = f"Judged by {samples} races played on from each position."
        self._known: dict[tuple[Any, ...], tuple[int, ...]] = {}

    def first(self, s: State) -> Worth:
        return self.position(s, 0) or Worth((WHOLE // s.seats,) * s.seats, "exact", 0)  # nobody is first yet

    def position(self, s: State, number: int) -> Worth | None:  # noqa: ARG002
        if s.phase in ("gems", "first"):
            return None
        return Worth(self._values(s), "estimated", ERROR)

    def choice(self, s: State, event: Event, number: int) -> ChoiceWorth | None:  # noqa: ARG002
        seat, played = event.by, play(s, event.by, event.what)
        if isinstance(event.what, Put) and len(played.solved) > len(s.solved):
            before, after = self._values(s), self._values(played)
            deed = tuple(b - a for a, b in zip(before, after, strict=True))
            return ChoiceWorth(event.what, after[seat], deed, "estimated", ERROR) if deed[seat] > 0 else None
        able = [action for action in actions(s, seat) if isinstance(action, Start | Move)]
        if not isinstance(event.what, Start | Move) or len(able) < 2:
            return None
        rated = [(self._values(play(s, seat, action)), action) for action in able]
        best, better = max(rated, key=lambda one: one[0][seat])
        here = self._values(played)
        if here[seat] == best[seat]:
            better = event.what
        effects = tuple(a - b for a, b in zip(here, best, strict=True))
        return ChoiceWorth(better, best[seat], effects, "estimated", ERROR)

    def result(self, s: State, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return chance_result(outcome)

    def _values(self, s: State) -> tuple[int, ...]:
        """The chance of each seat to win. Tiles and times do not matter to it."""
        order = tuple(finish.seat for finish in s.solved)
        asked = s.seat if s.phase in ("start", "reward") else None
        key = (s.phase, s.round, asked, s.tracks, s.hexes, s.jewels, order, s.resigned)
        if key not in self._known:
            self._known[key] = _sampled(s, order, self._samples)
        return self._known[key]


class Race(NamedTuple):
    """A race as it is played on: nothing but jewels and pyramids, as lists that change."""

    tracks: list[str]  # by hex: the jewels left
    hexes: list[int]  # by seat, from 1
    hoards: list[list[int]]  # by seat and colour

    def take(self, seat: Seat, far: int) -> None:
        """Move a pyramid where its jewels gain most, at most so many hexes, and take them (4.1)."""
        here, hoard = self.hexes[seat], self.hoards[seat]
        near = range(max(1, here - far), min(HEXES, here + far) + 1)
        best = max(near, key=lambda hex: (bot.hoard_gain(hoard, self.tracks[hex - 1][:TAKES]), -hex))
        took, self.tracks[best - 1] = self.tracks[best - 1][:TAKES], self.tracks[best - 1][TAKES:]
        self.hexes[seat] = best
        for n, colour in enumerate(JEWELS):
            hoard[n] += took.count(colour)


def _sampled(s: State, order: Sequence[Seat], samples: int) -> tuple[int, ...]:
    """The chances to win, counted in races that are played on from here."""
    stay = state.remaining_seats(s)
    tracks = [track.replace(TAKEN, "") for track in s.tracks]
    hexes = [hex or _first_hex(s, seat) for seat, hex in enumerate(s.hexes)]
    wins, seed = [0.0] * s.seats, SEED
    for _ in range(samples):
        race = Race(list(tracks), list(hexes), [list(held) for held in s.jewels])
        seed = _play_on(race, s, order, stay, seed)
        counts = {seat: sorted(race.hoards[seat], reverse=True) for seat in stay}
        winners = [seat for seat in stay if counts[seat] == max(counts.values())]
        for seat in winners:
            wins[seat] += 1 / len(winners)
    return tuple(round(WHOLE * one / samples) for one in wins)


def _play_on(race: Race, s: State, order: Sequence[Seat], stay: Sequence[Seat], seed: int) -> int:
    """Play a race on to its end; gives where the generator stands. Every round draws as often."""
    for number in range(1, ROUNDS + 1):
        ranking: list[int] = []
        while len(ranking) < s.seats:
            seed = next_seed(seed)
            ranking.append(seed >> 31)
        solvers = [
            seat for seat in sorted(stay, key=lambda one: ranking[one]) if ranking[seat] % 100 < SOLVES
        ]
        if number < s.round or (number == s.round and s.phase == "over"):
            continue
        done: Sequence[Seat] = ()
        if number == s.round and s.phase in ("solve", "reward"):
            late = [seat for seat in solvers if seat not in order] if s.phase == "solve" else []
            solvers = [*order, *late]
            done = order[: order.index(s.seat)] if s.phase == "reward" else ()
        for rank, seat in enumerate(solvers):
            if seat not in done and seat in stay:
                race.take(seat, s.options.fourth if rank == len(REACH) - 1 else REACH[rank])
    return seed


def _first_hex(s: State, seat: Seat) -> int:
    """The hex on which a seat would place its pyramid."""
    return max(range(1, HEXES + 1), key=lambda hex: (bot.worth(s, seat, Start(hex), 2), -hex))


class PracticeJudge:
    unit: Unit = "time"
    method = "Judged by the time for which tiles lay where the only solution does not have them."

    def __init__(self, m: Match) -> None:
        self._lost: list[int] = [0]  # by number of events: milliseconds that are lost to what was put so far
        s, blamed, since = m.first, 0, 0
        for number, event in enumerate(m.events, 1):
            if blamed:
                self._charge(blamed, event.at - since)
            s, since = state_after(m.game, s, event), event.at
            self._lost.append(self._lost[-1])
            if _is_wrong(s, event):
                blamed = number
            elif not _has_wrong(s):
                blamed = 0

    def first(self, s: State) -> Worth:  # noqa: ARG002
        return Worth((0,), "exact", 0)

    def position(self, s: State, number: int) -> Worth:  # noqa: ARG002
        return Worth((-self._lost[number],), "exact", 0)

    def choice(self, s: State, event: Event, number: int) -> ChoiceWorth | None:
        one = state.puzzle(s, event.by)
        if one is None or not isinstance(event.what, Put):
            return None
        cost = self._lost[number] - self._lost[number - 1]
        tile = tile_of(event.what.cells)
        right = Put(one.solution[one.tiles.index(tile)]) if tile in one.tiles else event.what
        return ChoiceWorth(right if cost else event.what, -self._lost[number - 1], (-cost,), "exact", 0)

    def result(self, s: State, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return (-self._lost[-1],)

    def _charge(self, number: int, lost: int) -> None:
        """Charge the put that was event `number`, and so whatever comes after it."""
        for at in range(number, len(self._lost)):
            self._lost[at] += lost


def _is_wrong(s: State, event: Event) -> bool:
    """Whether a tile was put where it does not belong; s is the state after it."""
    one = state.puzzle(s, 0)
    return isinstance(event.what, Put) and one is not None and event.what.cells not in one.solution


def _has_wrong(s: State) -> bool:
    """Whether a tile lies where it does not belong."""
    one = state.puzzle(s, 0)
    return one is not None and s.phase == "solve" and any(mask not in one.solution for mask in s.tiles[0])
