"""The load of `benben bench server`, small, on our real server; and what its report says of figures."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import psycopg
import pytest

from benben.bench import thresholds
from benben.bench.server import benben_client, processes, report, run
from benben.bench.server.measure import LoadFigures, LoadPlan, ServerResult, measure_server


def _result(cost: float, p99: float = 5.0) -> ServerResult:
    figures = LoadFigures(1000, 1.0, p99, cost, 0.0, 1e6 / cost, 1.0)
    return ServerResult("server", figures, figures, 80.0)


def test_two_sockets_play_and_every_acknowledged_move_stands_in_the_store(tmp_path: Path) -> None:
    db, told = tmp_path / "benben.db", list[str]()
    with processes.run_benben(str(db)) as server:
        plan = LoadPlan(matches=1, rate=10, seconds=0.6, loop=0.6, warm=0.2)
        game, _ = run._games()
        result = asyncio.run(measure_server("ours", server, benben_client.seat_pair, game, plan, told.append))
    assert result.paced.moves > 0
    assert 0 < result.paced.median <= result.paced.p99
    assert result.loop.moves > 0
    assert result.memory > 10
    assert len(told) == 3
    with sqlite3.connect(db) as store:
        (stored,) = store.execute("SELECT count(*) FROM entries WHERE kind = 'event'").fetchone()
    assert stored >= result.paced.moves + result.loop.moves


def test_a_postgresql_of_our_own_comes_back_after_a_crash_with_what_was_committed() -> None:
    with processes.run_postgres_cluster() as cluster:
        first = cluster.first_process
        with psycopg.connect(cluster.url) as connection:
            connection.execute("create table kept (n int)")
        cluster.crash()
        assert cluster.first_process != first
        with psycopg.connect(cluster.url) as connection:
            assert connection.execute("select count(*) from kept").fetchone() == (0,)


def test_thresholds_are_met_by_a_cheap_server_and_missed_by_a_dear_one() -> None:
    cheap, dear = _result(100), _result(300, p99=30.0)
    assert [one.met for one in report.thresholds(cheap, _result(200), _result(800))] == [True] * 4
    assert [one.met for one in report.thresholds(dear, _result(200), _result(800))] == [False] * 4
    assert len(report.thresholds(cheap, None, None)) == 2
    assert report.thresholds(None, cheap, dear) == []
    assert "MISSED" in thresholds.table(report.thresholds(dear, None, None))


def test_the_table_gives_ratios_to_the_first_row() -> None:
    rows = report.table([_result(100), _result(250)]).splitlines()
    assert rows[-2].split()[4] == "1.0"
    assert rows[-1].split()[4] == "2.5"


def test_without_a_checkout_it_says_that_it_needs_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "BOARDGAMEIO", tmp_path / "bench" / "peers" / "boardgameio")
    assert run.run(LoadPlan(), ["memory"]) == 1
    told = capsys.readouterr().out
    assert "benben bench server needs a checkout of the sources." in told
    assert "No row of boardgame.io, memory: it needs a checkout of the sources." in told
