"""The boards: what is printed, what is made on demand, how hard it is, and the commands around them."""

from __future__ import annotations

from datetime import date
from math import log2
from pathlib import Path

import pytest

from benben import solve
from benben.bench.thresholds import Threshold, table
from benben.core.contract import Unreadable
from benben.games.gate import bench, puzzles
from benben.games.gate.board import (
    BOARDS,
    JEWELS,
    SIDES,
    SIZES,
    SYMBOLS,
    TILES,
    cells_text,
    engine,
    placements,
    read_cells,
    read_region,
    region_text,
    solution,
    tile_of,
)
from benben.games.gate.cli import tasks
from benben.games.gate.puzzles import printed_set, verify
from benben.games.gate.puzzles.generate import grow_region, images, is_whole, stream, upright_images
from benben.games.gate.puzzles.grade import careful_placements, grade
from tests.cli.command import benben

PRINTED = puzzles.FILE.read_text("utf-8")


def asked(*words: str) -> dict[str, object]:
    return solve.answer("gate", words, lambda _: None)


def test_there_are_twelve_tiles_of_48_squares() -> None:
    assert len(TILES) == 12
    assert sum(SIZES.values()) == 48
    assert len(SYMBOLS) == len(JEWELS) == 6


def test_all_432_printed_puzzles_are_as_promised() -> None:
    assert list(verify.faults(PRINTED)) == []
    found = [puzzle for sides in puzzles.printed_boards().values() for one in sides for puzzle in one.puzzles]
    assert len(found) == 432


SOME = PRINTED[: PRINTED.index("03 normal")]  # two boards


def changed(old: str, new: str) -> str:
    assert old in SOME
    return SOME.replace(old, new, 1)


def test_every_fault_of_a_board_is_said_in_a_sentence() -> None:
    lines = SOME.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("01 normal"))
    head, ankh, eye = lines[first : first + 3]
    second = next(line for line in lines if line.startswith("02 normal"))
    region = head.split()[2]
    turned = "/".join(row[::-1] for row in region.split("/"))
    for text, part in (
        (changed(second, f"02 normal {turned}"), "the region is that of 01 normal, turned or flipped"),
        (changed(eye, eye[:11] + ankh[11:]), "two symbols have the same tiles"),
        (changed(ankh, ankh[:-4] + "9.99"), "the grade is"),
        (changed(ankh, ankh[:-4] + "9.99"), "not close together"),
        (changed(ankh, "   ankh    I2 I3 V3  2.00"), "no coverings"),
        (changed(ankh, "   ankh    I2 I3  2.00"), "3 different tiles"),
        (changed(region, "...#.../......."), "the box is"),
        (changed(region, "..#./..#./..#."), "in pieces or has a hole"),
        (changed(region, ".../.#./..."), "in pieces or has a hole"),
        (changed(region, f"{region}/{'#' * len(region.split('/')[0])}"), "does not lie in the corner"),
        (SOME, "There are 2 normal boards, not 36."),
        (SOME, "on average"),
    ):
        found = list(verify.faults(text))
        assert any(part in sentence for sentence in found), (part, found[:3])


@pytest.mark.parametrize(
    ("old", "new"),
    [("01 normal", "07 normal"), ("01 normal", "01 green"), ("   ankh ", "   cat "), (" T4 ", " Q4 ")],
)
def test_a_file_that_is_no_list_of_boards_is_refused_with_its_line(old: str, new: str) -> None:
    with pytest.raises(Unreadable, match="line"):
        puzzles.read(changed(old, new))


def test_the_printed_file_is_what_its_reading_writes() -> None:
    assert printed_set.boards_text(puzzles.printed_boards()) == PRINTED


def test_boards_made_twice_are_the_same_and_a_seed_changes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed_set, "POOL", 2)
    monkeypatch.setattr(printed_set, "BOARDS", 1)
    monkeypatch.setattr(printed_set, "STEPS", 50)
    told: list[str] = []
    one, two, other = (printed_set.choose_boards(seed, told.append) for seed in (5, 5, 6))
    assert one == two != other
    assert len(told) == 6
    for side, sides in one.items():
        assert [len(board.puzzles) for board in sides] == [6]
        for board in sides:
            assert is_whole(board.region)
            for puzzle in board.puzzles:
                assert engine().count(board.region, puzzle.tiles) == 1
                assert printed_set.WINDOWS[side][0] <= puzzle.grade <= printed_set.WINDOWS[side][1]


@pytest.mark.parametrize("side", SIDES)
def test_the_first_regions_of_the_printed_seed_are_those_of_its_pool(side: str) -> None:
    """The whole is rebuilt by `benben gate generate`; here its beginning, from nothing but the seed."""
    draw = stream(f"benben gate {printed_set.SEED} {side}")
    printed = {min(images(one.region)) for one in puzzles.printed_boards()[side]}
    drawn = {min(images(region)) for region in (grow_region(draw, side) for _ in range(400)) if region}
    assert drawn & printed


@pytest.mark.parametrize("side", SIDES)
def test_a_fresh_box_is_the_same_for_all_and_different_from_others(side: str) -> None:
    one = puzzles.fresh_board(4242, side, 7)
    assert puzzles.fresh_board(4242, side, 7) == one
    assert puzzles.fresh_board(4243, side, 7) != one
    assert puzzles.region(4242, side, 7) == one.region
    assert len({puzzle.tiles for puzzle in one.puzzles}) == 6
    least, most = puzzles.WINDOWS[side][puzzles.RACE]
    for symbol, puzzle in zip(SYMBOLS, one.puzzles, strict=True):
        assert engine().count(one.region, puzzle.tiles) == 1
        assert least <= puzzle.grade <= most
        assert puzzles.puzzle(4242, side, 7, symbol).tiles == puzzle.tiles


@pytest.mark.parametrize(
    ("number", "side", "grade"),
    [
        (2, "normal", "any"),
        (4, "normal", "any"),
        (30, "normal", "any"),
        (3, "expert", "any"),
        (0, "normal", "easy"),
        (8, "normal", "medium"),
        (9, "normal", "hard"),
        (1, "expert", "medium"),
    ],
)
def test_no_two_boards_of_a_box_are_alike(number: int, side: str, grade: str) -> None:
    """Clause 1.3: not even moved, turned or flipped."""
    regions = [puzzles.region(number, side, board, grade) for board in range(1, BOARDS + 1)]
    assert len({min(images(region)) for region in regions}) == BOARDS


def test_boards_of_the_first_series_are_as_they_were_made_first() -> None:
    assert region_text(puzzles.region(2, "normal", 1, series=1)) == "..../..../..#./.##."
    assert region_text(puzzles.region(2, "expert", 36, series=1)) == "#...#/...../#..../...##/#.###"
    first = [min(images(puzzles.region(2, "normal", board, series=1))) for board in range(1, BOARDS + 1)]
    assert len(set(first)) < BOARDS


@pytest.mark.parametrize("side", SIDES)
def test_practice_has_puzzles_of_three_grades(side: str) -> None:
    found = [puzzles.puzzle(11, side, 3, "lotus", level).grade for level in ("easy", "medium", "hard")]
    assert found == sorted(found)
    assert found[2] - found[0] > 1


def test_a_board_out_of_the_box_is_no_board() -> None:
    with pytest.raises(ValueError, match="no board 37"):
        puzzles.region(0, "normal", 37)


def tries(bare: int, tiles: tuple[str, ...]) -> float:
    """The chance that a careful random player covers this, by trying every way to go on."""
    if not tiles:
        return 1.0
    ways = careful_placements(bare, tiles)
    chances = [tries(bare ^ mask, tuple(one for one in tiles if one != tile)) for tile, mask in ways]
    return sum(chances) / len(ways) if ways else 0.0


@pytest.mark.parametrize("board", [1, 9, 20])
def test_a_grade_is_what_playing_every_try_out_says(board: int) -> None:
    one = puzzles.puzzle(0, "normal", board, "falcon")
    assert grade(one.tiles, one.solution) == pytest.approx(-log2(tries(one.region, one.tiles)))
    assert round(grade(one.tiles, one.solution), 2) == one.grade


def test_a_careful_player_leaves_no_part_that_cannot_be_filled() -> None:
    row = read_region(".....")
    assert [cells_text(mask) for _, mask in careful_placements(row, ["I2", "I3"])] == [
        "a1b1",
        "d1e1",
        "a1b1c1",
        "c1d1e1",
    ]


def test_a_solution_covers_the_region_with_the_tiles_in_order() -> None:
    one = puzzles.puzzle(0, "expert", 36, "jackal")
    assert [tile_of(mask) for mask in one.solution] == list(one.tiles)
    assert sum(one.solution) == one.region
    assert solution(read_region("..../...."), ("I4", "L4")) == ()


def test_cells_and_regions_are_read_as_they_are_written() -> None:
    for sides in puzzles.printed_boards().values():
        for one in sides:
            assert read_region(region_text(one.region)) == one.region
            assert read_cells(cells_text(one.region)) == one.region
            assert one.region in upright_images(one.region)
    assert cells_text(read_cells("b1a2a1")) == "a1a2b1"
    assert len(placements("O4", read_region(".../..."))) == 2
    assert tile_of(read_cells("h8h7g7g6")) == "S4"
    assert tile_of(read_cells("a1b2")) is None


@pytest.mark.parametrize("text", ["", "a0", "i1", "a1a1", "a1 a2", "A1"])
def test_what_are_no_cells_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_cells(text)


def test_the_solver_answers_with_a_count_and_the_first_covering() -> None:
    assert asked("..../...#", "--tiles", "I3,L4") == {"solutions": 1, "first": ["b2c2d2", "a1a2b1c1"]}
    assert asked("../..", "--tiles", "i2, i2") == {"solutions": 2, "first": ["a1a2", "b1b2"]}
    assert asked("..../....", "--tiles", "I4,L4") == {"solutions": 0, "first": []}


def test_the_solver_takes_up_to_eight_by_eight() -> None:
    whole = "/".join(["........"] * 8)
    found = asked(whole, "--tiles", ",".join(["I4"] * 8 + ["O4"] * 8), "--budget", "0.001")
    assert found["exact"] is False


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("...", "--tiles", "I2"), "cover 2 cells, and the region has 3"),
        (("../.", "--tiles", "I3"), "one length"),
        ((".........", "--tiles", "I2"), "8 files"),
        (("/".join("." * 9), "--tiles", "I2"), "8 ranks"),
        (("..x", "--tiles", "I2"), "# for black"),
        (("", "--tiles", "I2"), "# for black"),
        (("##", "--tiles", "I2"), "one white cell"),
        (("..", "--tiles", "I9"), "no tile I9"),
        (("..", "--tiles", "I2,"), "a tile is missing"),
    ],
)
def test_what_cannot_be_solved_is_said(words: tuple[str, ...], part: str) -> None:
    with pytest.raises(Unreadable, match=part):
        asked(*words)


def test_the_commands_verify_and_refuse_as_a_person_sees_it(tmp_path: Path) -> None:
    run = benben("gate", "verify")
    assert run.returncode == 0, run.stdout
    assert run.stdout.count("216 puzzles with one covering each") == 2
    wrong = tmp_path / "boards.txt"
    wrong.write_text(PRINTED[: PRINTED.index("36 normal")])
    run = benben("gate", "verify", wrong)
    assert run.returncode == 1
    assert run.stdout.splitlines()[0] == "There are 35 normal boards, not 36."
    run = benben("gate", "dance")
    assert run.returncode == 2
    assert "benben gate" in benben("--help").stdout


def test_generating_tells_whether_it_is_the_printed_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(printed_set, "choose_boards", lambda _seed, _tell: puzzles.printed_boards())
    assert tasks._generate(1, tmp_path / "out.txt") == 0
    assert (tmp_path / "out.txt").read_text("utf-8") == PRINTED
    assert tasks._generate(1, None) == 0
    told = capsys.readouterr()
    assert told.out == PRINTED
    assert told.err.splitlines() == ["This is the printed set, byte for byte."] * 2


def test_the_thresholds_are_told_with_ratios_and_a_missing_library_by_a_sentence() -> None:
    clock = iter(range(10**6))
    found = [
        *bench._puzzles(lambda: float(next(clock)), True, [], 1),
        Threshold("6 x 10: slow", None, "s", note="not done in 120 s"),
        Threshold("  times faster", 2.5, "x", 3.0),
    ]
    told = table(found)
    assert "benben, plain Python" in told
    assert "not done in 120 s" in told
    assert "MISSED" in told
    assert not found[-1].met


def test_the_day_has_a_box_of_its_own() -> None:
    """An ordinal of a date is a box like any other."""
    assert puzzles.fresh_board(date(2026, 11, 15).toordinal(), "normal", 1).puzzles
