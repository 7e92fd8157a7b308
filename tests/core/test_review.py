"""The review of a match: accounts that add up whatever the judge says, and blame only beyond its error."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benben.core import match, review
from benben.core.contract import CHANCE, Event, Illegal, Outcome
from benben.core.entries import Aborted, Drawn, Entry, Flagged, Resigned
from benben.core.judge import WHOLE, ChoiceWorth, TrueCost, Unit, Worth, chance_result
from benben.core.match import Match
from benben.core.playouts import random_match
from benben.core.review import Account, Review, rounded
from tests.contract import caskets, pebbles
from tests.contract.pebbles import Take

DRAWABLE = replace(pebbles.game, draw_allowed=True)


class MadJudge:
    """Says anything at all, but the same thing whenever it is asked the same."""

    unit: Unit = "chance"
    method = "Judged by nobody."

    def __init__(self, seed: int, seats: int, error: int = 500) -> None:
        self.seed, self.seats, self.error = seed, seats, error

    def amounts(self, *words: Any) -> tuple[int, ...]:
        source = Random(f"{self.seed} {words}")
        return tuple(source.randrange(-WHOLE, WHOLE) for _ in range(self.seats))

    def first(self, s: Any) -> Worth:
        return Worth(self.amounts("first", s), "exact", 0)

    def position(self, s: Any, number: int) -> Worth | None:
        return None if Random(f"{self.seed} {number}").random() < 0.3 else Worth(self.amounts(s), "exact", 0)

    def choice(self, s: Any, event: Event, number: int) -> ChoiceWorth | None:
        effects = list(self.amounts(s, event.what, number))
        effects[event.by] = -abs(effects[event.by])
        best = self.amounts("best", s)[0]
        return ChoiceWorth(event.what, best, tuple(effects), "estimated", self.error)

    def result(self, s: Any, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return chance_result(outcome)


class PebblesJudge:
    """Pebbles without a die, exactly: who is left with a multiple of four has lost."""

    unit: Unit = "chance"
    method = "Judged by counting."

    def __init__(self, error: int = 0) -> None:
        self.error = error

    def first(self, s: Any) -> Worth:
        return self.position(s, 0)

    def position(self, s: Any, number: int) -> Worth:  # noqa: ARG002
        won = s.mover if s.heap % 4 or not s.heap else 1 - s.mover
        return Worth((WHOLE, 0) if won == 0 else (0, WHOLE), "exact", 0)

    def choice(self, s: Any, event: Event, number: int) -> ChoiceWorth | None:
        before, best = self.position(s, number).values, s.heap % 4
        after = self.position(pebbles.play(s, event.by, event.what), number).values
        effects = tuple(b - a for a, b in zip(before, after, strict=True))
        better = Take(best) if effects[event.by] else event.what
        return ChoiceWorth(better, before[event.by], effects, "exact", self.error)

    def result(self, s: Any, outcome: Outcome) -> tuple[int, ...]:  # noqa: ARG002
        return chance_result(outcome)


def takes(*pebbles_taken: int, heap: int = 12) -> Match:
    m = match.begin(DRAWABLE, 2, pebbles.game.options(heap=heap, die=False))
    for n, many in enumerate(pebbles_taken):
        m = match.after(m, Event(n, n % 2, Take(many)))
    return m


def check_sums(found: Review, m: Match) -> None:
    for seat, account in enumerate(found.accounts):
        whole = account.first + account.chance + sum(account.choices) + account.time + account.agreed
        assert whole == account.result == chance_result(m.outcome)[seat]
    before = found.first
    for step in found.steps:
        moved = zip(before, step.chance, step.chosen, step.time, step.agreed, strict=True)
        assert tuple(map(sum, moved)) == step.values
        before = step.values


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_accounts_add_up_whatever_the_judge_says(walk: int, seed: int) -> None:
    draw = Random(walk).randrange
    for game, seats in ((pebbles.game, 2), (caskets.game, 3)):
        m = random_match(game, seats, game.options(), draw, 400)
        if m.over:
            check_sums(review.review(m, MadJudge(seed, seats)), m)


@given(
    st.integers(0, 10**6), st.integers(0, 5), st.sampled_from([Resigned(99, 0), Flagged(99, 1), Drawn(99, 1)])
)
def test_the_accounts_add_up_when_the_match_is_ended_from_outside(
    seed: int, played: int, entry: Entry
) -> None:
    m = match.after(takes(*(1, 2, 1, 3, 1)[:played]), entry)
    found = review.review(m, MadJudge(seed, 2), entry)
    check_sums(found, m)
    assert len(found.steps) == played + 1
    assert found.steps[-1].kind == ("agreement" if isinstance(entry, Drawn) else "leaving")


def test_who_leaves_is_charged_with_what_it_changes() -> None:
    m = match.after(takes(1, 1), Resigned(99, 0))  # just when the first seat could win
    found = review.review(m, PebblesJudge(), Resigned(99, 0))
    assert found.accounts[0] == Account(0, 0, (-WHOLE, WHOLE), 0, 0, 0)
    assert [(one.kind, one.seat) for one in found.turning_points] == [("choice", 1), ("leaving", 0)]


def test_a_choice_is_charged_with_what_it_gives_away_and_the_better_one_is_told() -> None:
    m = takes(1, 3, 1, 1, 2, 3, 1, heap=12)  # the first seat is lost, until the second leaves it 6
    found = review.review(m, PebblesJudge())
    blunder = found.steps[3]
    assert blunder.judged is not None
    assert (blunder.judged.cost, blunder.judged.better) == (WHOLE, "take 3")
    assert found.accounts[0] == Account(0, 0, (0, WHOLE), 0, 0, WHOLE)
    assert [(one.start, one.seat, one.amount) for one in found.turning_points] == [(4, 1, -WHOLE)]
    assert (found.accuracy[0].best, found.accuracy[0].of) == (4, 4)
    assert (found.accuracy[1].best, found.accuracy[1].of) == (2, 3)


def test_what_falls_within_the_error_goes_to_chance_and_nobody_is_blamed() -> None:
    found = review.review(takes(1, 3, 1, 1, 2, 3, 1, heap=12), PebblesJudge(error=WHOLE))
    assert found.accounts[0] == Account(0, WHOLE, (0, 0), 0, 0, WHOLE)
    assert all(step.judged is None or step.judged.cost == 0 for step in found.steps)
    assert found.turning_points == ()


class HindsightJudge(PebblesJudge):
    """Also tells what a choice cost as things really lay."""

    def choice(self, s: Any, event: Event, number: int) -> ChoiceWorth | None:
        found = super().choice(s, event, number)
        return found and found._replace(really=TrueCost(Take(1), 3000, 200))


def test_what_a_choice_really_cost_is_told_beside_an_account_that_stays_as_it_was() -> None:
    m = takes(3, 1, 3, 3, 2)
    plain, found = review.review(m, PebblesJudge()), review.review(m, HindsightJudge())
    assert found.accounts == plain.accounts
    assert found.turning_points == plain.turning_points
    told = [step.judged.really for step in found.steps if step.judged]
    assert set(told) == {review.Hindsight("take 1", 3000, 200)}
    unlucky = [review.is_unlucky(step.judged) for step in found.steps if step.judged]
    assert unlucky == [step.judged.cost == 0 for step in found.steps if step.judged]
    assert not any(review.is_unlucky(step.judged) for step in plain.steps if step.judged)


def test_a_match_that_runs_or_was_broken_off_is_refused() -> None:
    with pytest.raises(Illegal, match="when the match is over"):
        review.review(takes(1), PebblesJudge())
    broken = match.after(takes(1), Aborted(9, 0))
    with pytest.raises(Illegal, match="broken off"):
        review.review(broken, PebblesJudge(), Aborted(9, 0))


@given(st.integers(0, 10**6))
def test_there_are_six_turning_points_at_most_and_they_are_the_largest(seed: int) -> None:
    m = random_match(pebbles.game, 2, pebbles.game.options(heap=60), Random(seed).randrange, 400)
    found = review.review(m, MadJudge(seed, 2, error=0))
    amounts = sorted((step.judged.cost for step in found.steps if step.judged), reverse=True)
    shown = [one for one in found.turning_points if one.kind == "choice"]
    assert len(found.turning_points) <= review.MOST_TURNING_POINTS
    assert [one.start for one in found.turning_points] == sorted(one.start for one in found.turning_points)
    assert sorted((-one.amount for one in shown), reverse=True) == amounts[: len(shown)]
    assert all(
        step.by == CHANCE
        for one in found.turning_points
        if one.kind == "chance"
        for step in found.steps[one.start - 1 : one.end]
    )


@given(st.lists(st.integers(-(10**5), 10**5), min_size=6, max_size=9), st.sampled_from([1, 100, 1000]))
def test_an_account_still_adds_up_when_it_is_rounded(amounts: list[int], step: int) -> None:
    first, chance, time, agreed, *choices = amounts
    whole = Account(first, chance, tuple(choices), time, agreed, sum(amounts))
    shown = rounded(whole, step)
    assert shown.first + shown.chance + sum(shown.choices) + shown.time + shown.agreed == shown.result
    for exact, near in zip(
        (first, chance, *choices, time, agreed, sum(amounts)),
        (shown.first, shown.chance, *shown.choices, shown.time, shown.agreed, shown.result),
        strict=True,
    ):
        assert near % step == 0
        assert abs(exact - near) <= step
