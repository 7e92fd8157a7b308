"""What `benben solve senet` understands and answers.

    benben solve senet POSITION         the mover's chance to win with best play, and after every move
    benben solve senet --tables 3       make the tables for up to three pieces a side, and what they know
    benben solve senet --pack FILE      the file of values that Benben is shipped with, from these tables
    benben solve senet --tables 4 --device cuda
                                        what is known of up to four a side, computed on a graphics processor

Positions with up to three pieces a side are solved, however many there were at the start. Tables that a
position needs are made first, which takes minutes for three a side, and kept for the next question. Making
them needs numba (pip install 'benben[fast]'). A budget ends the work early, and the next run goes on there.

The value is a chance from 0 to 1, and the error is the most by which the chances told can be wrong. "exact"
is true if the tables are finished. An unfinished table gives wide bounds, but none that are false.

A packed file is answered with the hash of what it holds, and whether that is what Benben is shipped with.

With --device cuda up to five pieces a side are computed, and nothing is kept. The answer is how well each
class is known, and the chance of the player who begins, for each number of pieces a side. That needs
numba-cuda (pip install 'benben[cuda]') and free memory of a graphics processor: 3.7 GB for four a side, 72 GB
for five. The classes share a budget. Give one: values with more pieces than 4 against 2 close very slowly.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from math import ceil, floor
from pathlib import Path
from typing import Any

from benben.core.contract import Unreadable
from benben.games.senet.notation import action_text, read
from benben.games.senet.rules import State
from benben.games.senet.solver import SOLVED_PIECES, Bounds, Endgames, known_endgames
from benben.games.senet.solver.gpu import GpuEndgames
from benben.games.senet.solver.known import FILE, KNOWN_PIECES, packed_known, read_known
from benben.games.senet.solver.packing import MOST_PIECES
from benben.solve.packed_values import contents_hash
from benben.solve.position_links import ONE
from benben.solve.value_files import DamagedTable, values_folder
from benben.solve.value_iteration import Going

DIGITS = 9  # of a chance: what 32 bits tell
_WHOLE = float(10**DIGITS)
DEVICE_ERROR = 1e-6  # of a chance: how well values are to be known on a graphics processor
AGAIN = "benben solve senet --tables {pieces} makes it again"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", nargs="?", help="in notation, as in '........../..........x/... x 4'")
    parser.add_argument(
        "--tables",
        type=int,
        choices=range(1, MOST_PIECES + 1),
        metavar="PIECES",
        help=f"make the tables for up to so many pieces a side: 1 to {SOLVED_PIECES}, "
        f"with --device to {MOST_PIECES}",
    )
    parser.add_argument(
        "--device", choices=["cuda"], help="compute --tables on a graphics processor, and keep nothing"
    )
    parser.add_argument(
        "--error",
        type=_error,
        metavar="E",
        help=f"with --device: how well values are to be known, else {DEVICE_ERROR:.6f} of a chance",
    )
    parser.add_argument(
        "--ends",
        action="store_true",
        help="with --device: check first that from every position some throws end the game",
    )
    parser.add_argument(
        "--pack", type=Path, metavar="FILE", help="pack the tables into a file such as Benben is shipped with"
    )
    parser.add_argument("--folder", type=Path, help="where tables are kept; else in your cache folder")


def answer(asked: argparse.Namespace, going: Going, tell: Callable[[str], None]) -> dict[str, Any]:
    """The answer as JSON has it; `tell` is given sentences while tables are made."""
    folder = asked.folder or values_folder("senet")
    if sum(one is not None for one in (asked.position, asked.tables, asked.pack)) != 1:
        raise Unreadable("give a position, --tables with a number of pieces a side, or --pack with a file")
    if asked.device:
        return solve_on_device(asked, going, tell)
    if asked.error or asked.ends:
        raise Unreadable("--error and --ends go with --device")
    if asked.tables and asked.tables > SOLVED_PIECES:
        raise Unreadable(
            f"tables for up to {SOLVED_PIECES} pieces a side are made; more are computed with --device cuda"
        )
    if asked.tables:
        return make_tables(asked.tables, folder, going, tell)
    if asked.pack:
        return pack_tables(asked.pack, folder, going, tell)
    return solve_position(read(asked.position), folder, going, tell)


def make_tables(pieces: int, folder: Path, going: Going, tell: Callable[[str], None]) -> dict[str, Any]:
    """Make all tables for up to so many pieces a side. A damaged one is made again."""
    known = Endgames(pieces, pieces, folder)
    known.tables.read(lambda fault: tell(f"{fault}; it is made again"))
    known.make(going, tell)
    tables = known.tables
    return {
        "exact": known.exact,
        "error": _rounded_up(max(head.widest for head in tables.heads.values()) / ONE / 2),
        "folder": str(folder),
        "tables": [
            {
                "pieces": one.words,
                "positions": one.size,
                "sweeps": tables.heads[one.name].sweeps,
                "error": _rounded_up(tables.heads[one.name].widest / ONE / 2),
                "exact": tables.heads[one.name].finished,
            }
            for one in tables.classes
        ],
    }


def pack_tables(path: Path, folder: Path, going: Going, tell: Callable[[str], None]) -> dict[str, Any]:
    """Pack the tables into a file. They are made if they are missing; unfinished ones are not packed."""
    make_tables(KNOWN_PIECES, folder, going, tell)
    tables = Endgames(KNOWN_PIECES, KNOWN_PIECES, folder)
    tables.tables.read()
    if not tables.exact:
        raise Unreadable("the tables are not finished, so there is nothing to pack yet", str(folder))
    try:
        path.write_bytes(packed_known(tables))
    except OSError as fault:
        raise Unreadable(f"the file cannot be written: {fault.strerror}", str(path)) from None
    head = read_known(path).head
    return {
        "positions": head.positions,
        "steps": head.steps,
        "error": head.error,
        "bytes": path.stat().st_size,
        "hash": contents_hash(path),
        "shipped": contents_hash(path) == contents_hash(FILE),
    }


def solve_on_device(asked: argparse.Namespace, going: Going, tell: Callable[[str], None]) -> dict[str, Any]:
    """Sweep over all positions with up to so many pieces a side in the memory of a graphics processor."""
    if not asked.tables:
        raise Unreadable("--device goes with --tables: it computes all positions with so many pieces")
    if asked.folder:
        raise Unreadable("--device keeps no tables, so give no --folder")
    return answer_of(GpuEndgames(asked.tables, asked.tables), asked, going, tell)


def answer_of(
    known: GpuEndgames, asked: argparse.Namespace, going: Going, tell: Callable[[str], None]
) -> dict[str, Any]:
    """What is known of each class after sweeping, and the chances of the player who begins."""
    began = time.monotonic()
    tell(f"computed on {known.device}")
    ends = {"ends": known.ends(tell)} if asked.ends else {}
    left = asked.budget and max(0.0, asked.budget - (time.monotonic() - began))
    found = known.solve(asked.error or DEVICE_ERROR, left, going, tell)
    return {
        "exact": all(one.finished for one in found),
        "error": _rounded_up(max(one.error for one in found)),
        "device": known.device,
        **ends,
        "seconds": round(time.monotonic() - began, 1),
        "tables": [
            {
                "pieces": one.positions.words,
                "positions": one.positions.size,
                "sweeps": one.sweeps,
                "error": _rounded_up(one.error),
                "seconds": round(one.seconds, 1),
                "exact": one.finished,
            }
            for one in found
        ],
        "openings": [
            _opening(f"{pieces} a side", known.opening(pieces)) for pieces in range(1, asked.tables + 1)
        ],
    }


def solve_position(s: State, folder: Path, going: Going, tell: Callable[[str], None]) -> dict[str, Any]:
    """The value of a position and of every move; the tables that it needs are made if they are missing."""
    known = known_endgames(s, folder)
    try:
        known.tables.read()
    except DamagedTable as fault:
        pieces = max(s.cones.bit_count(), s.spools.bit_count())
        raise Unreadable(f"{fault.sentence}; {AGAIN.format(pieces=pieces)}", fault.place) from None
    known.make(going, tell)
    found, moves = known.bounds(s), known.moves(s)
    return {
        "value": round(found.value, DIGITS),
        "exact": known.exact,
        "error": _rounded_up(max(found.error, *(bounds.error for _, bounds in moves), 0)),
        "moves": [
            {"move": action_text(move), "value": round(bounds.value, DIGITS)} for move, bounds in moves
        ],
    }


def _opening(words: str, found: Bounds) -> dict[str, Any]:
    """The chance of the player who begins, and between which it surely lies."""
    low, high = floor(found.low * _WHOLE) / _WHOLE, ceil(found.high * _WHOLE) / _WHOLE
    return {"pieces": words, "value": round(found.value, DIGITS), "least": low, "most": high}


def _error(text: str) -> float:
    value = float(text)
    if not 0 < value < 0.5:
        raise argparse.ArgumentTypeError("an error is a part of a chance, above 0 and below 0.5")
    return value


def _rounded_up(error: float) -> float:
    """The error of what is printed, which is rounded itself."""
    return ceil(error * _WHOLE + 0.5) / _WHOLE
