"""Bounds of values from two sides, their files, and runs that are stopped, on a game of three positions."""

from __future__ import annotations

import json
import subprocess
import sys
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from benben.core.contract import Unreadable
from benben.solve.position_links import LAST, ONE, OTHER, WON, Words
from benben.solve.value_files import Head, prepare_folder, read_values, write_values
from benben.solve.value_iteration import PositionClass, ValueTables

# A coin is thrown in each position. From 0 heads wins. From 1 heads leads to 0, and from 2 to 1; tails leads
# nowhere, but from 2 one may go to 1. After heads in 2 the player throws again, else the other one throws.
END, WAY = PositionClass("end", "the end", 0, 1), PositionClass("way", "the way", 1, 2)
FOLLOWS = {
    0: [0, WON | LAST, 0 | OTHER | LAST],
    1: [1, 0 | OTHER | LAST, 1 | OTHER | LAST],
    2: [2, 1 | LAST, 1, 2 | OTHER | LAST],
}
TRUTH = (2 / 3, 4 / 9, 13 / 27)  # p = (1 + 1 - p) / 2, q = (1 - p + 1 - q) / 2, r = (q + 1 - r) / 2


class Line:
    weights = (1, 1)

    def __init__(self) -> None:
        self.asked: list[str] = []

    def groups(self, one: PositionClass) -> list[tuple[int, int]]:
        return [(n, n + 1) for n in range(one.size)]

    def links(self, one: PositionClass, first: int, last: int) -> Words:
        self.asked.append(one.name)
        return array("I", [word for n in range(first, last) for word in FOLLOWS[one.begin + n]])


def solved(
    folder: Path | None, going: Callable[[int], bool] = lambda _: True, graph: Line | None = None
) -> ValueTables:
    tables = ValueTables("line 1", [END, WAY], folder)
    tables.read()
    tables.solve(graph or Line(), 1e-8, going, lambda _: None)
    return tables


def chances(tables: ValueTables) -> list[tuple[float, float]]:
    return [(tables.bounds[2 * n] / ONE, tables.bounds[2 * n + 1] / ONE) for n in range(3)]


def test_bounds_close_on_the_value_from_both_sides() -> None:
    tables = solved(None)
    assert tables.finished
    for (low, high), truth in zip(chances(tables), TRUTH, strict=True):
        assert low <= truth <= high <= low + 2e-8


def test_links_that_memory_cannot_hold_are_asked_for_in_every_sweep() -> None:
    kept, asked = Line(), Line()
    much, little = (ValueTables("line 1", [END, WAY], None, room) for room in (1000, 12))
    assert much.solve(kept, 1e-8, lambda _: True, lambda _: None)
    assert little.solve(asked, 1e-8, lambda _: True, lambda _: None)
    assert chances(much) == chances(little)
    assert kept.asked == ["end", "way", "way"]
    assert asked.asked.count("end") == 1, "its three words have room"
    assert asked.asked.count("way") == 1 + little.heads["way"].sweeps


def test_bounds_are_true_after_any_number_of_sweeps() -> None:
    for most in range(1, 40):
        tables = solved(None, most.__gt__)
        for (low, high), truth in zip(chances(tables), TRUTH, strict=True):
            assert low <= truth <= high


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    first = solved(tmp_path, lambda done: done < 60)
    assert not first.finished
    assert first.heads["end"].finished
    graph = Line()
    second = solved(tmp_path, graph=graph)
    assert second.finished
    assert "end" not in graph.asked
    assert second.heads["way"].sweeps > first.heads["way"].sweeps > 0
    graph = Line()
    assert chances(solved(tmp_path, graph=graph)) == chances(second)
    assert graph.asked == []


def test_what_an_interrupted_run_found_is_kept(tmp_path: Path) -> None:
    def interrupted(done: int) -> bool:
        if done > 50:
            raise KeyboardInterrupt
        return True

    with pytest.raises(KeyboardInterrupt):
        solved(tmp_path, interrupted)
    tables = ValueTables("line 1", [END, WAY], tmp_path)
    tables.read()
    assert tables.heads["end"].finished
    assert tables.heads["way"].sweeps > 0
    for (low, high), truth in zip(chances(tables), TRUTH, strict=True):
        assert low <= truth <= high


def damaged(data: bytes) -> list[bytes]:
    swapped = bytearray(data)
    swapped[-3] ^= 1
    lines = data.split(b"\n", 2)
    head = json.loads(lines[1]) | {"widest": 0}
    forged = b"\n".join([lines[0], json.dumps(head).encode(), lines[2]])
    return [data[:-1], data[:70], b"", data + b"\0", bytes(swapped), forged, b"x" + data[1:]]


def test_a_file_that_is_not_as_it_was_written_is_refused(tmp_path: Path) -> None:
    solved(tmp_path)
    path = tmp_path / "way.values"
    whole = path.read_bytes()
    for data in damaged(whole):
        path.write_bytes(data)
        tables = ValueTables("line 1", [END, WAY], tmp_path)
        with pytest.raises(Unreadable, match="the table is damaged") as told:
            tables.read()
        assert told.value.place == str(path)
        assert tables.bounds[2:] == array("I", [0, ONE, 0, ONE])
        tables = ValueTables("line 1", [END, WAY], tmp_path)
        faults: list[Unreadable] = []
        tables.read(faults.append)
        assert [str(fault) for fault in faults] == [str(told.value)]
        assert tables.heads["end"].finished
        assert not tables.heads["way"].finished
        assert tables.solve(Line(), 1e-8, lambda _: True, lambda _: None)
        assert path.read_bytes().split(b"\n")[0] == whole.split(b"\n")[0]


def test_a_file_of_other_rules_is_refused(tmp_path: Path) -> None:
    solved(tmp_path)
    with pytest.raises(Unreadable, match="by another version"):
        ValueTables("line 2", [END, WAY], tmp_path).read()
    other = PositionClass("end", "another end", 0, 1)
    (tmp_path / "end.values").replace(tmp_path / "other.values")
    with pytest.raises(Unreadable, match="by another version"):
        ValueTables("line 1", [other._replace(name="other")], tmp_path).read()


def test_a_folder_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    graph = Line()
    with pytest.raises(Unreadable, match="the tables cannot be kept there: not a directory"):
        ValueTables("line 1", [END, WAY], tmp_path / "file" / "values").solve(
            graph, 1e-8, lambda _: True, lambda _: None
        )
    assert graph.asked == []


def test_a_disk_without_room_is_told_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="need 80,000,000,000,004,096 bytes"):
        prepare_folder(tmp_path, 10**16)


def test_a_disk_that_fills_up_leaves_the_table_that_was_there(tmp_path: Path) -> None:
    """A limit for the files of a process answers as a full disk does: with an error in the middle."""
    head = Head(1, "line 1", "way", 1 << 16, 1, ONE, False)
    path = tmp_path / "way.values"
    write_values(path, head, memoryview(array("I", [0, ONE]) * (1 << 16)))
    before = path.read_bytes()
    code = (
        "import resource, sys\n"
        "from array import array\n"
        "from pathlib import Path\n"
        "from benben.solve.value_files import Head, write_values\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "head = Head(1, 'line 1', 'way', 1 << 16, 2, 7, True)\n"
        "write_values(Path(sys.argv[1]), head, memoryview(array('I', [1, 2]) * (1 << 16)))\n"
    )
    run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert "Unreadable" in run.stderr
    assert "the tables cannot be kept there: file too large" in run.stderr
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["way.values"]
    bounds = array("I", [0, ONE]) * (1 << 16)
    assert read_values(path, "line 1", "way", memoryview(bounds)) == head
