"""A position of Pyramydal: options, actions, the state, and what can be read off it. Clauses: RULES.md.

The functions are compiled with the rules; see board.py for how things are packed.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from benben.core.contract import Seat
from benben.games.pyramydal.board import MIX, MIXED, MONO, OUT, Hands, Line, Statues, Table


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    die: Annotated[
        Literal[0, 6, 8, 10],
        Meta(description="All choose a number up to this in secret and move at once; 0: by turns"),
    ] = 0
    diagonal: Annotated[
        bool, Meta(description="9 points for a colour large, medium and small in three statues")
    ] = False


class Action(NamedTuple):
    verb: int  # TAKE, RETIRE, DECLINE, BUILD, END, CHOOSE or LEAVE
    what: int  # TAKE: a cell; BUILD: a statue; CHOOSE: a number; else 0


class Chance(NamedTuple):
    verb: int  # LAY or REVEAL
    what: int  # a kind of pyramid; or the numbers, four bits a seat


TAKE, RETIRE, DECLINE, BUILD, END, CHOOSE = 1, 2, 3, 4, 5, 6  # actions
LAY, REVEAL = 7, 8  # chances
LEAVE = 9  # an action: resign

LAYING, MOVING, BUILDING, CHOOSING, ENDED = 0, 1, 2, 3, 4  # phases


class State(NamedTuple):
    """A position. Fields that its phase has no use for are 0.

    With dice the choices wait in `chosen` until everybody who can move has chosen; then chance reveals them.
    """

    table: Table  # seats, colours and options
    line: Line  # the pyramids that are still there
    cells: int  # of the line, so far as it is laid
    tokens: int  # ten bits a seat: the cell taken last, 0 in the queue, RETIRED, OUT
    hands: Hands  # collections
    statues: Statues  # built
    phase: int  # LAYING, MOVING, BUILDING, CHOOSING or ENDED
    seat: int  # the seat that moves or builds
    last: int  # 1 in the last turn or round (4.1)
    chosen: int  # dice: four bits a seat, its number; 0: none yet
    queue: int  # dice: the seats that build after `seat`, in order: four bits each, a seat plus one


def unclaimed(line: Line) -> int:
    """The cells that have a pyramid, as a bitboard."""
    return line.pips0 | line.pips1


def token(tokens: int, seat: Seat) -> int:
    """The cell that a seat took last; 0 in the queue, RETIRED or OUT."""
    return tokens >> 10 * seat & 1023


def ahead(s: State, seat: Seat) -> int:
    """The pyramids ahead of a token that may still move, as a bitboard (2.1, 2.3)."""
    at = token(s.tokens, seat)
    return 0 if at >= OUT else unclaimed(s.line) >> at + 1 << at + 1


def can_move(s: State, seat: Seat) -> bool:
    """Whether a pyramid is ahead of a seat's token (2.4)."""
    return ahead(s, seat) != 0


def is_out(s: State, seat: Seat) -> bool:
    """Whether a seat has resigned or run out of time (4.7)."""
    return token(s.tokens, seat) == OUT


def movers(s: State) -> int:
    """How many tokens can still move (4.1)."""
    many = 0
    for seat in range(s.table.seats):
        many += ahead(s, seat) != 0
    return many


def virtual_owner(s: State) -> int:
    """The seat that owns the virtual pyramid: its token is on the last cell (2.5). Nobody: -1."""
    for seat in range(s.table.seats):
        if s.cells and token(s.tokens, seat) == s.cells:
            return seat
    return -1


def kind_at(line: Line, cell: int) -> int:
    """The kind of pyramid on a cell; -1 if it was taken."""
    pips = (line.pips0 >> cell & 1) + 2 * (line.pips1 >> cell & 1)
    hue = (line.hue0 >> cell & 1) + 2 * (line.hue1 >> cell & 1)
    return 3 * (hue + 4 * (line.hue2 >> cell & 1) + 8 * (line.hue3 >> cell & 1)) + pips - 1 if pips else -1


def cells_of(line: Line, kind: int) -> int:
    """The cells with that kind of pyramid, as a bitboard."""
    pips, hue = kind % 3 + 1, kind // 3
    cells = unclaimed(line)
    cells &= line.pips0 if pips & 1 else ~line.pips0
    cells &= line.pips1 if pips & 2 else ~line.pips1
    cells &= line.hue0 if hue & 1 else ~line.hue0
    cells &= line.hue1 if hue & 2 else ~line.hue1
    cells &= line.hue2 if hue & 4 else ~line.hue2
    return cells & (line.hue3 if hue & 8 else ~line.hue3)


def collection(s: State, seat: Seat) -> int:
    """The collection of a seat."""
    if seat == 0:
        return s.hands.first
    if seat == 1:
        return s.hands.second
    if seat == 2:
        return s.hands.third
    if seat == 3:
        return s.hands.fourth
    width = 9 * s.table.colours
    return s.hands.rest >> (seat - 4) * width & (1 << width) - 1


def taken_signatures(s: State) -> int:
    """The signatures of all mixed statues on the table, as a bitboard."""
    return s.statues.mixed0 | s.statues.mixed1 | s.statues.mixed2 | s.statues.mixed3


def mixed_signatures(s: State, seat: Seat) -> int:
    """The signatures of a seat's mixed statues, as a bitboard."""
    owner, found = seat + 1, taken_signatures(s)
    found &= s.statues.mixed0 if owner & 1 else ~s.statues.mixed0
    found &= s.statues.mixed1 if owner & 2 else ~s.statues.mixed1
    found &= s.statues.mixed2 if owner & 4 else ~s.statues.mixed2
    return found & (s.statues.mixed3 if owner & 8 else ~s.statues.mixed3)


def statues_of(s: State, seat: Seat) -> list[int]:
    """The statues of a seat: monos by kind, then mixed ones by signature."""
    found = [kind for kind in range(3 * s.table.colours) if s.statues.monos >> 4 * kind & 15 == seat + 1]
    rest = mixed_signatures(s, seat)
    while rest:
        found.append(MIX + count((rest & -rest) - 1))
        rest &= rest - 1
    return found


def shown_kinds(s: State, seat: Seat) -> int:
    """How many statues of a seat show each kind, packed like a collection: for diagonals (6.1)."""
    total = 0
    for kind in range(3 * s.table.colours):
        if s.statues.monos >> 4 * kind & 15 == seat + 1:
            total += 1 << 3 * kind  # a mono counts once
    colours, rest = s.table.colours, mixed_signatures(s, seat)
    while rest:
        signature = count((rest & -rest) - 1)
        large, medium, small = (
            signature // (colours * colours),
            signature // colours % colours,
            signature % colours,
        )
        total += (1 << 9 * large + 6) + (1 << 9 * medium + 3) + (1 << 9 * small)
        rest &= rest - 1
    return total


def built_score(s: State, seat: Seat) -> int:
    """The worth of a seat's statues: points << 8 | how many there are (3.2, 3.3)."""
    many = count(mixed_signatures(s, seat))
    total = (many * MIXED << 8) + many
    monos = s.statues.monos
    for kind in range(3 * s.table.colours):
        if monos >> 4 * kind & 15 == seat + 1:
            total += (MONO * (kind % 3 + 1) << 8) + 1
    return total


def count(bits: int) -> int:
    """How many bits of a number are set; it may be of any length."""
    total = 0
    while bits:
        part = bits & 0x3FFFFFFF
        part -= part >> 1 & 0x15555555
        part = (part & 0x33333333) + (part >> 2 & 0x33333333)
        part = part + (part >> 4) & 0x0F0F0F0F
        total += part * 0x01010101 >> 24 & 0xFF
        bits >>= 30
    return total


def lowest(bits: int) -> int:
    """The lowest cell of a bitboard that has one."""
    return count((bits & -bits) - 1)


def seats_from_behind(s: State) -> list[int]:
    """The seats by their tokens, furthest behind first; in the queue the last seat comes first (5.2, 5.5)."""
    order: list[int] = []
    keys: list[int] = []
    for seat in range(s.table.seats):
        key = 16 * token(s.tokens, seat) + 15 - seat
        at = 0
        while at < len(keys) and keys[at] < key:
            at += 1
        keys.insert(at, key)
        order.insert(at, seat)
    return order


def landing(s: State, seat: Seat, number: int) -> int:
    """The cell that a chosen number leads to (5.2, 5.3); 0 if nothing is ahead."""
    at, pyramids = token(s.tokens, seat), ahead(s, seat)
    if pyramids == 0:
        return 0
    spaces = pyramids
    for other in range(s.table.seats):
        cell = token(s.tokens, other)
        if at == 0 and cell == 0 and other < seat:
            number -= 1  # ahead in the queue
        elif at < cell < OUT:
            spaces |= 1 << cell
    if number <= 0:
        return lowest(pyramids)
    while number > 1 and spaces:
        spaces &= spaces - 1
        number -= 1
    if spaces:
        cell = lowest(spaces)
        beyond = pyramids >> cell << cell
        if beyond:
            return lowest(beyond)
    cell = s.cells  # the last free pyramid ahead
    while not pyramids >> cell & 1:
        cell -= 1
    return cell
