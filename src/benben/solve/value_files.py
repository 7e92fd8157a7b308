"""Tables of values as files: bounds of many positions, with what they are true of and a hash of it all.

A file is three parts, one after the other: the SHA-256 of the rest as a line of 64 digits; a line of JSON,
the Head; and two unsigned words of 32 bits for each position, the lower bound and the upper, the low byte
first. A file is written beside its place and moved there when it is whole and on the disk, so that a run
which is killed leaves the file that was there before.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import time
from array import array
from pathlib import Path

import msgspec
import platformdirs

from benben.core.contract import Unreadable

FORMAT = 1
POSITION_BYTES = 8  # of a file, for each position
_HEAD_BYTES = 4096  # that the first two lines take, at most
_WRITTEN_BYTES = 1 << 22  # written at once
_LEFT_SECONDS = 3600.0  # after which a file that a killed run left half written is removed


class DamagedTable(Unreadable):
    """What is in a file is not what was written, or is of other rules. Made again, the table is whole."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of its bounds."""

    format: int
    rules: str  # by which the values were computed: "senet 1"
    name: str  # of the class of positions: "3-2"
    positions: int
    sweeps: int  # made so far
    widest: int  # the most by which the two bounds of a position differ
    finished: bool  # sweeping on would hardly tell more


def values_folder(game: str) -> Path:
    """Where a game keeps its tables, if nobody asks for another folder."""
    return platformdirs.user_cache_path("benben") / "values" / game


def prepare_folder(folder: Path, positions: int) -> None:
    """Make the folder; Unreadable if it has no room for so many positions, or nothing can be written there.

    Asked before the work begins, which may take minutes.
    """
    probe = folder / f".{os.getpid()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_left_files(folder)
        probe.write_bytes(b"benben")
        probe.unlink()
        free = shutil.disk_usage(folder).free
    except OSError as fault:
        raise _not_kept(folder, fault) from None
    needed = POSITION_BYTES * positions + _HEAD_BYTES
    if free < needed:
        raise Unreadable(f"the tables need {needed:,} bytes, and {free:,} are free", str(folder))


def write_values(path: Path, head: Head, bounds: memoryview) -> None:
    """Put a table in the place of what is there; Unreadable if the disk is full or read-only."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    line = msgspec.json.encode(head) + b"\n"
    words = _little_endian(bounds)
    digest = hashlib.sha256(line)
    digest.update(words)
    try:
        with part.open("wb") as file:
            file.write(digest.hexdigest().encode() + b"\n" + line)
            for at in range(0, len(words), _WRITTEN_BYTES):
                file.write(words[at : at + _WRITTEN_BYTES])
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as fault:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise _not_kept(path.parent, fault) from None


def read_values(path: Path, rules: str, name: str, bounds: memoryview) -> Head | None:
    """Read a table into `bounds`; None if there is no file.

    Unreadable if the table is not as it was written, or is of other rules; then `bounds` stay as they were.
    """
    try:
        with path.open("rb") as file:
            told = file.read(65).decode("ascii", "replace").rstrip("\n")
            line = file.readline(_HEAD_BYTES)
            words = array("I", bytes(len(bounds) * bounds.itemsize))
            count = file.readinto(memoryview(words).cast("B"))
            whole = count == POSITION_BYTES * len(bounds) // 2 and not file.read(1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        raise Unreadable(f"the table cannot be read: {fault.strerror}", str(path)) from None
    digest = hashlib.sha256(line)
    digest.update(memoryview(words).cast("B"))
    if not whole or digest.hexdigest() != told:
        raise DamagedTable("the table is damaged: it is not as it was written", str(path))
    try:
        head = msgspec.json.decode(line, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise DamagedTable("the table was written by another version", str(path)) from None
    if (head.format, head.rules, head.name, head.positions) != (FORMAT, rules, name, len(bounds) // 2):
        raise DamagedTable("the table was written by another version", str(path))
    if sys.byteorder == "big":
        words.byteswap()
    bounds[:] = memoryview(words)
    return head


def _little_endian(bounds: memoryview) -> memoryview:
    if sys.byteorder == "little":
        return bounds.cast("B")
    words = array("I", bounds.tobytes())
    words.byteswap()
    return memoryview(words).cast("B")


def _remove_left_files(folder: Path) -> None:
    """Remove what runs that were killed have left half written."""
    for path in folder.glob("*.part"):
        with contextlib.suppress(OSError):  # another run was faster, or it is not ours to remove
            if path.stat().st_mtime < time.time() - _LEFT_SECONDS:
                path.unlink()


def _not_kept(folder: Path, fault: OSError) -> Unreadable:
    why = fault.strerror or str(fault)
    return Unreadable(f"the tables cannot be kept there: {why[0].lower()}{why[1:]}", str(folder))
