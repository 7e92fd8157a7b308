"""Draws that nobody can steer and everybody can check."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core import chance

SECRET = "00" * 31 + "01"
SEEDS = ("00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100")


DRAWN = [2, 1, 1, 1, 2, 1, 1, 0, 1, 1, 2, 0, 1, 1, 1, 0]
COMMITMENT = "49c83ccb4592a3bcc8188840e3ac13324414ff7fd50d65dfe2563bbe9516bbf0"
SEATINGS = [(1, 0), (0, 1), (1, 0), (0, 1), (1, 0), (0, 1)]


def chi_square(counts: list[int], weights: list[int]) -> float:
    """How far counts are from their weights; about one for each row if they are fair."""
    drawn, total = sum(counts), sum(weights)
    expected = [drawn * weight / total for weight in weights]
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


def test_draws_are_as_they_were_when_this_was_written() -> None:
    """Records made today must verify for ever."""
    weights = [4, 6, 4, 1, 1]
    drawn = [chance.weighted_index(SECRET, SEEDS, n, weights) for n in range(16)]
    assert drawn == DRAWN
    assert chance.commitment(SECRET) == COMMITMENT
    assert [chance.seating(f"{n:064x}", SEEDS) for n in range(6)] == SEATINGS


def test_a_draw_is_an_hmac_that_anybody_can_make_again() -> None:
    message = "\n".join(("draw 3", "0", *SEEDS)).encode()
    number = int.from_bytes(hmac.new(bytes.fromhex(SECRET), message, hashlib.sha256).digest(), "big")
    assert chance.uniform(SECRET, SEEDS, "draw 3", 16) == number % 16


def test_a_draw_depends_on_the_secret_on_each_seed_on_their_order_and_on_its_number() -> None:
    big = 1 << 200
    one = chance.uniform(SECRET, SEEDS, "draw 0", big)
    others = {
        chance.uniform("00" * 32, SEEDS, "draw 0", big),
        chance.uniform(SECRET, (SEEDS[0], SEEDS[0]), "draw 0", big),
        chance.uniform(SECRET, SEEDS[::-1], "draw 0", big),
        chance.uniform(SECRET, SEEDS, "draw 1", big),
        chance.uniform(SECRET, SEEDS, "seating 0", big),
    }
    assert len(others) == 5
    assert one not in others


def test_weights_are_kept_to() -> None:
    weights = [4, 6, 4, 1, 1]
    counts = Counter(chance.weighted_index(SECRET, SEEDS, n, weights) for n in range(8000))
    assert chi_square([counts[row] for row in range(5)], weights) < 18.5  # one seed in a thousand is beyond


@pytest.mark.parametrize("total", [2, 3, 7, 16, 100])
def test_every_number_is_equally_likely(total: int) -> None:
    counts = Counter(chance.uniform(SECRET, SEEDS, f"try {n}", total) for n in range(4000))
    assert chi_square([counts[row] for row in range(total)], [1] * total) < total + 5 * (2 * total) ** 0.5


def test_the_tail_that_would_favour_small_numbers_is_drawn_again() -> None:
    """With two thirds of the space as total, a plain remainder would hit the lower half twice as often."""
    total = (1 << 256) // 3 * 2
    low = sum(chance.uniform(SECRET, SEEDS, f"try {n}", total) < total // 2 for n in range(3000))
    assert abs(low - 1500) < 137  # five standard deviations


def test_all_seatings_are_equally_likely() -> None:
    seeds = [f"{n:032x}" for n in range(3)]
    counts = Counter(chance.seating(f"{n:064x}", seeds) for n in range(3000))
    assert len(counts) == 6
    assert chi_square(list(counts.values()), [1] * 6) < 20.5


@settings(max_examples=40)
@given(weights=st.lists(st.integers(0, 9), min_size=1, max_size=12).filter(any), draw=st.integers(0, 500))
def test_a_draw_names_a_row_that_weighs_something(weights: list[int], draw: int) -> None:
    assert weights[chance.weighted_index(SECRET, SEEDS, draw, weights)] > 0


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="at least one"):
        chance.uniform(SECRET, SEEDS, "draw 0", 0)


def test_the_commitment_gives_nothing_away_and_fits_one_secret_only() -> None:
    assert chance.commitment(SECRET) != chance.commitment("00" * 32)
    assert SECRET not in chance.commitment(SECRET)
    assert chance.commitment(SECRET) != hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


def test_secrets_and_seeds_are_fresh_and_of_their_lengths() -> None:
    assert len({chance.fresh_secret() for _ in range(50)}) == 50
    assert len(bytes.fromhex(chance.fresh_secret())) == 32
    assert len(bytes.fromhex(chance.fresh_seed())) == 16
