"""Positions and actions of Pyramydal as text, both ways, and events in words. The grammar is in RULES.md."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias, cast

from benben.core.contract import Unreadable
from benben.games.pyramydal.board import (
    COLOURS,
    HIDDEN,
    ODD,
    OUT,
    RETIRED,
    Table,
    letters,
    piece_text,
    pieces_text,
    sort_key,
    statue_code,
    statue_text,
)
from benben.games.pyramydal.notation.narration import summary, tell
from benben.games.pyramydal.notation.parser import read
from benben.games.pyramydal.rules import RESIGN, Action, Chance
from benben.games.pyramydal.rules.state import (
    BUILD,
    CHOOSE,
    CHOOSING,
    DECLINE,
    END,
    ENDED,
    LAY,
    LAYING,
    MOVING,
    RETIRE,
    REVEAL,
    TAKE,
    State,
    can_move,
    collection,
    kind_at,
    statues_of,
    token,
)

if TYPE_CHECKING:
    from benben.games.pyramydal.views import View

Position: TypeAlias = "State | View"

WORDS = {"retire": Action(RETIRE, 0), "decline": Action(DECLINE, 0), "end": Action(END, 0), "resign": RESIGN}

_NUMBER = r"0|[1-9][0-9]{0,2}"

__all__ = ["find", "name", "read", "summary", "tell", "write"]


def write(v: Position) -> str:
    """The text of a position. In a view, a number that is not known is `*`."""
    s = cast(State, v)
    table, palette = s.table, s.table.palette
    line = "".join(
        ".." if kind < 0 else piece_text(palette, kind)
        for kind in (kind_at(s.line, cell) for cell in range(1, s.cells + 1))
    )
    seats = range(table.seats)
    tokens = ",".join(_token(token(s.tokens, seat)) for seat in seats)
    hands = ",".join("".join(pieces_text(palette, collection(s, seat))) or "-" for seat in seats)
    shelves = ",".join(_shelf(s, seat) for seat in seats)
    fields = [line or "-", tokens, hands, shelves, _turn(s)]
    options = ([f"die {table.die}"] if table.die else []) + (["diagonal"] if table.diagonal else [])
    return " | ".join(fields + ([",".join(options)] if options else []))


def _token(at: int) -> str:
    return "=" if at == RETIRED else "x" if at == OUT else str(at or "-")


def _shelf(s: State, seat: int) -> str:
    found = sorted(statues_of(s, seat), key=lambda statue: sort_key(s.table, statue))
    return "+".join(statue_text(s.table, statue) for statue in found) or "-"


def _turn(s: State) -> str:
    last = " last" if s.last else ""
    if s.phase == LAYING:
        return "lay"
    if s.phase == ENDED:
        return "over"
    if s.phase == CHOOSING:
        return f"choose {','.join(_choice_text(s, seat) for seat in range(s.table.seats))}{last}"
    if not s.table.die:
        return f"{s.seat + 1} {'move' if s.phase == MOVING else 'build'}{last}"
    order, queue = [s.seat + 1], s.queue
    while queue:
        order.append(queue & 15)
        queue >>= 4
    return f"build {','.join(map(str, order))}{last}"


def _choice_text(s: State, seat: int) -> str:
    number = s.chosen >> 4 * seat & 15
    if not can_move(s, seat):
        return "-"
    return "*" if number == HIDDEN else str(number or "?")


def name(s: Position, what: Action | Chance) -> str:
    """The text of an action or a chance."""
    if what.verb == TAKE:
        return str(what.what)
    if what.verb == CHOOSE:
        return f"choose {what.what}"
    if what.verb == LAY:
        return f"lay {piece_text(s.table.palette, what.what)}"
    if what.verb == REVEAL:
        numbers = (what.what >> 4 * seat & 15 for seat in range(s.table.seats))
        return f"reveal {','.join(str(number or '-') for number in numbers)}"
    if what.verb == BUILD:
        if what.what < ODD:
            return f"build {statue_text(s.table, what.what)}"
        three = (what.what - ODD >> shift & 31 for shift in (10, 5, 0))
        return f"build {''.join(piece_text(s.table.palette, kind) for kind in three)}"
    return next(text for text, action in WORDS.items() if action == what)


def find(s: Position, text: str) -> Action | Chance:
    """The action or chance of this text, legal or not."""
    if text in WORDS:
        return WORDS[text]
    if re.fullmatch(_NUMBER, text):
        return Action(TAKE, int(text))
    verb, _, rest = text.partition(" ")
    if verb == "choose" and re.fullmatch(_NUMBER, rest):
        return Action(CHOOSE, int(rest))
    if verb == "lay" and re.fullmatch(r"[a-z][123]", rest):
        return Chance(LAY, _kind(s.table, rest))
    if verb == "build" and re.fullmatch(r"(?:[a-z][123]){3}", rest):
        return Action(BUILD, _statue(s.table, [_kind(s.table, rest[at : at + 2]) for at in (0, 2, 4)]))
    if verb == "reveal" and re.fullmatch(r"(?:[1-9]|10|-)(?:,(?:[1-9]|10|-))*", rest):
        numbers = rest.split(",")
        if len(numbers) == s.table.seats:
            shown = (0 if one == "-" else int(one) << 4 * seat for seat, one in enumerate(numbers))
            return Chance(REVEAL, sum(shown))
    how = (
        "choose 4, build r3r3r3, end or resign"
        if s.table.die
        else "7, retire, decline, build r3r3r3, end or resign"
    )
    raise Unreadable(f"that is no move; write {how}", text[:40])


def _kind(table: Table, text: str) -> int:
    known = letters(table.palette)
    if text[0] not in known:
        known = " ".join(known)
        sentence = "there is no such colour" if text[0] not in COLOURS else f"only {known} are in play"
        raise Unreadable(sentence, text)
    return 3 * known.index(text[0]) + int(text[1]) - 1


def _statue(table: Table, three: list[int]) -> int:
    """Three kinds from below as one number, whether they make a statue or not."""
    if len(set(three)) == 1 or [kind % 3 for kind in three] == [2, 1, 0]:
        return statue_code(three, table.colours)
    return ODD + (three[0] << 10 | three[1] << 5 | three[2])
