"""What a seat may know of Senet: everything. And how a client draws it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


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
    left: int  # steps left over for another piece
    words: str  # a question for the dock: "Swap with the spool on 23?"
    more: str  # its effect: "The cone on 20 goes there, the spool comes to 20."; may be empty
    clause: str  # "4.1"; may be empty
