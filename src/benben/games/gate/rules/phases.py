"""A match of the Gate from phase to phase. Clauses: RULES.md.

A race goes gems, first, start (a seat after the other), and then nine times roll, deal, solve, reward (a
solver after the other); then it is over. Practice goes deal, solve, solved, and again.

Boards, symbol, tiles and who solved stay in the state until the next roll, so that everybody can look at
them. Between two events a state knows no present time; `advance` tells it when the next event happens.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from benben.core.contract import Millis, Seat
from benben.games.gate import puzzles as box
from benben.games.gate.board import HEXES, REACH, ROUNDS, Puzzle
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
    """Of the components (1.3, 1.4, 1.5), the rewards (4.1) and practice (6.1, 6.2)."""

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
    """A puzzle of a practice that lies behind."""

    board: int
    symbol: Symbol
    time: Millis | None  # None: left unsolved


class State(Struct, frozen=True):
    """A match in any phase. What the mode or the phase has no use for is as at the start."""

    options: Options  # those that matter in the mode; others are as by default
    seats: int
    phase: Phase
    seat: Seat  # start, reward: who decides; else 0
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


# What a state means


def playing(s: State) -> list[Seat]:
    """The seats that have not resigned (3.7)."""
    return [seat for seat in range(s.seats) if not s.resigned[seat]]


def puzzle(s: State, seat: Seat) -> Puzzle | None:
    """What the seat is to cover; None before the die is thrown (3.2)."""
    board = s.boards[seat]
    if board is None or s.symbol is None:
        return None
    own = s.options
    return box.puzzle(own.box, own.side, board, s.symbol, own.grade, own.series)


def region(s: State, board: int) -> Mask:
    """The white cells of a board that is dealt in this match."""
    own = s.options
    return box.region(own.box, own.side, board, own.grade, own.series)


def bare(s: State, seat: Seat) -> Mask:
    """The white cells that no tile covers."""
    one = puzzle(s, seat)
    if one is None:
        return 0
    left = one.region
    for mask in s.tiles[seat]:
        left &= ~mask
    return left


def locked(s: State, seat: Seat) -> bool:
    """Whether the seat has completed its cover (3.8)."""
    return any(finish.seat == seat for finish in s.solved)


def reach(s: State, seat: Seat) -> int:
    """Hexes that a solver may move, by its rank (4.1)."""
    rank = [finish.seat for finish in s.solved].index(seat)
    return s.options.fourth if rank == len(REACH) - 1 else REACH[rank]


def in_reach(s: State, seat: Seat) -> range:
    """The hexes on which a solver may stand next; the column does not wrap (4.1)."""
    far, here = reach(s, seat), s.hexes[seat] or 1
    return range(max(1, here - far), min(HEXES, here + far) + 1)


def takes(s: State, hex: int) -> str:
    """The two leftmost jewels left on a hex's track, or what there is (4.1, 4.4)."""
    track = s.tracks[hex - 1] if hex <= len(s.tracks) else ""
    return track.replace(TAKEN, "")[:TAKES]


def revealed(s: State) -> Millis:
    """When the boards that are being solved were revealed."""
    if s.options.mode == "practice" or s.until is None:
        return s.since
    return s.until - s.sand * 1000 * s.options.sand


# How one phase leads to the next


def placed(s: State, seat: Seat, hex: int, now: Millis) -> State:
    """A pyramid stands; the next seat places, then the first round begins (2.2)."""
    return _next_start(replace(s, hexes=changed(s.hexes, seat, hex)), seat, now)


def rolled(s: State) -> State:
    """The boards of the last round are discarded and new ones are dealt (3.1, 3.6)."""
    old = [board for board in s.boards if board is not None]
    return replace(
        s,
        phase="deal",
        until=None,
        discarded=tuple(sorted([*s.discarded, *old])),
        boards=(None,) * s.seats,
        symbol=None,
        tiles=((),) * s.seats,
        solved=(),
        results=(*s.results, s.solved) if old else s.results,
        now=0,
    )


def due_board(s: State) -> Seat | None:
    """Who is dealt the next board, clockwise from the starter (3.1)."""
    order = [(s.starter + n) % s.seats for n in range(s.seats)]
    return next((seat for seat in order if s.boards[seat] is None and not s.resigned[seat]), None)


def poured(s: State, symbol: Symbol) -> State:
    """All is revealed, and the sand runs from this moment (3.1); in practice there is none (6.1)."""
    s = replace(s, phase="solve", symbol=symbol, tiles=((),) * s.seats)
    if s.options.mode == "practice":
        return replace(s, since=s.now, now=0)
    return replace(s, sand=1, until=s.now + 1000 * s.options.sand, now=0)


def covered(s: State, seat: Seat) -> State:
    """The last bare cell is covered: that alone claims it (3.3, 3.10). When all have, sand stops (3.4)."""
    s = replace(s, solved=(*s.solved, Finish(seat, s.now - revealed(s), "")))
    if s.options.mode == "practice":
        return replace(s, phase="over" if s.options.puzzle else "solved", now=0)
    return _all_solved(s, s.now) or replace(s, now=0)


def left(s: State, seat: Seat) -> State:
    """A seat is out; with one seat left the match is over (3.7)."""
    s = replace(s, resigned=changed(s.resigned, seat, True))
    if len(playing(s)) == 1:
        unrolled = s.phase == "roll" and s.round > 1  # the boards of the round before lie there
        last = s.round - 1 if unrolled else s.round
        return replace(s, phase="over", seat=0, round=last, sand=0, until=None, now=0)
    if s.phase == "solve":
        return _all_solved(s, s.now) or replace(s, now=0)
    if s.phase == "roll" and seat == s.starter:
        return replace(s, starter=_after(s, seat), until=s.now + DECISION, now=0)
    if s.phase == "start" and seat == s.seat:
        return _next_start(s, seat, s.now)
    if s.phase == "reward" and seat == s.seat:
        return rewarded(s, s.now)
    return replace(s, now=0)


def run_out(s: State, now: Millis) -> State:
    """The sand has run out: rewards, or once more if nobody has solved (3.5, 3.7)."""
    if any(not s.resigned[finish.seat] for finish in s.solved):
        return _reward(s, 0, now)
    if s.sand == 1:
        return replace(s, sand=2, until=now + 1000 * s.options.sand, now=0)
    return _round_over(s, now)


def taken(s: State, seat: Seat, hex: int, now: Millis) -> State:
    """A solver stands on a hex and takes its jewels; then the next solver (4.1)."""
    return rewarded(take(s, seat, hex), now)


def take(s: State, seat: Seat, hex: int) -> State:
    """The pyramid stands on the hex, and its two leftmost jewels change hands (4.1)."""
    took, track = takes(s, hex), s.tracks[hex - 1]
    gone = len(track) - len(track.replace(TAKEN, ""))  # taken holes are the leftmost
    track = TAKEN * (gone + len(took)) + track[gone + len(took) :]
    held = tuple(n + took.count(colour) for n, colour in zip(s.jewels[seat], "roygbp", strict=True))
    return replace(
        s,
        hexes=changed(s.hexes, seat, hex),
        tracks=changed(s.tracks, hex - 1, track),
        jewels=changed(s.jewels, seat, held),
        solved=tuple(one._replace(took=took) if one.seat == seat else one for one in s.solved),
    )


def rewarded(s: State, now: Millis) -> State:
    """Who was asked has decided or left."""
    return _reward(s, [finish.seat for finish in s.solved].index(s.seat) + 1, now)


def laid_aside(s: State) -> State:
    """Practice: the puzzle lies behind, the next one is drawn (6.2)."""
    board, symbol = s.boards[0], s.symbol
    assert board is not None
    assert symbol is not None
    time = s.solved[0].time if s.solved else None
    return replace(
        s,
        phase="deal",
        round=s.round + 1,
        since=0,
        boards=(None,),
        symbol=None,
        tiles=((),),
        solved=(),
        tried=(*s.tried, Tried(board, symbol, time)),
        now=0,
    )


def _next_start(s: State, seat: Seat, now: Millis) -> State:
    for n in range(1, s.seats):
        other = (seat + n) % s.seats
        if s.hexes[other] is None and not s.resigned[other]:
            return replace(s, seat=other, until=now + DECISION, now=0)
    starter = s.starter if not s.resigned[s.starter] else _after(s, s.starter)
    return replace(s, phase="roll", seat=0, round=1, starter=starter, until=now + DECISION, now=0)


def _all_solved(s: State, now: Millis) -> State | None:
    """Everybody still playing has solved: the sand stops (3.4)."""
    return _reward(s, 0, now) if all(locked(s, seat) for seat in playing(s)) else None


def _reward(s: State, rank: int, now: Millis) -> State:
    """The solver of this rank is asked, unless there is nothing to ask (4.1, 4.3)."""
    s = replace(s, phase="reward", sand=0)
    for seat in [finish.seat for finish in s.solved[rank:] if not s.resigned[finish.seat]]:
        if reach(s, seat):
            return replace(s, seat=seat, until=now + DECISION, now=0)
        s = take(s, seat, s.hexes[seat] or 1)
    return _round_over(s, now)


def _round_over(s: State, now: Millis) -> State:
    """The starter passes clockwise, or nine rounds have been played (3.6, 3.7, 5.1)."""
    if s.round == ROUNDS:
        return replace(s, phase="over", seat=0, sand=0, until=None, now=0)
    return replace(
        s,
        phase="roll",
        seat=0,
        round=s.round + 1,
        starter=_after(s, s.starter),
        sand=0,
        until=now + DECISION,
        now=0,
    )


def _after(s: State, seat: Seat) -> Seat:
    """The next seat still playing, clockwise (3.7)."""
    return next(
        other for other in ((seat + n) % s.seats for n in range(1, s.seats + 1)) if not s.resigned[other]
    )


def changed(row: tuple, at: int, value: object) -> tuple:  # type: ignore[type-arg]
    """The row with one entry changed."""
    return (*row[:at], value, *row[at + 1 :])
