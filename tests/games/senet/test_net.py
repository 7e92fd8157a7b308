"""The net of Senet: equal with and without machine code, alike for both colours, and better than the sum."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from benben import bots, games
from benben.bots.expectimax import Expectimax
from benben.bots.solved import Solved
from benben.core.compiled import compiled
from benben.core.contract import CHANCE, OVER
from benben.games.senet import bot, net, notation, rules
from benben.games.senet.rules import State

SENET = games.load("senet")


def states(many: int, pieces: int = 5) -> list[State]:
    """Positions of games at random, a throw due or to be played."""
    found: list[State] = []
    draw = Random(f"net {pieces}")
    while len(found) < many:
        s = rules.start(2, rules.Options(pieces))
        while rules.turn(s) != OVER:
            found.append(s)
            if rules.turn(s) == CHANCE:
                s = rules.settle(s, draw.choice(rules.THROWS)[0])
            else:
                s = rules.play(s, s.mover, draw.choice(rules.actions(s, s.mover)))
    return draw.sample(found, many)


@pytest.mark.parametrize("pieces", [1, 4, 5, 7])
def test_machine_code_and_plain_python_judge_alike(pieces: int) -> None:
    evaluate = compiled(rules).bind(net.evaluate)
    for s in states(100, pieces):
        for seat in (0, 1):
            chance = net.plain_evaluate(s, seat)
            assert 0 < chance < 1
            assert evaluate(s, seat) == pytest.approx(chance, abs=1e-9)


def test_what_one_side_wins_the_other_loses_and_colours_do_not_matter() -> None:
    for s in states(100):
        assert net.plain_evaluate(s, 0) + net.plain_evaluate(s, 1) == pytest.approx(1)
        turned = s._replace(cones=s.spools, spools=s.cones, mover=1 - s.mover)
        assert net.plain_evaluate(turned, 1) == net.plain_evaluate(s, 0)
        assert net.throws_left(turned) == net.throws_left(s) > 0


def test_the_end_is_known() -> None:
    won = State(0, 1 << 3, 0, 0, 0, 0, 0, 5, 0, 0)
    drawn = State(1 << 4, 1 << 3, -1, 0, 0, 0, 0, 5, 9, 9)
    assert [net.plain_evaluate(won, seat) for seat in (0, 1)] == [1.0, 0.0]
    assert [net.plain_evaluate(drawn, seat) for seat in (0, 1)] == [0.5, 0.5]
    assert net.throws_left(won) == net.throws_left(drawn) == 0


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    damaged = tmp_path / "net.weights"
    damaged.write_bytes(net.FILE.read_bytes()[:-1] + b"\x07")
    with pytest.raises(ValueError, match=r"net\.weights is damaged, or is not the one of this version"):
        net.read_weights(damaged)


def test_the_file_is_small_and_says_what_it_is() -> None:
    data = net.FILE.read_bytes()
    assert len(data) < 2_000_000
    assert data.startswith(b'{"game":"senet","version":1,"fields":[202,128,16,2],"scale":4096}\n')


def test_the_strongest_level_chooses_alike_without_numba_and_numpy() -> None:
    """One strength, whatever is installed."""
    script = f"""
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "numpy"):
            raise ImportError(name)
sys.meta_path.insert(0, Blocked())
from random import Random
from benben import bots, games
from benben.bots.expectimax import Expectimax
from benben.bots.solved import Solved
from benben.games.senet.rules import State
senet = games.load("senet")
bot = bots.level(senet, senet.levels[-1].name)
for s in {[tuple(s) for s in to_play()]!r}:
    print(senet.notation.name(State(*s), bot.choose(State(*s), s[2], Random(1).randrange)))
"""
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    strongest = bots.level(SENET, SENET.levels[-1].name)
    here = [notation.name(s, strongest.choose(s, s.mover, Random(1).randrange)) for s in to_play()]
    assert answer.stdout.split() == here


def to_play() -> list[State]:
    return [s for s in states(80) if rules.turn(s) == s.mover]


def test_what_is_still_to_come_has_a_price() -> None:
    """A bot for which an event costs more than anything else takes the choice after which fewest are left."""
    search = bots.make(SENET, "expectimax 0 net")
    assert isinstance(search, Expectimax)
    hasty = Solved(SENET, "hasty", lambda _state, _seat: None, bot.evaluate, search, lambda s: 1e9 * s.cones)
    for s in to_play():
        able = rules.actions(s, s.mover)
        least = min(rules.play(s, s.mover, action).cones for action in able)
        assert rules.play(s, s.mover, hasty.choose(s, s.mover, Random(1).randrange)).cones == least
