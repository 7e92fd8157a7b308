"""Why an action of the Gate is refused. Clauses: RULES.md."""

from __future__ import annotations

from benben.core.contract import Seat
from benben.games.gate.board import cells, tile_of
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Action, Chance, Lift, Move, Put, Start, State, puzzle
from benben.solve.cover import Mask

_PLACED = ("gate 2.2", "The pyramids have been placed.")
_DRAWING = "The next puzzle is being drawn."


def why(s: State, seat: Seat, action: Action) -> tuple[str, str]:
    """The clause and the sentence by which an action is refused."""
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
            return ("gate 6.1", "There are no pyramids in practice.") if alone else _PLACED
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
            return "gate 6.2", "This practice is the one puzzle." if s.options.puzzle else _DRAWING
        case "done":
            return "gate 6.3", _DRAWING if alone else "A race has no done."


def _why_tiles(s: State, seat: Seat, action: Put | Lift) -> tuple[str, str]:
    one = puzzle(s, seat)
    if state.is_locked(s, seat):
        return "gate 3.8", "Your cover is complete: the board is locked."
    if s.phase != "solve" or one is None:
        if s.options.mode == "practice":
            return "gate 6.2", _DRAWING
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
        return "gate 3.8", f"{_cells_and_verb(black)} not white."
    return "gate 3.8", f"{_cells_and_verb(action.cells & ~state.bare_cells(s, seat))} covered already."


def _cells_and_verb(mask: Mask) -> str:
    """Cells with their verb: a1 is; a1 and b2 are."""
    *others, last = cells(mask)
    text = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    return f"{text[0].upper()}{text[1:]}"


def _why_move(s: State, seat: Seat, hex: int) -> tuple[str, str]:
    if s.options.mode == "practice":
        return "gate 6.1", "There are no jewels in practice."
    if s.phase != "reward":
        return "gate 4.1", "Pyramids move when the sand has stopped."
    if not state.is_locked(s, seat):
        return "gate 4.2", "Who did not solve neither moves nor collects."
    if seat != s.seat:
        return "gate 4.1", f"Seat {s.seat + 1} moves now."
    far = state.reach(s, seat)
    return "gate 4.1", f"Hex {hex} is too far: you may move {far} hex{'' if far == 1 else 'es'} at most."
