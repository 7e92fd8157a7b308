"""Puzzles of the day and their results: bodies of REST calls and their answers.

All days are those of UTC. A puzzle of kind "table" is played at a table with the options of one of its parts;
one of kind "exercise" is answered with POST /api/puzzles/DATE/GAME, and nothing of it is kept on the server.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from benben.server.wire.common import PositionTable
from benben.server.wire.exercises import Deed, Deeds, Moment, RefusedTry
from benben.server.wire.progress import PartName

# What an answer is worth: a chance to win in ten-thousandths, points, pips left below 0, or 1 for a cover
PuzzleUnit: TypeAlias = Literal["chance", "points", "pips", "cover"]
Device: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")]


class PuzzlePart(Struct):
    """One of the puzzles of a game that has several a day, to be played at a table."""

    name: PartName
    grade: int  # 1 to 5
    word: str  # "medium"
    about: str  # what is asked
    options: dict[str, Any]  # of the table
    picture: Any  # the game's Picture of its beginning


class DayPuzzle(Struct):
    """The puzzle of one game and day."""

    game: str
    title: str  # of the game
    question: str  # "You threw 3. Find the best move."
    grade: int  # 1 to 5; of several parts the middle one's
    word: str  # "very easy", "easy", "medium", "hard", "very hard"
    kind: Literal["table", "exercise"]
    parts: list[PuzzlePart]  # of kind "table", the easiest first: any of them counts
    moment: Moment | None  # of kind "exercise": how it begins
    unit: PuzzleUnit | None  # of kind "exercise"
    known: list[str]  # what chance will do, in words, where that is known: "Round 12: yellow 5, green 2 ..."


class PuzzleDay(Struct):
    """GET /api/puzzles/DATE: the puzzles of a day, in the order of the pyramid's courses, the foot first.

    400 if there can be no such day, 404 before the first day with puzzles, 409 while it has not begun.
    """

    date: str
    today: str  # by the server's clock
    first: str  # the first day with puzzles
    left: int  # ms until the puzzles of the next day
    link: str  # "/d/2026-11-16": the page of this day, to be shared; "/d/2026-11-16/senet" is one puzzle
    puzzles: list[DayPuzzle]


class PuzzleTry(Struct, forbid_unknown_fields=True, rename={"attempt": "try"}):
    """POST /api/puzzles/DATE/GAME: the body. Without a try it asks where things stand."""

    done: Deeds = []
    attempt: Deed | None = None
    hint: bool = False  # ask for the next action of the best answer: it was solved with help then
    show: bool = False  # give up, and see all answers


class PuzzleChoice(Struct):
    """A way to answer a puzzle."""

    text: str  # as `Verdict.answer`: "18x21", "27 points"
    words: str  # "swaps 18 with the spool on 21"
    value: int  # in the unit of the puzzle, the more the better
    best: bool
    share: int | None  # per cent of those here who chose it first; null: nobody has been counted


class PuzzleVerdict(Struct):
    """What was answered, and how good it is."""

    answer: str  # empty if you gave up
    right: bool
    sentence: str  # "17-20 keeps 56 %. There is a better one."
    value: int | None  # of your answer; null if you gave up
    choices: list[PuzzleChoice]  # all answers, the best first, once it is right or given up; else none
    line: list[str]  # the actions of the best answer, likewise
    proof: str  # how the values are known, likewise
    table: PositionTable | None  # to try it on, likewise; null also where the best answer ends the match


class PuzzleMoment(Struct):
    """POST /api/puzzles/DATE/GAME: where the puzzle stands after the try."""

    moment: Moment
    done: list[str]  # to be sent with the next try; as it was, if the try was refused
    refused: RefusedTry | None
    verdict: PuzzleVerdict | None  # when it is answered or given up
    hint: str  # the action to do next, in notation; empty if none was asked for, or none helps
    advice: str  # the hint in words, or why there is none; empty if none was asked for


class RushPuzzle(Struct):
    """GET /api/rush/GAME/SEED/N: a puzzle of a puzzle rush, from 0 on, the further the harder.

    With the same seed they are the same for everybody. POST a PuzzleTry to answer it, as on a day.
    """

    game: str
    seed: str
    n: int
    question: str
    grade: int  # 1 to 5
    word: str  # "medium"
    unit: PuzzleUnit
    moment: Moment


class PuzzleResult(Struct, forbid_unknown_fields=True):
    """POST /api/puzzles/DATE/GAME/result: count my result, without my name. Once a person or device."""

    tries: Annotated[int, Meta(ge=1, le=999)]
    ms: Annotated[int, Meta(ge=0, le=86_400_000)]  # from the first look to the answer
    helped: bool
    part: PartName = ""  # of kind "table": which was solved
    first: Annotated[str, Meta(max_length=200)] = ""  # of kind "exercise": your first answer, right or not
    done: Deeds = []  # of kind "exercise": what you did at last, a best answer
    device: Device = ""  # of a caller without a token: 32 random hex digits, the same all day


class CountedResult(Struct):
    """The answer to a PuzzleResult."""

    counted: bool
    sentence: str  # why it was not counted; else empty


class ResultCounts(Struct):
    """The results of one puzzle, or of one part of it."""

    game: str
    part: PartName
    people: int
    tries: list[int]  # people who found it at the first try, second, third, later, and with help
    times: list[int]  # people by `limits`, then longer, and with help
    limits: list[int]  # ms: the ends of all times but the last


class PuzzleResults(Struct):
    """GET /api/puzzles/DATE/results: how people on this server did, counted without names."""

    date: str
    results: list[ResultCounts]
