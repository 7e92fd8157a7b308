"""A terminal as it may be: closed ends, strange bytes, no colours wanted, and files from strangers."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from benben import games
from benben.core import record
from benben.core.record.verify import verify_record
from tests.cli.command import benben, lines

SENET = Path(__file__).parents[1] / "records" / "senet-1-three.txt"
TOGETHER = ("play", "senet", "--seat", "all", "--seed", "1f")


@pytest.mark.parametrize(
    "words", [f"replay {SENET} <&-", "play senet --seat all <&-", "games >&-", f"replay {SENET} --all >&-"]
)
def test_what_the_shell_has_closed_is_empty(words: str) -> None:
    run = subprocess.run(
        f"{sys.executable} -m benben {words}", shell=True, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_bytes_that_are_no_text_are_no_move() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "benben", *TOGETHER],
        input=b"\n\xff\xfe\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert b"Nobody won: broken off." in run.stdout


def test_a_file_that_cannot_be_is_refused_and_the_match_goes_on() -> None:
    run = benben(*TOGETHER, typed=lines(["record a\0b", "quit"]))
    assert run.returncode == 0, run.stderr
    assert "That file cannot be written" in run.stdout
    assert "Nobody won: broken off." in run.stdout


def test_who_resigns_is_out_and_the_match_goes_on_until_one_is_left(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = ("play", "horus", "--seat", "all", "--seats", "3", "--seed", "1f")
    run = benben(*words, "--options", "adventurers=chosen", "--record", path, typed=lines(["resign"] * 2))
    assert run.returncode == 0, run.stderr
    assert "Player 1: resigns." in run.stdout
    assert "Player 3 won: seat 2 resigned." in run.stdout
    assert verify_record(path.read_bytes(), games.load).good


def test_a_word_of_the_game_is_no_command() -> None:
    words = ("play", "horus", "--seat", "all", "--seats", "2", "--seed", "1f")
    run = benben(*words, typed=lines(["", "go e1", "exit", "quit"]))
    assert run.returncode == 0, run.stderr
    assert "Player 1: leaves the pyramid" in run.stdout


@pytest.mark.parametrize(("wish", "coloured"), [("", True), ("1", False)])
def test_a_board_is_coloured_unless_nobody_wants_it(wish: str, coloured: bool) -> None:
    ours, theirs = pty.openpty()
    try:
        run = subprocess.run(
            [sys.executable, "-m", "benben", "replay", SENET],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            env={**os.environ, "NO_COLOR": wish},
            check=False,
        )
        told = os.read(ours, 65536)
    finally:
        os.close(ours)
        os.close(theirs)
    assert run.returncode == 0
    assert (b"\x1b[" in told) == coloured


def test_a_file_from_a_stranger_does_not_steer_the_terminal(tmp_path: Path) -> None:
    sound = record.read(SENET.read_bytes())
    path = tmp_path / "strange.json"
    seats = (replace(sound.seats[0], name="Ne\x1b]0;fer\x07"), *sound.seats[1:])
    path.write_text(record.write_json(record.sealed(replace(sound, seats=seats))))
    run = benben("replay", path, "--all")
    assert run.returncode == 0
    assert "\x1b" not in run.stdout
    assert "]0;fer" in run.stdout
    strange = replace(sound, options={**sound.options, "\x1b[2J": 1})
    path.write_text(record.write_json(record.sealed(strange)))
    for command in ("verify", "replay"):
        run = benben(command, path)
        assert run.returncode != 0
        assert "[2J" in run.stdout + run.stderr
        assert "\x1b" not in run.stdout + run.stderr


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_larger_than_any_record_is_not_read_to_its_end(tmp_path: Path, command: str) -> None:
    path = tmp_path / "huge.txt"
    path.touch()
    os.truncate(path, 1 << 42)  # it has no blocks on the disk
    run = benben(command, path)
    assert run.returncode != 0
    assert "A record has at most 4,000,000 bytes".lower() in (run.stdout + run.stderr).lower()
    assert "Traceback" not in run.stderr


def test_an_interrupted_match_leaves_its_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "benben", *TOGETHER, "--record", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as run:
        assert run.stdin
        assert run.stdout
        run.stdin.write(b"\n")  # a throw
        run.stdin.flush()
        for line in run.stdout:
            if b"Player 1: throws" in line:
                break
        run.send_signal(signal.SIGINT)
        run.stdout.read()
    assert run.returncode == 130
    assert verify_record(path.read_bytes(), games.load).good
    assert len(record.read(path.read_bytes()).entries) >= 2
