"""Why an action of Pyramydal is refused: clause and words. Never compiled."""

from __future__ import annotations

from benben.core.contract import Seat
from benben.games.pyramydal.board import MIX, ODD, description, parts, piece_text
from benben.games.pyramydal.rules.state import (
    BUILD,
    BUILDING,
    CHOOSE,
    CHOOSING,
    DECLINE,
    END,
    ENDED,
    LAYING,
    LEAVE,
    MOVING,
    RETIRE,
    REVEAL,
    TAKE,
    Action,
    Chance,
    State,
    ahead,
    can_move,
    collection,
    is_out,
    taken_signatures,
    token,
)


def fault(s: State, seat: Seat, action: Action | Chance) -> tuple[str, str]:
    """Clause and words for an action that is not legal now. They tell nothing of what others have chosen."""
    verb, what = action
    if verb not in (TAKE, RETIRE, DECLINE, BUILD, END, CHOOSE, LEAVE):
        return (
            ("5.1", "the numbers are revealed by chance")
            if verb == REVEAL
            else ("1.2", "chance lays the line")
        )
    if s.phase == ENDED:
        return "4.1", "the game is over"
    if s.phase == LAYING:
        return "1.2", "the line is not laid yet"
    if is_out(s, seat):
        return "4.7", "you are out of the match"
    if verb == LEAVE:
        return "4.7", "the numbers are being revealed; resign when that is done"
    if (verb == CHOOSE) != (s.phase == CHOOSING):
        return _untimely(s, verb)
    if s.phase == CHOOSING:
        if not can_move(s, seat):
            return "5.1", "you cannot move any more, so there is nothing to choose"
        if s.chosen >> 4 * seat & 15:
            return "5.1", "you have chosen, and a choice is final"
        return "5.1", f"a choice is from 1 to {s.table.die}"
    if seat != s.seat:
        return "1.3", "it is another player's turn"
    if verb in (BUILD, END):
        if s.phase == MOVING:
            return "3.1", "you move first, then you build"
        return _unbuildable(s, seat, what)
    if s.table.die:
        return "5.1", "numbers move the tokens here"
    if s.phase == BUILDING:
        if ahead(s, seat) == 0 and verb == TAKE:
            return "2.4", "no pyramid is ahead of you, so you can only build"
        return "3.1", "the move is made; now you build, or end your turn"
    if verb == DECLINE:
        return "4.1", "only in the last turn may a move be declined"
    if verb == RETIRE:
        return "2.3", f"nobody retires while the last pyramid, on {s.cells}, is still there"
    return _unreachable(s, seat, what)


def _untimely(s: State, verb: int) -> tuple[str, str]:
    if verb != CHOOSE:
        return (
            ("5.4", "all move before anybody builds") if verb in (BUILD, END) else ("5.1", "choose a number")
        )
    return ("5.4", "now it is time to build") if s.table.die else ("5.1", "this game is played without dice")


def _unreachable(s: State, seat: Seat, cell: int) -> tuple[str, str]:
    if not 1 <= cell <= s.cells:
        return "1.2", f"there is no cell {cell}"
    at = token(s.tokens, seat)
    if cell == at:
        return "2.1", "you stand there already, and must move forward"
    if cell < at:
        return "2.1", f"{cell} is behind you"
    for other in range(s.table.seats):
        if token(s.tokens, other) == cell:
            return "2.3", f"a token stands on {cell}"
    return "2.2", f"the pyramid on {cell} is gone"


def _unbuildable(s: State, seat: Seat, statue: int) -> tuple[str, str]:
    if statue >= ODD:
        return "3.4", "a statue is three alike, or large below medium below small in three colours"
    colours, own = s.table.colours, collection(s, seat)
    three = parts(statue, colours)
    if statue >= MIX:
        if len({kind // 3 for kind in three}) < 3:
            return "3.3", "a mixed statue has three colours"
        if taken_signatures(s) >> statue - MIX & 1:
            return "3.3", "a statue of these colours stands on the table already"
    for kind in three:
        have = own >> 3 * kind & 7
        if have < three.count(kind):
            what = description(piece_text(s.table.palette, kind))
            return "3.1", f"you have {have or 'no'} {what}{', and three are needed' if statue < MIX else ''}"
    raise ValueError(f"{statue} can be built")
