"""The review of a match in the terminal: sums that add up, turning points, and refusals in a sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from benben import cli, games
from benben.cli import review_text
from benben.core import record, review
from benben.core.judge import WHOLE
from benben.core.review import Hindsight, JudgedChoice, Review, ReviewStep, TurningPoint
from tests.cli.command import benben

RECORDS = Path(__file__).parents[1] / "records"
SENET, SOLITAIRE = RECORDS / "senet-1-three.txt", RECORDS / "solitaire-1-tut.txt"


def test_the_sums_are_told_in_plain_words_and_add_up() -> None:
    run = benben("review", SENET)
    assert run.returncode == 0, run.stderr
    assert re.search(
        r"^The sticks gave you \d\.\d\d; your choices cost \d\.\d\d\.$", run.stdout, re.MULTILINE
    )
    account = run.stdout.split("How it came out for you\n")[1].split("\n\n")[0]
    *parts, result = (float(line.split()[-1]) for line in account.splitlines())
    assert round(sum(parts), 2) == result == 1.0
    assert re.search(r"Nefer: \d+ of \d+ choices as good as the best\.", run.stdout)
    turns = run.stdout.split("Turning points\n")[1].split("\n\n")[0].splitlines()
    assert 1 <= len(turns) <= 6
    assert "Judged by a table of solved positions. Bounded: every value is known to 0.000" in run.stdout
    assert any(re.search(r"you played .+, which cost you 0\.\d\d; better was ", line) for line in turns)


def test_pips_are_counted_up_and_every_seat_can_ask() -> None:
    told = [benben("review", SOLITAIRE, "--seat", seat).stdout for seat in "12"]
    assert told[0] != told[1]
    for one in told:
        assert re.search(r"[Yy]our choices cost \d+ pips\.", one)
        account = one.split("How it came out for you\n")[1].split("\n\n")[0]
        *parts, result = (int(line.split()[-2]) for line in account.splitlines())
        assert sum(parts) == result
    assert "Exact" in told[0]


def test_json_has_every_step_in_whole_numbers() -> None:
    run = benben("review", SENET, "--json")
    told = json.loads(run.stdout)
    assert (told["game"], told["unit"], told["label"]) == ("senet", "chance", "bounded")
    assert 0 < told["error"] < 10
    values = told["first"]
    for step in told["steps"]:
        parts = zip(values, step["chance"], step["chosen"], step["time"], step["agreed"], strict=True)
        values = [sum(each) for each in parts]
        assert values == step["values"]
    assert values == [10_000, 0]
    assert told["seats"] == ["Nefer", "Apprentice"]


@pytest.mark.parametrize(
    ("cost", "really", "words"),
    [
        (3000, 1800, "better was take 1; as things really lay it cost 0.18"),
        (3000, -1500, "better was take 1; as things really lay it gained 0.15: lucky, not good"),
        (3000, 200, "better was take 1; as things really lay it cost 0.02, give or take 0.10"),
        (0, 2800, "Unlucky, not bad\n  1: you played take 3; as things really lay take 1 was better by 0.28"),
    ],
)
def test_bad_luck_is_told_from_a_bad_choice(cost: int, really: int, words: str) -> None:
    file = record.read(SENET.read_text())
    judged = JudgedChoice("take 1", 6000, cost, "estimated", 400, Hindsight("take 1", really, 1000))
    zero, moved = (0, 0), (-cost, cost)
    step = ReviewStep(1, 0, "choice", "take 3", (6000 - cost, 4000 + cost), zero, moved, zero, zero, judged)
    turns = (TurningPoint(1, 1, "choice", 0, -cost, "take 1"),) if cost else ()
    account = review.Account(6000, 0, moved, 0, 0, 6000 - cost)
    best = review.Accuracy(1, 1)
    found = Review(
        "senet", "chance", "Judged.", "estimated", 400, (6000, WHOLE - 6000), (step,), (account, account),
        (best, best), turns,
    )  # fmt: skip
    assert words in review_text.text(games.load("senet"), file, found, 0)


def test_what_cannot_be_reviewed_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = SENET.read_text()
    sound = record.read(text)
    running = replace(sound, entries=sound.entries[:10], outcome=None, secret=None)
    wrong = {
        "forged": (text.replace("seat 1: 2-8", "seat 1: 4-10"), "The record is not sound: "),
        "later": (text.replace("rules 1\n", "rules 9\n"), "Played by version 9 of the rules"),
        "running": (record.write_text(record.sealed(running)), "A review opens when the match is over."),
        "broken": ((RECORDS / "gate-1-experts.txt").read_text(), "The match was broken off"),
        "letter": ("Dear Nefer,\n", "line 1"),
    }
    for name, (content, sentence) in wrong.items():
        file = tmp_path / f"{name}.txt"
        file.write_text(content)
        assert cli.main(["review", str(file)]) == 2, name
        told = capsys.readouterr()
        assert told.out == ""
        assert sentence in told.err
        assert told.err.count("\n") == 1


@pytest.mark.parametrize("words", [(SENET, "--seat", "3"), (RECORDS / "nothing.txt",)])
def test_a_seat_or_a_file_that_is_not_there_is_refused(
    words: tuple[str | Path, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["review", *map(str, words)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "seats 1 to 2" in told.err or "No such file" in told.err
