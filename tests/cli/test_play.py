"""Senet in the terminal, by real keystrokes; then its record is verified, spoiled and replayed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benben import games
from benben.core.record.verify import verify_record
from tests.cli.command import benben, lines

SHORT = ("play", "senet", "--options", "pieces=2", "--seat", "1", "--bot", "apprentice", "--seed", "c0ffee")
TOGETHER = ("play", "senet", "--seat", "all", "--seed", "1f")  # without a bot, so there is none to get ready


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A whole game: Enter throws, a is the first move of any list; more of both than a game can need."""
    path = tmp_path_factory.mktemp("play") / "game.txt"
    run = benben(*SHORT, "--record", path, typed=lines(["", "a"] * 800))
    assert run.returncode == 0, run.stderr
    return run.stdout, path


def test_a_whole_game_is_played_against_a_bot(played: tuple[str, Path]) -> None:
    told, path = played
    assert "Senet: seat 1 You, seat 2 Apprentice." in told
    assert re.search(r"(You|Apprentice) won: all (cones|spools) are off the board\.", told)
    assert "The record is in" in told
    text = path.read_text()
    assert 'seat 1: person "Player"' in text
    assert 'seat 2: bot "Apprentice", level "apprentice"' in text
    assert "outcome places" in text


def test_the_record_is_sound(played: tuple[str, Path]) -> None:
    run = benben("verify", played[1])
    assert run.returncode == 0
    assert run.stdout.startswith("Sound:")


def test_a_flipped_byte_is_found_and_named(played: tuple[str, Path], tmp_path: Path) -> None:
    text = played[1].read_text()
    entry = re.search(r"^\w{8} +9 .*: (throw )?\d", text, re.MULTILINE)
    assert entry
    at = entry.end() - 1
    spoiled = tmp_path / "spoiled.txt"
    spoiled.write_text(text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :])
    run = benben("verify", spoiled)
    assert run.returncode == 1
    assert run.stdout.startswith("entry 9:")


def test_another_secret_does_not_fit(played: tuple[str, Path], tmp_path: Path) -> None:
    text = played[1].read_text()
    spoiled = tmp_path / "spoiled.txt"
    spoiled.write_text(text.replace("c0ffee\n", "c0ffef\n"))
    run = benben("verify", spoiled)
    assert run.returncode == 1
    assert run.stdout.startswith("commitment:")


def test_the_replay_tells_the_same_events(played: tuple[str, Path]) -> None:
    told, path = played
    run = benben("replay", path, "--all")
    assert run.returncode == 0
    events = len(re.findall(r"^\w{8} +\d+ +\d", path.read_text(), re.MULTILINE))
    assert len(re.findall(r"^ +\d+[* ] \S", run.stdout, re.MULTILINE)) == events
    assert run.stdout.count("to go  wins") == 1
    last = told.split("won: ")[1].split("\n")[0]
    assert run.stdout.rstrip().endswith(last)


def test_the_replay_steps_there_and_back(played: tuple[str, Path]) -> None:
    run = benben(
        "replay", played[1], typed=lines(["", "n", "p", "7", "-4", "+2", "-9", "99999", "what", "q"])
    )
    assert run.returncode == 0
    steps = re.findall(r"(\d+)/\d+ \(n, p", run.stdout)
    assert steps == ["0", "1", "2", "1", "7", "3", "5", "0", "0", "0"]
    assert benben("replay", played[1], typed="").returncode == 0


def test_equal_seeds_and_keys_make_equal_games(played: tuple[str, Path]) -> None:
    again = benben(*SHORT, typed=lines(["", "a"] * 800))
    assert again.stdout == played[0].rsplit("The record is in", 1)[0]


def test_moves_are_understood_by_letter_notation_and_bare_square() -> None:
    runs = [benben(*TOGETHER, typed=lines(["", move, "board", "quit"])) for move in ("a", "2x3", "2")]
    assert all("Player 1: swaps 2 with the spool on 3." in run.stdout for run in runs)
    assert len({run.stdout for run in runs}) == 1


def test_a_refusal_names_its_clause_and_the_rule_can_be_read() -> None:
    keys = ["", "10x11", "? 3.3", "? 10-20", "? 10-11", "nonsense", "", "? nonsense", "?", "quit"]
    told = benben(*TOGETHER, typed=lines(keys)).stdout.split("your move > ")[1:]
    assert told[0].startswith("No spool can be attacked on 11. (senet 4.1; type ? 4.1 for the rule)")
    assert told[1].startswith("3.3  If you can move forward you must")
    assert told[2].startswith("1 from 10 leads to 11.\n2.1  Throw four sticks")
    assert told[3].startswith("That is possible now.")
    assert told[4].startswith("That is neither a move nor a command")
    assert told[5].startswith("That is neither a move nor a command")
    assert told[6].startswith("There is no clause of that number")
    assert told[7].startswith(
        "Bring all your pieces off the board before the other player does.\n\nThrow the sticks"
    )
    assert "resign, quit" in told[7]


def test_moves_are_taken_back_and_the_throw_stays_as_it_fell(tmp_path: Path) -> None:
    path = tmp_path / "undone.txt"
    keys = ["", "a", "undo", "e", "undo", "b", "", "hint", f"record {tmp_path / 'running.txt'}", "quit"]
    run = benben(*TOGETHER, "--record", path, typed=lines(keys))
    assert run.stdout.count("Taken back.") == 2
    assert "The vizier would play" in run.stdout
    assert path.read_text().count("takes back all after event 1") == 2
    assert path.read_text().count("chance: throw 1\n") == 1
    assert "seat 1 breaks off" in path.read_text()
    assert benben("verify", path).stdout.startswith("Sound:")
    running = tmp_path / "running.txt"
    assert "secret not told yet" in running.read_text()
    assert benben("verify", running).stdout.startswith("Sound so far:")


def test_nothing_is_taken_back_across_a_throw() -> None:
    run = benben(*TOGETHER, typed=lines(["undo", "", "undo", "quit"]))
    assert run.stdout.count("There is nothing to take back") == 2


def test_resigning_ends_the_match_and_a_closed_keyboard_breaks_it_off() -> None:
    assert "Player 2 won: seat 1 resigned." in benben(*TOGETHER, typed=lines(["resign"])).stdout
    run = benben(*TOGETHER, typed="")
    assert run.returncode == 0
    assert "Nobody won: broken off." in run.stdout


def test_bots_alone_play_to_the_end() -> None:
    run = benben(
        "play", "senet", "--seat", "none", "--bot", "apprentice", "--options", "pieces=1", "--seed", "5"
    )
    assert run.returncode == 0
    assert "won: all" in run.stdout


def test_the_seat_is_drawn_by_chance_and_the_record_proves_it(tmp_path: Path) -> None:
    path = tmp_path / "drawn.txt"
    seats = set()
    for seed in ("5", "6"):
        run = benben("play", "senet", "--seed", seed, "--record", path, typed="quit\n")
        seats.add("seat 1 You" in run.stdout)
        assert "seating by chance" in path.read_text()
        assert verify_record(path.read_bytes(), games.load).good
    assert seats == {True, False}


def test_a_long_run_of_chance_is_told_in_three_lines_and_a_seat_is_named_by_its_number() -> None:
    run = benben("play", "pyramydal", "--seat", "all", "--seed", "1f", typed=lines(["1", "1", "2", "quit"]))
    assert run.returncode == 0, run.stderr
    assert re.search(
        r"Chance: a \w+ \w+ is laid on 1\.\n  \.\.\. 58 more \.\.\.\nChance: .* on 60\.", run.stdout
    )
    assert re.search(r"Player 1: takes 1, a \w+ \w+\.", run.stdout)
    assert "A token stands on 1. (pyramydal 2.3; type ? 2.3 for the rule)" in run.stdout
    assert re.search(r"Player 2: takes 2, a \w+ \w+\.", run.stdout)
    assert "The match is broken off." in run.stdout


def test_a_match_begins_at_a_position(tmp_path: Path) -> None:
    text, path = "........../........../.......x.o x 3", tmp_path / "game.txt"
    run = benben(
        "play", "senet", "--seat", "all", "--position", text, "--record", path, typed=lines(["28-off"])
    )
    assert run.returncode == 0, run.stderr
    assert "won: all cones are off the board." in run.stdout
    assert f"\nposition {text}\n" in path.read_text()
    assert benben("verify", path).stdout.startswith("Sound:")
    assert benben("replay", "--all", path).returncode == 0


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--position", "nonsense"), "three rows"),
        (("--position", "........../........../.........x o #"), "The match is over in this position."),
        (
            ("--position", "........../........../.......x.o x 3", "--options", "pieces=3"),
            "a position says seats and options itself",
        ),
    ],
)
def test_a_wrong_position_is_told_in_a_sentence(more: tuple[str, ...], sentence: str) -> None:
    run = benben("play", "senet", *more)
    assert run.returncode != 0
    assert sentence in run.stderr
