"""The score of a collection: at the end of the game, and while there is still time to build.

Two questions are asked, and answered exactly, most points first and then most statues (4.4):

- `settled_score`, `settlement`: the scoring at the end. Nothing three high is built any more, except that the
  owner of the virtual pyramid may complete one statue with it (4.2, 4.3). This decides who wins.
- `promised_score`, `promise`: the scoring after one more building phase, with any number of statues (3.1).
  This is what a player still has in hand; bots and `benben solve` ask for it.

Collections are packed as in board.py. `shown` is packed like one and tells, for each kind, how many statues
of the player show it: a mono once, a mixed statue three kinds once each (6.1). `taken` is the set of
signatures on the table, a bit each.

A score is points << 8 | statues, so that the greater number is the better score (4.5). It counts what is left
in the collection and all diagonals, but not the points of statues that were built before.
"""

from __future__ import annotations

from typing import NamedTuple

from benben.games.pyramydal.board import MINI, MIX, parts
from benben.games.pyramydal.scoring import bounds, partition

NOTHING = -1


class Built(NamedTuple):
    """One statue of a partition, or a single pyramid that is left over."""

    kinds: tuple[int, ...]  # three, two or one, from below
    points: int
    virtual: int  # which of them is the virtual pyramid; -1: none


class Settlement(NamedTuple):
    """A collection parted into statues."""

    score: int  # points, diagonals included
    statues: int
    plan: tuple[Built, ...]  # statues three high, then minis, then the single one
    virtual: int  # the kind that the virtual pyramid was declared to be; -1: unused, or there is none
    diagonals: tuple[int, ...]  # by colour, of all the player's statues; none if they do not count
    exact: bool  # proved; else the best found in a very large collection


def settled_score(pieces: int, shown: int, taken: int, colours: int, virtual: bool, diagonal: bool) -> int:
    """The score at the end (4.2-4.4, 6.1)."""
    return closing_partition(pieces, shown, taken, colours, virtual, diagonal)[0] >> 1


def promised_score(pieces: int, shown: int, taken: int, colours: int, virtual: bool, diagonal: bool) -> int:
    """The score at the end if all that can be built is built before, in the best way."""
    return partition.best(pieces, shown, taken, colours, virtual, diagonal)[0] >> 1


def settlement(
    pieces: int, shown: int, taken: int, colours: int, virtual: bool, diagonal: bool
) -> Settlement:
    """The scoring at the end, statue by statue."""
    worth, kind, statue = closing_partition(pieces, shown, taken, colours, virtual, diagonal)
    built = [] if statue == NOTHING else [statue]
    return _full_settlement(worth, pieces, shown, colours, bool(virtual), bool(diagonal), kind, built, True)


def promise(pieces: int, shown: int, taken: int, colours: int, virtual: bool, diagonal: bool) -> Settlement:
    """A building phase and the scoring after it, statue by statue."""
    worth, plan = partition.best(pieces, shown, taken, colours, virtual, diagonal)
    border = plan.index(NOTHING, 2)
    built = plan[2:border] + [MIX + signature for signature in plan[border + 1 :]]
    return _full_settlement(
        worth, pieces, shown, colours, bool(virtual), bool(diagonal), plan[1], built, plan[0] == 1
    )


def closing_partition(
    pieces: int, shown: int, taken: int, colours: int, virtual: bool, diagonal: bool
) -> tuple[int, int, int]:
    """The best scoring at the end: its worth as in partition.py, and what the virtual pyramid completes.

    That is the kind that it adds and the statue, both -1 if it completes none. Machine code is made of this.
    """
    count = [pieces >> 3 * kind & 7 for kind in range(3 * colours)]
    rest = [0, 0, 0]
    weight = 0
    for kind in range(3 * colours):
        rest[kind % 3] += count[kind]
        weight += count[kind] * (1024 * (kind % 3 + 1) + 1)
    worth = weight + bounds.odd_piece_worth(rest[0], rest[1], rest[2], virtual)
    if diagonal:
        worth += bounds.DIAGONAL * diagonals(shown, colours)
    added, statue = NOTHING, NOTHING
    if not virtual:
        return worth, added, statue
    for kind in range(3 * colours):
        if count[kind] > 1:
            size = kind % 3
            rest[size] -= 2
            found = weight + 1024 * (size + 1) + 1 + bounds.odd_piece_worth(rest[0], rest[1], rest[2], False)
            found += 3072 * (size + 1) - 1
            rest[size] += 2
            if diagonal:
                found += bounds.DIAGONAL * diagonals(shown + (1 << 3 * kind), colours)
            if found > worth:
                worth, added, statue = found, kind, kind
    for large in range(colours):
        for medium in range(colours):
            if large == medium or count[3 * large + 2] + count[3 * medium + 1] == 0:
                continue
            for small in range(colours):
                have = (count[3 * large + 2] > 0) + (count[3 * medium + 1] > 0) + (count[3 * small] > 0)
                number = (large * colours + medium) * colours + small
                if have < 2 or small in (large, medium) or taken >> number & 1:
                    continue
                shows = 1 << 9 * large + 6 | 1 << 9 * medium + 3 | 1 << 9 * small
                bonus = bounds.DIAGONAL * diagonals(shown + shows, colours) if diagonal else 0
                for size in range(3):  # the virtual pyramid may be any of the three
                    if have == 3 or count[(3 * large + 2, 3 * medium + 1, 3 * small)[2 - size]] == 0:
                        for one in range(3):
                            rest[one] -= one != size
                        found = weight + 1024 * (size + 1) + 1 + bounds.MIXED + bonus
                        found += bounds.odd_piece_worth(rest[0], rest[1], rest[2], False)
                        for one in range(3):
                            rest[one] += one != size
                        if found > worth:
                            worth, statue = found, MIX + number
                            added = (3 * large + 2, 3 * medium + 1, 3 * small)[2 - size]
    return worth, added, statue


def diagonals(shown: int, colours: int) -> int:
    """How many diagonals statues make that show these kinds (6.1)."""
    many = 0
    for colour in range(colours):
        many += min(shown >> 9 * colour & 7, shown >> 9 * colour + 3 & 7, shown >> 9 * colour + 6 & 7)
    return many


def kinds_shown(statue: int, colours: int) -> int:
    """The kinds that a statue shows, as it adds to `shown`."""
    return sum(1 << 3 * kind for kind in set(parts(statue, colours)))


def _full_settlement(
    worth: int,
    pieces: int,
    shown: int,
    colours: int,
    virtual: bool,
    diagonal: bool,
    added: int,
    built: list[int],
    exact: bool,
) -> Settlement:
    """The partition in full: what is left after the statues is paired, the largest first (4.3)."""
    plan: list[Built] = []
    count = [pieces >> 3 * kind & 7 for kind in range(3 * colours)]
    waiting = added != NOTHING
    for statue in sorted(built, key=lambda one: -_points(one)):
        kinds = parts(statue, colours)
        place = kinds.index(added) if waiting and added in kinds else NOTHING
        waiting = waiting and place == NOTHING
        for n, kind in enumerate(kinds):
            count[kind] -= n != place
        shown += kinds_shown(statue, colours)
        plan.append(Built(kinds, _points(statue), place))
    rest = [kind for size in (2, 1, 0) for kind in range(size, 3 * colours, 3) for _ in range(count[kind])]
    paired = virtual and added == NOTHING and len(rest) > 0
    if paired:  # in a mini it is a large one: of the colour of the other, whichever that is
        least = [rest.pop()] if len(rest) % 2 == 0 else []
        added = rest[-1] // 3 * 3 + 2
        last = rest.pop()
        plan += [_mini(rest[n], rest[n + 1], NOTHING) for n in range(0, len(rest), 2)]
        plan.append(_mini(added, last, 0))
        rest = least
    plan += [_mini(rest[n], rest[n + 1], NOTHING) for n in range(0, len(rest) - 1, 2)] if not paired else []
    if len(rest) % 2:
        plan.append(Built((rest[-1],), 1, NOTHING))
    crossings = tuple(diagonals(shown >> 9 * colour & 511, 1) if diagonal else 0 for colour in range(colours))
    score, statues = (
        sum(one.points for one in plan) + 9 * sum(crossings),
        sum(len(one.kinds) > 1 for one in plan),
    )
    assert (score, statues) == (worth >> 9, worth >> 1 & 255), "the plan is not worth what was found"
    return Settlement(score, statues, tuple(plan), added, crossings, exact)


def _mini(one: int, other: int, virtual: int) -> Built:
    return Built((one, other), MINI * (one % 3 + other % 3 + 2), virtual)


def _points(statue: int) -> int:
    return 12 * (statue % 3 + 1) if statue < MIX else 18
