"""Exact cover beside brute force, and machine code beside plain Python."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.solve.cover import Cover, all_placements, orientations

SHAPES = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "V3": "##/#.",
    "O4": "##/##",
    "T4": "###/.#.",
    "S4": ".##/##.",
    "L4": "###/#..",
    "P5": "##/##/#.",
    "X5": ".#./###/.#.",
}
TURNS = {"I1": 1, "I2": 2, "I3": 2, "V3": 4, "O4": 1, "T4": 4, "S4": 4, "L4": 8, "P5": 8, "X5": 1}
WHOLE = (1 << 64) - 1


@cache
def engine(width: int = 8, plain: bool = False) -> Cover:
    return Cover(SHAPES, width, plain)


def brute(region: int, tiles: Sequence[str], width: int = 8) -> list[frozenset[tuple[str, int]]]:
    """Every covering, found tile by tile wherever it fits, with no thought given to cells."""
    if not tiles:
        return [frozenset()] if region == 0 else []
    found = set()
    for mask in all_placements(SHAPES[tiles[0]], width):
        if mask & region == mask:
            found |= {one | {(tiles[0], mask)} for one in brute(region ^ mask, tiles[1:], width)}
    return sorted(found, key=sorted)


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[int, list[str]]:
    """Tiles laid side by side or apart on 8 x 8, so that most have a covering; some get one tile changed."""
    region, tiles = 0, list[str]()
    for _ in range(draw(st.integers(0, 4))):
        tile = draw(st.sampled_from(list(SHAPES)))
        corner = draw(st.sampled_from((0, 4, 36, 60)))  # near enough to touch, and the last cell of the board
        near = [
            mask
            for mask in all_placements(SHAPES[tile])
            if mask & (0b11100000111 << corner) & WHOLE and not mask & region
        ]
        if near:
            region |= draw(st.sampled_from(near))
            tiles.append(tile)
    changed = draw(st.booleans())
    if tiles and changed:
        size = SHAPES[tiles[0]].count("#")
        tiles[0] = draw(st.sampled_from([one for one in SHAPES if SHAPES[one].count("#") == size]))
    return region, tiles


@pytest.mark.parametrize(("tile", "turns"), TURNS.items())
def test_a_shape_has_its_turns_and_mirror_images_once(tile: str, turns: int) -> None:
    assert len(orientations(SHAPES[tile])) == turns


def test_a_tile_lies_everywhere_on_an_empty_board() -> None:
    assert len(all_placements("#")) == 64
    assert len(all_placements("##")) == 2 * 7 * 8
    assert len(all_placements("##", 6)) == 5 * 10 + 6 * 9


@settings(deadline=None, max_examples=80)
@given(puzzles())
def test_first_count_and_all_agree_with_brute_force_plain_and_compiled(puzzle: tuple[int, list[str]]) -> None:
    region, tiles = puzzle
    known = brute(region, tiles)
    plain, fast = engine(plain=True), engine()
    for own in (plain, fast):
        assert own.count(region, tiles) == len(known)
        found = own.all(region, tiles)
        assert {frozenset(map(tuple, one)) for one in found} == set(known)
        assert len(found) == len(known)
        assert own.first(region, tiles) == (found[0] if known else None)
        assert own.counts([(region, tuple(tiles))] * 2) == [len(known)] * 2
    assert plain.all(region, tiles) == fast.all(region, tiles)


def test_machine_code_is_what_is_tested() -> None:
    assert engine().fast
    assert not engine(plain=True).fast


@pytest.mark.parametrize("plain", [False, True])
def test_known_counts_are_met(plain: bool) -> None:
    eight = Cover({"D": "##"}, 8, plain)
    assert eight.count(WHOLE, ["D"] * 32, 1000) == 1000
    board = sum(15 << 8 * rank for rank in range(4))
    assert eight.count(board, ["D"] * 8) == 36  # dominoes on 4 x 4
    six = Cover({"D": "##"}, 6, plain)
    assert six.count((1 << 36) - 1, ["D"] * 18) == 6728  # and on 6 x 6


def test_the_last_cell_is_a_cell_as_others_are() -> None:
    for own in (engine(), engine(plain=True)):
        assert own.count(0b11 << 62, ["I2"]) == 1
        assert own.count(WHOLE, ["O4"] * 16) == 1
        assert own.counts([(0b11 << 62, ("I2",)), (0b101 << 61, ("I2",))]) == [1, 0]


def test_every_tile_is_used_and_nothing_else() -> None:
    own = engine()
    square = 0b11 | 0b11 << 8
    assert own.count(square, ["O4"]) == 1
    assert own.count(square, ["I2", "I2"]) == 2
    assert own.count(square, ["I2", "I2", "I1"]) == 0
    assert own.count(square, ["I2"]) == 0
    assert own.count(square, []) == 0
    assert own.count(0, []) == 1
    assert own.first(0, []) == ()
    assert own.counts([(square, ("O4",)), (square, ("I2",)), (0, ()), (square, ("I2", "I2", "I1"))]) == [
        1,
        0,
        1,
        0,
    ]


def test_counting_stops_where_it_is_told() -> None:
    for own in (engine(), engine(plain=True)):
        assert own.count(0b11 | 0b11 << 8, ["I2", "I2"], 1) == 1
        found = own.look(WHOLE, ["I2"] * 32, 500, 3)
        assert (found.many, found.exact, len(found.coverings)) == (500, False, 3)


def test_a_search_can_be_ended_and_says_so() -> None:
    asked: list[int] = []

    def going(laid: int) -> bool:
        asked.append(laid)
        return len(asked) < 3

    found = engine(plain=True).look(WHOLE, ["I2"] * 32, 0, 1, going)
    assert len(asked) == 3
    assert not found.exact
    assert engine(plain=True).look(0b11, ["I2"], 0, 1, going).exact


def test_a_search_in_slices_finds_what_an_unbroken_one_finds() -> None:
    board = sum(63 << 8 * rank for rank in range(5))
    tiles = ["P5", "P5", "L4", "L4", "T4", "T4", "O4"]
    asked: list[int] = []

    def going(laid: int) -> bool:
        asked.append(laid)
        return True

    found = engine(plain=True).look(board, tiles, 0, 0, going)
    assert asked
    assert found.many == engine().count(board, tiles)
    assert found.exact


def test_an_unknown_tile_is_named() -> None:
    with pytest.raises(ValueError, match="Q9"):
        engine().count(3, ["Q9"])


def test_threads_share_an_engine() -> None:
    own, found = engine(plain=True), list[int]()
    board = sum(15 << 8 * rank for rank in range(4))

    def work() -> None:
        for _ in range(30):
            found.append(own.count(board, ["I2"] * 8))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [36] * 120
