"""Achievements of a game: few, each the first of its kind, and read from a finished match alone.

The module achievements.py of a game names them and says which a seat has earned. What else has to be so that
an achievement counts is the same in every game: see achievement_check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from benben.core.contract import Event, Outcome, Seat


class Achievement(NamedTuple):
    """Something worth remembering that a player can do in a match."""

    id: str  # is stored with whoever earned it, so it never changes
    title: str  # "Three in one throw"
    sentence: str  # what is to be done: "Take three pieces off the board with a single throw."
    clauses: tuple[str, ...]  # by whose numbers it happens: ("9.1",)


class PlayedMatch(NamedTuple):
    """A match that is over, as a game reads achievements from it."""

    events: Sequence[Event]  # those that stand
    states: Sequence[Any]  # before each event and after the last: one more than there are events
    outcome: Outcome
    played_out: bool  # the rules ended it; else somebody resigned, ran out of time or agreed to end it

    @property
    def last(self) -> Any:
        """The state at the end."""
        return self.states[-1]

    def is_won_by(self, seat: Seat) -> bool:
        """Whether the match was played out and this seat alone won it."""
        return self.played_out and self.outcome.winners == (seat,)


class AchievementBook(Protocol):
    """The module achievements.py: a pure function of the match, and the list of what it may answer."""

    @property
    def ACHIEVEMENTS(self) -> tuple[Achievement, ...]: ...
    def earned(
        self, played: PlayedMatch, seat: Seat, /
    ) -> Sequence[str]: ...  # ids, in the order of the list
