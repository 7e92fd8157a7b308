"""Words for a learner of the Gate: where a tile belongs and why, and which tile lies wrong.

A puzzle has one solution (1.3), so what is said of a tile is certain. In a race nobody is helped (6.4); the
words about hexes serve programs that ask there.
"""

from __future__ import annotations

from benben.core.contract import Blunder, Comparison, Seat
from benben.games.gate.board import JEWELS, WIDTH, Puzzle, extent, placements, tile_of
from benben.games.gate.puzzles.grade import careful_placements
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Action, Lift, Move, Put, Start
from benben.games.gate.views import View
from benben.solve.cover import Mask

TILE_WORDS = {  # by tile: how a player calls it
    "I2": "bar of two",
    "I3": "bar of three",
    "V3": "corner of three",
    "I4": "bar of four",
    "O4": "square",
    "T4": "T of four",
    "S4": "step of four",
    "L4": "L of four",
    "P5": "P of five",
    "L5": "L of five",
    "Y5": "Y of five",
    "Z5": "Z of five",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def reason(v: View, seat: Seat, action: Action) -> str:
    """Why to put or lift this tile; the board marks where. In a race: what a hex brings."""
    match action:
        case Lift(tile=tile):
            return f"The {TILE_WORDS[tile]} lies wrong: with it there the board cannot be covered. Lift it."
        case Put(cells=mask):
            return _placing(v, seat, mask)
        case Start(hex=hex):
            return f"Next to hex {hex} lie {_jewels(state.next_jewels(v, hex))}."
        case Move(hex=hex):
            return _taking(v, seat, state.next_jewels(v, hex))
        case "roll":
            return "Everybody waits for you: the boards are dealt when you roll."
        case "next":
            return "This puzzle is behind you: another one comes."
    return "Nothing is left to do here."


def focus(v: View, seat: Seat) -> str:
    """What matters on this board, before the seat puts a tile; no tile is told."""
    one = state.puzzle(v, seat)
    if v.phase != "solve" or one is None:
        return "Jewels of one colour win: take where your own colour lies next."
    wrong = [mask for mask in v.tiles[seat] if mask not in one.solution]
    if wrong:
        many = "One tile lies" if len(wrong) == 1 else f"{_NUMBERS[len(wrong)].capitalize()} tiles lie"
        return f"{many} wrong: the white cells that are left cannot be covered."
    bare, left = state.bare_cells(v, seat), _loose(v, seat, one)
    if len(left) == 1:
        return "The last tile fits in one way only: turn and flip it."
    ways = {tile: len(placements(tile, bare)) for tile in left}
    fewest = min(ways.values())
    if fewest == 1:
        return "One of your tiles fits in a single way: find it first."
    return f"Begin with the tile that has the fewest places: one of yours has {fewest}."


def blunder(v: View, seat: Seat, action: Action, compared: Comparison | None) -> Blunder | None:  # noqa: ARG001
    """A tile put where the only solution does not have it, or lifted from where it has (1.3)."""
    one = state.puzzle(v, seat)
    if v.options.mode != "practice" or one is None:
        return None
    if isinstance(action, Put) and action.cells not in one.solution:
        if any(mask not in one.solution for mask in v.tiles[seat]):
            return None  # another one lies wrong already
        tile = tile_of(action.cells) or ""
        ways = len(placements(tile, state.bare_cells(v, seat)))
        better = Put(one.solution[one.tiles.index(tile)])
        found = f"Of {ways} places that it has, one is right."
        return Blunder(better, f"With the {TILE_WORDS[tile]} there the board cannot be covered. {found}")
    return None


def _placing(v: View, seat: Seat, mask: Mask) -> str:
    one = state.puzzle(v, seat)
    words = TILE_WORDS[tile_of(mask) or "I2"]
    if one is None:
        return f"The {words} belongs in the marked cells."
    bare = state.bare_cells(v, seat)
    if bare == mask:
        return f"The {words} completes the cover."
    ways = [way for _, way in careful_placements(bare, _loose(v, seat, one))]
    for bit in range(64):
        if mask >> bit & 1 and [way for way in ways if way >> bit & 1] == [mask]:
            where = _where(one.region, bit)
            return f"The {words} belongs in the marked cells: nothing else can cover the one {where}."
    return f"The {words} belongs in the marked cells: its other places leave gaps that no tile fills."


def _taking(v: View, seat: Seat, took: str) -> str:
    if not took:
        return "No jewel is left there, and none within reach is worth more."
    colour = max(took, key=lambda one: v.jewels[seat][list(JEWELS).index(one)] + took.count(one))
    have = v.jewels[seat][list(JEWELS).index(colour)] + took.count(colour)
    return f"It brings {_jewels(took)}: with them you have {have} {JEWELS[colour]}."


def _jewels(took: str) -> str:
    """Jewels in words: "two red", "a red and a blue jewel"."""
    if not took:
        return "no jewels"
    if len(set(took)) == 1:
        name = JEWELS[took[0]]
        return f"two {name} jewels" if len(took) == 2 else f"one {name} jewel"
    return " and ".join(f"one {JEWELS[colour]}" for colour in took) + " jewel"


def _loose(v: View, seat: Seat, one: Puzzle) -> list[str]:
    """The tiles of a seat that do not lie on its board."""
    lying = {tile_of(mask) for mask in v.tiles[seat]}
    return [tile for tile in one.tiles if tile not in lying]


def _where(region: Mask, bit: int) -> str:
    """Where a cell is on the board: "at the top left", "in the middle"."""
    files, ranks = extent(region)
    rank, file = divmod(bit, WIDTH)
    up = "top" if rank == ranks - 1 else "bottom" if rank == 0 else ""
    across = "left" if file == 0 else "right" if file == files - 1 else ""
    if up and across:
        return f"at the {up} {across}"
    if up:
        return f"in the {up} row"
    return f"at the {across} edge" if across else "in the middle"
