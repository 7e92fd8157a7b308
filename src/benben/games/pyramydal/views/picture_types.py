"""The types that a client of Pyramydal is sent: pictures and choices."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Standing: TypeAlias = Literal["queue", "line", "stuck", "retired", "out"]


Phase: TypeAlias = Literal["lay", "move", "build", "choose", "reveal", "over"]


PHASES: tuple[Phase, ...] = ("lay", "move", "build", "choose", "over")  # by number; reveal is part of choose


class Statue(Struct, frozen=True):
    """Three pyramids on each other, built or to be built."""

    pieces: tuple[str, str, str]  # from below: large, medium, small if it is mixed
    kind: Literal["mono", "mixed"]
    points: int  # 12, 24, 36 or 18


class Collector(Struct, frozen=True):
    """A seat and what it has."""

    cell: int  # where the token stands, from 1; 0 in the queue, retired or out
    token: Standing  # stuck: on a cell, but no pyramid is ahead; out: this seat has left the match
    moves: bool  # a pyramid is ahead: this token can still move
    ahead: int  # pyramids ahead of it that can still be taken
    again: (
        bool  # after the move of this turn another is certain: more pyramids ahead than others move. No dice
    )
    collection: tuple[str, ...]  # pyramids not in statues, sorted: "r3", "r3", "y1"
    statues: tuple[Statue, ...]  # built, sorted
    points: int  # of the built statues; leftovers count at the end only
    could: tuple[str, ...]  # statues that this collection allows, were it this seat's turn: "r3g2b1"
    virtual: bool  # owns the virtual pyramid
    choice: Literal["none", "due", "hidden", "known"]  # dice: none: cannot move, or nobody chooses now
    number: int  # dice: the number chosen, if known; else 0


class Scored(Struct, frozen=True):
    """One line of the final count."""

    pieces: tuple[str, ...]  # from below
    kind: Literal["mono", "mixed", "mini", "single"]
    points: int
    virtual: int  # which of the pieces is the virtual pyramid, from 0; -1: none is
    built: bool  # during play; else put together at scoring


class Diagonal(Struct, frozen=True):
    """One colour in three sizes across three statues (6.1)."""

    colour: str  # letter
    statues: tuple[int, int, int]  # where it is large, medium, small: lines of the same Tally, from 0
    points: int  # 9


class Tally(Struct, frozen=True):
    """The final count of a seat, statue by statue. The lines are in the order in which they are told."""

    lines: tuple[Scored, ...]  # built statues, then what was put together at scoring, then single pyramids
    diagonals: tuple[Diagonal, ...]
    points: int  # all of it
    statues: int  # minis count (4.5)
    place: int  # 1 is best


class Ending(Struct, frozen=True):
    tallies: tuple[Tally, ...]  # by seat
    winner: int  # seat
    tie: Literal["", "statues", "order"]  # what decided between seats of equal points, if anything had to
    tied: tuple[int, ...]  # the seats with the winner's points, if there are several
    words: str  # "seats 1 and 3 have 84 points; seat 3 has more statues"


class Picture(Struct, frozen=True):
    line: tuple[str, ...]  # by cell, the first is cell 1: "r3", or "" where the pyramid was taken
    total: int  # cells that the line has when it is laid
    colours: str  # letters in play, in order: "rygb"
    seats: tuple[Collector, ...]  # in turn order
    phase: Phase
    turn: int  # a seat, -1 chance, -2 everyone who has yet to choose, -3 over
    last: bool  # the last turn, or with dice the last round: the game ends after it (4.1)
    order: tuple[int, ...]  # seats that act from now on: by turn; dice: as they move, or build
    virtual: int  # seat that owns the virtual pyramid; -1: the last cell is still there
    die: int  # 0: no dice; 6, 8 or 10
    diagonal: bool
    ending: Ending | None  # when it is over


class Choice(Struct, frozen=True):
    text: str  # in notation, what Act sends
    kind: Literal["take", "retire", "decline", "build", "end", "choose"]
    cell: int  # take: the cell; choose: where the number leads if nobody moves before; else 0
    piece: str  # that is taken there; "" if none
    skipped: int  # take: pyramids passed, which are lost to this seat
    builds: tuple[str, ...]  # take: statues that this pyramid makes possible, beside those already: "r3g2b1"
    statue: Statue | None  # build
    number: int  # choose: 1 to die; else 0
    sure: bool  # choose: nobody moves before this seat, so the number leads there
    words: str  # a question for the dock: "Take 33, a large carnelian?"
    more: str  # its effect: "You pass 5 pyramids; they are lost to you."; may be empty
    clause: str  # "2.1"
