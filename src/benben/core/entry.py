"""What a match is made of: entries, and the match as a value. How one follows another is in match.py."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from benben.core.contract import OVER, Event, Game, Millis, Outcome, Seat
from benben.core.reach import Reach
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


class Match:
    """A value: nothing changes it, and whatever follows is another one."""

    __slots__ = (
        "at",
        "draws",
        "ended",
        "events",
        "game",
        "length",
        "options",
        "reach",
        "seats",
        "state",
        "turn",
    )

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Any,
        state: Any,
        events: Trail[Event] | None = None,
        length: int = 0,
        at: Millis = 0,
        ended: Outcome | None = None,
        draws: int = 0,
        reach: Reach | None = None,
    ) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.options: Final = options
        self.state: Final = state
        self.events: Final[Trail[Event]] = Trail() if events is None else events  # those that stand
        self.length: Final = length  # entries so far, also taken-back events and what took them back
        self.at: Final = at  # of the last entry
        self.ended: Final = ended  # from outside the rules: resigned, out of time, broken off
        self.draws: Final = draws  # how many of the events are chance's: the number of the next draw
        self.reach: Final = Reach(game) if reach is None else reach
        # What the rules say of the state, or OVER; asked so often that it is worked out once
        self.turn: Final[int] = self.reach.turn(state) if ended is None else OVER

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._told == other._told

    __hash__ = None  # type: ignore[assignment]

    @property
    def _told(self) -> tuple[object, ...]:
        """All that it is; the rest follows from it."""
        return self.game, self.seats, self.options, self.state, self.events, self.length, self.at, self.ended

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
