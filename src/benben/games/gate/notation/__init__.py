"""Positions and actions of the Gate as text, both ways, and events in words. The grammar is in RULES.md."""

from __future__ import annotations

import re
from typing import cast

from benben.core.contract import Unreadable
from benben.games.gate.board import BOARDS, JEWELS, SYMBOLS, TILES, cells_text, read_cells
from benben.games.gate.notation.narration import options_text, summary, tell
from benben.games.gate.notation.parser import read
from benben.games.gate.rules.state import (
    Action,
    Chance,
    Colour,
    Dealt,
    Die,
    Finish,
    First,
    Gem,
    Lift,
    Move,
    Put,
    Start,
    State,
    Symbol,
)

__all__ = ["find", "name", "read", "summary", "tell", "write"]


def write(s: State) -> str:
    """The text of a position: fields joined by `; `, all on one line."""
    practice = s.options.mode == "practice"
    fields = [
        ("seats", str(s.seats)),
        ("options", options_text(s.options)),
        ("round", str(s.round)),
        ("starter", "" if practice or s.phase in ("gems", "first") else str(s.starter + 1)),
        ("phase", _phase_text(s)),
        ("deadline", "" if s.until is None else str(s.until)),
        ("since", str(s.since) if practice and s.symbol else ""),
    ]
    if not practice:
        fields += [(f"track {hex}", s.tracks[hex - 1] or "-") for hex in range(len(s.tracks), 0, -1)]
        fields += [
            ("hexes", ",".join("-" if hex is None else str(hex) for hex in s.hexes)),
            ("jewels", ",".join(map(_jewels_text, s.jewels))),
            ("discarded", ",".join(f"{board:02}" for board in s.discarded) or "-"),
        ]
    fields += [
        ("boards", ",".join("-" if board is None else f"{board:02}" for board in s.boards)),
        ("symbol", s.symbol or "-"),
        ("tiles", ",".join("+".join(map(cells_text, lying)) or "-" for lying in s.tiles)),
        ("solved", ",".join(str(finish.seat + 1) for finish in s.solved) or "-"),
        ("times", ",".join(str(finish.time) for finish in s.solved)),
        ("taken", "" if practice else ",".join(finish.took or "-" for finish in s.solved)),
        ("results", "/".join("+".join(map(_finish_text, solved)) or "-" for solved in s.results)),
        ("tried", "+".join(f"{one.board:02} {one.symbol} {_time_text(one.time)}" for one in s.tried)),
    ]
    if not practice:
        gone = [str(seat + 1) for seat, gone in enumerate(s.resigned) if gone]
        fields.append(("resigned", ",".join(gone) or "-"))
    return "; ".join(f"{key}: {value}" for key, value in fields if value)


def _phase_text(s: State) -> str:
    if s.phase in ("start", "reward"):
        return f"{s.phase} {s.seat + 1}"
    return f"solve {s.sand}" if s.sand else s.phase


def _jewels_text(jewels: tuple[int, ...]) -> str:
    return "".join(f"{colour}{n}" for colour, n in zip(JEWELS, jewels, strict=True) if n) or "-"


def _finish_text(finish: Finish) -> str:
    return f"{finish.seat + 1}@{finish.time}{finish.took}"


def _time_text(time: int | None) -> str:
    return "-" if time is None else str(time)


def name(s: State, what: Action | Chance) -> str:  # noqa: ARG001 - the same in every position
    match what:
        case Put(cells=mask):
            return f"put {cells_text(mask)}"
        case Lift(tile=tile):
            return f"lift {tile}"
        case Start(hex=hex):
            return f"start {hex}"
        case Move(hex=hex):
            return f"move {hex}"
        case Gem(colour=colour):
            return f"gem {colour}"
        case First(seat=seat):
            return f"first {seat + 1}"
        case Dealt(board=board):
            return f"board {board}"
        case Die(symbol=symbol):
            return f"die {symbol}"
        case word:
            return word


def find(s: State, text: str) -> Action | Chance:
    """The action or chance of this text, legal or not."""
    if text in ("roll", "resign", "next", "done"):
        return cast(Action, text)
    word, _, rest = text.partition(" ")
    number = int(rest) if re.fullmatch(r"[1-9][0-9]?", rest) else 0
    if word == "put":
        return Put(read_cells(rest))
    if word == "lift" and rest in TILES:
        return Lift(rest)
    if word in ("start", "move") and 1 <= number <= 6:
        return Start(number) if word == "start" else Move(number)
    if word == "gem" and rest in JEWELS:
        return Gem(cast(Colour, rest))
    if word == "first" and 1 <= number <= s.seats:
        return First(number - 1)
    if word == "board" and 1 <= number <= BOARDS:
        return Dealt(number)
    if word == "die" and rest in SYMBOLS:
        return Die(cast(Symbol, rest))
    raise Unreadable(
        "that is no action; write put a1a2b2, lift L4, start 3, move 3, roll or resign", text[:40]
    )
