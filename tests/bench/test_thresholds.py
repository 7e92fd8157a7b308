from __future__ import annotations

import pytest

from benben.bench.thresholds import Threshold, table


@pytest.mark.parametrize(
    ("figure", "least", "most", "met"),
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
def test_thresholds_are_met_or_missed(
    figure: float | None, least: float | None, most: float | None, met: bool
) -> None:
    assert Threshold("", figure, "ms", least, most).met == met


def test_a_table_tells_figures_thresholds_and_what_was_not_measured() -> None:
    told = table(
        [
            Threshold("fast", 0.25, "ms", most=1),
            Threshold("slow", None, "s", note="not done"),
            Threshold("x", 2, "x", 3),
        ]
    )
    assert [" ".join(line.split()) for line in told.splitlines()] == [
        "fast 0.250 ms threshold at most 1 met",
        "slow not done",
        "x 2.000 x threshold at least 3 MISSED",
    ]
