"""The rules of Pyramydal. Clauses: RULES.md. Machine code is made from these same functions.

Up to four seats everything fits into machine words. Above that the same functions run plain; see `fits`.
"""

from __future__ import annotations

from benben.core.contract import CHANCE, EVERYONE, OVER, Illegal, Outcome, Seat
from benben.games.pyramydal.board import (
    DICE,
    EACH,
    LEAST_COLOURS,
    LEAST_SEATS,
    MOST_SEATS,
    RETIRED,
    STASH,
    Hands,
    Line,
    Statues,
    Table,
)
from benben.games.pyramydal.rules.edits import (
    with_pieces,
    with_pyramid,
    with_statue,
    with_token,
    without_pyramid,
)
from benben.games.pyramydal.rules.phases import continue_turn, in_phase, leave, reveal_choices
from benben.games.pyramydal.rules.refusals import fault
from benben.games.pyramydal.rules.state import (
    BUILD,
    BUILDING,
    CHOOSE,
    CHOOSING,
    DECLINE,
    END,
    ENDED,
    LAY,
    LAYING,
    LEAVE,
    MOVING,
    RETIRE,
    REVEAL,
    TAKE,
    Action,
    Chance,
    Options,
    State,
    ahead,
    built_score,
    can_move,
    cells_of,
    collection,
    count,
    is_out,
    kind_at,
    lowest,
    shown_kinds,
    taken_signatures,
    unclaimed,
    virtual_owner,
)
from benben.games.pyramydal.rules.statues import buildable, packed_statue
from benben.games.pyramydal.scoring import settled_score

RESIGN = Action(LEAVE, 0)  # a seat leaves, and the others play on (4.7); in no list of actions

WORDS, CELLS = 4, 60  # seats or colours, and cells, that machine words have room for

__all__ = [
    "RESIGN",
    "Action",
    "Chance",
    "Options",
    "State",
    "actions",
    "allows_help",
    "chances",
    "contenders",
    "fits",
    "leaves",
    "must_choose",
    "outcome",
    "play",
    "settle",
    "start",
    "total",
    "turn",
    "why",
    "winner",
]


def start(seats: int, options: Options) -> State:
    """The state in which nothing is laid, and the tokens wait in their queue by seat (1.1, 1.3, 1.4, 1.5)."""
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        raise Illegal("pyramydal 1.4", f"Pyramydal is for {LEAST_SEATS} to {MOST_SEATS} players.")
    if options.die not in DICE:
        raise Illegal("pyramydal 5.1", "A die has 6, 8 or 10 sides; 0 means none.")
    colours = max(LEAST_COLOURS, seats)
    table = Table(seats, colours, (1 << colours) - 1, options.die, int(options.diagonal))
    line, hands, statues = Line(0, 0, 0, 0, 0, 0), Hands(0, 0, 0, 0, 0), Statues(0, 0, 0, 0, 0)
    return State(table, line, 0, 0, hands, statues, LAYING, 0, 0, 0, 0)


def options_in(s: State) -> Options:
    return Options(s.table.die, bool(s.table.diagonal))  # type: ignore[arg-type]


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
            if must_choose(s, seat):
                return EVERYONE
    return CHANCE


def actions(s: State, seat: Seat) -> list[Action]:
    """The actions of a seat: cells ahead, in order; or statues; or numbers (2.1, 2.3, 3.1, 4.1, 5.1)."""
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
        able = buildable(collection(s, seat), taken_signatures(s), s.table.colours)
        found.extend([Action(BUILD, statue) for statue in able])
        found.append(Action(END, 0))
    elif s.phase == CHOOSING and must_choose(s, seat):
        found.extend([Action(CHOOSE, number) for number in range(1, s.table.die + 1)])
    return found


def play(s: State, seat: Seat, action: Action) -> State:
    verb, what = action.verb, action.what
    if verb == LEAVE:
        return leave(s, seat)
    line, tokens, hands, statues, chosen = s.line, s.tokens, s.hands, s.statues, s.chosen
    if verb == TAKE:
        hands = with_pieces(hands, s.table, seat, 1 << 3 * kind_at(line, what))
        line, tokens = without_pyramid(line, what), with_token(tokens, seat, what)
    elif verb == RETIRE:
        tokens = with_token(tokens, seat, RETIRED)  # and then it may build (2.6)
    elif verb == BUILD:
        hands = with_pieces(hands, s.table, seat, -packed_statue(what, s.table.colours))
        statues = with_statue(statues, seat, what)
    elif verb == CHOOSE:
        chosen |= what << 4 * seat
    after = State(s.table, line, s.cells, tokens, hands, statues, s.phase, s.seat, s.last, chosen, s.queue)
    return after if verb == CHOOSE else continue_turn(after, verb == END)


def chances(s: State) -> list[tuple[Chance, int]]:
    """The outcomes of one draw: a pyramid that is not laid yet (1.2), or the chosen numbers (5.1)."""
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
        return reveal_choices(s, chance.what)
    line, cells = with_pyramid(s.line, s.cells + 1, chance.what), s.cells + 1
    after = State(s.table, line, cells, 0, s.hands, s.statues, LAYING, 0, 0, 0, 0)
    if cells < STASH * s.table.colours:
        return after
    return in_phase(after, CHOOSING if s.table.die else MOVING, 0, 0, 0)


def must_choose(s: State, seat: Seat) -> bool:
    """Whether a seat has yet to choose a number (5.1)."""
    return 0 <= seat < s.table.seats and can_move(s, seat) and s.chosen >> 4 * seat & 15 == 0


def leaves(s: State, seat: Seat) -> bool:
    """Whether a seat may resign now: while anybody is waited for (4.7)."""
    return turn(s) not in (CHANCE, OVER) and 0 <= seat < s.table.seats and not is_out(s, seat)


def contenders(s: State) -> list[Seat]:
    """The seats that may still win: those that have not left (4.7)."""
    return [seat for seat in range(s.table.seats) if not is_out(s, seat)]


def outcome(s: State) -> Outcome:
    """The result by most points, then most statues, then the later seat; leavers come last (4.5, 4.7)."""
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
    """The seat that won: the outcome in machine code."""
    best, found = -1, -1
    for seat in range(s.table.seats):
        own = -2 if is_out(s, seat) else total(s, seat)
        if own >= best:
            best, found = own, seat
    return found


def allows_help(s: State) -> bool:
    """Whether undo and hints are allowed: a chosen number is final until the reveal (5.1)."""
    return s.phase != CHOOSING


def total(s: State, seat: Seat) -> int:
    """The final score of a seat: points << 8 | statues, with the best partition of what is left.

    The virtual pyramid is declared in it (4.2, 4.3, 4.4, 4.6).
    """
    owns, diagonal = virtual_owner(s) == seat, s.table.diagonal == 1
    return built_score(s, seat) + settled_score(
        collection(s, seat), shown_kinds(s, seat), taken_signatures(s), s.table.colours, owns, diagonal
    )


def why(s: State, seat: Seat, action: Action | Chance) -> tuple[str, str]:
    """The clause and the sentence by which an action not in the list is refused."""
    if action in actions(s, seat):
        raise ValueError(f"{action} is legal")
    clause, words = fault(s, seat, action)
    return f"pyramydal {clause}", f"{words[0].upper()}{words[1:]}."
