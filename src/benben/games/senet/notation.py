"""Positions and actions of Senet as text, both ways, and events in words. The grammar is in RULES.md."""

from __future__ import annotations

import re
from functools import lru_cache

from benben.core.contract import Event, Told, Unreadable
from benben.games.senet.board import LAST, LEAST, MOST, OFF, WATER
from benben.games.senet.rules import (
    DECLINE,
    PIECES,
    Action,
    Chance,
    Move,
    Options,
    State,
    Throw,
    actions,
    forward,
    play,
    settle,
)

USUAL = Options().pieces  # a side; this number need not be written

_POSITION = re.compile(
    r"(?P<rows>\S+)(?: (?P<mover>\S+)(?: (?P<phase>\S+)(?: of (?P<pieces>\S+))?(?: cap (?P<cap>\S+))?)?)?"
)
_NUMBER = r"(?:0|[1-9][0-9]?)"
_BARE, _LEAVING = re.compile(_NUMBER), re.compile(rf"{_NUMBER}-off")
_MOVE = re.compile(rf"(?P<start>{_NUMBER})(?P<sort>[-x])(?P<land>{_NUMBER})(?:~(?P<end>{_NUMBER}))?")


def write(s: State) -> str:
    squares = "".join("x" if s.cones >> n & 1 else "o" if s.spools >> n & 1 else "." for n in range(1, 31))
    text = f"{squares[:10]}/{squares[10:20]}/{squares[20:]} "
    if s.mover < 0:
        text += "- #"
    elif s.cones == 0 or s.spools == 0:
        text += f"{'xo'[s.mover]} #"
    else:
        text += f"{'xo'[s.mover]} {_phase(s)}"
    if s.pieces != USUAL:
        text += f" of {s.pieces}"
    if s.cap:
        text += f" cap {s.made}/{s.cap}"
    return text


def _phase(s: State) -> str:
    if s.throw == 0:
        return "-"
    if s.steps == s.throw:
        return str(s.throw)
    used = ",".join(str(n) for n in range(1, 31) if s.used >> n & 1)
    return f"{s.steps}/{s.throw}{':' if used else ''}{used}"


def read(text: str) -> State:
    """The one position with this text. `write` never writes `of 5`, but `read` accepts it."""
    found = _POSITION.match(text)
    if not found or not found["phase"]:
        end = found.end() if found else 0
        raise Unreadable("a position is three rows, the player to move and the throw", f"column {end + 1}")
    if found.end() < len(text):
        raise Unreadable("only the pieces a side and a cap may follow", f"column {found.end() + 1}")

    def place(group: str) -> str:
        return f"column {found.start(group) + 1}"

    rows, mover, phase = found["rows"], found["mover"], found["phase"]
    pieces, cap = _pieces(found["pieces"], place("pieces")), _cap(found["cap"], place("cap"))
    cones, spools = _squares(rows, pieces)
    s = State(cones, spools, "xo".find(mover), 0, 0, 0, 0, pieces, *cap)
    if phase == "#":
        return _read_finished(s, mover, place("mover"))
    if mover not in ("x", "o"):
        raise Unreadable("the player to move is x or o", place("mover"))
    if not cones or not spools:
        raise Unreadable("one side has no piece left, so the game is over", place("rows"))
    s = _read_throw(s, phase, place("phase"))
    if s.cap and s.throw and not s.made:
        raise Unreadable("a throw is being played, but none is counted", place("cap"))
    if s.cap and not s.throw and s.made == s.cap:
        raise Unreadable("the cap is reached, so the game is over", place("cap"))
    return s


def _squares(rows: str, pieces: int) -> tuple[int, int]:
    for at, sign in enumerate(rows):
        if at in (10, 21) and sign != "/":
            raise Unreadable("a row has ten squares and ends with a stroke", f"column {at + 1}")
        if at not in (10, 21) and sign not in "xo.":
            raise Unreadable("a square is x, o or a dot", f"column {at + 1}")
    if len(rows) != 32:
        raise Unreadable("there are three rows of ten squares", f"column {min(len(rows), 32) + 1}")
    track = rows.replace("/", "")
    if track[WATER - 1] != ".":
        raise Unreadable("nobody can stand on 27", f"column {WATER + 2}")
    for side in "xo":
        if track.count(side) > pieces:
            raise Unreadable(f"{side} has more than {pieces} piece{'s' if pieces > 1 else ''}", "column 1")
    cones, spools = (sum(2 << at for at, sign in enumerate(track) if sign == side) for side in "xo")
    return cones, spools


def _pieces(text: str | None, place: str) -> int:
    if text is None:
        return USUAL
    if not re.fullmatch("[0-9]", text) or not LEAST <= int(text) <= MOST:
        raise Unreadable(f"pieces a side are {LEAST} to {MOST}", place)
    return int(text)


def _cap(text: str | None, place: str) -> tuple[int, int]:
    if text is None:
        return 0, 0
    found = re.fullmatch(r"(0|[1-9][0-9]{0,6})/([1-9][0-9]{0,6})", text)
    if not found or int(found[2]) > 1_000_000:
        raise Unreadable("a cap is throws made and throws allowed, as in 812/20000", place)
    made, cap = int(found[1]), int(found[2])
    if made > cap:
        raise Unreadable("more throws were made than the cap allows", place)
    return made, cap


def _read_finished(s: State, mover: str, place: str) -> State:
    if mover == "-":
        if not s.cap or s.made != s.cap or not s.cones or not s.spools:
            raise Unreadable("a game is drawn only when its cap is reached", place)
        return s
    if mover not in ("x", "o"):
        raise Unreadable("the winner is x, o or - for nobody", place)
    own, enemy = (s.cones, s.spools) if s.mover == 0 else (s.spools, s.cones)
    if own or not enemy:
        raise Unreadable("the winner has no piece left, and the loser has one", place)
    if s.cap and not s.made:
        raise Unreadable("nobody wins before the first throw", place)
    return s


def _read_throw(s: State, phase: str, place: str) -> State:
    if phase == "-":
        return s
    found = re.fullmatch(r"([12346])|([1-5])/([2346])(?::([0-9]+(?:,[0-9]+)*))?", phase)
    if not found:
        raise Unreadable("to play is -, a throw of 1, 2, 3, 4 or 6, or a remainder as in 2/6:15,23", place)
    own, enemy = (s.cones, s.spools) if s.mover == 0 else (s.spools, s.cones)
    if found[1]:
        throw = int(found[1])
        able = settle(s, Throw(throw)).able
        if not able:
            raise Unreadable("nobody can move with that throw, so it has passed", place)
        return State(*s[:3], throw, throw, able, 0, *s[7:])
    steps, throw, squares = int(found[2]), int(found[3]), found[4].split(",") if found[4] else []
    if steps >= throw:
        raise Unreadable("a remainder is less than its throw", place)
    used = 0
    for square in squares:
        if str(int(square)) != square or int(square) > LAST or not own >> int(square) & 1:
            raise Unreadable(f"no piece of the mover stands on {square}", place)
        if used >> int(square):
            raise Unreadable("used squares are written once, in rising order", place)
        used |= 1 << int(square)
    home = s.pieces - own.bit_count()
    if (not used and not home) or len(squares) > throw - steps:
        raise Unreadable("no pieces can have used the steps that are not left", place)
    able = forward(own, enemy, steps, used)
    if not able:
        raise Unreadable("nobody can move with that remainder, so it is lost", place)
    return State(*s[:3], throw, steps, able, used, *s[7:])


def name(s: State, what: Action | Chance) -> str:  # noqa: ARG001
    """The text of an action or a throw, which is the same in every position."""
    return action_text(what)


@lru_cache(4096)
def action_text(what: Action | Chance) -> str:
    if isinstance(what, Throw):
        return f"throw {what.value}"
    if what == DECLINE:
        return "decline"
    if what.land == OFF:
        return f"{what.start}-off"
    swum = "" if what.end == what.land else f"~{what.end}"
    return f"{what.start}{'x' if what.swap else '-'}{what.land}{swum}"


def find(s: State, text: str) -> Action | Chance:
    """The action or throw of this text, legal or not. The bare square of a piece is its move."""
    return _move_of(s, int(text)) if _BARE.fullmatch(text) else _read_action(text)


@lru_cache(4096)
def _read_action(text: str) -> Action | Chance:
    """The action or throw that a text means in every position."""
    if text.startswith("throw ") and text[6:] in ("1", "2", "3", "4", "6"):
        return Throw(int(text[6:]))
    if text == "decline":
        return DECLINE
    found = _MOVE.fullmatch(text)
    if not found:
        if _LEAVING.fullmatch(text):
            return Move(int(text[:-4]), OFF, OFF, 0)
        raise Unreadable("that is no move; write 10-14, 10x14, 24-27~15, 28-off or decline", text[:40])
    square, land = int(found["start"]), int(found["land"])
    end = int(found["end"] or land)
    if land == OFF:
        raise Unreadable("off the board is written off", f"column {found.start('land') + 1}")
    if found["end"] and (end == land or found["sort"] == "x"):
        raise Unreadable("carried on by the water is written as in 24-27~15", f"column {found.start('end')}")
    return Move(square, land, end, int(found["sort"] == "x"))


def _move_of(s: State, square: int) -> Action:
    for action in actions(s, s.mover):
        if action.start == square and square:
            return action
    target = min(square + max(s.steps, 1), OFF)
    return Move(square, target, target, 0)


def tell(v: State, event: Event) -> Told:
    """An event in words; v is the position before it."""
    seat, what = event.by, event.what
    if isinstance(what, Throw):
        return _tell_throw(v, what)
    left = 0 if what.land < what.start else v.steps - (what.land - what.start)
    if left == 0 and what.land != OFF and not v.cap:  # nothing can end, and nothing is left to speak of
        return _tell_move(seat, what)
    after, rest = play(v, seat, what), ""
    if left and after.throw:
        rest = f", {_steps(left)} left"
    elif left and (after.cones and after.spools):
        rest = f", {_steps(left)} lost"
    if what == DECLINE:
        told = Told(seat, f"lets {_steps(left)} go", "declined", "9.2")
    else:
        told = _tell_move(seat, what, left, rest)
    if after.cones == 0 or after.spools == 0:
        return Told(seat, f"{told.words} and wins", "wins", "1.1")
    if after.mover < 0:
        return Told(seat, f"{told.words}, and the game is drawn", "drawn", "10.1")
    return told


def _tell_throw(v: State, throw: Throw) -> Told:
    after, seat = settle(v, throw), v.mover
    words = f"throws {throw.value}"
    if after.throw == 0:
        if after.mover < 0:
            return Told(seat, f"{words}, nothing can move, and the game is drawn", "drawn", "10.1")
        return Told(seat, f"{words}, nothing can move, the turn passes", "pass", "6.3")
    if throw.value in (2, 3):
        return Told(seat, words, "", "3.1")
    if after.cap and after.made == after.cap:
        return Told(seat, f"{words}, the last throw", "last", "10.2")
    return Told(seat, f"{words} and will throw again", "again", "3.1")


@lru_cache(4096)
def _tell_move(seat: int, action: Move, left: int = 0, rest: str = "") -> Told:
    """A move in words, with the steps left and what becomes of them."""
    square, land = action.start, action.land
    back = land < square
    if land == OFF:
        return Told(seat, f"bears off from {square}{rest}", "off", "9.1")
    if land == WATER:
        how = "falls back" if back else "falls"
        return Told(seat, f"{how} into the water on {land} and swims to {action.end}{rest}", "water", "7.1")
    if action.swap:
        how = "goes back and swaps" if back else "swaps"
        words = f"{how} {square} with the {PIECES[1 - seat]} on {land}"
        return Told(seat, words, "swap", "6.2" if back else "4.1")
    if back:
        return Told(seat, f"moves back from {square} to {land}", "back", "6.1")
    if left:
        return Told(seat, f"moves from {square} and stops on {land}{rest}", "stops", "8.2")
    return Told(seat, f"moves from {square} to {land}", "", "3.3")


def _steps(n: int) -> str:
    return "1 step" if n == 1 else f"{n} steps"
