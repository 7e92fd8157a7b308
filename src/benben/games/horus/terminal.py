"""The pyramid on a terminal, readable without colour."""

from __future__ import annotations

from typing import cast

from benben.core.contract import CHANCE, OVER
from benben.games.horus import board
from benben.games.horus.board import card_name
from benben.games.horus.rules import turn
from benben.games.horus.rules.state import Player, State, equipment_cards, load, wound_cards
from benben.games.horus.views.knowledge import View
from benben.games.horus.views.picture import picture

LEGEND = "1-6 seats   S In Im mummies   ## block   A T H closed sarcophagus, a6 open   * idol   ~ pond"

_FAINT, _PLAIN = "\x1b[2m", "\x1b[0m"
_STONE, _PEOPLE, _RED = "\x1b[2;7m", "\x1b[1;36m", "\x1b[1;31m"
_LETTERS = ("", "", "A", "T", "H")
_WIDE = 7


def draw(v: View, colour: bool = False) -> str:
    lines = [f"    {''.join(f'{column:^{_WIDE + 1}}' for column in board.COLUMNS)}".rstrip()]
    for row in range(8, 0, -1):
        lines.append(_wall(row))
        lines += _row(v, row, colour)
    lines.append(_wall(0))
    lines.append(f"{'door':^{6 + 9 * (_WIDE + 1)}}".rstrip())
    lines.append(f"  {_painted(LEGEND, _FAINT, colour)}")
    lines += [f"  {_seat(v, seat, p)}" for seat, p in enumerate(v.players)]
    return "\n".join([*lines, *_now(v)])


def _wall(row: int) -> str:
    """The line below row + 1 and above row: `=` where no step leads. The door is open."""
    line, west = "    ", False
    for column in (*board.COLUMNS, "end"):
        upper, lower = board.INDEX.get(f"{column}{row + 1}"), board.INDEX.get(f"{column}{row}")
        here = upper is not None or lower is not None
        line += "+" if west or here else " "
        if here:
            way = row == 0 or (upper is not None and lower is not None and lower in board.NEAR[upper])
            line += (" " if way else "=") * _WIDE
        else:
            line += " " * _WIDE
        west = here
    return line.rstrip()


def _row(v: View, row: int, colour: bool) -> list[str]:
    upper, lower = f"  {row} ", "    "
    for n, column in enumerate(board.COLUMNS):
        space = board.INDEX.get(f"{column}{row}")
        west = board.INDEX.get(f"{board.COLUMNS[n - 1]}{row}") if n else None
        if space is None:
            bar = "|" if west is not None else " "
            upper, lower = upper + bar + " " * _WIDE, lower + bar + " " * _WIDE
            continue
        bar = ":" if west is not None and west in board.NEAR[space] else "|"
        upper += bar + _things(v, space, colour)
        lower += bar + _people(v, space, colour)
    end = "|" if f"i{row}" in board.INDEX else ""
    return [(upper + end).rstrip(), (lower + end).rstrip()]


def _things(v: View, space: int, colour: bool) -> str:
    """What lies on a space: a block, its number to come, a sarcophagus, an idol."""
    number = board.BLOCK_AT.get(space)
    if v.blocked >> space & 1:
        return _painted(f"{'#' * _WIDE}", _STONE, colour)
    marks = []
    if number is not None:
        marks.append(str(number))
    if space in board.TOMBS:
        tomb = board.TOMBS.index(space)
        letter, inside = _LETTERS[board.TOMB_GOD[tomb]], v.tombs[tomb]
        marks.append(letter if inside == 0 else "-" if inside < 0 else f"{letter.lower()}{inside}")
        if v.read is not None and v.read.tomb == tomb and v.read.value:
            marks.append(f"({v.read.value})")
    if space in board.ALCOVES and v.idols >> board.ALCOVES.index(space) & 1:
        marks.append("*" + board.GODS[board.ALCOVES.index(space)][:3])
    if not marks and board.ZONE[space] == board.POND:
        marks.append("~")
    return _painted(f"{' '.join(marks):^{_WIDE}}", _FAINT, colour and board.ZONE[space] != board.CORRIDOR)


def _people(v: View, space: int, colour: bool) -> str:
    if v.blocked >> space & 1:
        number = next(n for n in v.blocks if board.BLOCK_SPACES[n] == space)
        return _painted(f"{number:#^{_WIDE}}", _STONE, colour)
    seats = "".join(str(seat + 1) for seat, p in enumerate(v.players) if p.place == space)
    mummies = [
        board.MUMMIES[n][:2].capitalize().replace("Sa", "S") + ("_" if v.shot == n else "")
        for n, at in enumerate(v.mummies)
        if board.WALK[at] == space
    ]
    plain = " ".join(filter(None, (seats, *mummies)))
    told = f"{plain:^{_WIDE}}"
    return _painted(told, _PEOPLE if seats else _RED, colour) if plain else told


def _seat(v: View, seat: int, p: Player) -> str:
    if p.adventurer < 0:
        return f"{seat + 1}"
    cards = list(map(card_name, (*wound_cards(p), *equipment_cards(p), *p.treasures)))
    cards += [f"idol {board.GODS[god]}" for god in range(5) if p.idols >> god & 1]
    who = f"{board.FULL_NAMES[p.adventurer]} ({board.ABILITIES[p.adventurer]}{'' if p.ready else ', spent'})"
    ankh = " Ankh" if seat == v.ankh else ""
    state = f"load {load(p)}, dice from {p.wll}, {p.actions} actions"
    return f"{seat + 1} {who}{ankh}: {board.PLACES[p.place]}, {state}; {', '.join(cards) or 'no cards'}"


def _now(v: View) -> list[str]:
    shown = picture(v)
    dice = v.cast or v.roll
    told = [f"round {v.round}", f"{shown.step}"]
    if any(dice):
        told.append("dice " + " ".join(str(pips) if pips else "-" for pips in dice))
    told.append("decks " + ", ".join(f"{deck.name} {deck.left}" for deck in shown.decks))
    due = turn(cast(State, v))
    who = "" if due in (CHANCE, OVER) else f"  seat {due + 1} {shown.sentence}"
    if shown.foreseen and shown.foreseen.number:
        who += f"  (block {shown.foreseen.number}, {shown.foreseen.space})"
    return ["  " + ", ".join(told), *([who] if who else [])]


def _painted(text: str, paint: str, colour: bool) -> str:
    return f"{paint}{text}{_PLAIN}" if colour else text
