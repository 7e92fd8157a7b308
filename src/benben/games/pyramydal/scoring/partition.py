"""The best partition of a collection: a building phase and the scoring after it (3, 4.2-4.4, 6.1).

What a partition is worth depends on few things: which monos are built, how many mixed statues, which
diagonals. The search goes through these in order of what they would be worth at most, and asks of each
whether mixed statues can be laid so; the first that can is the answer.

- A mono is worth 6, 12 or 18 points more than its three pieces in minis, a mixed 6 more. An odd piece left
  over loses 1, 3 or 5. So whatever can still be built is built, and without diagonals a large mono always is.
- A diagonal asks that a colour is shown at each level: larges, mediums and smalls of it must be used.
- The virtual pyramid goes into a mini, or it is one piece more of some kind that a statue must use.

Worths are counted as in bounds.py, and kinds as in board.py. The dialect is numba's: the same lines run plain
and as machine code.
"""

from __future__ import annotations

from benben.games.pyramydal.scoring.bounds import (
    DIAGONAL,
    most_diagonals,
    most_mixed,
    most_with_virtual,
    weight_of,
    worth_of,
)

MANY = 4096  # sets of monos that are looked at; a hand of forty pieces can have more
PATIENCE = 20_000  # steps to lay one set of mixed statues


def best(
    pieces: int, shown: int, taken: int, colours: int, virtual: bool, diagonal: bool
) -> tuple[int, list[int]]:
    """The worth of the best partition, and how it is made.

    The list has: 1 if it is proved to be the best, 0 if the search gave up somewhere, which takes far more
    than twenty pieces; the kind that the virtual pyramid adds to a statue, or -1; a kind for each mono; -1;
    and the signatures of the mixed statues.
    """
    count = [pieces >> 3 * kind & 7 for kind in range(3 * colours)]
    show = [shown >> 3 * kind & 7 for kind in range(3 * colours)]
    return best_of(count, show, signature_sets(taken, colours), colours, virtual, diagonal)


def signature_sets(taken: int, colours: int) -> list[int]:
    """The signatures that are taken, by large and medium: the smalls as a set, a bit for each colour."""
    return [taken >> colours * pair & (1 << colours) - 1 for pair in range(colours * colours)]


def best_of(
    count: list[int], show: list[int], taken: list[int], colours: int, virtual: bool, diagonal: bool
) -> tuple[int, list[int]]:
    """As `best`, of a collection and of statues by kind, and of signatures as `signature_sets` has them."""
    plan = [1, -1]
    worth = -len(count)
    for n in range(-1, 3 * colours if virtual else 0):  # no constants in the call: numba makes a type of each
        kind = n if n < 0 else n % colours * 3 + 2 - n // colours
        if n >= 0 and most_with_virtual(count, show, colours, kind, diagonal) <= worth:
            continue
        count[max(kind, 0)] += n >= 0
        worth = search(count, show, taken, colours, kind, virtual and n < 0, diagonal, worth, plan)
        count[max(kind, 0)] -= n >= 0
    return worth, plan


def search(
    count: list[int],
    show: list[int],
    taken: list[int],
    colours: int,
    forced: int,
    mini: bool,
    diagonal: bool,
    worth: int,
    plan: list[int],
) -> int:
    """The best partition that is worth more than `worth`; it is written into `plan`.

    A piece of the kind `forced` (-1: none) must go into a statue three high. `mini`: the virtual pyramid may
    go into a mini.
    """
    high = count.copy()  # what is left for mixed statues
    able: list[int] = []  # kinds of which a mono can be built or not
    sets = 1
    for kind in range(3 * colours):
        if count[kind] > 2:
            if diagonal or kind % 3 < 2:
                able.append(kind)
                sets *= count[kind] // 3 + 1
            else:  # without diagonals large monos always are built
                high[kind] = count[kind] % 3
    if sets > MANY:
        sets = MANY
        plan[0] = 0
    low = [0] * (3 * colours)
    total = [0, 0, 0, 0, 0, 0]
    weight = weight_of(count)
    # Sets of monos, by what they allow at most.
    ranked = [0] * sets
    for chosen in range(sets):
        set_monos_aside(count, able, chosen, high)
        tally(count, high, total)
        x = min(total[0], total[1], total[2])
        ranked[chosen] = worth_of(weight, total, x, mini) + (
            DIAGONAL * most_diagonals(count, show, colours, x, total) if diagonal else 0
        )
    while True:
        chosen = index_of_highest(ranked)
        if ranked[chosen] <= worth:
            return worth
        ranked[chosen] = -1
        set_monos_aside(count, able, chosen, high)
        tally(count, high, total)
        for kind in range(3 * colours):
            low[kind] = 0
        if forced >= 0 and high[forced] == count[forced]:  # it is in no mono
            low[forced] = 1
        top = most_mixed(high, colours, total)
        worth = search_diagonals(
            count, show, high, low, taken, colours, forced, mini, diagonal, top, worth, plan, total, weight
        )


def set_monos_aside(count: list[int], able: list[int], chosen: int, high: list[int]) -> None:
    """Take the monos of set number `chosen` out of `high`."""
    for kind in able:
        ways = count[kind] // 3 + 1
        high[kind] = count[kind] - chosen % ways * 3
        chosen //= ways


def tally(count: list[int], high: list[int], total: list[int]) -> None:
    """Count into `total` the pieces for mixed statues, small, medium and large; then monos by size."""
    for n in range(6):
        total[n] = 0
    for kind in range(len(count)):
        total[kind % 3] += high[kind]
        total[3 + kind % 3] += (count[kind] - high[kind]) // 3


def index_of_highest(ranked: list[int]) -> int:
    """The index of the highest number."""
    best = 0
    for n in range(1, len(ranked)):
        if ranked[n] > ranked[best]:
            best = n
    return best


def search_diagonals(
    count: list[int],
    show: list[int],
    high: list[int],
    low: list[int],
    taken: list[int],
    colours: int,
    forced: int,
    mini: bool,
    diagonal: bool,
    top: int,
    worth: int,
    plan: list[int],
    total: list[int],
    weight: int,
) -> int:
    """Search one set of monos, as `search` does: every choice of how many diagonals a colour shall have."""
    must = low.copy()
    have = [0] * (3 * colours)  # statues that show a kind, the monos included
    cap = [0] * colours
    sure = 0
    ways = 1
    if diagonal:
        for kind in range(3 * colours):
            have[kind] = show[kind] + (count[kind] - high[kind]) // 3
        for colour in range(colours):
            kind = 3 * colour
            least = min(have[kind], have[kind + 1], have[kind + 2])
            sure += least
            cap[colour] = (
                min(have[kind] + high[kind], have[kind + 1] + high[kind + 1], have[kind + 2] + high[kind + 2])
                - least
            )
            ways *= cap[colour] + 1
        if ways > MANY:
            plan[0] = 0
            ways = MANY
    ranked = [0] * ways
    for chosen in range(1, ways):
        ranked[chosen] = more_diagonals(have, must, cap, chosen, low, top)
    while True:
        chosen = index_of_highest(ranked)
        if ranked[chosen] < 0:
            return worth
        bonus = DIAGONAL * (sure + ranked[chosen])
        ranked[chosen] = -1
        if worth_of(weight, total, top, mini) + bonus <= worth:
            return worth
        more_diagonals(have, must, cap, chosen, low, top)
        for x in range(top, -1, -1):
            found = worth_of(weight, total, x, mini) + bonus
            if found <= worth:
                break
            laid = lay_mixed(low, high, x, taken, colours)
            if laid[0] < 0:
                plan[0] = 0
            if laid[0] > 0:
                worth = found
                write_plan(plan, forced, count, high, laid)
                break


def more_diagonals(
    have: list[int], must: list[int], cap: list[int], chosen: int, low: list[int], top: int
) -> int:
    """How many more diagonals choice number `chosen` asks for, and in `low` the pieces that they need.

    -1: more pieces than there are statues.
    """
    more = 0
    need = [0, 0, 0]
    for colour in range(len(cap)):
        kind = 3 * colour
        many = chosen % (cap[colour] + 1)
        chosen //= cap[colour] + 1
        more += many
        want = min(have[kind], have[kind + 1], have[kind + 2]) + many if many else 0
        for size in range(3):
            low[kind + size] = max(want - have[kind + size], must[kind + size])
            need[size] += low[kind + size]
    return more if max(need[0], need[1], need[2]) <= top else -1


def write_plan(plan: list[int], forced: int, count: list[int], high: list[int], laid: list[int]) -> None:
    """Write a partition into `plan`."""
    while len(plan) > 1:
        plan.pop()
    plan.append(forced)
    for kind in range(len(count)):
        if high[kind] < count[kind]:  # a list made for each kind would take most of the time
            plan += [kind] * ((count[kind] - high[kind]) // 3)
    plan.append(-1)
    plan += laid[1:]


# One long function: split into next statue, use and take back, scoring was 4 % slower as machine code.
def lay_mixed(low: list[int], high: list[int], x: int, taken: list[int], colours: int) -> list[int]:
    """A list [1, x signatures], none of them taken, that use between `low` and `high` of each kind.

    It is [0] if there are none, [-1] if none was found and the search was given up.

    One level leads, the one with the fewest pieces. Its colours are gone through one after the other, and for
    each piece the colours of the other two levels, always onward, so that no set is met twice.
    """
    if x == 0:
        return [0 if max(low) > 0 else 1]
    total = [0, 0, 0]
    for kind in range(3 * colours):
        total[kind % 3] += high[kind]
    want = low.copy()  # pieces of a kind that must be used; below 0 when more are
    need = [0, 0, 0]  # pieces that must be used, by size
    for colour in range(colours):
        same = 0
        for size in range(3):
            kind = 3 * colour + size
            want[kind] = max(low[kind], x - total[size] + high[kind])  # the others may be too few
            need[size] += want[kind]
            same += want[kind]
        if same > x:  # a statue has a colour once
            return [0]
    if min(total[0], total[1], total[2]) < x or max(need[0], need[1], need[2]) > x:
        return [0]
    lead = 0
    if total[1] < total[lead]:
        lead = 1
    if total[2] < total[lead]:
        lead = 2
    second, third = (lead + 1) % 3, (lead + 2) % 3
    step = [1, colours, colours * colours]
    ones, twos, threes = (
        colours_by_number(high, colours, lead),
        colours_by_number(high, colours, second),
        colours_by_number(high, colours, third),
    )
    wide, deep = len(twos), len(threes)
    room = high.copy()
    # For each statue laid: which colour of the leading level, and which pair of the others.
    firsts = [0] * x
    pairs = [-1] * x
    after = [0] * (len(ones) + 1)  # pieces of the leading level behind a colour
    for n in range(len(ones) - 1, -1, -1):
        after[n] = after[n + 1] + high[3 * ones[n] + lead]
    depth = 0
    steps = 0
    first, pair = 0, 0
    while True:
        steps += 1
        if steps > PATIENCE:
            return [-1]
        # Look for the next statue from (first, pair) on.
        found = False
        missing = x - depth
        while first < len(ones):
            a = ones[first]
            kind = 3 * a + lead
            if room[kind] > 0 and room[kind] + after[first + 1] >= missing:
                if not (need[lead] == missing and want[kind] <= 0):
                    while pair < wide * deep:
                        b = twos[pair // deep]
                        c = threes[pair % deep]
                        if b == a or room[3 * b + second] == 0:
                            pair += deep - pair % deep
                            continue
                        if need[second] == missing and want[3 * b + second] <= 0:
                            pair += deep - pair % deep
                            continue
                        usable = c != a and c != b and room[3 * c + third] > 0
                        if usable and not (need[third] == missing and want[3 * c + third] <= 0):
                            number = a * step[lead] + b * step[second] + c * step[third]
                            if taken[number // colours] >> number % colours & 1 == 0:
                                found = True
                                break
                        pair += 1
                if found:
                    break
            if want[kind] > 0 or after[first + 1] < missing:
                break  # this colour must be used more often, or too few are left behind it
            first += 1
            pair = 0
        if found:
            firsts[depth] = first
            pairs[depth] = pair
            for kind in (
                3 * ones[first] + lead,
                3 * twos[pair // deep] + second,
                3 * threes[pair % deep] + third,
            ):
                room[kind] -= 1
                if want[kind] > 0:
                    need[kind % 3] -= 1
                want[kind] -= 1
            depth += 1
            if depth == x:
                break
            pair += 1
            continue
        if depth == 0:
            return [0]
        depth -= 1
        first, pair = firsts[depth], pairs[depth]
        for kind in (
            3 * ones[first] + lead,
            3 * twos[pair // deep] + second,
            3 * threes[pair % deep] + third,
        ):
            room[kind] += 1
            want[kind] += 1
            if want[kind] > 0:
                need[kind % 3] += 1
        pair += 1
    laid = [1]
    for n in range(x):
        a, b, c = ones[firsts[n]], twos[pairs[n] // deep], threes[pairs[n] % deep]
        laid.append(a * step[lead] + b * step[second] + c * step[third])
    return laid


def colours_by_number(high: list[int], colours: int, size: int) -> list[int]:
    """The colours that have pieces of a size, those with most of them first."""
    most = 0
    for colour in range(colours):
        most = max(most, high[3 * colour + size])
    return [
        colour for many in range(most, 0, -1) for colour in range(colours) if high[3 * colour + size] == many
    ]
