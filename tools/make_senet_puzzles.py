"""Makes positions.txt, the puzzles of the day for Senet: positions with one clearly best move.

    python tools/make_senet_puzzles.py > positions.txt        a minute; needs numba
    python tools/make_senet_puzzles.py --pieces 4 --many 50   to see that it works

Three cones against one spool or two are solved exactly, as `benben solve senet` does it; --pieces 6 has three
a side and takes some minutes more. Then positions are drawn at random from a fixed seed. Those are kept in
which three moves or more can be chosen from, no move leaves a remainder, the game is still open, and the best
move keeps a better chance to win than the next by far more than the error of the values.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import NamedTuple

from benben.core.puzzle_days import GRADE_SHARES
from benben.games.senet import bot
from benben.games.senet.board import STICKS
from benben.games.senet.notation import action_text, write
from benben.games.senet.rules import Move, State, Throw, actions, play, settle
from benben.games.senet.solver import Endgames
from benben.solve.value_files import values_folder

ERROR = 0.0002  # the most by which a chance that is told may be wrong
LEAST_GAIN = 0.02  # of the best move over the next
OPEN = (0.08, 0.95)  # the chance of the best move
GAINS = (0.16, 0.10, 0.06, 0.035)  # of the best move over the next, from grade 1 to grade 4 at least
SQUARES = [n for n in range(3, 31) if n != 27]
SHARES = (1, 2, 4)  # of positions with four, five and six pieces, as they are drawn
HEAD = """# Puzzles of the day for Senet, one a line, one a day from the first day on. See docs/puzzles.md.
# Grade, position, and each move with its chance to win in ten-thousandths, exact to {error}, the best first.
# Made by tools/make_senet_puzzles.py.
"""


class Found(NamedTuple):
    grade: int
    text: str


def main() -> int:
    parser = argparse.ArgumentParser(description=f"{__doc__}".split("\n", 1)[0])
    parser.add_argument("--pieces", type=int, choices=(4, 5, 6), default=5, help="of both sides, at most")
    parser.add_argument("--many", type=int, default=1200, help="puzzles")
    asked = parser.parse_args()
    wanted = [asked.many * share // sum(GRADE_SHARES) for share in GRADE_SHARES]
    known = Endgames(3, asked.pieces - 3, values_folder("senet"))
    known.tables.read()
    known.make(tell=lambda words: print(words, file=sys.stderr))
    draw = Random("benben senet puzzles")
    by_grade: dict[int, list[Found]] = {grade: [] for grade in range(1, 6)}
    seen: set[tuple[int, int]] = set()
    tries = 0
    for tries in range(1, 5_000_001):  # noqa: B007
        found = candidate(known, asked.pieces, draw, seen)
        if found and len(by_grade[found.grade]) < wanted[found.grade - 1]:
            by_grade[found.grade].append(found)
            if sum(map(len, by_grade.values())) == sum(wanted):
                break
    print(f"{tries} positions drawn", file=sys.stderr)
    lines = [found for some in by_grade.values() for found in some]
    draw.shuffle(lines)
    print(HEAD.format(error=round(ERROR * 10_000)), end="")
    for line in lines:
        print(line.text)
    return 0


def candidate(known: Endgames, pieces: int, draw: Random, seen: set[tuple[int, int]]) -> Found | None:
    """A position drawn at random, if it makes a puzzle."""
    many = draw.choices(range(4, pieces + 1), SHARES[: pieces - 3])[0]
    squares = draw.sample(SQUARES, many)
    cones, spools = (sum(1 << n for n in some) for some in (squares[:3], squares[3:]))
    throw = draw.choices([value for value, _ in STICKS], [ways for _, ways in STICKS])[0]
    s = settle(State(cones, spools, 0, 0, 0, 0, 0, 5, 0, 0), Throw(throw))
    moves = actions(s, 0) if s.throw else []
    if len(moves) < 3 or (cones, spools) in seen or any(play(s, 0, move).throw for move in moves):
        return None
    rated = sorted(((bounds, move) for move, bounds in known.moves(s)), reverse=True)
    (best, _), (second, _) = rated[0][0], rated[1][0]
    if not OPEN[0] <= best <= OPEN[1] or best - second - 2 * ERROR < LEAST_GAIN:
        return None
    seen.add((cones, spools))
    chances = ", ".join(f"{action_text(move)} {round(5000 * (low + high))}" for (low, high), move in rated)
    grade = grade_of(s, rated[0][1], moves, best - second)
    return Found(grade, f"{grade} | {write(s)} | {chances}")


def grade_of(s: State, best: Move, moves: list[Move], gain: float) -> int:
    """From 1 to 5: by what the best move gains, and by whether it is what a hasty player would do."""
    grade = 1 + sum(gain < least for least in GAINS)
    hasty = max(moves, key=lambda move: bot.race(play(s, 0, move), 0))
    careful = max(moves, key=lambda move: bot.evaluate(play(s, 0, move), 0))
    return min(5, max(1, grade - (best == hasty == careful) + (best != careful)))


if __name__ == "__main__":
    sys.exit(main())
