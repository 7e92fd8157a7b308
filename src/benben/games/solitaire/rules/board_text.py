"""A board of Egyptian Solitaire as text, both ways."""

from __future__ import annotations

from benben.core.text_span import TextSpan
from benben.games.solitaire.board import LETTERS, LONG, MOST, siblings, square_name
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board


def board_text(b: Board) -> str:
    stacks = [stack or "-" for stack in board_moves.stacks(b)]
    return "/".join(",".join(stacks[at : at + b.files]) for at in range(0, len(stacks), b.files))


def read_board(part: TextSpan) -> Board:
    ranks = part.split("/")
    squares = [square for rank in ranks for square in rank.split(",")]
    files = len(ranks[0].split(","))
    for rank in ranks:
        if len(rank.split(",")) != files:
            raise rank.fault(f"this rank has not {files} squares like the first")
    if not (len(ranks) <= MOST and files <= MOST and max(len(ranks), files) >= LONG):
        raise part.fault(f"a board has up to {MOST} ranks and files, and {LONG} of one at least")
    stacks = []
    for square in squares:
        stack = "" if square.text == "-" else square.text
        if square.text == "" or board_moves.stack_code(stack) < 0:
            raise square.fault("a stack is S, M or L, any number of one of them, also on S or on SM; or -")
        stacks.append(stack)
    _check_classes(squares, stacks, len(ranks), files)
    if not any(stacks):
        raise part.fault("a board is never empty: who hops last stays")
    return board_moves.board_of(len(ranks), files, stacks)


def _check_classes(squares: list[TextSpan], stacks: list[str], ranks: int, files: int) -> None:
    """Unreadable if a class of squares holds more pyramids of a size than it began with."""
    for letter in LETTERS:
        counts: dict[tuple[int, int], int] = {}
        for at, stack in enumerate(stacks):
            kind = at // files % 2, at % files % 2
            counts[kind] = counts.get(kind, 0) + stack.count(letter)
            if counts[kind] > siblings(at, ranks, files):
                name = square_name(at, files)
                raise squares[at].fault(
                    f"more {letter} stand on {name} and its class of squares than there were at the start"
                )
