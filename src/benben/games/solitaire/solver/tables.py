"""The tables of the solver's kernels: squares, stacks, keys and bounds of one board size.

A stack is a code as in board_moves.py, but with R, the tallest run that this board allows, in place of
sixteen: fewer codes make shorter keys. On 3 x 4 there are 21 of them.

A position is the codes of all squares, packed into words of 63 bits: on 3 x 4 one word of 60. Nothing is lost
in it, so a position found in the table is that position. Of the mirror images the smallest is the key.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from benben.games.solitaire.board import ACROSS, UP, tallest
from benben.games.solitaire.rules.board_moves import RUN, SIZES, Board, code
from benben.games.solitaire.solver.crossings import MOST_LEFT, crossings

WORD = 63  # bits


class BoardTables(NamedTuple):
    """Arrays and numbers that the kernels read. Lists of lists are laid out flat."""

    squares: int
    hops: int
    run: int  # R
    codes: int  # 5 R + 1
    words: int  # of a key
    turns: int  # symmetries, the identity first
    starts: Any  # by hop: square
    overs: Any  # by hop: square
    ends: Any  # by hop: square
    tops: Any  # by code: size of the top pyramid
    pops: Any  # by code: what is left without it
    word: Any  # by turn and square: the word of its code
    shift: Any  # by turn and square: the place of its code in the word
    kinds: Any  # by square: its class, 0-3
    safe: Any  # by set of classes alive: the classes whose pyramids nobody can take any more
    groups: Any  # by set of classes alive: up to four sets, in each of which somebody survives
    weights: Any  # by square: how unwelcome a pyramid is there
    salts: Any  # by square and code: a random number, for the beam
    bits: Any  # by square: its bit in a set of squares
    inner: Any  # by square: 1 if it is not on the edge
    flips: Any  # by hop: the set of its squares
    drains: Any  # by hop: how many pyramids the inner squares lose
    sets: int  # of squares that the bound of crossings.py tells apart
    needs: Any  # by pyramids left and set of odd squares: inner pyramids, at least


def board_codes(b: Board) -> list[int]:
    """The codes of a board, by square."""
    run = tallest(b.ranks, b.files)
    found = []
    for square in range(b.ranks * b.files):
        stack = code(b, square)
        found.append((stack - 1) // RUN * run + (stack - 1) % RUN + 1 if stack else 0)
    return found


def tops(run: int) -> list[int]:
    return [0, *(size for size in SIZES for _ in range(run))]


def pops(run: int) -> list[int]:
    """By code: the stack without its top pyramid; the end of a run uncovers what is under it."""
    bare = (0, 0, 0, 1, 3 * run + 1)
    return [0, *(form * run + n - 1 if n > 1 else bare[form] for form in range(5) for n in range(1, run + 1))]


def weight(rank: int, file: int, ranks: int, files: int) -> int:
    """How far a square is from the middle: a pyramid on the edge is hard to take, in a corner it never is."""
    return 1 + ranks // 2 - min(rank, ranks - 1 - rank) + files // 2 - min(file, files - 1 - file)


def hop_list(ranks: int, files: int) -> list[tuple[int, int, int]]:
    """Every hop that the board has room for, the most inviting first.

    Hops that take from the edges come first, then those that bring a pyramid towards the middle.
    """
    found = []
    for first in range(ranks * files):
        for up, across in zip(UP, ACROSS, strict=True):
            rank, file = first // files + 2 * up, first % files + 2 * across
            if 0 <= rank < ranks and 0 <= file < files:
                end = rank * files + file
                found.append((first, (first + end) // 2, end))

    def key(hop: tuple[int, int, int]) -> tuple[bool, bool, int]:
        first, over, end = (divmod(square, files) for square in hop)
        edges = over[0] not in (0, ranks - 1), over[1] not in (0, files - 1)
        nearer = weight(*end, ranks, files) - weight(*first, ranks, files)
        return (edges[0], edges[1], nearer) if ranks <= files else (edges[1], edges[0], nearer)

    return sorted(found, key=key)


def symmetries(ranks: int, files: int) -> list[list[int]]:
    """By symmetry: where each square goes; on a square board also across the diagonal."""
    found = []
    for across in (False, True) if ranks == files else (False,):
        for down in (False, True) if ranks > 1 else (False,):
            for back in (False, True) if files > 1 else (False,):
                image = []
                for rank in range(ranks):
                    for file in range(files):
                        r = ranks - 1 - rank if down else rank
                        f = files - 1 - file if back else file
                        image.append(f * files + r if across else r * files + f)
                found.append(image)
    return found


def survivors(ranks: int, files: int) -> tuple[list[int], list[int]]:
    """For each set of classes that still have pyramids: which are safe, and in which groups one survives.

    A pyramid is only taken by one that hops over it, and the two classes follow from the squares. A class
    whose takers are all gone keeps its pyramids for good. A set of classes that only its own members take
    keeps one pyramid at least: the last of it has nobody to take it. Both are lower bounds of the score.
    """
    takers = [0, 0, 0, 0]
    for first, over, _ in hop_list(ranks, files):
        takers[kind(over, files)] |= 1 << kind(first, files)
    safe, groups = [], []
    for alive in range(16):
        present = [one for one in range(4) if alive >> one & 1]
        unharmed = [one for one in present if not takers[one] & alive]
        safe.append(sum(1 << one for one in unharmed))
        closed = {closure(one, takers, alive) for one in present if one not in unharmed}
        least = [one for one in closed if not any(other != one and other & one == other for other in closed)]
        least = sorted(one for one in least if not one & safe[-1])
        groups += [*least, 0, 0, 0, 0][:4]
    return safe, groups


def closure(first: int, takers: list[int], alive: int) -> int:
    """A class together with all that may take its members, those that may take these, and so on."""
    found, before = 1 << first, 0
    while found != before:
        before = found
        for one in range(4):
            if found >> one & 1:
                found |= takers[one] & alive
    return found


def kind(square: int, files: int) -> int:
    """The class of a square: hops never leave it."""
    return square // files % 2 * 2 + square % files % 2


@cache
def make_tables(ranks: int, files: int, array: Any) -> BoardTables:
    """The tables of a board size; `array` makes what the kernel reads out of a list."""
    squares, run = ranks * files, tallest(ranks, files)
    hops = hop_list(ranks, files)
    turned = symmetries(ranks, files)
    bits = (5 * run).bit_length()
    room = WORD // bits
    safe, groups = survivors(ranks, files)
    places = [image[square] for image in turned for square in range(squares)]
    salts, salt = [], 1
    for _ in range(squares * (5 * run + 1)):
        salt = (salt * 2862933555777941757 + 3037000493) % (1 << 61)
        salts.append(salt)
    lines = tuple(hop for hop in hops if hop[0] < hop[2])
    known = crossings(ranks, files, lines)
    return BoardTables(
        squares,
        len(hops),
        run,
        5 * run + 1,
        -(-squares // room),
        len(turned),
        array([hop[0] for hop in hops]),
        array([hop[1] for hop in hops]),
        array([hop[2] for hop in hops]),
        array(tops(run)),
        array(pops(run)),
        array([place // room for place in places]),
        array([place % room * bits for place in places]),
        array([kind(square, files) for square in range(squares)]),
        array(safe),
        array(groups),
        array([weight(square // files, square % files, ranks, files) for square in range(squares)]),
        array(salts),
        array(known.bits),
        array(known.inner),
        array([known.bits[first] | known.bits[over] | known.bits[end] for first, over, end in hops]),
        array([known.inner[first] + known.inner[over] - known.inner[end] for first, over, end in hops]),
        len(known.needs) // MOST_LEFT,
        array(known.needs),
    )
