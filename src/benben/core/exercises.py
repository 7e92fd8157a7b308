"""Exercises: some moves from a position on, by the rules of a match and without a table.

Lessons, puzzles and the cases of a rulebook that can be tried are exercises. An exercise is a value: nothing
changes it, and whatever follows is another one. So nobody has to keep it: a client sends what it has done,
and the exercise is played again up to there. What is seen of it is the view of one seat, made by the same
functions as at a table.

    start = begin(game, "position", "........../..x..oo..x/..o....... x 3")
    next = after_action(start, "20x23")
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, NamedTuple

import msgspec

from benben.core import chance, match, perspective
from benben.core.contract import CHANCE, EVERYONE, TIME, Event, Game, Illegal, Millis, Seat, Told
from benben.core.match import Match
from benben.core.opening_position import seats_in

GO: Final = "go"  # among the texts of what a player has done: a throw
OPENINGS: Final = ("position", "start")  # how an exercise begins: from a text in notation, or from options
_EVENTS_BY_THEMSELVES = 200  # of chance, time and other seats between two actions of yours, at most


class SeenEvent(NamedTuple):
    """An event as your seat sees it: a row of the log."""

    n: int  # events up to and with this one
    at: Millis
    by: Seat  # or CHANCE, TIME
    text: str  # in notation
    told: Told


class Exercise(NamedTuple):
    """A match from some position on, and the seat that is you."""

    match: Match
    you: Seat
    rows: tuple[SeenEvent, ...] = ()  # what has happened since, as you see it

    @property
    def view(self) -> Any:
        return self.match.functions.view(self.match.state, self.you)

    @property
    def actions(self) -> list[Any]:
        """What you may do now; empty if it is not your turn."""
        m = self.match
        if m.turn not in (self.you, EVERYONE):
            return []
        return list(m.functions.actions(m.state, self.you))

    @property
    def is_your_throw(self) -> bool:
        return self.match.turn == CHANCE and match.thrower(self.match) == self.you

    @property
    def is_yours(self) -> bool:
        """Whether you may act or throw now."""
        return self.is_your_throw or bool(self.actions)


def begin(game: Game, opening: str, text: str, you: Seat | None = None) -> Exercise:
    """The exercise that begins so. Without a seat, you are the one to act or to throw, else the first."""
    m = first_match(game, opening, text)
    if you is None:
        due = match.seat_on_clock(m)
        you = 0 if due is None else due
    if not 0 <= you < m.seats:
        raise Illegal("match", f"There is no seat {you + 1}.")
    return Exercise(m, you)


def first_match(game: Game, opening: str, text: str) -> Match:
    """The match that begins with a position in notation, or with a start: pieces=3 seats=2."""
    if opening == "position":
        s = game.notation.read(text)
        return Match(game, seats_in(game, s), game.options_in(s), s)
    fields = option_fields(text)
    return match.begin(game, fields.pop("seats", max(game.seats)), game.options(**fields))


def option_fields(text: str) -> dict[str, Any]:
    """Options as a text has them, pieces=3 mode=race: numbers and truth values are read as such."""
    fields: dict[str, Any] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        fields[key] = msgspec.json.decode(value) if re.fullmatch(r"-?[0-9]+|true|false", value) else value
    return fields


def after(exercise: Exercise, event: Event) -> Exercise:
    """The exercise after one more event; Illegal if it may not follow."""
    m, you = exercise.match, exercise.you
    following = match.after(m, event)
    text, told = perspective.visible_event_in_words(m.game, m.state, event, you)
    row = SeenEvent(len(following.events), event.at, event.by, text, told)
    return Exercise(following, you, (*exercise.rows, row))


def action(exercise: Exercise, text: str) -> Any:
    """The action that a text means; Unreadable if it is no notation, Illegal if it is for chance to do."""
    m = exercise.match
    what = m.functions.find(m.state, text)
    if isinstance(what, m.functions.chance):
        raise Illegal("match", "That is for chance to do.")
    return what


def after_action(exercise: Exercise, text: str) -> Exercise:
    """The exercise after you did this; Illegal or Unreadable if you cannot."""
    return after(exercise, Event(exercise.match.at, exercise.you, action(exercise, text)))


def after_throw(exercise: Exercise, fate: str) -> Exercise:
    """The exercise after your throw; Illegal if there is nothing for you to throw."""
    if not exercise.is_your_throw:
        raise Illegal("match", "It is not your turn to throw.")
    return after(exercise, _chance_event(exercise, fate))


def after_others(exercise: Exercise, fate: str, *, every_seat: bool = False) -> Exercise:
    """The exercise when it is your turn again, or over: chance, time and other seats act by themselves.

    `fate` is any text: with the same one, the same happens. Other seats do whatever fate says; with
    `every_seat` they are all yours, and you are always the one to act.
    """
    for _ in range(_EVENTS_BY_THEMSELVES):
        if every_seat:
            exercise = exercise._replace(you=_seat_to_act(exercise))
        event = _event_by_itself(exercise, fate)
        if event is None:
            break
        exercise = after(exercise, event)
    return exercise


def _seat_to_act(exercise: Exercise) -> Seat:
    """The seat to act or to throw; where everybody may act you, if you can, else the first that can."""
    m = exercise.match
    if m.turn != EVERYONE or exercise.actions:
        due = match.seat_on_clock(m)
        return exercise.you if due is None else due
    able = (seat for seat in range(m.seats) if exercise._replace(you=seat).actions)
    return next(able, exercise.you)


def _event_by_itself(exercise: Exercise, fate: str) -> Event | None:
    m = exercise.match
    if m.over or exercise.is_yours:
        return None
    if m.turn == CHANCE:
        return _chance_event(exercise, fate)
    deadline = match.deadline(m)
    if m.turn == EVERYONE and deadline is not None:
        return Event(deadline, TIME, None)
    for seat in range(m.seats) if m.turn == EVERYONE else [m.turn]:
        events = [Event(m.at, seat, one) for one in m.functions.actions(m.state, seat)]
        events = [event for event in events if not match.is_departure(m.game, event)]
        if events:
            return events[chance.uniform(_secret(fate), (), f"seat {len(m.events)}", len(events))]
    return None


def _chance_event(exercise: Exercise, fate: str) -> Event:
    return match.next_chance_event(exercise.match, _secret(fate), (), exercise.match.at)


def _secret(fate: str) -> str:
    return hashlib.sha256(f"benben exercise {fate}".encode()).hexdigest()
