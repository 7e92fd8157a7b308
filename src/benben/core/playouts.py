"""Random games: playouts by the thousand from a position, and random matches for tests.

The functions that call `rules` run plain and compiled from this one source; see compiled.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from benben.core import match
from benben.core.compiled import UNBOUND, Bound, Engine
from benben.core.contract import CHANCE, OVER, TIME, Draw, Event, Game, Seat

rules: Bound = UNBOUND

# A congruential generator modulo 2 ** 63, of which the upper 32 bits are used. Its product wraps around in
# machine code and grows in Python; the lower 63 bits are the same.
_FACTOR = 2444805353187672469
_STEP = 1442695040888963407
_MASK = (1 << 63) - 1


class Tally(NamedTuple):
    """Results of random games."""

    wins: tuple[int, ...]  # by seat
    nobody: int  # games with no winner, with several, or cut short
    chances: int  # events of chance in all the games
    actions: int  # of all seats in all the games
    seed: int  # where the generator stands: go on from here


def playouts(engine: Engine, s: Any, seats: int, games: int, seed: int, limit: int = 1_000_000) -> Tally:
    """Random games from here: every action equally likely, chance by its weights. Equal seeds, equal games.

    A game is cut short after `limit` events. Games in which EVERYONE acts at once are not for playouts.
    """
    counts, seed = engine.fitting(s).bind(play_out)(s, seats, games, seed & _MASK, limit)
    return Tally(tuple(counts[:seats]), counts[seats], counts[seats + 1], counts[seats + 2], seed)


def next_seed(seed: int) -> int:
    """The generator's next value; its upper 32 bits are the draw."""
    return (seed * _FACTOR + _STEP) & _MASK


def weighted_chance(s: Any, draw: int) -> Any:
    """The chance that a draw from 0..2^32-1 picks by weight."""
    rows = rules.chances(s)
    total = 0
    for row in rows:
        total += row[1]
    rest = draw * total >> 32
    for row in rows:
        rest -= row[1]
        if rest < 0:
            return row[0]
    return rows[0][0]  # never: the weights add up


def play_out(start: Any, seats: int, games: int, seed: int, limit: int) -> tuple[list[int], int]:
    """Wins by seat, games without a winner, chance events, actions; and where the generator stands."""
    wins = [0] * (seats + 1)
    chances = 0
    events = 0
    for _ in range(games):
        s = start
        turn = rules.turn(s)
        end = events + limit
        while turn != OVER and events != end:
            events += 1
            seed = next_seed(seed)
            if turn == CHANCE:
                chances += 1
                s = rules.settle(s, weighted_chance(s, seed >> 31))
            else:
                s = rules.play(s, turn, rules.pick(s, turn, seed >> 31))
            turn = rules.turn(s)
        wins[rules.winner(s) if turn == OVER else -1] += 1
    wins.append(chances)
    wins.append(events - chances)
    return wins, seed


def random_match(game: Game, seats: int, options: Any, draw: Draw, limit: int) -> match.Match:
    """A match whose every event is drawn, up to `limit` events: for tests. draw(n) is in 0..n-1.

    Time passes too: a second an action, or up to the deadline.
    """
    m = match.begin(game, seats, options)
    while not m.over and len(m.events) < limit:
        m = match.after(m, random_event(m, draw))
    return m


def random_event(m: match.Match, draw: Draw) -> Event:
    """Any event that may follow. Chance is drawn without regard to weight, so that rare things happen."""
    at, limit = m.at + 1000, match.deadline(m)
    turn = m.game.rules.turn(m.state)
    if turn == CHANCE:
        rows = m.game.rules.chances(m.state)
        return Event(m.at, CHANCE, rows[draw(len(rows))][0])
    able: list[tuple[Seat, Any]] = [
        (seat, action) for seat in range(m.seats) for action in match.legal_actions(m.game, m.state, seat)
    ]
    resign = match.resign_action(m.game)
    if resign is not None and draw(30):  # else somebody would soon have resigned in every walk
        able = [one for one in able if one[1] != resign] or able
    if limit is not None and (not able or at >= limit or draw(8) == 0):
        return Event(limit, TIME, None)
    return Event(at, *able[draw(len(able))])
