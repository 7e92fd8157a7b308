"""The bots: about as quick as people, each level better than the one below; hints and puzzles of the day."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

import pytest
from msgspec.structs import replace

from benben.bots import arena
from benben.core import match
from benben.core.contract import Unreadable
from benben.games.gate import bot, game, puzzles, rules, views
from benben.games.gate.rules import state
from benben.games.gate.rules.state import Lift, Put
from tests.games.gate.race import begun, covered, drawn, played, raced, timed_out


def solving_time(level: int, random: Random, side: str) -> int:
    """How long a bot of this level takes for some board, without any sand."""
    board = 1 + random.randrange(36)
    symbol = random.choice(["ankh", "eye", "scarab", "lotus", "falcon", "jackal"])
    options = game.options(side=side)
    s: Any = replace(
        rules.start(2, options),
        **{"phase": "solve", "round": 1, "sand": 1, "until": 10**9, "hexes": (1, 1), "symbol": symbol},
        boards=(board, board % 36 + 1),
    )
    time = 0
    while not s.solved:
        action = bot.choose(s, 0, level, random.randrange)
        assert action in rules.actions(s, 0)
        time += bot.pace(s, 0, action, level, random.randrange)
        s = rules.play(s, 0, action)
    return time


def test_the_strong_solve_in_time_and_the_weak_often_run_out_of_sand() -> None:
    random = Random(1)
    times = [[solving_time(level, random, "normal") for _ in range(150)] for level in (1, 2, 3)]
    in_time = [sum(time < 60_000 for time in one) / 150 for one in times]
    assert in_time[0] < 0.6 < in_time[1] < in_time[2]
    assert in_time[0] > 0.2
    assert in_time[2] > 0.9
    assert 20_000 < median(times[2]) < 40_000
    assert max(times[2]) > 2 * median(times[2]) > 4 * min(times[2])  # they vary


def test_the_expert_side_takes_them_longer() -> None:
    random = Random(2)
    normal, expert = (
        median(solving_time(3, random, side) for _ in range(80)) for side in ("normal", "expert")
    )
    assert expert > 1.3 * normal


def test_tiles_are_put_one_by_one_and_now_and_then_one_is_tried_and_lifted() -> None:
    m = raced((1, 2, 3), seed=3)
    for seat in range(3):
        own = [event for event in m.events if event.by == seat]
        puts = [event for event in own if isinstance(event.what, Put)]
        lifts = [event for event in own if isinstance(event.what, Lift)]
        assert len(puts) > len(lifts) > 0 or seat == 2
        assert all(b.at - a.at >= 400 for a, b in pairwise(own))
    assert not any(event.what in ("resign",) for event in m.events)


@pytest.mark.parametrize(("weak", "strong"), [("apprentice", "scribe"), ("scribe", "vizier")])
def test_each_level_beats_the_one_below_in_the_arena(weak: str, strong: str) -> None:
    score = list(arena.contest(game, [weak, strong], 30, seed="gate"))[-1]
    assert score.games == 30
    assert arena.wilson(score.wins[1], 30)[0] > 0.5


def test_four_at_a_table_rank_by_their_levels() -> None:
    score = list(arena.contest(game, ["apprentice", "scribe", "vizier", "apprentice"], 16, seed="four"))[-1]
    assert score.wins[2] > score.wins[1] > 0
    assert score.wins[1] >= score.wins[0] + score.wins[3]


def test_a_timed_game_in_the_arena_follows_from_its_seed() -> None:
    def told(seed: str) -> Any:
        score = list(arena.contest(game, ["scribe", "vizier"], 3, seed=seed))[-1]
        return score.wins, score.events, score.moves

    assert told("a") == told("a") != told("b")


def test_choosing_well_helps_even_when_all_solve_alike() -> None:
    """Both solve like the strongest; one chooses its hexes as the weakest does."""

    class Careless:
        spec = "careless"

        def choose(self, v: Any, seat: int, draw: Any) -> Any:
            return bot.choose(v, seat, 1 if v.phase in ("start", "reward") else 3, draw)

    class Careful:
        spec = "careful"

        def choose(self, v: Any, seat: int, draw: Any) -> Any:
            return bot.choose(v, seat, 3, draw)

    wins = [0, 0]
    for n in range(36):
        done = arena.play_timed_game(game, (Careless(), Careful()), game.options(), Random(n), 10_000, n)
        for winner in done.winners:
            wins[winner] += 1
    assert wins[1] > 2 * wins[0]


def test_the_vizier_sees_what_a_rival_needs() -> None:
    """Two hexes are worth the same to it; on one lies what the rival collects."""
    m = timed_out(covered(begun(2), 0))
    s = replace(
        m.state,
        tracks=("." * 13, "." * 11 + "ry", "." * 13, "." * 11 + "gb", "." * 13, "." * 13),
        jewels=((0, 0, 0, 0, 0, 3), (0, 0, 0, 4, 4, 0)),
        hexes=(3, 3),
        round=9,
    )
    assert bot.choose(s, 0, 3, lambda n: n - 1) == state.Move(4)


def test_a_hint_in_practice_puts_a_tile_right_and_lifts_a_wrong_one_first() -> None:
    random = Random(6)
    m = match.begin(game, 1, game.options(mode="practice", side="expert"))
    m = drawn(drawn(m, random), random)
    one = state.puzzle(m.state, 0)
    assert one is not None
    wrong = next(
        action
        for action in rules.actions(m.state, 0)
        if isinstance(action, Put) and action.cells not in one.solution
    )
    m = played(m, 0, game.notation.name(m.state, wrong))
    hint = bot.choose(m.state, 0, 3, random.randrange)
    assert isinstance(hint, Lift)
    s = rules.play(m.state, 0, hint)
    for _ in one.tiles:
        hint = bot.choose(s, 0, 3, random.randrange)
        assert isinstance(hint, Put)
        assert hint.cells in one.solution
        s = rules.play(s, 0, hint)
    assert s.phase == "solved"
    assert bot.choose(s, 0, 3, random.randrange) == "done"


def test_the_puzzles_of_a_day_follow_from_the_date() -> None:
    today = bot.daily("2026-11-15")
    assert today == bot.daily("2026-11-15")
    assert [one.grade for one in today] == ["easy", "medium", "hard"]
    grades = []
    for one in today:
        s = rules.start(1, game.options(**one.options))
        for _ in range(2):
            ((chance, _weight),) = rules.chances(s)
            s = rules.settle(s, chance)
        assert s.phase == "solve"
        puzzle = state.puzzle(s, 0)
        assert puzzle is not None
        grades.append(puzzle.grade)
    assert grades == sorted(grades)
    assert grades[0] + 0.25 < grades[1]
    assert grades[1] + 0.5 < grades[2]
    week = {str(bot.daily(f"2026-11-{day}")) for day in range(10, 17)}
    assert len(week) == 7
    for wrong in ("today", "2026-11-15\n", "2026-2-3", "2026-02-30", ""):
        with pytest.raises(Unreadable):
            bot.daily(wrong)


@pytest.mark.parametrize(
    ("date", "regions"),
    [
        (
            "2026-11-15",
            ["...../..#../#.##./####.", "#.##/..#./#.../#.../##..", "#...#/##.../...../...##/##.##"],
        ),
        (
            "2026-11-16",
            ["....../#.##../####.#/####.#", ".####/...../#..../##.##", "##.###/#...../....../..##.#"],
        ),
    ],
)
def test_a_day_before_the_second_series_has_the_boards_it_had(date: str, regions: list[str]) -> None:
    found = []
    for one in bot.daily(date):
        s = rules.start(1, game.options(**one.options))
        ((chance, _),) = rules.chances(s)
        found.append(views.picture(rules.settle(s, chance)).seats[0].region)
    assert found == regions


def test_only_days_of_the_first_series_name_it() -> None:
    assert {one.options.get("series") for one in bot.daily("2026-11-16")} == {1}
    assert all("series" not in one.options for one in bot.daily("2026-11-17"))


def test_the_boards_of_a_fresh_box_are_made_before_they_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def fresh(number: int, side: str, board: int, grade: str, _series: int) -> Any:
        made.append((number, side, board, grade))
        return puzzles.printed_boards()[side][board - 1]

    monkeypatch.setattr(puzzles, "fresh_board", fresh)
    bot.made_boards(game.options(box=999_999))
    assert made == [(999_999, "normal", board, "any") for board in range(1, 37)]
    views.picture(begun(4, box=999_999).state)
    assert len(made) == 36
