"""The rules of The Gate of the Pyramid: a race for jewels over nine rounds, and practice. Clauses: RULES.md.

How one phase leads to the next is in phases.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from benben.core.contract import CHANCE, EVERYONE, OVER, Illegal, Millis, Outcome, Seat
from benben.games.gate import puzzles
from benben.games.gate.board import (
    BOARDS,
    HEXES,
    JEWELS,
    cells,
    placements,
    tile_of,
)
from benben.games.gate.rules import phases, practice
from benben.games.gate.rules.phases import (
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
    playing,
    puzzle,
)
from benben.solve.cover import Mask

RESIGN: Action = "resign"  # a seat leaves, and the others go on (3.7)
MOST_SEATS = 4
SHARED = True  # the first place may be (5.1)
COLOURS = get_args(Colour)
SYMBOLS = get_args(Symbol)

__all__ = [
    "RESIGN",
    "SHARED",
    "Action",
    "Chance",
    "Options",
    "State",
    "actions",
    "advance",
    "chances",
    "contenders",
    "deadline",
    "free",
    "leaves",
    "outcome",
    "play",
    "seats",
    "settle",
    "start",
    "turn",
    "why",
]


def start(seats: int, options: Options) -> State:
    """Nothing is drawn yet: neither jewels nor boards (1.4, 2.1, 6.1)."""
    own = _trimmed(options)
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
    """What a seat may do; resigning comes last (2.2, 3.1, 3.8, 4.1)."""
    if s.phase == "solve":
        if not 0 <= seat < s.seats or s.resigned[seat] or phases.locked(s, seat):
            return ()
        return (*_puts(s, seat), *_lifts(s, seat), *_breaks(s))
    if s.phase == "solved" and seat == 0:
        return _breaks(s)
    if seat != turn(s) or s.phase == "over":
        return ()
    if s.phase == "start":
        return (*(Start(hex) for hex in range(1, HEXES + 1)), "resign")
    if s.phase == "reward":
        return (*(Move(hex) for hex in phases.in_reach(s, seat)), "resign")
    return ("roll",) if s.phase == "roll" else ()


def leaves(s: State, seat: Seat) -> bool:
    """Whether a seat may resign now: in a race, unless jewels or boards are being laid (3.7)."""
    waits = s.options.mode == "race" and s.phase in ("start", "roll", "solve", "reward")
    return waits and 0 <= seat < s.seats and not s.resigned[seat]


def contenders(s: State) -> list[Seat]:
    """The seats that may still win: those that have not left (3.7, 5.3)."""
    return playing(s)


def play(s: State, seat: Seat, action: Action) -> State:
    match action:
        case Put(cells=mask):
            s = replace(s, tiles=phases.changed(s.tiles, seat, (*s.tiles[seat], mask)))
            return replace(s, now=0) if phases.bare(s, seat) else phases.covered(s, seat)
        case Lift(tile=tile):
            lying = tuple(mask for mask in s.tiles[seat] if tile_of(mask) != tile)
            return replace(s, tiles=phases.changed(s.tiles, seat, lying), now=0)
        case Start(hex=hex):
            return phases.placed(s, seat, hex, s.now)
        case Move(hex=hex):
            return phases.taken(s, seat, hex, s.now)
        case "roll":
            return phases.rolled(s)
        case "resign":
            return phases.left(s, seat)
        case "next":
            return phases.laid_aside(s)
        case "done":
            return replace(s, phase="over", now=0)


def chances(s: State) -> Sequence[tuple[Chance, int]]:
    """One jewel, one board or the die at a time (1.4, 2.1, 2.3, 3.1)."""
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
    if phases.due_board(s) is None:
        return [(Die(symbol), 1) for symbol in SYMBOLS]
    used = {*s.discarded, *s.boards}
    return [(Dealt(board), 1) for board in range(1, BOARDS + 1) if board not in used]


def settle(s: State, chance: Chance) -> State:
    match chance:
        case Gem(colour=colour):
            at = next(n for n, track in enumerate(s.tracks) if len(track) < s.options.tracks)
            s = replace(s, tracks=phases.changed(s.tracks, at, s.tracks[at] + colour), now=0)
            full = all(len(track) == s.options.tracks for track in s.tracks)
            return replace(s, phase="first") if full else s
        case First(seat=seat):
            due = s.now + phases.DECISION
            return replace(s, phase="start", seat=seat, starter=seat, until=due, now=0)
        case Dealt(board=board):
            seat_due = phases.due_board(s)
            assert seat_due is not None
            return replace(s, boards=phases.changed(s.boards, seat_due, board), now=0)
        case Die(symbol=symbol):
            return phases.poured(s, symbol)


def outcome(s: State) -> Outcome:
    """Most jewels in one colour; between equals the second highest count, and so on (5.1)."""
    if s.options.mode == "practice":
        return practice.outcome(s)
    counts = [tuple(sorted(held, reverse=True)) for held in s.jewels]
    keys = [(not gone, *count) for gone, count in zip(s.resigned, counts, strict=True)]
    places = tuple(1 + sum(other > key for other in keys) for key in keys)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    points = tuple(count[0] for count in counts)
    stay = playing(s)
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


def why(s: State, seat: Seat, action: Action) -> tuple[str, str]:
    """Why an action is refused."""
    if isinstance(action, Chance):
        return "gate 3.1", "That is for chance to do."
    alone = s.options.mode == "practice"
    if s.phase == "over":
        return ("gate 6.3" if alone else "gate 5.1"), "The match is over."
    if not 0 <= seat < s.seats:
        return "gate 2.1", f"There is no seat {seat + 1}."
    if s.resigned[seat]:
        return "gate 3.7", "You are out of the match."
    match action:
        case Put() | Lift():
            return _why_tiles(s, seat, action)
        case Start():
            if s.phase in ("gems", "first"):
                return "gate 2.3", "First the jewels are placed and the first player is drawn."
            if s.phase == "start":
                return "gate 2.2", f"Seat {s.seat + 1} places a pyramid now."
            return ("gate 6.1", "There are no pyramids in practice.") if alone else _settled()
        case Move(hex=hex):
            return _why_move(s, seat, hex)
        case "roll":
            if alone:
                return "gate 6.2", "In practice a puzzle comes with next."
            if s.phase == "roll":
                return "gate 3.1", f"Seat {s.starter + 1} rolls this round."
            early = s.phase in ("gems", "first", "start")
            return "gate 3.1", "The pyramids come first." if early else "The die is cast for this round."
        case "resign":
            if alone:
                return "gate 6.3", "Say done to end the practice."
            return "gate 3.7", "You can resign as soon as all is laid and dealt."
        case "next":
            if not alone:
                return "gate 6.2", "In a race everybody waits for the next roll."
            return "gate 6.2", "This practice is the one puzzle." if s.options.puzzle else _drawing()
        case "done":
            return "gate 6.3", _drawing() if alone else "A race has no done."


def deadline(s: State) -> Millis | None:
    """When time itself acts: a decision or the sand has run out (2.2, 3.1, 3.5, 4.3)."""
    return s.until


def advance(s: State, now: Millis) -> State:
    """The state in which an event at this time finds the match; at the deadline time has acted."""
    due = s.until
    if due is None or now < due:
        return replace(s, now=now)
    if s.phase == "start":
        return phases.placed(s, s.seat, 1, due)
    if s.phase == "roll":
        return phases.rolled(s)
    if s.phase == "reward":
        return phases.taken(s, s.seat, s.hexes[s.seat] or 1, due)
    return phases.run_out(s, due)


def seats(options: Options) -> range:
    """How many may play with these options (2.1, 6.1)."""
    return range(1, 2) if options.mode == "practice" else range(2, MOST_SEATS + 1)


def free(s: State) -> bool:
    """Undo and hints are free in practice and off in a race (6.4)."""
    return s.options.mode == "practice"


def _check(many: int, options: Options) -> None:
    if many not in seats(options):
        alone = options.mode == "practice"
        clause, words = (
            ("gate 6.1", "Practice is for one") if alone else ("gate 2.1", "A race is for two to four")
        )
        raise Illegal(clause, f"{words} player{'' if alone else 's'}.")


def _trimmed(options: Options) -> Options:
    """Only what the mode has a use for."""
    grade = options.grade if options.mode == "practice" else "any"
    fresh = (options.box, grade) != (puzzles.PRINTED, puzzles.RACE)
    series = options.series if fresh else puzzles.SERIES
    if options.mode == "practice":
        own = Options(mode="practice", side=options.side, grade=grade, box=options.box, series=series)
        if options.puzzle:
            board, symbol = practice.given(options.puzzle)
            return replace(own, puzzle=f"{board:02} {symbol}")
        return own
    if options.puzzle:
        raise Illegal("gate 6.2", "A puzzle of your choice is for practice.")
    return replace(options, grade=grade, series=series)


def _puts(s: State, seat: Seat) -> list[Action]:
    """Every way to put a tile that does not lie on cells that are white and bare (3.8)."""
    one, left = puzzle(s, seat), phases.bare(s, seat)
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


def _settled() -> tuple[str, str]:
    return "gate 2.2", "The pyramids have been placed."


def _drawing() -> str:
    return "The next puzzle is being drawn."


def _why_tiles(s: State, seat: Seat, action: Put | Lift) -> tuple[str, str]:
    one = puzzle(s, seat)
    if phases.locked(s, seat):
        return "gate 3.8", "Your cover is complete: the board is locked."
    if s.phase != "solve" or one is None:
        if s.options.mode == "practice":
            return "gate 6.2", _drawing()
        late = s.phase in ("reward", "roll") and s.symbol is not None
        return (
            ("gate 3.3", "Too late: the sand has run out.")
            if late
            else ("gate 3.2", "There is nothing to cover yet.")
        )
    lying = [tile_of(mask) for mask in s.tiles[seat]]
    if isinstance(action, Lift):
        return "gate 3.8", f"The {action.tile} does not lie on your board."
    tile = tile_of(action.cells)
    if tile is None:
        return "gate 3.8", "No tile has that shape."
    if tile not in one.tiles:
        return "gate 3.8", f"The {tile} is not among your tiles of this round: {', '.join(one.tiles)}."
    if tile in lying:
        return "gate 3.8", f"The {tile} lies already: lift it first."
    black = action.cells & ~one.region
    if black:
        return "gate 3.8", f"{_named(black)} not white."
    return "gate 3.8", f"{_named(action.cells & ~phases.bare(s, seat))} covered already."


def _named(mask: Mask) -> str:
    """Cells with their verb: a1 is; a1 and b2 are."""
    *others, last = cells(mask)
    text = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    return f"{text[0].upper()}{text[1:]}"


def _why_move(s: State, seat: Seat, hex: int) -> tuple[str, str]:
    if s.options.mode == "practice":
        return "gate 6.1", "There are no jewels in practice."
    if s.phase != "reward":
        return "gate 4.1", "Pyramids move when the sand has stopped."
    if not phases.locked(s, seat):
        return "gate 4.2", "Who did not solve neither moves nor collects."
    if seat != s.seat:
        return "gate 4.1", f"Seat {s.seat + 1} moves now."
    far = phases.reach(s, seat)
    return "gate 4.1", f"Hex {hex} is too far: you may move {far} hex{'' if far == 1 else 'es'} at most."
