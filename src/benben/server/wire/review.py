"""The review of a match that is over: the answer of a REST call.

Amounts are whole numbers of the review's unit. For every seat, what the steps change adds up from the first
value to the result.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from benben.server.wire.common import Seat

ReviewUnit = Literal["chance", "pips", "time"]  # 1/10,000 of a chance to win; pips left, ms lost: below 0
ReviewLabel = Literal["exact", "bounded", "estimated"]
StepKind = Literal["chance", "choice", "time", "leaving", "agreement"]


class ReviewHindsight(Struct):
    """What a choice cost as things really lay, told beside the account: nobody could know."""

    cost: int  # below 0: what the seat gained
    error: int  # a difference up to this is none


class ReviewedChoice(Struct):
    """A choice between actions, beside the best one."""

    better: str  # in notation; what was played where nothing is better
    words: str  # of the better one: "plays 26-29"
    drawn: list[Any]  # the better action, then the one that was played if it is another, as in Now.choices
    best: int  # what it is worth to the seat
    cost: int  # what the seat lost by its choice; 0 within the judge's error
    label: ReviewLabel
    error: int
    really: ReviewHindsight | None  # where something was hidden from the seat that mattered


class ReviewedStep(Struct):
    """One event of the match, or the entry that ended it."""

    by: int  # a seat, -1 chance, -4 time
    kind: StepKind
    text: str  # in notation; empty for time and for an end from outside
    values: list[int]  # after it, by seat; so are the next four
    chance: list[int]  # what it gave that nobody chose
    chosen: list[int]  # what it changed by the choice of `by`
    time: list[int]  # what it changed because time ran out
    agreed: list[int]  # what it changed because all agreed
    choice: ReviewedChoice | None  # null: there was nothing to choose, or nothing is known of it


class ReviewAccount(Struct):
    """How a seat's first value became its result, rounded to what is shown; it adds up."""

    first: int
    chance: int
    choices: list[int]  # by the seat that chose
    time: int
    agreed: int
    result: int


class ReviewAccuracy(Struct):
    best: int  # choices as good as the best
    of: int  # real choices


class ReviewTurn(Struct):
    """A turning point: a choice, or a run of chance, that changed much."""

    start: int  # its first step, from 1
    end: int  # its last step
    kind: StepKind
    seat: Seat  # that chose; or that chance moved most
    amount: int  # to that seat


class MatchReview(Struct):
    unit: ReviewUnit
    method: str  # how positions were judged, in one sentence
    label: ReviewLabel  # the least certain of all
    error: int  # of a value, the largest of all
    chance: str  # what the game calls its chance, "the sticks"; empty: it has none
    first: list[int]  # values by seat before the first step
    steps: list[ReviewedStep]  # step n stands at event n of the match
    accounts: list[ReviewAccount]  # by seat
    accuracy: list[ReviewAccuracy]  # by seat
    turns: list[ReviewTurn]  # at most six, as they came


class ReviewState(Struct):
    """GET /api/tables/CODE/review: the review, or how far it is. Asked again until it is there."""

    done: int  # steps judged
    of: int  # steps in all
    review: MatchReview | None  # null: it is still being worked out
