"""The values that Benben is shipped with: against the tables, themselves and the puzzles.

That they are what a second solver says is tested in test_solver.py.
"""

from __future__ import annotations

import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import comb
from pathlib import Path
from random import Random

import pytest

from benben import bots, games
from benben.core.contract import OVER
from benben.games.senet import notation, puzzles, rules
from benben.games.senet.rules import PIECES, Move, State, actions, play, settle
from benben.games.senet.solver import Endgames, known
from benben.games.senet.solver.known import known_chance, levels_of, place_in_file, shipped_values
from benben.games.senet.solver.packing import SQUARES, pairs, position_class
from benben.solve.value_files import DamagedTable
from tests.games.senet.plain_values import positions

SENET = games.load("senet")


def error() -> float:
    values = shipped_values()
    assert values is not None
    return values.head.error


def random_position(draw: Random, own: int = 3, enemy: int = 3) -> State:
    """A position in which a throw is due."""
    squares = draw.sample(SQUARES, own + enemy)
    cones, spools = (sum(1 << n for n in some) for some in (squares[:own], squares[own:]))
    return State(cones, spools, draw.randrange(2), 0, 0, 0, 0, 3, 0, 0)


def random_choice(draw: Random) -> State:
    """A position with three pieces a side in which there are moves to choose from."""
    while True:
        throw = draw.choices(*zip(*rules.THROWS, strict=True))[0]
        s = settle(random_position(draw), throw)
        if s.throw and len(actions(s, s.mover)) > 1:
            return s


def test_the_file_says_how_exact_it_is() -> None:
    values = shipped_values()
    assert values is not None
    assert 0 < values.head.error < 0.001
    assert values.head.positions == sum(
        comb(29, own + enemy) * comb(own + enemy, own) for own in (1, 2, 3) for enemy in (1, 2, 3)
    )


def test_every_position_has_a_place_of_its_own() -> None:
    numbers = sorted(
        place_in_file(*sides) for pair in ((1, 1), (1, 2), (2, 1), (2, 2)) for sides in positions(*pair)
    )
    assert numbers == list(range(len(numbers)))


def test_the_values_are_those_of_the_tables_rounded() -> None:
    tables, values = Endgames(3, 1), shipped_values()
    assert tables.make()
    assert values is not None
    for own, enemy in pairs(3, 1):
        number = position_class(own, enemy).begin
        one = next(one for one in known.class_places() if one.number == number)
        for colouring in range(one.width):
            at = one.begin + colouring * one.rows
            found = [round(values.value(n) * known.STEPS) for n in range(at, at + one.rows)]
            assert found == list(levels_of(tables, one, colouring))


def test_a_value_with_three_a_side_follows_from_those_after_the_throw() -> None:
    draw = Random("senet known")
    for _ in range(400):
        s = random_position(draw)
        total = 0.0
        for throw, ways in rules.THROWS:
            after = known_chance(settle(s, throw), s.mover)
            assert after is not None
            total += ways * after.chance / 16
        before = known_chance(s, s.mover)
        assert before is not None
        assert before.error == error()
        assert abs(before.chance - total) <= 2 * error()


@pytest.mark.parametrize(
    ("text", "best", "chance", "second"),
    [  # by `benben solve senet`; a search three throws ahead chooses otherwise in the first five
        ("x.....x..o/x..o....../....o..... x 3 of 3", "7x10", 0.391982, 0.377015),
        ("...x...x.o/.o..o.x.../.......... o 4 of 3", "10-14", 0.578498, 0.574058),
        ("......x.../..o.x.o.../.x..o..... o 6 of 3", "17-23", 0.589298, 0.576731),
        (".........x/.......o.o/....o..xx. o 6 of 3", "20-26", 0.502468, 0.496403),
        ("o...x..x../......ox../........o. x 2 of 3", "5-7", 0.466157, 0.460218),
        (".....xo.../..x...ox../.....o.... x 4 of 3", "13x17", 0.522391, 0.493035),
        ("......x.../...x..o..o/.o..x..... x 3 of 3", "14x17", 0.469433, 0.445816),
        ("....oo..../ox.....x../..x....... x 1 of 5", "12-13", 0.7274, 0.721006),
    ],
)
def test_the_strongest_level_plays_the_best_move_with_three_a_side(
    text: str, best: str, chance: float, second: float
) -> None:
    s, draw = notation.read(text), Random(1).randrange
    bot = bots.level(SENET, SENET.levels[-1].name)
    assert isinstance(bot, bots.ComparingBot)
    assert notation.name(s, bot.choose(s, s.mover, draw)) == best
    others = [bot.compare(s, s.mover, action, draw) for action in actions(s, s.mover)]
    assert {notation.name(s, one.best) for one in others} == {best}
    worths = sorted((one.worth for one in others), reverse=True)
    assert worths[:2] == pytest.approx([chance, second], abs=error())
    assert others[0].best_worth == worths[0]
    found = known_chance(s, s.mover)
    assert found is not None
    assert found.chance == worths[0]


def test_a_chosen_move_is_the_best_within_the_error() -> None:
    tables, draw = Endgames(2, 2), Random("senet choices")
    assert tables.make()
    bot = bots.level(SENET, SENET.levels[-1].name)
    for _ in range(500):
        s = settle(random_position(draw, 2, 2), draw.choice(rules.THROWS)[0])
        if s.throw == 0:
            continue
        worths = dict(tables.moves(s))
        chosen = bot.choose(s, s.mover, draw.randrange)
        assert max(worths.values()).value - worths[chosen].value <= 2 * error()


def test_a_win_at_hand_is_taken() -> None:
    bot = bots.level(SENET, SENET.levels[-1].name)
    s = notation.read("o........./........../.....x...x x 6 of 3")
    won = [bot.choose(s, 0, Random(1).randrange)]
    while (s := play(s, 0, won[-1])).throw:
        won.append(bot.choose(s, 0, Random(1).randrange))
    assert rules.turn(s) == OVER
    assert known_chance(s, 0) == (1.0, 0.0)
    assert known_chance(s, 1) == (0.0, 0.0)


@pytest.mark.parametrize(
    "text", ["oxoxoxo.x./........../.......... x -", "x........./........../o......... x - cap 3/90"]
)
def test_other_positions_are_not_known(text: str) -> None:
    assert known_chance(notation.read(text), 0) is None


def test_the_chances_of_both_sides_make_one_and_no_colour_is_favoured() -> None:
    draw = Random("senet sides")
    for _ in range(300):
        s = random_choice(draw)
        turned = s._replace(cones=s.spools, spools=s.cones, mover=1 - s.mover)
        chances = [known_chance(s, 0), known_chance(s, 1), known_chance(turned, 1)]
        first, second, third = (one.chance for one in chances if one is not None)
        assert first + second == pytest.approx(1.0)
        assert first == third


def test_puzzles_are_judged_as_the_file_says() -> None:
    for number in range(len(puzzles.positions())):
        one = puzzles.numbered_puzzle(number)
        s = notation.read(one.position)
        assert s.cones.bit_count() <= 3
        assert s.spools.bit_count() <= 3
        for each in one.answers:
            move = notation.find(s, each.text)
            assert isinstance(move, Move)
            found = known_chance(play(s, s.mover, move), s.mover)
            assert found is not None
            assert each.value / 10_000 == pytest.approx(found.chance, abs=found.error + 0.0001)
        bot = bots.level(SENET, SENET.levels[-1].name)
        assert notation.name(s, bot.choose(s, s.mover, Random(1).randrange)) == one.answers[0].text


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A damaged file in the place of the shipped one."""
    data = bytearray(known.FILE.read_bytes())
    data[len(data) // 2] ^= 1
    path = tmp_path / "three.values"
    path.write_bytes(data)
    monkeypatch.setattr(known, "FILE", path)
    return path


def test_a_damaged_file_is_told_once_and_the_strongest_level_plays_as_with_more_pieces(damaged: Path) -> None:
    with pytest.raises(DamagedTable, match="the table is damaged: it is not as it was written"):
        known.read_known(damaged)
    s = notation.read("x.....x..o/x..o....../....o..... x 3 of 3")
    with pytest.warns(
        RuntimeWarning, match=f"{damaged}: the table is damaged: .*; Senet is played .* without"
    ):
        assert known_chance(s, 0) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert known_chance(s, 0) is None
        unknown = replace(SENET, bot=replace(SENET.bot, known=lambda _state, _seat: None))
        bot, other = (bots.level(game, SENET.levels[-1].name) for game in (SENET, unknown))
        assert bot.choose(s, 0, Random(1).randrange) == other.choose(s, 0, Random(1).randrange)


def test_threads_read_the_file_once() -> None:
    known._values_in.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: shipped_values(), range(16)))
    assert found[0] is not None
    assert all(one is found[0] for one in found)


def test_without_numba_and_numpy_the_strongest_level_chooses_alike() -> None:
    code = (
        "import sys\n"
        "class Blocked:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('numba', 'llvmlite', 'numpy'): raise ImportError(name)\n"
        "sys.meta_path.insert(0, Blocked())\n"
        "from random import Random\n"
        "from benben import bots, games\n"
        "senet = games.load('senet')\n"
        "bot = bots.level(senet, senet.levels[-1].name)\n"
        "for line in sys.stdin:\n"
        "    s = senet.notation.read(line.strip())\n"
        "    print(senet.notation.name(s, bot.choose(s, s.mover, Random(1).randrange)))\n"
    )
    draw = Random("senet plain")
    states = [random_choice(draw) for _ in range(300)]
    lines = "".join(f"{notation.write(s)}\n" for s in states)
    ended = subprocess.run(
        [sys.executable, "-c", code], input=lines, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    bot = bots.level(SENET, SENET.levels[-1].name)
    chosen = [notation.name(s, bot.choose(s, s.mover, Random(1).randrange)) for s in states]
    assert ended.stdout.split() == chosen
    assert {PIECES[s.mover] for s in states} == set(PIECES)
