"""A position of Pyramydal: what can be read off it, and how its phases follow each other. Clauses: RULES.md.

Everything here is compiled with the rules; see board.py for how things are packed.
"""

from __future__ import annotations

from typing import NamedTuple

from benben.core.contract import Seat
from benben.games.pyramydal.board import (
    MIX,
    MIXED,
    MONO,
    OUT,
    Hands,
    Line,
    Statues,
    Table,
)

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
    seat: int  # who moves or builds
    last: int  # 1 in the last turn or round (4.1)
    chosen: int  # dice: four bits a seat, its number; 0: none yet
    queue: int  # dice: who builds after `seat`, in order: four bits each, a seat plus one


# What can be read off a position.


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


def movable(s: State, seat: Seat) -> bool:
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


def virtual(s: State) -> int:
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


def pieces(s: State, seat: Seat) -> int:
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


def taken(s: State) -> int:
    """The signatures of all mixed statues on the table, as a bitboard."""
    return s.statues.mixed0 | s.statues.mixed1 | s.statues.mixed2 | s.statues.mixed3


def mixed(s: State, seat: Seat) -> int:
    """The signatures of a seat's mixed statues, as a bitboard."""
    owner, found = seat + 1, taken(s)
    found &= s.statues.mixed0 if owner & 1 else ~s.statues.mixed0
    found &= s.statues.mixed1 if owner & 2 else ~s.statues.mixed1
    found &= s.statues.mixed2 if owner & 4 else ~s.statues.mixed2
    return found & (s.statues.mixed3 if owner & 8 else ~s.statues.mixed3)


def statues(s: State, seat: Seat) -> list[int]:
    """The statues of a seat: monos by kind, then mixed ones by signature."""
    found = [kind for kind in range(3 * s.table.colours) if s.statues.monos >> 4 * kind & 15 == seat + 1]
    rest = mixed(s, seat)
    while rest:
        found.append(MIX + count((rest & -rest) - 1))
        rest &= rest - 1
    return found


def shown(s: State, seat: Seat) -> int:
    """How many statues of a seat show each kind, packed like a collection: for diagonals (6.1)."""
    total = 0
    for kind in range(3 * s.table.colours):
        if s.statues.monos >> 4 * kind & 15 == seat + 1:
            total += 1 << 3 * kind  # a mono counts once
    colours, rest = s.table.colours, mixed(s, seat)
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


def built(s: State, seat: Seat) -> int:
    """What the statues of a seat are worth: points << 8 | how many there are (3.2, 3.3)."""
    many = count(mixed(s, seat))
    total = (many * MIXED << 8) + many
    monos = s.statues.monos
    for kind in range(3 * s.table.colours):
        if monos >> 4 * kind & 15 == seat + 1:
            total += (MONO * (kind % 3 + 1) << 8) + 1
    return total


def count(bits: int) -> int:
    """How many bits are set, in a number of any length."""
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


# Building.


def buildable(collection: int, signatures: int, colours: int) -> list[int]:
    """Every statue that a collection allows while these signatures are taken (3.2, 3.3)."""
    found = [kind for kind in range(3 * colours) if collection >> 3 * kind & 7 >= 3]
    smalls = owned(collection, 0, colours)
    for large in range(colours):
        if not collection >> 9 * large + 6 & 7:
            continue
        for medium in range(colours):
            tops = topped(collection, signatures, colours, large, medium, smalls)
            while tops:
                found.append(MIX + (large * colours + medium) * colours + lowest(tops))
                tops &= tops - 1
    return found


def can_build(collection: int, signatures: int, colours: int) -> bool:
    """Whether there is any."""
    for kind in range(3 * colours):
        if collection >> 3 * kind & 7 >= 3:
            return True
    smalls = owned(collection, 0, colours)
    for large in range(colours):
        if not collection >> 9 * large + 6 & 7:
            continue
        for medium in range(colours):
            if topped(collection, signatures, colours, large, medium, smalls):
                return True
    return False


def owned(collection: int, size: int, colours: int) -> int:
    """The colours that a collection has in a size, a bit each."""
    found = 0
    for colour in range(colours):
        if collection >> 9 * colour + 3 * size & 7:
            found |= 1 << colour
    return found


def topped(collection: int, signatures: int, colours: int, large: int, medium: int, smalls: int) -> int:
    """Of the given colours those whose small can stand on that large, which there is, and that medium."""
    if large == medium or not collection >> 9 * medium + 3 & 7:
        return 0
    standing = signatures >> (large * colours + medium) * colours & (1 << colours) - 1
    return smalls & ~(1 << large | 1 << medium | standing)


def with_statue(given: Statues, seat: Seat, statue: int) -> Statues:
    owner = seat + 1
    if statue < MIX:
        monos = given.monos | owner << 4 * statue
        return Statues(monos, given.mixed0, given.mixed1, given.mixed2, given.mixed3)
    at = statue - MIX
    return Statues(
        given.monos,
        given.mixed0 | (owner & 1) << at,
        given.mixed1 | (owner >> 1 & 1) << at,
        given.mixed2 | (owner >> 2 & 1) << at,
        given.mixed3 | (owner >> 3 & 1) << at,
    )


def used(statue: int, colours: int) -> int:
    """The pyramids of a statue, packed like a collection."""
    if statue < MIX:
        return 3 << 3 * statue
    at = statue - MIX
    return (
        (1 << 9 * (at // (colours * colours)) + 6)
        + (1 << 9 * (at // colours % colours) + 3)
        + (1 << 9 * (at % colours))
    )


# Moving.


def with_pyramid(line: Line, cell: int, kind: int) -> Line:
    """The line with one more pyramid, laid on a cell that has none."""
    pips, hue = kind % 3 + 1, kind // 3
    return Line(
        line.pips0 | (pips & 1) << cell,
        line.pips1 | (pips >> 1) << cell,
        line.hue0 | (hue & 1) << cell,
        line.hue1 | (hue >> 1 & 1) << cell,
        line.hue2 | (hue >> 2 & 1) << cell,
        line.hue3 | (hue >> 3) << cell,
    )


def without(line: Line, cell: int) -> Line:
    """The line after a pyramid was taken."""
    rest = ~(1 << cell)
    return Line(
        line.pips0 & rest,
        line.pips1 & rest,
        line.hue0 & rest,
        line.hue1 & rest,
        line.hue2 & rest,
        line.hue3 & rest,
    )


def with_token(tokens: int, seat: Seat, at: int) -> int:
    return tokens & ~(1023 << 10 * seat) | at << 10 * seat


def with_more(hands: Hands, table: Table, seat: Seat, more: int) -> Hands:
    """The collections after one has gained or, if negative, lost that much."""
    return Hands(
        hands.first + (more if seat == 0 else 0),
        hands.second + (more if seat == 1 else 0),
        hands.third + (more if seat == 2 else 0),
        hands.fourth + (more if seat == 3 else 0),
        hands.rest + (more << (seat - 4) * 9 * table.colours) if seat > 3 else hands.rest,
    )


def took(s: State, seat: Seat, cell: int) -> State:
    """A token stands on a cell and its owner has the pyramid (2.1, 2.2)."""
    more = 1 << 3 * kind_at(s.line, cell)
    return State(
        s.table,
        without(s.line, cell),
        s.cells,
        with_token(s.tokens, seat, cell),
        with_more(s.hands, s.table, seat, more),
        s.statues,
        s.phase,
        s.seat,
        s.last,
        s.chosen,
        s.queue,
    )


def behind(s: State) -> list[int]:
    """The seats, furthest behind first; in the queue the last seat is (5.2, 5.5)."""
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


# How phases follow each other.


def now(s: State, phase: int, seat: Seat, last: int, queue: int) -> State:
    """The same pieces in another phase; nothing is chosen."""
    return State(s.table, s.line, s.cells, s.tokens, s.hands, s.statues, phase, seat, last, 0, queue)


def rested(s: State, done: bool) -> State:
    """After a move or a statue the same seat builds, if it can and is not done; then who is next, or the end.

    Clauses 3.1, 3.5 and 4.1.
    """
    if not done and can_build(pieces(s, s.seat), taken(s), s.table.colours):
        return now(s, BUILDING, s.seat, s.last, s.queue)
    if s.table.die:
        return next_builder(s, s.queue)
    many = 0 if s.last else movers(s)
    seat = s.seat
    while many:
        seat = (seat + 1) % s.table.seats
        if movable(s, seat):
            return now(s, MOVING, seat, 1 if many == 1 else 0, 0)
        if many > 1 and not is_out(s, seat) and can_build(pieces(s, seat), taken(s), s.table.colours):
            return now(s, BUILDING, seat, 0, 0)
    return now(s, ENDED, 0, 0, 0)


def revealed(s: State, numbers: int) -> State:
    """The chosen numbers are turned up: all move, furthest behind first, then they build (5.2, 5.4)."""
    after, queue, at = s, 0, 0
    for seat in behind(s):
        if is_out(s, seat):
            continue
        number = numbers >> 4 * seat & 15
        cell = landing(after, seat, number) if number else 0
        if cell:
            after = took(after, seat, cell)
        if number or not s.last:  # after the last round nobody else builds again
            queue |= seat + 1 << at
            at += 4
    return next_builder(after, queue)


def next_builder(s: State, queue: int) -> State:
    """The next in the queue who can build; else the round is over (5.4)."""
    while queue:
        seat = (queue & 15) - 1
        queue >>= 4
        if can_build(pieces(s, seat), taken(s), s.table.colours):
            return now(s, BUILDING, seat, s.last, queue)
    many = 0 if s.last else movers(s)
    return now(s, CHOOSING if many else ENDED, 0, 1 if many == 1 else 0, 0)


def left(s: State, seat: Seat) -> State:
    """A seat is out: its token leaves the line, and its turn or choice is passed over (4.7)."""
    queue, at, rest = 0, 0, s.queue
    while rest:
        if rest & 15 != seat + 1:
            queue |= (rest & 15) << at
            at += 4
        rest >>= 4
    tokens, chosen = with_token(s.tokens, seat, OUT), s.chosen & ~(15 << 4 * seat)
    after = State(
        s.table, s.line, s.cells, tokens, s.hands, s.statues, s.phase, s.seat, s.last, chosen, queue
    )
    if s.phase == BUILDING and seat != s.seat:
        return after
    if s.phase != CHOOSING and seat == s.seat:
        return rested(after, True)
    many = movers(after)
    if many == 0:
        return now(after, ENDED, 0, 0, 0)
    last = 1 if many == 1 else 0
    return State(s.table, s.line, s.cells, tokens, s.hands, s.statues, s.phase, s.seat, last, chosen, queue)
