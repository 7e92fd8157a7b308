"""How the phases of Pyramydal follow each other. Clauses: RULES.md. Compiled with the rules.

By turns: lay, then move and build, seat after seat, until nobody can move. With dice: lay, then rounds of
choose, reveal and build.
"""

from __future__ import annotations

from benben.core.contract import Seat
from benben.games.pyramydal.board import OUT
from benben.games.pyramydal.rules.edits import take_pyramid, with_token
from benben.games.pyramydal.rules.state import (
    BUILDING,
    CHOOSING,
    ENDED,
    MOVING,
    State,
    can_move,
    collection,
    is_out,
    landing,
    movers,
    seats_from_behind,
    taken_signatures,
)
from benben.games.pyramydal.rules.statues import can_build


def in_phase(s: State, phase: int, seat: Seat, last: int, queue: int) -> State:
    """The position with the same pieces in another phase; nothing is chosen."""
    return State(s.table, s.line, s.cells, s.tokens, s.hands, s.statues, phase, seat, last, 0, queue)


def continue_turn(s: State, done: bool) -> State:
    """Let the seat build after a move or a statue, if it can and is not done; else go on to the next seat.

    If nobody is left to move or build, the game ends (3.1, 3.5, 4.1).
    """
    if not done and can_build(collection(s, s.seat), taken_signatures(s), s.table.colours):
        return in_phase(s, BUILDING, s.seat, s.last, s.queue)
    if s.table.die:
        return ask_next_builder(s, s.queue)
    many = 0 if s.last else movers(s)
    seat = s.seat
    while many:
        seat = (seat + 1) % s.table.seats
        if can_move(s, seat):
            return in_phase(s, MOVING, seat, 1 if many == 1 else 0, 0)
        if (
            many > 1
            and not is_out(s, seat)
            and can_build(collection(s, seat), taken_signatures(s), s.table.colours)
        ):
            return in_phase(s, BUILDING, seat, 0, 0)
    return in_phase(s, ENDED, 0, 0, 0)


def reveal_choices(s: State, numbers: int) -> State:
    """Turn up the chosen numbers: all move, furthest behind first, then they build (5.2, 5.4)."""
    after, queue, at = s, 0, 0
    for seat in seats_from_behind(s):
        if is_out(s, seat):
            continue
        number = numbers >> 4 * seat & 15
        cell = landing(after, seat, number) if number else 0
        if cell:
            after = take_pyramid(after, seat, cell)
        if number or not s.last:  # after the last round nobody else builds again
            queue |= seat + 1 << at
            at += 4
    return ask_next_builder(after, queue)


def ask_next_builder(s: State, queue: int) -> State:
    """Ask the next seat of the queue that can build; if none can, the round is over (5.4)."""
    while queue:
        seat = (queue & 15) - 1
        queue >>= 4
        if can_build(collection(s, seat), taken_signatures(s), s.table.colours):
            return in_phase(s, BUILDING, seat, s.last, queue)
    many = 0 if s.last else movers(s)
    return in_phase(s, CHOOSING if many else ENDED, 0, 1 if many == 1 else 0, 0)


def leave(s: State, seat: Seat) -> State:
    """Take a seat out of the match: its token leaves the line, its turn or choice is passed over (4.7)."""
    queue, at, rest = 0, 0, s.queue
    while rest:
        if rest & 15 != seat + 1:
            queue |= (rest & 15) << at
            at += 4
        rest >>= 4
    tokens, chosen = with_token(s.tokens, seat, OUT), s.chosen & ~(15 << 4 * seat)
    after = State(
        s.table, s.line, s.cells, tokens, s.hands, s.statues, s.phase, s.seat, s.last, chosen, queue
    )
    if s.phase == BUILDING and seat != s.seat:
        return after
    if s.phase != CHOOSING and seat == s.seat:
        return continue_turn(after, True)
    many = movers(after)
    if many == 0:
        return in_phase(after, ENDED, 0, 0, 0)
    last = 1 if many == 1 else 0
    return State(s.table, s.line, s.cells, tokens, s.hands, s.statues, s.phase, s.seat, last, chosen, queue)
