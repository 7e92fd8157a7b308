"""What `benben solve solitaire` understands and answers.

    benben solve solitaire POSITION                     the best score that can be reached, and the line to it
    benben solve solitaire POSITION --goal medium       can it end with a single medium?
    benben solve solitaire POSITION --moves             every hop with the best score after it
    benben solve solitaire --daily 2026-11-15           the three puzzles of a day
    benben solve solitaire --minima                     the best scores of small boards, proved again
    benben solve solitaire --book                       the early exceptions, computed again

A budget ends a search early; the answer then says "exact": false. It begins with the search, not before the
machine code is there.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from benben.core.contract import Unreadable
from benben.games.solitaire.board import MINIMA, NAMES
from benben.games.solitaire.notation import name, read, write
from benben.games.solitaire.puzzles import LEVELS, daily
from benben.games.solitaire.rules import State, board_moves
from benben.games.solitaire.rules.board_moves import Board
from benben.games.solitaire.rules.board_text import board_text
from benben.games.solitaire.solver import Going, Solver, exceptions, prepare_code, solver

START = write(read("/".join([",".join(["SML"] * 4)] * 3)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", nargs="?", default=START, help="in notation; else the start on 3 x 4")
    parser.add_argument(
        "--goal", choices=NAMES, help="a single pyramid of this size; else as the position says"
    )
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--moves", action="store_true", help="rate every hop")
    one.add_argument("--daily", metavar="DATE", help="the puzzles of a day, such as 2026-11-15")
    one.add_argument("--minima", action="store_true", help="prove the best scores of small boards")
    one.add_argument("--book", action="store_true", help="compute the early exceptions; takes some minutes")


def prepare(asked: argparse.Namespace) -> None:
    """Make ready what the search needs, so that its budget does not pay for it."""
    prepare_code()
    b = read(asked.position).boards[0]
    solver(b.ranks, b.files)


def answer(asked: argparse.Namespace, going: Going, tell: Callable[[str], None]) -> dict[str, Any]:
    """The answer as JSON has it; `tell` is given sentences while the solver works."""
    if asked.daily:
        return {"daily": [_puzzle(asked.daily, level) for level in LEVELS]}
    if asked.minima:
        return {"minima": minima(tell)}
    if asked.book:
        return _exceptions(tell)
    s = read(asked.position)
    if s.options.mode != "solo":
        raise Unreadable("give one board, without a timed game around it", asked.position[:40])
    if asked.moves:
        return _moves(s, going)
    return best(s, asked.goal or s.options.goal, going)


def best(s: State, goal: str, going: Going) -> dict[str, Any]:
    """The best score and a line to it. If the goal is a medium or a large, first whether it can be reached.

    `goal` is true if the line reaches it, false if nothing does, null if that is not known. Where it cannot
    be reached, score and line are the best there are.
    """
    b, size, nodes = s.boards[0], NAMES.index(goal) + 1, 0
    own = solver(b.ranks, b.files)
    sure = True
    if size > 1:
        single = own.single(b, size, going)
        nodes = single.nodes
        if single.possible:
            line = [name(s, hop) for hop in single.line]
            return {"score": size, "exact": True, "line": line, "nodes": nodes, "goal": True}
        sure = single.possible is False
    found = own.best(b, lambda more: going(nodes + more))
    reached: bool | None = found.score == 1 if size == 1 else False
    if (size == 1 and not reached and not found.exact) or not sure:
        reached = None
    return {
        "score": found.score,
        "exact": found.exact and sure,
        "line": [name(s, hop) for hop in found.line],
        "nodes": nodes + found.nodes,
        "goal": reached,
    }


def _moves(s: State, going: Going) -> dict[str, Any]:
    b = s.boards[0]
    rated = solver(b.ranks, b.files).rate(b, going)
    return {
        "score": min((one.score for one in rated), default=board_moves.score(b)),
        "exact": all(one.exact for one in rated),
        "moves": [
            {
                "hop": name(s, one.hop),
                "score": one.score,
                "exact": one.exact,
                "cost": one.cost,
                "stuck": one.stuck,
            }
            for one in rated
        ],
    }


def _puzzle(date: str, level: str) -> dict[str, Any]:
    found = daily(date, level)
    return {
        "level": level,
        "position": board_text(found.board),
        "score": found.score,
        "hops": found.hops,
        "odds": found.odds,
        "openings": [found.keeping, found.openings],
    }


def minima(tell: Callable[[str], None]) -> dict[str, int]:
    """The best scores of the boards on which 1 cannot be reached, by exhaustive search (1.7)."""
    found = {}
    for ranks, files in MINIMA:
        answer = Solver(ranks, files).best(board_moves.nests(ranks, files))
        assert answer.exact
        found[f"{ranks}x{files}"] = answer.score
        tell(f"{ranks} x {files}: {answer.score}, after {answer.nodes} hops")
    return found


def _exceptions(tell: Callable[[str], None]) -> dict[str, Any]:
    own = Solver(exceptions.RANKS, exceptions.FILES, use_exceptions=False, memory=96 << 20)

    def exact(b: Board) -> int:
        found = own.best(b)
        assert found.exact
        return found.score

    lines = exceptions.compute_lines(exact, tell)
    text = exceptions.HEAD + "".join(f"{line}\n" for line in lines)
    same = exceptions.FILE.exists() and exceptions.FILE.read_text("utf-8") == text
    if not same:
        exceptions.FILE.write_text(text, "utf-8")
    return {"positions": len(lines), "file": exceptions.FILE.name, "changed": not same}
