"""Exact values of Senet's endgames: the tables against a second solver, the puzzles against the tables."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from benben import bots, games
from benben.core.contract import Unreadable
from benben.games.senet import bench, notation, puzzles
from benben.games.senet.rules import actions
from benben.games.senet.solver import Endgames, known_endgames
from benben.games.senet.solver.known import place_in_file, shipped_values
from benben.games.senet.solver.links import squares_of
from benben.games.senet.solver.packing import (
    all_pairs,
    colourings,
    groups,
    packing,
    place,
    position_class,
    rows,
)
from benben.solve.position_links import ONE
from tests.games.senet.plain_values import PlainValues, positions


@cache
def endgames(own: int, enemy: int) -> Endgames:
    known = Endgames(own, enemy)
    assert known.make()
    return known


def test_one_and_two_pieces_a_side_are_worth_what_a_second_solver_says() -> None:
    known, plain, shipped = endgames(2, 2), PlainValues(2), shipped_values()
    assert shipped is not None
    assert len(plain.values) == 812 + 2 * 10_962 + 142_506
    for (own, enemy), value in plain.values.items():
        at = 2 * place(own, enemy, packing())
        low, high = (bound / ONE for bound in known.tables.bounds[at : at + 2])
        assert value - 1e-7 < low - 1e-9 < value < high + 1e-9 < value + 1e-7
        assert abs(shipped.value(place_in_file(own, enemy)) - value) <= shipped.head.error


@pytest.mark.parametrize(("own", "enemy"), [pair for pair in all_pairs() if sum(pair) < 5])
def test_positions_of_a_class_are_numbered_without_gaps(own: int, enemy: int) -> None:
    one = position_class(own, enemy)
    pairs = {(own, enemy), (enemy, own)}
    numbers = sorted(place(*sides, packing()) for pair in pairs for sides in positions(*pair))
    assert numbers == list(range(one.begin, one.begin + one.size))


def test_classes_follow_each_other_without_gaps() -> None:
    begin, ends = 0, {}
    for pair in all_pairs():
        assert position_class(*pair).begin == begin
        begin += position_class(*pair).size
        ends[pair] = begin
    assert (ends[3, 3], ends[4, 4], ends[5, 5]) == (12_230_750, 437_373_650, 8_560_690_670)


def test_tables_with_fewer_pieces_have_the_same_numbers_of_positions_alone() -> None:
    """Tables that are kept or shipped are found where they were before there were more classes."""
    names = ["1-1", "2-1", "2-2", "3-1", "3-2", "3-3"]
    assert (
        [one.name for one in Endgames(3, 3).tables.classes]
        == names
        == [f"{own}-{enemy}" for own, enemy in all_pairs()[:6]]
    )
    assert [position_class(*pair).begin for pair in all_pairs()[:6]] == [
        0,
        812,
        22_736,
        165_242,
        355_250,
        2_730_350,
    ]


def test_rows_of_a_group_are_equally_far_on() -> None:
    found = rows(4)
    steps = [sum(n for n in range(31) if row >> n & 1) for row in found]
    assert steps == sorted(steps, reverse=True)
    assert [{*steps[first:last]} for first, last in groups(4)] == [{each} for each in sorted({*steps})[::-1]]
    assert {squares_of(row, bits) for row in found[:50] for bits in colourings(3, 1)} >= {
        found[0] & -found[0]
    }


def test_a_position_with_the_colours_changed_is_worth_the_same() -> None:
    known = endgames(1, 1)
    one = notation.read("........../.....x..../...o...... x 3")
    two = notation.read("........../.....o..../...x...... o 3")
    assert known.bounds(one) == known.bounds(two)
    assert known.moves(one) == known.moves(two)


def test_the_best_move_is_worth_the_position() -> None:
    known = endgames(2, 2)
    for text in (
        "........../........../..x..x..o. x 6",
        "x........./.......o../....x...o. x 4",
        "........../.o......../....o..x.x x 6",
        "........../.o.......x/.......x.. x 2/4:28",
        "........../..x...o.../..x......o o 2",
    ):
        s = notation.read(text)
        best = known.bounds(s)
        moves = dict(known.moves(s))
        assert set(moves) == set(actions(s, s.mover))
        assert max(bounds.low for bounds in moves.values()) == pytest.approx(best.low, abs=1e-12)
        assert max(bounds.high for bounds in moves.values()) == pytest.approx(best.high, abs=1e-12)
        assert 0 < best.value <= 1


def test_a_win_at_hand_is_certain() -> None:
    known, s = endgames(1, 1), notation.read("........../........../.o.......x x 1")
    assert [(notation.name(s, move), *bounds) for move, bounds in known.moves(s)] == [("30-off", 1.0, 1.0)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("oxoxoxo.x./........../.......... x -", "up to 3 pieces a side are solved, not 4 against 4"),
        ("x........./........../o......... x - cap 3/90", "a game with a cap"),
        ("........../........../o......... x #", "the game is over"),
    ],
)
def test_positions_outside_the_tables_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        known_endgames(notation.read(text), None)


def test_tables_are_read_without_numba_and_numpy_but_not_made(tmp_path: Path) -> None:
    known = Endgames(1, 1, tmp_path)
    assert known.make()
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "class Blocked:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('numba', 'llvmlite', 'numpy'): raise ImportError(name)\n"
        "sys.meta_path.insert(0, Blocked())\n"
        "from benben.cli import main\n"
        "sys.exit(main(['solve', 'senet', *sys.argv[1:], '--json']))\n"
    )

    def asked(position: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", code, position, "--folder", str(tmp_path)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    position = "........../.....x..../...o...... x -"
    value = round(known.bounds(notation.read(position)).value, 9)
    answered, refused = asked(position), asked("x........./.....x..../...o...... x -")
    assert (answered.returncode, refused.returncode) == (0, 2), answered.stderr
    assert f'"value": {value}' in answered.stdout
    assert refused.stderr == (
        "benben: making tables needs numba, which is not installed (pip install 'benben[fast]')\n"
    )


def test_what_takes_minutes_is_measured_beside_thresholds() -> None:
    bot = bots.level(games.load("senet"), "vizier")
    found = list(bench.long_thresholds(time.process_time, lambda: 400.0, bot, 1, 200))
    assert [one.what for one in found if one.verdict] == [
        "1 a side: tables made, all cores together",
        "1 a side: memory of the process, numba included",
        "1 a side: error of a value, at most",
        "the shipped values: read",
        "1 a side: the strongest level against perfect play, won of 200 games",
        "1 a side: chance that it gives away a choice",
    ]
    assert all(one.met for one in found)


def test_puzzles_have_the_values_that_the_solver_finds() -> None:
    known, checked = endgames(3, 1), 0
    for number in range(len(puzzles.positions())):
        one = puzzles.numbered_puzzle(number)
        s = notation.read(one.position)
        if s.spools.bit_count() > 1:
            continue
        checked += 1
        found = {notation.name(s, move): 10_000 * bounds.value for move, bounds in known.moves(s)}
        assert {each.text: each.value for each in one.answers} == pytest.approx(found, abs=3)
    assert checked > 50


def test_every_line_is_a_puzzle_with_one_clearly_best_move() -> None:
    seen = set()
    for number, (grade, position, _) in enumerate(puzzles.positions()):
        one = puzzles.numbered_puzzle(number)
        s = notation.read(position)
        assert {each.text for each in one.answers} == {notation.name(s, each) for each in actions(s, 0)}
        assert len(one.answers) >= 3
        assert one.answers[0].value - one.answers[1].value >= 200
        assert one.grade == grade
        seen.add(position)
    assert len(seen) == len(puzzles.positions()) >= 1000
