"""What a match is made of: entries, and the match as a value. How one follows another is in match.py."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import msgspec

from benben.core.contract import OVER, Event, Game, Millis, Outcome, Seat
from benben.core.trail import Trail


class Undone(NamedTuple):
    at: Millis
    by: Seat
    kept: int  # so many events stand; the later ones are taken back


class Resigned(NamedTuple):
    at: Millis
    by: Seat


class Flagged(NamedTuple):
    """The think-time clock of a seat ran out."""

    at: Millis
    by: Seat


class Aborted(NamedTuple):
    """Broken off without a result."""

    at: Millis
    by: Seat


class Drawn(NamedTuple):
    """All agreed to share the result; `by` is the last who did."""

    at: Millis
    by: Seat


class Reseated(NamedTuple):
    """From now on somebody else plays this seat."""

    at: Millis
    by: Seat
    name: str
    level: str  # the bot's level; empty for a person


Entry: TypeAlias = Event | Undone | Resigned | Flagged | Aborted | Drawn | Reseated


class Match(msgspec.Struct, frozen=True):
    game: Game
    seats: int
    options: Any
    state: Any
    events: Trail[Event] = msgspec.field(default_factory=Trail)  # those that stand
    length: int = 0  # entries so far, taken-back events and the entries that took them back included
    at: Millis = 0  # of the last entry
    ended: Outcome | None = None  # ended from outside the rules: resigned, out of time, broken off
    draws: int = 0  # how many of the events that stand are chance's: the number of the next draw
    turn: int = OVER  # what the rules say of the state, or OVER; asked so often that it is worked out once

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(
            self, "turn", self.game.rules.turn(self.state) if self.ended is None else OVER
        )

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def reopens(self) -> bool:
        """Over, but a game for one may still be taken back."""
        return self.seats == 1 and self.ended is None

    @property
    def outcome(self) -> Outcome:
        return self.ended or self.game.rules.outcome(self.state)
