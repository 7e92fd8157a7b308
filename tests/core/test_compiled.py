"""Machine code from the rules as they are written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from benben.core import compiled as module
from benben.core.compiled import UNBOUND, Bound, Engine, compiled, machine
from benben.core.contract import OVER
from benben.core.perft import perft
from benben.core.playouts import playouts
from benben.games import NAMES, load
from tests.contract import caskets, pebbles
from tests.core.blocked import LIMIT

ROOT = Path(__file__).parents[2]
START = pebbles.State(9, 0, 0, 1)

rules: Bound = UNBOUND
judge: Any = UNBOUND
BONUS = 100


def longest(s: Any) -> int:
    """A search: the most events there can be, plus what was bound."""
    return steps(s) + int(judge.worth(s)) + BONUS


def steps(s: Any) -> int:
    many = 0
    turn = rules.turn(s)
    while turn != OVER:
        many += 1
        s = (
            rules.settle(s, rules.chances(s)[0][0])
            if turn < 0
            else rules.play(s, turn, rules.nth(s, turn, 0))
        )
        turn = rules.turn(s)
    return many


def constant(s: Any) -> int:
    return int(judge) + int(s.heap)


def deep(s: Any) -> int:
    return countdown(int(s.heap))


def countdown(n: int) -> int:
    """A function that calls itself, so that machine code cannot inline it into its caller."""
    return int(judge) if n == 0 else countdown(n - 1) + 1


def doubled(s: Any) -> int:
    return pebbles.turn(s) * 2


def squares(many: int) -> int:
    """A search that needs no rules."""
    total = 0
    for n in range(many):
        total += square(n)
    return total


def square(n: int) -> int:
    return n * n


def test_a_machine_makes_code_of_functions_that_need_no_rules() -> None:
    made = machine(sys.modules[__name__])
    assert made.fast
    bound = made.bind(squares)
    assert bound(4) == squares(4) == 14
    assert bound is not squares
    assert hasattr(bound, "signatures"), "it was compiled"


def ones(squares: int) -> int:
    return squares.bit_count()


def test_machine_code_counts_the_members_of_a_set() -> None:
    count = machine(sys.modules[__name__]).bind(ones)
    sets = [0, 1, 6, 0x7FFFFFFE, 1 << 62, (1 << 63) - 1]
    assert [count(squares) for squares in sets] == [squares.bit_count() for squares in sets]


def test_an_engine_does_what_the_rules_do() -> None:
    engine = compiled(pebbles.game.rules)
    assert engine.fast
    assert engine.turn(START) == pebbles.turn(START)
    assert isinstance(engine.settle(START, pebbles.Throw(3)), pebbles.State)
    assert list(engine.chances(START)) == list(pebbles.FACES)
    assert engine.start is pebbles.start
    assert engine.why is pebbles.why


def test_there_is_one_engine_for_each_module() -> None:
    assert compiled(pebbles.game.rules) is compiled(pebbles.game.rules)


def test_what_a_module_does_not_have_is_derived() -> None:
    s = pebbles.settle(START, pebbles.Throw(3))
    for engine in (compiled(pebbles.game.rules), Engine(pebbles, fast=False)):
        assert engine.breadth(s, 0) == 3
        assert [engine.nth(s, 0, n).pebbles for n in range(3)] == [1, 2, 3]
        assert [engine.pick(s, 0, (2 * n + 1 << 32) // 12).pebbles for n in range(6)] == [1, 1, 2, 2, 3, 3]
        assert engine.winner(pebbles.State(0, 1, 0, 1)) == 1


def test_the_plain_lane_stays_plain() -> None:
    engine = compiled(caskets.game.rules)
    assert not engine.fast
    assert engine.turn is caskets.turn
    over = caskets.State(0, ((), ()), 1, (0, 0), (1, 1), (1, 1), (2, 2), 3, (0, 0), 0, 0, "over")
    assert engine.winner(over) == -1


def test_rules_that_are_no_module_stay_plain() -> None:
    engine = compiled(SimpleNamespace(**vars(pebbles)))
    assert not engine.fast
    assert perft(engine, START, 1) == 6


def test_a_state_too_large_for_machine_words_is_played_plain() -> None:
    roomy = ModuleType("tests.contract.roomy")
    vars(roomy).update(vars(pebbles), fits=lambda s: s.heap < 1 << 62, __name__=roomy.__name__)
    small, large = START, START._replace(heap=1 << 70)
    engine = Engine(roomy, fast=True)
    assert engine.fitting(small) is engine
    assert not engine.fitting(large).fast
    assert engine.fitting(large) is engine.fitting(large)
    assert perft(engine, large, 1) == 6
    assert compiled(pebbles.game.rules).fitting(small) is compiled(pebbles.game.rules)


@pytest.mark.parametrize("fast", [True, False])
def test_a_search_is_bound_with_all_that_it_calls(fast: bool) -> None:
    engine = Engine(pebbles, fast)
    hints = ModuleType("tests.contract.pebbles_hints")
    exec("def worth(s): return s.heap * 1000", vars(hints))
    sys.modules[hints.__name__] = hints
    try:
        bound = engine.bind(longest, judge=hints)
        assert bound(START) == 18 + 9000 + 100
        assert bound is engine.bind(longest, judge=hints)
        assert bound is not longest
    finally:
        del sys.modules[hints.__name__]


@pytest.mark.parametrize("fast", [True, False])
def test_other_names_make_another_function(fast: bool) -> None:
    engine = Engine(pebbles, fast)
    one, two = engine.bind(constant, judge=1), engine.bind(constant, judge=2)
    assert (one(START), two(START)) == (10, 11)
    assert Engine(pebbles, fast).bind(constant, judge=2)(START) == 11


def test_a_search_that_no_engine_has_bound_says_so() -> None:
    with pytest.raises(TypeError, match="no engine has bound"):
        steps(START)


def test_only_functions_of_a_module_are_bound() -> None:
    def inner(s: Any) -> int:
        return rules.turn(s)

    with pytest.raises(TypeError, match="only functions of a module"):
        compiled(pebbles.game.rules).bind(inner)


def test_a_game_s_own_module_can_be_called_by_name() -> None:
    assert compiled(pebbles.game.rules).bind(doubled)(START) == -2


def test_the_functions_of_one_game_do_not_meet_those_of_another() -> None:
    senet = load("senet")
    s = senet.rules.start(2, senet.options(pieces=1))
    assert perft(compiled(pebbles.game.rules), START, 1) == 6
    assert perft(compiled(senet.rules), s, 1) == 5
    assert perft(compiled(pebbles.game.rules), START, 1) == 6


def test_machine_code_is_kept_on_disk_and_taken_from_there(tmp_path: Path) -> None:
    code = (
        "from benben.core import perft, playouts; from benben.core.compiled import compiled;"
        "from tests.contract import pebbles as p;"
        "e = compiled(p.game.rules); f = e.bind(perft.perft_chances);"
        "print(perft.perft(e, p.State(9, 0, 0, 1), 2), sum(f.stats.cache_hits.values()))"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    runs = [said(["-c", code], environment) for _ in range(2)]
    assert runs == ["36 0", "36 1"]


def test_functions_bound_in_other_processes_are_not_taken_for_each_other(tmp_path: Path) -> None:
    """numba names a function by its qualified name and a number, which each process counts from 1."""
    code = (
        "import sys; from benben.core.compiled import compiled; from tests.contract import pebbles;"
        "from tests.core.test_compiled import START, deep; e = compiled(pebbles.game.rules);"
        "print(*(e.bind(deep, judge=int(word))(START) for word in sys.argv[1:]))"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    assert said(["-c", code, "1"], environment) == "10"
    assert said(["-c", code, "2"], environment) == "11"
    assert said(["-c", code, "1", "2"], environment) == "10 11"


def test_other_sources_have_another_place_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    here = module._folder(pebbles, "rules")
    senet: Any = load("senet").rules
    assert module._folder(senet, "rules") != here
    assert module._folder(pebbles, "rules judge=1") != here
    module._hash.cache_clear()
    module._folder.cache_clear()
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path.name == "playouts.py"))
    assert module._folder(pebbles, "rules") != here
    monkeypatch.undo()
    module._hash.cache_clear()
    module._folder.cache_clear()


def test_without_a_folder_to_write_to_it_still_compiles(tmp_path: Path) -> None:
    (tmp_path / "benben").write_text("a file where a folder should be")
    code = (
        "from benben.core import perft, playouts; from benben.core.compiled import compiled;"
        "from tests.contract import pebbles as p; e = compiled(p.game.rules);"
        "print(e.fast, perft.perft(e, p.State(9, 0, 0, 1), 1))"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    assert said(["-c", code], environment) == "True 6"


def test_without_numba_everything_is_played_plain() -> None:
    told = said(["tests/core/blocked.py"], {**os.environ, "PYTHONPATH": str(ROOT / "src")}).splitlines()
    for name, line in zip(NAMES, told, strict=True):
        game = load(name)
        engine = compiled(game.rules)
        seats = game.seats_for(game.options())[0]
        s = game.rules.start(seats, game.options())
        same = perft(engine, s, 2), playouts(engine, s, seats, 5, 1, LIMIT)
        assert line == f"{name} False {same[0]} {same[1]}"


def said(words: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, cwd=ROOT, env=environment, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
