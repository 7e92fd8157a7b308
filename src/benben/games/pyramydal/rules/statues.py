"""Statues of Pyramydal: which ones a collection allows. Clauses: RULES.md."""

from __future__ import annotations

from benben.games.pyramydal.board import MIX
from benben.games.pyramydal.rules.state import lowest


def buildable(collection: int, signatures: int, colours: int) -> list[int]:
    """Every statue that a collection allows while these signatures are taken (3.2, 3.3)."""
    found = [kind for kind in range(3 * colours) if collection >> 3 * kind & 7 >= 3]
    smalls = colours_of_size(collection, 0, colours)
    for large in range(colours):
        if not collection >> 9 * large + 6 & 7:
            continue
        for medium in range(colours):
            tops = tops_for(collection, signatures, colours, large, medium, smalls)
            while tops:
                found.append(MIX + (large * colours + medium) * colours + lowest(tops))
                tops &= tops - 1
    return found


def can_build(collection: int, signatures: int, colours: int) -> bool:
    """Whether a collection allows any statue while these signatures are taken (3.2, 3.3)."""
    for kind in range(3 * colours):
        if collection >> 3 * kind & 7 >= 3:
            return True
    smalls = colours_of_size(collection, 0, colours)
    for large in range(colours):
        if not collection >> 9 * large + 6 & 7:
            continue
        for medium in range(colours):
            if tops_for(collection, signatures, colours, large, medium, smalls):
                return True
    return False


def colours_of_size(collection: int, size: int, colours: int) -> int:
    """The colours that a collection has in a size, a bit each."""
    found = 0
    for colour in range(colours):
        if collection >> 9 * colour + 3 * size & 7:
            found |= 1 << colour
    return found


def tops_for(collection: int, signatures: int, colours: int, large: int, medium: int, smalls: int) -> int:
    """The colours of `smalls` whose small can complete a statue on this large, which is there, and medium."""
    if large == medium or not collection >> 9 * medium + 3 & 7:
        return 0
    standing = signatures >> (large * colours + medium) * colours & (1 << colours) - 1
    return smalls & ~(1 << large | 1 << medium | standing)


def packed_statue(statue: int, colours: int) -> int:
    """The pyramids of a statue, packed like a collection."""
    if statue < MIX:
        return 3 << 3 * statue
    at = statue - MIX
    return (
        (1 << 9 * (at // (colours * colours)) + 6)
        + (1 << 9 * (at // colours % colours) + 3)
        + (1 << 9 * (at % colours))
    )
