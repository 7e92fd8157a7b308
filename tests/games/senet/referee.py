"""A second, slow referee of Senet, written from the rulebook alone: texts in, texts out, no bitboards.

It shares nothing with the game but the notation, so that a mistake would have to be made twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SAFE = (26, 28, 29)


@dataclass(frozen=True)
class Position:
    track: str  # a blank, then squares 1 to 30
    mover: str
    throw: int  # 0: due
    steps: int
    used: tuple[int, ...]
    tail: str  # " of 3" or nothing
    made: int | None  # None: no cap
    cap: int

    @property
    def enemy(self) -> str:
        return "o" if self.mover == "x" else "x"


def parse(text: str) -> Position:
    rows, mover, phase, *rest = text.split(" ")
    tail = f" of {rest[1]}" if rest[:1] == ["of"] else ""
    made, cap = rest[-1].split("/") if "cap" in rest else ("", "0")
    throw = steps = 0
    used: tuple[int, ...] = ()
    if "/" in phase:
        amounts, _, squares = phase.partition(":")
        steps, throw = (int(number) for number in amounts.split("/"))
        used = tuple(int(number) for number in squares.split(",") if number)
    elif phase.isdigit():
        throw = steps = int(phase)
    track = " " + rows.replace("/", "")
    return Position(track, mover, throw, steps, used, tail, int(made) if made else None, int(cap))


def text(p: Position, phase: str | None = None) -> str:
    if phase is None:
        phase = "-" if not p.throw else str(p.throw) if p.steps == p.throw else f"{p.steps}/{p.throw}"
        if p.used:
            phase += ":" + ",".join(str(square) for square in sorted(p.used))
    cap = "" if p.made is None else f" cap {p.made}/{p.cap}"
    return f"{p.track[1:11]}/{p.track[11:21]}/{p.track[21:]} {p.mover} {phase}{p.tail}{cap}"


def put(track: str, *changes: tuple[int, str]) -> str:
    squares = list(track)
    for square, sign in changes:
        squares[square] = sign
    return "".join(squares)


def ended(p: Position, other: bool) -> str:
    """The throw is done with: the next one, or the draw."""
    if p.made is not None and p.made >= p.cap:
        return text(replace(p, mover="-", throw=0, steps=0, used=()), "#")
    mover = p.enemy if other else p.mover
    return text(replace(p, mover=mover, throw=0, steps=0, used=()))


def thrown(before: str, throw: int) -> str:
    """The position after a throw."""
    p = parse(before)
    made = None if p.made is None else p.made + 1
    p = replace(p, throw=throw, steps=throw, made=made)
    return text(p) if moves(text(p)) else ended(p, other=True)


def moves(before: str) -> dict[str, str]:
    """Every legal action by its text, with the position after it."""
    p = parse(before)
    found: dict[str, str] = {}
    for square in range(1, 31):
        if p.track[square] == p.mover and square not in p.used:
            found.update(forward(p, square))
    if p.steps == p.throw:
        if not found:
            for square in range(1, 31):
                if p.track[square] == p.mover:
                    found.update(backward(p, square))
    elif found:
        found["decline"] = ended(p, other=p.throw in (2, 3))
    return found


def forward(p: Position, square: int) -> dict[str, str]:
    target = square + p.steps
    between = p.track[square + 1 : target]
    if p.enemy * 3 in between:
        return {}
    if target > 30:
        if p.mover in p.track[1:11]:
            return {}
        return {f"{square}-off": after(p, put(p.track, (square, ".")), target - 31, 0)}
    if target in SAFE and p.track[target] != ".":
        stop = target
        while stop != square and p.track[stop] != ".":
            stop -= 1
        if stop == square:
            return {}
        return arrival(p, square, stop, target - stop)
    if p.track[target] == p.mover or guarded(p, target):
        return {}
    return arrival(p, square, target, 0)


def backward(p: Position, square: int) -> dict[str, str]:
    target = square - p.steps
    if target < 1 or p.enemy * 3 in p.track[target + 1 : square]:
        return {}
    if p.track[target] == p.mover or guarded(p, target) or (target in SAFE and p.track[target] != "."):
        return {}
    return arrival(p, square, target, 0)


def guarded(p: Position, square: int) -> bool:
    if p.track[square] != p.enemy:
        return False
    return p.enemy in (p.track[square - 1], p.track[square + 1] if square < 30 else "")


def arrival(p: Position, square: int, stop: int, left: int) -> dict[str, str]:
    lifted = put(p.track, (square, "."))
    if stop == 27:
        end = 15 if p.track[15] == "." else p.track.index(".")
        return {f"{square}-27~{end}": after(p, put(lifted, (end, p.mover)), left, end)}
    if p.track[stop] == p.enemy:
        swapped = put(p.track, (square, p.enemy), (stop, p.mover))
        return {f"{square}x{stop}": after(p, swapped, left, stop)}
    return {f"{square}-{stop}": after(p, put(lifted, (stop, p.mover)), left, stop)}


def after(p: Position, track: str, left: int, end: int) -> str:
    if p.mover not in track:
        return text(replace(p, track=track, throw=0, steps=0, used=()), "#")
    done = replace(p, track=track)
    if left:
        rest = replace(done, steps=left, used=(*p.used, end) if end else p.used)
        if moves(text(rest)):
            return text(rest)
    return ended(done, other=p.throw in (2, 3))
