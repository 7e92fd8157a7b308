"""One board and its hops: the puzzle, in what numba compiles. Clauses are those of RULES.md.

A stack begins as small under medium under large, and a pyramid lands only on an empty square or on its own
size. So every stack is one of six forms, and a number says which:

    -            0                     the run on top has n pyramids, 1 to 16:
    S ... S      n                     a pyramid never leaves its class of squares,
    M ... M     16 + n                 and the largest class, on 8 x 8, has sixteen
    L ... L     32 + n
    S M ... M   48 + n
    S M L ... L 64 + n

Landing on a stack adds one; landing on an empty square begins a run; leaving takes one away or uncovers what
is under the run. A rank is an int with seven bits a square, file a lowest, and a board has eight of them.

As a rules module of its own this is the game of one player who hops while a hop is left. The package adds
stopping, the goals and time. Machine code is made from these same functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from benben.core.contract import OVER, Outcome, Seat
from benben.games.solitaire.board import ACROSS, NAMES, SMALL, UP, square_name

RUN = 16  # pyramids of a run, at most
BITS, FULL = 7, 127  # of a square
FIRST = 2  # where in a Board its lowest rank stands

SIZES = (1, 2, 3, 2, 3)  # of the run, by form
BARE = (0, 0, 0, 1, 3 * RUN + 1)  # what a run of one leaves, by form
UNDER = (0, 0, 0, 1, 2)  # pyramids under the run, by form
UNDER_PIPS = (0, 0, 0, 1, 3)


class Board(NamedTuple):
    ranks: int  # 1-8
    files: int  # 1-8
    one: int  # rank 1: the stacks of its squares; 0 in this and the next fields beyond the board
    two: int  # rank 2
    three: int  # rank 3
    four: int  # rank 4
    five: int  # rank 5
    six: int  # rank 6
    seven: int  # rank 7
    eight: int  # rank 8


class Hop(NamedTuple):
    start: int  # square
    over: int  # the square between; -1 in a hop that the board has no room for
    end: int  # square


State = Board
Action = Hop


def nests(ranks: int, files: int) -> Board:
    """The board with a small under a medium under a large on every square (1.1)."""
    return board_of(ranks, files, ["SML"] * (ranks * files))


def start(seats: int, options: Any) -> Board:
    assert seats == 1
    return nests(options.ranks, options.files)


def turn(b: Board) -> int:
    return OVER if is_stuck(b) else 0


def actions(b: Board, seat: Seat) -> list[Hop]:
    """The hops, by the square they start from (1.2, 1.3)."""
    found: list[Hop] = []
    if seat == 0:
        for first in range(b.ranks * b.files):
            if code(b, first):
                for way in range(8):
                    end = landing_square(b, first, way)
                    if end >= 0 and can_hop(b, first, end):
                        found.append(Hop(first, (first + end) // 2, end))
    return found


def play(b: Board, seat: Seat, hop: Hop) -> Board:  # noqa: ARG001 - one player
    """Move the top pyramid to the end square and take the top of the square between off the board (1.2)."""
    size = top(code(b, hop.start))
    landing = code(b, hop.end)
    landed = landing + 1 if landing else RUN * (size - 1) + 1
    b = with_stack(b, hop.start, without_top(code(b, hop.start)))
    b = with_stack(b, hop.over, without_top(code(b, hop.over)))
    return with_stack(b, hop.end, landed)


def chances(b: Board) -> list[tuple[Hop, int]]:  # noqa: ARG001
    """An empty list: there is no chance in the puzzle."""
    return [(Hop(0, 0, 0), 1)][:0]


def settle(b: Board, chance: Hop) -> Board:  # noqa: ARG001
    return b


def outcome(b: Board) -> Outcome:
    return Outcome((1,), (0,) if score(b) == SMALL else (), (score(b),), "no hop is left")


def winner(b: Board) -> Seat:
    return 0 if score(b) == SMALL else -1


def why(b: Board, seat: Seat, hop: Hop) -> tuple[str, str]:  # noqa: ARG001
    """The clause and the sentence by which a hop is refused."""
    first, end = square_name(hop.start, b.files), square_name(hop.end, b.files)
    size = top(code(b, hop.start))
    if hop.over < 0:
        return "solitaire 1.2", f"From {first} to {end} is no hop: a hop goes over one square to the next."
    if size == 0:
        return "solitaire 1.2", f"There is no pyramid on {first}."
    if code(b, hop.over) == 0:
        return "solitaire 1.2", f"There is no pyramid on {square_name(hop.over, b.files)} to hop over."
    own, other = NAMES[size - 1], NAMES[top(code(b, hop.end)) - 1]
    return "solitaire 1.3", f"The {own} from {first} cannot land on the {other} on {end}."


def is_stuck(b: Board) -> bool:
    """Whether no hop is left (1.4)."""
    for first in range(b.ranks * b.files):
        if code(b, first):
            for way in range(8):
                end = landing_square(b, first, way)
                if end >= 0 and can_hop(b, first, end):
                    return False
    return True


def landing_square(b: Board, first: int, way: int) -> int:
    """The square two steps on, in one of eight directions; -1 beyond the edge."""
    rank, file = first // b.files + 2 * UP[way], first % b.files + 2 * ACROSS[way]
    return rank * b.files + file if 0 <= rank < b.ranks and 0 <= file < b.files else -1


def can_hop(b: Board, first: int, end: int) -> bool:
    """Whether a hop has something to go over, and the landing square is empty or has the same size on top."""
    landing = code(b, end)
    return code(b, (first + end) // 2) != 0 and (landing == 0 or top(landing) == top(code(b, first)))


def code(b: Board, square: int) -> int:
    """The number of a square's stack; 0: empty."""
    return b[FIRST + square // b.files] >> BITS * (square % b.files) & FULL


def with_stack(b: Board, square: int, stack: int) -> Board:
    """The board with another stack on a square."""
    rank, at = square // b.files, BITS * (square % b.files)
    old = b[FIRST + rank]
    new = old + (stack - (old >> at & FULL) << at)
    return Board(
        b.ranks,
        b.files,
        new if rank == 0 else b.one,
        new if rank == 1 else b.two,
        new if rank == 2 else b.three,
        new if rank == 3 else b.four,
        new if rank == 4 else b.five,
        new if rank == 5 else b.six,
        new if rank == 6 else b.seven,
        new if rank == 7 else b.eight,
    )


def top(stack: int) -> int:
    """The size of the top pyramid; 0: empty."""
    return SIZES[(stack - 1) // RUN] if stack else 0


def without_top(stack: int) -> int:
    """The stack without its top pyramid."""
    return stack - 1 if (stack - 1) % RUN else BARE[(stack - 1) // RUN]


def pips(stack: int) -> int:
    form, run = (stack - 1) // RUN, (stack - 1) % RUN + 1
    return run * SIZES[form] + UNDER_PIPS[form] if stack else 0


def height(stack: int) -> int:
    """How many pyramids a stack has."""
    return (stack - 1) % RUN + 1 + UNDER[(stack - 1) // RUN] if stack else 0


def score(b: Board) -> int:
    """The pips left on a board (1.5)."""
    left = 0
    for square in range(b.ranks * b.files):
        left += pips(code(b, square))
    return left


def pieces(b: Board) -> int:
    """How many pyramids are left on a board."""
    left = 0
    for square in range(b.ranks * b.files):
        left += height(code(b, square))
    return left


def letters(stack: int) -> str:
    """A stack from bottom to top, as the notation writes it: "SML"; "" if it is empty."""
    if not stack:
        return ""
    form, run = (stack - 1) // RUN, (stack - 1) % RUN + 1
    return ("", "", "", "S", "SM")[form] + "SML"[SIZES[form] - 1] * run


def stacks(b: Board) -> tuple[str, ...]:
    """The letters of every square."""
    return tuple(letters(code(b, square)) for square in range(b.ranks * b.files))


def stack_code(stack: str) -> int:
    """The number of a stack; -1 if no stack is built like that."""
    if not stack:
        return 0
    run = len(stack) - len(stack.rstrip(stack[-1]))
    form = {"S": 0, "M": 1, "L": 2, "SM": 3, "SML": 4}.get(stack[: len(stack) - run + 1], -1)
    return form * RUN + run if form >= 0 and run <= RUN else -1


def board_of(ranks: int, files: int, squares: Sequence[str]) -> Board:
    """The board with these stacks, from a1 along the ranks."""
    words = [0] * 8
    for square, stack in enumerate(squares):
        words[square // files] |= stack_code(stack) << BITS * (square % files)
    return Board(ranks, files, *words)
