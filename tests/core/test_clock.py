"""Think-time clocks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benben.core.clock import Clock, after, begin, expiry, left

times = st.lists(st.tuples(st.integers(0, 5000), st.sampled_from([0, 1, 2, None])), max_size=30)


def test_without_a_clock_nobody_runs_out() -> None:
    clock = after(begin("none", 2, 1000), 0, 0)
    assert expiry(clock) is None
    assert left(clock, 0, 10**9) == 1000


def test_before_the_first_turn_nobody_s_time_passes() -> None:
    clock = begin("bank", 2, 60_000)
    assert expiry(clock) is None
    assert [left(clock, seat, 50_000) for seat in (0, 1)] == [60_000, 60_000]


def test_a_bank_runs_down_only_on_one_s_own_turn_and_grows_when_the_turn_passes_on() -> None:
    clock = after(begin("bank", 2, 60_000, 5_000), 0, 0)
    assert expiry(clock) == (0, 60_000)
    clock = after(clock, 1, 12_000)
    assert left(clock, 0, 40_000) == 60_000 - 12_000 + 5_000
    assert left(clock, 1, 40_000) == 60_000 - 28_000
    assert expiry(clock) == (1, 72_000)


def test_an_extra_throw_is_the_same_turn_and_gives_no_increment() -> None:
    clock = after(begin("bank", 2, 60_000, 5_000), 0, 0)
    clock = after(clock, None, 1_000)
    clock = after(clock, 0, 9_000)
    assert left(clock, 0, 10_000) == 60_000 - 1_000 - 1_000


def test_a_move_has_its_whole_time_again() -> None:
    clock = after(begin("move", 2, 30_000), 0, 0)
    clock = after(clock, 0, 29_000)
    assert expiry(clock) == (0, 59_000)
    clock = after(clock, 1, 40_000)
    assert left(clock, 1, 41_000) == 29_000
    assert left(clock, 0, 41_000) == 30_000


def test_days_a_move_are_long_moves() -> None:
    day = 86_400_000
    assert expiry(after(begin("move", 2, 3 * day), 1, 5)) == (1, 3 * day + 5)


def test_nobody_has_less_than_nothing_left() -> None:
    clock = after(begin("bank", 2, 1_000), 0, 0)
    assert left(clock, 0, 5_000) == 0
    assert left(after(clock, 1, 5_000), 0, 9_000) == 0


def test_a_late_message_from_before_the_clock_started_changes_nothing() -> None:
    clock = after(begin("bank", 2, 1_000), 0, 500)
    assert left(clock, 0, 400) == 1_000


def test_acting_and_taking_back_gains_no_increment() -> None:
    clock = after(begin("bank", 2, 60_000, 10_000), 0, 0)
    for n in range(10):
        clock = after(clock, 1, 2_000 * n + 1_000)
        clock = after(clock, 0, 2_000 * n + 2_000, undo=True)
    assert left(clock, 0, 20_000) == 60_000 - 10_000
    assert left(clock, 1, 20_000) == 60_000 - 10_000


def test_acting_and_taking_back_gains_no_time_for_a_move() -> None:
    clock = after(begin("move", 2, 30_000), 0, 0)
    clock = after(clock, 1, 20_000)
    clock = after(clock, 0, 25_000, undo=True)
    assert left(clock, 0, 25_000) == 10_000
    clock = after(clock, 0, 27_000)  # and again, where the seat is still to act
    clock = after(clock, 0, 30_000, undo=True)
    assert left(clock, 0, 30_000) == 5_000


@given(times)
def test_a_bank_loses_what_was_thought_and_no_more(steps: list[tuple[int, int | None]]) -> None:
    clock, now, thought = begin("bank", 3, 10**6), 0, [0, 0, 0]
    runs: int | None = None
    for wait, seat in steps:
        if runs is not None:
            thought[runs] += wait
        now, runs = now + wait, seat
        clock = after(clock, seat, now)
    assert [left(clock, seat, now) for seat in range(3)] == [10**6 - spent for spent in thought]


@given(times, st.sampled_from(["move", "bank"]), st.integers(0, 3000))
def test_the_time_runs_out_exactly_at_the_expiry(
    steps: list[tuple[int, int | None]], kind: str, increment: int
) -> None:
    clock: Clock = begin("move" if kind == "move" else "bank", 3, 4000, increment)
    now = 0
    for wait, seat in steps:
        now += wait
        clock = after(clock, seat, now)
    found = expiry(clock)
    if found is None:
        assert clock.running is None
        return
    seat, end = found
    assert seat == clock.running
    assert left(clock, seat, end) == 0
    assert end <= now or left(clock, seat, end - 1) == 1
