"""The load of `benben bench server`, small, on our real server; and what its report says of figures."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from benben.server_bench import ours, report, run, served
from benben.server_bench.measure import Figures, Plan, Result, measured


def _result(cost: float, slow: float = 5.0) -> Result:
    figures = Figures(1000, 1.0, slow, cost, 0.0, 1e6 / cost, 1.0)
    return Result("server", figures, figures, 80.0)


def test_two_sockets_play_and_every_acknowledged_move_stands_in_the_store(tmp_path: Path) -> None:
    db, told = tmp_path / "benben.db", list[str]()
    with served.ours(str(db)) as server:
        plan = Plan(matches=1, rate=10, seconds=0.6, loop=0.6, warm=0.2)
        game, _ = run._game()
        result = asyncio.run(measured("ours", server, ours.pair, game, plan, told.append))
    assert result.paced.moves > 0
    assert 0 < result.paced.middle <= result.paced.slow
    assert result.loop.moves > 0
    assert result.memory > 10
    assert len(told) == 3
    with sqlite3.connect(db) as store:
        (stored,) = store.execute("SELECT count(*) FROM entries WHERE kind = 'event'").fetchone()
    assert stored >= result.paced.moves + result.loop.moves


def test_bars_are_kept_by_a_cheap_server_and_missed_by_a_dear_one() -> None:
    cheap, dear = _result(100), _result(300, slow=30.0)
    assert [bar.kept for bar in report.bars(cheap, _result(200), _result(800))] == [True] * 4
    assert [bar.kept for bar in report.bars(dear, _result(200), _result(800))] == [False] * 4
    assert len(report.bars(cheap, None, None)) == 2
    assert report.bars(None, cheap, dear) == []
    assert "missed" in report.bar_table(report.bars(dear, None, None))


def test_the_table_gives_ratios_to_the_first_row() -> None:
    rows = report.table([_result(100), _result(250)]).splitlines()
    assert rows[-2].split()[4] == "1.0"
    assert rows[-1].split()[4] == "2.5"
