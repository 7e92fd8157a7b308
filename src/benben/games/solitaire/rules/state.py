"""A match of Egyptian Solitaire in any mode: its options, its state, and what can be read off it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from benben.core.contract import Millis, Seat
from benben.games.solitaire.board import LEAST, MOST
from benben.games.solitaire.rules import board_moves
from benben.games.solitaire.rules.board_moves import Board, Hop

GRACE = 60_000  # ms until a King Tut clock runs by itself (2.4)


GATHER = 20_000  # ms from the first `start` until the sand runs anyway (3.4)


PENALTY = 3_000  # ms for every point above 1 (2.2)


WIDEST = 600  # seconds between the ends of a hidden range


MOST_SEATS = 6


Side: TypeAlias = Annotated[int, Meta(ge=LEAST, le=MOST)]


Sands: TypeAlias = Annotated[int, Meta(ge=10, le=3600)]


Goal: TypeAlias = Literal["small", "medium", "large"]


Mode: TypeAlias = Literal["solo", "king-tut", "quicksand"]


Phase: TypeAlias = Literal["ready", "drawing", "running", "ringing", "over"]


# When an option matters, and the clause by which it is refused: published with the options.
_BOARD = {"clause": "solitaire 1.1"}


_SOLO = {"when": {"mode": "solo"}}


_KING_TUT = {"when": {"mode": "king-tut"}}


_QUICKSAND = {"when": {"mode": "quicksand"}}


_OPEN_SAND = {"when": {"mode": "quicksand", "hidden": False}}


_HIDDEN_SAND = {"when": {"mode": "quicksand", "hidden": True}, "clause": "solitaire 3.1"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    ranks: Annotated[Side, Meta(description="Ranks of the board", extra_json_schema=_BOARD)] = 3
    files: Annotated[
        Side,
        Meta(description="Files of the board; ranks or files must be 3 or more", extra_json_schema=_BOARD),
    ] = 4
    goal: Annotated[
        Goal, Meta(description="Solo: end with a single pyramid of this size", extra_json_schema=_SOLO)
    ] = "small"
    mode: Annotated[
        Mode, Meta(description="Alone, by turns against the clock, or all at once against the sand")
    ] = "solo"
    rounds: Annotated[
        int, Meta(ge=1, le=20, description="King Tut: games a player", extra_json_schema=_KING_TUT)
    ] = 1
    limit: Annotated[
        int,
        Meta(ge=60, le=3600, description="King Tut: seconds a game, at most", extra_json_schema=_KING_TUT),
    ] = 600
    sand: Annotated[
        Sands, Meta(description="Quicksand: seconds until the bell", extra_json_schema=_OPEN_SAND)
    ] = 180
    hidden: Annotated[
        bool, Meta(description="Quicksand: nobody knows when the bell rings", extra_json_schema=_QUICKSAND)
    ] = False
    least: Annotated[
        Sands, Meta(description="Hidden sand: seconds, at least", extra_json_schema=_HIDDEN_SAND)
    ] = 60
    most: Annotated[
        Sands, Meta(description="Hidden sand: seconds, at most", extra_json_schema=_HIDDEN_SAND)
    ] = 300
    position: Annotated[
        str,
        Meta(
            max_length=800,
            description="Solo: begin from this position, with ranks and files of its own; else from nests",
            examples=["SM,M,-,SM/SM,-,-,S/M,L,S,S"],
            extra_json_schema={**_SOLO, "clause": "solitaire 1.9"},
        ),
    ] = ""


class Result(NamedTuple):
    """One finished game of King Tut."""

    time: Millis  # from start to done
    points: int  # pips left


class Sand(NamedTuple):
    """The time that the sand runs: drawn when it starts, and told when it has stopped."""

    seconds: int


class State(Struct, frozen=True):
    """A game of any mode. What its mode has no use for is as at the start.

    Solo has the phases running and over. In King Tut every game is ready, then running. Quicksand is ready,
    drawing if the sand is hidden, running, ringing if it was hidden, and over.
    """

    options: Options  # those that still matter; others are as by default
    seats: int
    boards: tuple[Board, ...]  # by seat in Quicksand, else the one at play
    phase: Phase
    seat: Seat  # King Tut: at play
    round: int  # King Tut: from 1
    since: Millis  # ready: the turn came, or the first seat said start; running: the clock or sand runs
    bell: Millis | None  # Quicksand, while running or ringing: when the sand runs out
    said: tuple[bool, ...]  # Quicksand, while ready: by seat, whether it said start
    results: tuple[tuple[Result, ...], ...]  # King Tut: by seat, its games so far
    last: tuple[Millis | None, ...]  # Quicksand: by seat, when it hopped last
    now: Millis  # when the event to come happens; 0 between events
    left: tuple[Millis | None, ...] = ()  # timed games: by seat, when it left; None: it is still playing


Action: TypeAlias = Hop | Literal["start", "done", "resign"]


Chance = Sand


def contenders(s: State) -> list[Seat]:
    """The seats that may still win: those that have not left (1.10)."""
    return [seat for seat in range(s.seats) if not s.left or s.left[seat] is None]


def all_stuck(s: State) -> bool:
    """Quicksand: whether nobody who is still playing has a hop left (3.4)."""
    return all(board_moves.is_stuck(s.boards[seat]) for seat in contenders(s))


def time_score(result: Result) -> Millis:
    """The score of a game of King Tut: its time, and three seconds for every point above 1 (2.2)."""
    return result.time + PENALTY * (result.points - 1)


def round_order(seats: int, number: int) -> list[Seat]:
    """King Tut: the seats in the order in which they play in round 1, 2, 3 ... (2.5)."""
    return [(number - 1 + n) % seats for n in range(seats)]
