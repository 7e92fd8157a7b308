"""Files of values to ship: what is read is what was packed, and a bad file is refused in a sentence."""

from __future__ import annotations

import lzma
from array import array
from pathlib import Path
from random import Random

import pytest

from benben.core.contract import Unreadable
from benben.solve.packed_values import (
    PackedValues,
    contents_hash,
    error_of,
    nearest_levels,
    packed_file,
    read_packed,
)
from benben.solve.position_links import ONE
from benben.solve.value_files import DamagedTable

DAMAGED = "the table is damaged: it is not as it was written"
MANY = 10_001  # not a multiple of four


def levels(steps: int = 700, many: int = MANY) -> array[int]:
    draw = Random("levels").randrange
    return array("H", [0, steps, *(draw(steps + 1) for _ in range(many - 2))])


def written(path: Path, steps: int = 700) -> PackedValues:
    path.write_bytes(packed_file("pebbles 1", "all", steps, error_of(steps, 0), [levels(steps)]))
    return read_packed(path, "pebbles 1", "all", MANY)


@pytest.mark.parametrize("steps", [1, 255, 256, 700, 1023])
def test_what_is_read_is_what_was_packed(tmp_path: Path, steps: int) -> None:
    found = written(tmp_path / "file", steps)
    assert [found.value(n) for n in range(MANY)] == [level / steps for level in levels(steps)]
    assert (found.head.positions, found.head.steps) == (MANY, steps)


def test_a_rounded_value_lies_within_the_error_of_its_bounds() -> None:
    draw = Random("bounds").randrange
    lower = array("I", [0, ONE - 1000, *(draw(ONE - 1000) for _ in range(5000))])
    upper = array("I", [low + draw(1001) for low in lower])
    for steps in (1, 255, 700, 1023):
        error = error_of(steps, 1000)
        assert 1 / steps / 2 < error < 1 / steps / 2 + 1e-6
        for level, low, high in zip(nearest_levels(lower, upper, steps), lower, upper, strict=True):
            assert 0 <= level <= steps
            assert high / ONE - error <= level / steps <= low / ONE + error


def test_equal_contents_have_an_equal_hash_however_they_are_packed(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    written(one)
    data = one.read_bytes()
    head = data[: data.index(b"\n", 65) + 1]
    stream = lzma.LZMADecompressor()
    low = stream.decompress(data[len(head) :])
    high = lzma.decompress(stream.unused_data)
    other.write_bytes(head + lzma.compress(low, preset=0) + lzma.compress(high, preset=0))
    assert other.stat().st_size != one.stat().st_size
    again = read_packed(other, "pebbles 1", "all", MANY)
    assert contents_hash(one) == contents_hash(other) != ""
    assert [again.value(n) for n in range(9)] == [level / 700 for level in levels()[:9]]


@pytest.mark.parametrize("place", ["hash", "head", "low", "end"])
def test_a_changed_byte_is_noticed(tmp_path: Path, place: str) -> None:
    path = tmp_path / "file"
    written(path)
    data = bytearray(path.read_bytes())
    at = {"hash": 3, "head": data.index(b'"error":0.0007') + 13, "low": len(data) // 2, "end": len(data) - 9}
    data[at[place]] ^= 1
    path.write_bytes(data)
    with pytest.raises(DamagedTable, match=DAMAGED):
        read_packed(path, "pebbles 1", "all", MANY)


@pytest.mark.parametrize("kept", [0, 10, 80, 1000, -1])
def test_a_file_that_ends_early_is_refused(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "file"
    written(path)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(DamagedTable, match=r"the table is damaged|this is no table of values"):
        read_packed(path, "pebbles 1", "all", MANY)


@pytest.mark.parametrize(
    ("rules", "name", "positions"),
    [("pebbles 2", "all", MANY), ("pebbles 1", "some", MANY), ("pebbles 1", "all", 7)],
)
def test_a_foreign_file_is_refused(tmp_path: Path, rules: str, name: str, positions: int) -> None:
    written(tmp_path / "file")
    with pytest.raises(DamagedTable, match="the table was written by another version"):
        read_packed(tmp_path / "file", rules, name, positions)


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(Unreadable, match="the table cannot be read: No such file"):
        read_packed(path, "pebbles 1", "all", MANY)
    path.write_bytes(b"\x89PNG\r\n" * 40)
    with pytest.raises(DamagedTable, match="this is no table of values"):
        read_packed(path, "pebbles 1", "all", MANY)
    assert contents_hash(tmp_path / "nothing") == ""
