"""The sweep over Senet's positions, by the rules' own sets of squares. The dialect is numba's.

It runs on processors and on GPUs, where a row is the work of a block and a colouring that of a thread. What a
move leads to is worked out once for all colourings of a row, as far as it is the same for all.

A word of the table holds the lower bound in its low half and the upper one in its high half. A bound is a
chance of the player to throw, a whole number from 0 to ONE:

    63          32 31           0
    | upper bound | lower bound |
"""

from __future__ import annotations

from typing import Any, NamedTuple

from benben.games.senet.board import LAST, OFF, STICKS, WATER
from benben.games.senet.rules import ENDS, backward, forward, landing_square, shore_square, size
from benben.games.senet.solver.packing import COUNTS, LINE, Packing, place

ONE = 0xFFFFFFFF  # a sure win
UNKNOWN = -1 << 32  # the word of a value between 0 and ONE
WON = -1  # the word of a win, which is the last word of a table
OPEN = ONE  # the word of a position from which the game was not yet seen to end
ENDING = -1 << 32  # the word of one from which it surely ends

NARROW, END = 0, 1  # what a sweep does: narrow bounds, or look for positions from which the game ends

THROWS = 8  # entries of a piece in a row's steps, by throw
EMPTY, TAKEN, OFF_BOARD, SPECIAL = 0, 1, 2, 3  # a step leads to such a square; special: something may be left
FORBIDDEN = -1  # less than any chance: no way to play was looked at yet


class Row(NamedTuple):
    """What the colourings of a row have in common."""

    taken: Any  # the occupied squares
    number: Any
    steps: Any  # by THROWS * piece + throw: see `step`
    ranks: Any  # the number of each colouring, by its bits


def step(taken: int, number: int, piece: int, throw: int, packed: Packing) -> int:
    """Where one piece of a row comes with a throw: its new row, its new place in it, and the kind of square.

    Pieces are counted from the lowest square. On a taken square there is the place of the piece there.
    """
    square, rest = 0, taken
    for _ in range(piece + 1):
        square = size((rest & -rest) - 1)
        rest &= rest - 1
    others, land = taken ^ 1 << square, landing_square(taken, square + throw)
    if land - square != throw:
        return SPECIAL
    if land == OFF:
        return row_number(others, packed) << 8 | OFF_BOARD
    end = shore_square(taken) if land == WATER else land
    to = size(others & (1 << end) - 1)
    if taken >> end & 1:
        return number << 8 | to + (end > square) << 4 | TAKEN
    return row_number(others | 1 << end, packed) << 8 | to << 4 | EMPTY


def row_number(taken: int, packed: Packing) -> int:
    """The number of a set of squares among those of its size."""
    row, piece = 0, 0
    while taken:
        lowest = taken & -taken
        at = size(lowest - 1) - 1
        if at >= WATER:
            at -= 1
        piece += 1
        row += packed.ways[LINE * piece + at]
        taken &= taken - 1
    return row


def swept(row: Row, colouring: int, own: int, packed: Packing, bounds: Any, word: int, mode: int) -> int:
    """The new word of a position. Bounds are never widened."""
    if mode == END:
        return ENDING if surely_ends(row, colouring, own, packed, bounds) else word
    low, high = position_bounds(row, colouring, own, packed, bounds)
    return max(low, word & ONE) | min(high, word >> 32 & ONE) << 32


def unknown_part(word: int, mode: int) -> int:
    """How far the bounds of a position are apart; while ends are looked for, ONE if none was found yet."""
    if mode == END:
        return ONE if word == OPEN else 0
    return (word >> 32 & ONE) - (word & ONE)


def position_bounds(row: Row, colouring: int, own: int, packed: Packing, bounds: Any) -> tuple[int, int]:
    """Both bounds of a position, from those of the positions that may follow."""
    least, most = 0, 0
    for throw, ways in STICKS:
        low, high = throw_bounds(row, colouring, own, throw, packed, bounds)
        least += ways * low
        most += ways * high
    return least >> 4, most + 15 >> 4


def surely_ends(row: Row, colouring: int, own: int, packed: Packing, bounds: Any) -> bool:
    """Whether some throw leads, however it is played, to positions from which the game surely ends.

    Whoever throws next, the lower bound of such a position is 0 for both players, and that of others is ONE.
    """
    for throw, _ in STICKS:
        low, _ = throw_bounds(row, colouring, own, throw, packed, bounds)
        if low == 0:
            return True
    return False


def throw_bounds(
    row: Row, colouring: int, own: int, throw: int, packed: Packing, bounds: Any
) -> tuple[int, int]:
    """The bounds of the best way to play a throw out."""
    enemy = row.taken ^ own
    other = ENDS >> throw & 1
    mine, theirs = size(own), size(enemy)
    able, back = forward(own, enemy, throw, 0), False
    if able == 0:
        able, back = backward(own, enemy, throw), True
        if able == 0:  # a pass
            start, width, turned = view(mine, theirs, 1, packed)
            return halves(bounds[start + width * row.number + row.ranks[colouring ^ turned]], 1)
    start, width, turned = view(mine, theirs, other, packed)
    least, most = FORBIDDEN, FORBIDDEN
    while able:
        piece = able & -able
        able ^= piece
        if back:
            after, against = backward_move(own, enemy, throw, piece)
            low, high = look_up(after, against, other, packed, bounds)
        else:
            at = size(row.taken & piece - 1)
            move = row.steps[THROWS * at + throw]
            kind, to = move & 15, move >> 4 & 15
            if kind == SPECIAL or (kind == OFF_BOARD and mine == 1):
                low, high = remainder_bounds(own, enemy, throw, piece, other, packed, bounds)
            else:
                bits, begin, wide, turn = colouring, start, width, turned
                others = colouring & (1 << at) - 1 | colouring >> at + 1 << at
                if kind == EMPTY:
                    bits = others & (1 << to) - 1 | 1 << to | others >> to << to + 1
                elif kind == TAKEN:
                    bits = colouring ^ (1 << at | 1 << to)
                else:
                    bits = others
                    begin, wide, turn = view(mine - 1, theirs, other, packed)
                low, high = halves(bounds[begin + wide * (move >> 8) + row.ranks[bits ^ turn]], other)
        least, most = max(least, low), max(most, high)
    return least, most


def view(mine: int, theirs: int, other: int, packed: Packing) -> tuple[int, int, int]:
    """Where the positions of so many pieces begin, the width of a row, and the bits of a colouring to turn.

    If the other player throws next, a colouring has the other pieces of the row.
    """
    pair = COUNTS * theirs + mine if other else COUNTS * mine + theirs
    return packed.starts[pair], packed.widths[pair], (1 << mine + theirs) - 1 if other else 0


def remainder_bounds(
    own: int, enemy: int, throw: int, piece: int, other: int, packed: Packing, bounds: Any
) -> tuple[int, int]:
    """The bounds of the best way to play a throw out that begins with this piece."""
    least, most, way = FORBIDDEN, FORBIDDEN, 0
    while way >= 0:
        mine, theirs, way = play_out(own, enemy, throw, piece, way)
        low, high = look_up(mine, theirs, other, packed, bounds)
        least, most = max(least, low), max(most, high)
    return least, most


def play_out(own: int, enemy: int, throw: int, first: int, way: int) -> tuple[int, int, int]:
    """Both sides after a throw was played out forward in one way, and the number of the next way.

    One of the first pieces begins. Way 0 is there always, and after the last comes -1. The number of a way
    has three bits for each play: which of the pieces that can move does, or one more to decline a remainder.
    """
    left, used, able, level, breadths, playing = throw, 0, first, 0, 0, True
    while playing:
        playing = False
        many = size(able)
        choice = way >> 3 * level & 7
        breadths |= many + (level > 0) << 4 * level
        if choice < many:  # else the remainder is declined
            for _ in range(choice):
                able &= able - 1
            square = size((able & -able) - 1)
            taken = own | enemy
            land = landing_square(taken, square + left)
            end = shore_square(taken) if land == WATER else land
            if land <= LAST and enemy >> land & 1:
                enemy ^= 1 << land | 1 << square
            own ^= 1 << square
            left -= land - square
            if end != OFF:
                own |= 1 << end
                used |= 1 << end
            if left > 0 and own:
                able = forward(own, enemy, left, used)
                if able:
                    level += 1
                    playing = True
    return own, enemy, next_way(way, breadths, level)


def next_way(way: int, breadths: int, level: int) -> int:
    """The way with the next choice at the last play that has one; breadths has four bits for each play."""
    while level >= 0:
        choice = (way >> 3 * level & 7) + 1
        if choice < breadths >> 4 * level & 15:
            return way & (1 << 3 * level) - 1 | choice << 3 * level
        level -= 1
    return -1


def backward_move(own: int, enemy: int, throw: int, piece: int) -> tuple[int, int]:
    """Both sides after a piece moved back."""
    land = size(piece - 1) - throw
    end = shore_square(own | enemy) if land == WATER else land
    if enemy >> land & 1:
        enemy ^= 1 << land | piece
    return own ^ piece | 1 << end, enemy


def look_up(own: int, enemy: int, other: int, packed: Packing, bounds: Any) -> tuple[int, int]:
    """The bounds for the owner of the first set, when a throw has been played out."""
    if own == 0:
        return halves(bounds[len(bounds) - 1], 0)
    number = place(enemy, own, packed) if other else place(own, enemy, packed)
    return halves(bounds[number], other)


def halves(word: int, other: int) -> tuple[int, int]:
    """The two bounds in a word; where the other player throws next, those of this one."""
    low, high = word & ONE, word >> 32 & ONE
    return (ONE - high, ONE - low) if other else (low, high)
