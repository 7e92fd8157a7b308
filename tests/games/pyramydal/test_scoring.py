"""The scorer beside brute force, its two questions, and what `benben solve pyramydal` answers."""

from __future__ import annotations

import json
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben import solve
from benben.core.compiled import compiled
from benben.core.contract import Unreadable
from benben.games.pyramydal import bench, rules
from benben.games.pyramydal.scoring import (
    Settlement,
    partition,
    promise,
    promised_score,
    settled_score,
    settlement,
)
from tests.cli.command import benben
from tests.games.pyramydal import brute_force
from tests.games.pyramydal.brute_force import Piece


class Asked(NamedTuple):
    pieces: list[Piece]
    statues: list[tuple[Piece, ...]]  # built before
    taken: frozenset[tuple[int, ...]]  # signatures on the table
    colours: int
    virtual: bool
    diagonal: bool

    @property
    def packed(self) -> tuple[int, int, int, int, bool, bool]:
        shown = sum(pack(tuple(set(statue))) for statue in self.statues)
        taken = sum(1 << (a * self.colours + b) * self.colours + c for a, b, c in self.taken)
        return pack(tuple(self.pieces)), shown, taken, self.colours, self.virtual, self.diagonal


def pack(pieces: tuple[Piece, ...]) -> int:
    return sum(1 << 3 * (3 * colour + pips - 1) for colour, pips in pieces)


@st.composite
def questions(draw: st.DrawFn, most: int = 6) -> Asked:
    """Few kinds, so that statues can be built, and some statues on the table already."""
    colours = draw(st.integers(3, 5))
    kinds = [(colour, pips) for colour in range(colours) for pips in (1, 2, 3)]
    some = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=9, unique=True))
    counts = draw(st.lists(st.integers(0, 4), min_size=len(some), max_size=len(some)))
    pieces = [kind for kind, many in zip(some, counts, strict=True) for _ in range(many)]
    pieces = draw(st.permutations(pieces))[:most]
    mixed = st.permutations(range(colours)).map(lambda order: tuple(order[:3]))
    own = draw(st.lists(mixed, max_size=2, unique=True))
    statues: list[tuple[Piece, ...]] = [((a, 3), (b, 2), (c, 1)) for a, b, c in own]
    statues += [(kind, kind, kind) for kind in draw(st.lists(st.sampled_from(kinds), max_size=2))]
    taken = frozenset((*own, *draw(st.lists(mixed, max_size=6))))
    return Asked(pieces, statues, taken, colours, draw(st.booleans()), draw(st.booleans()))


def check_plan(asked: Asked, found: Settlement) -> None:
    """Every piece is used once, the statues are legal, and the points are theirs."""
    used = [kind for one in found.plan for n, kind in enumerate(one.kinds) if n != one.virtual]
    assert sorted(used) == sorted(3 * colour + pips - 1 for colour, pips in asked.pieces)
    assert sum(one.virtual >= 0 for one in found.plan) == (found.virtual >= 0) <= asked.virtual
    signatures = set(asked.taken)
    high = []
    for one in found.plan:
        three = [(kind // 3, kind % 3 + 1) for kind in one.kinds]
        if len(three) == 3:
            points, signature = brute_force.valued(three)
            assert points == one.points > 0
            assert signature not in signatures
            signatures |= {signature} if signature else set()
            high.append(three)
        else:
            assert one.points == (2 * (three[0][1] + three[1][1]) if len(three) == 2 else 1)
    crossings = brute_force.crossings((*asked.statues, *high), asked.colours) if asked.diagonal else 0
    assert sum(found.diagonals) == crossings
    assert found.score == sum(one.points for one in found.plan) + 9 * crossings
    assert found.statues == sum(len(one.kinds) > 1 for one in found.plan)


@given(asked=questions())
@settings(max_examples=100, deadline=None)
def test_the_best_partition_agrees_with_brute_force(asked: Asked) -> None:
    """Clauses 3, 4.2-4.4, 6.1."""
    truth = brute_force.best(*asked, build=True)
    found, told = promised_score(*asked.packed), promise(*asked.packed)
    assert (found >> 8, found & 255) == truth == (told.score, told.statues)
    assert told.exact
    check_plan(asked, told)


@given(asked=questions())
@settings(max_examples=100, deadline=None)
def test_the_scoring_at_the_end_agrees_with_brute_force(asked: Asked) -> None:
    truth = brute_force.best(*asked, build=False)
    found, told = settled_score(*asked.packed), settlement(*asked.packed)
    assert (found >> 8, found & 255) == truth == (told.score, told.statues)
    check_plan(asked, told)
    assert sum(len(one.kinds) == 3 for one in told.plan) <= asked.virtual


@given(asked=questions(most=20))
@settings(max_examples=60, deadline=None)
def test_time_to_build_and_a_virtual_pyramid_are_never_a_loss(asked: Asked) -> None:
    assert promised_score(*asked.packed) >= settled_score(*asked.packed)
    with_it, without = asked._replace(virtual=True), asked._replace(virtual=False)
    for score in (promised_score, settled_score):
        assert score(*with_it.packed) >= score(*without.packed)


@given(asked=questions(most=14), seed=st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_the_names_of_the_colours_change_nothing(asked: Asked, seed: int) -> None:
    order = list(range(asked.colours))
    Random(seed).shuffle(order)
    other = Asked(
        [(order[colour], pips) for colour, pips in asked.pieces],
        [tuple((order[colour], pips) for colour, pips in statue) for statue in asked.statues],
        frozenset(tuple(order[colour] for colour in signature) for signature in asked.taken),
        *asked[3:],
    )
    for score in (promised_score, settled_score):
        assert score(*asked.packed) == score(*other.packed)


def test_machine_code_agrees_with_python() -> None:
    engine = compiled(rules)
    fast = engine.bind(promised_score)
    for n, hand in enumerate(bench.hands(4, 6, 20, 80, hard=True)):
        asked = (*hand, 4, n % 2 == 0, n % 4 < 2)
        assert fast(*asked) == promised_score(*asked)
    assert engine.fast == (find_spec("numba") is not None)


def test_a_hand_too_large_to_be_sure_of_says_so() -> None:
    """Three of every small and medium in ten colours: the best found is an answer, but not a proof."""
    whole = [(colour, pips) for colour in range(10) for pips in (1, 2) for _ in range(3)]
    asked = Asked([*whole, (0, 3)], [], frozenset(), 10, False, False)
    found = promise(*asked.packed)
    assert not found.exact
    check_plan(asked, found)


def test_laying_gives_up_only_when_it_has_tried_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    high = [2] * 12
    assert partition.lay_mixed([0] * 12, high, 8, [0] * 16, 4)[0] == 1
    assert partition.lay_mixed([0] * 12, high, 8, [15] * 16, 4) == [0]
    monkeypatch.setattr(partition, "PATIENCE", 3)
    assert partition.lay_mixed([0] * 12, high, 8, [0] * 16, 4) == [-1]


def test_hands_of_the_bars_are_dealt_from_stashes() -> None:
    for colours, pieces in ((4, 15), (8, 20)):
        for hand, shown, taken in bench.hands(colours, pieces, pieces, 40, hard=True):
            many = [hand >> 3 * kind & 7 for kind in range(3 * colours)]
            assert sum(many) == pieces
            assert max(many) <= 5
            assert shown >= 0 <= taken


# The command.


def answered(*words: str) -> dict[str, Any]:
    return solve.answer("pyramydal", words, lambda _: None)


def test_the_command_prints_score_statues_and_plan() -> None:
    done = benben("solve", "pyramydal", "--pieces", "r3r3r3r3g2b1g2y1y1", "--others", "r3g2y1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {
        "score": 61,
        "statues": 3,
        "plan": ["r3r3r3", "r3g2b1", "g2y1", "y1"],
    }


@pytest.mark.parametrize(
    ("words", "score", "statues", "plan"),
    [
        ("", 0, 0, []),
        ("--virtual", 0, 0, []),
        ("--pieces y1", 1, 0, ["y1"]),
        ("--pieces y1 --virtual", 8, 1, ["y3y1"]),
        ("--pieces r3r3 --virtual", 36, 1, ["r3r3r3"]),
        ("--pieces r3r3r3", 36, 1, ["r3r3r3"]),
        ("--pieces r3r3r3 --scoring", 13, 1, ["r3r3", "r3"]),
        ("--pieces r3r3r3 --scoring --virtual", 37, 1, ["r3r3r3", "r3"]),
        ("--pieces r3g2b1", 18, 1, ["r3g2b1"]),
        ("--pieces r3g2b1 --others r3g2b1", 11, 1, ["r3g2", "b1"]),
        ("--pieces r3g2b1 --statues r3g2b1", 29, 2, ["r3g2", "b1"]),
        ("--pieces r1b3 --statues r3y2g1,g3r2y1 --diagonal --virtual", 72, 3, ["b3g2r1"]),
    ],
)
def test_questions_and_answers(words: str, score: int, statues: int, plan: list[str]) -> None:
    found = answered(*words.split())
    assert found["plan"] == plan
    assert (found["score"], found["statues"]) == (score, statues)


def test_the_virtual_pyramid_is_named_and_built_statues_are_counted() -> None:
    found = answered("--pieces", "r3r3y1", "--statues", "g2g2g2", "--virtual")
    assert found == {"score": 61, "statues": 2, "plan": ["r3r3r3", "y1"], "virtual": "r3", "built": 24}


@pytest.mark.parametrize(
    "words",
    [
        "--pieces r4",
        "--pieces r",
        "--pieces x1",
        "--pieces r3r3r3r3r3r3",
        "--pieces r3r3r3 --statues r3r3r3",
        "--statues r3r2r1",
        "--statues r1g2b3",
        "--statues r3g2b1 --others r3g2b1",
        "--pieces k1 --colours 4",
        "--colours 11",
    ],
)
def test_what_cannot_be_on_a_table_is_refused(words: str) -> None:
    with pytest.raises(Unreadable):
        answered(*words.split())
