"""Lessons, and cases of the rulebook that can be tried: bodies of REST calls and their answers.

Nothing of an exercise is kept on the server. The client sends what it has done so far and what it tries next;
the answer holds `done`, which is to be sent with the next try.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from benben.server.wire.common import Ending
from benben.server.wire.socket import Row

Deed: TypeAlias = Annotated[str, Meta(max_length=200)]  # an action in notation, or "go": a throw
Deeds: TypeAlias = Annotated[list[Deed], Meta(max_length=200)]  # a step of a lesson has some five


class Moment(Struct):
    """What you may know and do in an exercise, as Now is at a table."""

    n: int  # events so far
    at: int  # ms of match time, which stands still while you think
    turn: int  # a seat, -1 chance, -2 everyone, -3 over
    seats: int  # how many play
    you: int  # the seat that is you
    seat: int | None  # you, if you may act now
    go: bool  # it is your throw: try "go"
    picture: Any  # the game's Picture
    choices: list[Any]  # the game's Choice: its `text` is what to try; empty if you may not act
    rows: list[Row]  # what has happened since the try before, with what you did; of a refused try none
    log: list[Row]  # all that has happened, those rows too
    over: bool
    ending: Ending | None


class RefusedTry(Struct):
    """Why a try was not taken. Nothing changed."""

    text: str  # what was tried
    sentence: str
    clause: str  # "senet 5.1"; "notation", "match" where no rule speaks; empty: legal, but not the task


class Try(Struct, forbid_unknown_fields=True, rename={"attempt": "try"}):
    """POST /api/games/NAME/lessons/STEP: the body. Without a try it asks where things stand."""

    done: Deeds = []
    attempt: Deed | None = None


class CaseTry(Struct, forbid_unknown_fields=True, rename={"attempt": "try"}):
    """POST /api/games/NAME/cases/CASE: the body. You act for every seat in turn."""

    done: Deeds = []
    attempt: Deed | None = None
    fate: Annotated[int, Meta(ge=0, le=2**31)] = 0  # any number: with the same one, chance falls the same way


class CaseMoment(Struct):
    """POST /api/games/NAME/cases/CASE: where the case stands after the try."""

    moment: Moment
    done: list[str]  # to be sent with the next try
    refused: RefusedTry | None


class LessonMoment(Struct):
    """POST /api/games/NAME/lessons/STEP: where the step stands after the try."""

    moment: Moment
    done: list[str]  # to be sent with the next try; as it was, if the try was refused
    task: int  # which of the step's tasks is to be done now, from 0; after the last one still that
    glow: list[str]  # the actions that are the task, in notation; empty where any legal one will do
    show: list[str]  # what "Show me" plays from here, "go" for a throw; empty if no way is known from here
    kept: int  # how many of `done` to keep in order to begin this task again
    answer: str  # what the last thing done brought about, in words; may be empty
    refused: RefusedTry | None
    finished: bool  # all tasks are done


class LessonCase(Struct):
    """A small position that draws the rule of a step."""

    label: str  # "two: guarded"
    notation: str
    picture: Any  # the game's Picture of it


class LessonStep(Struct):
    name: str  # as in the address
    title: str  # "Two together"
    about: str  # "Side by side they guard each other.": for the list of steps
    fact: str  # "Two side by side guard each other."
    tasks: list[str]  # "Swap with the spool that stands alone."
    clauses: list[str]  # "5.1"; the first is the one to show
    cases: list[LessonCase]  # two at most


class LessonGame(Struct):
    """The short game at the end of a lesson, against the weakest bots."""

    title: str  # "A short game"
    options: dict[str, Any]
    seats: int  # yours and those of bots
    position: str  # where it begins, in notation; empty: at the start of the game
    level: str  # of the bots; empty where you play alone
    picture: Any  # the game's Picture of how it begins, as chance may deal it
    help: bool  # undo and hints are allowed in it


class Lesson(Struct):
    """GET /api/games/NAME/lessons: the lesson of a game. It is played with POST .../lessons/STEP."""

    game: str
    title: str  # of the game
    about: str  # "Past each other, past the water, and off the board."; may be empty
    minutes: int  # about how long it takes
    wins: str  # what wins, in a sentence
    clause: str  # of what wins: "1.1"
    steps: list[LessonStep]
    play: LessonGame
