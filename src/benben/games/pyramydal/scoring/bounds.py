"""What a partition of a collection is worth, and what it can be worth at most.

Worths are counted in halves: a point is 512, a statue 2. A piece in a mini is then worth 1024 a pip and 1.
The dialect is numba's: the same lines run plain and as machine code. Kinds are as in board.py.
"""

from __future__ import annotations

POINT = 512  # a point, in the unit of worths
MIXED = 18 * POINT + 2 - (6 * 1024 + 3)  # over its pieces in minis
DIAGONAL = 9 * POINT


def weight_of(count: list[int]) -> int:
    """The worth of a collection if all of it lay in minis."""
    weight = 0
    for kind in range(0, len(count), 3):
        weight += 1025 * count[kind] + 2049 * count[kind + 1] + 3073 * count[kind + 2]
    return weight


def worth_of(weight: int, total: list[int], x: int, mini: bool) -> int:
    """The worth of the collection with these monos and x mixed statues, without diagonals."""
    worth = weight + 3071 * total[3] + 6143 * total[4] + 9215 * total[5]
    return worth + MIXED * x + odd_piece_worth(total[0] - x, total[1] - x, total[2] - x, mini)


def odd_piece_worth(r0: int, r1: int, r2: int, mini: bool) -> int:
    """What an odd piece of r0, r1, r2 left by size loses, or the virtual pyramid brings in a mini (4.2)."""
    loss = 513 if r0 else 1537 if r1 else 2561
    odd = (r0 + r1 + r2) & 1
    if not mini:
        return -loss if odd else 0
    if odd:
        return 3073
    return 3073 - loss if r0 + r1 + r2 else 0


def most_diagonals(count: list[int], show: list[int], colours: int, x: int, total: list[int]) -> int:
    """An upper bound of the diagonals with x mixed statues."""
    most = 0
    shown = [x + total[3], x + total[4], x + total[5]]
    for kind in range(0, 3 * colours, 3):
        most += min(
            show[kind] + count[kind], show[kind + 1] + count[kind + 1], show[kind + 2] + count[kind + 2]
        )
        for size in range(3):
            shown[size] += show[kind + size]
    return min(most, shown[0], shown[1], shown[2])


def most_mixed(high: list[int], colours: int, total: list[int]) -> int:
    """An upper bound of mixed statues: each needs two pieces of other colours than any given one (3.3)."""
    x = min(total[0], total[1], total[2])
    for kind in range(0, 3 * colours, 3):
        a, b, c = total[0] - high[kind], total[1] - high[kind + 1], total[2] - high[kind + 2]
        while x and min(x, a) + min(x, b) + min(x, c) < 2 * x:
            x -= 1
    return x


def most_with_virtual(count: list[int], show: list[int], colours: int, kind: int, diagonal: bool) -> int:
    """An upper bound of the worth if the virtual pyramid adds a piece of a kind to a statue three high.

    Every mono counts and every mixed statue that there are sizes for, as if they shared no pieces.
    """
    worth = 0
    many = [0, 0, 0]
    crossed = 1
    for one in range(3 * colours):
        have = count[one] + (1 if one == kind else 0)
        size = one % 3
        many[size] += have
        worth += have * (1024 * (size + 1) + 1) + have // 3 * (3072 * (size + 1) - 1)
    x = min(many[0], many[1], many[2])
    if x == 0 and count[kind] < 2:
        return -1  # it completes nothing
    if diagonal:
        for one in range(0, 3 * colours, 3):
            crossed += min(
                show[one] + count[one], show[one + 1] + count[one + 1], show[one + 2] + count[one + 2]
            )
        worth += DIAGONAL * crossed
    return worth + MIXED * x
