"""What a seat may know of Senet: everything. And how a client draws it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from benben.core.contract import CHANCE, OVER, Draw, Event, Seat
from benben.games.senet.board import LAST, OFF, WATER
from benben.games.senet.notation import action_text
from benben.games.senet.rules import DECLINE, PIECES, Action, Move, State, fault, hindrance, play, turn


class Stay(Struct, frozen=True):
    """A piece of the mover that has no legal move with this throw, and why."""

    square: int
    words: str  # "16 and 17 protect each other"
    clause: str  # "5.1"


class Picture(Struct, frozen=True):
    squares: str  # thirty characters in track order: x, o or .
    mover: int  # the seat that throws or moves; after the end the winner, or -1 when drawn
    phase: Literal["throw", "play", "over"]
    throw: int  # 1, 2, 3, 4 or 6 while it is being played, else 0
    steps: int  # to play now: the throw, or its remainder
    used: tuple[int, ...]  # squares of pieces that used a part of this throw
    again: bool  # this throw gives another one
    home: tuple[int, int]  # pieces borne off, by seat
    pieces: int  # a side
    throws: int  # made so far; counted only with a cap
    cap: int  # 0: none
    stays: tuple[Stay, ...]  # for the dock: pieces that cannot move now


class Choice(Struct, frozen=True):
    text: str  # in notation, what Act sends
    kind: Literal["move", "swap", "water", "off", "decline"]
    start: int  # square; 0 for decline
    land: int  # where the steps lead after any bounce: 27 for the water, 31 off the board, 0 for decline
    end: int  # where the piece stands afterwards; 31 off the board, 0 for decline
    back: bool  # a backward move
    bounced: bool  # stopped before an occupied safe square
    left: int  # steps that another piece can then use
    words: str  # a question for the dock: "Swap with the spool on 23?"
    more: str  # its effect: "The cone on 20 goes there, the spool comes to 20."; may be empty
    clause: str  # "4.1"; may be empty


View = State


def view(s: State, seat: Seat | None) -> View:  # noqa: ARG001 - open to everybody
    return s


def seen(s: State, event: Event, seat: Seat | None) -> Event:  # noqa: ARG001
    return event


def guess(v: View, draw: Draw) -> State:  # noqa: ARG001
    return v


def thrower(v: View) -> Seat | None:
    """The seat that throws the sticks: the mover, while a throw is due (3.1)."""
    return v.mover if turn(v) == CHANCE else None


def picture(v: View) -> Picture:
    cones, spools, mover, throw, steps, _, used, pieces, made, cap = v
    return Picture(
        squares=_squares(cones >> 1, spools >> 1),
        mover=mover,
        phase="play" if throw else "over" if turn(v) == OVER else "throw",
        throw=throw,
        steps=steps,
        used=tuple(n for n in range(1, 31) if used >> n & 1) if used else (),
        again=throw in (1, 4, 6) and not (cap and made == cap),
        home=(pieces - cones.bit_count(), pieces - spools.bit_count()),
        pieces=pieces,
        throws=made,
        cap=cap,
        stays=_stays(v) if throw else (),
    )


def _spread(sign: str) -> list[int]:
    """For each set of ten squares a number with a byte a square, which makes a dot into this sign."""
    step = ord(sign) - ord(".")
    return [sum(step << 8 * n for n in range(10) if squares >> n & 1) for squares in range(1024)]


_CONES, _SPOOLS = _spread("x"), _spread("o")
_EMPTY = int.from_bytes(b"." * LAST, "little")


def _squares(cones: int, spools: int) -> str:
    text = _EMPTY + _CONES[cones & 1023] + _SPOOLS[spools & 1023]
    text += _CONES[cones >> 10 & 1023] + _SPOOLS[spools >> 10 & 1023] << 80
    text += _CONES[cones >> 20] + _SPOOLS[spools >> 20] << 160
    return text.to_bytes(LAST, "little").decode()


def _stays(v: View) -> tuple[Stay, ...]:
    """The mover's pieces without a legal move, each with the reason that `why` would give."""
    own, way = v.cones if v.mover == 0 else v.spools, -1 if v.able & 1 else 1
    stays = []
    rest = own & ~v.able
    while rest:
        square = (rest & -rest).bit_length() - 1
        rest &= rest - 1
        reason = hindrance(v, square, way)
        if reason is None or v.used >> square & 1:
            reason = fault(v, v.mover, Move(square, OFF, OFF, 0))
        stays.append(Stay(square, reason[1], reason[0]))
    return tuple(stays)


def choice(v: View, seat: Seat, action: Action) -> Choice:
    left = 0 if action.land < action.start else v.steps - (action.land - action.start)
    if action == DECLINE or left == 0:
        return _whole(seat, action, v.steps)
    after = play(v, seat, action)
    useful = left if after.throw else 0
    rest = ""
    if turn(after) != OVER:
        steps = "1 step is" if left == 1 else f"{left} steps are"
        rest = f"{steps} left for another piece." if after.throw else f"{steps} lost."
    return _choice(seat, action, v.steps, left, useful, rest)


@lru_cache(4096)
def _whole(seat: Seat, action: Action, steps: int) -> Choice:
    """A choice that leaves no steps. Nearly all are such, and they do not depend on the position: cached."""
    return _choice(seat, action, steps)


def _choice(seat: Seat, action: Action, steps: int, left: int = 0, useful: int = 0, rest: str = "") -> Choice:
    square, land = action.start, action.land
    text, piece, other = action_text(action), PIECES[seat], PIECES[1 - seat]
    if action == DECLINE:
        words = f"Let the {steps} steps left go?" if steps > 1 else "Let the step left go?"
        return Choice(text, "decline", 0, 0, 0, False, False, 0, words, "", "9.2")
    back = land < square
    bounced = left > 0 and land != OFF
    more = []
    if bounced:
        more.append(f"{square + steps} is taken, so it stops on {land}.")
    if back:
        more.append("Nothing can move forward.")
    kind: Literal["move", "swap", "water", "off"] = "move"
    clause = "8.2" if bounced else "6.1" if back else ""
    words = f"Move the {piece} {'back ' if back else ''}from {square} to {land}?"
    if land == OFF:
        kind, clause, words = "off", "9.1", f"Bear off the {piece} on {square}?"
    elif land == WATER:
        kind, clause, words = "water", "7.1", f"Fall into the water from {square}?"
        more.append(f"The {piece} swims to {action.end}.")
    elif action.swap:
        kind, clause, words = "swap", "6.2" if back else "4.1", f"Swap with the {other} on {land}?"
        more.append(f"The {piece} on {square} goes there, the {other} comes to {square}.")
    if rest:
        more.append(rest)
    return Choice(text, kind, square, land, action.end, back, bounced, useful, words, " ".join(more), clause)
