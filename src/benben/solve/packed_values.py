"""Values of many positions as a small file to ship: each a whole number of equal steps from 0 to 1.

A file is four parts, one after the other: the SHA-256 of what follows, unpacked, as a line of 64 digits; a
line of JSON, the PackedHead; and two streams of xz. The first has the low byte of each value, as differences
from the one before, the second has the two bits above it, four values to a byte. A value changes little from
one position to the next, so neighbours in the file should be neighbours in the game.

The hash does not depend on how well xz packs: it tells whether two files hold the same.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable
from math import ceil
from pathlib import Path
from typing import Any

import msgspec

from benben.core.contract import Unreadable
from benben.solve.position_links import ONE
from benben.solve.value_files import DamagedTable

PACKED_FORMAT = 1
MOST_STEPS = 1023  # what ten bits hold
_HASH_BYTES = 65  # of the first line
_HEAD_BYTES = 4096  # of the second, at most
_BILLION = 10**9


class PackedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of its values."""

    format: int
    rules: str  # by which the values were computed: "senet 1"
    name: str  # of the positions: "up to 3 a side"
    positions: int
    steps: int  # from 0 to 1
    error: float  # the most by which a value is wrong: by its rounding, and by the tables that it comes from


class PackedValues:
    """The values of all positions of a file."""

    def __init__(self, head: PackedHead, low: bytes, high: bytes) -> None:
        self.head = head
        self._low, self._high = low, high
        self._chances = [level / head.steps for level in range(head.steps + 1)]

    def value(self, n: int) -> float:
        """The value of position `n` of the file: a chance to win."""
        return self._chances[self._low[n] | (self._high[n >> 2] >> 2 * (n & 3) & 3) << 8]


def nearest_levels(lower: array[int], upper: array[int], steps: int) -> array[int]:
    """The number of steps that is nearest to the middle of each pair of bounds."""
    return array("H", [(steps * (a + b) + ONE) // (2 * ONE) for a, b in zip(lower, upper, strict=True)])


def error_of(steps: int, widest: int) -> float:
    """The most by which a value is wrong, if its bounds differ by `widest` at most; rounded up."""
    return ceil(_BILLION * (1 / steps + widest / ONE) / 2) / _BILLION


def packed_file(rules: str, name: str, steps: int, error: float, levels: Iterable[array[int]]) -> bytes:
    """The contents of a file with these values, one after the other."""
    import lzma  # late: not every Python has it, and who plays without tables needs none

    low, high = bytearray(), bytearray()
    for some in levels:
        low += bytes([level & 255 for level in some])
        high += bytes([level >> 8 for level in some])
    positions = len(low)
    high += bytes(-positions % 4)
    four = zip(high[::4], high[1::4], high[2::4], high[3::4], strict=True)
    high = bytearray([a | b << 2 | c << 4 | d << 6 for a, b, c, d in four])
    line = msgspec.json.encode(PackedHead(PACKED_FORMAT, rules, name, positions, steps, error)) + b"\n"
    rest: dict[str, Any] = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0}
    rest["pb"] = 0  # bytes of all places are alike
    difference = {"id": lzma.FILTER_DELTA, "dist": 1}
    return b"".join(
        (
            _digest(line, low, high).encode() + b"\n",
            line,
            lzma.compress(low, filters=[difference, rest]),
            lzma.compress(high, filters=[rest]),
        )
    )


def read_packed(path: Path, rules: str, name: str, positions: int) -> PackedValues:
    """Read a file of values; Unreadable if there is none, or if it is damaged or of other rules."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise Unreadable(f"the table cannot be read: {fault.strerror}", str(path)) from None
    told, line = data[:_HASH_BYTES], data[_HASH_BYTES : _HASH_BYTES + _HEAD_BYTES].partition(b"\n")[0] + b"\n"
    try:
        head = msgspec.json.decode(line, type=PackedHead)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise DamagedTable("this is no table of values, or one of another version", str(path)) from None
    known = (PACKED_FORMAT, rules, name, positions)
    if (head.format, head.rules, head.name, head.positions) != known or not 0 < head.steps <= MOST_STEPS:
        raise DamagedTable("the table was written by another version", str(path))
    low, high = _unpacked(data[_HASH_BYTES + len(line) :], positions, path)
    if told != _digest(line, low, high).encode() + b"\n":
        raise DamagedTable("the table is damaged: it is not as it was written", str(path))
    return PackedValues(head, low, high)


def contents_hash(path: Path) -> str:
    """The hash that a file begins with; empty if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(_HASH_BYTES - 1).decode("ascii", "replace")
    except OSError:
        return ""


def _unpacked(data: bytes, positions: int, path: Path) -> tuple[bytes, bytes]:
    """The low bytes and the bits above them."""
    try:
        import lzma  # late: not every Python has it
    except ImportError:
        raise Unreadable("the table cannot be read: this Python has no lzma", str(path)) from None
    found = []
    for size in (positions, (positions + 3) // 4):
        stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        try:
            found.append(stream.decompress(data, size + 1))
        except (lzma.LZMAError, EOFError):
            found.append(b"")
        if len(found[-1]) != size or not stream.eof:
            raise DamagedTable("the table is damaged: it is not as it was written", str(path))
        data = stream.unused_data
    return found[0], found[1]


def _digest(line: bytes, low: bytes | bytearray, high: bytes | bytearray) -> str:
    digest = hashlib.sha256(line)
    digest.update(low)
    digest.update(high)
    return digest.hexdigest()
