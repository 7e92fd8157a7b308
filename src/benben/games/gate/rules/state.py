"""A position of the Gate: options, actions, chances, the state itself, and what can be read off it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from benben.core.contract import Millis, Seat
from benben.games.gate import puzzles
from benben.games.gate.board import HEXES, REACH, Puzzle
from benben.solve.cover import Mask

DECISION = 20_000  # ms that a decision may take (2.2, 3.1, 4.3)


TAKEN = "."  # a hole whose jewel was taken


TAKES = 2  # jewels for a cover (4.1)


Side: TypeAlias = Literal["normal", "expert"]


Mode: TypeAlias = Literal["race", "practice"]


Grade: TypeAlias = Literal["any", "easy", "medium", "hard"]


Symbol: TypeAlias = Literal["ankh", "eye", "scarab", "lotus", "falcon", "jackal"]


Colour: TypeAlias = Literal["r", "o", "y", "g", "b", "p"]


Phase: TypeAlias = Literal["gems", "first", "start", "roll", "deal", "solve", "reward", "solved", "over"]


Hex: TypeAlias = Annotated[int, Meta(ge=1, le=HEXES)]


_RACE = {"when": {"mode": "race"}}  # options that matter only there


_PRACTICE = {"when": {"mode": "practice"}}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the components (1.3, 1.4, 1.5), the rewards (4.1) and practice (6.1, 6.2)."""

    mode: Annotated[Mode, Meta(description="A race of two to four, or practice for one")] = "race"
    side: Annotated[Side, Meta(description="Normal boards take three tiles, expert ones four")] = "normal"
    sand: Annotated[
        int, Meta(ge=10, le=600, description="Race: seconds that the sand runs", extra_json_schema=_RACE)
    ] = 60
    tracks: Annotated[
        int, Meta(ge=12, le=13, description="Race: jewels on a track", extra_json_schema=_RACE)
    ] = 13
    fourth: Annotated[
        int, Meta(ge=0, le=1, description="Race: hexes that the fourth may move", extra_json_schema=_RACE)
    ] = 1
    grade: Annotated[
        Grade, Meta(description="Practice: how hard the puzzles are", extra_json_schema=_PRACTICE)
    ] = "any"
    puzzle: Annotated[
        str,
        Meta(
            max_length=20,
            description="Practice: one puzzle, a board and a symbol; else puzzle after puzzle",
            examples=["12 eye"],
            extra_json_schema={**_PRACTICE, "clause": "gate 6.2"},
        ),
    ] = ""
    box: Annotated[
        int, Meta(ge=0, le=999_999, description="Boards: 0 is the printed set, other numbers fresh ones")
    ] = 0
    series: Annotated[
        int, Meta(ge=1, le=2, description="Fresh boards: 2, or 1 as they were made before 17 November 2026")
    ] = 2


class Put(Struct, frozen=True, tag="put"):
    cells: Mask  # the tile is known by its shape


class Lift(Struct, frozen=True, tag="lift"):
    tile: str


class Start(Struct, frozen=True, tag="start"):
    hex: Hex


class Move(Struct, frozen=True, tag="move"):
    hex: Hex  # to stand on; the present one: stay


class Gem(Struct, frozen=True, tag="gem"):
    colour: Colour


class First(Struct, frozen=True, tag="first"):
    seat: Seat


class Dealt(Struct, frozen=True, tag="board"):
    board: int


class Die(Struct, frozen=True, tag="die"):
    symbol: Symbol


Action: TypeAlias = Put | Lift | Start | Move | Literal["roll", "resign", "next", "done"]


Chance: TypeAlias = Gem | First | Dealt | Die


class Finish(NamedTuple):
    """A cover completed in time."""

    seat: Seat
    time: Millis  # since the boards were revealed
    took: str  # jewels, "rb"; empty if none or not yet


class Tried(NamedTuple):
    """A finished or abandoned puzzle of a practice."""

    board: int
    symbol: Symbol
    time: Millis | None  # None: left unsolved


class State(Struct, frozen=True):
    """A match in any phase. What the mode or the phase has no use for is as at the start."""

    options: Options  # those that matter in the mode; others are as by default
    seats: int
    phase: Phase
    seat: Seat  # start, reward: the seat that decides; else 0
    round: int  # from 1; 0 while pyramids are placed; practice: number of the puzzle
    starter: Seat  # rolls this round; 0 before the first is drawn
    sand: int  # solve: which sand runs, 1 or 2; else 0
    until: Millis | None  # when time itself acts: the sand or the patience for a decision ends
    since: Millis  # practice: when the puzzle was revealed; else 0
    tracks: tuple[str, ...]  # by hex from 1: colours from the left, "." taken; grows in phase gems
    hexes: tuple[int | None, ...]  # by seat, from 1; None: not placed
    jewels: tuple[tuple[int, ...], ...]  # by seat, by colour in the order of JEWELS
    discarded: tuple[int, ...]  # boards of earlier rounds, by number
    boards: tuple[int | None, ...]  # by seat, of this round or the last
    symbol: Symbol | None  # thrown for them
    tiles: tuple[tuple[Mask, ...], ...]  # by seat, as they lie, in the order in which they were put
    solved: tuple[Finish, ...]  # in order of finishing
    results: tuple[tuple[Finish, ...], ...]  # by round, of those whose boards are discarded
    tried: tuple[Tried, ...]  # practice: the puzzles before this one
    resigned: tuple[bool, ...]  # by seat
    now: Millis  # when the event to come happens; 0 between events


def remaining_seats(s: State) -> list[Seat]:
    """The seats that have not resigned (3.7)."""
    return [seat for seat in range(s.seats) if not s.resigned[seat]]


def puzzle(s: State, seat: Seat) -> Puzzle | None:
    """The puzzle that a seat is to cover; None before the die is thrown (3.2)."""
    board = s.boards[seat]
    if board is None or s.symbol is None:
        return None
    own = s.options
    return puzzles.puzzle(own.box, own.side, board, s.symbol, own.grade, own.series)


def region(s: State, board: int) -> Mask:
    """The white cells of a board that is dealt in this match."""
    own = s.options
    return puzzles.region(own.box, own.side, board, own.grade, own.series)


def bare_cells(s: State, seat: Seat) -> Mask:
    """The white cells of a seat's board that no tile covers."""
    one = puzzle(s, seat)
    if one is None:
        return 0
    left = one.region
    for mask in s.tiles[seat]:
        left &= ~mask
    return left


def is_locked(s: State, seat: Seat) -> bool:
    """Whether the seat has completed its cover (3.8)."""
    return any(finish.seat == seat for finish in s.solved)


def reach(s: State, seat: Seat) -> int:
    """Hexes that a solver may move, by its rank (4.1)."""
    rank = [finish.seat for finish in s.solved].index(seat)
    return s.options.fourth if rank == len(REACH) - 1 else REACH[rank]


def hexes_in_reach(s: State, seat: Seat) -> range:
    """The hexes on which a solver may stand next; the column does not wrap (4.1)."""
    far, here = reach(s, seat), s.hexes[seat] or 1
    return range(max(1, here - far), min(HEXES, here + far) + 1)


def next_jewels(s: State, hex: int) -> str:
    """The two leftmost jewels left on a hex's track, or what there is (4.1, 4.4)."""
    track = s.tracks[hex - 1] if hex <= len(s.tracks) else ""
    return track.replace(TAKEN, "")[:TAKES]


def revealed_at(s: State) -> Millis:
    """The time at which the boards that are being solved were revealed."""
    if s.options.mode == "practice" or s.until is None:
        return s.since
    return s.until - s.sand * 1000 * s.options.sand


def seat_due_board(s: State) -> Seat | None:
    """The seat that is dealt the next board, clockwise from the starter; None: all have one (3.1)."""
    order = [(s.starter + n) % s.seats for n in range(s.seats)]
    return next((seat for seat in order if s.boards[seat] is None and not s.resigned[seat]), None)
