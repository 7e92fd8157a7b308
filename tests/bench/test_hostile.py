"""`benben bench hostile` in short, on a real server: attacks run, people are measured, bars are judged."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from pathlib import Path

import pytest

from benben import games
from benben.bench.hostile import ATTACKS, report
from benben.bench.hostile.attacker import attack_function
from benben.bench.hostile.games_list import game_for_two
from benben.bench.hostile.records import long_record
from benben.bench.hostile.run import HostilePlan, HostileRun
from benben.bench.hostile.samples import HonestFigures, Samples, Waited, percentile
from benben.core.contract import Game
from benben.core.record.verify import verify_record
from tests.cli.command import benben

CALM = HonestFigures(100, 2.0, 10.0, 20, 50.0, 100.0, 40.0, 5, 0, Counter())


def _run(attacks: list[str], folder: Path) -> tuple[HonestFigures, list[report.AttackResult], list[str]]:
    rows: list[str] = []
    plan = HostilePlan(seconds=1, calm=2, recover=1, ready=0, attacks=attacks)
    numbers = itertools.count()

    async def everything() -> tuple[HonestFigures, HostileRun]:
        run = HostileRun(plan, lambda: str(folder / f"{next(numbers)}.db"), folder, lambda _: None)
        return await asyncio.wait_for(run.run(rows.append), 240), run

    calm, run = asyncio.run(everything())
    return calm, run.results, rows


def test_two_attacks_run_beside_honest_people(tmp_path: Path) -> None:
    calm, results, rows = _run(["new-tables", "pings"], tmp_path)
    assert calm.moves > 0
    assert calm.health_checks > 0
    assert not calm.health_failures
    assert [one.name for one in results] == ["new-tables", "pings"]
    assert results[0].counts["201"] > 0
    assert results[1].counts["frames"] > 0
    assert all(one.share < 0.6 for one in results)
    assert len(rows) == 3
    assert rows[0].startswith("(calm)")


def test_each_attack_has_its_function() -> None:
    assert all(callable(attack_function(name)) for name in ATTACKS)


def test_long_records_are_sound_and_have_many_take_backs() -> None:
    listed = [{"name": name, "least": game.seats[0], "most": game.seats[-1]} for name, game in _games()]
    game = games.load(game_for_two(listed)["name"])
    text = long_record(game, 40_000, "reed")
    assert 20_000 < len(text) < 80_000
    assert text.count(b"takes back") > 100
    assert verify_record(text, games.load).good
    assert long_record(game, 40_000, "reed") == text


def _games() -> list[tuple[str, Game]]:
    return [(name, games.load(name)) for name in games.NAMES]


def test_bars_are_judged_against_the_calm_of_the_same_run() -> None:
    good = CALM._replace(move_p99=40.0, reply_p90=200.0, worst_call=1000.0)
    assert report.missed_bars(good, CALM) == []
    bad = CALM._replace(move_p99=41.0, reply_p90=201.0, worst_call=1001.0, health_failures=1)
    assert report.missed_bars(bad, CALM) == ["moves", "bots", "health", "calls"]
    row = report.attack_row(report.AttackResult("pings", bad, CALM, 0.1, {}))
    assert row.endswith("MISSED moves, bots, health, calls")
    assert " 4.1 " in row


def test_what_still_waits_counts_and_nothing_at_all_is_the_worst() -> None:
    samples = Samples()
    assert samples.figures().move_p99 == float("inf")
    samples.begin_wait("move", Waited.MOVE)
    assert samples.figures().moves == 0
    assert 0 < samples.figures().move_p99 < 1000
    samples.end_wait("move")
    samples.end_wait("move")
    assert samples.figures().moves == 1
    samples.begin_wait("call", Waited.CALL)
    samples.fail_wait("call")
    assert samples.figures().worst_call == float("inf")


@pytest.mark.parametrize(("percent", "found"), [(50, 2000.0), (99, 4000.0), (100, 4000.0), (25, 1000.0)])
def test_a_percentile_is_the_time_that_so_many_samples_did_not_exceed(percent: int, found: float) -> None:
    assert percentile([4.0, 1.0, 3.0, 2.0], percent) == found


def test_an_attack_that_is_not_known_is_refused_in_a_sentence() -> None:
    ran = benben("bench", "hostile", "--only", "sqlite")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("benben bench hostile: --only sqlite is not one of: long-records, ")
