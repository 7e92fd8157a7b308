"""The commands of `benben gate`: make the boards, and check them.

    benben gate generate > boards.txt       the printed set, byte for byte, from nothing but its seed
    benben gate generate --seed 7           36 other boards
    benben gate verify                      check the printed set
    benben gate verify boards.txt           check a file

Exit code 1 if something is wrong with the boards.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benben.games.gate import puzzles
from benben.games.gate.puzzles import printed_set, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks", required=True)
    one = tasks.add_parser("generate", help="make the boards of a seed; takes about a minute")
    one.add_argument("--seed", type=int, default=printed_set.SEED, metavar="N", help="(%(default)s)")
    one.add_argument("--out", type=Path, metavar="FILE", help="write them there; else they are printed")
    one = tasks.add_parser("verify", help="check the boards")
    one.add_argument(
        "file", nargs="?", type=Path, default=puzzles.FILE, metavar="FILE", help="else the printed set"
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.task == "verify":
        return _verify(arguments.file)
    return _generate(arguments.seed, arguments.out)


def _generate(seed: int, out: Path | None) -> int:
    if out is not None:
        out.touch()  # a file that cannot be written is refused now, not after a minute
    text = printed_set.boards_text(printed_set.choose_boards(seed, _tell))
    if out is None:
        print(text, end="")
    else:
        out.write_text(text, "utf-8")
    same = text == puzzles.FILE.read_text("utf-8")
    _tell("This is the printed set, byte for byte." if same else "This is not the printed set.")
    return 0


def _verify(file: Path) -> int:
    text = file.read_text("utf-8")
    found = list(verify.faults(text))
    for sentence in found:
        print(sentence)
    if found:
        return 1
    for side, sides in puzzles.read(text).items():
        uses, grades = printed_set.usage(sides), [puzzle.grade for one in sides for puzzle in one.puzzles]
        print(
            f"{side}: {len(sides)} boards, {len(grades)} puzzles with one covering each, "
            f"grades {min(grades):.2f} to {max(grades):.2f}, "
            f"each tile used {min(uses.values())} to {max(uses.values())} times"
        )
    return 0


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
