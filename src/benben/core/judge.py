"""What a judge of matches promises: values of positions and of choices, in whole numbers of one unit.

A review folds a match through a judge; see review.py. A search that serves several games is in
bots/judges.py, a judge that only makes sense in one game stays with that game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from benben.core.contract import Event, Outcome, Seat, TreeSearchGuide
    from benben.core.match import Match

WHOLE: Final = 10_000  # a sure win, in the unit "chance"

# Of values: ten-thousandths of a chance to win; pips left, below 0; or milliseconds lost, below 0
Unit = Literal["chance", "pips", "time"]
Label = Literal["exact", "bounded", "estimated"]


class Worth(NamedTuple):
    """The value of a position to each seat."""

    values: tuple[int, ...]  # by seat
    label: Label
    error: int  # by which a value may be wrong; of an estimate the usual error


class Outlook(NamedTuple):
    """How a match stands, as far as one seat can know."""

    unit: Unit
    values: tuple[int, ...]  # by seat
    label: Label
    error: int  # as in Worth


class TrueCost(NamedTuple):
    """What a choice cost as things really lay, whatever was hidden when it was made."""

    against: Any  # the action beside which it is judged
    cost: int  # what the seat lost by its choice; below 0: what it gained
    error: int  # a difference up to this is none


class ChoiceWorth(NamedTuple):
    """A choice beside the best one that the judge knows; or a deed, which brings its seat something."""

    better: Any  # the best action; the one that was played where none is better
    best: int  # what it is worth to the seat that chose
    # By seat: what the played action changes against the best one, so at most 0 to its own seat. Above 0:
    # what a deed changes that was no choice between known actions, such as a puzzle solved in time
    effects: tuple[int, ...]
    label: Label
    error: int  # a difference up to this is none
    # Where something was hidden from the seat; told beside, and charged to nobody
    really: TrueCost | None = None


class MatchJudge(Protocol):
    """Values of one match, in whole numbers of a unit. Equal matches are judged equally."""

    @property
    def unit(self) -> Unit: ...
    @property
    def method(self) -> str: ...  # how it judges, in one sentence
    def first(self, s: Any, /) -> Worth: ...  # of the state in which the match begins
    # Of the state after so many events; None: nothing new is known of its value
    def position(self, s: Any, number: int, /) -> Worth | None: ...
    # Of event `number`, from 1, in the state s before it; None: no real choice
    def choice(self, s: Any, event: Event, number: int, /) -> ChoiceWorth | None: ...
    def result(self, s: Any, outcome: Outcome, /) -> tuple[int, ...]: ...  # the value of the end, by seat


class ReviewSupport(NamedTuple):
    """What a game gives to reviews."""

    # How bots/ builds the judge, "expectimax 1"; or a judge of the game's own, of a match that is over
    judge: str | Callable[[Match], MatchJudge]
    chance: str = ""  # what players call chance, in the plural: "the sticks"; empty where there is none
    error: int = 0  # of an estimated difference: nine in ten are off by less, as far as it was measured
    # Of `maxn`: what guides the search; and chances to win, made of a state and the mean shares from there
    guide: TreeSearchGuide | None = None
    chances: Callable[[Any, Sequence[float]], list[float]] | None = None
    # How a running match stands, of a view and its seat, in at most 0.3 s; None: nothing can be said now.
    # Left out: the search named in `judge` says it; a judge of the game's own says nothing then
    outlook: Callable[[Any, Seat], Outlook | None] | None = None


def chance_result(outcome: Outcome) -> tuple[int, ...]:
    """A whole win, shared evenly by the winners; by all where nobody won."""
    seats = len(outcome.places)
    winners = outcome.winners or tuple(range(seats))
    return tuple(WHOLE // len(winners) if seat in winners else 0 for seat in range(seats))


def parts(chance: float) -> int:
    """A chance in ten-thousandths."""
    return round(chance * WHOLE)
