"""The pieces of Pyramydal: pyramids, the line, collections and statues, and how they are packed. No rules.

All of it is whole numbers, so that one source serves both lanes. Up to four seats they fit into machine
words; above that they are longer, and Python does not mind.

A *kind* of pyramid is 3 * colour + pips - 1; colours are numbered in the order of COLOURS, leaving out those
that are not in play. A *collection* holds three bits a kind, how many of it there are, at most five (1.1):

    kind        ...   4     3     2     1     0
                     y2    y1    r3    r2    r1
    bits        ... 14-12 11-9   8-6   5-3   2-0

The *line* is six bitboards with bit n for cell n, so bit 0 is never used: two hold the pips of a cell in
binary, four its colour. A cell that was taken has pips 0 and colour 0.

A *signature* is a mixed statue by its colours: (large * colours + medium) * colours + small. The statue with
that signature belongs to a seat; four bitboards hold its number plus one in binary, so that no statue can
have two owners. Monos are four bits a kind, likewise: of five pyramids only one mono can be built.

*Tokens* are ten bits a seat: the cell taken last, 0 in the queue, 1023 retired, 1022 out of the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

COLOURS = "rygbkwcopm"  # letters of the notation, in their order
NAMES = (  # by letter
    "carnelian",
    "orpiment",
    "malachite",
    "lapis",
    "ebony",
    "alabaster",
    "faience",
    "amber",
    "amethyst",
    "rose",
)
SIZES = ("small", "medium", "large")  # by pips - 1

LEAST_SEATS, MOST_SEATS = 3, 10
LEAST_COLOURS = 4
EACH = 5  # pyramids of a kind (1.1)
STASH = 3 * EACH  # pyramids of a colour
LONGEST = 999  # cells that a position may have

DICE = (0, 6, 8, 10)  # 0: no dice (5.1)

MONO = 12  # points a pip (3.2)
MIXED = 18  # points (3.3)
MINI = 2  # points a pip (4.3)
DIAGONAL = 9  # points (6.1)

RETIRED = 1023  # where a token stands that has stopped before the end (2.3)
OUT = 1022  # where the token of a seat stands that has left the match (4.7)
HIDDEN = 15  # stands in a view for what somebody else has chosen (5.1)
MIX = 30  # a statue is the kind of a mono, or MIX plus the signature of a mixed one
ODD = 1 << 20  # plus three kinds of five bits from below: a stack that is no statue


class Line(NamedTuple):
    """Bitboards: bit n belongs to cell n."""

    pips0: int
    pips1: int
    hue0: int
    hue1: int
    hue2: int
    hue3: int


class Hands(NamedTuple):
    """Collections by seat."""

    first: int
    second: int
    third: int
    fourth: int
    rest: int  # from the fifth on, each 9 bits a colour wide


class Statues(NamedTuple):
    """Who built what: a seat plus one, or 0."""

    monos: int  # four bits a kind
    mixed0: int  # bitboards over the signatures: the owner in binary
    mixed1: int
    mixed2: int
    mixed3: int


class Table(NamedTuple):
    """What the game is played with."""

    seats: int
    colours: int  # how many are in play
    palette: int  # which: bit n for the letter COLOURS[n]
    die: int  # 0, 6, 8 or 10
    diagonal: int  # 1 if diagonals count


# Kinds, as text and in words.


def letters(palette: int) -> str:
    """The colours in play, in their order."""
    return "".join(letter for n, letter in enumerate(COLOURS) if palette >> n & 1)


def piece_text(palette: int, kind: int) -> str:
    """A pyramid in notation: "r3"."""
    return f"{letters(palette)[kind // 3]}{kind % 3 + 1}"


def description(text: str) -> str:
    """A pyramid in words: "large carnelian"."""
    return f"{SIZES[int(text[1]) - 1]} {NAMES[COLOURS.index(text[0])]}"


def kinds(collection: int) -> list[int]:
    """The pyramids of a collection in sorted order: by colour, the larger first."""
    found: list[int] = []
    colour = 0
    while collection >> 9 * colour:
        for size in (2, 1, 0):
            kind = 3 * colour + size
            found += [kind] * (collection >> 3 * kind & 7)
        colour += 1
    return found


def pieces_text(palette: int, collection: int) -> tuple[str, ...]:
    """A collection in notation."""
    return tuple(piece_text(palette, kind) for kind in kinds(collection))


def parts(statue: int, colours: int) -> tuple[int, int, int]:
    """The three kinds of a statue, from below."""
    if statue < MIX:
        return statue, statue, statue
    large, rest = divmod(statue - MIX, colours * colours)
    medium, small = divmod(rest, colours)
    return 3 * large + 2, 3 * medium + 1, 3 * small


def statue_code(kinds: Sequence[int], colours: int) -> int:
    """The number of a statue with these kinds from below: the kind of a mono, or MIX plus the signature."""
    if kinds[0] == kinds[1]:
        return kinds[0]
    large, medium, small = (kind // 3 for kind in kinds)
    return MIX + (large * colours + medium) * colours + small


def statue_text(table: Table, statue: int) -> str:
    """A statue in notation: "r3r3r3" or "r3g2b1"."""
    return "".join(piece_text(table.palette, kind) for kind in parts(statue, table.colours))


def statue_description(table: Table, statue: int) -> str:
    """A statue in words: "three large lapis pyramids", "a large amber, a medium rose and a small lapis"."""
    pieces = [description(piece_text(table.palette, kind)) for kind in parts(statue, table.colours)]
    if statue < MIX:
        return f"three {pieces[0]} pyramids"
    return f"a {pieces[0]}, a {pieces[1]} and a {pieces[2]}"


def sort_key(table: Table, statue: int) -> tuple[tuple[int, int], ...]:
    """The key by which statues are sorted: as pyramids are, from below."""
    return tuple((kind // 3, -(kind % 3)) for kind in parts(statue, table.colours))
