"""What `benben bench page` prints, and when it fails."""

from __future__ import annotations

from benben.bench.page import PageCost, cost_table


def test_a_page_fails_by_its_script_or_by_what_jumps() -> None:
    good = PageCost("home", 42.0, 9.0, 60.0, 0.0, 60.0)
    assert good.met
    assert not good._replace(script=60.1).met
    assert not good._replace(shift=0.11).met


def test_every_page_has_a_line_and_a_verdict_only_where_it_fails() -> None:
    costs = [PageCost("home", 42.0, 9.0, 60.0, 0.0, 60.0), PageCost("senet", 140.0, 9.0, 60.0, 0.0, 135.0)]
    head, home, senet = cost_table(costs).split("\n")
    assert head.split() == ["page", "script", "kB", "style", "kB", "other", "kB", "layout", "shift"]
    assert home.split() == ["home", "42.0", "9.0", "60.0", "0.000"]
    assert senet.endswith("MISSED: script 135 kB, shift 0.1")
