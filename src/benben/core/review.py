"""The review of a match that is over: what chance gave, and what the choices cost.

A judge gives every position a value for each seat. Whatever changes a value goes to one account: a choice
of a seat, chance, time, or an agreement. So the first value and all accounts add up to the result, whatever
the judge says, and exactly, since values are whole numbers.

A choice is charged with the difference to the best one, if that is more than the judge's error. The rest of
what a step changes goes to chance: it is what nobody can be blamed for. A seat that leaves the match is
charged with all that its leaving changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from benben.core import match
from benben.core import record as records
from benben.core.contract import CHANCE, TIME, Event, Illegal, Seat, Unreadable
from benben.core.entries import Aborted, Entry, Flagged, Forfeited, Resigned
from benben.core.judge import WHOLE, ChoiceWorth, Label, MatchJudge, Unit, Worth
from benben.core.match import Match
from benben.core.record import Load, Record
from benben.core.record.verify import verify_record

JUDGING_VERSION: Final = 3  # raised when judges judge otherwise: reviews that are kept are then made again
MOST_TURNING_POINTS: Final = 6
LEAST_TURN: Final[dict[Unit, int]] = {"chance": 200, "pips": 1, "time": 1000}  # that is worth a card
SHOWN: Final[dict[Unit, int]] = {"chance": 100, "pips": 1, "time": 100}  # steps to which amounts are rounded
BROKEN_OFF: Final = "The match was broken off: there is no result to explain."

Kind = Literal["chance", "choice", "time", "leaving", "agreement"]
Amounts = tuple[int, ...]  # by seat, in the judge's unit
Progress = Callable[[int, int], object]  # told how many steps of how many are judged


class Hindsight(Struct, frozen=True):
    """What a choice cost as things really lay. No account has it: nobody could know."""

    against: str  # the action beside which it is judged, in notation
    cost: int  # below 0: what the seat gained
    error: int  # a difference up to this is none


class JudgedChoice(Struct, frozen=True):
    """A choice between actions, beside the best one."""

    better: str  # in notation; what was played where nothing is better
    best: int  # what it is worth to the seat
    cost: int  # what the seat lost by its choice; 0 within the judge's error
    label: Label
    error: int
    really: Hindsight | None  # where something was hidden from the seat that mattered


def is_unlucky(judged: JudgedChoice) -> bool:
    """Whether a choice that was as good as the best, as far as was known, cost something as things lay."""
    return judged.cost == 0 and judged.really is not None and judged.really.cost > judged.really.error


class ReviewStep(Struct, frozen=True):
    """One event of the match, or the entry that ended it."""

    number: int  # from 1, of the events that stand
    by: int  # a seat, CHANCE or TIME
    kind: Kind
    text: str  # in notation; empty for time and for an end from outside
    values: Amounts  # after it
    chance: Amounts  # what it gave that nobody chose
    chosen: Amounts  # what it changed by the choice of `by`
    time: Amounts  # what it changed because time ran out
    agreed: Amounts  # what it changed because all agreed
    judged: JudgedChoice | None  # of a real choice


class Account(Struct, frozen=True):
    """How the first value of a seat became its result: first + chance + choices + time + agreed == result."""

    first: int
    chance: int
    choices: Amounts  # by the seat that chose
    time: int
    agreed: int
    result: int


class Accuracy(Struct, frozen=True):
    best: int  # choices as good as the best
    of: int  # real choices


class TurningPoint(Struct, frozen=True):
    """A choice, or a run of chance, that changed much."""

    start: int  # number of its first step
    end: int  # number of its last step
    kind: Kind
    seat: Seat  # that chose; or that chance moved most
    amount: int  # to that seat
    better: str  # in notation; empty for chance


class Review(Struct, frozen=True):
    game: str
    unit: Unit
    method: str
    label: Label  # the least certain of all
    error: int  # of a value, the largest of all
    first: Amounts
    steps: tuple[ReviewStep, ...]
    accounts: tuple[Account, ...]  # by seat
    accuracy: tuple[Accuracy, ...]  # by seat
    turning_points: tuple[TurningPoint, ...]  # as they came


class _Change(NamedTuple):
    """To which account a step goes."""

    kind: Kind
    chosen: Amounts
    judged: JudgedChoice | None = None


def review_record(
    record: Record, load: Load, judge_of: Callable[[Match], MatchJudge], progress: Progress | None = None
) -> Review:
    """The review of the match of a record.

    Unreadable if the record does not verify. Illegal if the match is not over or was broken off, or if there
    is no judge for it.
    """
    verdict = verify_record(record, load)
    if not verdict.good:
        raise Unreadable(f"The record is not sound: {verdict.sentence}", verdict.place)
    m = records.match_of(record, load)
    closing = records.plain_entry(record.entries[-1]) if m.ended is not None and record.entries else None
    _check_over(m, closing)
    return review(m, judge_of(m), closing, progress)


def _check_over(m: Match, closing: Entry | None) -> None:
    if not m.over:
        raise Illegal("review", "A review opens when the match is over.")
    if isinstance(closing, Aborted):
        raise Illegal("review", BROKEN_OFF)


def review(
    m: Match, judge: MatchJudge, closing: Entry | None = None, progress: Progress | None = None
) -> Review:
    """The review of a match; `closing` is the entry that ended it, if that was no event.

    Illegal if the match is not over, or was broken off.
    """
    _check_over(m, closing)
    fold = _Fold(m, judge)
    for n, event in enumerate(m.events):
        fold.add(event, last=n + 1 == len(m.events), closing=closing)
        if progress is not None:
            progress(n + 1, len(m.events))
    if m.ended is not None and not fold.is_at_result:
        fold.close(closing)
    accounts = tuple(_account(fold, seat) for seat in range(m.seats))
    steps = tuple(fold.steps)
    return Review(
        game=m.game.name,
        unit=judge.unit,
        method=judge.method,
        label=fold.label,
        error=fold.error,
        first=fold.first,
        steps=steps,
        accounts=accounts,
        accuracy=tuple(_accuracy(steps, seat) for seat in range(m.seats)),
        turning_points=turning_points(steps, judge.unit, fold.error),
    )


class _Fold:
    """The values of a match, step by step."""

    def __init__(self, m: Match, judge: MatchJudge) -> None:
        self.m, self.judge = m, judge
        self.state = m.first
        self.label: Label = "exact"
        self.error = 0
        self.nothing: Amounts = (0,) * m.seats
        self.values = self._values_of(judge.first(self.state))
        self.first = self.values
        self.steps: list[ReviewStep] = []
        self.is_at_result = False

    def add(self, event: Event, *, last: bool, closing: Entry | None) -> None:
        """Add an event. The last one leads to the result, unless an entry after it ended the match."""
        m = self.m
        before = m.functions.advance(self.state, event.at) if m.functions.advance else self.state
        text = "" if event.what is None else m.game.notation.name(before, event.what)
        change = self._change(before, event)
        self.state = match.state_after(m.game, self.state, event)
        if last and (m.ended is None or (closing is None and change.kind == "leaving")):
            after = self.judge.result(self.state, m.outcome)
            self.is_at_result = True
        else:
            worth = self.judge.position(self.state, len(self.steps) + 1)
            after = self._carried(change.chosen) if worth is None else self._values_of(worth)
        self._step(event.by, text, change, after)

    def close(self, closing: Entry | None) -> None:
        """Add the end of a match that its rules did not end."""
        m, by = self.m, closing.by if closing is not None else CHANCE
        left = isinstance(closing, Resigned | Flagged | Forfeited)
        change = _Change("leaving" if left else "agreement", self.nothing)
        self._step(by, "", change, self.judge.result(self.state, m.outcome))

    def _change(self, before: Any, event: Event) -> _Change:
        if event.by in (CHANCE, TIME):
            return _Change("chance" if event.by == CHANCE else "time", self.nothing)
        if match.is_departure(self.m.game, event):
            return _Change("leaving", self.nothing)
        verdict = self.judge.choice(before, event, len(self.steps) + 1)
        if verdict is None:
            return _Change("choice", self.nothing)
        return self._judged(before, event, verdict)

    def _judged(self, before: Any, event: Event, verdict: ChoiceWorth) -> _Change:
        if verdict.effects[event.by] > 0:
            return _Change("choice", verdict.effects)
        name = self.m.game.notation.name
        self._note(verdict.label, 0)
        cost, really = -verdict.effects[event.by], verdict.really
        seen = Hindsight(name(before, really.against), really.cost, really.error) if really else None
        if cost <= verdict.error:  # as good as the best, as far as the judge can tell
            text = name(before, event.what)
            told = JudgedChoice(text, verdict.best - cost, 0, verdict.label, verdict.error, seen)
            return _Change("choice", self.nothing, told)
        text = name(before, verdict.better)
        told = JudgedChoice(text, verdict.best, cost, verdict.label, verdict.error, seen)
        return _Change("choice", verdict.effects, told)

    def _step(self, by: int, text: str, change: _Change, after: Amounts) -> None:
        """Note a step: whatever it changes goes to one account, or to a choice and chance."""
        moved = tuple(b - a for a, b in zip(self.values, after, strict=True))
        none, kind, chosen = self.nothing, change.kind, change.chosen
        if kind == "leaving":
            chosen = moved
        rest = tuple(a - b for a, b in zip(moved, chosen, strict=True))
        time = rest if kind == "time" else none
        agreed = rest if kind == "agreement" else none
        chance = rest if kind in ("chance", "choice") else none
        number = len(self.steps) + 1
        self.steps.append(
            ReviewStep(number, by, kind, text, after, chance, chosen, time, agreed, change.judged)
        )
        self.values = after

    def _carried(self, chosen: Amounts) -> Amounts:
        """The values after a choice where nothing else is known: no chance is above 1 or below 0."""
        after = tuple(a + b for a, b in zip(self.values, chosen, strict=True))
        return tuple(min(max(0, one), WHOLE) for one in after) if self.judge.unit == "chance" else after

    def _values_of(self, worth: Worth) -> Amounts:
        self._note(worth.label, worth.error)
        return worth.values

    def _note(self, label: Label, error: int) -> None:
        order: tuple[Label, ...] = ("exact", "bounded", "estimated")
        self.label = max(self.label, label, key=order.index)
        self.error = max(self.error, error)


def _account(fold: _Fold, seat: Seat) -> Account:
    steps = fold.steps
    return Account(
        first=fold.first[seat],
        chance=sum(step.chance[seat] for step in steps),
        choices=tuple(
            sum(step.chosen[seat] for step in steps if step.by == other) for other in range(fold.m.seats)
        ),
        time=sum(step.time[seat] for step in steps),
        agreed=sum(step.agreed[seat] for step in steps),
        result=fold.values[seat],
    )


def rounded(account: Account, step: int) -> Account:
    """The account in multiples of a step. What was rounded off is carried on, so that it still adds up."""
    rows = (account.chance, *account.choices, account.time, account.agreed)
    exact, shown, found = account.first, _nearest(account.first, step), []
    first = shown
    for row in rows:
        exact += row
        found.append(_nearest(exact, step) - shown)
        shown += found[-1]
    return Account(first, found[0], tuple(found[1:-2]), found[-2], found[-1], shown)


def _nearest(amount: int, step: int) -> int:
    return (2 * amount + step) // (2 * step) * step


def _accuracy(steps: Sequence[ReviewStep], seat: Seat) -> Accuracy:
    own = [step.judged for step in steps if step.by == seat and step.judged is not None]
    return Accuracy(sum(one.cost == 0 for one in own), len(own))


def turning_points(steps: Sequence[ReviewStep], unit: Unit, error: int) -> tuple[TurningPoint, ...]:
    """The largest changes, in the order in which they came. Draws with nothing between them count as one."""
    found: list[TurningPoint] = []
    run: list[ReviewStep] = []
    for step in steps:
        if step.kind == "chance":
            run.append(step)
            continue
        found += _run_of_chance(run, error)
        run = []
        cost = step.judged.cost if step.judged is not None else 0
        if cost or step.kind == "leaving":
            better = step.judged.better if step.judged is not None else ""
            amount = step.chosen[step.by]
            found.append(TurningPoint(step.number, step.number, step.kind, step.by, amount, better))
    found += _run_of_chance(run, error)
    large = [one for one in found if abs(one.amount) >= LEAST_TURN[unit]]
    large.sort(key=lambda one: (-abs(one.amount), one.start))
    return tuple(sorted(large[:MOST_TURNING_POINTS], key=lambda one: one.start))


def _run_of_chance(run: Sequence[ReviewStep], error: int) -> list[TurningPoint]:
    """A run of draws as a turning point, if it changed more than the judge's error."""
    if not run:
        return []
    total = [sum(amounts) for amounts in zip(*(step.chance for step in run), strict=True)]
    seat = max(range(len(total)), key=lambda one: (abs(total[one]), -one))
    if abs(total[seat]) <= error:
        return []
    return [TurningPoint(run[0].number, run[-1].number, "chance", seat, total[seat], "")]
