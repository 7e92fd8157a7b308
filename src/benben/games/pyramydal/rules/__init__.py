"""The rules of Pyramydal. Clauses are those of RULES.md; machine code is made from these same functions.

Up to four seats everything fits into machine words. Above that the same functions run plain; see `fits`.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from benben.core.contract import CHANCE, EVERYONE, OVER, Illegal, Outcome, Seat
from benben.games.pyramydal.board import (
    DICE,
    EACH,
    LEAST_COLOURS,
    LEAST_SEATS,
    MIX,
    MOST_SEATS,
    ODD,
    RETIRED,
    STASH,
    Hands,
    Line,
    Statues,
    Table,
    described,
    parts,
    piece,
)
from benben.games.pyramydal.rules.phases import (
    BUILDING,
    CHOOSING,
    ENDED,
    LAYING,
    MOVING,
    State,
    ahead,
    buildable,
    built,
    cells_of,
    count,
    is_out,
    kind_at,
    left,
    lowest,
    movable,
    now,
    pieces,
    rested,
    revealed,
    shown,
    taken,
    token,
    unclaimed,
    used,
    virtual,
    with_more,
    with_pyramid,
    with_statue,
    with_token,
    without,
)
from benben.games.pyramydal.scoring import settled


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    die: Annotated[
        Literal[0, 6, 8, 10],
        Meta(description="All choose a number up to this in secret and move at once; 0: by turns"),
    ] = 0
    diagonal: Annotated[
        bool, Meta(description="9 points for a colour large, medium and small in three statues")
    ] = False


class Action(NamedTuple):
    verb: int  # one of those below
    what: int  # TAKE: a cell; BUILDING: a statue; CHOOSING: a number; else 0


class Chance(NamedTuple):
    verb: int  # LAY or REVEAL
    what: int  # a kind of pyramid; or the numbers, four bits a seat


TAKE, RETIRE, DECLINE, BUILD, END, CHOOSE = 1, 2, 3, 4, 5, 6  # actions
LAY, REVEAL = 7, 8  # chances
LEAVE = 9  # an action: resign

RESIGN = Action(LEAVE, 0)  # a seat leaves, and the others play on (4.7); in no list of actions

WORDS, CELLS = 4, 60  # seats or colours, and cells, that machine words have room for


def start(seats: int, options: Options) -> State:
    """Nothing is laid yet, and the tokens wait in their queue, by seat (1.1, 1.3, 1.4, 1.5)."""
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        raise Illegal("pyramydal 1.4", f"Pyramydal is for {LEAST_SEATS} to {MOST_SEATS} players.")
    if options.die not in DICE:
        raise Illegal("pyramydal 5.1", "A die has 6, 8 or 10 sides; 0 means none.")
    colours = max(LEAST_COLOURS, seats)
    table = Table(seats, colours, (1 << colours) - 1, options.die, int(options.diagonal))
    line, hands, statues = Line(0, 0, 0, 0, 0, 0), Hands(0, 0, 0, 0, 0), Statues(0, 0, 0, 0, 0)
    return State(table, line, 0, 0, hands, statues, LAYING, 0, 0, 0, 0)


def fits(s: State) -> bool:
    """Whether machine words have room for this position and all that may come of it."""
    return s.table.seats <= WORDS and s.table.colours <= WORDS and s.cells <= CELLS


def turn(s: State) -> int:
    if s.phase in (MOVING, BUILDING):
        return s.seat
    if s.phase == ENDED:
        return OVER
    if s.phase == CHOOSING:
        for seat in range(s.table.seats):
            if chooses(s, seat):
                return EVERYONE
    return CHANCE


def actions(s: State, seat: Seat) -> list[Action]:
    """Cells ahead, in order; or statues; or numbers (2.1, 2.3, 3.1, 4.1, 5.1)."""
    found: list[Action] = []
    if s.phase == MOVING and seat == s.seat:
        cells = ahead(s, seat)
        while cells:
            found.append(Action(TAKE, lowest(cells)))
            cells &= cells - 1
        if unclaimed(s.line) >> s.cells == 0:
            found.append(Action(RETIRE, 0))
        if s.last:
            found.append(Action(DECLINE, 0))
    elif s.phase == BUILDING and seat == s.seat:
        able = buildable(pieces(s, seat), taken(s), s.table.colours)
        found.extend([Action(BUILD, statue) for statue in able])
        found.append(Action(END, 0))
    elif s.phase == CHOOSING and chooses(s, seat):
        found.extend([Action(CHOOSE, number) for number in range(1, s.table.die + 1)])
    return found


def play(s: State, seat: Seat, action: Action) -> State:
    verb, what = action.verb, action.what
    if verb == LEAVE:
        return left(s, seat)
    line, tokens, hands, statues, chosen = s.line, s.tokens, s.hands, s.statues, s.chosen
    if verb == TAKE:
        hands = with_more(hands, s.table, seat, 1 << 3 * kind_at(line, what))
        line, tokens = without(line, what), with_token(tokens, seat, what)
    elif verb == RETIRE:
        tokens = with_token(tokens, seat, RETIRED)  # and then it may build (2.6)
    elif verb == BUILD:
        hands = with_more(hands, s.table, seat, -used(what, s.table.colours))
        statues = with_statue(statues, seat, what)
    elif verb == CHOOSE:
        chosen |= what << 4 * seat
    after = State(s.table, line, s.cells, tokens, hands, statues, s.phase, s.seat, s.last, chosen, s.queue)
    return after if verb == CHOOSE else rested(after, verb == END)


def chances(s: State) -> list[tuple[Chance, int]]:
    """One pyramid of those not laid yet (1.2); or the numbers that were chosen (5.1)."""
    rows: list[tuple[Chance, int]] = []
    if s.phase == CHOOSING:
        rows.append((Chance(REVEAL, s.chosen), 1))
        return rows
    for colour in range(s.table.colours):
        for size in (2, 1, 0):
            left = EACH - count(cells_of(s.line, 3 * colour + size))
            if left > 0:
                rows.append((Chance(LAY, 3 * colour + size), left))
    return rows


def settle(s: State, chance: Chance) -> State:
    if chance.verb == REVEAL:
        return revealed(s, chance.what)
    line, cells = with_pyramid(s.line, s.cells + 1, chance.what), s.cells + 1
    after = State(s.table, line, cells, 0, s.hands, s.statues, LAYING, 0, 0, 0, 0)
    if cells < STASH * s.table.colours:
        return after
    return now(after, CHOOSING if s.table.die else MOVING, 0, 0, 0)


def chooses(s: State, seat: Seat) -> bool:
    """Whether a seat has yet to choose a number (5.1)."""
    return 0 <= seat < s.table.seats and movable(s, seat) and s.chosen >> 4 * seat & 15 == 0


def leaves(s: State, seat: Seat) -> bool:
    """Whether a seat may resign now: while anybody is waited for (4.7)."""
    return turn(s) not in (CHANCE, OVER) and 0 <= seat < s.table.seats and not is_out(s, seat)


def contenders(s: State) -> list[Seat]:
    """The seats that may still win: those that have not left (4.7)."""
    return [seat for seat in range(s.table.seats) if not is_out(s, seat)]


def outcome(s: State) -> Outcome:
    """Most points, then most statues, then the later seat; who has left comes last (4.5, 4.7)."""
    totals = [-1 if is_out(s, seat) else total(s, seat) for seat in range(s.table.seats)]
    order = sorted(range(len(totals)), key=lambda seat: (totals[seat], seat), reverse=True)
    stay = len(contenders(s))
    places = tuple(min(order.index(seat), stay) + 1 for seat in range(len(totals)))
    points = tuple(max(one, 0) >> 8 for one in totals)
    best, second = totals[order[0]], totals[order[1]]
    reason = "most points"
    if best == second:
        reason = f"tied at {best >> 8} points and in statues, decided by turn order"
    elif best >> 8 == second >> 8:
        reason = f"tied at {best >> 8} points, decided by statues"
    return Outcome(places, (order[0],), points, reason)


def winner(s: State) -> int:
    """The outcome in machine code: the seat that won."""
    best, found = -1, -1
    for seat in range(s.table.seats):
        own = -2 if is_out(s, seat) else total(s, seat)
        if own >= best:
            best, found = own, seat
    return found


def free(s: State) -> bool:
    """A number once chosen is final: nothing is taken back before the reveal (5.1)."""
    return s.phase != CHOOSING


def total(s: State, seat: Seat) -> int:
    """What a seat has at the end: points << 8 | statues, with the best partition of what is left.

    The virtual pyramid is declared in it (4.2, 4.3, 4.4, 4.6).
    """
    owns, diagonal = virtual(s) == seat, s.table.diagonal == 1
    return built(s, seat) + settled(
        pieces(s, seat), shown(s, seat), taken(s), s.table.colours, owns, diagonal
    )


def why(s: State, seat: Seat, action: Action | Chance) -> tuple[str, str]:
    """The first rule that an action not in the list offends against."""
    if action in actions(s, seat):
        raise ValueError(f"{action} is legal")
    clause, words = fault(s, seat, action)
    return f"pyramydal {clause}", f"{words[0].upper()}{words[1:]}."


# Why an action is refused. Never compiled; the answers are (clause, words).


def fault(s: State, seat: Seat, action: Action | Chance) -> tuple[str, str]:
    """What is wrong with an action that is not legal now. Tells nothing of what others have chosen."""
    verb, what = action
    if verb not in (TAKE, RETIRE, DECLINE, BUILD, END, CHOOSE, LEAVE):
        return (
            ("5.1", "the numbers are revealed by chance")
            if verb == REVEAL
            else ("1.2", "chance lays the line")
        )
    if s.phase == ENDED:
        return "4.1", "the game is over"
    if s.phase == LAYING:
        return "1.2", "the line is not laid yet"
    if is_out(s, seat):
        return "4.7", "you are out of the match"
    if verb == LEAVE:
        return "4.7", "the numbers are being revealed; resign when that is done"
    if (verb == CHOOSE) != (s.phase == CHOOSING):
        return _untimely(s, verb)
    if s.phase == CHOOSING:
        if not movable(s, seat):
            return "5.1", "you cannot move any more, so there is nothing to choose"
        if s.chosen >> 4 * seat & 15:
            return "5.1", "you have chosen, and a choice is final"
        return "5.1", f"a choice is from 1 to {s.table.die}"
    if seat != s.seat:
        return "1.3", "it is another player's turn"
    if verb in (BUILD, END):
        if s.phase == MOVING:
            return "3.1", "you move first, then you build"
        return _unbuildable(s, seat, what)
    if s.table.die:
        return "5.1", "numbers move the tokens here"
    if s.phase == BUILDING:
        if ahead(s, seat) == 0 and verb == TAKE:
            return "2.4", "no pyramid is ahead of you, so you can only build"
        return "3.1", "the move is made; now you build, or end your turn"
    if verb == DECLINE:
        return "4.1", "only in the last turn may a move be declined"
    if verb == RETIRE:
        return "2.3", f"nobody retires while the last pyramid, on {s.cells}, is still there"
    return _unreachable(s, seat, what)


def _untimely(s: State, verb: int) -> tuple[str, str]:
    if verb != CHOOSE:
        return (
            ("5.4", "all move before anybody builds") if verb in (BUILD, END) else ("5.1", "choose a number")
        )
    return ("5.4", "now it is time to build") if s.table.die else ("5.1", "this game is played without dice")


def _unreachable(s: State, seat: Seat, cell: int) -> tuple[str, str]:
    if not 1 <= cell <= s.cells:
        return "1.2", f"there is no cell {cell}"
    at = token(s.tokens, seat)
    if cell == at:
        return "2.1", "you stand there already, and must move forward"
    if cell < at:
        return "2.1", f"{cell} is behind you"
    for other in range(s.table.seats):
        if token(s.tokens, other) == cell:
            return "2.3", f"a token stands on {cell}"
    return "2.2", f"the pyramid on {cell} is gone"


def _unbuildable(s: State, seat: Seat, statue: int) -> tuple[str, str]:
    if statue >= ODD:
        return "3.4", "a statue is three alike, or large below medium below small in three colours"
    colours, own = s.table.colours, pieces(s, seat)
    three = parts(statue, colours)
    if statue >= MIX:
        if len({kind // 3 for kind in three}) < 3:
            return "3.3", "a mixed statue has three colours"
        if taken(s) >> statue - MIX & 1:
            return "3.3", "a statue of these colours stands on the table already"
    for kind in three:
        have = own >> 3 * kind & 7
        if have < three.count(kind):
            what = described(piece(s.table.palette, kind))
            return "3.1", f"you have {have or 'no'} {what}{', and three are needed' if statue < MIX else ''}"
    raise ValueError(f"{statue} can be built")
