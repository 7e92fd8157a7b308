"""The early exceptions on 3 x 4: positions with 31 or more pyramids left that cannot be played to one point.

To prove that takes long, up to thirty million hops, so it is done once and written to exceptions.txt. From
all other early positions a beam finds a line to 1, which is proof enough. `benben solve solitaire --book`
computes the file again; mirror images count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from benben.core.text_span import TextSpan
from benben.games.solitaire.board import SMALL
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board
from benben.games.solitaire.rules.board_text import board_text, read_board
from benben.games.solitaire.solver.tables import board_codes, symmetries

RANKS, FILES = 3, 4
LEFT = 31  # pyramids, at least

FILE = Path(__file__).with_name("exceptions.txt")
HEAD = """\
# Positions of Egyptian Solitaire on 3 x 4 with 31 or more pyramids left from which 1 cannot be reached, and
# the best score that can. Of mirror images one stands here. Written by `benben solve solitaire --book`.
"""


def exception_score(b: Board) -> int:
    """The best score from here if it is one of the exceptions, else 0."""
    if (b.ranks, b.files) != (RANKS, FILES) or board_moves.pieces(b) < LEFT:
        return 0
    return _by_image().get(image(b), 0)


def image(b: Board) -> tuple[int, ...]:
    """The least of the mirror images of a board, which stands for all of them."""
    codes = board_codes(b)
    return min(tuple(codes[square] for square in one) for one in symmetries(b.ranks, b.files))


def entries() -> list[tuple[Board, int]]:
    """The positions of the file and their best scores."""
    if not FILE.exists():
        return []
    lines = [line for line in FILE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    parted = (line.rpartition(" ") for line in lines)
    return [(read_board(TextSpan(position, 0)), int(score)) for position, _, score in parted]


@cache
def _by_image() -> dict[tuple[int, ...], int]:
    return {image(b): score for b, score in entries()}


def early_positions(left: int = LEFT) -> Iterator[list[Board]]:
    """All positions with at least this many pyramids left, one of each image: the start, then hop by hop."""
    level = [board_moves.nests(RANKS, FILES)]
    for _ in range(3 * RANKS * FILES - left):
        yield level
        after: dict[tuple[int, ...], Board] = {}
        for b in level:
            for hop in board_moves.actions(b, 0):
                child = board_moves.play(b, 0, hop)
                after.setdefault(image(child), child)
        level = [after[key] for key in sorted(after)]
    yield level


def compute_lines(best: Callable[[Board], int], told: Callable[[str], None], left: int = LEFT) -> list[str]:
    """The lines of the file; `best` must be exact and must not look into the file."""
    lines = []
    for level in early_positions(left):
        found = 0
        for b in level:
            score = best(b)
            if score != SMALL:
                found += 1
                lines.append(f"{board_text(b)} {score}")
        told(f"{board_moves.pieces(level[0])} left: {len(level)} positions, {found} cannot reach 1")
    return lines
