"""The results of the timed games, King Tut and Quicksand. Clauses: RULES.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benben.core.contract import Outcome, Seat
from benben.games.solitaire.rules.state import State, contenders, time_score


def king_tut_outcome(s: State) -> Outcome:
    """King Tut: the lowest total wins; then fewer points, then the best single game (2.3)."""
    totals = tuple(sum(map(time_score, own)) for own in s.results)
    keys = {
        seat: (totals[seat], sum(result.points for result in own), min(map(time_score, own), default=0))
        for seat, own in enumerate(s.results)
        if s.left[seat] is None
    }
    places = _places(keys, s.seats)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    best = totals[winners[0]]
    words = f"{best // 1000}.{best % 1000:03} seconds reign"
    if [key[0] for key in keys.values()].count(best) > 1:
        words += _tie(keys, winners, ("on fewer points", "on the best single game"))
    return Outcome(places, winners, totals, words)


def quicksand_outcome(s: State, points: tuple[int, ...]) -> Outcome:
    """Quicksand: the lowest score wins; then the earlier last hop, without a hop at 0 (3.3)."""
    keys = {seat: (points[seat], s.last[seat] or 0) for seat in contenders(s)}
    places = _places(keys, s.seats)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    words = f"{amount(points[winners[0]], 'point')} at the bell"
    if [key[0] for key in keys.values()].count(points[winners[0]]) > 1:
        words += _tie(keys, winners, ("reached first",))
    return Outcome(places, winners, points, words)


def _places(keys: Mapping[Seat, tuple[int, ...]], seats: int) -> tuple[int, ...]:
    """Places by the keys of those still playing; seats that have left come after them (1.10)."""
    last = 1 + len(keys)
    return tuple(
        1 + sum(other < keys[seat] for other in keys.values()) if seat in keys else last
        for seat in range(seats)
    )


def _tie(keys: Mapping[Seat, tuple[int, ...]], winners: Sequence[Seat], breakers: Sequence[str]) -> str:
    """What decided between seats that are equal in the first count, in words."""
    if len(winners) > 1:
        return ", shared"
    best = keys[winners[0]]
    rivals = [key for key in keys.values() if key[0] == best[0] and key != best]
    deepest = max(next(n for n, part in enumerate(key) if part != best[n]) for key in rivals)
    return f", {breakers[deepest - 1]}"


def amount(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n} {what}s"
