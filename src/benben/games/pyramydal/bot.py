"""The bots of Pyramydal, and what guides a tree search.

`choose` plays the two simple levels. `obvious`, `sensible`, `likely` and `shares` serve a search: what needs
no thought, which actions deserve some, what a player would do without, and what the end is worth.

Nobody builds while another turn is sure to come: a piece in the hand still has every use. So a search leaves
all building to the end and scores what each seat could then build, exactly (`promised_score`).
"""

from __future__ import annotations

from benben.core.contract import Draw, Seat
from benben.games.pyramydal.board import statue_code
from benben.games.pyramydal.rules import Action, Chance, actions, settle, total
from benben.games.pyramydal.rules.edits import take_pyramid
from benben.games.pyramydal.rules.state import (
    BUILD,
    BUILDING,
    CHOOSE,
    CHOOSING,
    END,
    REVEAL,
    TAKE,
    State,
    ahead,
    built_score,
    can_move,
    cells_of,
    collection,
    count,
    kind_at,
    landing,
    lowest,
    movers,
    shown_kinds,
    taken_signatures,
    virtual_owner,
)
from benben.games.pyramydal.scoring import partition, promise
from benben.games.pyramydal.views import View

PRICE = 2  # points that a skipped pyramid costs
VIRTUAL = 10  # points that the virtual pyramid is worth, about
WINDOW = 14  # pyramids ahead that a search looks at; and the last one
REACH = 9  # pyramids ahead that a player without thought looks at
MARGIN = 40.0  # points that make a lead safe
WORLDS = 6  # guesses of the others' numbers that a simple level tries
MOST_SEATS = 10


# What a search asks. The dialect is numba's.


def sensible(s: State, seat: Seat) -> list[Action]:
    """The actions that deserve thought, the most promising first.

    Of each kind the nearest pyramid, and the last cell; every number of a die; and no building.
    """
    found: list[Action] = []
    if s.phase == BUILDING:
        found.append(Action(END, 0))
        return found
    worths: list[int] = []
    if s.phase == CHOOSING:
        if can_move(s, seat) and s.chosen >> 4 * seat & 15 == 0:
            for number in range(1, s.table.die + 1):
                cell = landing(s, seat, number)
                skipped = count(ahead(s, seat) & (1 << cell) - 1)
                found.append(Action(CHOOSE, number))
                worths.append(appeal(s, seat, cell) - PRICE * skipped)
    else:
        cells = ahead(s, seat)
        seen = 0
        skipped = 0
        while cells:
            cell = lowest(cells)
            kind = kind_at(s.line, cell)
            cells &= cells - 1
            if cells == 0 or (skipped < WINDOW and seen >> kind & 1 == 0):
                seen |= 1 << kind
                found.append(Action(TAKE, cell))
                worths.append(appeal(s, seat, cell) - PRICE * skipped)
            skipped += 1
    for n in range(1, len(found)):  # sorted by hand: there are few
        at = n
        while at and worths[at] > worths[at - 1]:
            worths[at], worths[at - 1] = worths[at - 1], worths[at]
            found[at], found[at - 1] = found[at - 1], found[at]
            at -= 1
    return found


def likely(s: State, seat: Seat, draw: int) -> Action:
    """A quick move of moderate strength, for play-outs; `draw` is in 0..2^32-1."""
    if s.phase == BUILDING:
        return Action(END, 0)
    best, what = -1000, 0
    if s.phase == CHOOSING:
        for number in range(1, s.table.die + 1):
            cell = landing(s, seat, number)
            worth = 4 * (appeal(s, seat, cell) - PRICE * count(ahead(s, seat) & (1 << cell) - 1))
            worth += draw >> 2 * number & 31  # others move too: it is not so sure
            if worth > best:
                best, what = worth, number
        return Action(CHOOSE, what)
    cells = ahead(s, seat)
    price = 0 if s.last else PRICE
    skipped = 0
    while cells and skipped < REACH:
        cell = lowest(cells)
        cells &= cells - 1
        worth = 4 * (appeal(s, seat, cell) - price * skipped) + (draw >> 3 * skipped & 15)
        if worth > best:
            best, what = worth, cell
        skipped += 1
    return Action(TAKE, what)


def appeal(s: State, seat: Seat, cell: int) -> int:
    """The points that a pyramid is worth to a seat, estimated at a glance."""
    if cell == 0:
        return 0
    kind = kind_at(s.line, cell)
    hand = collection(s, seat)
    size = kind % 3
    worth = 2 * (size + 1) + hope(s, seat, kind, hand)
    worth += VIRTUAL if cell == s.cells else 0
    own, most = 0, 0  # of this size, and of the size with most
    for other in range(3):
        many = 0
        for colour in range(s.table.colours):
            many += (hand >> 9 * colour + 3 * other & 7) % 3
        if other == size:
            own = many
        most = max(most, many)
    return worth + (3 if own < most else 0)  # a size that mixed statues lack


def hope(s: State, seat: Seat, kind: int, hand: int) -> int:
    """The points that a piece is worth for a mono that can still be completed: 2 a pip, then 6 (3.2)."""
    have = hand >> 3 * kind & 7
    if have > 2:
        return 0
    pips = kind % 3 + 1
    if have == 2:
        return 6 * pips
    if count(cells_of(s.line, kind) & ahead(s, seat)) + have < 3:
        return 0
    return 6 * pips if have else 2 * pips


def standing(s: State, seat: Seat) -> int:
    """What a seat would have if it built all it can and the game ended: points << 8 | statues."""
    owns, diagonal = virtual_owner(s) == seat, s.table.diagonal == 1
    left = partition.best(
        collection(s, seat), shown_kinds(s, seat), taken_signatures(s), s.table.colours, owns, diagonal
    )[0]
    return built_score(s, seat) + (left >> 1)


def shares(s: State) -> list[float]:
    """What the end of a game is worth to each seat: most of it to the winner, a little by the points."""
    scores = [standing(s, seat) for seat in range(s.table.seats)]
    first = 0
    for seat in range(1, len(scores)):
        if scores[seat] >= scores[first]:  # a tie goes to the later seat (4.5)
            first = seat
    found = [0.0] * len(scores)
    for seat in range(len(scores)):
        rival = -1
        for other in range(len(scores)):
            if other != seat:
                rival = max(rival, scores[other])
        lead = ((scores[seat] >> 8) - (rival >> 8)) / MARGIN
        lead = min(max(lead, -1.0), 1.0)
        found[seat] = 0.7 * (1.0 if seat == first else 0.0) + 0.15 * (1.0 + lead)
    return found


# What needs no search. Plain Python.


def world(v: View, draw: Draw) -> State:  # noqa: ARG001 - nothing is left to guess
    """The position as if nobody had chosen a number yet: what others have chosen cannot be known (5.1)."""
    return State(*v[:9], 0, v.queue)


def obvious(s: State, seat: Seat) -> Action | None:
    """An action that needs no search: building, the last move, or a move that wins; None: search."""
    if s.phase == BUILDING:
        return choose_statue(s, seat)
    if s.phase == CHOOSING:
        return None
    if s.last:
        return max(last_takes(s, seat), key=lambda action: standing(take_pyramid(s, seat, action.what), seat))
    return winning_take(s, seat)


def last_takes(s: State, seat: Seat) -> list[Action]:
    """The cells that can be taken in the last turn, in which distance costs nothing."""
    return [action for action in actions(s, seat) if action.verb == TAKE]


def choose_statue(s: State, seat: Seat) -> Action:
    """Build nothing while another turn is sure; then the best partition, statue by statue."""
    able = actions(s, seat)
    left, others = count(ahead(s, seat)), sum(can_move(s, one) for one in range(s.table.seats) if one != seat)
    sure = left > 0 if s.table.die else left > others
    if sure and not s.last:
        return Action(END, 0)
    owns, diagonal = virtual_owner(s) == seat, s.table.diagonal == 1
    plan = promise(
        collection(s, seat), shown_kinds(s, seat), taken_signatures(s), s.table.colours, owns, diagonal
    ).plan
    for one in plan:
        if len(one.kinds) == 3 and one.virtual < 0:
            action = Action(BUILD, statue_code(one.kinds, s.table.colours))
            if action in able:
                return action
    return Action(END, 0)


def winning_take(s: State, seat: Seat) -> Action | None:
    """The best of the moves after which nobody can catch up any more; None if there is none (4.1)."""
    best: Action | None = None
    lead = 0
    for action in actions(s, seat):
        if action.verb != TAKE:
            continue
        after = take_pyramid(s, seat, action.what)
        if movers(after) > 1:
            continue
        own, rival = standing(after, seat), 0
        for other in range(s.table.seats):
            if other == seat:
                if can_move(after, seat):  # one more turn, alone
                    rest = [take_pyramid(after, seat, one) for one in cell_list(ahead(after, seat))]
                    own = max(standing(one, seat) for one in rest)
                continue
            if can_move(after, other):
                found = max(
                    standing(take_pyramid(after, other, one), other) for one in cell_list(ahead(after, other))
                )
            else:
                found = total(after, other)  # it builds no more
            rival = max(rival, 2 * found + (other > seat))
        if 2 * own > max(rival, lead):
            best, lead = action, 2 * own
    return best


def cell_list(bits: int) -> list[int]:
    found = []
    while bits:
        found.append(lowest(bits))
        bits &= bits - 1
    return found


# The simple levels.


def choose(v: View, seat: Seat, level: int, draw: Draw) -> Action:
    """Level 1 takes what scores most now, less a price for what it skips. Level 2 also collects towards monos
    and ends the game when that wins. With dice both mix what looks good."""
    s = world(v, draw)
    if s.phase == CHOOSING:
        return choose_number(s, seat, level, draw)
    if s.phase == BUILDING:
        return choose_statue(s, seat)
    found = obvious(s, seat) if level > 1 or s.last else None
    if found:
        return found
    worths: list[tuple[int, int]] = []
    seen = 0
    for skipped, cell in enumerate(cell_list(ahead(s, seat))):
        kind = kind_at(s.line, cell)
        if seen >> kind & 1 == 0 or cell == s.cells:
            seen |= 1 << kind
            worths.append((worth(s, seat, cell, level) - PRICE * skipped, cell))
    best = max(worths)[0]
    equal = [cell for found, cell in worths if found == best]
    return Action(TAKE, equal[draw(len(equal))] if len(equal) > 1 else equal[0])


def worth(s: State, seat: Seat, cell: int, level: int) -> int:
    """The points that a pyramid brings now, exactly; at level 2 also those that it lets hope for."""
    gain = (standing(take_pyramid(s, seat, cell), seat) >> 8) - (standing(s, seat) >> 8)
    kind, hand = kind_at(s.line, cell), collection(s, seat)
    if level == 1 or hand >> 3 * kind & 7 >= 2:
        return gain
    return gain + hope(s, seat, kind, hand)


def choose_number(s: State, seat: Seat, level: int, draw: Draw) -> Action:
    """Choose a number: each by where it leads while others choose too, mixed by how good that is."""
    others = [one for one in range(s.table.seats) if one != seat and can_move(s, one)]
    sums = [0] * s.table.die
    known: dict[int, int] = {}
    for _ in range(WORLDS if others else 1):
        chosen = 0
        for one in others:
            action = likely(s, one, draw(1 << 32))
            chosen |= action.what << 4 * one
        for n in range(s.table.die):
            numbers = chosen | n + 1 << 4 * seat
            after = settle(State(*s[:9], numbers, s.queue), Chance(REVEAL, numbers))
            cell = after.tokens >> 10 * seat & 1023
            skipped = count(ahead(s, seat) & (1 << cell) - 1)
            if kind_at(s.line, cell) < 0:  # those behind took all that was ahead
                continue
            if cell not in known:
                known[cell] = worth(s, seat, cell, level)
            sums[n] += known[cell] - PRICE * skipped
    best = max(sums)
    near = [max(0, 8 * WORLDS - (best - one)) for one in sums]  # within eight points of the best
    rest = draw(sum(one * one for one in near))
    for n, one in enumerate(near):
        rest -= one * one
        if rest < 0:
            return Action(CHOOSE, n + 1)
    raise AssertionError("the weights add up")
