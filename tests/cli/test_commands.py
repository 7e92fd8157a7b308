"""The other commands, and one clear line for everything that cannot be understood."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from benben import __version__, games
from tests.cli.command import benben

BUSY = "o........./....o....x/.x.oxx.oox x -"


def test_help_names_every_command_and_each_has_help_of_its_own() -> None:
    run = benben("--help")
    assert run.returncode == 0
    for name in ("serve", "play", "replay", "verify", "arena", "perft", "bench", "games"):
        assert f"\n    {name} " in run.stdout
        one = benben(name, "--help")
        assert one.returncode == 0
        assert one.stdout.startswith(f"usage: benben {name}")


def test_the_version_is_printed() -> None:
    assert benben("--version").stdout == f"benben {__version__}\n"


def test_games_are_listed_with_options_and_bots() -> None:
    told = benben("games").stdout
    for name in games.NAMES:
        assert name in told
    assert "option pieces=5" in told
    assert "bot vizier" in told


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([], "COMMAND"),
        (["dance"], "dance"),
        (["play", "chess"], "there is no game of that name"),
        (["play", "senet", "--seat", "3"], "a seat is 1 to 2"),
        (["play", "senet", "--bot", "pharaoh"], "apprentice, scribe, steward, priest, vizier"),
        (["play", "senet", "--options", "pieces=9"], "pieces"),
        (["play", "senet", "--options", "pieces"], "a name and a value"),
        (["play", "senet", "--options", "colour=3"], "colour"),
        (["play", "senet", "--seed", "xyz"], "hexadecimal"),
        (["play", "senet", "--record", "/no/such/folder/game.txt"], "no such folder"),
        (["play", "senet", "--seat", "all", "--record", "/"], "folder"),
        (["play", "senet", "--seat", "all", "--name", "\udcff"], "--name"),
        (["arena", "senet"], "which bots"),
        (["arena", "senet", "random"], "not for 1"),
        (["arena", "senet", "random", "pharaoh"], "no such bot"),
        (["arena", "senet", "random", "greedy", "--games", "0"], "from 1"),
        (["perft", "senet", "nonsense", "2"], "three rows"),
        (["perft", "senet", "0"], "from 1"),
        (["perft", "senet", BUSY, "1", "--options", "pieces=3"], "already says"),
        (["verify", "/no/such/file"], "No such file"),
        (["replay", os.devnull], "benben record 2"),
        (["serve", "--port", "99999"], "from 0"),
        (["bench", "chess"], "there is no game"),
    ],
)
def test_what_cannot_be_understood_is_answered_in_one_line(words: list[str], part: str) -> None:
    run = benben(*words)
    assert run.returncode == 2
    told = [line for line in run.stderr.splitlines() if "Getting the bots ready" not in line]
    assert len(told) == 1, run.stderr
    assert part in told[0]
    assert told[0].startswith("benben")


def test_perft_prints_the_known_counts_plain_and_compiled() -> None:
    for more, lane in (([], "compiled"), (["--plain"], "plain")):
        told = benben("perft", "senet", "3", *more).stdout.splitlines()
        assert told[1] == lane
        counts = [line.split()[:2] for line in told[2:]]
        assert counts == [["1", "16"], ["2", "233"], ["3", "3,442"]]
    assert "2,328" in benben("perft", "senet", BUSY, "2", "--plain").stdout
    assert "2,328" in benben("perft", "senet", *BUSY.split(), "2", "--plain").stdout
    assert "136" in benben("perft", "senet", "2", "--plain", "--options", "pieces=3").stdout


def test_the_arena_prints_a_table_or_json() -> None:
    words = ("arena", "senet", "random", "greedy", "--games", "40", "--options", "pieces=2", "--seed", "3")
    table = benben(*words, "--jobs", "2")
    assert table.returncode == 0
    assert "senet, 40 games, seats rotated, pieces 2, seed 3" in table.stdout
    assert "95 % interval" in table.stdout
    assert "40/40 games" in table.stderr
    result = json.loads(benben(*words, "--json", "--jobs", "1").stdout)
    assert [bot["bot"] for bot in result["bots"]] == ["random", "greedy"]
    wins = [bot["wins"] for bot in result["bots"]]
    assert sum(wins) + result["draws"] == 40
    assert f"{wins[1]:,}" in table.stdout
    for bot in result["bots"]:
        assert bot["low"] < bot["share"] < bot["high"]


def test_an_interrupted_arena_tells_what_was_played_and_leaves_no_traceback() -> None:
    words = ["arena", "senet", "random", "random", "--games", "10000000", "--jobs", "2", "--longest", "20"]
    run = subprocess.Popen(
        [sys.executable, "-m", "benben", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # also if the tests ignore it
    )
    time.sleep(4)
    os.killpg(run.pid, signal.SIGINT)
    told, errors = run.communicate(timeout=120)
    assert run.returncode == 130, errors
    assert "Traceback" not in errors
    assert not told or "seats rotated" in told


def test_bench_prints_a_row_for_each_way_to_play() -> None:
    told = benben("bench", "senet", "--repeats", "1", "--positions", "9").stdout
    peers = ["C++ rollouts", "C++ matches", "from Python"]
    if not find_spec("pyspiel"):
        peers = ["No rows of OpenSpiel: it is not installed"]
    for row in ("benben senet, compiled", "benben senet, plain Python", *peers, "vizier"):
        assert row in told


def test_bench_says_that_nothing_takes_minutes() -> None:
    run = benben("bench", "horus", "--long")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "benben bench horus: nothing here takes minutes\n"


def test_bench_says_what_is_missing_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "pyspiel.py").write_text("raise ImportError('not here')\n")
    (tmp_path / "numba.py").write_text("raise ImportError('not here')\n")
    run = subprocess.run(
        [sys.executable, "-m", "benben", "bench", "senet", "--repeats", "1", "--positions", "2"],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "No compiled row: numba is not installed" in run.stdout
    assert "No rows of OpenSpiel: it is not installed" in run.stdout
    assert "plain Python" in run.stdout
    assert "vizier" in run.stdout


def test_serve_tells_a_busy_port_in_one_sentence(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = benben("serve", "--port", str(port), "--db", tmp_path / "benben.db", "--no-browser")
    assert run.returncode == 1
    assert f"Port {port} is busy" in run.stderr
