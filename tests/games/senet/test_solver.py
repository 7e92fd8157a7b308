"""Exact values of Senet's endgames: the solver against plain sweeps, the puzzles against the solver."""

from __future__ import annotations

from functools import cache

import pytest

from benben.games.senet import notation, puzzles
from benben.games.senet.board import STICKS
from benben.games.senet.rules import State, Throw, actions, play, settle
from benben.games.senet.solver import BASES, Endgames, index, place, sets_of_squares

SQUARES = [n for n in range(1, 31) if n != 27]


@cache
def endgames(pieces: int) -> Endgames:
    return Endgames(pieces, 0.0002)


def plain_values(sweeps: int) -> dict[tuple[int, int], float]:
    """The chance of the thrower with one piece a side, by sweeps over a dictionary."""
    pairs = [(1 << own, 1 << enemy) for own in SQUARES for enemy in SQUARES if own != enemy]
    values = dict.fromkeys(pairs, 0.5)

    def worth(s: State) -> float:
        if s.cones == 0:
            return 1.0
        return values[s.cones, s.spools] if s.mover == 0 else 1 - values[s.spools, s.cones]

    for _ in range(sweeps):
        for own, enemy in reversed(pairs):
            total = 0.0
            for value, ways in STICKS:
                s = settle(State(own, enemy, 0, 0, 0, 0, 0, 5, 0, 0), Throw(value))
                after = [play(s, 0, action) for action in actions(s, 0)] if s.throw else [s]
                total += ways * max(map(worth, after))
            values[own, enemy] = total / 16
    return values


def test_one_piece_a_side_is_worth_what_plain_sweeps_say() -> None:
    known, plain = endgames(2), plain_values(40)
    for (own, enemy), value in plain.items():
        at = place(own, enemy)
        assert known.low[at] - 0.001 <= value <= known.high[at] + 0.001


def test_positions_are_numbered_without_gaps() -> None:
    for pieces in (1, 2, 3):
        assert sorted(map(index, map(int, sets_of_squares(pieces)))) == list(
            range(len(sets_of_squares(pieces)))
        )
    assert place(1 << 1, 1 << 2) < BASES[-1]


def test_a_position_with_the_colours_changed_is_worth_the_same() -> None:
    known = endgames(2)
    one = notation.read("........../.....x..../...o...... x 3")
    two = notation.read("........../.....o..../...x...... o 3")
    assert known.values(one) == known.values(two)


def test_puzzles_have_the_values_that_the_solver_finds() -> None:
    known, checked = endgames(4), 0
    for number in range(len(puzzles.positions())):
        one = puzzles.numbered_puzzle(number)
        s = notation.read(one.position)
        if s.spools.bit_count() > 1:
            continue
        checked += 1
        found = {
            notation.name(s, action): 5000 * sum(bounds)
            for action, bounds in zip(actions(s, 0), known.values(s), strict=True)
        }
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
