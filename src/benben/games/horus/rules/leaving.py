"""A seat resigns: its adventurer is out, and the others play on (7.6)."""

from __future__ import annotations

from msgspec.structs import replace

from benben.core.contract import Seat
from benben.games.horus.board import ADVENTURERS, BLOCK, DEAD
from benben.games.horus.rules import phases
from benben.games.horus.rules.chance import dealt
from benben.games.horus.rules.edits import eliminated
from benben.games.horus.rules.state import State, in_play

_STEPS = (
    "load",
    "stamina",
    "turn",
    "alcove",
    "rerolled",
    "wound",
    "shed",
    "foresight",
    "foreseen",
    "dodge",
    "flee",
)


def leaves(s: State, seat: Seat) -> bool:
    """May this seat resign now? While anybody is asked, and while a roll waits for a hand (7.6).

    Before the Ankh is drawn only the seat that chooses may.
    """
    if s.phase == "choose":
        return seat == s.seat and len(contenders(s)) > 1
    if not s.round or not 0 <= seat < len(s.players) or not in_play(s.players[seat]):
        return False
    waits = (s.phase == "roll" and not any(s.roll)) or (s.phase == "mummies" and not any(s.cast))
    return waits or s.phase in _STEPS


def contenders(s: State) -> list[Seat]:
    """The seats that may still win: those that are in play or have escaped (7.3, 7.7, 7.8)."""
    return [seat for seat, p in enumerate(s.players) if p.place != DEAD]


def resigned(s: State, seat: Seat) -> State:
    """Out like the eliminated; whatever the seat was asked goes on without it (7.6)."""
    if s.phase == "choose":
        return _unchosen(s, seat)
    asked, drawn = s.seat == seat, s.phase == "wound" and s.arg != BLOCK
    s = eliminated(s, seat)
    if asked and drawn:
        s = replace(s, gone=tuple(sorted((*s.gone, s.arg))))  # the wound was drawn, and counts no more
    if not any(map(in_play, s.players)):
        return phases.scoring(
            replace(s, roll=s.roll if any(s.roll) else (), cast=s.cast if any(s.cast) else ())
        )
    return _without(s, seat) if asked else s


def _unchosen(s: State, seat: Seat) -> State:
    """Who leaves before choosing stands for the first adventurer that is free, and is out (7.6)."""
    taken = [p.adventurer for p in s.players]
    return eliminated(dealt(s, next(one for one in range(len(ADVENTURERS)) if one not in taken)), seat)


def _without(s: State, seat: Seat) -> State:
    """Where play goes on when the seat that was asked is out."""
    match s.phase:
        case "load":
            return phases.loading(s, phases.after(s, seat))
        case "stamina":
            return phases.rolling(s)
        case "foresight":
            return phases.foreseeing(s, phases.after(s, seat))
        case "foreseen":
            return replace(s, phase="fall")  # the block that was seen falls (8.8)
        case "shed" if s.arg == 4:
            return phases.settled(s)
        case "dodge" | "flee":
            return phases.crushed(s)
        case "wound" | "shed" if s.arg in (BLOCK, 5):
            return phases.crushed(s)
    return phases.went_on(s, seat)
