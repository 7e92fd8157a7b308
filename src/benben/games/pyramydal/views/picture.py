"""A position of Pyramydal as a client draws it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from benben.core.contract import CHANCE, Seat
from benben.games.pyramydal.board import (
    DIAGONAL,
    HIDDEN,
    MIX,
    MIXED,
    MONO,
    OUT,
    RETIRED,
    STASH,
    letters,
    parts,
    piece_text,
    pieces_text,
    sort_key,
    statue_text,
)
from benben.games.pyramydal.rules import contenders, outcome, turn
from benben.games.pyramydal.rules.state import (
    CHOOSING,
    ENDED,
    LAYING,
    State,
    ahead,
    built_score,
    can_move,
    collection,
    count,
    is_out,
    kind_at,
    movers,
    seats_from_behind,
    shown_kinds,
    statues_of,
    taken_signatures,
    token,
    virtual_owner,
)
from benben.games.pyramydal.rules.statues import buildable
from benben.games.pyramydal.scoring import settlement
from benben.games.pyramydal.views.knowledge import View
from benben.games.pyramydal.views.picture_types import (
    PHASES,
    Collector,
    Diagonal,
    Ending,
    Picture,
    Scored,
    Standing,
    Statue,
    Tally,
)


def picture(v: View) -> Picture:
    s = cast(State, v)
    who, palette = turn(s), v.table.palette
    return Picture(
        line=tuple(
            "" if kind < 0 else piece_text(palette, kind)
            for kind in (kind_at(v.line, cell) for cell in range(1, v.cells + 1))
        ),
        total=STASH * v.table.colours if v.phase == LAYING else v.cells,
        colours=letters(palette),
        seats=tuple(_collector(s, seat) for seat in range(v.table.seats)),
        phase="reveal" if v.phase == CHOOSING and who == CHANCE else PHASES[v.phase],
        turn=who,
        last=bool(v.last),
        order=_order(s),
        virtual=virtual_owner(s),
        die=v.table.die,
        diagonal=bool(v.table.diagonal),
        ending=ending(s) if v.phase == ENDED else None,
    )


def _order(s: State) -> tuple[Seat, ...]:
    if s.phase in (LAYING, ENDED):
        return ()
    if s.phase == CHOOSING:
        return tuple(seat for seat in seats_from_behind(s) if can_move(s, seat))
    if s.table.die:
        after, queue = [], s.queue
        while queue:
            after.append((queue & 15) - 1)
            queue >>= 4
        return (s.seat, *(seat for seat in after if could_build(s, seat)))
    if s.last:
        return (s.seat,)
    later = ((s.seat + n) % s.table.seats for n in range(1, s.table.seats))
    return (s.seat, *(seat for seat in later if can_move(s, seat) or could_build(s, seat)))


def could_build(s: State, seat: Seat) -> list[int]:
    return [] if is_out(s, seat) else buildable(collection(s, seat), taken_signatures(s), s.table.colours)


def statue_picture(s: State, statue: int) -> Statue:
    below, middle, top = (piece_text(s.table.palette, kind) for kind in parts(statue, s.table.colours))
    if statue < MIX:
        return Statue((below, middle, top), "mono", MONO * int(below[1]))
    return Statue((below, middle, top), "mixed", MIXED)


def _in_order(s: State, some: Iterable[int]) -> list[int]:
    return sorted(some, key=lambda one: sort_key(s.table, one))


def statues_text(s: State, some: Iterable[int]) -> tuple[str, ...]:
    return tuple(statue_text(s.table, one) for one in _in_order(s, some))


def _collector(s: State, seat: Seat) -> Collector:
    at, cells = token(s.tokens, seat), ahead(s, seat)
    others = movers(s) - (cells != 0)
    standing: Standing = "queue" if at == 0 else "line" if cells else "stuck"
    if at >= OUT:
        standing = "retired" if at == RETIRED else "out"
    number = s.chosen >> 4 * seat & 15
    choice: Literal["none", "due", "hidden", "known"] = "none"
    if s.phase == CHOOSING and cells:
        choice = "due" if number == 0 else "hidden" if number == HIDDEN else "known"
    return Collector(
        cell=0 if at >= OUT else at,
        token=standing,
        moves=cells != 0,
        ahead=count(cells),
        again=s.table.die == 0 and not s.last and count(cells) > others > 0,
        collection=pieces_text(s.table.palette, collection(s, seat)),
        statues=tuple(statue_picture(s, one) for one in _in_order(s, statues_of(s, seat))),
        points=built_score(s, seat) >> 8,
        could=statues_text(s, could_build(s, seat)),
        virtual=virtual_owner(s) == seat,
        choice=choice,
        number=number if choice == "known" else 0,
    )


def ending(s: State) -> Ending:
    """The final count of every seat, statue by statue, and what decided (4.2-4.5)."""
    end = outcome(s)
    tallies = tuple(_tally(s, seat, end.places[seat]) for seat in range(s.table.seats))
    winner = end.winners[0]
    tied = tuple(seat for seat in contenders(s) if end.points[seat] == end.points[winner])
    if len(tied) == 1:
        words = f"seat {winner + 1} has the most points, {end.points[winner]}"
        return Ending(tallies, winner, "", (), words)
    names = " and ".join([", ".join(str(seat + 1) for seat in tied[:-1]), str(tied[-1] + 1)])
    words = f"seats {names} have {end.points[winner]} points each; "
    if max(tallies[seat].statues for seat in tied if seat != winner) < tallies[winner].statues:
        return Ending(tallies, winner, "statues", tied, f"{words}seat {winner + 1} has more statues")
    return Ending(tallies, winner, "order", tied, f"{words}seat {winner + 1} comes later in turn order")


def _tally(s: State, seat: Seat, place: int) -> Tally:
    if is_out(s, seat):
        return Tally((), (), 0, 0, place)  # 4.7
    table, own = s.table, _in_order(s, statues_of(s, seat))
    left = settlement(
        collection(s, seat),
        shown_kinds(s, seat),
        taken_signatures(s),
        table.colours,
        virtual_owner(s) == seat,
        table.diagonal == 1,
    )
    rows: list[tuple[tuple[int, ...], Scored]] = []
    for one in own:
        kinds, built_one = parts(one, table.colours), statue_picture(s, one)
        rows.append((kinds, Scored(built_one.pieces, built_one.kind, built_one.points, -1, True)))
    for found in left.plan:
        alike = len(set(found.kinds)) == 1
        kind: Literal["mono", "mixed", "mini", "single"] = "mono" if alike else "mixed"
        kind = kind if len(found.kinds) == 3 else "mini" if len(found.kinds) == 2 else "single"
        texts = tuple(piece_text(table.palette, one) for one in found.kinds)
        rows.append((found.kinds, Scored(texts, kind, found.points, found.virtual, False)))
    lines = tuple(line for _, line in rows)
    high: list[tuple[int, ...]] = [kinds if len(kinds) == 3 else () for kinds, _ in rows]
    return Tally(
        lines=lines,
        diagonals=_diagonals(s, high) if table.diagonal else (),
        points=(built_score(s, seat) >> 8) + left.score,
        statues=len(own) + left.statues,
        place=place,
    )


def _diagonals(s: State, high: list[tuple[int, ...]]) -> tuple[Diagonal, ...]:
    """The diagonals of a seat: one colour in three sizes across three statues, as often as possible (6.1)."""
    found = []
    for colour, letter in enumerate(letters(s.table.palette)):
        levels = [[n for n, kinds in enumerate(high) if 3 * colour + size in kinds] for size in (2, 1, 0)]
        found += [Diagonal(letter, three, DIAGONAL) for three in zip(*levels, strict=False)]
    return tuple(found)
