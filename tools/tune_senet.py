"""Learns the weights of Senet's evaluation from games against itself, and prints the tables of bot.py.

    python tools/tune_senet.py > tables.txt        some minutes; needs numba
    python tools/tune_senet.py --games 2000        to see that it works

The evaluation is a weighted sum bent into 0..1 by the logistic function. In each game both sides move to
where the sum is best. When a throw has been played, every weight is moved a little so that the judgement
before comes nearer to the judgement after, and the outcome is the last judgement: TD(lambda). The reasons are
in docs/decisions/0006-senet-is-judged-by-a-learned-sum.md.
"""

from __future__ import annotations

import argparse
import sys
from math import exp
from typing import Any

import numpy as np
import numpy.typing as npt

from benben import games
from benben.core.compiled import UNBOUND, Bound, compiled
from benben.core.contract import OVER
from benben.core.playouts import next_seed, weighted_chance
from benben.games.senet.board import ROW
from benben.games.senet.bot import LONG, steps
from benben.games.senet.rules import size

Vector = npt.NDArray[np.float64]

# The tables of bot.py in order, each with its number of weights, and where each begins in one long row.
LENGTHS = {
    "TEMPO": 1,
    "PLACE": 31,
    "PAIR": 30,
    "BLOCK": 29,
    "GAP": 9,
    "REAR": 31,
    "LEFT": 8,
    "BACK": 8,
    "CHASING": 8,
    "HELD": 8,
    "AHEAD": 9,
    "BEHIND": 9,
}
STARTS = [sum(list(LENGTHS.values())[:n]) for n in range(len(LENGTHS))]
TEMPO, PLACE, PAIR, BLOCK, GAP, REAR, LEFT, BACK, CHASING, HELD, AHEAD, BEHIND = STARTS
WIDTH = sum(LENGTHS.values())

MIX = (5, 5, 3, 5, 4, 5, 3, 7, 5, 6, 3, 5, 2, 5, 1)  # pieces a side, game by game
FADE = 0.8  # lambda: how much of a judgement's error its forerunners share
FIRST, LAST = 0.02, 0.0002  # size of a step, from the first game to the last
ASTRAY = 0.02  # share of moves made at random, in the first four fifths
LONGEST = 20_000  # throws
BATCH = 20  # games between two looks at the clock

rules: Bound = UNBOUND


def noted(s: Any, x: Vector) -> None:
    """What bot.py sees in a position, from the thrower's side: what is early, then what is late."""
    own, enemy = (s.cones, s.spools) if s.mover == 0 else (s.spools, s.cones)
    x[:] = 0.0
    x[TEMPO] = 1.0
    note_side(own, enemy, x, 1.0)
    note_side(enemy, own, x, -1.0)
    for apart in range(1, 9):
        x[AHEAD + apart] = size(own << apart & enemy)
        x[BEHIND + apart] = size(own >> apart & enemy)
    share = min(steps(own) + steps(enemy), LONG) / LONG
    for n in range(WIDTH):
        x[WIDTH + n] = (1.0 - share) * x[n]
        x[n] *= share


def note_side(own: int, enemy: int, x: Vector, sign: float) -> None:
    x[REAR + size((own & -own) - 1)] += sign
    x[LEFT + size(own)] += sign
    x[BACK + size(own & ROW)] += sign
    for square in range(1, 31):
        if own >> square & 1:
            x[PLACE + square] += sign
        if own >> square & 3 == 3:
            x[PAIR + square] += sign
        if own >> square & 7 == 7:
            x[BLOCK + square] += sign
    for apart in range(2, 9):
        x[GAP + apart] += sign * size(own & own >> apart)
    last = own & own >> 1 & own >> 2
    while last & last - 1:
        last &= last - 1
    if last:
        x[HELD + size(enemy & last - 1)] += sign
    front = enemy
    while front & front - 1:
        front &= front - 1
    x[CHASING + size(own & front - 1)] += sign


def judged(s: Any, weights: Vector, x: Vector) -> float:
    """The first seat's chance; x is left as noted."""
    if rules.turn(s) == OVER:
        return 0.5 if s.mover < 0 else 1.0 - s.mover
    noted(s, x)
    total = 0.0
    for n in range(2 * WIDTH):
        total += weights[n] * x[n]
    chance = 1.0 / (1.0 + exp(-total))
    return chance if s.mover == 0 else 1.0 - chance


def best(s: Any, weights: Vector, x: Vector) -> float:
    """The first seat's chance when the throw has been played as well as can be."""
    turn = rules.turn(s)
    if turn < 0:
        return judged(s, weights, x)
    found = 2.0 * turn - 0.5
    for action in rules.actions(s, turn):
        worth = best(rules.play(s, turn, action), weights, x)
        if (worth > found) == (turn == 0):
            found = worth
    return found


def moved(s: Any, weights: Vector, x: Vector) -> Any:
    turn = rules.turn(s)
    found, after = 2.0 * turn - 0.5, s
    for action in rules.actions(s, turn):
        then = rules.play(s, turn, action)
        worth = best(then, weights, x)
        if (worth > found) == (turn == 0):
            found, after = worth, then
    return after


def learned(start: Any, weights: Vector, games: int, step: float, astray: float, seed: int) -> int:
    """Plays games and changes the weights on the way; gives where the generator stands."""
    x = np.zeros(2 * WIDTH)
    trace = np.zeros(2 * WIDTH)
    for _ in range(games):
        s = start
        trace[:] = 0.0
        for _ in range(LONGEST):
            before = judged(s, weights, x)
            side = 1.0 - 2.0 * s.mover
            for n in range(2 * WIDTH):
                trace[n] = FADE * trace[n] + side * x[n]
            seed = next_seed(seed)
            s = rules.settle(s, weighted_chance(s, seed >> 31))
            while rules.turn(s) >= 0:
                seed = next_seed(seed)
                if (seed >> 31) < astray * 4294967296.0:
                    seed = next_seed(seed)
                    s = rules.play(s, rules.turn(s), rules.pick(s, rules.turn(s), seed >> 31))
                else:
                    s = moved(s, weights, x)
            change = step * (judged(s, weights, x) - before)
            for n in range(2 * WIDTH):
                weights[n] += change * trace[n]
            if rules.turn(s) == OVER:
                break
    return seed


def fresh() -> Vector:
    """To begin with, only steps count."""
    weights = np.zeros(2 * WIDTH)
    for square in range(1, 31):
        weights[PLACE + square] = -0.02 * (31 - square)
        weights[WIDTH + PLACE + square] = -0.05 * (31 - square)
    return weights


def tuned(count: int, seed: int) -> Vector:
    """The mean of the weights over the last fifth of the games."""
    game = games.load("senet")
    learn = compiled(game.rules).bind(learned)
    starts = [game.rules.start(2, game.options(pieces=pieces)) for pieces in MIX]
    weights, mean, summed = fresh(), np.zeros(2 * WIDTH), 0
    batches = max(count // BATCH, 5)
    for batch in range(batches):
        done = batch / batches
        step = FIRST * (LAST / FIRST) ** done
        seed = learn(starts[batch % len(starts)], weights, BATCH, step, ASTRAY if done < 0.8 else 0.0, seed)
        if done >= 0.8:
            mean += weights
            summed += 1
        if batch % 500 == 499:
            print(f"{(batch + 1) * BATCH:,} games", file=sys.stderr, flush=True)
    return mean / summed


def tables(weights: Vector) -> str:
    """As bot.py has them, in hundredths; tables of squares in rows of ten."""
    text = []
    for name, start in zip(LENGTHS, STARTS, strict=True):
        text.append(f"{name} = table(")
        for shift in (0, WIDTH):
            row = [round(100 * one) for one in weights[start + shift : start + shift + LENGTHS[name]]]
            lines = [row] if len(row) <= 12 else [row[:1], *(row[n : n + 10] for n in range(1, len(row), 10))]
            inner = ",\n     ".join(", ".join(f"{one:4}" for one in line) for line in lines)
            text.append(f"    ({inner}{',' if len(row) == 1 else ''}),")
        text.append(")")
    return "\n".join(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(tables(tuned(arguments.games, arguments.seed)))


if __name__ == "__main__":
    main()
