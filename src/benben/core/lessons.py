"""The lesson of a game, as its lessons.txt says it; lesson_walk.py plays it, lesson_check.py checks it.

A referee can read it, and it is played through the game's own rules. One block is the head or one step, blank
lines stand between blocks, `#` begins a comment line. A line that begins with a small letter begins with one
of the words below; any other line of a step is its fact. The head comes first:

    lesson
    minutes 5                               about how long all steps take: half a minute each or more
    wins 1.1 All your pieces off first.     what wins, with its clause
    game seats=2 pieces=3                   the short game at the end, against the weakest bots; or, where it
    position ........../..x..oo..x/..o.. x 3    begins late in the game, its position. You have the first seat
    capstone A race, three rounds           its name; may be left out: A short game
    about Past the water, and off.          the game in a sentence, for the list of lessons; may be left out

    step pair                               its name, as in the address
    title Two together
    about Side by side they are safe.       the step, for the list of steps; left out: the fact
    Two side by side guard each other.      the fact: one sentence, two at most
    task Swap with the lone spool.          what to do
    clauses 5.1 4.1                         the first is the one that is shown
    case two: guarded | ........../..oo....../.........x x -     a small position that draws the rule
    position ........../..x..oo..x/..o....... x 3                or: start pieces=3
    seat 2                                  who you are, where that is not the seat to act or to throw

The rest of a step is what happens, line by line. Chance, other seats and time act by themselves:

    chance throw 3                          chance does it
    reply seat 2: 5-9 -> It walks on.       another seat does it; the arrow's words say what happened
    time 60000 -> The sand has run out.     time does it, in milliseconds of match time

and the step waits for you at each of these:

    go throw 3                              you throw, and it falls so
    do 20x23 or 20 -> You changed places.   you do one of these
    until over -> You are home.             whatever is legal counts until then; other goals:
    until turn chance -> ...                also: turn everyone, turn seat 2
    until has ankh: 2 -> ...                a part of the position, between ` / `, `;` or `|`
    show 28-off, go, 30-off                 below an `until`: what "Show me" plays, a full way to the goal

Until a goal is reached, you may not end the game otherwise, and chance and other seats do what fate says,
which is the same for everybody. Below a `go`, a `do` or an `until` stand the words for other tries:

    wrong 13x16 or 13-16 -> 5.1 17 guards 16.   not legal; the rules refuse it by this clause
    aside 13-16 -> Here we look for the swap.   legal, and not the task; only below a `do`

A try without words of its own is answered by the rules, or by NOT_THE_TASK if it is legal. A further `task`
line begins another part of the step. A `do` and an `until` have words after an arrow, other lines may have.
A step has two cases at most. Texts in notation are as in cases.txt, and seats are counted from 1.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from benben.core import exercises
from benben.core.cases import blocks, folder
from benben.core.contract import Game, Seat, Unreadable
from benben.core.opening_position import Opening, opening_at, usual_opening

NOT_THE_TASK: Final = "That is allowed, but not what we look for here."
BY_ITSELF: Final = ("chance", "reply", "time")  # lines that need nothing of you
YOURS: Final = ("go", "do", "until")  # lines at which the step waits for you
_HEAD_WORDS = ("about", "minutes", "wins", "game", "position", "capstone")
_STEP_WORDS = ("title", "about", "task", "clauses", "case", "seat", *exercises.OPENINGS)
_WORDS = (*_STEP_WORDS, *BY_ITSELF, *YOURS, "show", "wrong", "aside")
_SENTENCES = re.compile(r"(?<=[.!?]) ")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CLAUSE = re.compile(r"[0-9]+\.[0-9]+")
_SEAT = re.compile(r"seat ([1-9][0-9]?)")
_REPLY = re.compile(r"seat ([1-9][0-9]?): (.+)")
_GOAL = re.compile(r"over|turn (chance|everyone|seat [1-9][0-9]?)|has .+")


class TryWords(NamedTuple):
    """What is said to a try that is not the task."""

    number: int  # of the line in the file, from 1
    texts: tuple[str, ...]
    clause: str  # by which the rules refuse it; empty: it is legal
    words: str


class ScriptLine(NamedTuple):
    """One thing that happens in a step, or that you are to do."""

    number: int  # of the line in the file, from 1
    verb: str  # of BY_ITSELF or YOURS
    text: str
    words: str  # what is said when it has happened; may be empty
    task: int  # to which it belongs, from 0
    show: tuple[str, ...] = ()  # of an `until`
    tries: tuple[TryWords, ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """What is to be done at a `do`: one of these."""
        return tuple(self.text.split(" or "))

    @property
    def seat_and_text(self) -> tuple[Seat, str]:
        """Which other seat does what, at a `reply`."""
        found = _REPLY.fullmatch(self.text)
        assert found, "the parser has seen to it"
        return int(found[1]) - 1, found[2]


class Drawing(NamedTuple):
    """A small position that draws the rule of a step."""

    number: int  # of the line in the file, from 1
    label: str
    position: str


class StepPlan(NamedTuple):
    number: int  # of its first line in the file, from 1
    name: str
    title: str
    about: str  # in the list of steps
    fact: str
    tasks: tuple[str, ...]
    clauses: tuple[str, ...]
    drawings: tuple[Drawing, ...]
    opening: tuple[str, str]  # position or start, and its text
    seat: Seat | None  # you; None: the seat to act or to throw
    script: tuple[ScriptLine, ...]


class LessonPlan(NamedTuple):
    number: int  # of its first line in the file, from 1
    about: str  # in the list of lessons; may be empty
    minutes: int
    clause: str  # of what wins
    wins: str
    options: dict[str, Any]  # of the short game at the end
    seats: int | None  # in that game; None: as few as can play
    position: str  # where that game begins, in notation, which says options and seats; empty: at the start
    capstone: str  # the name of that game
    steps: tuple[StepPlan, ...]

    def step(self, name: str) -> StepPlan | None:
        return next((step for step in self.steps if step.name == name), None)


def lesson(game: Game) -> LessonPlan | None:
    """The lesson of a game, from the file beside its rules; None if it has none."""
    file = folder(game).joinpath("lessons.txt")
    return parse_lesson(file.read_text("utf-8")) if file.is_file() else None


def short_game(game: Game, plan: LessonPlan) -> Opening:
    """How the game at the end of a lesson begins; Illegal or Unreadable if it cannot."""
    if plan.position:
        return opening_at(game, plan.position)
    options = game.options(**plan.options)
    return usual_opening(game, plan.seats or game.seats_for(options)[0], options)


def parse_lesson(text: str) -> LessonPlan:
    """The lesson that a text says; Unreadable names the line of the first fault."""
    found = list(blocks(text))
    if not found or found[0][0][1] != "lesson":
        raise Unreadable("a lesson begins with the line: lesson", "line 1")
    plan = _parse_head(found[0])
    steps: list[StepPlan] = []
    for block in found[1:]:
        step = _StepParser(block).step()
        if any(other.name == step.name for other in steps):
            raise Unreadable(f"there are two steps {step.name}", f"line {step.number}")
        steps.append(step)
    return plan._replace(steps=tuple(steps))


def _parse_head(block: list[tuple[int, str]]) -> LessonPlan:
    said: dict[str, tuple[int, str]] = {"about": (0, ""), "capstone": (0, "A short game")}
    seen: set[str] = set()
    for number, line in block[1:]:
        word, _, text = line.partition(" ")
        if word not in _HEAD_WORDS or word in seen:
            raise Unreadable(f"the head has once each: {', '.join(_HEAD_WORDS)}", f"line {number}")
        seen.add(word)
        said[word] = (number, text.strip())
    if "game" in said and "position" in said:
        raise Unreadable(
            "a position says seats and options itself: leave out the game", f"line {said['game'][0]}"
        )
    missing = [word for word in _HEAD_WORDS if word not in said and word != "position"]
    if missing and not (missing == ["game"] and "position" in said):
        raise Unreadable(f"the head lacks {', '.join(missing)}", f"line {block[0][0]}")
    number, minutes = said["minutes"]
    if not re.fullmatch(r"[1-9][0-9]?", minutes):
        raise Unreadable("minutes are a number from 1 to 99", f"line {number}")
    number, wins = said["wins"]
    clause, _, words = wins.partition(" ")
    if not _CLAUSE.fullmatch(clause) or not words:
        raise Unreadable("what wins is a clause and a sentence: wins 1.1 All ...", f"line {number}")
    number, options = said.get("game", (0, ""))
    if any("=" not in word for word in options.split()):
        raise Unreadable("options are written pieces=3 seats=2", f"line {number}")
    fields = exercises.option_fields(options)
    seats = fields.pop("seats", None)
    if seats is not None and not isinstance(seats, int):
        raise Unreadable("seats are a number", f"line {number}")
    return LessonPlan(
        number=block[0][0],
        about=said["about"][1],
        minutes=int(minutes),
        clause=clause,
        wins=words,
        options=fields,
        seats=seats,
        position=said.get("position", (0, ""))[1],
        capstone=said["capstone"][1],
        steps=(),
    )


class _StepParser:
    """Reads the block of one step."""

    def __init__(self, block: list[tuple[int, str]]) -> None:
        (self._number, first), *self._lines = block
        self._name = first.removeprefix("step ")
        if self._name == first or not _NAME.fullmatch(self._name):
            raise Unreadable("a step begins with its name: step pair", f"line {self._number}")
        self._single: dict[str, str] = {}  # what a step has once: title, clauses, opening, seat
        self._facts: list[str] = []
        self._tasks: list[str] = []
        self._drawings: list[Drawing] = []
        self._script: list[ScriptLine] = []

    def step(self) -> StepPlan:
        """The step that the block says; Unreadable names the line of the first fault."""
        for number, line in self._lines:
            try:
                self._read(number, line)
            except Unreadable as fault:
                raise Unreadable(fault.sentence, f"line {number}") from None
        self._check_complete()
        opening = "position" if "position" in self._single else "start"
        seat, fact = self._single.get("seat"), " ".join(self._facts)
        return StepPlan(
            self._number,
            self._name,
            self._single["title"],
            self._single.get("about") or _SENTENCES.split(fact)[0],
            fact,
            tuple(self._tasks),
            tuple(self._single["clauses"].split()),
            tuple(self._drawings),
            (opening, self._single[opening]),
            None if seat is None else int(seat) - 1,
            tuple(self._script),
        )

    def _check_complete(self) -> None:
        has = {**self._single, "fact": self._facts, "task": self._tasks}
        missing = [word for word in ("title", "fact", "task", "clauses") if word not in has or not has[word]]
        if not any(word in has for word in exercises.OPENINGS):
            missing.append("position")
        if missing:
            raise Unreadable(f"step {self._name} lacks {', '.join(missing)}", f"line {self._number}")
        for task in range(len(self._tasks)):
            if not any(line.task == task and line.verb in YOURS for line in self._script):
                raise Unreadable(
                    f"task {task + 1} of step {self._name} has no go, do or until", f"line {self._number}"
                )
        for line in self._script:
            if line.verb == "until" and not line.show:
                raise Unreadable("a show follows an until", f"line {line.number}")

    def _read(self, number: int, line: str) -> None:
        word, _, text = line.partition(" ")
        text = text.strip()
        if not line[0].islower():
            self._read_fact(line)
        elif word not in _WORDS:
            raise Unreadable(f"{word[:40]} is none of: {' '.join(_WORDS)}")
        elif word == "task":
            self._tasks.append(text)
        elif word == "case":
            self._read_drawing(number, text)
        elif word in _STEP_WORDS:
            self._read_single(word, text)
        elif word in ("wrong", "aside"):
            self._read_try(number, word, text)
        elif word == "show":
            self._read_show(text)
        else:
            self._read_script(number, word, text)

    def _read_fact(self, line: str) -> None:
        if self._script:
            raise Unreadable("the fact of a step stands above what happens in it")
        self._facts.append(line)

    def _read_single(self, word: str, text: str) -> None:
        same = exercises.OPENINGS if word in exercises.OPENINGS else (word,)
        if any(one in self._single for one in same):
            raise Unreadable(f"a step has one {' or '.join(same)}")
        if self._script:
            raise Unreadable(f"{word} stands above what happens in a step")
        if word == "clauses" and not all(_CLAUSE.fullmatch(one) for one in text.split()):
            raise Unreadable("clauses are written 5.1 4.1")
        if word == "seat" and not _SEAT.fullmatch(f"seat {text}"):
            raise Unreadable("a seat is written: seat 2")
        self._single[word] = text

    def _read_drawing(self, number: int, text: str) -> None:
        label, _, position = text.partition(" | ")
        if not label.strip() or not position.strip():
            raise Unreadable("a case is a label, a stroke and a position: case two: guarded | ... x -")
        if len(self._drawings) == 2:
            raise Unreadable("a step has two cases at most")
        self._drawings.append(Drawing(number, label.strip(), position.strip()))

    def _read_script(self, number: int, verb: str, text: str) -> None:
        if not any(word in self._single for word in exercises.OPENINGS):
            raise Unreadable(f"{verb} stands below the position or the start")
        text, _, words = text.partition(" -> ")
        text, words = text.strip(), words.strip()
        if not text:
            raise Unreadable(f"what is to happen follows {verb}")
        if verb in ("do", "until") and not words:
            raise Unreadable(f"an arrow and what is said then follow a {verb}")
        if verb == "reply" and not _REPLY.fullmatch(text):
            raise Unreadable("a reply names its seat: reply seat 2: 5-9")
        if verb == "time" and not re.fullmatch(r"[0-9]{1,9}", text):
            raise Unreadable("time is in milliseconds: time 60000")
        if verb == "until" and not _GOAL.fullmatch(text):
            raise Unreadable("until is followed by: over, turn chance, turn seat 2, or has and a part")
        self._script.append(ScriptLine(number, verb, text, words, max(0, len(self._tasks) - 1)))

    def _read_try(self, number: int, word: str, text: str) -> None:
        at = next((n for n, line in reversed([*enumerate(self._script)]) if line.verb in YOURS), None)
        if at is None:
            raise Unreadable(f"{word} stands below a go, a do or an until")
        line = self._script[at]
        if word == "aside" and line.verb != "do":
            raise Unreadable("aside stands below a do: elsewhere whatever is legal counts")
        text, _, words = text.partition(" -> ")
        clause = ""
        if word == "wrong":
            clause, _, words = words.strip().partition(" ")
        if not words.strip() or (clause and not _CLAUSE.fullmatch(clause)):
            raise Unreadable("a try has an arrow and words: wrong 13x16 -> 5.1 Not 16, or aside 13-16 -> ...")
        tried = TryWords(number, tuple(text.strip().split(" or ")), clause, words.strip())
        self._script[at] = line._replace(tries=(*line.tries, tried))

    def _read_show(self, text: str) -> None:
        if not self._script or self._script[-1].verb != "until" or self._script[-1].show or not text:
            raise Unreadable("one show with its actions stands below an until")
        self._script[-1] = self._script[-1]._replace(show=tuple(text.split(", ")))
