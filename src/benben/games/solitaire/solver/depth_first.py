"""Depth-first search with a table of full keys: the kernel that proves. Of the rules it knows only hops.

Plain functions in what numba compiles; without numba they run as they are, on arrays of Python. A test proves
the hops equal to those of board_moves.py. Machine code pays for every array that is taken out of a tuple, so
the inner functions are given the arrays themselves.

A question is a kind and a target. SCORE asks: can `target` pips or fewer be reached? MEDIUM and LARGE ask:
can the game end with this one pyramid? The search stops at the first line that says yes. If there is none,
every position on the way is marked in the table with what was found impossible there:

    bits 0-8    this many pips or fewer cannot be reached
    bit 9       no single medium
    bit 10      no single large
    bits 11-    pyramids on the board

A full bucket gives up the entry with the fewest pyramids: it is the cheapest to find again. What is forgotten
costs time, never truth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from benben.games.solitaire.solver.crossings import MOST_LEFT
from benben.games.solitaire.solver.tables import BoardTables

SCORE, MEDIUM, LARGE = 1, 2, 3  # kinds of question
FOUND, NONE, PAUSED = 1, 0, -1  # answers

MOST = 511  # the largest score that a mark can hold
BUCKET = 8  # places that a key may take

MIX = 4417276706812531889
MASK = (1 << 62) - 1  # where machine code and Python still agree after a product

DEPTH, PIPS, NODES, PIECES, KIND, TARGET, FIRST, ODD, INNER = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
)  # registers of a trail
REGISTERS = 9


class Refutations(NamedTuple):
    """The table of what is known to be impossible. Open addressing; its size is a power of two."""

    size: int
    keys: Any  # by place and word
    marks: Any  # by place; 0: free


class Trail(NamedTuple):
    """A search that can be interrupted: the position, and the hops that lead to it."""

    codes: Any  # by square
    keys: Any  # by turn and word
    counts: Any  # by class and size: pyramids left
    moves: Any  # by depth and number: hops to try
    many: Any  # by depth: how many
    tried: Any  # by depth: how many of them were tried
    saved: Any  # by depth: codes of start, over and end before the hop; place in the table; mark before
    registers: Any


def begin(g: BoardTables, x: Trail, kind: int, target: int) -> int:
    """Set out from the position in `codes`. FOUND if that already answers it, NONE if a bound does."""
    for at in range(g.turns * g.words):
        x.keys[at] = 0
    for at in range(12):
        x.counts[at] = 0
    pips = 0
    pieces = 0
    odd = 0
    inside = 0
    for square in range(g.squares):
        code = x.codes[square]
        for turn in range(g.turns):
            at = turn * g.squares + square
            x.keys[turn * g.words + g.word[at]] += code << g.shift[at]
        while code:
            size = g.tops[code]
            x.counts[g.kinds[square] * 3 + size - 1] += 1
            pips += size
            pieces += 1
            odd ^= g.bits[square]
            inside += g.inner[square]
            code = g.pops[code]
    x.registers[DEPTH] = 0
    x.registers[PIPS] = pips
    x.registers[NODES] = 0
    x.registers[PIECES] = pieces
    x.registers[KIND] = kind
    x.registers[TARGET] = target
    x.registers[FIRST] = pieces
    x.registers[ODD] = odd
    x.registers[INNER] = inside
    if is_answered(kind, target, pips, pieces):
        return FOUND
    if is_hopeless(g.safe, g.groups, x.counts, kind, target):
        return NONE
    if lacks_crossings(g.sets, g.needs, odd, inside, kind, target):
        return NONE
    x.many[0] = list_hops(g.hops, g.starts, g.overs, g.ends, g.tops, x.codes, x.moves, 0)
    x.tried[0] = 0
    return PAUSED


# One long loop over local names: each part that becomes a function needs a dozen arrays as arguments.
def explore(g: BoardTables, t: Refutations, x: Trail, nodes: int) -> int:
    """Go on with the search until it has an answer or has tried this many hops."""
    starts, overs, ends, tops, pops = g.starts, g.overs, g.ends, g.tops, g.pops
    word, shift, kinds, safe, groups = g.word, g.shift, g.kinds, g.safe, g.groups
    flips, drains, needs = g.flips, g.drains, g.needs
    codes, keys, counts, saved = x.codes, x.keys, x.counts, x.saved
    moves, many, tried = x.moves, x.many, x.tried
    kind, target, most = x.registers[KIND], x.registers[TARGET], x.registers[FIRST]
    depth, pips, pieces = x.registers[DEPTH], x.registers[PIPS], x.registers[PIECES]
    odd, inside = x.registers[ODD], x.registers[INNER]
    left = nodes
    answer = NONE
    while True:
        if tried[depth] >= many[depth]:
            if depth == 0:
                break
            depth -= 1
            hop = moves[depth * g.hops + tried[depth] - 1]
            taken = retract(g.turns, g.squares, g.words, starts, overs, ends, tops, word, shift, kinds,
                            codes, keys, counts, saved, depth, hop)  # fmt: skip
            pips += taken
            pieces += 1
            odd ^= flips[hop]
            inside += drains[hop]
            continue
        if left <= 0:
            answer = PAUSED
            break
        left -= 1
        hop = moves[depth * g.hops + tried[depth]]
        tried[depth] += 1
        first, over, end = starts[hop], overs[hop], ends[hop]
        one, two, three = codes[first], codes[over], codes[end]
        taken = tops[two]
        found = is_answered(kind, target, pips - taken, pieces - 1)
        if not found and lacks_crossings(g.sets, needs, odd ^ flips[hop], inside - drains[hop], kind, target):
            continue
        # A bound can only change when the last pyramid of its size leaves a class.
        count = kinds[over] * 3 + taken - 1
        counts[count] -= 1
        if counts[count] == 0 and not found and is_hopeless(safe, groups, counts, kind, target):
            counts[count] += 1
            continue
        gone, bare = pops[one] - one, pops[two] - two
        more = 1 if three else (tops[one] - 1) * g.run + 1
        rekey(g.turns, g.squares, g.words, word, shift, keys, first, gone, over, bare, end, more)
        at = 5 * depth
        saved[at + 3] = -1
        if not found and is_known(g.words, g.turns, keys, t.size, t.keys, t.marks, saved, at,
                                 pieces - 1, kind, target, most):  # fmt: skip
            counts[count] += 1
            rekey(g.turns, g.squares, g.words, word, shift, keys, first, -gone, over, -bare, end, -more)
            continue
        saved[at] = one
        saved[at + 1] = two
        saved[at + 2] = three
        codes[first] = one + gone
        codes[over] = two + bare
        codes[end] = three + more
        pips -= taken
        pieces -= 1
        odd ^= flips[hop]
        inside -= drains[hop]
        depth += 1
        if found:
            answer = FOUND
            break
        many[depth] = list_hops(g.hops, starts, overs, ends, tops, codes, moves, depth * g.hops)
        tried[depth] = 0
    x.registers[DEPTH] = depth
    x.registers[PIPS] = pips
    x.registers[PIECES] = pieces
    x.registers[ODD] = odd
    x.registers[INNER] = inside
    x.registers[NODES] += nodes - left
    return answer


def withdraw(g: BoardTables, t: Refutations, x: Trail) -> None:
    """Go back to the first position and take back the marks of those on the way: they are not refuted."""
    for depth in range(x.registers[DEPTH] - 1, -1, -1):
        place = x.saved[5 * depth + 3]
        if place >= 0:
            key = smallest_key(g.turns, g.words, x.keys)
            same = True
            for word in range(g.words):
                if t.keys[place * g.words + word] != x.keys[key + word]:
                    same = False
            if same:
                t.marks[place] = x.saved[5 * depth + 4]
        hop = x.moves[depth * g.hops + x.tried[depth] - 1]
        retract(g.turns, g.squares, g.words, g.starts, g.overs, g.ends, g.tops, g.word, g.shift, g.kinds,
                x.codes, x.keys, x.counts, x.saved, depth, hop)  # fmt: skip
    x.registers[DEPTH] = 0


def is_answered(kind: int, target: int, pips: int, pieces: int) -> bool:
    """Whether the position itself says yes."""
    return pips <= target if kind == SCORE else pieces == 1 and pips == kind


def is_hopeless(safe: Any, groups: Any, counts: Any, kind: int, target: int) -> bool:
    """Whether a bound shows that no line from here says yes."""
    if kind == SCORE:
        return bound(safe, groups, counts) > target
    alive = living_classes(counts)
    survivors = 0
    for number in range(4):
        group = groups[4 * alive + number]
        if group:
            survivors += 1
            if not holds(counts, group, kind - 1):
                return True
    for one in range(4):
        if safe[alive] >> one & 1:
            survivors += counts[3 * one] + counts[3 * one + 1] + counts[3 * one + 2]
    return survivors > 1


def lacks_crossings(sets: int, needs: Any, odd: int, inside: int, kind: int, target: int) -> bool:
    """Whether too few inner pyramids are left for a line that says yes. See crossings.py."""
    left = target if kind == SCORE else 1  # a pyramid counts a pip at least
    if left > MOST_LEFT or left < 1:
        return False
    short: bool = needs[(left - 1) * sets + odd] > inside
    return short


def bound(safe: Any, groups: Any, counts: Any) -> int:
    """A lower bound: no line from here ends with fewer pips. See `survivors` in tables.py."""
    alive = living_classes(counts)
    least = 0
    for one in range(4):
        if safe[alive] >> one & 1:
            least += counts[3 * one] + 2 * counts[3 * one + 1] + 3 * counts[3 * one + 2]
    for number in range(4):
        group = groups[4 * alive + number]
        if group:
            if holds(counts, group, 0):
                least += 1
            elif holds(counts, group, 1):
                least += 2
            else:
                least += 3
    return least


def living_classes(counts: Any) -> int:
    """The classes that have pyramids, as a set."""
    alive = 0
    for one in range(4):
        if counts[3 * one] + counts[3 * one + 1] + counts[3 * one + 2]:
            alive |= 1 << one
    return alive


def holds(counts: Any, group: int, size: int) -> bool:
    found = False
    for one in range(4):
        found |= group >> one & 1 != 0 and counts[3 * one + size] != 0
    return found


def list_hops(
    hops: int, starts: Any, overs: Any, ends: Any, tops: Any, codes: Any, moves: Any, at: int
) -> int:
    """Write the hops of the position into `moves`; gives how many there are."""
    many = at
    for hop in range(hops):
        size = tops[codes[starts[hop]]]
        if size and codes[overs[hop]]:
            landing = tops[codes[ends[hop]]]
            if landing == 0 or landing == size:
                moves[many] = hop
                many += 1
    return many - at


def rekey(turns: int, squares: int, words: int, word: Any, shift: Any, keys: Any,
          one: int, less: int, two: int, bare: int, three: int, more: int) -> None:  # fmt: skip
    """Add to the codes of three squares, in the key of every turn."""
    for turn in range(turns):
        at = turn * squares
        key = turn * words
        keys[key + word[at + one]] += less << shift[at + one]
        keys[key + word[at + two]] += bare << shift[at + two]
        keys[key + word[at + three]] += more << shift[at + three]


def retract(turns: int, squares: int, words: int, starts: Any, overs: Any, ends: Any, tops: Any, word: Any,
            shift: Any, kinds: Any, codes: Any, keys: Any, counts: Any, saved: Any,
            depth: int, hop: int) -> int:  # fmt: skip
    """Unmake a hop; gives the size that it had taken."""
    first, over, end = starts[hop], overs[hop], ends[hop]
    one, two, three = saved[5 * depth], saved[5 * depth + 1], saved[5 * depth + 2]
    rekey(turns, squares, words, word, shift, keys, first, one - codes[first], over, two - codes[over],
          end, three - codes[end])  # fmt: skip
    codes[first] = one
    codes[over] = two
    codes[end] = three
    counts[kinds[over] * 3 + tops[two] - 1] += 1
    taken: int = tops[two]
    return taken


def smallest_key(turns: int, words: int, keys: Any) -> int:
    """Where in `keys` the smallest image of the position begins."""
    best = 0
    for turn in range(1, turns):
        at = turn * words
        for word in range(words):
            less = keys[at + word] - keys[best + word]
            if less < 0:
                best = at
                break
            if less > 0:
                break
    return best


def is_known(words: int, turns: int, keys: Any, size: int, known: Any, marks: Any, saved: Any, at: int,
            pieces: int, kind: int, target: int, most: int) -> bool:  # fmt: skip
    """Whether the table refutes the position; if not, it does from now on.

    The mark is set before the search: a position cannot come again below itself, and a probe is saved. Should
    the search stop early, `withdraw` takes the mark back.
    """
    key = smallest_key(turns, words, keys)
    mixed = keys[key]
    for word in range(1, words):
        mixed = (mixed * 31 ^ keys[key + word]) & MASK
    mixed = ((mixed ^ mixed >> 29) * MIX) & MASK
    home = mixed >> 20
    found = -1
    poorest = 1 << 30
    for step in range(BUCKET):
        place = home + step & size - 1
        mark = marks[place]
        if mark == 0:
            found = place
            break
        same = True
        for word in range(words):
            if known[place * words + word] != keys[key + word]:
                same = False
                break
        if same:
            if is_refuted(mark, kind, target):
                return True
            saved[at + 3] = place
            saved[at + 4] = mark
            marks[place] = with_refutation(mark, kind, target)
            return False
        worth = mark >> 11
        if worth > most:
            worth = 0  # the game has gone past it
        if worth < poorest:
            poorest = worth
            found = place
    for word in range(words):
        known[found * words + word] = keys[key + word]
    saved[at + 3] = found
    saved[at + 4] = pieces << 11
    marks[found] = with_refutation(pieces << 11, kind, target)
    return False


def is_refuted(mark: int, kind: int, target: int) -> bool:
    """Whether a mark says no to the question."""
    if kind == SCORE:
        return (mark & MOST) >= target
    return (mark >> 7 + kind & 1) != 0


def with_refutation(mark: int, kind: int, target: int) -> int:
    """A mark that also says no to this question."""
    if kind == SCORE:
        return mark - (mark & MOST) + target
    return mark | 1 << 7 + kind
