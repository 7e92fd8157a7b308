"""The examples of a game's cases.txt: read, and played through the game.

A referee can read them, the tests play them, and the rulebook shows their positions. One block is one case,
blank lines stand between blocks, `#` begins a comment line:

    case pair                                     its name
    Neighbours protect each other.                what it shows, in a sentence or two
    clauses 5.1 4.1                               the clauses that it is an example of
    position ........../..x..oo.../.......... x 3     or: start pieces=3 cap=20
    legal 10-14, 28-off                           all that the seat to act may do, in any order; or: none
    refuse 13x16 -> 5.1 16 and 17 protect each other.
    play 13-16                                    the seat to act does it
    chance throw 4                                chance does it
    time 60000                                    time does it, in milliseconds of match time
    flag seat 2                                   the clock of that seat has run out
    draw seat 2                                   all agree to a draw, that seat last
    now ........../..x..oo.../.......... o -      exactly this has come of it
    has ankh: 2                                   this is one of its parts, those between ` / `
    turn seat 2                                   or: chance, everyone, over
    weights throw 1: 4, throw 2: 6                all that chance may do
    told throws 4 and will throw again            the last event in words
    reads 10 as 10-14                             a text that is understood and never written
    unreadable position oxo x - -> column 4: there are three rows of ten squares
    unreadable action 10+14 -> 10+14: that is no move
    over places 1 2, points 5 0, all cones are off the board
    back                                          again from the beginning of this case

`play` and `refuse` may name the seat: `refuse seat 2: 10-14 -> 3.1 ...`. Seats are counted from 1 here.
A line that begins with `secret` is no part of a case; the leak tests read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from benben.core import exercises, match
from benben.core.contract import CHANCE, EVERYONE, OVER, TIME, Event, Game, Illegal, Seat, Unreadable
from benben.core.entries import Drawn, Entry, Flagged

VERBS = [
    "position",
    "start",
    "legal",
    "refuse",
    "play",
    "chance",
    "time",
    "flag",
    "draw",
    "now",
    "has",
    "turn",
    "weights",
    "told",
    "reads",
    "unreadable",
    "over",
    "back",
]
_HAPPENING = ("play", "chance", "time", "flag", "draw")  # verbs that change the position
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CLAUSE = re.compile(r"[0-9]+\.[0-9]+")
_SEAT = re.compile(r"seat ([1-9][0-9]?): (.*)")


class CaseLine(NamedTuple):
    number: int  # in the file, from 1
    verb: str
    text: str
    answer: str  # what follows an arrow; may be empty


class Case(NamedTuple):
    name: str
    sentence: str
    clauses: tuple[str, ...]
    lines: tuple[CaseLine, ...]  # the first is a position or a start

    @property
    def refusals(self) -> tuple[str, ...]:
        """The clauses by which something is refused here."""
        return tuple(line.answer.split()[0] for line in self.lines if line.verb == "refuse")

    @property
    def is_about_notation(self) -> bool:
        """Whether nothing happens in this case: it says what can be read."""
        return all(line.verb in ("unreadable", "reads") for line in self.lines[1:])


class CaseMismatch(AssertionError):
    """A game does not do what a case says; names the line."""


def cases(game: Game) -> tuple[Case, ...]:
    """The cases of a game, from the file beside its rules."""
    return parse_cases(folder(game).joinpath("cases.txt").read_text("utf-8"))


def folder(game: Game) -> Path:
    """The folder with a game's rulebook and examples."""
    return Path(str(import_module(game.package).__file__)).parent


def parse_cases(text: str) -> tuple[Case, ...]:
    found: list[Case] = []
    for block in blocks(text):
        case = _parse_case(block)
        if any(other.name == case.name for other in found):
            raise Unreadable(f"there are two cases {case.name}", f"line {block[0][0]}")
        found.append(case)
    return tuple(found)


def blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """The blocks between blank lines, each with the numbers of its lines, without comments."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.startswith("secret "):
            continue  # for the leak tests
        if line.strip() and not line.startswith("#"):
            block.append((number, line.strip()))
        elif block and not line.strip():
            yield block
            block = []


def _parse_case(block: list[tuple[int, str]]) -> Case:
    (number, first), *rest = block
    name = first.removeprefix("case ")
    if name == first or not _NAME.fullmatch(name):
        raise Unreadable("a case begins with its name: case pair", f"line {number}")
    at = next((i for i, (_, line) in enumerate(rest) if line.startswith("clauses ")), 0)
    if not at:
        raise Unreadable(f"case {name} has no sentence before its clauses", f"line {number}")
    sentence = " ".join(line for _, line in rest[:at])
    clauses = tuple(rest[at][1].split()[1:])
    for clause in clauses:
        if not _CLAUSE.fullmatch(clause):
            raise Unreadable(f"{clause} is no clause", f"line {rest[at][0]}")
    lines = tuple(_parse_line(number, line) for number, line in rest[at + 1 :])
    if not lines or lines[0].verb not in exercises.OPENINGS:
        raise Unreadable(f"case {name} begins with a position or a start", f"line {rest[at][0] + 1}")
    return Case(name, sentence, clauses, lines)


def _parse_line(number: int, line: str) -> CaseLine:
    verb, _, text = line.partition(" ")
    if verb not in VERBS:
        raise Unreadable(f"{verb[:40]} is none of: {' '.join(VERBS)}", f"line {number}")
    text, _, answer = text.strip().partition(" -> ")
    if (verb in ("refuse", "unreadable")) != bool(answer):
        raise Unreadable("an arrow and an answer follow what is refused, and only that", f"line {number}")
    return CaseLine(number, verb, text.strip(), answer.strip())


def run(game: Game, case: Case) -> None:
    """Play the case; CaseMismatch at the first line that the game contradicts."""
    first = exercises.first_match(game, case.lines[0].verb, case.lines[0].text)
    now, last = first, None
    for line in case.lines[1:]:
        try:
            if line.verb in ("play", "chance", "time"):
                event = _event(now, line)
                now, last = match.after(now, event), (now.state, event)
            elif line.verb in ("flag", "draw"):
                now, last = match.after(now, _end_entry(now, line)), None
            elif line.verb == "back":
                now, last = first, None
            elif line.verb == "told":
                _check_equal(line.text, _last_in_words(game, last))
            else:
                _CHECKS[line.verb](now, line)
        except (Illegal, Unreadable, CaseMismatch) as fault:
            raise CaseMismatch(f"{game.name} case {case.name}, line {line.number}: {fault}") from fault


def position(game: Game, case: Case) -> Any:
    """The state that a case begins with: what a picture of it shows."""
    return exercises.first_match(game, case.lines[0].verb, case.lines[0].text).state


def after_first_chances(exercise: exercises.Exercise, case: Case) -> exercises.Exercise:
    """The exercise after what chance does in this case before anything else happens."""
    for line in case.lines[1:]:
        if line.verb == "chance" and not exercise.is_yours:
            exercise = exercises.after(exercise, _event(exercise.match, line))
        elif line.verb in _HAPPENING or line.verb == "back":
            break
    return exercise


def _event(m: match.Match, line: CaseLine) -> Event:
    if line.verb == "time":
        return Event(int(line.text), TIME, None)
    if line.verb == "chance":
        return Event(m.at, CHANCE, m.game.notation.find(m.state, line.text))
    seat, text = _seat_and_text(m, line.text)
    return Event(m.at, seat, m.game.notation.find(m.state, text))


def _end_entry(m: match.Match, line: CaseLine) -> Entry:
    found = re.fullmatch(r"seat ([1-9][0-9]?)", line.text)
    if not found:
        raise Unreadable(f"a {line.verb} names its seat: seat 2", f"line {line.number}")
    seat = int(found[1]) - 1
    return Flagged(m.at, seat) if line.verb == "flag" else Drawn(m.at, seat)


def _seat_and_text(m: match.Match, text: str) -> tuple[Seat, str]:
    named = _SEAT.fullmatch(text)
    return (int(named[1]) - 1, named[2]) if named else (max(m.game.rules.turn(m.state), 0), text)


def _last_in_words(game: Game, last: tuple[Any, Event] | None) -> str:
    if last is None:
        raise CaseMismatch("nothing has happened yet")
    s, event = last
    return game.notation.tell(game.views.view(s, None), game.views.seen(s, event, None)).words


def _check_equal(expected: str, got: str) -> None:
    if got != expected:
        raise CaseMismatch(f"the case says {expected!r}, the game says {got!r}")


def _check_now(m: match.Match, line: CaseLine) -> None:
    _check_equal(line.text, m.game.notation.write(m.state))
    if m.game.notation.read(line.text) != m.state:
        raise CaseMismatch("the text is read as another state")


def _check_has(m: match.Match, line: CaseLine) -> None:
    text = m.game.notation.write(m.state)
    if line.text not in text.split(" / "):
        raise CaseMismatch(f"{line.text!r} is no part of {text!r}")


def _check_turn(m: match.Match, line: CaseLine) -> None:
    _check_equal(line.text, turn_in_words(m))


def turn_in_words(m: match.Match) -> str:
    """Whose turn it is: seat 2, chance, everyone or over. Seats are counted from 1."""
    turn = m.game.rules.turn(m.state)
    return {CHANCE: "chance", EVERYONE: "everyone", OVER: "over"}.get(turn, f"seat {turn + 1}")


def _check_legal(m: match.Match, line: CaseLine) -> None:
    seat, text = _seat_and_text(m, line.text)
    names = [m.game.notation.name(m.state, action) for action in m.game.rules.actions(m.state, seat)]
    _check_equal(", ".join(sorted(text.split(", "))), ", ".join(sorted(names)) or "none")


def _check_weights(m: match.Match, line: CaseLine) -> None:
    rows = m.game.rules.chances(m.state)
    _check_equal(
        line.text, ", ".join(f"{m.game.notation.name(m.state, what)}: {weight}" for what, weight in rows)
    )


def _check_refuse(m: match.Match, line: CaseLine) -> None:
    seat, text = _seat_and_text(m, line.text)
    action = m.game.notation.find(m.state, text)
    if action in m.game.rules.actions(m.state, seat):
        raise CaseMismatch(f"{text} is legal")
    clause, sentence = m.game.rules.why(m.state, seat, action)
    _check_equal(line.answer, f"{clause.removeprefix(m.game.name).strip()} {sentence}")


def _check_reads(m: match.Match, line: CaseLine) -> None:
    text, _, name = line.text.partition(" as ")
    _check_equal(name, m.game.notation.name(m.state, m.game.notation.find(m.state, text)))


def _check_unreadable(m: match.Match, line: CaseLine) -> None:
    kind, _, text = line.text.partition(" ")
    try:
        if kind == "position":
            m.game.notation.read(text)
        else:
            m.game.notation.find(m.state, text)
    except Unreadable as fault:
        _check_equal(line.answer, str(fault))
    else:
        raise CaseMismatch(f"{text!r} was read")


def _check_over(m: match.Match, line: CaseLine) -> None:
    if not m.over:
        raise CaseMismatch("the game goes on")
    end = m.outcome
    places, points = " ".join(map(str, end.places)), " ".join(map(str, end.points))
    _check_equal(line.text, f"places {places}, points {points}, {end.reason}")


_CHECKS = {
    "now": _check_now,
    "has": _check_has,
    "turn": _check_turn,
    "legal": _check_legal,
    "weights": _check_weights,
    "refuse": _check_refuse,
    "reads": _check_reads,
    "unreadable": _check_unreadable,
    "over": _check_over,
}
