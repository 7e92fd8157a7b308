"""A position as a tree search sees it, for tables of any size: what moves on the line, and nobody builds.

The rules pack a position into whole numbers, which machine words have room for up to four seats. Here it is
lists of small numbers, arrays for machine code. In a search nobody builds (see the bots), so what was built,
and which pyramids the line had, never change: such lists are shared by all positions of a search, and the
others are copied by a move.

This module is the rules and the guide of `maxn` at once: `turn`, `breadth`, `chances`, `settle` and `play`;
`sensible`, `likely` and `shares`. Tests hold them to the rules and to the guide of the bots, move by move.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from benben.core.contract import CHANCE, EVERYONE, OVER, Seat
from benben.games.pyramydal import rules
from benben.games.pyramydal.board import EACH, OUT
from benben.games.pyramydal.bot import MARGIN, PRICE, REACH, VIRTUAL, WINDOW
from benben.games.pyramydal.rules.state import (
    BUILDING,
    CHOOSE,
    CHOOSING,
    END,
    ENDED,
    MOVING,
    TAKE,
    Action,
    State,
    built_score,
    collection,
    kind_at,
    shown_kinds,
    taken_signatures,
    token,
)
from benben.games.pyramydal.scoring import partition

BY_TURNS, BY_ROUNDS = 26_000, 20_000  # events of a search in machine code, without and with dice: 25 ms or so
PLAIN_EVENTS = 6_000  # of a search without machine code

GONE, FREE, TOKEN = 0, 1, 2  # marks of a cell: nothing, a pyramid, a token that has taken one


class Position(NamedTuple):
    """A position of a search. A kind is 3 * colour + pips - 1, as in board.py."""

    seats: int
    colours: int
    die: int
    diagonal: int
    cells: int
    phase: int  # MOVING, CHOOSING or ENDED
    seat: int  # the seat that moves
    last: int  # 1 in the last turn or round
    end: int  # the last cell that has a pyramid; 0: none has
    kinds: Any  # by cell: the kind that lies or lay there
    places: Any  # by kind and number: its cells in the beginning; 0: no more
    shown: Any  # by seat and kind: statues that show it
    built: Any  # by seat: what its statues are worth, points << 8 | statues
    signatures: Any  # by large and medium of a mixed statue: the smalls that are taken, as a set
    marks: Any  # by cell: GONE, FREE or TOKEN
    tokens: Any  # by seat: the cell taken last, 0 in the queue, RETIRED, OUT
    hands: Any  # by seat and kind: pyramids collected
    spare: Any  # by seat and size: pyramids of it that are in no three of a kind
    chosen: Any  # by seat: the number chosen; 0: none


def position(s: State, fast: bool) -> Position | None:
    """The state as a search sees it, in arrays for machine code or in lists; None while the line is laid."""
    array, small = (_words, _bytes) if fast else (list, list)
    while s.phase == BUILDING:
        s = rules.play(s, s.seat, Action(END, 0))
    if s.phase not in (MOVING, CHOOSING, ENDED):
        return None
    seats, colours, kinds = s.table.seats, s.table.colours, [0] * (s.cells + 1)
    places, marks = [0] * (3 * colours * EACH), [GONE] * (s.cells + 1)
    found = [0] * (3 * colours)
    for cell in range(1, s.cells + 1):
        kind = kind_at(s.line, cell)
        if kind >= 0:
            kinds[cell], marks[cell] = kind, FREE
            places[EACH * kind + found[kind]] = cell
            found[kind] += 1
    tokens = [token(s.tokens, seat) for seat in range(seats)]
    for cell in tokens:
        if 0 < cell < OUT:
            marks[cell] = TOKEN
    hands = [collection(s, seat) >> 3 * kind & 7 for seat in range(seats) for kind in range(3 * colours)]
    shown = [shown_kinds(s, seat) >> 3 * kind & 7 for seat in range(seats) for kind in range(3 * colours)]
    spare = [
        sum(hands[3 * (seat * colours + colour) + size] % 3 for colour in range(colours))
        for seat in range(seats)
        for size in range(3)
    ]
    return Position(
        seats,
        colours,
        s.table.die,
        s.table.diagonal,
        s.cells,
        s.phase,
        s.seat,
        s.last,
        max((cell for cell in range(s.cells + 1) if marks[cell] == FREE), default=0),
        array(kinds),
        array(places),
        array(shown),
        array([built_score(s, seat) for seat in range(seats)]),
        array(partition.signature_sets(taken_signatures(s), colours)),
        small(marks),
        array(tokens),
        small(hands),
        small(spare),
        small([s.chosen >> 4 * seat & 15 for seat in range(seats)]),
    )


def events(s: State, fast: bool) -> int:
    """What a search from this state may spend: less where an event takes longer."""
    most = BY_ROUNDS if s.table.die else BY_TURNS
    return (3 * most // 4 if s.table.diagonal else most) if fast else PLAIN_EVENTS


def _words(numbers: list[int]) -> Any:
    return _arrays().array(numbers, dtype="int64")


def _bytes(numbers: list[int]) -> Any:
    return _arrays().array(numbers, dtype="int8")


@cache
def _arrays() -> Any:
    import numpy

    return numpy


# The rules. The dialect is numba's.


def turn(s: Position) -> int:
    if s.phase == MOVING:
        return s.seat
    if s.phase == ENDED:
        return OVER
    for seat in range(s.seats):
        if must_choose(s, seat):
            return EVERYONE
    return CHANCE


def can_move(s: Position, seat: Seat) -> bool:
    able: bool = s.tokens[seat] < s.end
    return able


def must_choose(s: Position, seat: Seat) -> bool:
    return s.phase == CHOOSING and seat < s.seats and can_move(s, seat) and s.chosen[seat] == 0


def breadth(s: Position, seat: Seat) -> int:
    """How many actions a seat has, where all choose at once."""
    return s.die if must_choose(s, seat) else 0


def play(s: Position, seat: Seat, action: Action) -> Position:
    """Take a pyramid, and it is the next seat's turn; or choose a number."""
    if action.verb == CHOOSE:
        chosen = s.chosen.copy()
        chosen[seat] = action.what
        return Position(
            s.seats, s.colours, s.die, s.diagonal, s.cells, s.phase, s.seat, s.last, s.end, s.kinds, s.places,
            s.shown, s.built, s.signatures, s.marks, s.tokens, s.hands, s.spare, chosen,
        )  # fmt: skip
    marks, tokens, hands, spare = s.marks.copy(), s.tokens.copy(), s.hands.copy(), s.spare.copy()
    take(s, marks, tokens, hands, spare, seat, action.what)
    end = last_free(marks, s.end)
    many = 0 if s.last else movers(s.seats, tokens, end)
    following = seat
    if many:
        following = (seat + 1) % s.seats
        while tokens[following] >= end:
            following = (following + 1) % s.seats
    return Position(
        s.seats, s.colours, s.die, s.diagonal, s.cells, MOVING if many else ENDED, following,
        1 if many == 1 else 0, end, s.kinds, s.places, s.shown, s.built, s.signatures, marks, tokens, hands,
        spare, s.chosen,
    )  # fmt: skip


def chances(s: Position) -> list[tuple[int, int]]:  # noqa: ARG001
    """All numbers are turned up: there is one way to do it."""
    return [(0, 1)]


def settle(s: Position, chance: int) -> Position:  # noqa: ARG001
    """Turn up the numbers: all move, the one furthest behind first; then all choose again (5.2)."""
    marks, tokens, hands, spare = s.marks.copy(), s.tokens.copy(), s.hands.copy(), s.spare.copy()
    end = s.end
    order = [16 * s.tokens[seat] + 15 - seat for seat in range(s.seats)]
    order.sort()
    for key in order:
        seat = 15 - key % 16
        number = s.chosen[seat]
        if number and tokens[seat] < end:
            take(s, marks, tokens, hands, spare, seat, landing(marks, tokens, end, seat, number))
            end = last_free(marks, end)
    many = 0 if s.last else movers(s.seats, tokens, end)
    chosen = s.chosen.copy()
    for seat in range(s.seats):
        chosen[seat] = 0
    return Position(
        s.seats, s.colours, s.die, s.diagonal, s.cells, CHOOSING if many else ENDED, 0, 1 if many == 1 else 0,
        end, s.kinds, s.places, s.shown, s.built, s.signatures, marks, tokens, hands, spare, chosen,
    )  # fmt: skip


def take(s: Position, marks: Any, tokens: Any, hands: Any, spare: Any, seat: Seat, cell: int) -> None:
    """Move a token to a cell and give its owner the pyramid there."""
    before = tokens[seat]
    if before > 0:
        marks[before] = GONE
    marks[cell] = TOKEN
    tokens[seat] = cell
    kind = s.kinds[cell]
    have = hands[3 * s.colours * seat + kind]
    hands[3 * s.colours * seat + kind] = have + 1
    spare[3 * seat + kind % 3] += (have + 1) % 3 - have % 3


def last_free(marks: Any, end: int) -> int:
    """The last cell up to `end` that has a pyramid; 0: none has."""
    while end > 0 and marks[end] != FREE:
        end -= 1
    return end


def movers(seats: int, tokens: Any, end: int) -> int:
    many = 0
    for seat in range(seats):
        many += 1 if tokens[seat] < end else 0
    return many


def landing(marks: Any, tokens: Any, end: int, seat: Seat, number: int) -> int:
    """The cell that a chosen number leads to (5.2, 5.3); a pyramid is ahead."""
    cell = tokens[seat]
    if cell == 0:
        for other in range(seat):
            number -= 1 if tokens[other] == 0 else 0  # ahead in the queue
    while True:
        cell += 1
        if cell >= end:
            return end
        if marks[cell] != GONE:
            number -= 1
            if number <= 0 and marks[cell] == FREE:
                return int(cell)


# The guide. The dialect is numba's.


def sensible(s: Position, seat: Seat) -> list[Action]:
    """The actions that deserve thought, the most promising first: as the bots have it."""
    found: list[Action] = []
    worths: list[int] = []
    if s.phase == CHOOSING:
        if must_choose(s, seat):
            worths = number_worths(s, seat)
            found = [Action(CHOOSE, number) for number in range(1, s.die + 1)]
    else:
        seen = 0
        skipped = 0
        for cell in range(s.tokens[seat] + 1, s.end + 1):
            if s.marks[cell] == FREE:
                bit = 1 << s.kinds[cell]
                if cell == s.end or (skipped < WINDOW and seen & bit == 0):
                    seen |= bit
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


def likely(s: Position, seat: Seat, draw: int) -> Action:
    """A quick move of moderate strength, for play-outs; `draw` is in 0..2^32-1."""
    best, what = -1000, 0
    if s.phase == CHOOSING:
        for number, one in enumerate(number_worths(s, seat), 1):
            worth = 4 * one + (draw >> 2 * number & 31)  # others move too: it is not so sure
            if worth > best:
                best, what = worth, number
        return Action(CHOOSE, what)
    price = 0 if s.last else PRICE
    skipped = 0
    cell = s.tokens[seat]
    while cell < s.end and skipped < REACH:
        cell += 1
        if s.marks[cell] == FREE:
            worth = 4 * (appeal(s, seat, cell) - price * skipped) + (draw >> 3 * skipped & 15)
            if worth > best:
                best, what = worth, cell
            skipped += 1
    return Action(TAKE, what)


def number_worths(s: Position, seat: Seat) -> list[int]:
    """For each number: the appeal of where it leads, less what it skips. One walk along the line for all."""
    found: list[int] = []
    cell = s.tokens[seat]
    spaces = 0
    if cell == 0:
        for other in range(seat):
            spaces += 1 if s.tokens[other] == 0 else 0  # ahead in the queue
    passed, asked, worth = -1, 0, 0
    for number in range(1, s.die + 1):
        while cell < s.end and (spaces < number or s.marks[cell] != FREE):
            cell += 1
            spaces += 1 if s.marks[cell] != GONE else 0
            passed += 1 if s.marks[cell] == FREE else 0
        if cell != asked:
            asked, worth = cell, appeal(s, seat, cell) - PRICE * passed
        found.append(worth)
    return found


def appeal(s: Position, seat: Seat, cell: int) -> int:
    """The points that a pyramid is worth to a seat, estimated at a glance."""
    kind = s.kinds[cell]
    size = kind % 3
    worth = 2 * (size + 1) + hope(s, seat, kind)
    if cell == s.cells:
        worth += VIRTUAL
    own = s.spare[3 * seat + size]
    if s.spare[3 * seat] > own or s.spare[3 * seat + 1] > own or s.spare[3 * seat + 2] > own:
        worth += 3  # a size that mixed statues lack
    return int(worth)


def hope(s: Position, seat: Seat, kind: int) -> int:
    """The points that a piece is worth for a mono that can still be completed: 2 a pip, then 6 (3.2)."""
    have = s.hands[3 * s.colours * seat + kind]
    pips = kind % 3 + 1
    if have > 1:
        return 6 * pips if have == 2 else 0
    for number in range(EACH):
        place = s.places[EACH * kind + number]
        if place > s.tokens[seat] and s.marks[place] == FREE:
            have += 1
    if have < 3:
        return 0
    return 6 * pips if s.hands[3 * s.colours * seat + kind] else 2 * pips


def standings(s: Position) -> list[int]:
    """What each seat would have if it built all it can and the game ended: points << 8 | statues."""
    found: list[int] = []
    kinds = 3 * s.colours
    taken = [int(one) for one in s.signatures]
    for seat in range(s.seats):
        count = [int(s.hands[kinds * seat + kind]) for kind in range(kinds)]
        show = [int(s.shown[kinds * seat + kind]) for kind in range(kinds)]
        owns = s.tokens[seat] == s.cells
        left = partition.best_of(count, show, taken, s.colours, owns, s.diagonal == 1)[0]
        found.append(int(s.built[seat] + (left >> 1)))
    return found


def shares(s: Position) -> list[float]:
    """What the end of a game is worth to each seat: most of it to the winner, a little by the points."""
    scores = standings(s)
    first = 0
    for seat in range(1, s.seats):
        if scores[seat] >= scores[first]:  # a tie goes to the later seat (4.5)
            first = seat
    best, second = -1, -1
    for score in scores:
        if score > best:
            best, second = score, best
        elif score > second:
            second = score
    found = [0.0] * s.seats
    for seat in range(s.seats):
        rival = second if seat == first else best
        lead = ((scores[seat] >> 8) - (rival >> 8)) / MARGIN
        lead = min(max(lead, -1.0), 1.0)
        found[seat] = 0.7 * (1.0 if seat == first else 0.0) + 0.15 * (1.0 + lead)
    return found
