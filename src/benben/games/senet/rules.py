"""The rules of Senet. Clauses: RULES.md. Machine code is made from these same functions."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from benben.core.contract import CHANCE, OVER, Illegal, Outcome, Seat
from benben.games.senet.board import LAST, LEAST, MOST, OFF, ROW, SAFE, SHORE, STICKS, TRACK, WATER


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    pieces: Annotated[int, Meta(ge=LEAST, le=MOST, description="Pieces a side")] = 5
    cap: Annotated[int, Meta(ge=0, le=1_000_000, description="Drawn after this many throws; 0: never")] = 0


class State(NamedTuple):
    """A position. The sets of squares are bitboards, see board.py.

    Nobody stands on 27, no square is taken twice, and a throw is only ever to be played if a piece can do it:
    `able` is 0 exactly when `throw` is. When the game is over all that belongs to a throw is 0.
    """

    cones: int  # squares of the first player's pieces
    spools: int  # squares of the second player's
    mover: int  # the seat that throws or moves; after the end the winner, or -1 when drawn
    throw: int  # the throw being played: 1, 2, 3, 4 or 6; 0: a throw is due
    steps: int  # to play now: the throw, or what is left of it
    able: int  # squares of the mover's pieces that can play them; bit 0 is set if they move backward
    used: int  # squares of the mover's pieces that used a part of this throw
    pieces: int  # a side, at the start
    made: int  # throws so far; counted only with a cap
    cap: int  # drawn after this many throws; 0: never


class Move(NamedTuple):
    """One piece moves. Move(0, 0, 0, 0) declines a remainder."""

    start: int  # square
    land: int  # the square reached after any bounce: 27 for the water, 31 off the board
    end: int  # where the piece stands afterwards: not `land` if it falls into the water
    swap: int  # 1 if an enemy on `land` comes to `start`, else 0


class Throw(NamedTuple):
    value: int  # 1, 2, 3, 4 or 6


Action = Move
Chance = Throw

DECLINE = Move(0, 0, 0, 0)
PIECES = ("cone", "spool")  # by seat
THROWS = tuple((Throw(value), ways) for value, ways in STICKS)
ENDS = 0b1100  # bit v is set if a throw of v ends the turn (3.1)


def start(seats: int, options: Options) -> State:
    """The state in which the pieces alternate on the first squares, and seat 0 throws first (0.2, 0.3)."""
    if seats != 2:
        raise Illegal("senet seats", "Senet is for two players.")
    if not LEAST <= options.pieces <= MOST:
        raise Illegal("senet 0.2", f"There are {LEAST} to {MOST} pieces a side.")
    if options.cap < 0:
        raise Illegal("senet 10.1", "A cap is a number of throws; 0 means none.")
    odd = sum(2 << 2 * i for i in range(options.pieces))
    return State(odd << 1, odd, 0, 0, 0, 0, 0, options.pieces, 0, options.cap)


def turn(s: State) -> int:
    if s.cones == 0 or s.spools == 0 or s.mover < 0:
        return OVER
    if s.throw == 0:
        return CHANCE
    return s.mover


def actions(s: State, seat: Seat) -> list[Move]:
    """One move for each piece that can move, by square; a remainder may be declined (3.3, 9.2)."""
    moves: list[Move] = []
    if seat == s.mover:
        able = s.able & TRACK
        while able:
            moves.append(move(s, seat, able & -able))
            able &= able - 1
        if s.steps != s.throw:
            moves.append(Move(0, 0, 0, 0))
    return moves


def legal(s: State, seat: Seat, action: Move) -> bool:
    """Whether an action is in the list; the list itself need not be made."""
    if seat != s.mover or not 0 <= action.start <= LAST:
        return False
    if action.start == 0:
        return action == DECLINE and s.steps != s.throw
    piece = 1 << action.start
    return s.able & TRACK & piece != 0 and move(s, seat, piece) == action


def breadth(s: State, seat: Seat) -> int:
    """How many actions there are."""
    return size(s.able & TRACK) + (s.steps != s.throw) if seat == s.mover else 0


def nth(s: State, seat: Seat, n: int) -> Move:
    """Action number n of the list; the list itself need not be made."""
    able = s.able & TRACK
    for gone in range(MOST):  # of one length always: a processor cannot guess when to stop
        able &= able - (gone < n)
    return move(s, seat, able & -able) if able else Move(0, 0, 0, 0)


def play(s: State, seat: Seat, action: Move) -> State:
    cones, spools, mover, throw, steps, _, used, pieces, made, cap = s
    square, land, end, swap = action
    if square == 0:
        return await_throw(s, cones, spools, mover ^ (ENDS >> throw & 1), made)
    own, enemy = (cones, spools) if seat == 0 else (spools, cones)
    own = (own ^ 1 << square | 1 << end) & TRACK
    if swap:
        enemy ^= 1 << land | 1 << square  # without any effect of that square (4.1)
    cones, spools = (own, enemy) if seat == 0 else (enemy, own)
    if own == 0:  # won at once (1.1)
        return State(cones, spools, seat, 0, 0, 0, 0, pieces, made, cap)
    left = steps - (land - square)
    if left > 0 and land > square:  # a remainder (8.3, 8.5, 9.1), unless nobody can use it (6.5)
        used = (used | 1 << end) & TRACK
        able = forward(own, enemy, left, used)
        if able:
            return State(cones, spools, seat, throw, left, able, used, pieces, made, cap)
    return await_throw(s, cones, spools, mover ^ (ENDS >> throw & 1), made)


def chances(s: State) -> tuple[tuple[Throw, int], ...]:  # noqa: ARG001
    """The throws of four fair sticks, with their weights (2.1)."""
    return THROWS


def settle(s: State, chance: Throw) -> State:
    cones, spools, mover, _, _, _, _, pieces, made, cap = s
    own, enemy = (cones, spools) if mover == 0 else (spools, cones)
    throw = chance.value
    made += cap != 0
    able = forward(own, enemy, throw, 0)
    if able == 0:
        able = backward(own, enemy, throw)
        if able == 0:  # a forced pass, whatever the throw (6.3, 6.5)
            return await_throw(s, cones, spools, 1 - mover, made)
        able |= 1
    return State(cones, spools, mover, throw, throw, able, 0, pieces, made, cap)


def options_in(s: State) -> Options:
    return Options(s.pieces, s.cap)


def outcome(s: State) -> Outcome:
    """The result: all pieces off the board first wins (1.1); when the cap was reached it is a draw (10.1)."""
    home = (s.pieces - s.cones.bit_count(), s.pieces - s.spools.bit_count())
    if s.mover < 0:
        return Outcome((1, 1), (), home, f"drawn after {s.cap} throws")
    places = (1, 2) if s.mover == 0 else (2, 1)
    return Outcome(places, (s.mover,), home, f"all {PIECES[s.mover]}s are off the board")


def winner(s: State) -> int:
    """The seat that won, or -1: the outcome in machine code."""
    return s.mover


def why(s: State, seat: Seat, action: Move | Throw) -> tuple[str, str]:
    """The clause and the sentence by which an action not in the list is refused."""
    if action in actions(s, seat):
        raise ValueError(f"{action} is legal")
    clause, words = fault(s, seat, action)
    return f"senet {clause}", f"{words[0].upper()}{words[1:]}."


# How pieces move.


def await_throw(s: State, cones: int, spools: int, mover: Seat, made: int) -> State:
    """Wait for the next throw, unless the cap is reached (3.2, 10.2)."""
    if s.cap and made == s.cap:
        mover = -1
    return State(cones, spools, mover, 0, 0, 0, 0, s.pieces, made, s.cap)


def forward(own: int, enemy: int, steps: int, used: int) -> int:
    """The pieces that can move forward (3.3), computed together."""
    block = enemy & enemy >> 1 & enemy >> 2  # where blocks begin
    walled = block >> 1 if steps > 3 else 0  # all of it between start and target (5.2, 8.4)
    walled |= block >> 2 if steps > 4 else 0
    walled |= block >> 3 if steps > 5 else 0
    targets = (own & ~used & ~walled) << steps  # a piece that used its part is out (8.3)
    safe = SAFE & (own | enemy)  # taken safe squares: nobody lands there (8.1)
    off = 0 if own & ROW else ~TRACK  # nobody leaves while one is on the back row (1.2)
    able = targets & (TRACK & ~(own | protected_squares(enemy) | safe) | off)  # own pieces bar (4.1)
    bounce = targets & safe  # they stop before it, if there is room (8.2)
    if bounce:
        if steps == 1:
            bounce = 0
        elif ((1 << 26) - (2 << 26 - steps)) & ~(own | enemy) == 0:  # before 28 and 29 there is always 27
            bounce &= ~(1 << 26)
        able |= bounce
    return able >> steps


def backward(own: int, enemy: int, steps: int) -> int:
    """The pieces that can move backward by exactly this many steps (6.1, 6.2)."""
    block = enemy & enemy >> 1 & enemy >> 2
    walled = block << 3 if steps > 3 else 0
    walled |= block << 4 | block << 5 if steps > 5 else 0
    targets = (own & ~walled) >> steps & TRACK
    return (targets & ~(own | protected_squares(enemy) | SAFE & enemy)) << steps


def protected_squares(enemy: int) -> int:
    """The squares whose pieces protect each other: neighbours (5.1)."""
    return enemy & (enemy << 1 | enemy >> 1)


def move(s: State, seat: Seat, piece: int) -> Move:
    """The one move of a piece that can move; it is given as a set of one square."""
    cones, spools, _, _, steps, able, _, _, _, _ = s
    taken, enemy = cones | spools, spools if seat == 0 else cones
    square = size(piece - 1)
    land = square - steps if able & 1 else landing_square(taken, square + steps)
    if land == WATER:
        return Move(square, land, shore_square(taken), 0)
    return Move(square, land, land, enemy >> land & 1)  # on an enemy it swaps (4.1)


def landing_square(taken: int, target: int) -> int:
    """The square of a legal forward move: off the board (9.1), or before a taken safe square (8.2)."""
    if target > LAST:
        return OFF
    if SAFE & taken & 1 << target:
        target -= 1
        while taken >> target & 1:
            target -= 1
    return target


def shore_square(taken: int) -> int:
    """The square that a piece in the water swims to (7.1)."""
    empty = ~taken & TRACK
    return SHORE if empty >> SHORE & 1 else size((empty & -empty) - 1)


def size(squares: int) -> int:
    """How many squares a set has."""
    return squares.bit_count()


# Why an action is refused. Never compiled; the answers are (clause, words).


def fault(s: State, seat: Seat, action: Move | Throw) -> tuple[str, str]:
    """Clause and words for an action that is not legal now."""
    if not isinstance(action, Move):
        return "2.1", "the sticks fall by chance"
    if turn(s) == OVER:
        return ("10.1", "the game was drawn by its cap") if s.mover < 0 else ("1.1", "the game is won")
    if seat != s.mover:
        return "3.1", "it is the other player's turn"
    if s.throw == 0:
        return "3.1", "the sticks are thrown before a piece moves"
    own, enemy = (s.cones, s.spools) if seat == 0 else (s.spools, s.cones)
    if action == DECLINE:
        if not s.able & 1:
            return "3.3", "a throw that can be played must be; only a remainder may be declined"
        return "6.1", "when nothing moves forward a piece must move backward"
    square, land = action.start, action.land
    if not 1 <= square <= LAST:
        return "0.1", f"there is no square {square}"
    if not 1 <= land <= OFF:
        return "0.1", f"there is no square {land}"
    if enemy >> square & 1:
        return "3.3", f"the {PIECES[1 - seat]} on {square} is the other player's"
    if not own >> square & 1:
        return "3.3", f"nobody stands on {square}"
    if s.used >> square & 1:
        return "8.3", f"the {PIECES[seat]} on {square} has used its part of this throw"
    if land == square:
        return "2.1", "a move leads to another square"
    if land < square:
        if s.steps != s.throw:
            return "9.2", "a remainder is played forward only"
        if not s.able & 1:
            return "6.1", "a piece moves backward only when none can move forward"
        if land != square - s.steps and square > s.steps:
            return "6.1", f"a backward move is by exactly the throw: from {square} to {square - s.steps}"
        return hindrance(s, square, -1) or wrong_effect(s, action)
    target = min(square + s.steps, OFF)
    if target <= LAST and SAFE & (own | enemy) & 1 << target:
        if action.swap and land == target and enemy >> land & 1:
            return "8.1", f"the {PIECES[1 - seat]} on {land} is safe"
        stop = landing_square((own | enemy) & ~(1 << square), target)
        if land != stop and hindrance(s, square, 1) is None:
            return "8.2", f"{target} is taken, so the {PIECES[seat]} on {square} stops on {stop}"
    elif land != target:
        if land == OFF:
            return "9.1", f"from {square} a piece leaves the board with {OFF - square} or more"
        if target == OFF:
            return "9.1", f"{s.steps} from {square} leads off the board"
        return "2.1", f"{s.steps} from {square} leads to {target}"
    return hindrance(s, square, 1) or wrong_effect(s, action)


def hindrance(s: State, square: int, way: int) -> tuple[str, str] | None:
    """Why the mover's piece on a square cannot move forward (way 1) or backward (-1); None if it can."""
    seat = s.mover
    own, enemy = (s.cones, s.spools) if seat == 0 else (s.spools, s.cones)
    taken = own | enemy
    target = min(square + way * s.steps, OFF)
    if target < 1:
        return "6.1", f"fewer than {s.steps} squares lie behind {square}"
    low, high = min(square, target), max(square, target)
    for first in range(low + 1, high - 2):
        if enemy >> first & 7 == 7:
            return "5.2", f"{first}, {first + 1} and {first + 2} are a block"
    if target == OFF:
        if own & ROW:
            last = size((own & -own) - 1)
            return "1.2", f"no {PIECES[seat]} leaves the board while one stands on {last}"
        return None
    if way > 0 and SAFE & taken & 1 << target:
        if landing_square(taken & ~(1 << square), target) == square:
            return "8.2", f"{target} is taken and no square before it is empty"
        return None
    if own >> target & 1:
        return ("4.1" if way > 0 else "6.1"), f"another {PIECES[seat]} stands on {target}"
    if SAFE & enemy & 1 << target:
        return "6.2", f"the {PIECES[1 - seat]} on {target} is safe there"
    if protected_squares(enemy) >> target & 1:
        pair = [n for n in (target - 1, target, target + 1) if enemy >> n & 1]
        return "5.1", f"{', '.join(map(str, pair[:-1]))} and {pair[-1]} protect each other"
    return None


def wrong_effect(s: State, action: Move) -> tuple[str, str]:
    """Clause and words for a move that leads to the right square, but not with that effect."""
    legal = move(s, s.mover, 1 << action.start)
    if legal.swap and not action.swap:
        return "4.1", f"the {PIECES[1 - s.mover]} on {legal.land} is attacked by that move"
    if action.swap and not legal.swap:
        return "4.1", f"no {PIECES[1 - s.mover]} can be attacked on {legal.land}"
    if legal.land == WATER:
        return "7.1", f"the water carries the {PIECES[s.mover]} to {legal.end}"
    return "7.1", f"nothing carries the {PIECES[s.mover]} on from {legal.land}"
