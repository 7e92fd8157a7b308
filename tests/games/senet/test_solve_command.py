"""`benben solve senet`: what a person asks in the terminal, and what is answered or refused."""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from benben.games.senet.cli import solve
from tests.cli.command import benben
from tests.games.senet.processor_endgames import ProcessorEndgames

POSITION = "........../.....x..../.o.o...x.. x 4 of 2"
QUESTIONS = "give a position, --tables with a number of pieces a side, or --pack with a file"
PATIENCE = 240.0  # seconds for making small tables, where machine code is not compiled yet


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("values")


def solved(*words: str | Path) -> dict[str, Any]:
    run = benben("solve", "senet", *words, "--json")
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_a_position_is_answered_with_every_move(folder: Path) -> None:
    found = solved(POSITION, "--folder", folder)
    assert list(found) == ["value", "exact", "error", "moves"]
    assert found["exact"] is True
    assert 0 <= found["error"] < 1e-7
    values = {one["move"]: one["value"] for one in found["moves"]}
    assert list(values) == ["16-20", "28-off"]
    assert found["value"] == max(values.values())
    assert all(0 < value < 1 for value in values.values())


def test_before_the_throw_there_is_a_value_and_no_move(folder: Path) -> None:
    found = solved("........../........../....x....o x -", "--folder", folder)
    assert found["moves"] == []
    assert 0 < found["value"] < 0.5
    other = solved("........../........../....o....x o -", "--folder", folder)
    assert other == found


def test_a_won_position_is_worth_one(folder: Path) -> None:
    """From 29 all throws lead off the board but a 1, which swaps, and throws again from 30."""
    found = solved("........../........../........xo x -", "--folder", folder)
    assert (found["value"], found["exact"]) == (1.0, True)


def test_an_answer_is_told_in_words_too(folder: Path) -> None:
    told = benben("solve", "senet", POSITION, "--folder", folder).stdout.splitlines()
    assert told[0].startswith("value: 0.")
    assert told[1] == "exact: True"
    assert "  move 28-off, value 0." in "\n".join(told)


def test_a_budget_ends_early_and_says_so(tmp_path: Path) -> None:
    found = solved(".....o..../....x...../.o.o.x.x.. x 4", "--folder", tmp_path, "--budget", "0.001")
    assert found["exact"] is False
    assert 0.4 < found["error"] < 0.51


def test_tables_are_made_and_told(folder: Path) -> None:
    found = solved("--tables", "2", "--folder", folder)
    assert (found["exact"], found["folder"]) == (True, str(folder))
    assert [(one["pieces"], one["positions"]) for one in found["tables"]] == [
        ("1 against 1", 812),
        ("2 against 1", 21_924),
        ("2 against 2", 142_506),
    ]
    assert found["error"] == max(one["error"] for one in found["tables"]) < 1e-7


def test_a_run_that_is_killed_is_taken_up_again(folder: Path, tmp_path: Path) -> None:
    solved("--tables", "2", "--folder", folder)  # so that all machine code is there
    words = ["solve", "senet", "--tables", "2", "--folder", str(tmp_path)]
    with subprocess.Popen([sys.executable, "-m", "benben", *words], stderr=subprocess.DEVNULL) as run:
        end = time.monotonic() + PATIENCE
        while not (tmp_path / "2-1.values").exists() and time.monotonic() < end:
            time.sleep(0.002)
        run.send_signal(signal.SIGKILL)
    again = benben(*words, "--json")
    assert again.returncode == 0, again.stderr
    assert "2 against 1:" not in again.stderr
    assert json.loads(again.stdout) == solved("--tables", "2", "--folder", folder) | {"folder": str(tmp_path)}


def test_a_damaged_table_is_refused_and_made_again_when_asked_for(tmp_path: Path) -> None:
    before = solved("--tables", "1", "--folder", tmp_path)
    path = tmp_path / "1-1.values"
    path.write_bytes(path.read_bytes()[:-8])
    question = ["........../.....x..../...o...... x 3", "--folder", str(tmp_path)]
    run = benben("solve", "senet", *question)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        f"benben: {path}: the table is damaged: it is not as it was written; "
        "benben solve senet --tables 1 makes it again\n"
    )
    run = benben("solve", "senet", "--tables", "1", "--folder", tmp_path, "--json")
    assert "is damaged: it is not as it was written; it is made again" in run.stderr
    assert json.loads(run.stdout) == before
    assert solved(*question)["exact"] is True


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], QUESTIONS),
        ([POSITION, "--tables", "2"], QUESTIONS),
        (["--pack", "file", "--tables", "2"], QUESTIONS),
        (["........../oxox"], "column 16: a position is three rows"),
        (["oxoxoxoxox/........../.......... x -"], "up to 3 pieces a side are solved, not 5 against 5"),
        (["x........./........../o......... x - cap 3/90"], "positions of a game with a cap are not solved"),
        (["........../........../o......... x #"], "the game is over, so there is nothing to solve"),
        (["--tables", "4"], "up to 3 pieces a side are made; more are computed with --device cuda"),
        (["--tables", "6"], "invalid choice: 6"),
        (["--tables", "6", "--device", "cuda"], "invalid choice: 6"),
        (["--tables", "4", "--device", "abacus"], "invalid choice: 'abacus'"),
        ([POSITION, "--device", "cuda"], "--device goes with --tables"),
        (["--pack", "file", "--device", "cuda"], "--device goes with --tables"),
        (["--tables", "4", "--device", "cuda", "--folder", "here"], "--device keeps no tables"),
        (["--tables", "4", "--device", "cuda", "--error", "2"], "an error is a part of a chance"),
        (["--tables", "3", "--error", "0.001"], "--error and --ends go with --device"),
    ],
)
def test_a_question_that_has_no_answer_is_refused_in_a_sentence(words: list[str], sentence: str) -> None:
    run = benben("solve", "senet", *words)
    assert (run.returncode, run.stdout) == (2, "")
    assert sentence in run.stderr
    assert "Traceback" not in run.stderr


def test_what_was_computed_on_a_graphics_processor_is_told() -> None:
    parser, told = argparse.ArgumentParser(), list[str]()
    solve.add_arguments(parser)
    asked = parser.parse_args(["--tables", "2", "--device", "cuda", "--error", "0.0001", "--ends"])
    asked.budget = 600.0
    found = solve.answer_of(ProcessorEndgames(2, 2), asked, lambda _: True, told.append)
    assert list(found) == ["exact", "error", "device", "ends", "seconds", "tables", "openings"]
    assert (found["exact"], found["ends"], found["device"]) == (True, True, "this processor")
    assert found["error"] == max(one["error"] for one in found["tables"]) < 0.000102
    assert [(one["pieces"], one["positions"], one["exact"]) for one in found["tables"]] == [
        ("1 against 1", 812, True),
        ("2 against 1", 21_924, True),
        ("2 against 2", 142_506, True),
    ]
    assert [one["pieces"] for one in found["openings"]] == ["1 a side", "2 a side"]
    for one, value in zip(found["openings"], (0.545910, 0.546801), strict=True):
        assert one["least"] < value < one["most"] < one["least"] + 0.0002
        assert one["least"] < one["value"] < one["most"]
    assert told[0] == "computed on this processor"


def test_a_graphics_processor_is_asked_for_what_it_needs() -> None:
    """As where numba is installed, but not numba-cuda."""
    code = (
        "import sys\n"
        "sys.modules['numba_cuda'] = None\n"
        "from benben.cli import main\n"
        "sys.exit(main(['solve', 'senet', '--tables', '4', '--device', 'cuda']))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        "benben: this needs a graphics processor with CUDA and numba-cuda (pip install 'benben[cuda]')\n"
    )


def test_nothing_is_packed_of_tables_that_are_not_finished(tmp_path: Path) -> None:
    file = tmp_path / "three.values"
    run = benben("solve", "senet", "--pack", file, "--folder", tmp_path / "values", "--budget", "0.001")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.endswith("the tables are not finished, so there is nothing to pack yet\n")
    assert not file.exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    run = benben("solve", "senet", POSITION, "--folder", tmp_path / "file" / "values")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        f"benben: {tmp_path / 'file' / 'values'}: the tables cannot be kept there: not a directory\n"
    )
