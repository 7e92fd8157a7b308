"""The rules of The Gate of the Pyramid: a race for jewels over nine rounds, and practice. Clauses: RULES.md.

The state and what can be read off it are in state.py, how one phase leads to the next in phases.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from benben.core.contract import CHANCE, EVERYONE, OVER, Illegal, Millis, Outcome, Seat
from benben.games.gate import puzzles
from benben.games.gate.board import BOARDS, HEXES, JEWELS, placements, tile_of
from benben.games.gate.rules import phases, practice, state
from benben.games.gate.rules.refusals import why
from benben.games.gate.rules.state import (
    Action,
    Chance,
    Colour,
    Dealt,
    Die,
    First,
    Gem,
    Lift,
    Move,
    Options,
    Put,
    Start,
    State,
    Symbol,
    puzzle,
    remaining_seats,
)

RESIGN: Action = "resign"  # a seat leaves, and the others go on (3.7)
MOST_SEATS = 4
COLOURS = get_args(Colour)
SYMBOLS = get_args(Symbol)

__all__ = [
    "RESIGN",
    "Action",
    "Chance",
    "Options",
    "State",
    "actions",
    "advance",
    "allows_help",
    "chances",
    "contenders",
    "deadline",
    "leaves",
    "moment",
    "outcome",
    "play",
    "seats",
    "settle",
    "start",
    "turn",
    "why",
]


def start(seats: int, options: Options) -> State:
    """The state in which neither jewels nor boards are drawn yet (1.4, 2.1, 6.1)."""
    own = _relevant_options(options)
    _check(seats, own)
    alone = own.mode == "practice"
    return State(
        options=own,
        seats=seats,
        phase="deal" if alone else "gems",
        seat=0,
        round=int(alone),
        starter=0,
        sand=0,
        until=None,
        since=0,
        tracks=() if alone else ("",) * HEXES,
        hexes=(None,) * seats,
        jewels=((0,) * len(JEWELS),) * seats,
        discarded=(),
        boards=(None,) * seats,
        symbol=None,
        tiles=((),) * seats,
        solved=(),
        results=(),
        tried=(),
        resigned=(False,) * seats,
        now=0,
    )


def turn(s: State) -> int:
    if s.phase == "over":
        return OVER
    if s.phase in ("gems", "first", "deal"):
        return CHANCE
    if s.options.mode == "practice":
        return 0
    if s.phase == "solve":
        return EVERYONE  # 3.2
    return s.starter if s.phase == "roll" else s.seat


def actions(s: State, seat: Seat) -> Sequence[Action]:
    """The actions of a seat; resigning comes last (2.2, 3.1, 3.8, 4.1)."""
    if s.phase == "solve":
        if not 0 <= seat < s.seats or s.resigned[seat] or state.is_locked(s, seat):
            return ()
        return (*_puts(s, seat), *_lifts(s, seat), *_breaks(s))
    if s.phase == "solved" and seat == 0:
        return _breaks(s)
    if seat != turn(s) or s.phase == "over":
        return ()
    if s.phase == "start":
        return (*(Start(hex) for hex in range(1, HEXES + 1)), "resign")
    if s.phase == "reward":
        return (*(Move(hex) for hex in state.hexes_in_reach(s, seat)), "resign")
    return ("roll",) if s.phase == "roll" else ()


def leaves(s: State, seat: Seat) -> bool:
    """Whether a seat may resign now: in a race, unless jewels or boards are being laid (3.7)."""
    waits = s.options.mode == "race" and s.phase in ("start", "roll", "solve", "reward")
    return waits and 0 <= seat < s.seats and not s.resigned[seat]


def contenders(s: State) -> list[Seat]:
    """The seats that may still win: those that have not left (3.7, 5.3)."""
    return remaining_seats(s)


def play(s: State, seat: Seat, action: Action) -> State:
    match action:
        case Put(cells=mask):
            s = replace(s, tiles=phases.with_entry(s.tiles, seat, (*s.tiles[seat], mask)))
            return replace(s, now=0) if state.bare_cells(s, seat) else phases.complete_cover(s, seat)
        case Lift(tile=tile):
            lying = tuple(mask for mask in s.tiles[seat] if tile_of(mask) != tile)
            return replace(s, tiles=phases.with_entry(s.tiles, seat, lying), now=0)
        case Start(hex=hex):
            return phases.place_pyramid(s, seat, hex, s.now)
        case Move(hex=hex):
            return phases.take_reward(s, seat, hex, s.now)
        case "roll":
            return phases.begin_round(s)
        case "resign":
            return phases.leave(s, seat)
        case "next":
            return phases.lay_aside(s)
        case "done":
            return replace(s, phase="over", now=0)


def chances(s: State) -> Sequence[tuple[Chance, int]]:
    """The outcomes of one draw, with weights: a jewel, a seat, a board or the die (1.4, 2.1, 2.3, 3.1)."""
    if s.phase == "gems":
        placed = "".join(s.tracks)
        left = [(Gem(colour), s.options.tracks - placed.count(colour)) for colour in COLOURS]
        return [(gem, weight) for gem, weight in left if weight]
    if s.phase == "first":
        return [(First(seat), 1) for seat in range(s.seats)]
    if s.phase != "deal":
        return []
    if s.options.mode == "practice":
        return practice.chances(s)
    if state.seat_due_board(s) is None:
        return [(Die(symbol), 1) for symbol in SYMBOLS]
    used = {*s.discarded, *s.boards}
    return [(Dealt(board), 1) for board in range(1, BOARDS + 1) if board not in used]


def settle(s: State, chance: Chance) -> State:
    match chance:
        case Gem(colour=colour):
            at = next(n for n, track in enumerate(s.tracks) if len(track) < s.options.tracks)
            s = replace(s, tracks=phases.with_entry(s.tracks, at, s.tracks[at] + colour), now=0)
            full = all(len(track) == s.options.tracks for track in s.tracks)
            return replace(s, phase="first") if full else s
        case First(seat=seat):
            due = s.now + state.DECISION
            return replace(s, phase="start", seat=seat, starter=seat, until=due, now=0)
        case Dealt(board=board):
            seat_due = state.seat_due_board(s)
            assert seat_due is not None
            return replace(s, boards=phases.with_entry(s.boards, seat_due, board), now=0)
        case Die(symbol=symbol):
            return phases.pour_sand(s, symbol)


def outcome(s: State) -> Outcome:
    """The result by most jewels in one colour; between equals the second highest count, and so on (5.1)."""
    if s.options.mode == "practice":
        return practice.outcome(s)
    counts = [tuple(sorted(held, reverse=True)) for held in s.jewels]
    keys = [(not gone, *count) for gone, count in zip(s.resigned, counts, strict=True)]
    places = tuple(1 + sum(other > key for other in keys) for key in keys)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    points = tuple(count[0] for count in counts)
    stay = remaining_seats(s)
    if len(stay) == 1:
        return Outcome(places, winners, points, "everybody else has resigned")
    best = counts[winners[0]]
    words = f"{best[0]} jewel{'' if best[0] == 1 else 's'} in one colour"
    rivals = [counts[seat] for seat in stay if seat not in winners and counts[seat][0] == best[0]]
    if len(winners) > 1:
        words += ", shared"
    elif rivals:
        deepest = max(next(n for n in range(len(best)) if rival[n] != best[n]) for rival in rivals)
        words += f", ahead on the {('second', 'third', 'fourth', 'fifth', 'sixth')[deepest - 1]} count"
    return Outcome(places, winners, points, words)


def deadline(s: State) -> Millis | None:
    """When time itself acts: a decision or the sand has run out (2.2, 3.1, 3.5, 4.3)."""
    return s.until


def moment(s: State) -> Millis:
    """The earliest match time at which the state can stand: the last one of which it tells."""
    if s.options.mode == "practice":
        return s.since + max((one.time for one in s.solved), default=0)
    if s.until is None:
        return 0
    if s.phase != "solve":
        return s.until - state.DECISION
    sand = 1000 * s.options.sand
    revealed = s.until - s.sand * sand
    return revealed + max((s.sand - 1) * sand, *(one.time for one in s.solved), 0)


def advance(s: State, now: Millis) -> State:
    """The state in which an event at this time finds the match; at the deadline time has acted."""
    due = s.until
    if due is None or now < due:
        return replace(s, now=now)
    if s.phase == "start":
        return phases.place_pyramid(s, s.seat, 1, due)
    if s.phase == "roll":
        return phases.begin_round(s)
    if s.phase == "reward":
        return phases.take_reward(s, s.seat, s.hexes[s.seat] or 1, due)
    return phases.end_sand(s, due)


def seats(options: Options) -> range:
    """How many may play with these options (2.1, 6.1)."""
    return range(1, 2) if options.mode == "practice" else range(2, MOST_SEATS + 1)


def allows_help(s: State) -> bool:
    """Whether undo and hints are allowed: in practice they are, in a race not (6.4)."""
    return s.options.mode == "practice"


def _check(many: int, options: Options) -> None:
    if many not in seats(options):
        alone = options.mode == "practice"
        clause, words = (
            ("gate 6.1", "Practice is for one") if alone else ("gate 2.1", "A race is for two to four")
        )
        raise Illegal(clause, f"{words} player{'' if alone else 's'}.")


def _relevant_options(options: Options) -> Options:
    """The options that matter in their mode; the others are as by default."""
    grade = options.grade if options.mode == "practice" else "any"
    fresh = (options.box, grade) != (puzzles.PRINTED, puzzles.RACE)
    series = options.series if fresh else puzzles.SERIES
    if options.mode == "practice":
        own = Options(mode="practice", side=options.side, grade=grade, box=options.box, series=series)
        if options.puzzle:
            board, symbol = practice.chosen_puzzle(options.puzzle)
            return replace(own, puzzle=f"{board:02} {symbol}")
        return own
    if options.puzzle:
        raise Illegal("gate 6.2", "A puzzle of your choice is for practice.")
    return replace(options, grade=grade, series=series)


def _puts(s: State, seat: Seat) -> list[Action]:
    """Every way to put a tile that does not lie on cells that are white and bare (3.8)."""
    one, left = puzzle(s, seat), state.bare_cells(s, seat)
    assert one is not None
    lying = {tile_of(mask) for mask in s.tiles[seat]}
    return [
        Put(mask)
        for tile in one.tiles
        if tile not in lying
        for mask in placements(tile, one.region)
        if mask & left == mask
    ]


def _lifts(s: State, seat: Seat) -> list[Action]:
    return [Lift(tile) for tile in map(tile_of, s.tiles[seat]) if tile]


def _breaks(s: State) -> tuple[Action, ...]:
    """How to leave a puzzle (3.7, 6.2, 6.3)."""
    if s.options.mode == "race":
        return ("resign",)
    return ("done",) if s.options.puzzle else ("next", "done")
