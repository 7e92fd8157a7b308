"""The sweep that graphics processors run: on processors it finds what the other solver and the rules find."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator

import pytest

from benben.core.contract import OVER
from benben.games.senet.board import LAST, STICKS, TRACK, WATER
from benben.games.senet.rules import State, Throw, actions, play, settle, size, turn
from benben.games.senet.solver import ERROR, Endgames, gpu, sweep_bounds
from benben.games.senet.solver.links import squares_of
from benben.games.senet.solver.packing import (
    groups,
    packing,
    place,
    position_class,
    rows,
)
from benben.games.senet.solver.sweep_bounds import (
    END,
    ENDING,
    NARROW,
    ONE,
    OPEN,
    THROWS,
    UNKNOWN,
    WON,
    Row,
    halves,
    play_out,
    row_number,
    step,
)
from benben.solve.value_iteration import Swept
from tests.games.senet.processor_endgames import ProcessorEndgames

RANKS = gpu.colouring_ranks()
STAND = 1 << 13  # values that stand in for a table


def test_two_a_side_are_narrowed_to_the_bounds_of_the_other_solver() -> None:
    """Sweep for sweep: as many of them lead to the same bounds, bit for bit."""
    known, here = Endgames(2, 2), ProcessorEndgames(2, 2)
    assert known.make()
    for one in here.classes:
        sweeps, found = 0, Swept(True, ONE)
        while found.changed and found.widest > int(2 * ERROR * ONE):
            found = here.sweep(one, NARROW, 0)
            sweeps += 1
        head = known.tables.heads[one.name]
        assert (sweeps, found.widest) == (head.sweeps, head.widest)
    assert here.bounds[-1] == WON
    assert [bound for word in here.bounds[:-1] for bound in halves(word, 0)] == list(known.tables.bounds)


def test_positions_are_left_alone_and_bounds_stay_true_and_near_enough() -> None:
    known, here, told = Endgames(2, 1), ProcessorEndgames(2, 1), list[str]()
    assert known.make()
    found = here.solve(1e-4, None, lambda _: True, told.append)
    assert [(one.positions.words, one.finished) for one in found] == [
        ("1 against 1", True),
        ("2 against 1", True),
    ]
    assert all(0 < one.error <= 1e-4 for one in found)
    assert told[0].startswith(f"1 against 1: {found[0].sweeps} sweeps, known to {found[0].error:.9f}")
    nearer = iter(known.tables.bounds)
    for low, high in (halves(word, 0) for word in here.bounds[:-1]):
        assert low <= next(nearer) <= next(nearer) <= high


def test_time_is_shared_by_the_classes_and_what_it_leaves_is_true() -> None:
    here, told = ProcessorEndgames(2, 1), list[str]()
    found = here.solve(1e-6, 0.0, lambda _: True, told.append)
    assert [(one.sweeps, one.finished) for one in found] == [(1, False), (1, False)]
    assert [line.rpartition(", ")[2] for line in told] == ["stopped", "stopped"]
    bounds = here.opening(1)
    assert 0 <= bounds.low < 0.545910 < bounds.high <= 1
    assert 0.1 < bounds.error <= found[0].error


def test_who_asks_may_end_the_work() -> None:
    counted = list[int]()

    def going(positions: int) -> bool:
        counted.append(positions)
        return len(counted) < 3

    found = ProcessorEndgames(2, 1).solve(1e-6, None, going, lambda _: None)
    assert [one.sweeps for one in found] == [3, 1]
    assert counted == [812, 2 * 812, 3 * 812, 3 * 812 + 21_924]


def test_every_game_with_up_to_three_pieces_ends() -> None:
    here, told = ProcessorEndgames(2, 1), list[str]()
    assert here.ends(told.append)
    assert [line.rpartition(", ")[2] for line in told] == ["all end", "all end"]
    assert set(here.bounds[:-1]) == {UNKNOWN}  # as before


def test_a_game_ends_only_where_a_win_is() -> None:
    """Where wins are not marked as ends nothing else is, however often it is swept."""
    here = ProcessorEndgames(1, 1)
    here.bounds = array("q", [OPEN]) * len(here.bounds)
    assert here.sweep(here.classes[0], END, 0) == (False, ONE)
    here.bounds[-1] = ENDING
    assert here.sweep(here.classes[0], END, 0).changed


class StandIn:
    """A table in which every position has some value of its own, and the last word is a win."""

    def __init__(self) -> None:
        draw = random.Random(7)
        found = [sorted((draw.randrange(ONE), draw.randrange(ONE))) for _ in range(STAND)]
        self._words = [low | high << 32 for low, high in found]

    def __len__(self) -> int:
        return 1 << 40

    def __getitem__(self, number: int) -> int:
        return WON if number == len(self) - 1 else self._words[number * 0x9E3779B97F4A7C15 >> 40 & STAND - 1]


def plain_bounds(own: int, enemy: int, table: StandIn) -> tuple[int, int]:
    """Both bounds of a position as the rules have it."""
    least = most = 0
    for throw, ways in STICKS:
        s = settle(State(own, enemy, 0, 0, 0, 0, 0, 5, 0, 0), Throw(throw))
        found = [ends_of(after, table) for after in played_out(s)]
        least += ways * max(low for low, _ in found)
        most += ways * max(high for _, high in found)
    return least >> 4, most + 15 >> 4


def played_out(s: State) -> Iterator[State]:
    """Every state after a throw of the first seat was played out."""
    if turn(s) == OVER or s.throw == 0:
        yield s
    else:
        for move in actions(s, 0):
            yield from played_out(play(s, 0, move))


def ends_of(s: State, table: StandIn) -> tuple[int, int]:
    if s.cones == 0:
        return halves(WON, 0)
    own, enemy = (s.cones, s.spools) if s.mover == 0 else (s.spools, s.cones)
    return halves(table[place(own, enemy, packing())], s.mover)


def drawn_position(draw: random.Random, own: int, enemy: int) -> tuple[int, int]:
    """A position with so many pieces; in half of them they stand near the end, where more may happen."""
    squares = [n for n in range(draw.choice((1, 11)), LAST + 1) if n != WATER]
    chosen = draw.sample(squares, own + enemy)
    return sum(1 << n for n in chosen[:own]), sum(1 << n for n in chosen[own:])


def row_of(taken: int) -> Row:
    """What the kernel works out for a row."""
    packed = packing()
    number, steps = row_number(taken, packed), [0] * (size(taken) * THROWS)
    for piece in range(size(taken)):
        for throw, _ in STICKS:
            steps[THROWS * piece + throw] = step(taken, number, piece, throw, packed)
    return Row(taken, number, steps, RANKS)


def colouring_of(own: int, taken: int) -> int:
    squares = [n for n in range(LAST + 1) if taken >> n & 1]
    return sum(1 << at for at, n in enumerate(squares) if own >> n & 1)


@pytest.mark.parametrize(("own", "enemy"), [(4, 4), (5, 5), (4, 5), (5, 4), (5, 1), (2, 5), (1, 4)])
def test_ten_thousand_positions_have_the_bounds_that_the_rules_give_them(own: int, enemy: int) -> None:
    draw, table = random.Random(f"{own} {enemy}"), StandIn()
    for _ in range(1430):
        mine, theirs = drawn_position(draw, own, enemy)
        row = row_of(mine | theirs)
        found = sweep_bounds.position_bounds(row, colouring_of(mine, row.taken), mine, packing(), table)
        assert found == plain_bounds(mine, theirs, table)


def test_every_way_to_play_a_throw_out_is_listed_once() -> None:
    draw = random.Random(3)
    for _ in range(2000):
        own, enemy = drawn_position(draw, draw.randint(1, 7), draw.randint(1, 7))
        throw = draw.choice([value for value, _ in STICKS])
        s = settle(State(own, enemy, 0, 0, 0, 0, 0, 7, 0, 0), Throw(throw))
        if s.throw == 0 or s.able & 1:
            continue
        found, way = [], 0
        while way >= 0:
            mine, theirs, way = play_out(own, enemy, throw, s.able & TRACK, way)
            found.append((mine, theirs))
        assert found == [(after.cones, after.spools) for after in played_out(s)]


@pytest.mark.parametrize("pieces", [2, 3, 4, 5])
def test_rows_are_those_of_the_other_solver(pieces: int) -> None:
    masks, of_rows = gpu.row_masks(pieces)
    assert of_rows == groups(pieces)
    assert masks.tolist() == list(rows(pieces))


@pytest.mark.parametrize(("own", "enemy"), [(1, 1), (2, 1), (3, 3), (5, 4), (5, 5)])
def test_colourings_have_their_numbers_in_a_row(own: int, enemy: int) -> None:
    one = position_class(own, enemy)
    mask = sum(1 << n for n in range(1, own + enemy + 1))
    begin = one.begin + row_number(mask, packing()) * len(gpu.colouring_numbers(own, enemy)[0])
    for bits, number in zip(*gpu.colouring_numbers(own, enemy), strict=True):
        mine = squares_of(mask, bits)
        assert place(mine, mask ^ mine, packing()) == begin + number


def test_memory_is_asked_for_all_positions_and_a_twentieth_more() -> None:
    assert gpu.needed_bytes(4, 4) == 437_373_650 * 8 * 21 // 20
    assert gpu.needed_bytes(5, 5) == 8_560_690_670 * 8 * 21 // 20
