"""The daily puzzles: three positions on 3 x 4 that can be played to one point, the same for everybody.

They follow from the date alone. Numbers hashed from date and level hop from the start at random until the
level's number of pyramids is left. If one point can be reached from there, and the position is as hard as the
level wants, it is the puzzle; else the numbers go on.

Blind odds tell how hard a position is: of players who hop at random, one in that many reaches the best score.
They are computed exactly, from all positions that can follow.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import date as calendar
from functools import cache, lru_cache
from typing import NamedTuple

from benben.core.contract import Draw, Unreadable
from benben.games.solitaire.board import SMALL
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board, Hop

RANKS, FILES = 3, 4


class Wanted(NamedTuple):
    pieces: int  # pyramids on the board
    least: int  # blind odds: one in this many, at least
    most: int  # blind odds, at most


LEVELS = {
    "easy": Wanted(12, 5, 40),
    "medium": Wanted(15, 100, 1_000),
    "hard": Wanted(18, 3_000, 100_000),
}


class Puzzle(NamedTuple):
    board: Board
    score: int  # the best that can be reached
    hops: int  # of a line to it
    odds: int  # one in this many blind players reaches it
    openings: int  # first hops there are
    keeping: int  # of them, those after which it can still be reached


class Odds(NamedTuple):
    score: int  # the best that can be reached
    chance: float  # that blind hopping reaches it


@lru_cache(maxsize=64)
def daily(date: str, level: str) -> Puzzle:
    """The puzzle of a day, such as 2026-11-15, and a level: easy, medium or hard."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", date):
            raise ValueError
        calendar.fromisoformat(date)
    except ValueError:
        raise Unreadable("a date is as in 2026-11-15", date[:40]) from None
    if level not in LEVELS:
        raise Unreadable(f"a level is one of {', '.join(LEVELS)}", level[:40])
    draw = draws(f"benben solitaire {date} {level}")
    while True:
        board = random_position(LEVELS[level].pieces, draw)
        if board is not None:
            found = grade(board)
            if found.score == SMALL and LEVELS[level].least <= found.odds <= LEVELS[level].most:
                return found


def grade(b: Board) -> Puzzle:
    """How hard a position is. All that follow are visited, so it may have some twenty pyramids at most."""
    known: dict[bytes, Odds] = {}
    ways, squares = _all_hops(b.ranks, b.files), _squares(b)
    whole = _blind_odds(squares, ways, known)
    after = [known[_after_hop(squares, hop)] for hop in _legal_hops(squares, ways)]
    return Puzzle(
        board=b,
        score=whole.score,
        hops=board_moves.pieces(b) - 1 if whole.score == SMALL else 0,
        odds=round(1 / whole.chance),
        openings=len(after),
        keeping=sum(one.score == whole.score for one in after),
    )


def blind_odds(b: Board) -> Odds:
    """The best score from here, and how likely a player who hops at random reaches it."""
    return _blind_odds(_squares(b), _all_hops(b.ranks, b.files), {})


def random_position(pieces: int, draw: Draw) -> Board | None:
    """The position after random hops from the start to this many pyramids; None if it gets stuck before."""
    start, ways = board_moves.nests(RANKS, FILES), _all_hops(RANKS, FILES)
    squares = _squares(start)
    for _ in range(board_moves.pieces(start) - pieces):
        hops = _legal_hops(squares, ways)
        if not hops:
            return None
        squares = _after_hop(squares, hops[draw(len(hops))])
    return board_moves.board_of(RANKS, FILES, [board_moves.letters(stack) for stack in squares])


# A day looks at some hundred thousand positions, too many for boards that are packed into ints. So here a
# position is one byte a square, and what a hop does to a stack is looked up. A test holds it to the rules.
_TOP = bytes(board_moves.top(stack) if stack <= 5 * board_moves.RUN else 0 for stack in range(256))
_LESS = bytes(board_moves.without_top(stack) if stack else 0 for stack in range(5 * board_moves.RUN + 1))
_ALONE = bytes([0, 1, board_moves.RUN + 1, 2 * board_moves.RUN + 1])  # by size: a pyramid on an empty square


def _blind_odds(squares: bytes, ways: Sequence[Hop], known: dict[bytes, Odds]) -> Odds:
    found = known.get(squares)
    if found is None:
        after = [_blind_odds(_after_hop(squares, hop), ways, known) for hop in _legal_hops(squares, ways)]
        if after:
            best = min(one.score for one in after)
            found = Odds(best, sum(one.chance for one in after if one.score == best) / len(after))
        else:
            found = Odds(sum(map(board_moves.pips, squares)), 1.0)
        known[squares] = found
    return found


def _legal_hops(squares: bytes, ways: Sequence[Hop]) -> list[Hop]:
    tops = squares.translate(_TOP)
    return [hop for hop in ways if tops[hop[0]] and tops[hop[1]] and tops[hop[2]] in (0, tops[hop[0]])]


def _after_hop(squares: bytes, hop: Hop) -> bytes:
    start, over, end = hop
    after = bytearray(squares)
    after[start] = _LESS[squares[start]]
    after[over] = _LESS[squares[over]]
    after[end] = squares[end] + 1 if squares[end] else _ALONE[_TOP[squares[start]]]
    return bytes(after)


def _squares(b: Board) -> bytes:
    return bytes(board_moves.code(b, square) for square in range(b.ranks * b.files))


@cache
def _all_hops(ranks: int, files: int) -> tuple[Hop, ...]:
    """All hops that the board has room for, in the order in which the rules list them."""
    b = board_moves.nests(ranks, files)
    ends = [
        (first, board_moves.landing_square(b, first, way))
        for first in range(ranks * files)
        for way in range(8)
    ]
    return tuple(Hop(first, (first + end) // 2, end) for first, end in ends if end >= 0)


def draws(label: str) -> Draw:
    """A function draw(n) whose numbers in 0..n-1 follow from the label alone, each equally likely."""
    drawn = 0

    def draw(n: int) -> int:
        nonlocal drawn
        while True:
            drawn += 1
            digest = hashlib.sha256(f"{label} {drawn}".encode()).digest()
            number = int.from_bytes(digest[:8], "big")
            if number < (1 << 64) - (1 << 64) % n:
                return number % n

    return draw
