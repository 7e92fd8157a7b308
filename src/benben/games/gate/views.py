"""What a seat may know of the Gate, which is everything (3.9), and how a client draws it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from benben.core.contract import Draw, Event, Seat
from benben.games.gate.board import HEXES, ROUNDS, Puzzle, cells_text, region_text, tile_of
from benben.games.gate.notation import name
from benben.games.gate.rules import outcome, state, turn
from benben.games.gate.rules.state import Action, Finish, Lift, Move, Options, Put, Start, State

View = State  # nothing is secret: what is not on the table has not been drawn


class TilePicture(Struct, frozen=True):
    """A tile that a seat is to use this round."""

    name: str  # "L4"
    cells: str  # where it lies, by file then rank: "a1a2a3b3"; "" beside the board
    solution: str  # where it belongs; "" unless the round is over and the board was not covered (5.2)


class SeatPicture(Struct, frozen=True):
    hex: int | None  # 1 to 6 from the bottom; null before it is placed
    jewels: tuple[int, ...]  # held, by colour in the order r o y g b p
    board: int | None  # number of the puzzle board, 1 to 36; null: none
    region: str  # white "." and black "#", top rank first, ranks joined by "/"; "" without a board
    tiles: tuple[TilePicture, ...]  # to use, in the order of the box; () until the die is thrown
    rank: int | None  # of finishing this round, from 1; null: not covered
    time: int | None  # ms from the start of the sand to the cover; null: not covered
    took: str  # jewels taken this round: "rb"; "" if none (yet)
    resigned: bool
    place: int | None  # when the match is over: 1 is best, equal numbers share the place


class FinishPicture(Struct, frozen=True):
    """A cover completed in time."""

    seat: int
    time: int  # ms from the start of the sand
    took: str  # jewels taken for it, "rb"


class PuzzlePicture(Struct, frozen=True):
    """A puzzle of a practice that was left behind or is at play."""

    board: int
    symbol: str
    time: int | None  # ms; null: not solved


class Picture(Struct, frozen=True):
    """A match as a client draws it. What belongs to a round stays until the next roll."""

    mode: Literal["race", "practice"]
    side: Literal["normal", "expert"]
    phase: Literal["gems", "first", "start", "roll", "deal", "solve", "reward", "solved", "over"]
    turn: int  # a seat, -1 chance, -2 everyone, -3 over
    round: int  # 1 to 9; 0 while pyramids are placed; practice: the puzzle's number
    rounds: int  # 9; practice: 0, there is no end
    starter: int | None  # seat that rolls, or rolled, this round; null before it is drawn
    symbol: Literal["ankh", "eye", "scarab", "lotus", "falcon", "jackal"] | None  # of the die
    sand: int  # 1 or 2: which sand runs; 0: none
    since: int | None  # ms of match time: the sand that runs began, practice: the puzzle was laid out
    until: int | None  # ms of match time: when time acts next (sand, or a decision); null: never
    length: int  # ms that a sand runs
    tracks: tuple[str, ...]  # by hex from 1: colours left to right, "." taken; shorter while gems are placed
    takes: tuple[str, ...]  # by hex from 1: what a solver who stands there takes next: "rb", "r" or ""
    seats: tuple[SeatPicture, ...]
    results: tuple[tuple[FinishPicture, ...], ...]  # by finished round, in order of finishing
    grade: Literal["any", "easy", "medium", "hard"]  # practice: of the puzzles
    box: int  # 0: the printed boards
    puzzles: tuple[PuzzlePicture, ...]  # practice: those before, oldest first, then the present one


class Choice(Struct, frozen=True):
    """An action as a client offers it. Its fields are few, because a solver may have a hundred puts."""

    text: str  # in notation, what Act sends: "put a1a2a3b3"
    kind: Literal["put", "lift", "start", "move", "roll", "resign", "next", "done"]
    tile: str  # put, lift: "L4"; else ""
    cells: str  # put: the cells it covers; lift: those it leaves: "a1a2a3b3"; else ""
    hex: int  # start, move: 1 to 6; else 0
    takes: str  # move: the jewels, "rb"; else ""


def view(s: State, seat: Seat | None) -> View:  # noqa: ARG001 - the same for everybody
    return s


def seen(s: State, event: Event, seat: Seat | None) -> Event:  # noqa: ARG001
    return event


def guess(v: View, draw: Draw) -> State:  # noqa: ARG001
    return v


def thrower(v: View) -> Seat | None:  # noqa: ARG001
    """None: the starter only says that it rolls; boards and die follow without a seat (3.1)."""
    return None


def apart(options: Options) -> str:
    """Why several people cannot share a device; empty: they can."""
    if options.mode == "race":
        return "In a race all solve at once, so everybody needs a device."
    return ""


def picture(v: View) -> Picture:
    own, running = v.options, v.phase == "solve"
    behind = _is_round_over(v) and any(board is not None for board in v.boards)
    rounds = (*v.results, v.solved) if behind and own.mode == "race" else v.results
    return Picture(
        mode=own.mode,
        side=own.side,
        phase=v.phase,
        turn=turn(v),
        round=v.round,
        rounds=0 if own.mode == "practice" else ROUNDS,
        starter=None if v.phase in ("gems", "first") or own.mode == "practice" else v.starter,
        symbol=v.symbol,
        sand=v.sand,
        since=None if not running else v.since if v.until is None else v.until - 1000 * own.sand,
        until=v.until,
        length=1000 * own.sand,
        tracks=v.tracks,
        takes=tuple(state.next_jewels(v, hex) for hex in range(1, HEXES + 1)),
        seats=tuple(_seat(v, seat) for seat in range(v.seats)),
        results=tuple(tuple(FinishPicture(*finish) for finish in solved) for solved in rounds),
        grade=own.grade,
        box=own.box,
        puzzles=_puzzles(v),
    )


def choice(v: View, seat: Seat, action: Action) -> Choice:
    text = name(v, action)
    match action:
        case Put(cells=mask):
            return Choice(text, "put", tile_of(mask) or "", cells_text(mask), 0, "")
        case Lift(tile=tile):
            lying = next(mask for mask in v.tiles[seat] if tile_of(mask) == tile)
            return Choice(text, "lift", tile, cells_text(lying), 0, "")
        case Start(hex=hex):
            return Choice(text, "start", "", "", hex, "")
        case Move(hex=hex):
            return Choice(text, "move", "", "", hex, state.next_jewels(v, hex))
        case word:
            return Choice(text, word, "", "", 0, "")


def _is_round_over(v: View) -> bool:
    """Whether the round whose boards lie on the table is over, so that its solutions may be shown (5.2)."""
    return v.phase in ("roll", "over")


def _seat(v: View, seat: Seat) -> SeatPicture:
    board, one = v.boards[seat], state.puzzle(v, seat)
    rank = next((n for n, finish in enumerate(v.solved, 1) if finish.seat == seat), None)
    finish: Finish | None = v.solved[rank - 1] if rank else None
    return SeatPicture(
        hex=v.hexes[seat],
        jewels=v.jewels[seat],
        board=board,
        region="" if board is None else region_text(state.region(v, board)),
        tiles=() if one is None else _tiles(v, seat, one, _is_round_over(v) and finish is None),
        rank=rank,
        time=finish.time if finish else None,
        took=finish.took if finish else "",
        resigned=v.resigned[seat],
        place=outcome(v).places[seat] if v.phase == "over" else None,
    )


def _tiles(v: View, seat: Seat, one: Puzzle, shown: bool) -> tuple[TilePicture, ...]:
    lying = {tile_of(mask): cells_text(mask) for mask in v.tiles[seat]}
    return tuple(
        TilePicture(tile, lying.get(tile, ""), cells_text(mask) if shown else "")
        for tile, mask in zip(one.tiles, one.solution, strict=True)
    )


def _puzzles(v: View) -> tuple[PuzzlePicture, ...]:
    """Practice: the puzzles that were tried, and the one on the table."""
    found = [PuzzlePicture(*one) for one in v.tried]
    if v.options.mode == "practice" and v.boards[0] is not None and v.symbol is not None:
        found.append(PuzzlePicture(v.boards[0], v.symbol, v.solved[0].time if v.solved else None))
    return tuple(found)
