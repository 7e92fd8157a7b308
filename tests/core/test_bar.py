from __future__ import annotations

import pytest

from benben.core.bar import Bar, table


@pytest.mark.parametrize(
    ("figure", "least", "most", "kept"),
    [
        (9.9, None, None, True),
        (None, None, None, True),
        (1.0, None, 1.0, True),
        (1.1, None, 1.0, False),
        (3.0, 3.0, None, True),
        (2.9, 3.0, None, False),
        (None, 3.0, None, False),
        (None, None, 3.0, False),
    ],
)
def test_bars_are_kept_or_missed(
    figure: float | None, least: float | None, most: float | None, kept: bool
) -> None:
    assert Bar("", figure, "ms", least, most).kept == kept


def test_a_table_tells_figures_bars_and_what_was_not_measured() -> None:
    told = table(
        [Bar("fast", 0.25, "ms", most=1), Bar("slow", None, "s", note="not done"), Bar("x", 2, "x", 3)]
    )
    assert [" ".join(line.split()) for line in told.splitlines()] == [
        "fast 0.250 ms bar at most 1 kept",
        "slow not done",
        "x 2.000 x bar at least 3 MISSED",
    ]
