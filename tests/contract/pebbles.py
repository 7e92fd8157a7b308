"""A tiny open game of the fast lane: take pebbles from a heap, as many as the die allows; the last one wins.

One module is rules, views and notation at once. Without the die one to three may be taken, so there is no
chance at all.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from benben.core.contract import CHANCE, OVER, Event, Game, Illegal, Outcome, Seat, Told, Unreadable


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    heap: Annotated[int, Meta(ge=1, le=60, description="Pebbles at the start")] = 12
    die: Annotated[bool, Meta(description="A die of three sides says how many may be taken")] = True


class State(NamedTuple):
    heap: int  # pebbles left
    mover: int  # the seat that throws or takes; after the end the winner
    most: int  # that may be taken now; 0: a throw is due
    die: int  # 1 if there is one


class Take(NamedTuple):
    pebbles: int


class Throw(NamedTuple):
    value: int


Action, Chance = Take, Throw
FACES = ((Throw(1), 3), (Throw(2), 2), (Throw(3), 1))


def start(seats: int, options: Options) -> State:
    if seats != 2:
        raise Illegal("pebbles seats", "Pebbles is for two players.")
    return State(options.heap, 0, 0 if options.die else 3, int(options.die))


def turn(s: State) -> int:
    if s.heap == 0:
        return OVER
    return CHANCE if s.most == 0 else s.mover


def actions(s: State, seat: Seat) -> list[Take]:
    if turn(s) != seat:
        return [Take(n) for n in range(0)]
    return [Take(n) for n in range(1, min(s.most, s.heap) + 1)]


def play(s: State, seat: Seat, action: Take) -> State:
    left = s.heap - action.pebbles
    return State(left, seat if left == 0 else 1 - seat, 0 if s.die else 3, s.die)


def chances(s: State) -> tuple[tuple[Throw, int], ...]:  # noqa: ARG001
    return FACES


def settle(s: State, chance: Throw) -> State:
    return State(s.heap, s.mover, chance.value, s.die)


def options_in(s: State) -> Options:
    """Whatever the heap held at the start, a match from here begins with what it holds now."""
    return Options(max(s.heap, 1), bool(s.die))


def outcome(s: State) -> Outcome:
    return Outcome((1, 2) if s.mover == 0 else (2, 1), (s.mover,), (0, 0), "the heap is gone")


def why(s: State, seat: Seat, action: Any) -> tuple[str, str]:
    if not isinstance(action, Take):
        return "pebbles 1", "The die falls by chance."
    if turn(s) != seat:
        return "pebbles 2", "It is not your turn."
    return "pebbles 3", f"You may take 1 to {min(s.most, s.heap)}."


# Views

View = State


class Picture(Struct, frozen=True):
    heap: int
    mover: int
    most: int


class Choice(Struct, frozen=True):
    text: str


def view(s: State, seat: Seat | None) -> State:  # noqa: ARG001
    return s


def seen(s: State, event: Event, seat: Seat | None) -> Event:  # noqa: ARG001
    return event


def guess(v: State, draw: Callable[[int], int]) -> State:  # noqa: ARG001
    return v


def picture(v: State) -> Picture:
    return Picture(v.heap, v.mover, v.most)


def choice(v: State, seat: Seat, action: Take) -> Choice:  # noqa: ARG001
    return Choice(name(v, action))


def thrower(v: State) -> Seat | None:
    return v.mover if turn(v) == CHANCE else None


# Notation


def write(s: State) -> str:
    return f"{s.heap} {s.mover} {s.most} {'die' if s.die else 'no die'}"


def read(text: str) -> State:
    found = re.fullmatch(r"(0|[1-9][0-9]?) ([01]) ([0-3]) (die|no die)", text)
    if not found:
        raise Unreadable("a position is heap, mover, most and die", text[:40])
    return State(int(found[1]), int(found[2]), int(found[3]), int(found[4] == "die"))


def name(s: State, what: Take | Throw) -> str:  # noqa: ARG001
    return f"take {what.pebbles}" if isinstance(what, Take) else f"throw {what.value}"


def find(s: State, text: str) -> Take | Throw:  # noqa: ARG001
    found = re.fullmatch(r"(take|throw) ([1-9][0-9]?)", text)
    if not found:
        raise Unreadable("write take 2 or throw 2", text[:40])
    return Take(int(found[2])) if found[1] == "take" else Throw(int(found[2]))


def tell(v: State, event: Event) -> Told:
    if event.by == CHANCE:
        return Told(v.mover, f"throws {event.what.value}", "", "1")
    return Told(event.by, f"takes {event.what.pebbles}", "", "3")


def conserved(s: State) -> bool:
    return 0 <= s.heap <= 60 and 0 <= s.most <= 3


_here: Any = sys.modules[__name__]
game = Game(
    "pebbles", "Pebbles", range(2, 3), 1, Options, _here, _here, _here, Take, Throw, options_in=options_in
)
