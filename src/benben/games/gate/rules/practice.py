"""Practice: which puzzles come up, and what they count for. Clauses: RULES.md, section 6."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from benben.core.contract import Illegal, Outcome
from benben.games.gate.board import BOARDS
from benben.games.gate.rules.state import Chance, Dealt, Die, State, Symbol

SYMBOLS = get_args(Symbol)


def chances(s: State) -> Sequence[tuple[Chance, int]]:
    """The outcomes of one draw: a board not seen since all came up, a symbol, or the chosen puzzle (6.2)."""
    if s.options.puzzle:
        board, symbol = chosen_puzzle(s.options.puzzle)
        return [(Dealt(board) if s.boards[0] is None else Die(symbol), 1)]
    if s.boards[0] is not None:
        return [(Die(symbol), 1) for symbol in SYMBOLS]
    recent = {one.board for one in s.tried[len(s.tried) // BOARDS * BOARDS :]}
    return [(Dealt(board), 1) for board in range(1, BOARDS + 1) if board not in recent]


def chosen_puzzle(text: str) -> tuple[int, Symbol]:
    """Board and symbol of the option `puzzle`; Illegal if there is no such puzzle (6.2)."""
    found = re.fullmatch(rf"([0-9]{{1,2}}) ({'|'.join(SYMBOLS)})", text)
    if not found or not 1 <= int(found[1]) <= BOARDS:
        raise Illegal("gate 6.2", f"A puzzle is a board, 1 to {BOARDS}, and a symbol, as in: 12 eye.")
    return int(found[1]), found[2]  # type: ignore[return-value]


def outcome(s: State) -> Outcome:
    """The result of a practice: every puzzle solved is a point (6.3)."""
    times = [one.time for one in s.tried if one.time is not None] + [finish.time for finish in s.solved]
    words = f"{len(times)} puzzle{'' if len(times) == 1 else 's'} solved"
    if s.options.puzzle and times:
        words = f"solved in {times[0] // 1000}.{times[0] % 1000 // 100} seconds"
    return Outcome((1,), (0,) if times else (), (len(times),), words)
