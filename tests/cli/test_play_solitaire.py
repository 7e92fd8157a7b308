"""Egyptian Solitaire in the terminal: alone, by turns against the clock, and against the sand."""

from __future__ import annotations

from pathlib import Path

import pytest

from benben import games
from benben.cli.terminal_match import TerminalMatch
from benben.core.contract import TIME, Event
from benben.core.replay import replay
from tests.cli.command import benben, lines
from tests.games.solitaire.perfect_lines import EIGHTEEN, HARD, SEVEN

SOLITAIRE = games.load("solitaire")


class Keyboard:
    """Keys with the moment of each; the clock stands still but for them."""

    def __init__(self, keys: list[tuple[float, str]], patch: pytest.MonkeyPatch) -> None:
        self.time = 0.0
        self.keys = iter(keys)
        patch.setattr("builtins.input", self.typed)
        patch.setattr("time.monotonic", lambda: self.time)

    def typed(self, prompt: str) -> str:
        print(prompt)
        at, key = next(self.keys, (self.time, ""))
        if not key:
            raise EOFError
        self.time = at
        return key


def sat(seats: int, seat: str, **options: object) -> TerminalMatch:
    return TerminalMatch(
        SOLITAIRE,
        seats,
        SOLITAIRE.options(**options),
        seat=seat,
        level="apprentice",
        seed="5eed",
        player="Player",
    )


def test_the_puzzle_is_played_alone_and_hops_are_taken_back_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "solo.txt"
    keys = ["a1>c1", "a3>c3", "undo", "undo", "undo", "a1>c1", "done"]
    run = benben("play", "solitaire", "--options", "ranks=3,files=3", "--record", path, typed=lines(keys))
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("Taken back.") == 2
    assert run.stdout.count("There is nothing to take back") == 1
    assert benben("verify", path).stdout.startswith("Sound:")


def test_a_position_with_commas_is_an_option(tmp_path: Path) -> None:
    words = (
        "--options",
        "ranks=1,files=3",
        "--options",
        "position=S,SM,S",
        "--record",
        tmp_path / "x.txt",
    )
    run = benben("play", "solitaire", *words, typed="a1>c1\n")
    assert "You: " in run.stdout, run.stderr
    assert "won" in run.stdout


def test_seats_that_the_options_do_not_allow_are_refused() -> None:
    run = benben("play", "solitaire", "--seats", "2")
    assert run.returncode == 2
    assert "Egyptian Solitaire is not for 2" in run.stderr


def test_who_thinks_past_the_limit_is_stopped_there(monkeypatch: pytest.MonkeyPatch) -> None:
    Keyboard([(5, "start"), (66, "a1>c1")], monkeypatch)
    table = sat(2, "all", mode="king-tut", limit=60)
    with pytest.raises(EOFError):
        table.play()
    assert Event(65_000, TIME, None) in table.entries
    assert [(entry.at, entry.by) for entry in table.entries] == [(5_000, 0), (65_000, TIME)]
    assert table.fold.state.seat == 1


def test_a_bot_hops_while_the_player_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    Keyboard([(1, "start"), (12, "a1>c1"), (170, "board")], monkeypatch)
    table = sat(2, "1", mode="quicksand", ranks=3, files=4)
    with pytest.raises(EOFError):
        table.play()
    events = [entry for entry in table.entries if isinstance(entry, Event)]
    mine = max(n for n, event in enumerate(events) if event.by == 0)
    assert events[mine].at >= 12_000
    assert len([event for event in events[:mine] if event.by == 1]) >= 1
    assert any(event.by == 1 for event in events[mine:])
    assert [event.at for event in events] == sorted(event.at for event in events)


def test_nobody_sits_through_a_bots_time(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = Keyboard([], monkeypatch)
    table = sat(2, "none", mode="king-tut", ranks=1, files=5)
    table.play()
    assert keyboard.time == 0
    assert table.fold.match.over
    assert table.fold.match.at > 0
    assert replay(SOLITAIRE, 2, table.options, table.entries).outcome == table.fold.match.outcome


ROW = ("play", "solitaire", "--options", "ranks=1,files=7", "--seed", "1f")
EARNED = "Earned: Perfect. Begin with a nest on every square and leave a single small pyramid."


def test_a_perfect_game_is_told_at_the_end_unless_a_hint_was_asked_for() -> None:
    told = benben(*ROW, typed=lines(SEVEN)).stdout
    assert told.endswith(f"won: a single small is left.\n{EARNED}\n")
    assert "Earned" not in benben(*ROW, typed=lines([*SEVEN[:-1], "done"])).stdout
    assert "Earned" not in benben(*ROW, typed=lines([*SEVEN[:-1], "hint", SEVEN[-1]])).stdout


def test_a_position_that_somebody_chose_earns_nothing() -> None:
    told = benben("play", "solitaire", "--position", HARD, typed=lines(EIGHTEEN)).stdout
    assert told.endswith("won: a single small is left.\n")
