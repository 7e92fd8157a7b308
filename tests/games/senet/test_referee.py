"""Two referees of Senet, written apart, agree on every move and on what comes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from benben.core.contract import CHANCE, OVER
from benben.games.senet import notation, rules
from tests.games.senet import referee


def agreed(s: rules.State) -> list[rules.State]:
    """Everything that may follow, after both referees said the same about it."""
    before = notation.write(s)
    if rules.turn(s) == CHANCE:
        after = [rules.settle(s, throw) for throw, _ in rules.chances(s)]
        assert [notation.write(one) for one in after] == [
            referee.thrown(before, throw.value) for throw, _ in rules.chances(s)
        ], before
        return after
    actions = rules.actions(s, s.mover)
    after = [rules.play(s, s.mover, action) for action in actions]
    texts = [notation.name(s, action) for action in actions]
    assert dict(zip(texts, map(notation.write, after), strict=True)) == referee.moves(before), before
    assert rules.breadth(s, s.mover) == len(actions)
    assert [rules.nth(s, s.mover, n) for n in range(len(actions))] == actions
    near = {*actions, *misnamed(s, actions)}
    assert {one for one in near if rules.legal(s, s.mover, one)} == {*actions}, before
    assert not rules.actions(s, 1 - s.mover)
    assert not any(rules.legal(s, 1 - s.mover, one) for one in near)
    return after


def misnamed(s: rules.State, actions: list[rules.Move]) -> Iterator[rules.Move]:
    """What could be taken for a legal move, and what nobody should ask about."""
    yield from (rules.DECLINE, rules.Move(0, 0, 0, 1), rules.Move(0, 5, 5, 0), rules.Move(-1, 4, 4, 0))
    for start in range(1, 33):
        for land in (start + s.steps, start - s.steps, start + s.steps - 1):
            yield rules.Move(start, land, land, 0)
    for start, land, end, swap in actions:
        yield rules.Move(start, land, end, 1 - swap)
        yield rules.Move(start, land, end + 1, swap)
        yield rules.Move(start, land + 1, end, swap)


@pytest.mark.parametrize("seed", range(4))
def test_they_agree_along_whole_games(seed: int) -> None:
    draw = random.Random(f"whole games {seed}")
    for _ in range(12):
        options = rules.Options(pieces=draw.randint(1, 7), cap=draw.choice((0, 0, 30, 150)))
        s = rules.start(2, options)
        while rules.turn(s) != OVER:
            s = draw.choice(agreed(s))


def crowded(draw: random.Random) -> str:
    """A position with many neighbours, often near the water: where most rules meet."""
    pieces = draw.randint(1, 7)
    squares = [n for n in range(draw.choice((1, 12, 15)), 31) if n != 27]
    draw.shuffle(squares)
    if draw.random() < 0.6:  # one side in rows of two and three
        first = squares[:3]
        squares.sort(key=lambda n: min(abs(n - one) for one in first))
    sides = ["x"] * draw.randint(1, pieces), ["o"] * draw.randint(1, pieces)
    signs = sides[0] + sides[1] if draw.random() < 0.5 else sides[1] + sides[0]
    taken = dict(zip(squares, signs, strict=False))
    track = "".join(taken.get(n, ".") for n in range(1, 31))
    if "x" not in track or "o" not in track:
        return crowded(draw)
    tail = "" if pieces == 5 else f" of {pieces}"
    return f"{track[:10]}/{track[10:20]}/{track[20:]} {draw.choice('xo')} -{tail}"


@pytest.mark.parametrize("seed", range(4))
def test_they_agree_on_every_line_of_a_throw(seed: int) -> None:
    draw = random.Random(f"crowded {seed}")
    for _ in range(250):
        waiting: list[Any] = agreed(notation.read(crowded(draw)))
        while waiting:
            s = waiting.pop()
            if rules.turn(s) >= 0:
                waiting += agreed(s)


def test_they_agree_on_every_block_around_every_piece() -> None:
    """One cone, three spools in a row, and two more that bar its way forward."""
    squares = [n for n in range(1, 31) if n != 27]
    for cone in squares:
        for throw, _ in rules.THROWS:
            for first in range(1, 29):
                spools = {first, first + 1, first + 2, cone + throw.value, cone + throw.value + 1}
                spools -= {cone, 27, 31, 32, 33, 34, 35, 36, 37}
                track = "".join("x" if n == cone else "o" if n in spools else "." for n in range(1, 31))
                before = f"{track[:10]}/{track[10:20]}/{track[20:]} x -"
                after = rules.settle(notation.read(before), throw)
                assert notation.write(after) == referee.thrown(before, throw.value), before
                if after.throw:
                    agreed(after)


def test_both_count_the_lines_from_a_crowded_end() -> None:
    def lines(before: str, depth: int) -> int:
        phase = before.split(" ")[2]
        if phase == "#" or (phase == "-" and depth == 0):
            return int(depth == 0)
        if phase == "-":
            return sum(lines(referee.thrown(before, throw), depth - 1) for throw in (1, 2, 3, 4, 6))
        return sum(lines(after, depth) for after in referee.moves(before).values())

    end = "o........./....o....x/.x.oxx.oox x -"
    assert [lines(end, depth) for depth in (1, 2)] == [81, 2328]
