"""The board of Egyptian Solitaire: a grid of squares, pyramids of three sizes. No rules.

Squares are numbered along the ranks, from a1: on the board of 3 ranks and 4 files

    rank 3    8  9 10 11
    rank 2    4  5  6  7
    rank 1    0  1  2  3
    file      a  b  c  d
"""

from __future__ import annotations

LEAST, MOST = 1, 8  # ranks and files
LONG = 3  # one of the two is at least this, or nothing could ever hop

SMALL, MEDIUM, LARGE = 1, 2, 3  # a pyramid's size is also its pips
LETTERS = "SML"
NAMES = ("small", "medium", "large")

# Steps to the eight neighbours: ranks, files.
UP = (-1, -1, -1, 0, 0, 1, 1, 1)
ACROSS = (-1, 0, 1, -1, 1, -1, 0, 1)

# The boards that cannot be played to one point, shorter side first, and the lowest score from their start, by
# exhaustive search. On all others a line to one point was found. Tests show both. (1.7)
MINIMA = {
    (1, 3): 15,
    (1, 4): 21,
    (1, 5): 4,
    (1, 6): 2,
    (2, 3): 30,
    (2, 4): 42,
    (2, 5): 8,
    (2, 6): 4,
    (2, 7): 2,
    (2, 8): 2,
    (3, 3): 24,
}


def minimum(ranks: int, files: int) -> int:
    """The lowest score that the start allows."""
    return MINIMA.get((min(ranks, files), max(ranks, files)), 1)


def square_name(square: int, files: int) -> str:
    return f"{chr(ord('a') + square % files)}{square // files + 1}"


def tallest(ranks: int, files: int) -> int:
    """How many pyramids of one size can meet on a square.

    A hop goes two squares, so a pyramid never leaves its class: the squares of equal parity of rank and file.
    The largest class is that of a1.
    """
    return ((ranks + 1) // 2) * ((files + 1) // 2)


def siblings(square: int, ranks: int, files: int) -> int:
    """How many squares are in the class of this one, itself included."""
    rank, file = square // files % 2, square % files % 2
    return ((ranks + 1 - rank) // 2) * ((files + 1 - file) // 2)
